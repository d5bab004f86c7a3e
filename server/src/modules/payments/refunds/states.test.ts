import { describe, expect, it } from "vitest";
import { reachable } from "../../../kit/state-machine.ts";
import {
  nextRefundStatus,
  type RefundEvent,
  type RefundStatus,
  refundStatuses,
  refundTransitions,
} from "./states.ts";

const events: readonly RefundEvent[] = ["process", "reconcile", "succeed", "fail", "reverse", "cancel"];
const sent = ["PROCESSING", "IN_RECONCILIATION", "SUCCEEDED", "FAILED", null, null] as const;
const over = [null, null, null, null, null, null] as const;
const table: { readonly [status in RefundStatus]: readonly (RefundStatus | null)[] } = {
  PENDING: ["PROCESSING", null, null, null, null, "CANCELLED"],
  PROCESSING: sent,
  IN_RECONCILIATION: sent,
  SUCCEEDED: [null, null, null, null, "FAILED", null],
  FAILED: over,
  CANCELLED: over,
};

describe("the states of a refund", () => {
  it.each(refundStatuses)("%s goes where the table says, for each event", (status) => {
    expect(events.map((event) => nextRefundStatus(status, event))).toEqual(table[status]);
  });

  it("can all be reached from PENDING", () => {
    expect([...reachable(refundTransitions, "PENDING")].sort()).toEqual([...refundStatuses].sort());
  });

  it("allow a withdrawal only before the provider was asked", () => {
    const withdrawn = refundStatuses.filter((status) => nextRefundStatus(status, "cancel") !== null);
    expect(withdrawn).toEqual(["PENDING"]);
  });
});
