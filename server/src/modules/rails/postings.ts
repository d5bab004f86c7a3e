import type { StatementLine } from "../../providers/provider.ts";
import type { RailAccount, RailBalances } from "./accounts.ts";

export type RailTransferType = StatementLine["type"] | "ARRIVAL" | "OPENING" | "CORRECTION";

/** `amount` minor units, above zero: debited to one account and credited to another. */
export interface RailTransfer {
  readonly debit: RailAccount;
  readonly credit: RailAccount;
  readonly amount: bigint;
  readonly type: RailTransferType;
}

/** The accounts of a transfer whose amount is positive: a negative amount exchanges them. */
const sides: Readonly<
  Record<Exclude<RailTransferType, "CORRECTION">, readonly [debit: RailAccount, credit: RailAccount]>
> = {
  PAYMENT: ["provider_balance", "clearing"],
  REFUND: ["clearing", "provider_balance"],
  PAYOUT: ["clearing", "provider_balance"],
  FEE: ["provider_fees", "provider_balance"],
  SETTLEMENT: ["in_transit", "provider_balance"],
  ADJUSTMENT: ["provider_balance", "adjustment"],
  ARRIVAL: ["bank", "in_transit"],
  OPENING: ["provider_balance", "adjustment"],
};

/** The transfer of a signed amount in minor units; none for zero. */
export function railTransfer(type: keyof typeof sides, amount: bigint): readonly RailTransfer[] {
  const [debit, credit] = sides[type];
  if (amount === 0n) return [];
  return amount > 0n
    ? [{ type, amount, debit, credit }]
    : [{ type, amount: -amount, debit: credit, credit: debit }];
}

/** A line of a statement as far as it is booked. */
export type BookableLine = Pick<
  StatementLine,
  "type" | "reference" | "transactionId" | "status" | "amount" | "fee" | "occurredAtMs"
>;

/**
 * What the provider knows a line by: its own number, or our reference where it gives none. A line without a number about
 * the account itself may repeat its text each month, so its time belongs to it.
 */
export function lineKeyOf({ type, reference, transactionId, occurredAtMs }: BookableLine): string {
  if (transactionId !== null) return `${type} #${transactionId}`;
  const isOperation = type === "PAYMENT" || type === "REFUND" || type === "PAYOUT";
  return isOperation ? `${type} ${reference}` : `${type} ${reference} ${occurredAtMs}`;
}

/** What is booked under a line's key: the movement and its fee, signed, in minor units. */
export interface BookedLine {
  readonly lineType: StatementLine["type"];
  readonly reference: string;
  readonly moved: bigint;
  readonly fee: bigint;
}

/** The transfers that a line needs, under the key that they are found by. */
export interface LineBooking {
  readonly lineKey: string;
  readonly lineType: StatementLine["type"];
  readonly reference: string;
  readonly transfers: readonly RailTransfer[];
}

/**
 * The transfers that bring the book from what is booked to what the lines say, in the order of the lines. A line that is
 * booked already needs none, a corrected one the rest, and one that failed or was reversed takes back whatever was
 * booked under its type and reference. A pending line says nothing yet. Pure.
 *
 * `booked`: by line key, of every reference in `lines`.
 */
export function bookLines(
  lines: readonly BookableLine[],
  booked: ReadonlyMap<string, BookedLine>,
): readonly LineBooking[] {
  const now = new Map(booked);
  const keysOf = new Map<string, Set<string>>();
  const remember = (lineKey: string, { lineType, reference }: BookedLine): void => {
    const about = `${lineType} ${reference}`;
    keysOf.set(about, (keysOf.get(about) ?? new Set<string>()).add(lineKey));
  };
  for (const [lineKey, one] of booked) remember(lineKey, one);

  const bookings: LineBooking[] = [];
  const bring = (lineKey: string, next: BookedLine): void => {
    const before = now.get(lineKey);
    const { lineType, reference } = next;
    const transfers = [
      ...railTransfer(lineType, next.moved - (before?.moved ?? 0n)),
      ...railTransfer("FEE", next.fee - (before?.fee ?? 0n)),
    ];
    now.set(lineKey, next);
    remember(lineKey, next);
    if (transfers.length > 0) bookings.push({ lineKey, lineType, reference, transfers });
  };

  for (const line of lines) {
    const { type: lineType, reference, status, amount, fee } = line;
    if (status === "PENDING") continue;
    const ownKey = lineKeyOf(line);
    const feeTaken = fee?.minor ?? 0n;
    if (status === "SUCCEEDED") {
      bring(ownKey, { lineType, reference, moved: amount.minor, fee: feeTaken });
      continue;
    }
    // The provider may keep a fee for what it did not do.
    const keys = new Set([
      ...(keysOf.get(`${lineType} ${reference}`) ?? []),
      ...(feeTaken === 0n ? [] : [ownKey]),
    ]);
    for (const key of keys) {
      bring(key, { lineType, reference, moved: 0n, fee: key === ownKey ? feeTaken : 0n });
    }
  }
  return bookings;
}

/** Balances after `transfers`. */
export function addRailTransfers(balances: RailBalances, transfers: readonly RailTransfer[]): RailBalances {
  const sums = { ...balances };
  for (const { debit, credit, amount } of transfers) {
    sums[debit] += amount;
    sums[credit] -= amount;
  }
  return sums;
}
