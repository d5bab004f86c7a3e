import type { Texts } from "../texts.ts";

/** Late webhooks, failing endpoints, and work that waits. */
export const queues: Texts["queues"] = {
  webhooks: "Webhooks",
  due: (count: string, length: string) => `${count} por fazer, o mais antigo espera há ${length}`,
  nothingDue: "nada espera",
  late: "Atrasado",
  notRead: "Não foi possível contar. Nova tentativa a seguir.",
  waitedAtMost: (length) => `A espera mais longa em 48 horas: ${length}`,
  neverWaited: "Nada esperou em 48 horas.",
  noEndpoints: "Nenhum endereço neste modo.",
  endpointStates: {
    active: "em serviço",
    failing: "com falhas",
    paused: "em pausa",
    unverified: "por verificar",
    disabled: "fora de serviço",
  },
  noneFails: "Nenhum endereço falha.",
  failedPerDay: (most, days) => `Com falhas por dia, em ${days} dias: no máximo ${most}`,
  fails: "Com falhas",
  waiting: "O que espera por alguém",
  oldest: (moment: string) => `o mais antigo desde ${moment}`,
  backgroundWork: "Trabalho de fundo",
  wholeInstallation: "De toda a instalação, os dois modos juntos.",
  background: {
    charge_checks: "Perguntas aos prestadores",
    refunds: "Reembolsos",
    payouts: "Pagamentos",
    payout_batches: "Ficheiros de pagamentos",
    beneficiaries: "Verificações de nomes",
    settlements: "Dinheiro a disponibilizar",
    merchant_logos: "Logótipos",
    mails: "Correios",
  },
};
