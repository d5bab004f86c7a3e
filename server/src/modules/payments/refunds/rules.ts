import { type ProviderCapabilities, refundsOnRail } from "../../../providers/capabilities.ts";
import type { Charge } from "../types.ts";
import { refundErrors } from "./errors.ts";
import type { RefundRoute } from "./types.ts";

/**
 * How long a refund stays PENDING before it is sent, so that a slip of the hand can be taken back: nothing that was sent can
 * be.
 */
export const CANCEL_WINDOW_MS = 5_000;

/** What the provider took, in minor units. */
export function capturedOf({ amount, amountConfirmed }: Pick<Charge, "amount" | "amountConfirmed">): bigint {
  return amountConfirmed ?? amount;
}

/**
 * The amount of a new refund in minor units: `requested`, or all that is left when null. `spent` is the sum of the charge's
 * refunds that have not failed or been cancelled: those under way count, since the provider may still carry them out.
 * `isReleased`: an operator gave the merchant money that did not pay the session.
 * Refuses with CHARGE_NOT_REFUNDABLE and REFUND_AMOUNT_EXCEEDS_REMAINING.
 */
export function amountToRefund(
  charge: Pick<Charge, "status" | "pays" | "amount" | "amountConfirmed">,
  spent: bigint,
  requested: bigint | null,
  isReleased = false,
): bigint {
  if (charge.status !== "SUCCEEDED") {
    throw refundErrors.CHARGE_NOT_REFUNDABLE({ reason: "NOT_SUCCEEDED", status: charge.status });
  }
  // Held money is not the merchant's to give: it goes back by itself or by an operator's decision, unless an operator has
  // released it.
  if (!charge.pays && !isReleased) throw refundErrors.CHARGE_NOT_REFUNDABLE({ reason: "MONEY_HELD" });
  const remaining = capturedOf(charge) - spent;
  const amount = requested ?? remaining;
  if (amount <= 0n || amount > remaining) {
    throw refundErrors.REFUND_AMOUNT_EXCEEDS_REMAINING({
      remaining: remaining.toString(),
      ...(requested === null ? {} : { requested: requested.toString() }),
    });
  }
  return amount;
}

/**
 * Which way a refund of `amount` minor units goes: by the rail where it gives back that much, else as a payout to the phone that
 * paid. Refuses with CHARGE_NOT_REFUNDABLE where neither is possible.
 */
export function routeOfRefund(
  capabilities: Pick<ProviderCapabilities, "refund" | "payout">,
  charge: Pick<Charge, "amount" | "amountConfirmed">,
  amount: bigint,
  hasPhone: () => boolean,
): RefundRoute {
  if (refundsOnRail(capabilities, amount, capturedOf(charge))) return "ORIGINAL_RAIL";
  if (!capabilities.payout || !hasPhone())
    throw refundErrors.CHARGE_NOT_REFUNDABLE({ reason: "NO_WAY_BACK" });
  return "PAYOUT_TO_PAYER";
}

/**
 * The part of the charge's fee that goes back with a refund of `amount`, when `refundedBefore` has been given back already;
 * minor units. Rounded down on the running total, not on each part: parts never add up to more than the fee, and a charge
 * given back whole gives its fee back whole.
 */
export function feeToReturn(
  charge: Pick<Charge, "fee" | "amount" | "amountConfirmed">,
  refundedBefore: bigint,
  amount: bigint,
): bigint {
  const captured = capturedOf(charge);
  const owedAt = (refunded: bigint) => (charge.fee * refunded) / captured;
  return owedAt(refundedBefore + amount) - owedAt(refundedBefore);
}
