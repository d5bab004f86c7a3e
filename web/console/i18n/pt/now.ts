import type { Texts } from "../texts.ts";

/** What is wrong now. */
export const now: Texts["now"] = {
  title: "Agora",
  lastDay: "Últimas 24 horas",
  ofDecided: (count: string) => `de ${count} tentativas decididas`,
  unknown: "Resultado desconhecido",
  noMoney: "nenhum dinheiro em dúvida",
  underWay: "Em curso",
  p95: (length: string) => `95 % em menos de ${length}`,
  outages: "Falhas declaradas",
  noOutages: "Nenhuma falha declarada.",
  outageStates: {
    CLOSED: "Fechada",
    DEGRADED: "Perturbada",
  },
  since: (moment: string) => `desde ${moment}`,
  accounts: "Contas nos prestadores",
  noAccounts: "Nenhuma conta neste modo.",
  suspended: "Suspensa",
  inService: "Em serviço",
  noCalls: "Nenhuma chamada há um quarto de hora",
  calls: (calls: string, faults: string, average: string) =>
    `${calls} chamadas num quarto de hora, ${faults} faltas, ${average} em média`,
  byOperator: "Por operadora",
  none: "Sem operadora",
  declare: "Declarar uma falha",
  outage: "Falha",
  declareShort: "Declarar",
  declareOf: (name) => `Declarar uma falha: ${name}`,
};
