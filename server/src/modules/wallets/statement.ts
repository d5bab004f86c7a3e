import type { Database } from "../../db/database.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { readSealThrough, type Seal, type TransferType, transferTypes } from "../ledger/index.ts";
import { findRange, type Period, readRange, refuseLongRange } from "./periods.ts";
import { readEntryRange, type Wallet, type WalletEntry } from "./store.ts";
import { type Direction, directionOf } from "./view.ts";

/** The total of one type of entry over a period, in one direction. */
export interface StatementTotal {
  readonly type: TransferType;
  readonly direction: Direction;
  readonly count: number;
  readonly amount: bigint;
}

/** All amounts in minor units. */
export interface Statement {
  readonly wallet: Wallet;
  readonly period: Period;
  readonly openingBalance: bigint;
  readonly closingBalance: bigint;
  /** Incoming and outgoing money; entries within the wallet are neither. */
  readonly credits: bigint;
  readonly debits: bigint;
  readonly totals: readonly StatementTotal[];
  readonly entries: readonly WalletEntry[];
  /** The last seal within or before the statement. */
  readonly seal: Seal;
}

/** The reader of a file. */
export interface Reader {
  readonly merchantName: string;
  readonly locale: Locale;
}

/**
 * A wallet's statement: the balance before the period, every entry in it, the balance after it. Refuses with
 * REPORT_TOO_LARGE when it has more than `linesMax` entries.
 */
export async function readStatement(
  db: Database,
  merchantNo: MerchantNo,
  wallet: Wallet,
  period: Period,
  linesMax: number,
): Promise<Statement> {
  const range = await findRange(db, merchantNo, wallet, period);
  await refuseLongRange(db, merchantNo, wallet, range, linesMax);
  const [entries, [before], seal] = await Promise.all([
    readRange(db, merchantNo, wallet, range),
    readEntryRange(db, merchantNo, wallet.id, range.from - 1n, range.from),
    readSealThrough(db, merchantNo, wallet.id, range.to - 1n),
  ]);
  const openingBalance = before?.balanceAfter ?? 0n;
  const totals = totalsOf(entries);
  const sumOf = (direction: Direction) =>
    totals.reduce((sum, total) => (total.direction === direction ? sum + total.amount : sum), 0n);
  return {
    wallet,
    period,
    openingBalance,
    closingBalance: entries.at(-1)?.balanceAfter ?? openingBalance,
    credits: sumOf("CREDIT"),
    debits: sumOf("DEBIT"),
    totals,
    entries,
    seal,
  };
}

/** By type, in the order of the types; a type with both directions has two totals. */
function totalsOf(entries: readonly WalletEntry[]): readonly StatementTotal[] {
  const totals = new Map<string, StatementTotal>();
  for (const entry of entries) {
    const direction = directionOf(entry);
    const key = `${entry.type} ${direction}`;
    const { count, amount } = totals.get(key) ?? { count: 0, amount: 0n };
    totals.set(key, { type: entry.type, direction, count: count + 1, amount: amount + entry.amount });
  }
  return [...totals.values()].sort(
    (left, right) =>
      transferTypes.indexOf(left.type) - transferTypes.indexOf(right.type) ||
      left.direction.localeCompare(right.direction, "en"),
  );
}
