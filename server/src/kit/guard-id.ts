import { assert } from "./errors.ts";
import type { Id } from "./ids.ts";

/**
 * One row guards each payment: the row of its checkout session, or, when a merchant's server made the payment without a
 * session, a guard row in the same table that is never shown. The id of a guard is its intent's id with the highest bit
 * set. So the intent alone leads to it, its id alone distinguishes it from a session, and it sorts after all sessions
 * of its merchant: reading those never meets it. UUIDv7 leaves that bit unset until the year 6429.
 */
export const FIRST_GUARD_ID = "80000000-0000-0000-0000-000000000000";
const HIGHEST_BIT = 8;

export function guardIdOf(intentId: Id<"paymentIntent">): Id<"checkoutSession"> {
  assert(intentId < FIRST_GUARD_ID, "an intent's id is a UUIDv7 of our time");
  const first = Number.parseInt(intentId.slice(0, 1), 16) + HIGHEST_BIT;
  return `${first.toString(16)}${intentId.slice(1)}` as Id<"checkoutSession">;
}

/** Whether the row guards a payment without a session. Stored ids are lower case, so text compares in byte order. */
export function isGuardId(id: Id<"checkoutSession">): boolean {
  return id >= FIRST_GUARD_ID;
}
