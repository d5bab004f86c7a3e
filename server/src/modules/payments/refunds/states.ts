import { nextStatus, type Transitions } from "../../../kit/state-machine.ts";

export const refundStatuses = [
  "PENDING",
  "PROCESSING",
  "IN_RECONCILIATION",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
] as const;
export type RefundStatus = (typeof refundStatuses)[number];
/** `reverse`: the provider takes back that it succeeded. */
export type RefundEvent = "process" | "reconcile" | "succeed" | "fail" | "reverse" | "cancel";

export const refundTransitions: Transitions<RefundStatus, RefundEvent> = {
  PENDING: { process: "PROCESSING", cancel: "CANCELLED" },
  PROCESSING: {
    process: "PROCESSING",
    reconcile: "IN_RECONCILIATION",
    succeed: "SUCCEEDED",
    fail: "FAILED",
  },
  IN_RECONCILIATION: {
    process: "PROCESSING",
    reconcile: "IN_RECONCILIATION",
    succeed: "SUCCEEDED",
    fail: "FAILED",
  },
  SUCCEEDED: { reverse: "FAILED" },
  FAILED: {},
  CANCELLED: {},
};

export function nextRefundStatus(from: RefundStatus, event: RefundEvent): RefundStatus | null {
  return nextStatus(refundTransitions, from, event);
}
