import { expect, it } from "vitest";
import { movedSum } from "./moved-sum.ts";

it.each([
  ["BOOK_BANK_ENTRY", { amount: "2500", currency: "XOF" }, { amount: "2500", currency: "XOF" }],
  ["RELEASE_PAYOUT_FILE", { total: "9", currency: "EUR" }, { amount: "9", currency: "EUR" }],
  ["RELEASE_PAYOUT_FILE", { amount: "9", currency: "EUR" }, null],
  ["SET_FEE_SCHEDULE", { amount: "9", currency: "EUR" }, null],
  ["CORRECT_PROVIDER_BOOK", { amount: 9, currency: "EUR" }, null],
  ["CORRECT_PROVIDER_BOOK", null, null],
] as const)("a change of the kind %s to %j moves %j", (kind, after, sum) => {
  expect(movedSum({ kind, after })).toEqual(sum);
});
