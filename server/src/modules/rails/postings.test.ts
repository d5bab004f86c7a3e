import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { RailBalances } from "./accounts.ts";
import {
  addRailTransfers,
  type BookableLine,
  type BookedLine,
  bookLines,
  lineKeyOf,
  type RailTransfer,
  railTransfer,
} from "./postings.ts";

const DAY_MS = Date.UTC(2026, 10, 21);
const line = (fields: Partial<BookableLine> = {}): BookableLine => ({
  type: "PAYMENT",
  reference: "a",
  transactionId: "T1",
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs: DAY_MS,
  ...fields,
});
const NO_BALANCES: RailBalances = {
  adjustment: 0n,
  bank: 0n,
  clearing: 0n,
  in_transit: 0n,
  provider_balance: 0n,
  provider_fees: 0n,
};
/** Negative when a transfer takes back what another one of its type has moved. */
const signedAmount = ({ type, debit, amount }: RailTransfer): bigint =>
  type === "CORRECTION" || railTransfer(type, 1n)[0]?.debit === debit ? amount : -amount;
const xof = (minor: bigint) => money(minor, "XOF");

/** A book that takes statements one after the other, as the store keeps it. */
function openBook() {
  const booked = new Map<string, BookedLine>();
  let balances: RailBalances = NO_BALANCES;
  return {
    take: (...lines: readonly BookableLine[]): RailBalances => {
      for (const { lineKey, lineType, reference, transfers } of bookLines(lines, booked)) {
        balances = addRailTransfers(balances, transfers);
        const before = booked.get(lineKey) ?? { moved: 0n, fee: 0n };
        const sum = (isMovement: boolean) =>
          transfers
            .filter(({ type }) => (type === lineType) === isMovement)
            .reduce((total, one) => total + signedAmount(one), 0n);
        booked.set(lineKey, {
          lineType,
          reference,
          moved: before.moved + sum(true),
          fee: before.fee + sum(false),
        });
      }
      return balances;
    },
  };
}

it("the worked example: payment, fee, settlement, refund, payout", () => {
  const book = openBook();
  const fee = xof(75n);
  expect(book.take(line({ fee }))).toMatchObject({
    clearing: -5_000n,
    provider_balance: 4_925n,
    provider_fees: 75n,
  });
  const settlement = line({ type: "SETTLEMENT", reference: "S1", transactionId: "S1", amount: xof(4_925n) });
  expect(book.take(settlement)).toMatchObject({ provider_balance: 0n, in_transit: 4_925n });
  book.take(line({ reference: "b", transactionId: "T2", amount: xof(9_000n), fee: xof(135n) }));
  book.take(line({ type: "REFUND", reference: "r", transactionId: "T3", amount: xof(1_000n) }));
  expect(
    book.take(line({ type: "PAYOUT", reference: "p", transactionId: "T4", amount: xof(700n), fee: xof(7n) })),
  ).toEqual({
    adjustment: 0n,
    bank: 0n,
    clearing: -12_300n,
    in_transit: 4_925n,
    provider_balance: 7_158n,
    provider_fees: 217n,
  });
});

describe("what is booked of a line", () => {
  it("is booked once, whatever statements repeat it", () => {
    const book = openBook();
    const first = book.take(line({ fee: xof(75n) }));
    expect(book.take(line({ fee: xof(75n) }), line({ fee: xof(75n) }))).toEqual(first);
  });

  it("is brought to what a later statement says", () => {
    const book = openBook();
    book.take(line());
    expect(book.take(line({ amount: xof(4_900n), fee: xof(70n) }))).toMatchObject({
      clearing: -4_900n,
      provider_balance: 4_830n,
      provider_fees: 70n,
    });
  });

  it("waits while the provider calls it pending", () => {
    expect(openBook().take(line({ status: "PENDING" }))).toEqual(NO_BALANCES);
  });

  it.each(["FAILED", "REVERSED"] as const)(
    "is taken back when the provider calls it %s, under its number or another",
    (status) => {
      for (const transactionId of ["T1", "T9", null]) {
        const book = openBook();
        book.take(line({ fee: xof(75n) }));
        expect(book.take(line({ status, transactionId }))).toEqual(NO_BALANCES);
      }
    },
  );

  it("keeps the fee that the provider keeps of a reversal", () => {
    const book = openBook();
    book.take(line({ type: "PAYOUT", fee: xof(7n) }));
    const reversed = line({ type: "PAYOUT", status: "REVERSED", transactionId: "T9", fee: xof(3n) });
    expect(book.take(reversed)).toMatchObject({ clearing: 0n, provider_balance: -3n, provider_fees: 3n });
  });

  it("is booked twice when the provider moved it twice: under two numbers", () => {
    expect(openBook().take(line(), line({ transactionId: "T2" }))).toMatchObject({ clearing: -10_000n });
  });

  it("is a fee that comes back, money from our bank, a correction: negative amounts", () => {
    const book = openBook();
    const about = (type: BookableLine["type"], minor: bigint, transactionId: string) =>
      book.take(line({ type, reference: transactionId, transactionId, amount: xof(minor) }));
    expect(about("FEE", -20n, "F1")).toMatchObject({ provider_balance: 20n, provider_fees: -20n });
    expect(about("SETTLEMENT", -300n, "S1")).toMatchObject({ provider_balance: 320n, in_transit: -300n });
    expect(about("ADJUSTMENT", -120n, "A1")).toMatchObject({ provider_balance: 200n, adjustment: 120n });
  });
});

it("a line about the account without a number is told from next month's by its time", () => {
  const monthly = line({ type: "FEE", reference: "monthly", transactionId: null });
  expect(lineKeyOf(monthly)).not.toBe(lineKeyOf({ ...monthly, occurredAtMs: DAY_MS + 1 }));
  const payment = line({ transactionId: null });
  expect(lineKeyOf(payment)).toBe(lineKeyOf({ ...payment, occurredAtMs: DAY_MS + 1 }));
});

it("a transfer says which way its amount went", () => {
  for (const type of ["PAYMENT", "REFUND", "PAYOUT", "FEE", "SETTLEMENT", "ADJUSTMENT", "ARRIVAL"] as const) {
    expect(railTransfer(type, 5n).map(signedAmount)).toEqual([5n]);
    expect(railTransfer(type, -5n).map(signedAmount)).toEqual([-5n]);
    expect(railTransfer(type, 0n)).toEqual([]);
  }
});
