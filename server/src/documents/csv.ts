import { assert } from "../kit/errors.ts";

/** A cell that a spreadsheet may read as a number: decimal text, written as it stands. */
export interface NumberCell {
  readonly number: string;
}
/** Plain text is made harmless; null is an empty cell. */
export type CsvCell = string | NumberCell | null;

/** Spreadsheets take a file for UTF-8 only when it says so. */
const BYTE_ORDER_MARK = "\ufeff";
const numberPattern = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** What a spreadsheet would run: also after blanks, and in the full-width forms that some accept. */
const formulaPattern = /^[\s\u00a0]*[=+\-@＝＋－＠|%]/u;
/** Where a list separator other than the comma parts cells (a French Excel's semicolon), a cell begins within the text. */
const innerFormulaPattern = /([;\t][\s\u00a0]*)(?=[=+\-@＝＋－＠|%])/gu;

/** A decimal text, an amount or a count, as a cell. */
export function numberCell(text: string | number | bigint): NumberCell {
  return { number: String(text) };
}

/**
 * A table as CSV (RFC 4180: comma, CRLF, quotes doubled) for people's spreadsheets: UTF-8 with a byte order mark, and text
 * that a spreadsheet would take for a formula, also behind a semicolon or a tab, is preceded by an apostrophe.
 */
export function csvFile(header: readonly string[], rows: Iterable<readonly CsvCell[]>): Buffer {
  const lines = [csvLine(header)];
  for (const row of rows) {
    assert(row.length === header.length, "a row has a cell for each column");
    lines.push(csvLine(row));
  }
  return Buffer.from(BYTE_ORDER_MARK + lines.join(""), "utf8");
}

function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") {
    assert(numberPattern.test(cell.number), "a number is decimal text");
    return cell.number;
  }
  const inner = cell.replace(innerFormulaPattern, "$1'");
  const text = formulaPattern.test(cell) ? `'${inner}` : inner;
  return /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
