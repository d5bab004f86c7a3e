import { expect, test } from "vitest";
import { account, NOW_MS, rule, snapshot } from "../test-setup.ts";
import { replayCharges } from "./replay.ts";
import type { PastCharge } from "./replay-store.ts";

const charge = (over: Partial<PastCharge> = {}): PastCharge => ({
  method: "MOBILE_MONEY",
  amount: 5_000n,
  currency: "XOF",
  operator: "ORANGE",
  country: "CI",
  accountId: "account-a",
  createdAtMs: NOW_MS,
  ...over,
});
const accounts = [account(), account({ id: "account-b", subTenantId: "sub-b" })];
const world = (rules: Parameters<typeof rule>[0][]) =>
  snapshot({
    activeSubTenantIds: new Set(["sub-a", "sub-b"]),
    accounts,
    rules: rules.map((over) => rule(over)),
  });
const current = world([{ operator: "ORANGE" }, { operator: "MTN" }]);

test("compares a proposal with today's rules, whichever account took the payment then", () => {
  const proposed = world([{ operator: "ORANGE", subTenantId: "sub-b" }, { operator: "WAVE" }]);
  const charges = [
    charge({ accountId: "somebody" }),
    charge({ createdAtMs: NOW_MS - 1 }),
    charge({ operator: "MTN" }),
    charge({ operator: "WAVE" }),
    charge({ operator: "MOOV", createdAtMs: NOW_MS - 9 }),
  ];
  expect(replayCharges(charges, current, proposed, NOW_MS)).toEqual({
    charges: 5,
    oldestMs: NOW_MS - 9,
    same: 1,
    moved: 2,
    lost: 1,
    gained: 1,
    moves: [
      { from: "account-a", to: "account-b", count: 2 },
      { from: "account-a", to: null, count: 1 },
      { from: null, to: "account-a", count: 1 },
    ],
  });
});

test("without a proposal, compares today's rules with what happened then", () => {
  const charges = [
    charge(),
    charge({ accountId: "account-b" }),
    charge({ accountId: null, operator: "WAVE" }),
  ];
  expect(replayCharges(charges, current, null, NOW_MS)).toMatchObject({
    charges: 3,
    same: 2,
    moved: 1,
    lost: 0,
    gained: 0,
    moves: [{ from: "account-b", to: "account-a", count: 1 }],
  });
});

test("a replay of no payments counts none and moves none", () => {
  expect(replayCharges([], current, null, NOW_MS)).toMatchObject({ charges: 0, oldestMs: null, moves: [] });
});
