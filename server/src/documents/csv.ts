import { assert } from "../kit/errors.ts";
import type { Cell } from "./cells.ts";
import { textFile } from "./text-file.ts";

/** Spreadsheets read a file as UTF-8 only when it has this mark. */
const BYTE_ORDER_MARK = "\ufeff";
const numberPattern = /^-?[0-9]+(?:\.[0-9]+)?$/;
/** Text that a spreadsheet would run as a formula: also after blanks, and in the full-width forms that some accept. */
const formulaPattern = /^[\s\u00a0]*[=+\-@＝＋－＠|%]/u;
/** What parts cells: a French Excel expects semicolons, and the comma in decimals. */
export const separators = [",", ";"] as const;
export type Separator = (typeof separators)[number];

/** Where the reader's list separator is another than the file's, a cell may begin within the text. */
const innerFormulaPatterns: Readonly<Record<Separator, RegExp>> = {
  ",": /([;\t][\s\u00a0]*)(?=[=+\-@＝＋－＠|%])/gu,
  ";": /([;,\t][\s\u00a0]*)(?=[=+\-@＝＋－＠|%])/gu,
};

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled) for spreadsheets: UTF-8 with a byte order mark. With `;` between cells,
 * decimals have a comma. Text that a spreadsheet would read as a formula, also after a separator, gets an apostrophe in front. Rows that are made
 * one by one (a generator) are made in turns, too: see `textFile`.
 */
export function csvFile(
  header: readonly string[],
  rows: Iterable<readonly Cell[]>,
  separator: Separator = ",",
): Promise<Buffer> {
  return textFile(csvLines(header, rows, separator));
}

/** Further rows of a file whose head `csvFile` has written, so that a long one can be made in parts. */
export function csvRows(rows: Iterable<readonly Cell[]>, separator: Separator): Promise<Buffer> {
  return textFile(csvRowLines(rows, separator));
}

function* csvRowLines(rows: Iterable<readonly Cell[]>, separator: Separator): Iterable<string> {
  for (const row of rows) yield csvLine(row, separator);
}

function* csvLines(
  header: readonly string[],
  rows: Iterable<readonly Cell[]>,
  separator: Separator,
): Iterable<string> {
  yield BYTE_ORDER_MARK + csvLine(header, separator);
  for (const row of rows) {
    assert(row.length === header.length, "a row has a cell for each column");
    yield csvLine(row, separator);
  }
}

function csvLine(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => cellText(cell, separator)).join(separator)}\r\n`;
}

function cellText(cell: Cell, separator: Separator): string {
  if (cell === null) return "";
  if (typeof cell !== "string" && "time" in cell) return cell.time;
  if (typeof cell !== "string") {
    assert(numberPattern.test(cell.number), "a number is decimal text");
    return separator === ";" ? cell.number.replace(".", ",") : cell.number;
  }
  const inner = cell.replace(innerFormulaPatterns[separator], "$1'");
  const text = formulaPattern.test(cell) ? `'${inner}` : inner;
  return /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
