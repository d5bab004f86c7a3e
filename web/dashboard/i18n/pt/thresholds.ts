import type { Texts } from "../texts.ts";

export const thresholds: Texts["thresholds"] = {
  title: "Limiar das transferências",
  intro:
    "Uma transferência acima deste valor espera a aprovação de outra pessoa. Tudo o que a mesma conta recebe em 24 horas conta junto.",
  now: "Hoje:",
  none: "Nenhuma transferência espera aprovação.",
  every: "Cada transferência espera aprovação.",
  above: (amount: string) => `Acima de ${amount}`,
  choice: "O que espera aprovação",
  choiceEvery: "Cada transferência",
  choiceAbove: "As transferências acima de um valor",
  choiceNone: "Nenhuma transferência",
  amount: "Valor",
  badAmount: "Escreva um valor na moeda da conta.",
  takesTwo:
    "No modo real, um valor mais alto, ou nenhum, exige duas pessoas: a sua proposta espera que um colega envie a mesma, no máximo sete dias.",
  saveEvery: "Fazer esperar cada transferência",
  saveAbove: (amount: string) => `Fazer esperar acima de ${amount}`,
  saveNone: "Não fazer esperar nada",
  saved: "Está guardado.",
  proposed: "A sua proposta espera uma segunda pessoa.",
  proposal: "Proposta que espera uma segunda pessoa",
  proposalBy: (who: string, until: string) => `De ${who}, até ${until}`,
  confirm: "Confirmar a proposta",
  withdraw: "Retirar a proposta",
  FOUR_EYES_REQUIRED: "Outra pessoa tem de confirmar: um de vós trouxe o outro há menos de 30 dias.",
  noWallet: "Este modo ainda não tem conta: a plataforma abre-a.",
  approvers: "Quem pode aprovar",
  noApprover: "Ninguém pode aprovar neste modo. Convide um aprovador.",
  waitsForFactor: "espera um segundo fator",
};
