import type { UiTexts } from "./types.ts";

/** Exports of lists. */
export const exporting: UiTexts["exporting"] = {
  open: "Exportar",
  title: "Exportar esta lista",
  what: "O ficheiro contém tudo o que os filtros mostram, não só esta página.",
  form: "Para",
  forms: {
    "CSV WORDS": "Qualquer folha de cálculo (CSV)",
    "XLSX WORDS": "Excel e outras folhas de cálculo (XLSX)",
    "CSV NAMES": "Um programa: nomes e valores da API (CSV)",
  },
  begin: "Preparar o ficheiro",
  progress: (rows: string, all: string | null) =>
    all === null ? `${rows} linhas escritas` : `${rows} de ${all} linhas escritas`,
  goesOn: "O ficheiro continua a ser preparado com esta janela fechada.",
  stop: "Parar",
  ready: (rows: string) => `O ficheiro está pronto. Linhas: ${rows}.`,
  save: "Transferir o ficheiro",
  kept: (day: string) => `Guardado até ${day}.`,
  failures: {
    RIGHTS_ENDED: "O seu direito de ler esta lista terminou.",
    LIST_REFUSED: "A lista já não aceita estes filtros.",
    TOO_MANY_ROWS: "Mais de um milhão de linhas. Escolha um período mais curto.",
    NOT_READABLE: "Não foi possível ler a lista. Tente mais tarde.",
    CANCELLED: "A exportação foi parada.",
  },
  refusals: {
    EXPORT_TOO_LARGE: "Mais de um milhão de linhas. Escolha um período mais curto.",
    TOO_MANY_EXPORTS: "Cinco exportações já estão em curso. Espere que uma termine.",
  },
};
