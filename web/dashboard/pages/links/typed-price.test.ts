import { expect, it } from "vitest";
import { contradictions, noPrice, priceBody, type TypedPrice } from "./typed-price.ts";

it.each<[string, Partial<TypedPrice>, object | null]>([
  ["nothing typed", {}, null],
  ["one amount", { amount: "12 500" }, { amount: "12500" }],
  ["an amount that could be two", { amount: "1,5" }, null],
  ["an open amount without limits", { kind: "open", amount: "9" }, { amount: null }],
  [
    "an open amount with all of it",
    { kind: "open", least: "500", most: "9 000", suggestions: ["1000", "", "2.000"] },
    { amount: null, amountMin: "500", amountMax: "9000", amountSuggestions: ["1000", "2000"] },
  ],
  ["a limit that is no amount", { kind: "open", most: "beaucoup" }, null],
  ["a suggestion that is no amount", { kind: "open", suggestions: ["0"] }, null],
  ["a quantity", { kind: "quantity", amount: "500", largest: "5" }, { amount: "500", quantityMax: 5 }],
  [
    "a quantity from two",
    { kind: "quantity", amount: "500", fewest: "2", largest: "1000" },
    { amount: "500", quantityMin: 2, quantityMax: 1000 },
  ],
  ["a quantity without an end", { kind: "quantity", amount: "500" }, null],
  ["a quantity beyond a thousand", { kind: "quantity", amount: "500", largest: "1001" }, null],
  ["a quantity from nothing", { kind: "quantity", amount: "500", fewest: "0", largest: "2" }, null],
  [
    "a quantity that ends before it begins",
    { kind: "quantity", amount: "500", fewest: "9", largest: "2" },
    null,
  ],
  ["limits that exclude each other", { kind: "open", least: "5000", most: "1000" }, null],
  ["a suggestion below the least", { kind: "open", least: "5000", suggestions: ["", "2000"] }, null],
  ["a suggestion above the most", { kind: "open", most: "5000", suggestions: ["9000"] }, null],
  [
    "limits and suggestions that meet",
    { kind: "open", least: "500", most: "500", suggestions: ["500"] },
    { amount: null, amountMin: "500", amountMax: "500", amountSuggestions: ["500"] },
  ],
  ["a quantity without a price", { kind: "quantity", largest: "2" }, null],
])("the price of a new link: %s", (_what, typed, body) =>
  expect(priceBody({ ...noPrice, ...typed }, "XOF")).toEqual(body),
);

it("a form marks the field that contradicts another, and fields of another kind of price with it", () => {
  const typed = {
    ...noPrice,
    least: "5000",
    most: "1000",
    fewest: "9",
    largest: "2",
    suggestions: ["500", "", "x"],
  };
  expect(contradictions(typed, "XOF")).toEqual({
    largest: true,
    most: true,
    suggestions: [true, false, false],
  });
  expect(contradictions(noPrice, "XOF").most).toBe(false);
});
