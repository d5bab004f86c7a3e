import { parseCsv } from "../../../kit/csv.ts";
import { isCurrencyCode } from "../../../kit/currency.ts";
import { type Money, parseDecimal } from "../../../kit/money.ts";
import { inTurns } from "../../../kit/turns.ts";
import { isDay } from "./camt-entry.ts";
import { BankFileFault } from "./file-fault.ts";
import { ENTRIES_MAX, type StatedEntry, type Statement } from "./types.ts";
import { decode } from "./xml.ts";

/** The heading, in any order; the last three columns may be missing. */
const required = ["bookingDate", "amount", "currency", "reference"] as const;
const optional = ["counterparty", "account", "bankReference"] as const;
const columns: readonly string[] = [...required, ...optional];
const CELL_MAX = 1_000;
const SHORT_CELL_MAX = 140;

type Row = Readonly<Record<string, string>>;

/**
 * Reads a statement in CSV: a heading, then one booked movement per line, debits with a minus sign. Days are
 * `YYYY-MM-DD` or `DD/MM/YYYY`; amounts have a decimal point or a decimal comma, and no separators of thousands, because
 * `1.234` would have two meanings. Refuses with `BankFileFault`, which names the line, any file that has one wrong line.
 */
export async function readStatementCsv(bytes: Buffer): Promise<Statement> {
  const rows = parseCsv(decode(bytes))[Symbol.iterator]();
  const heading: readonly string[] = (rows.next().value ?? []).map((name: string) => name.trim());
  const missing = required.filter((name) => !heading.includes(name));
  if (missing.length > 0)
    throw new BankFileFault(
      "BAD_COLUMNS",
      `The file must begin with a line that names ${missing.join(", ")}.`,
    );
  const unknown = heading.filter((name) => !columns.includes(name));
  if (unknown.length > 0 || new Set(heading).size !== heading.length)
    throw new BankFileFault("BAD_COLUMNS", `The first line must name only ${columns.join(", ")}, each once.`);
  const entries: StatedEntry[] = [];
  await inTurns({ [Symbol.iterator]: () => rows }, (cells, index) => {
    const line = index + 2;
    if (index >= ENTRIES_MAX)
      throw new BankFileFault("TOO_LARGE", `The file has more than ${ENTRIES_MAX} lines.`);
    if (cells.length !== heading.length)
      throw new BankFileFault(
        "BAD_LINE",
        `Line ${line} has ${cells.length} columns, the first line has ${heading.length}.`,
      );
    const row = Object.fromEntries(heading.map((name, column) => [name, cells[column]?.trim() ?? ""]));
    entries.push(readRow(row, line));
  });
  return { format: "CSV", accounts: [], entries };
}

function readRow(row: Row, line: number): StatedEntry {
  const { bookingDate = "", amount = "", currency = "", reference = "" } = row;
  const { counterparty = "", account = "", bankReference = "" } = row;
  const fault = (column: string, rule: string): never => {
    throw new BankFileFault("BAD_LINE", `Line ${line}: ${column} ${rule}.`);
  };
  for (const [column, cell] of Object.entries(row)) {
    const max = column === "reference" ? CELL_MAX : SHORT_CELL_MAX;
    if (cell.length > max) fault(column, `has more than ${max} characters`);
  }
  const bookedOn = dayOf(bookingDate) ?? fault("bookingDate", "must be a day as YYYY-MM-DD or DD/MM/YYYY");
  if (!isCurrencyCode(currency)) fault("currency", "must be an ISO 4217 code that this service supports");
  const money =
    amountOf(amount, currency) ??
    fault("amount", "must be a decimal number other than 0, without separators of thousands");
  return {
    direction: amount.startsWith("-") ? "DEBIT" : "CREDIT",
    isReversal: false,
    isBooked: true,
    amount: money,
    bookedOn,
    bankReferences: bankReference === "" ? [] : [bankReference],
    batchReference: null,
    lineReference: null,
    endToEndId: null,
    structuredReferences: [],
    text: reference,
    counterpartyName: counterparty === "" ? null : counterparty,
    counterpartyAccount: account === "" ? null : account.replaceAll(/\s/g, "").toUpperCase(),
    returnReason: null,
  };
}

function dayOf(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const day = parts === null ? text : `${parts[3]}-${parts[2]}-${parts[1]}`;
  return isDay(day) ? day : null;
}

/** Without its sign. */
function amountOf(text: string, currency: string): Money | null {
  const amount = parseDecimal(text.replace(/^[+-]/, "").replace(",", "."), currency);
  return amount === null || amount.minor === 0n ? null : amount;
}
