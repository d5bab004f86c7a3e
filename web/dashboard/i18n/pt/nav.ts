import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  payments: "Pagamentos",
  notFound: "Esta página não existe.",
  toPayments: "Ir para os pagamentos",
};
