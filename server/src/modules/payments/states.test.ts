import { describe, expect, it } from "vitest";
import { reachable } from "../../kit/state-machine.ts";
import {
  type ChargeEvent,
  type ChargeStatus,
  chargeStatuses,
  chargeTransitions,
  type IntentEvent,
  type IntentStatus,
  intentStatuses,
  intentTransitions,
  isAlive,
  nextChargeStatus,
  nextIntentStatus,
} from "./states.ts";

/** Written by hand: a status, then the result of each event. */
const chargeEvents: readonly ChargeEvent[] = [
  "require_action",
  "process",
  "reconcile",
  "succeed",
  "fail",
  "cancel",
];
const alive = [
  "REQUIRES_ACTION",
  "PROCESSING",
  "IN_RECONCILIATION",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
] as const;
const late = [null, null, null, "SUCCEEDED", null, null] as const;
const chargeTable: { readonly [status in ChargeStatus]: readonly (ChargeStatus | null)[] } = {
  PENDING: alive,
  REQUIRES_ACTION: alive,
  PROCESSING: alive,
  IN_RECONCILIATION: alive,
  SUCCEEDED: [null, null, null, null, null, null],
  FAILED: late,
  CANCELLED: late,
};

const intentEvents: readonly IntentEvent[] = [
  "attempt",
  "require_action",
  "process",
  "succeed",
  "retry",
  "give_up",
  "cancel",
];
const underWay = [
  null,
  "REQUIRES_ACTION",
  "PROCESSING",
  "SUCCEEDED",
  "REQUIRES_PAYMENT_METHOD",
  "FAILED",
  "CANCELLED",
] as const;
const ended = [null, null, null, "SUCCEEDED", null, null, null] as const;
const intentTable: { readonly [status in IntentStatus]: readonly (IntentStatus | null)[] } = {
  REQUIRES_PAYMENT_METHOD: ["PROCESSING", null, null, "SUCCEEDED", null, "FAILED", "CANCELLED"],
  REQUIRES_ACTION: underWay,
  PROCESSING: underWay,
  SUCCEEDED: [null, null, null, null, null, null, null],
  FAILED: ended,
  CANCELLED: ended,
};

describe("the states of a charge", () => {
  it.each(chargeStatuses)("%s goes where the table says, for each event", (status) => {
    expect(chargeEvents.map((event) => nextChargeStatus(status, event))).toEqual(chargeTable[status]);
  });

  it("can all be reached from PENDING", () => {
    expect([...reachable(chargeTransitions, "PENDING")].sort()).toEqual([...chargeStatuses].sort());
  });

  it("book money once: no transition leaves SUCCEEDED", () => {
    expect([...reachable(chargeTransitions, "SUCCEEDED")]).toEqual(["SUCCEEDED"]);
  });

  it("are alive exactly while the provider may still refuse", () => {
    for (const status of chargeStatuses)
      expect(isAlive(status), status).toBe(nextChargeStatus(status, "fail") !== null);
  });
});

describe("the states of a payment intent", () => {
  it.each(intentStatuses)("%s goes where the table says, for each event", (status) => {
    expect(intentEvents.map((event) => nextIntentStatus(status, event))).toEqual(intentTable[status]);
  });

  it("can all be reached from REQUIRES_PAYMENT_METHOD", () => {
    const found = reachable(intentTransitions, "REQUIRES_PAYMENT_METHOD");
    expect([...found].sort()).toEqual([...intentStatuses].sort());
  });

  it("take no second attempt while one is under way", () => {
    for (const status of intentStatuses) {
      const takes = nextIntentStatus(status, "attempt") !== null;
      expect(takes, status).toBe(status === "REQUIRES_PAYMENT_METHOD");
    }
  });
});
