import { expect, it } from "vitest";
import { workKinds } from "../../server/src/modules/work/kinds.ts";
import { workPath } from "./work-path.ts";

it.each([
  ["HELD_MONEY", "ch_1", "/console/held/ch_1"],
  ["UNKNOWN_PAYMENT", "re_1", "/console/unknown/re_1"],
  ["MONEY_DECISION", "dec_1", "/console/approvals/dec_1"],
  ["ENDPOINT_DISABLED", "we_1", "/console/merchants/m1"],
  ["BROKEN_INVARIANT", null, "/console/ledger"],
  ["STATEMENT_GAP", "acct_1", "/console/reconciliation"],
] as const)("a row of the kind %s about %s leads to %s", (kind, objectId, path) => {
  expect(workPath({ kind, objectId, merchantId: "m1" })).toBe(path);
});

it("every kind leads somewhere", () => {
  for (const kind of workKinds)
    expect(workPath({ kind, objectId: "x_1", merchantId: "m1" })).toMatch(/^\/console\/[a-z]+/);
});
