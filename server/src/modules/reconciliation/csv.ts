import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import { parseCsv } from "../../kit/csv.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { AMOUNT_PATTERN, money } from "../../kit/money.ts";
import { inTurns } from "../../kit/turns.ts";
import { lineStatuses, lineTypes, type NumberedLine, operationTypes } from "./types.ts";

export const statementColumns = [
  "type",
  "reference",
  "transactionId",
  "status",
  "amount",
  "currency",
  "fee",
  "occurredAt",
] as const;
const required = ["type", "reference", "status", "amount", "currency", "occurredAt"];
/** A statement with more errors is the wrong file. */
const PROBLEMS_MAX = 20;
const REFERENCE_MAX = 100;
const amountPattern = new RegExp(AMOUNT_PATTERN);
/** Lines about the account itself may take back what an earlier one gave. */
const signedPattern = /^-?[1-9][0-9]{0,14}$/;
const feePattern = /^(?:-?[1-9][0-9]{0,14}|0)?$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * The lines of a statement in CSV: a heading that names the columns in any order, then one line per movement. Refuses
 * with VALIDATION_ERROR, which names line and column of the first errors. Works in turns: see `readRecords`.
 */
export async function readCsvLines(text: string, linesMax: number): Promise<readonly NumberedLine[]> {
  const rows = parseCsv(text)[Symbol.iterator]();
  const heading: readonly string[] = rows.next().value ?? [];
  const names = heading.map((name) => name.trim());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw invalid([problem("content", "heading", `must begin with a line that names ${missing.join(", ")}`)]);
  }
  return readRecords(recordsOf(names, rows, linesMax), (index) => `content line ${index + 2}`);
}

function* recordsOf(
  names: readonly string[],
  rows: Iterator<readonly string[]>,
  linesMax: number,
): Iterable<LineRecord> {
  let count = 0;
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    count += 1;
    if (count > linesMax) throw invalid([problem("content", "size", `has more than ${linesMax} lines`)]);
    const record: Record<string, string> = {};
    for (const [index, name] of names.entries()) record[name] = unguarded(next.value[index]?.trim() ?? "");
    yield record;
  }
}

/** A cell without the sign that `bookCsv` puts before what a spreadsheet would run. */
const unguarded = (cell: string): string => (/^'+[=+\-@\t]/.test(cell) ? cell.slice(1) : cell);

/** A line as read: every value is text. */
export interface LineRecord {
  readonly [column: string]: string | undefined;
}

/**
 * Checked lines, numbered from 1. Refuses with VALIDATION_ERROR: `placeOf` names a record by its index. Twenty thousand
 * lines take a quarter of a second of a slow processor: other requests get their turn between them.
 */
export async function readRecords(
  records: Iterable<LineRecord>,
  placeOf: (index: number) => string,
): Promise<readonly NumberedLine[]> {
  const problems: FieldError[] = [];
  const lines: NumberedLine[] = [];
  await inTurns(records, (record, index) => {
    const line = readRecord(record, index + 1, (column, sentence) => {
      problems.push(problem(`${placeOf(index)} ${column}`, "format", sentence));
    });
    if (line !== null) lines.push(line);
    return problems.length < PROBLEMS_MAX;
  });
  if (problems.length > 0) throw invalid(problems.slice(0, PROBLEMS_MAX));
  return lines;
}

function readRecord(
  record: LineRecord,
  lineNo: number,
  complain: (column: string, sentence: string) => void,
): NumberedLine | null {
  const { type = "", reference = "", transactionId = "", status = "", amount = "", currency = "" } = record;
  const { occurredAt = "", fee = "" } = record;
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
  const isAmount = (operationTypes.some((one) => one === type) ? amountPattern : signedPattern).test(amount);
  if (!isAmount) complain("amount", "must be a whole number of minor units");
  if (!feePattern.test(fee)) complain("fee", "must be a whole number of minor units, or empty");
  if (code === null) complain("currency", "must be an ISO 4217 code that this service supports");
  if (Number.isNaN(occurredAtMs)) complain("occurredAt", "must be an instant in ISO 8601 with its offset");
  if (lineType === null || lineStatus === null || code === null || !isReference || !isAmount) return null;
  if (Number.isNaN(occurredAtMs) || transactionId.length > REFERENCE_MAX || !feePattern.test(fee))
    return null;
  return {
    lineNo,
    type: lineType,
    reference,
    status: lineStatus,
    occurredAtMs,
    transactionId: transactionId === "" ? null : transactionId,
    amount: money(BigInt(amount), code),
    ...(fee === "" ? {} : { fee: money(BigInt(fee), code) }),
  };
}

function oneOf<const Values extends readonly string[]>(values: Values, text: string): Values[number] | null {
  return values.find((value) => value === text) ?? null;
}

const problem = (path: string, rule: string, sentence: string): FieldError => ({
  path: path.slice(0, 120),
  rule,
  message: `${path} ${sentence}.`,
});
const invalid = (fields: readonly FieldError[]) => errors.VALIDATION_ERROR({ fields });
