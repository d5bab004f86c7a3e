import type { Texts } from "../texts.ts";

/** Giving a payment back. */
export const refunding: Texts["refunding"] = {
  title: "Reembolsar",
  whole: "Tudo o que resta",
  part: "Uma parte",
  amount: "Montante",
  amountHint: (most) => `No máximo ${most}`,
  reason: "Motivo",
  reasons: {
    REQUESTED_BY_PAYER: "O pagador pede",
    DUPLICATE: "Pago duas vezes",
    FRAUD: "Fraude (suspeita)",
    LATE_PAYMENT: "Pago demasiado tarde",
    OTHER: "Outro",
  },
  note: "Nota para vocês, facultativa",
  to: (receiver) => `O dinheiro volta para ${receiver}.`,
  from: "Sai do seu saldo disponível. Um reembolso enviado já não para.",
  submit: (amount) => `Reembolsar ${amount}`,
  done: (amount) => `Reembolso de ${amount} pedido.`,
  badAmount: (most) => `Um montante maior que zero, no máximo ${most}.`,
  onItsWay: (amount: string) => `Reembolso de ${amount} a caminho: o prestador ainda não o confirmou.`,
};
