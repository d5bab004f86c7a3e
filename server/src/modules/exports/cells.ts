import { type Cell, numberCell } from "../../documents/index.ts";
import { type CurrencyCode, currencyCodes, exponentOf } from "../../kit/currency.ts";
import { decimalText, money } from "../../kit/money.ts";
import { concealSessionIds } from "../../kit/session-id.ts";
import { type ColumnPath, columnKinds } from "./columns.ts";
import type { ExportableList, FileForm } from "./types.ts";
import { codeWords } from "./words/codes.ts";
import { exportWords } from "./words/index.ts";

/** The first line of the file. Pure. */
export function headsOf({ columns, words = {} }: Columns, form: FileForm): readonly string[] {
  if (form.heads === "NAMES") return columns;
  const { heads, inWords } = exportWords[form.locale];
  return columns.flatMap((path) => [
    columnKinds[path] === "instant" ? `${heads[path]} (${form.timeZone})` : heads[path],
    ...(words[path] === undefined ? [] : [`${heads[path]} ${inWords}`]),
  ]);
}

type Columns = Pick<ExportableList, "columns" | "words">;

/**
 * Makes the rows of a file out of the entries of a list, as the API answers them. A session's id loses its secret part: who
 * holds it could pay in the payer's place, and files are passed on. Pure.
 */
export function createRowWriter({ columns, words = {} }: Columns, form: FileForm) {
  const timeText = createTimeText(form.timeZone);
  const { yes, no } = exportWords[form.locale];

  const forPeople = (entry: unknown, path: ColumnPath, value: unknown): Cell => {
    if (columnKinds[path] === "amount") return amountCell(String(value), fieldOf(entry, currencyPath(path)));
    if (columnKinds[path] === "instant") return { time: timeText(String(value)) };
    if (typeof value === "boolean") return value ? yes : no;
    return plainCell(value);
  };
  return (entry: unknown): readonly Cell[] =>
    columns.flatMap((path) => {
      const value = fieldOf(entry, path) ?? null;
      if (form.heads === "NAMES") return [value === null ? null : plainCell(value)];
      const cell = value === null ? null : forPeople(entry, path, value);
      const group = words[path];
      return group === undefined ? [cell] : [cell, codeWords[form.locale][group][String(value)] ?? null];
    });
}

/** The field at a path of names with dots between them; undefined where the entry has none. */
function fieldOf(entry: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined,
      entry,
    );
}

/** The currency of an amount stands beside it. */
const currencyPath = (path: string): string => `${path.slice(0, path.lastIndexOf(".") + 1)}currency`;

function amountCell(minorText: string, currency: unknown): Cell {
  const known = currencyCodes.find((code): code is CurrencyCode => code === currency);
  if (known === undefined || !/^-?\d+$/.test(minorText)) return concealSessionIds(minorText);
  return { number: decimalText(money(BigInt(minorText), known)), decimals: exponentOf(known) };
}

function plainCell(value: unknown): Cell {
  if (typeof value === "number" || typeof value === "bigint") return numberCell(value);
  if (typeof value === "string") return concealSessionIds(value);
  if (Array.isArray(value)) return concealSessionIds(value.map(String).join(", "));
  return concealSessionIds(JSON.stringify(value));
}

/** `2026-11-21 10:15:30` in the time zone: a spreadsheet of any language reads it as a time. */
function createTimeText(timeZone: string): (instant: string) => string {
  // The Swedish form is that of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (instant) => format.format(new Date(instant));
}
