import { expect, it } from "vitest";
import { movedBy, usualHappening } from "./happenings.ts";

it.each([
  ["FEE", "USUAL", "provider_fees", "provider_balance"],
  ["REST", "USUAL", "provider_fees", "in_transit"],
  ["NOT_OURS", "USUAL", "clearing", "adjustment"],
  ["NEVER_HAD", "USUAL", "adjustment", "clearing"],
  ["FEE", "BACK", "provider_balance", "provider_fees"],
] as const)("%s, %s: %s grows by what leaves %s", (happening, direction, debit, credit) =>
  expect(movedBy(happening, direction)).toEqual({ debit, credit }),
);

it.each([
  ["MISSING_HERE", "NOT_OURS"],
  ["MISSING_THERE", "NEVER_HAD"],
  ["BALANCE", "FEE"],
])("a difference of kind %s is usually %s", (kind, happening) =>
  expect(usualHappening(kind)).toBe(happening),
);
