import { expect, test } from "vitest";
import { money } from "../kit/money.ts";
import { refundVerdict } from "./refund-limit.ts";

const upTo = { XOF: 50_000n };

test.each([
  [50_000n, "XOF", "within"],
  [50_001n, "XOF", "above"],
  [1n, "EUR", "above"],
] as const)("a limit of 50 000 F and a charge that gives back %s in %s: %s", (minor, currency, expected) => {
  for (const above of ["refused", "presence"] as const) {
    const verdict = refundVerdict({ upTo, above }, money(minor, currency));
    expect(verdict).toBe(expected === "above" ? above : "within");
  }
});
