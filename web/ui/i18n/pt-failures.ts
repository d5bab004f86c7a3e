import type { UiTexts } from "./types.ts";

export const failures: UiTexts["failures"] = {
  PAYMENT_NOT_CONFIRMED: "O pagador não confirmou a tempo. Pode tentar de novo, com o telefone ligado.",
  INSUFFICIENT_FUNDS: "A conta do pagador não tem dinheiro suficiente.",
  PAYMENT_IN_PROGRESS: "Há outro pagamento deste número em curso. Espere alguns minutos.",
  PAYER_NOT_FOUND: "Este número não tem conta na operadora.",
  LIMIT_EXCEEDED: "A conta do pagador atingiu o limite.",
  INVALID_RECIPIENT: "A conta que deve receber não é válida.",
  AMOUNT_OUT_OF_BOUNDS: "A operadora não aceita este montante.",
  INVALID_AMOUNT: "O montante não é válido.",
  INVALID_CURRENCY: "A operadora não aceita esta moeda.",
  PROVIDER_UNAVAILABLE: "A operadora está avariada. Tente mais tarde ou por outro meio.",
  CARD_DECLINED: "O banco recusa o cartão. O pagador pergunta ao banco, ou usa outro meio.",
  PAYMENT_CANCELLED: "O pagador cancelou.",
  RISK_BLOCKED: "O pagamento foi travado por segurança.",
  UNKNOWN: "A operadora recusou sem dizer porquê.",
};
