import { expect, it } from "vitest";
import { refundable } from "./refund.tsx";

it.each([
  ["nothing was given back", "0", [], 5_000n],
  ["a part was given back", "1500", [], 3_500n],
  ["another part is on its way", "1500", ["500", "1000"], 2_000n],
  ["the whole is on its way", "0", ["5000"], 0n],
])("what can be refunded when %s", (_name, amountRefunded, underWay, left) =>
  expect(
    refundable(
      { amount: "5000", amountRefunded },
      underWay.map((amount) => ({ amount })),
    ),
  ).toBe(left),
);
