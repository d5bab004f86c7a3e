import type { Texts } from "../texts.ts";

/** Payouts from a file. */
export const batches: Texts["batches"] = {
  title: "Transferências por ficheiro",
  caption: "Ficheiros de transferências, os mais recentes primeiro",
  empty: "Ainda nenhum ficheiro. Use o modelo, uma linha por transferência, e entregue-o aqui.",
  add: "Entregar um ficheiro",
  all: "Todos os ficheiros",
  one: "Ficheiro de transferências",
  rows: "Linhas",
  accepted: "Aceites",
  refused: "Recusadas",
  state: "Estado",
  created: "Entregue",
  reference: "Referência, facultativa",
  PROCESSING: "Em curso",
  COMPLETED: "Terminado",
  WAITING: "Espera",
  ACCEPTED: "Transferência criada",
  REFUSED: "Recusada",
  file: "Ficheiro CSV",
  fileHint: "No máximo 1 000 linhas. Colunas: beneficiary, amount, reference, description.",
  template: "Obter o modelo",
  wallet: "Carteira",
  errors: (count: number) => (count === 1 ? "Um erro: nada é enviado" : `${count} erros: nada é enviado`),
  row: "Linha",
  column: "Coluna",
  problem: "Erro",
  faults: {
    EMPTY: "O ficheiro não tem linhas.",
    TOO_MANY: "Mais de 1 000 linhas.",
    HEAD: "Falta esta coluna na primeira linha.",
    BENEFICIARY: "Nenhum beneficiário ativo tem este identificador, referência ou nome nesta moeda.",
    BENEFICIARY_TWICE: "Vários beneficiários têm este nome: indique o identificador.",
    AMOUNT: "Não é um montante superior a zero nesta moeda.",
    LONG: "Demasiado longo: 128 caracteres para a referência, 255 para a descrição.",
  },
  ready: (rows: number, total: string) =>
    rows === 1 ? `1 transferência, ${total} no total` : `${rows} transferências, ${total} no total`,
  notEnough: (available: string) =>
    `O saldo disponível é de ${available}: as últimas linhas serão recusadas.`,
  final:
    "Cada linha torna-se uma transferência. A que exceder o seu limite espera a aprovação de outra pessoa.",
  send: (rows: number, total: string) =>
    rows === 1 ? `Pagar ${total} em 1 transferência` : `Pagar ${total} em ${rows} transferências`,
  sendNothing: "Escolha um ficheiro",
  made: "O ficheiro foi entregue.",
  progress: (done: number, all: number) => (all === 1 ? `${done} de 1 linha` : `${done} de ${all} linhas`),
  failedRows: "Linhas recusadas em CSV",
  result: "Resultado",
  amount: "Montante",
  beneficiary: "Beneficiário",
};
