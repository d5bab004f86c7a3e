import type { UiTexts } from "./types.ts";

/** Exports of lists. */
export const exporting: UiTexts["exporting"] = {
  open: "Export",
  title: "Export this list",
  what: "The file holds all that the filters show, not this page alone.",
  form: "For",
  forms: {
    "CSV WORDS": "Any spreadsheet (CSV)",
    "XLSX WORDS": "Excel and other spreadsheets (XLSX)",
    "CSV NAMES": "A program: names and values of the API (CSV)",
  },
  begin: "Make the file",
  progress: (rows: string, all: string | null) =>
    all === null ? `${rows} rows written` : `${rows} of ${all} rows written`,
  goesOn: "The file goes on being made when this window is closed.",
  stop: "Stop",
  ready: (rows: string) => `The file is ready. Rows: ${rows}.`,
  save: "Download the file",
  kept: (day: string) => `Kept until ${day}.`,
  failures: {
    RIGHTS_ENDED: "Your right to read this list has ended.",
    LIST_REFUSED: "The list no longer takes these filters.",
    TOO_MANY_ROWS: "More than a million rows. Choose a shorter period.",
    NOT_READABLE: "The list could not be read. Try again later.",
    CANCELLED: "The export is stopped.",
  },
  refusals: {
    EXPORT_TOO_LARGE: "More than a million rows. Choose a shorter period.",
    TOO_MANY_EXPORTS: "Five exports are being made already. Wait for one to end.",
  },
};
