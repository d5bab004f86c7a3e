import type { Texts } from "../texts.ts";

export const nav: Texts["nav"] = {
  home: "Início",
  reports: "Relatórios",
  payments: "Pagamentos",
  links: "Links",
  refunds: "Reembolsos",
  money: "Dinheiro",
  balance: "Saldo",
  entries: "Movimentos",
  payouts: "Pagamentos efetuados",
  beneficiaries: "Beneficiários",
  settings: "Definições",
  notifications: "Notificações",
  profile: "Perfil público",
  team: "Equipa",
  payoutRules: "Limiar das transferências",
  activity: "Atividade",
  notFound: "Esta página não existe.",
  toPayments: "Ir para os pagamentos",
};
