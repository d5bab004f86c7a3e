import type { Transitions } from "../../kit/state-machine.ts";

export const endpointStatuses = ["ACTIVE", "DISABLED"] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

/** Why an endpoint is DISABLED: its merchant asked for it, it answered 410, or it failed for too long. */
export const disabledReasons = ["REQUESTED", "GONE", "FAILING"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStatuses = ["PENDING", "SUCCEEDED", "FAILED", "CANCELLED"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryEvent = "accept" | "retry" | "exhaust" | "cancel" | "resend";

/**
 * A delivery is never lost: whatever its status, it can be resent. `retry` stays PENDING with a later time, `exhaust`
 * is the last attempt or a 410 answer, `cancel` comes with the endpoint's end.
 */
export const deliveryTransitions: Transitions<DeliveryStatus, DeliveryEvent> = {
  PENDING: {
    accept: "SUCCEEDED",
    retry: "PENDING",
    exhaust: "FAILED",
    cancel: "CANCELLED",
    resend: "PENDING",
  },
  SUCCEEDED: { resend: "PENDING" },
  FAILED: { resend: "PENDING" },
  CANCELLED: { resend: "PENDING" },
};
