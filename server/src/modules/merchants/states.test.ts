import { describe, expect, test } from "vitest";
import { nextStatus, reachable, type Transitions } from "../../kit/state-machine.ts";
import { gateReason, gateRefusal } from "./rules.ts";
import {
  type KybEvent,
  kybStatuses,
  kybTransitions,
  type MerchantEvent,
  merchantStatuses,
  merchantTransitions,
} from "./states.ts";

const merchantEvents: readonly MerchantEvent[] = ["activate", "suspend", "reinstate", "close"];
const kybEvents: readonly KybEvent[] = [
  "submit",
  "startReview",
  "requestInfo",
  "approve",
  "dismissChange",
  "withdrawChange",
  "reject",
  "reopen",
];

/** Every status with every event, as text: the table a reader can check by eye. */
function walk<Status extends string, Event extends string>(
  table: Transitions<Status, Event>,
  statuses: readonly Status[],
  events: readonly Event[],
): readonly string[] {
  return statuses.flatMap((from) =>
    events.flatMap((event) => {
      const to = nextStatus(table, from, event);
      return to === null ? [] : [`${from} ${event} ${to}`];
    }),
  );
}

test("a merchant moves only so", () => {
  expect(walk(merchantTransitions, merchantStatuses, merchantEvents)).toEqual([
    "PENDING activate ACTIVE",
    "PENDING close CLOSED",
    "ACTIVE suspend SUSPENDED",
    "ACTIVE close CLOSED",
    "SUSPENDED reinstate ACTIVE",
    "SUSPENDED close CLOSED",
  ]);
  expect([...reachable(merchantTransitions, "PENDING")].sort()).toEqual([...merchantStatuses].sort());
});

test("a dossier moves only so", () => {
  expect(walk(kybTransitions, kybStatuses, kybEvents)).toEqual([
    "DRAFT submit SUBMITTED",
    "SUBMITTED startReview IN_REVIEW",
    "SUBMITTED withdrawChange APPROVED",
    "IN_REVIEW requestInfo INFO_REQUESTED",
    "IN_REVIEW approve APPROVED",
    "IN_REVIEW dismissChange APPROVED",
    "IN_REVIEW reject REJECTED",
    "INFO_REQUESTED submit SUBMITTED",
    "APPROVED submit SUBMITTED",
    "REJECTED reopen DRAFT",
  ]);
  expect([...reachable(kybTransitions, "DRAFT")].sort()).toEqual([...kybStatuses].sort());
});

describe("a merchant transacts only when ACTIVE, APPROVED and with a wallet", () => {
  const wallets = [{ id: "wallet" as never, currency: "XOF" as const }];
  for (const status of merchantStatuses) {
    for (const kybStatus of kybStatuses) {
      test(`${status} ${kybStatus}`, () => {
        const expected =
          status !== "ACTIVE" ? "MERCHANT_NOT_ACTIVE" : kybStatus !== "APPROVED" ? "KYB_NOT_APPROVED" : null;
        expect(gateReason({ status, kybStatus, wallets })).toBe(expected);
        expect(gateReason({ status, kybStatus, wallets: [] })).toBe(expected ?? "NO_WALLET");
      });
    }
  }

  test.each([
    ["PENDING", "not activated"],
    ["SUSPENDED", "suspended"],
    ["CLOSED", "closed"],
  ] as const)("%s is said in a sentence of its own, to the merchant alone", (status, words) => {
    const merchant = { status, kybStatus: "APPROVED", wallets, messageToMerchant: null } as const;
    expect(gateRefusal(merchant, "merchant")?.message).toContain(words);
    expect(gateRefusal(merchant, "payer")?.message).not.toContain(words);
  });
});
