import { expect, it } from "vitest";
import { totalsOf } from "./totals.ts";

const book = (currency: string, providerBalance: string, inTransit: string, bank: string, open: string) => ({
  currency,
  providerBalance,
  inTransit,
  bank,
  clearing: { open },
});

it("sums what the platform holds by currency, also beyond what a float holds exactly", () => {
  const books = [
    book("XOF", "9007199254740993", "5", "-3", "100"),
    book("EUR", "1050", "0", "0", "0"),
    book("XOF", "2", "0", "0", "-40"),
  ];
  expect(totalsOf(books)).toEqual([
    { currency: "EUR", held: "1050", open: "0" },
    { currency: "XOF", held: "9007199254740997", open: "60" },
  ]);
});

it("has no sum without a book", () => {
  expect(totalsOf([])).toEqual([]);
});
