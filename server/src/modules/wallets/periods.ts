import type { Queryable } from "../../db/database.ts";
import { invalidFilter } from "../../http/list-page.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { findPositionAt, readDetached } from "../ledger/index.ts";
import { walletErrors } from "./errors.ts";
import { readEntryRange, type Wallet, type WalletEntry } from "./store.ts";

/** A leap year, for yearly statements. */
const PERIOD_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** Half-open: `from` included, `to` excluded. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The same period as positions, half-open too. */
export interface PositionRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The ends of a period in a query. */
export interface PeriodQuery {
  readonly from?: string;
  readonly to?: string;
}

/**
 * The requested period; by default until now, and from the first of that month (UTC). Refuses with VALIDATION_ERROR one
 * that is empty or longer than `daysMax` days.
 */
export function parsePeriod(query: PeriodQuery, nowMs: number, daysMax = PERIOD_DAYS_MAX): Period {
  const toMs = query.to === undefined ? nowMs : parseInstant("to", query.to);
  const fromMs = query.from === undefined ? startOfMonth(toMs) : parseInstant("from", query.from);
  if (toMs <= fromMs) throw invalidFilter("to", "order", "must lie after from");
  if (toMs - fromMs > daysMax * DAY_MS) {
    throw invalidFilter("to", "maximum", `must lie at most ${daysMax} days after from`);
  }
  return { fromMs, toMs };
}

/** The month of the last instant before `atMs`. */
function startOfMonth(atMs: number): number {
  const last = new Date(atMs - 1);
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1);
}

/** Refuses with VALIDATION_ERROR text that has the form of an instant but is not one: a leap second. */
export function parseInstant(path: string, text: string): number {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) throw invalidFilter(path, "format", "must be an instant that exists");
  // Nothing is older than the epoch, and PostgreSQL has no year 0.
  return Math.max(0, atMs);
}

/** Refuses with LEDGER_DETACHED an instant whose entries were moved out of the database, in whole or in part. */
export async function refuseDetached(
  db: Queryable,
  merchantNo: MerchantNo,
  wallet: Wallet,
  atMs: number,
): Promise<void> {
  const detached = await readDetached(db, merchantNo, wallet.id);
  if (detached === null || atMs > detached.atMs) return;
  throw walletErrors.LEDGER_DETACHED({ availableFrom: new Date(detached.atMs + 1).toISOString() });
}

/** The positions of a period. Refuses with LEDGER_DETACHED one whose beginning was moved out of the database. */
export async function findRange(
  db: Queryable,
  merchantNo: MerchantNo,
  wallet: Wallet,
  { fromMs, toMs }: Period,
): Promise<PositionRange> {
  await refuseDetached(db, merchantNo, wallet, fromMs);
  const end = wallet.transferCount + 1n;
  const [from, to] = await Promise.all(
    [fromMs, toMs].map((atMs) => findPositionAt(db, merchantNo, wallet.id, atMs)),
  );
  return { from: from ?? end, to: to ?? end };
}

/** Refuses with REPORT_TOO_LARGE, giving the instant before which `linesMax` lines lie. */
export async function refuseLongRange(
  db: Queryable,
  merchantNo: MerchantNo,
  wallet: Wallet,
  { from, to }: PositionRange,
  linesMax: number,
): Promise<void> {
  const lineCount = to - from;
  if (lineCount <= BigInt(linesMax)) return;
  const beyond = from + BigInt(linesMax);
  const [first] = await readEntryRange(db, merchantNo, wallet.id, beyond, beyond + 1n);
  throw walletErrors.REPORT_TOO_LARGE({
    lineCount: Number(lineCount),
    lineCountMax: linesMax,
    coversUntil: first === undefined ? null : new Date(first.createdAtMs).toISOString(),
  });
}

/** Entries per read from the database: other requests run between two reads. */
const CHUNK = 1_000n;

/** The entries of a range, in order. Entries are append-only, so successive reads are consistent. */
export async function readRange(
  db: Queryable,
  merchantNo: MerchantNo,
  wallet: Wallet,
  { from, to }: PositionRange,
): Promise<readonly WalletEntry[]> {
  const entries: WalletEntry[] = [];
  for (let start = from; start < to; start += CHUNK) {
    const end = start + CHUNK < to ? start + CHUNK : to;
    entries.push(...(await readEntryRange(db, merchantNo, wallet.id, start, end)));
  }
  return entries;
}
