import { createLoadSession, type LoadSession, type PaymentLanes } from "../payments/index.ts";
import { checkoutErrors } from "./errors.ts";

/** A session by its public id's key. Refuses with CHECKOUT_SESSION_NOT_FOUND. */
export function createLoadPublicSession(lanes: Pick<PaymentLanes, "read">): LoadSession {
  return createLoadSession(lanes, () => checkoutErrors.CHECKOUT_SESSION_NOT_FOUND());
}
