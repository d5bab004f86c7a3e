import { describe, expect, it } from "vitest";
import { dayStart } from "../parts/filters.tsx";
import { amountText } from "./amounts.ts";
import { dateText, lengthText, momentText } from "./times.ts";
import { typedAmount } from "./typed-amount.ts";

describe("amounts that people type", () => {
  it.each([
    ["12 500", "XOF", 12_500n],
    ["12\u202f500", "XOF", 12_500n],
    ["12,50", "EUR", 1_250n],
    ["12.5", "EUR", 1_250n],
    ["12,5", "XOF", null],
    ["0", "XOF", null],
    ["-5", "XOF", null],
    ["1e3", "XOF", null],
    ["", "XOF", null],
    ["5000", "ABC", null],
    ["5.000", "XOF", 5_000n],
    ["1,250,000", "XOF", 1_250_000n],
    ["5000,00", "XOF", 5_000n],
    ["5.000,00", "XOF", 5_000n],
    ["5.000.00", "XOF", null],
    ["50.000,5", "XOF", null],
    ["1.250", "EUR", null],
    ["1.000", "EUR", null],
    ["1.250.000", "EUR", 125_000_000n],
    ["1.250,50", "EUR", 125_050n],
    ["1,250.50", "EUR", 125_050n],
    ["1,250,50", "EUR", null],
    ["1 250,5", "EUR", 125_050n],
    ["1.250", "TND", 1_250n],
    ["1’250", "CHF", 125_000n],
  ])("%s %s", (text, currency, minor) => expect(typedAmount(text, currency)).toBe(minor));
});

it("an unknown currency stays as it came", () => {
  expect(amountText("5000", "ABC", "fr")).toBe("5000 ABC");
  expect(amountText("5000", "XOF", "fr").replace(/\s/g, " ")).toBe("5 000 F CFA");
});

it.each([
  [0, "0 s"],
  [3, "3 ms"],
  [2_200, "2,2 s"],
  [45_000, "45 s"],
  [840_000, "14 min"],
  [10_800_000, "3 h"],
  [259_200_000, "3 j"],
])("%d ms is said with one unit", (ms, text) => expect(lengthText(ms, "fr").replace(/\s/g, " ")).toBe(text));

it("times are those of the reader's place", () => {
  const instant = "2026-11-22T23:30:00.000Z";
  expect(momentText(instant, "en", "Africa/Abidjan")).toContain("22 Nov 2026");
  expect(momentText(instant, "en", "Africa/Kinshasa")).toContain("23 Nov 2026");
});

it.each([
  ["Africa/Abidjan", 0, "2026-11-22T00:00:00.000Z"],
  ["Africa/Kinshasa", 0, "2026-11-21T23:00:00.000Z"],
  ["Africa/Kinshasa", 1, "2026-11-22T23:00:00.000Z"],
])("a day in %s begins there (plus %d)", (timeZone, plusDays, instant) =>
  expect(dayStart({ from: "2026-11-22" }, "from", timeZone, plusDays)).toBe(instant),
);

it("a date of a calendar is the same day everywhere", () => {
  expect(dateText("2026-11-20", "fr")).toBe("20 nov. 2026");
  expect(dateText("2026-11-20", "en")).toBe("20 Nov 2026");
  expect(dateText("2026-11-20", "pt")).toBe("20/11/2026");
});
it("what is no day is not asked for", () => expect(dayStart({ from: "yesterday" }, "from", "UTC")).toBe(""));
