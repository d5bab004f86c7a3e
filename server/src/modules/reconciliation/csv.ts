import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import { type CurrencyCode, currencyCodes } from "../../kit/currency.ts";
import { AMOUNT_PATTERN, money } from "../../kit/money.ts";
import { type LineType, lineStatuses, lineTypes, type NumberedLine } from "./types.ts";

export const statementColumns = [
  ...["type", "reference", "transactionId", "status", "amount", "currency", "occurredAt"],
] as const;
const required = ["type", "reference", "status", "amount", "currency", "occurredAt"];
/** A statement with more errors is the wrong file. */
const PROBLEMS_MAX = 20;
const REFERENCE_MAX = 100;
const amountPattern = new RegExp(AMOUNT_PATTERN);
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The rows of a CSV text (RFC 4180): commas or semicolons, fields in quotes or not, any line end. Pure. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const [firstLine = ""] = text.split("\n", 1);
  const separator = firstLine.includes(";") && !firstLine.includes(",") ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    cell = "";
  };
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}

/**
 * The lines of a statement in CSV: a heading that names the columns in any order, then one line per movement. Refuses
 * with VALIDATION_ERROR, which names line and column of the first errors.
 */
export function readCsvLines(text: string, linesMax: number): readonly NumberedLine[] {
  const [heading = [], ...rows] = parseCsv(text);
  const names = heading.map((name) => name.trim());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw invalid([problem("content", "heading", `must begin with a line that names ${missing.join(", ")}`)]);
  }
  if (rows.length > linesMax) throw invalid([problem("content", "size", `has more than ${linesMax} lines`)]);
  const records = rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index]?.trim() ?? ""])),
  );
  return readRecords(records, (index) => `content line ${index + 2}`);
}

/** A line as read: every value is text. */
export interface LineRecord {
  readonly [column: string]: string | undefined;
}

/** Checked lines, numbered from 1. Refuses with VALIDATION_ERROR: `placeOf` names a record by its index. */
export function readRecords(
  records: readonly LineRecord[],
  placeOf: (index: number) => string,
): readonly NumberedLine[] {
  const problems: FieldError[] = [];
  const lines: NumberedLine[] = [];
  for (const [index, record] of records.entries()) {
    const line = readRecord(record, index + 1, (column, sentence) => {
      problems.push(problem(`${placeOf(index)} ${column}`, "format", sentence));
    });
    if (line !== null) lines.push(line);
    if (problems.length >= PROBLEMS_MAX) break;
  }
  if (problems.length > 0) throw invalid(problems.slice(0, PROBLEMS_MAX));
  return lines;
}

function readRecord(
  record: LineRecord,
  lineNo: number,
  complain: (column: string, sentence: string) => void,
): NumberedLine | null {
  const { type = "", reference = "", transactionId = "", status = "", amount = "", currency = "" } = record;
  const occurredAt = record.occurredAt ?? "";
  const lineType = oneOf(lineTypes, type);
  const lineStatus = oneOf(lineStatuses, status);
  const code = oneOf(currencyCodes, currency);
  const occurredAtMs = instantPattern.test(occurredAt) ? Date.parse(occurredAt) : Number.NaN;
  const isReference = reference.length > 0 && reference.length <= REFERENCE_MAX;
  if (lineType === null) complain("type", `must be one of ${lineTypes.join(", ")}`);
  if (!isReference) complain("reference", `must be our reference, 1 to ${REFERENCE_MAX} characters`);
  if (transactionId.length > REFERENCE_MAX)
    complain("transactionId", `has more than ${REFERENCE_MAX} characters`);
  if (lineStatus === null) complain("status", `must be one of ${lineStatuses.join(", ")}`);
  if (!amountPattern.test(amount)) complain("amount", "must be a whole number of minor units");
  if (code === null) complain("currency", "must be an ISO 4217 code that this service supports");
  if (Number.isNaN(occurredAtMs)) complain("occurredAt", "must be an instant in ISO 8601 with its offset");
  const isAmount = amountPattern.test(amount);
  if (lineType === null || lineStatus === null || code === null || !isReference || !isAmount) return null;
  if (Number.isNaN(occurredAtMs) || transactionId.length > REFERENCE_MAX) return null;
  return {
    ...{ lineNo, type: lineType as LineType, reference, status: lineStatus, occurredAtMs },
    transactionId: transactionId === "" ? null : transactionId,
    amount: money(BigInt(amount), code as CurrencyCode),
  };
}

function oneOf<const Words extends readonly string[]>(words: Words, text: string): Words[number] | null {
  return words.find((word) => word === text) ?? null;
}

const problem = (path: string, rule: string, sentence: string): FieldError => ({
  path: path.slice(0, 120),
  rule,
  message: `${path} ${sentence}.`,
});
const invalid = (fields: readonly FieldError[]) => errors.VALIDATION_ERROR({ fields });
