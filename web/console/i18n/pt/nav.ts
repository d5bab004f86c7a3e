import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  house: "Consola",
  now: "Agora",
  fees: "Tarifas",
  work: "A tratar",
  approvals: "A confirmar",
  outages: "Falhas",
  payments: "Pagamentos",
  platform: "Plataforma",
  merchants: "Comerciantes",
  audit: "Registo de auditoria",
  team: "Equipa",
  notFound: "Esta página não existe.",
  toPayments: "Ir para os pagamentos",
  providersGroup: "Caminhos",
  routing: "Encaminhamento",
  providers: "Prestadores",
  books: "Livros",
  reconciliation: "Reconciliação",
  ledger: "Contabilidade",
};
