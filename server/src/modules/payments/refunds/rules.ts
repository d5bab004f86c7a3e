import { type ProviderCapabilities, refundsOnRail } from "../../../providers/capabilities.ts";
import type { Charge } from "../types.ts";
import { refundErrors } from "./errors.ts";
import type { RefundRoute } from "./types.ts";

/**
 * How long a refund stays PENDING before it is sent: a mistake can be cancelled in that time, but not after sending.
 */
export const CANCEL_WINDOW_MS = 5_000;

/** What the provider took, in minor units. */
export function capturedOf({ amount, amountConfirmed }: Pick<Charge, "amount" | "amountConfirmed">): bigint {
  return amountConfirmed ?? amount;
}

/**
 * The amount of a new refund in minor units: `requested`, or the remaining amount when null. `spent` is the sum of the
 * charge's refunds that have not failed or been cancelled: those in flight count, since the provider may still execute
 * them. `isReleased`: an operator gave the merchant money that did not pay the session. Refuses with
 * CHARGE_NOT_REFUNDABLE and REFUND_AMOUNT_EXCEEDS_REMAINING.
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
  // The merchant cannot refund held money: it is refunded automatically or by an operator's decision, unless an
  // operator has released it.
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
 * The route of a refund of `amount` minor units: the rail if it can refund that much, else a payout to the phone that
 * paid. Refuses with CHARGE_NOT_REFUNDABLE when neither is possible.
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
 * The part of the charge's fee that is returned with a refund of `amount`, when `refundedBefore` was refunded already
 * and `returnedBefore` of the fee returned; minor units. Rounded down on the running total, not on each part: parts
 * never add up to more than the fee, and a completely refunded charge returns its complete fee. Where a part was booked
 * back, the parts that remain were rounded on another total: so the rest of the fee is a bound of its own.
 */
export function feeToReturn(
  charge: Pick<Charge, "fee" | "amount" | "amountConfirmed">,
  refundedBefore: bigint,
  amount: bigint,
  returnedBefore: bigint,
): bigint {
  const captured = capturedOf(charge);
  const owedAt = (refunded: bigint) => (charge.fee * refunded) / captured;
  const part = owedAt(refundedBefore + amount) - owedAt(refundedBefore);
  const rest = charge.fee - returnedBefore;
  return part < rest ? part : rest;
}
