import type { Locale } from "../../../server/src/kit/money.ts";

/** A cell: text, a number, or nothing. */
export type Cell = string | number | null;

/**
 * Rows as a file for spreadsheets: with a mark of its encoding; in French and Portuguese separated by semicolons, with a
 * decimal comma, as spreadsheets there expect. Text that would run as a formula gets an apostrophe. Pure.
 */
export function csvText(rows: readonly (readonly Cell[])[], locale: Locale): string {
  const [separator, comma] = locale === "en" ? [",", "."] : [";", ","];
  const line = (cells: readonly Cell[]) =>
    cells.map((cell) => cellText(cell, separator, comma)).join(separator);
  return `\uFEFF${rows.map(line).join("\r\n")}\r\n`;
}

function cellText(cell: Cell, separator: string, comma: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell).replace(".", comma);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
