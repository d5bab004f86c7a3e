import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id } from "../../kit/ids.ts";
import { clearingAccount } from "./accounts.ts";
import { type Posting, transfer } from "./postings.ts";

export interface RefundToBook {
  readonly id: Id<"refund">;
  readonly walletId: Id<"wallet">;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** A merchant's refund: the money is kept in `reserved` until the provider's answer is known. */
export function refundReservation(refund: RefundToBook): Posting {
  return posting(refund, transfer("available", "reserved", refund.amount, "HOLD"));
}

/** A refund failed or was cancelled: its reserved money is available again. */
export function refundRelease(refund: RefundToBook): Posting {
  return posting(refund, transfer("reserved", "available", refund.amount, "RELEASE"));
}

/**
 * The provider returned the money to the payer: it leaves the account that kept it, which is `held` for late and double
 * money. `feeReturned`, in minor units, is the part of the charge's fee that the platform returns to the merchant.
 */
export function refundPosting(
  refund: RefundToBook,
  providerAccountId: string,
  from: "held" | "reserved",
  feeReturned = 0n,
): Posting {
  return posting(refund, [
    ...transfer(from, clearingAccount(providerAccountId), refund.amount, "REFUND"),
    ...transfer("fees", "available", feeReturned, "FEE"),
  ]);
}

/**
 * The provider did not return the money to the payer after all: the same entries in the other direction. A merchant's
 * money is available again, late and double money is held again. `feeTaken`, in minor units, is the part of the fee that
 * was returned with the refund.
 */
export function refundReversal(
  refund: RefundToBook,
  providerAccountId: string,
  to: "held" | "available",
  feeTaken: bigint,
): Posting {
  return posting(refund, [
    ...transfer(clearingAccount(providerAccountId), to, refund.amount, "REFUND"),
    ...transfer("available", "fees", feeTaken, "FEE"),
  ]);
}

function posting(refund: RefundToBook, transfers: Posting["transfers"]): Posting {
  return {
    walletId: refund.walletId,
    currency: refund.currency,
    sourceType: "refund",
    sourceId: refund.id,
    transfers,
  };
}
