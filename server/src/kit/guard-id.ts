import { assert } from "./errors.ts";
import type { Id } from "./ids.ts";

/**
 * One row guards each payment: that of its checkout session, or, where a merchant's server asked for the payment itself, a
 * row beside the sessions that nobody is ever shown. Such a guard has its intent's id with the highest bit set. So it is
 * found by the intent alone, told from a session by its id alone, and lies behind all sessions of its merchant: reading
 * those never meets it. UUIDv7 leaves that bit unset until the year 6429.
 */
export const FIRST_GUARD_ID = "80000000-0000-0000-0000-000000000000";
const HIGHEST_BIT = 8;

export function guardIdOf(intentId: Id<"paymentIntent">): Id<"checkoutSession"> {
  assert(intentId < FIRST_GUARD_ID, "an intent's id is a UUIDv7 of our time");
  const first = Number.parseInt(intentId.slice(0, 1), 16) + HIGHEST_BIT;
  return `${first.toString(16)}${intentId.slice(1)}` as Id<"checkoutSession">;
}

/** Whether the row guards a payment without a session. Stored ids are lower case: text compares as the bytes do. */
export function isGuardId(id: Id<"checkoutSession">): boolean {
  return id >= FIRST_GUARD_ID;
}
