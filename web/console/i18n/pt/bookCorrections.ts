import type { Texts } from "../texts.ts";

export const bookCorrections: Texts["bookCorrections"] = {
  title: "Correções dos livros das contas",
  ledger: "Contabilidade",
  booked: "Inscritas",
  says: "As mais recentes primeiro. O que espera um colega está acima. Uma correção nunca se apaga.",
  none: "Nenhuma correção inscrita neste modo.",
  notBooked: "Não inscritas",
  notBookedSays:
    "No modo real, um operador propõe e outro confirma. O que não foi confirmado nada mudou nos livros.",
  state: "Estado",
  decided: "Decidida",
  refusedBecause: (reason) => `Recusada: ${reason}`,
  amount: "Montante",
  moved: "Movimento",
  account: "Conta",
  reason: "Razão",
  because: "Responde a",
  when: "Quando",
  difference: "Uma diferença",
  bankEntry: "Um movimento do banco",
  settlement: (reference) => `A liquidação ${reference}`,
  fromTo: (from, to) => `«${from}» para «${to}»`,
  accounts: {
    adjustment: "ajuste",
    bank: "banco",
    clearing: "compensação",
    in_transit: "a caminho",
    provider_balance: "no prestador",
    provider_fees: "taxas do prestador",
  },
};
