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

/** The provider gave the payer the money back: out of where it waited, `held` for late and double money. */
export function refundPosting(
  refund: RefundToBook,
  providerAccountId: string,
  from: "held" | "reserved",
): Posting {
  return {
    walletId: refund.walletId,
    currency: refund.currency,
    sourceType: "refund",
    sourceId: refund.id,
    transfers: transfer(from, clearingAccount(providerAccountId), refund.amount, "REFUND"),
  };
}
