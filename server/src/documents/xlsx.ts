import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { assert } from "../kit/errors.ts";
import type { Cell } from "./cells.ts";
import { textFile } from "./text-file.ts";

/**
 * A table as a workbook with one sheet (ECMA-376). Its rows are made in parts, as text of the sheet, and packed when they are
 * sent, so that neither takes more memory than one part. Text stays text: a cell holds a formula only in an `<f>`, and none
 * is ever written.
 */

/** Text cells hold no more; a spreadsheet calls a longer one damaged. */
const TEXT_MAX = 32_767;
/** A spreadsheet's numbers have 15 digits: longer ones are kept whole as text. */
const DIGITS_MAX = 15;
const DAY_SECONDS = 86_400;
/** Days from 30 December 1899, where a spreadsheet's days begin, to 1970. */
const DAYS_BEFORE_1970 = 25_569;
const COLUMN_WIDTH = 20;
/** Amounts with so many decimals have a style each. */
const DECIMALS_MAX = 4;

/** The cell styles of `styles`, by their place. */
const [HEAD, TEXT, TIME, AMOUNT] = [1, 2, 3, 4];
/** Numbers of our own formats begin here. */
const OWN_FORMATS = 164;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packageOf = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The sheet from its beginning: the heads, which stay in view, and the first rows. */
export function sheetFile(header: readonly string[], rows: Iterable<readonly Cell[]>): Promise<Buffer> {
  return textFile(sheetTexts(header, rows));
}

/** Further rows of a sheet that `sheetFile` has begun, behind so many below the heads. */
export function sheetRows(rows: Iterable<readonly Cell[]>, rowsBefore: number): Promise<Buffer> {
  return textFile(rowTexts(rows, rowsBefore));
}

/** The workbook around a sheet that `sheetFile` and `sheetRows` wrote, packed while it is read. `madeAt` is its date. */
export function workbook(sheet: AsyncIterable<Buffer>, madeAt: Date): AsyncIterable<Buffer> {
  const file = new ZipFile();
  for (const [name, text] of Object.entries(parts))
    file.addBuffer(Buffer.from(text), name, { mtime: madeAt });
  const rows = Readable.from(ended(sheet), { objectMode: false });
  const packed = file.outputStream as Readable;
  // What cannot be read ends the download, which would wait for the rest otherwise.
  rows.once("error", (problem) => packed.destroy(problem));
  packed.once("close", () => rows.destroy());
  file.addReadStream(rows, "xl/worksheets/sheet1.xml", { mtime: madeAt });
  file.end();
  return packed;
}

async function* ended(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* sheet;
  yield Buffer.from("</sheetData></worksheet>");
}

function* sheetTexts(header: readonly string[], rows: Iterable<readonly Cell[]>): Iterable<string> {
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield `<cols><col min="1" max="${header.length}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`;
  yield rowXml(1, header, (head, at) => textCell(at, head, HEAD));
  yield* rowTexts(rows, 0);
}

function* rowTexts(rows: Iterable<readonly Cell[]>, rowsBefore: number): Iterable<string> {
  let number = rowsBefore + 1;
  for (const row of rows) {
    number += 1;
    yield rowXml(number, row, cellXml);
  }
}

function rowXml<Content>(
  number: number,
  cells: readonly Content[],
  cell: (content: Content, at: string) => string,
): string {
  const inside = cells.map((content, index) => cell(content, `${columnName(index)}${number}`));
  return `<row r="${number}">${inside.join("")}</row>`;
}

const LETTERS = 26;
/** A to Z, then AA and so on: a column of a spreadsheet. Pure. */
function columnName(index: number): string {
  const letter = String.fromCharCode("A".charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? letter : columnName(Math.floor(index / LETTERS) - 1) + letter;
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return textCell(at, cell, TEXT);
  if ("time" in cell) return `<c r="${at}" s="${TIME}"><v>${dayNumber(cell.time)}</v></c>`;
  const { number, decimals } = cell;
  assert(/^-?[0-9]+(?:\.[0-9]+)?$/.test(number), "a number is decimal text");
  if (number.replace(/[-.]/g, "").length > DIGITS_MAX) return textCell(at, number, TEXT);
  if (decimals === undefined) return `<c r="${at}"><v>${number}</v></c>`;
  assert(decimals <= DECIMALS_MAX, "a currency has at most four decimals");
  return `<c r="${at}" s="${AMOUNT + decimals}"><v>${number}</v></c>`;
}

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Days since the beginning of a spreadsheet's calendar, with the time as a fraction. */
function dayNumber(time: string): string {
  const seconds = Date.parse(`${time.replace(" ", "T")}Z`) / 1_000;
  return `${seconds / DAY_SECONDS + DAYS_BEFORE_1970}`;
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/**
 * Text inside a cell. What XML cannot hold becomes a question mark in a box, and `_x0041_`, which spreadsheets read as a letter,
 * keeps its underscore.
 */
function escaped(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\ufffd")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>\r]/g, (character) => named[character] ?? character);
}

const amountFormat = (decimals: number): string =>
  decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
const decimalsOf = [...Array(DECIMALS_MAX + 1).keys()];

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="${decimalsOf.length + 1}"><numFmt numFmtId="${OWN_FORMATS}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${decimalsOf
  .map((n) => `<numFmt numFmtId="${OWN_FORMATS + 1 + n}" formatCode="${amountFormat(n)}"/>`)
  .join("")}</numFmts><fonts count="2"><font/><font><b/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="${AMOUNT + decimalsOf.length}"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="${OWN_FORMATS}" applyNumberFormat="1"/>${decimalsOf
  .map((n) => `<xf numFmtId="${OWN_FORMATS + 1 + n}" applyNumberFormat="1"/>`)
  .join("")}</cellXfs></styleSheet>`;

const typeOf = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Every file of the workbook but the sheet. */
const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${xml}<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${typeOf}.styles+xml"/></Types>`,
  "_rels/.rels": `${xml}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Cauris" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": styles,
};
