import { describe, expect, it, test } from "vitest";
import { itemText, kindRules, parseWorkId, readItem, workId, workKinds } from "./kinds.ts";
import { kindsFor } from "./service.ts";

const uuid = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";

describe("the id of a row", () => {
  it.each([
    ...workKinds
      .filter(
        (kind) =>
          !["UNKNOWN_PAYMENT", "EXPIRING_PAPER", "STATEMENT_GAP", "BALANCE_GAP", "BROKEN_INVARIANT"].includes(
            kind,
          ),
      )
      .map((kind) => `${kind}:${uuid}`),
    `UNKNOWN_PAYMENT:${uuid}:CHARGE`,
    `UNKNOWN_PAYMENT:${uuid}:REFUND`,
    `UNKNOWN_PAYMENT:${uuid}:PAYOUT`,
    `STATEMENT_GAP:${uuid}:2026-11-18`,
    `BALANCE_GAP:${uuid}:XOF`,
    `EXPIRING_PAPER:${uuid}:DIRECTOR_ID-2026-12-31`,
    "BROKEN_INVARIANT:ledger.balances",
  ])("%s reads back as it was written", (item) => {
    const id = workId(readItem(item));
    expect(id).not.toContain(uuid);
    const parts = parseWorkId(id);
    expect(parts === null ? null : itemText(parts)).toBe(item);
  });

  it.each([
    "",
    "HELD_MONEY",
    "HELD_MONEY:",
    `HELD_MONEY:${uuid}`,
    "HELD_MONEY:re_06f4c1n9k3v7x2m5t8b1d6q4r0",
    "HELD_MONEY:ch_06f4c1n9k3v7x2m5t8b1d6q4r0:2026-11-18",
    "UNKNOWN_PAYMENT:kyb_06f4c1n9k3v7x2m5t8b1d6q4r0",
    "STATEMENT_GAP:acct_06f4c1n9k3v7x2m5t8b1d6q4r0",
    "STATEMENT_GAP:acct_06f4c1n9k3v7x2m5t8b1d6q4r0:yesterday",
    "BALANCE_GAP:acct_06f4c1n9k3v7x2m5t8b1d6q4r0",
    "EXPIRING_PAPER:kyb_06f4c1n9k3v7x2m5t8b1d6q4r0",
    "EXPIRING_PAPER:kyb_06f4c1n9k3v7x2m5t8b1d6q4r0:director-soon",
    "BALANCE_GAP:acct_06f4c1n9k3v7x2m5t8b1d6q4r0:francs",
    "BROKEN_INVARIANT:'; drop table notes",
    "OTHER:ch_06f4c1n9k3v7x2m5t8b1d6q4r0",
  ])("%j is none", (text) => {
    expect(parseWorkId(text)).toBeNull();
  });
});

test("an operator sees the kinds that a permission shows, takes those of `manage`, and change requests by any of their kinds", () => {
  for (const kind of workKinds) {
    if (kind === "CHANGE_REQUEST") continue;
    const { area } = kindRules[kind];
    expect(kindsFor([`tenant.${area}.read`], "read")).toContain(kind);
    expect(kindsFor([`tenant.${area}.read`], "manage")).toEqual([]);
    expect(kindsFor([`tenant.${area}.manage`], "manage")).toContain(kind);
  }
  expect(kindsFor(["tenant.audit.manage"], "read")).toEqual([]);
  expect(kindsFor(["tenant.team.read"], "read")).toEqual(["CHANGE_REQUEST"]);
  expect(kindsFor(["tenant.fees.read"], "read")).toEqual(["CHANGE_REQUEST"]);
  expect(kindsFor(["tenant.routing.manage"], "manage")).toEqual(["CHANGE_REQUEST"]);
});
