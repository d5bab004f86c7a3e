import { assert } from "../kit/errors.ts";
import { textFile } from "./text-file.ts";

/** A cell that a spreadsheet may read as a number: decimal text, written unchanged. */
export interface NumberCell {
  readonly number: string;
}
/** Plain text is made harmless; null is an empty cell. */
export type CsvCell = string | NumberCell | null;

/** Spreadsheets read a file as UTF-8 only when it has this mark. */
const BYTE_ORDER_MARK = "\ufeff";
const numberPattern = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** Text that a spreadsheet would run as a formula: also after blanks, and in the full-width forms that some accept. */
const formulaPattern = /^[\s\u00a0]*[=+\-@＝＋－＠|%]/u;
/** Where the list separator is not the comma (a French Excel uses the semicolon), a cell may begin within the text. */
const innerFormulaPattern = /([;\t][\s\u00a0]*)(?=[=+\-@＝＋－＠|%])/gu;

/** A decimal text, an amount or a count, as a cell. */
export function numberCell(text: string | number | bigint): NumberCell {
  return { number: String(text) };
}

/**
 * A table as CSV (RFC 4180: comma, CRLF, quotes doubled) for spreadsheets: UTF-8 with a byte order mark. Text that a
 * spreadsheet would read as a formula, also after a semicolon or a tab, gets an apostrophe in front. Rows that are made
 * one by one (a generator) are made in turns, too: see `textFile`.
 */
export function csvFile(header: readonly string[], rows: Iterable<readonly CsvCell[]>): Promise<Buffer> {
  return textFile(csvLines(header, rows));
}

function* csvLines(header: readonly string[], rows: Iterable<readonly CsvCell[]>): Iterable<string> {
  yield BYTE_ORDER_MARK + csvLine(header);
  for (const row of rows) {
    assert(row.length === header.length, "a row has a cell for each column");
    yield csvLine(row);
  }
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
