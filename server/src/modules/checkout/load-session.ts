import { createLoadSession, type LoadSession, type PaymentBatchWriters } from "../payments/index.ts";
import { checkoutErrors } from "./errors.ts";

/** A session by its public id's key. Refuses with CHECKOUT_SESSION_NOT_FOUND. */
export function createLoadPublicSession(batchWriters: Pick<PaymentBatchWriters, "read">): LoadSession {
  return createLoadSession(batchWriters, () => checkoutErrors.CHECKOUT_SESSION_NOT_FOUND());
}
