import type { LeaveRefusal, SessionStatus } from "../payments/index.ts";
import { checkoutErrors } from "./errors.ts";

/** Why the payer must stay with the attempt under way. */
export function leaveRefusal(reason: LeaveRefusal, status: SessionStatus) {
  return reason === "EXPIRED"
    ? checkoutErrors.CHECKOUT_SESSION_EXPIRED()
    : checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({ reason, status });
}
