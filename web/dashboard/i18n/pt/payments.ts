import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Pagamentos",
  caption: "Pagamentos, os mais recentes primeiro",
  empty: "Ainda nenhum pagamento. O primeiro aparece aqui logo que um pagador tente.",
  one: "Pagamento",
  all: "Todos os pagamentos",
  shortReference: "Referência curta",
  noReceipt:
    "Nenhum recibo aqui: um recibo pertence à página de pagamento, e o seu servidor fez este pagamento sem ela.",
};
