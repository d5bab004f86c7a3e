import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Pagamentos",
  caption: "Pagamentos de todos os comerciantes, os mais recentes primeiro",
  empty: "Ainda nenhum pagamento.",
  one: "Pagamento",
  all: "Todos os pagamentos",
  shortReference: "Referência curta",
};
