import { expect, it } from "vitest";
import { noPrice, priceBody, type TypedPrice } from "./typed-price.ts";

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
  ["a quantity without a price", { kind: "quantity", largest: "2" }, null],
])("the price of a new link: %s", (_what, typed, body) =>
  expect(priceBody({ ...noPrice, ...typed }, "XOF")).toEqual(body),
);
