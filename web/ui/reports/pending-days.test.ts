import { expect, it } from "vitest";
import { pendingByDay } from "./pending-days.ts";

const day = (date: string, amountMinor: string) => ({ date, amountMinor });
const FIVE = ["500", "400", "300", "200", "100"].map((amount, index) => day(`2026-11-2${index}`, amount));

it.each<[string, Parameters<typeof pendingByDay>, readonly (readonly [string | null, bigint])[]]>([
  ["nothing", [[], 0n], [[null, 0n]]],
  ["nothing read yet", [[], 900n], [[null, 900n]]],
  ["one day", [[day("2026-11-23", "900")], 900n], [["2026-11-23", 900n]]],
  [
    "more days than are shown",
    [FIVE, 1_500n],
    [
      ["2026-11-20", 500n],
      ["2026-11-21", 400n],
      ["2026-11-22", 300n],
      [null, 300n],
    ],
  ],
  [
    "money that came after the days were read",
    [[day("2026-11-23", "900")], 1_000n],
    [
      ["2026-11-23", 900n],
      [null, 100n],
    ],
  ],
  ["money that was settled since", [[day("2026-11-23", "900")], 400n], [[null, 400n]]],
])("pending by day: %s", (_name, [days, pending], expected) => {
  const parts = pendingByDay(days, pending);
  expect(parts.map(({ date, amount }) => [date, amount])).toEqual(expected);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(pending);
});
