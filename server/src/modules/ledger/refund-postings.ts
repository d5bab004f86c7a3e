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

/** A merchant gives money back: it waits in `reserved` until the provider's answer is known. */
export function refundReservation(refund: RefundToBook): Posting {
  return posting(refund, transfer("available", "reserved", refund.amount, "HOLD"));
}

/** A refund failed or was cancelled: what was reserved for it is the merchant's to use again. */
export function refundRelease(refund: RefundToBook): Posting {
  return posting(refund, transfer("reserved", "available", refund.amount, "RELEASE"));
}

/**
 * The provider gave the payer the money back: out of where it waited, `held` for late and double money. `feeReturned`, in
 * minor units, is what the platform gives the merchant back of the charge's fee.
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

function posting(refund: RefundToBook, transfers: Posting["transfers"]): Posting {
  return {
    walletId: refund.walletId,
    currency: refund.currency,
    sourceType: "refund",
    sourceId: refund.id,
    transfers,
  };
}
