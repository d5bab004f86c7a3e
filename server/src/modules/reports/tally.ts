import type { CurrencyCode } from "../../kit/currency.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import {
  type AttemptOutcome,
  type BookingFacts,
  type BookingKind,
  bookingEffect,
  outcomeOf,
} from "./rules.ts";
import type { TruthCount } from "./truth-buckets.ts";

/** Where a row counts: an interval of the period, a group, a currency. */
export interface Place {
  /** From 1, as `width_bucket` numbers the intervals. */
  readonly interval: number;
  readonly group: string | null;
  readonly currency: CurrencyCode;
}

export interface AttemptRow extends Place {
  readonly status: string;
  readonly failureCode: FailureCode | null;
  readonly isUnknown: boolean;
  readonly truthBucket: number | null;
  /** An account at a provider was found for it. */
  readonly isSent: boolean;
  readonly n: bigint;
  readonly firstCount: bigint;
  readonly paidCount: bigint;
  readonly amount: bigint;
}

export interface BookingRow extends Place, BookingFacts {
  readonly n: bigint;
  readonly amount: bigint;
}

interface Sum {
  readonly count: number;
  /** Minor units. */
  readonly amount: bigint;
}

/** All that happened in one interval, group and currency. */
export interface Tally {
  readonly attempts: Readonly<Record<AttemptOutcome, Sum>>;
  readonly booked: Readonly<Record<BookingKind, Sum>>;
  readonly truth: readonly TruthCount[];
  readonly failures: ReadonlyMap<FailureCode, number>;
  readonly funnel: {
    readonly methodChosen: number;
    readonly sent: number;
    readonly approved: number;
    readonly paid: number;
  };
}

const NOTHING: Sum = { count: 0, amount: 0n };

export const EMPTY_TALLY: Tally = {
  attempts: { succeeded: NOTHING, failed: NOTHING, cancelled: NOTHING, unknown: NOTHING, underWay: NOTHING },
  booked: { takings: NOTHING, fees: NOTHING, refunds: NOTHING, payouts: NOTHING, corrections: NOTHING },
  truth: [],
  failures: new Map(),
  funnel: { methodChosen: 0, sent: 0, approved: 0, paid: 0 },
};

/** Adds attempts to a tally. Pure. */
export function addAttempts(tally: Tally, rows: readonly AttemptRow[]): Tally {
  const attempts = { ...tally.attempts };
  const truth = new Map(tally.truth.map(({ bucket, n }) => [bucket, n]));
  const failures = new Map(tally.failures);
  const funnel = { ...tally.funnel };
  for (const row of rows) {
    const outcome = outcomeOf(row);
    const n = Number(row.n);
    attempts[outcome] = added(attempts[outcome], n, row.amount);
    const isTruth = outcome === "succeeded" || outcome === "failed";
    if (isTruth && row.truthBucket !== null)
      truth.set(row.truthBucket, (truth.get(row.truthBucket) ?? 0) + n);
    if (row.status === "FAILED" && row.failureCode !== null) {
      failures.set(row.failureCode, (failures.get(row.failureCode) ?? 0) + n);
    }
    funnel.methodChosen += Number(row.firstCount);
    funnel.sent += row.isSent ? n : 0;
    funnel.approved += outcome === "succeeded" ? n : 0;
    funnel.paid += Number(row.paidCount);
  }
  const counts = [...truth].map(([bucket, n]) => ({ bucket, n }));
  return {
    ...tally,
    attempts,
    truth: counts.sort((left, right) => left.bucket - right.bucket),
    failures,
    funnel,
  };
}

/** Adds ledger bookings to a tally. What takes from a kind takes its count off as well. Pure. */
export function addBookings(tally: Tally, rows: readonly BookingRow[]): Tally {
  const booked = { ...tally.booked };
  for (const row of rows) {
    const effect = bookingEffect(row);
    if (effect === null) continue;
    const n = Number(row.n * effect.sign);
    booked[effect.kind] = added(booked[effect.kind], n, row.amount * effect.sign);
  }
  return { ...tally, booked };
}

function added(sum: Sum, count: number, amount: bigint): Sum {
  return { count: sum.count + count, amount: sum.amount + amount };
}

/** Rows by a key, in the order in which keys first come. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
