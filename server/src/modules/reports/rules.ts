import type { FailureCode } from "../../kit/payment-terms.ts";

/** How an attempt counts in a report. */
export type AttemptOutcome = "succeeded" | "failed" | "cancelled" | "unknown" | "underWay";

/** An attempt as the sums know it. */
export interface AttemptFacts {
  readonly status: string;
  readonly failureCode: FailureCode | null;
  /** The provider has not said what happened to the money. */
  readonly isUnknown: boolean;
}

/**
 * Payers' own cancellations say nothing about a provider, so they are kept apart from failures; so are outcomes that
 * nobody knows yet. Pure.
 */
export function outcomeOf({ status, failureCode, isUnknown }: AttemptFacts): AttemptOutcome {
  if (status === "SUCCEEDED") return "succeeded";
  if (status === "CANCELLED" || (status === "FAILED" && failureCode === "PAYMENT_CANCELLED"))
    return "cancelled";
  if (status === "FAILED") return "failed";
  return isUnknown ? "unknown" : "underWay";
}

const RATE_DIGITS = 10_000;

/**
 * Succeeded attempts as a share of those that succeeded or failed, from 0 to 1 with four digits; null when there are
 * none. Cancelled and unknown ones do not count. Pure.
 */
export function successRate(counts: { readonly succeeded: number; readonly failed: number }): number | null {
  const decided = counts.succeeded + counts.failed;
  return decided === 0 ? null : Math.round((counts.succeeded / decided) * RATE_DIGITS) / RATE_DIGITS;
}

/** What a ledger transfer is in a report; null: it only moves money between a wallet's own accounts. */
export type BookingKind = "takings" | "fees" | "refunds" | "payouts" | "corrections";

export interface BookingFacts {
  readonly type: string;
  readonly sourceType: string;
  readonly from: string;
  readonly to: string;
}

/** The kind of a booking, and whether it adds to it or takes from it. */
export interface BookingEffect {
  readonly kind: BookingKind;
  readonly sign: 1n | -1n;
}

/**
 * What a transfer adds to the merchant's numbers. Takings are what payments gave the merchant to use: money that was
 * held counts when it is released, not when it came. A refund counts when the provider has given it back, and is taken
 * off again when it comes back; refunds of held money never were takings and do not count. Pure.
 */
export function bookingEffect({ type, sourceType, from, to }: BookingFacts): BookingEffect | null {
  switch (type) {
    case "CHARGE":
      return to === "held" ? null : { kind: "takings", sign: 1n };
    case "RELEASE":
      return sourceType === "charge" ? { kind: "takings", sign: 1n } : null;
    case "FEE":
      return { kind: "fees", sign: to === "fees" ? 1n : -1n };
    case "REFUND":
      if (from === "held" || to === "held") return null;
      return { kind: "refunds", sign: to === "clearing" ? 1n : -1n };
    case "PAYOUT":
      return { kind: "payouts", sign: 1n };
    case "PAYOUT_REVERSAL":
      return { kind: "payouts", sign: -1n };
    case "ADJUSTMENT":
      return { kind: "corrections", sign: from === "adjustment" ? 1n : -1n };
    default:
      return null;
  }
}
