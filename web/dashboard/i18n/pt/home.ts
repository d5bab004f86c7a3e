import type { Texts } from "../texts.ts";

/** How the day goes. */
export const home: Texts["home"] = {
  title: "Início",
  collect: "Receber dinheiro",
  today: "Hoje",
  currency: "Moeda",
  attention: "A fazer",
  networks: "Operadoras",
  toBalance: "Saldos e extratos",
  takings: "Recebido",
  newest: "Pagamentos mais recentes",
  noPayment: "Ainda nenhum pagamento.",
  payments: "Pagamentos",
  todaysPayments: "Pagamentos de hoje",
  average: "Pagamento médio",
  lastWeek: (value: string) => `há uma semana a esta hora: ${value}`,
  decided: (count: string) => `tentativas decididas: ${count}`,
  rateByDay: (low: string, high: string) => `em 14 dias: entre ${low} e ${high}`,
  fees: (amount: string) => `custos: ${amount}`,
  blocked: {
    MERCHANT_NOT_ACTIVE: "A sua conta não está ativa.",
    KYB_NOT_APPROVED: "O seu processo ainda não foi aprovado.",
    NO_WALLET: "Ainda não há carteira aberta.",
    LIVE_MODE_REFUSED: "Esta instalação ainda não aceita pagamentos reais.",
  },
  toSetup: "Abrir o dossiê",
  named: (count: number) => (count > 1 ? `${count} notas mencionam-no` : "Uma nota menciona-o"),
  toNotes: "Ver as notas",
  papers: (count: number) =>
    count > 1
      ? `${count} documentos do processo terminam em breve ou terminaram`
      : `${count} documento do processo termina em breve ou terminou`,
  approvals: (count: number) =>
    count === 1 ? `${count} transferência espera aprovação` : `${count} transferências esperam aprovação`,
  toPayouts: "Ver transferências",
  unknown: (count: string) => `Resultado desconhecido nos últimos 30 dias: ${count}. Não entregue ainda.`,
  toPayments: "Ver recebimentos",
  endpoints: (count: number) =>
    count === 1 ? `${count} endereço de webhook está parado` : `${count} endereços de webhook estão parados`,
  failing: (count: number) =>
    count === 1
      ? `${count} endereço de webhook falha: os seus eventos esperam`
      : `${count} endereços de webhook falham: os seus eventos esperam`,
  toEndpoints: "Ver endereços",
  nothingWaits: "Nada espera por si.",
  networksOpen: (open: number, all: number) => `${open} de ${all} abertas`,
  networkStates: {
    DEGRADED: "Perturbada",
    CLOSED: "Fechada",
  },
  noWallet: "Ainda não há carteira.",
  guide: {
    title: "O seu primeiro pagamento de teste",
    done: "Feito:",
    key: "Crie uma chave de testes",
    toKeys: "Chaves",
    link: "Crie uma ligação de pagamento ou uma sessão",
    toLinks: "Ligações",
    pay: "Pague com o telefone +225 07 07 07 07 89",
    toSimulator: "Simulador",
    look: "Encontre aqui o pagamento",
  },
};
