import { nextStatus, type Transitions } from "../../kit/state-machine.ts";

export const chargeStatuses = [
  "PENDING",
  "REQUIRES_ACTION",
  "PROCESSING",
  "IN_RECONCILIATION",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

/**
 * - `require_action`, `process`: the provider waits for the payer, or works.
 * - `reconcile`: its answer has been unknown for long.
 * - `succeed` out of FAILED or CANCELLED is a late confirmation: it has an audit entry, and the late-payment policy
 *   decides its booking.
 */
export type ChargeEvent = "require_action" | "process" | "reconcile" | "succeed" | "fail" | "cancel";

/** Whatever the last known state of a live charge is, the provider may report any of these next. */
const alive = {
  require_action: "REQUIRES_ACTION",
  process: "PROCESSING",
  reconcile: "IN_RECONCILIATION",
  succeed: "SUCCEEDED",
  fail: "FAILED",
  cancel: "CANCELLED",
} as const;

export const chargeTransitions: Transitions<ChargeStatus, ChargeEvent> = {
  PENDING: alive,
  REQUIRES_ACTION: alive,
  PROCESSING: alive,
  IN_RECONCILIATION: alive,
  SUCCEEDED: {},
  FAILED: { succeed: "SUCCEEDED" },
  CANCELLED: { succeed: "SUCCEEDED" },
};

export function nextChargeStatus(from: ChargeStatus, event: ChargeEvent): ChargeStatus | null {
  return nextStatus(chargeTransitions, from, event);
}

/** Whether the provider may still move the payer's money. */
export function isAlive(status: ChargeStatus): boolean {
  return status !== "SUCCEEDED" && status !== "FAILED" && status !== "CANCELLED";
}

export const intentStatuses = [
  "REQUIRES_PAYMENT_METHOD",
  "REQUIRES_ACTION",
  "PROCESSING",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
] as const;
export type IntentStatus = (typeof intentStatuses)[number];

/** `retry`: an attempt failed and the payer may try again. `give_up`: it failed and no further attempt is allowed. */
export type IntentEvent =
  | "attempt"
  | "require_action"
  | "process"
  | "succeed"
  | "retry"
  | "give_up"
  | "cancel";

/** During an attempt. */
const attempted = {
  require_action: "REQUIRES_ACTION",
  process: "PROCESSING",
  succeed: "SUCCEEDED",
  retry: "REQUIRES_PAYMENT_METHOD",
  give_up: "FAILED",
  cancel: "CANCELLED",
} as const;

export const intentTransitions: Transitions<IntentStatus, IntentEvent> = {
  REQUIRES_PAYMENT_METHOD: {
    attempt: "PROCESSING",
    give_up: "FAILED",
    cancel: "CANCELLED",
    succeed: "SUCCEEDED",
  },
  REQUIRES_ACTION: attempted,
  PROCESSING: attempted,
  SUCCEEDED: {},
  FAILED: { succeed: "SUCCEEDED" },
  CANCELLED: { succeed: "SUCCEEDED" },
};

export function nextIntentStatus(from: IntentStatus, event: IntentEvent): IntentStatus | null {
  return nextStatus(intentTransitions, from, event);
}
