import { describe, expect, it } from "vitest";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { type Candidate, type CreditedPayment, suggestPayments, suggestTakenBack } from "./suggestions.ts";

const candidate = (ownId: string, amount: bigint, merchantNo = 1): Candidate => ({
  merchantNo: merchantNo as MerchantNo,
  chargeId: `charge of ${ownId}` as Id<"charge">,
  ownId,
  status: "REQUIRES_ACTION",
  amount,
  currency: "XOF",
});
const entry = {
  amount: 5_000n,
  currency: "XOF" as const,
  texts: ["CDE k7m2-q9xt 3A07"],
  paidMerchants: new Set([7 as MerchantNo]),
};
const reasons = (candidates: readonly Candidate[]) =>
  suggestPayments(entry, candidates).map(({ ownId, reasons: told }) => [ownId, told]);

it("names the payment in the text, then those nearly in it, then those that merely fit", () => {
  expect(
    reasons([
      candidate("ABCDEFGHJK11", 5_000n),
      candidate("K7M2Q9XT3B17", 4_000n),
      candidate("K7M2Q9XT3A07", 4_000n),
      candidate("ABCDEFGHJK22", 9n, 7),
      candidate("ABCDEFGHJK33", 5_000n, 7),
    ]),
  ).toEqual([
    ["K7M2Q9XT3A07", ["REFERENCE"]],
    ["K7M2Q9XT3B17", ["NEAR_REFERENCE"]],
    ["ABCDEFGHJK33", ["AMOUNT", "PAYER_ACCOUNT"]],
    ["ABCDEFGHJK11", ["AMOUNT"]],
    ["ABCDEFGHJK22", ["PAYER_ACCOUNT"]],
  ]);
});

it("names none for which nothing speaks: three wrong characters are another reference", () => {
  expect(reasons([candidate("K7M2Q9XT3B18", 4_000n), candidate("ABCDEFGHJK11", 4_999n)])).toEqual([]);
  expect(reasons([{ ...candidate("ABCDEFGHJK11", 5_000n), currency: "XAF" }])).toEqual([]);
});

it("names five at most", () => {
  expect(
    reasons(Array.from({ length: 9 }, (_, at) => candidate(`ABCDEFGHJK${10 + at}`, 5_000n))),
  ).toHaveLength(5);
});

describe("a line that takes money back", () => {
  const credited = (ownId: string, of: Partial<CreditedPayment> = {}): CreditedPayment => ({
    ...candidate(ownId, 5_000n),
    status: "SUCCEEDED",
    numbers: [],
    credited: 5_000n,
    isSamePayer: false,
    ...of,
  });
  const takenBack = (texts: readonly string[], payments: readonly CreditedPayment[]) =>
    suggestTakenBack({ ...entry, texts }, payments).map(({ ownId, reasons: told }) => [ownId, told]);

  it("is most likely about the payment that it names, then that of the bank's number, of the payer, and of the amount", () => {
    const payments = [
      credited("ABCDEFGHJK11"),
      credited("ABCDEFGHJK22", { isSamePayer: true }),
      credited("ABCDEFGHJK33", { numbers: ["BK-20261120-0778"], credited: 4_999n }),
      credited("K7M2Q9XT3A07", { credited: 1n }),
    ];
    expect(takenBack(["ANNUL k7m2 q9xt 3a07", "BK 20261120 0778"], payments)).toEqual([
      ["K7M2Q9XT3A07", ["REFERENCE"]],
      ["ABCDEFGHJK33", ["BANK_NUMBER"]],
      ["ABCDEFGHJK22", ["AMOUNT", "PAYER_ACCOUNT"]],
      ["ABCDEFGHJK11", ["AMOUNT"]],
    ]);
  });

  it("compares what the bank has credited, not what was asked for", () => {
    const other = credited("ABCDEFGHJK11", { amount: 5_000n, credited: 4_000n });
    expect(takenBack(["Annulation"], [other])).toEqual([]);
  });

  it("is not about a payment for whose credit the bank has a number as short as a day", () => {
    const short = credited("ABCDEFGHJK11", { numbers: ["21"], credited: 1n });
    expect(takenBack(["Annulation 21 11"], [short])).toEqual([]);
  });
});
