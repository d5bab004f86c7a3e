import { nameOfCell } from "../kit/cell.ts";
import { type CurrencyCode, isCurrencyCode } from "../kit/currency.ts";
import type { CellList, ListedCell } from "./list.ts";

/** What is asked of every cell. Both ends are named, so that all cells speak of the same hours. */
export interface ReportQuestion {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly interval: "hour" | "day" | "week" | "month" | "period";
  readonly mode: "SANDBOX" | "LIVE";
}

/** Numbers of attempts, in the order of the columns. */
export const counted = ["succeeded", "failed", "cancelled", "unknown", "underWay"] as const;
/** Sums of money with how often there was something to add, in the order of the columns. */
export const booked = ["takings", "fees", "refunds", "payouts", "corrections"] as const;

interface Sum {
  readonly count: number;
  /** In minor units. */
  readonly amount: bigint;
}

/** One interval of one currency. */
export interface ReportPoint {
  readonly start: string;
  readonly currency: CurrencyCode;
  readonly attempts: Readonly<Record<(typeof counted)[number], number>>;
  readonly sums: Readonly<Record<(typeof booked)[number], Sum>>;
}

export interface CellReport {
  readonly code: string | null;
  /** Everything that happened before is counted. */
  readonly asOf: string;
  readonly points: readonly ReportPoint[];
}

/** A cell did not give its report. The message names the cell and the reason. */
export class CellReportError extends Error {
  override readonly name = "CellReportError";
}

/** The name of a cell among the tokens: no code can be as long. */
const DEFAULT_CELL = "default";
const ANSWER_TIMEOUT_MS = 60_000;
const ASKED_AT_ONCE = 4;

/**
 * Asks every cell for its report, past the proxy, each with the token of an operator of that cell (by code; `default` for the
 * default cell). Throws CellReportError when one does not give it: a sum without one cell would be taken for the whole.
 */
export async function askReports(
  { cells }: CellList,
  tokens: ReadonlyMap<string, string>,
  question: ReportQuestion,
): Promise<readonly CellReport[]> {
  const without = cells.find(({ code }) => !tokens.has(code ?? DEFAULT_CELL));
  if (without !== undefined)
    throw new CellReportError(
      `there is no token for ${nameOfCell(without.code)}: add ${JSON.stringify(without.code ?? DEFAULT_CELL)} to the tokens`,
    );
  const reports: CellReport[] = [];
  for (let from = 0; from < cells.length; from += ASKED_AT_ONCE) {
    const some = cells.slice(from, from + ASKED_AT_ONCE);
    reports.push(
      ...(await Promise.all(
        some.map((cell) => reportOf(cell, tokens.get(cell.code ?? DEFAULT_CELL) ?? "", question)),
      )),
    );
  }
  return reports;
}

/** The same report of all cells: sums of each currency and interval, by interval, then by currency. Pure. */
export function mergeReports(reports: readonly CellReport[]): readonly ReportPoint[] {
  const merged = new Map<string, ReportPoint>();
  for (const point of reports.flatMap(({ points }) => points)) {
    const key = `${point.start} ${point.currency}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? point : added(known, point));
  }
  return [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, point]) => point);
}

const added = (one: ReportPoint, other: ReportPoint): ReportPoint => ({
  ...one,
  attempts: recordOf(counted, (name) => one.attempts[name] + other.attempts[name]),
  sums: recordOf(booked, (name) => ({
    count: one.sums[name].count + other.sums[name].count,
    amount: one.sums[name].amount + other.sums[name].amount,
  })),
});

const recordOf = <K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;

/** From the first server of the cell that can be reached. */
async function reportOf(cell: ListedCell, token: string, question: ReportQuestion): Promise<CellReport> {
  const path = `/api/v1/tenant/reports/series?${new URLSearchParams({ ...question, groupBy: "none" })}`;
  const problems: string[] = [];
  for (const server of cell.servers) {
    const answer = await get(`http://${server}${path}`, token).catch((error: unknown) => reasonOf(error));
    if (typeof answer !== "string") return readReport(cell, answer);
    problems.push(`${server} does not answer: ${answer}`);
  }
  throw new CellReportError(`${nameOfCell(cell.code)}: ${problems.join("; ")}`);
}

interface Answer {
  readonly status: number;
  /** What the answer says of its cell; null: nothing, as the default cell does. */
  readonly cell: string | null;
  readonly body: string;
}

async function get(url: string, token: string): Promise<Answer> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    redirect: "manual",
  });
  return { status: answer.status, cell: answer.headers.get("cauris-cell"), body: await answer.text() };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

type Fields = Readonly<Record<string, unknown>>;
interface SeriesAnswer {
  readonly success?: boolean;
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly data?: {
    readonly asOf: string;
    readonly series: readonly { readonly currency: string; readonly points: readonly Fields[] }[];
  };
}

function readReport({ code }: ListedCell, { status, cell, body }: Answer): CellReport {
  const name = nameOfCell(code);
  if (cell !== code)
    throw new CellReportError(
      `${name}: its address belongs to ${nameOfCell(cell)}: see cauris-server cells status`,
    );
  const answer = parsed(body);
  if (status !== 200 || answer?.data === undefined)
    throw new CellReportError(
      `${name} refuses the report: ${[status, answer?.error?.code, answer?.error?.message].filter(Boolean).join(" ")}`,
    );
  const { asOf, series } = answer.data;
  return {
    code,
    asOf,
    points: series.flatMap(({ currency, points }) => points.map((point) => pointOf(name, currency, point))),
  };
}

function parsed(body: string): SeriesAnswer | null {
  try {
    return JSON.parse(body) as SeriesAnswer;
  } catch {
    // A page of another program: its status says enough.
    return null;
  }
}

function pointOf(cell: string, currency: string, point: Fields): ReportPoint {
  const other = (what: string) =>
    new CellReportError(`${cell} answers a report of another release: ${what} is not what this one knows`);
  if (!isCurrencyCode(currency)) throw other(`the currency ${currency}`);
  const attempts = (point.attempts ?? {}) as Fields;
  return {
    start: String(point.start),
    currency,
    attempts: recordOf(counted, (name) => {
      const count = attempts[name];
      if (typeof count !== "number" || !Number.isSafeInteger(count)) throw other(`attempts.${name}`);
      return count;
    }),
    sums: recordOf(booked, (name) => {
      const { count, amountMinor } = (point[name] ?? {}) as Fields;
      if (typeof count !== "number" || typeof amountMinor !== "string" || !/^-?[0-9]+$/.test(amountMinor))
        throw other(name);
      return { count, amount: BigInt(amountMinor) };
    }),
  };
}
