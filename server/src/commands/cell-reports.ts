import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CellListError, parseCellList } from "../cells/list.ts";
import {
  askReports,
  booked,
  type CellReport,
  CellReportError,
  counted,
  mergeReports,
  type ReportQuestion,
} from "../cells/reports.ts";
import { csvFile, numberCell } from "../documents/index.ts";
import { nameOfCell } from "../kit/cell.ts";
import { exponentOf } from "../kit/currency.ts";
import { decimalText, money } from "../kit/money.ts";
import { UsageError } from "./usage.ts";

/**
 * Adds the reports of all cells, as CSV on the standard output: a row for each interval and currency in which something happened.
 * On the standard error stands how far each cell has counted. Exit code 1, and no row: a file is wrong, or a cell gave no report.
 */
export async function cellReports(args: readonly string[]): Promise<number> {
  const { listPath, tokensPath, question } = readArguments(args);
  try {
    const list = parseCellList(await read(listPath));
    const tokens = parseTokens(await read(tokensPath), tokensPath);
    const reports = await askReports(list, tokens, question);
    process.stdout.write(await reportTable(reports));
    process.stderr.write(progressText(reports, question.to));
    return 0;
  } catch (error) {
    const isExpected =
      error instanceof CellListError || error instanceof CellReportError || error instanceof FileError;
    if (!isExpected) throw error;
    process.stderr.write(`${error instanceof CellListError ? `${listPath}: ` : ""}${error.message}\n`);
    return 1;
  }
}

/** How far each cell has counted, and whether something of a report that ends at `to` is still missing. */
export function progressText(reports: readonly CellReport[], to: string): string {
  const lines = reports.map(({ code, asOf }) => {
    const isBehind = Date.parse(asOf) < Date.parse(to);
    return `${nameOfCell(code)}: counted to ${asOf}${isBehind ? ", before the end of the report: ask again later for the rest" : ""}\n`;
  });
  return lines.join("");
}

/** The merged report as CSV. Amounts in major units; those of different currencies are never added. */
export function reportTable(reports: readonly CellReport[]): Promise<Buffer> {
  const header = [
    "start",
    "currency",
    ...counted.map((name) => `attempts ${name}`),
    ...booked.flatMap((name) => [`${name} count`, name]),
    "net",
  ];
  const rows = mergeReports(reports).map(({ start, currency, attempts, sums }) => {
    const amount = (minor: bigint) => ({
      number: decimalText(money(minor, currency)),
      decimals: exponentOf(currency),
    });
    return [
      start,
      currency,
      ...counted.map((name) => numberCell(attempts[name])),
      ...booked.flatMap((name) => [numberCell(sums[name].count), amount(sums[name].amount)]),
      amount(sums.takings.amount - sums.fees.amount),
    ];
  });
  return csvFile(header, rows);
}

/** A file that was named and is not what it must be. The message names it. */
class FileError extends Error {}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new FileError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Tokens by the code of their cell. Throws FileError, which never repeats what stands in the file. */
function parseTokens(text: string, path: string): ReadonlyMap<string, string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new FileError(`${path}: the tokens are not JSON`);
  }
  const entries =
    typeof given === "object" && given !== null && !Array.isArray(given) ? Object.entries(given) : [];
  const isGood =
    entries.length > 0 &&
    entries.every(([, token]) => typeof token === "string" && /^svc_op_[\w-]+$/.test(token));
  if (!isGood)
    throw new FileError(
      `${path}: the tokens must be an object of operators' tokens (svc_op_…) by the code of their cell, "default" for the default cell`,
    );
  return new Map(entries as readonly (readonly [string, string])[]);
}

const intervals = ["hour", "day", "week", "month", "period"] as const;
const modes = ["LIVE", "SANDBOX"] as const;

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        list: { type: "string" },
        tokens: { type: "string" },
        from: { type: "string" },
        to: { type: "string" },
        "time-zone": { type: "string", default: "UTC" },
        interval: { type: "string", default: "hour" },
        mode: { type: "string", default: "LIVE" },
      },
    });
    const question: ReportQuestion = {
      from: required(values.from, "--from must be an instant at a full hour, such as 2026-11-21T00:00:00Z."),
      to: required(values.to, "--to must be an instant at a full hour, and is not part of the report."),
      timeZone: values["time-zone"],
      interval: oneOf(intervals, values.interval, "--interval"),
      mode: oneOf(modes, values.mode, "--mode"),
    };
    return {
      listPath: required(values.list, "--list must name the file with the list."),
      tokensPath: required(
        values.tokens,
        "--tokens must name the file with an operator's token for each cell.",
      ),
      question,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(value: string | undefined, rule: string): string {
  if (value === undefined || value === "") throw new Error(rule);
  return value;
}

function oneOf<T extends string>(allowed: readonly T[], value: string, option: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`${option} must be one of ${allowed.join(", ")}.`);
  return found;
}
