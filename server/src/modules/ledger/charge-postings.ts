import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id } from "../../kit/ids.ts";
import { clearingAccount } from "./accounts.ts";
import { type Posting, transfer } from "./postings.ts";

/** What the ledger needs to know about a charge: it knows nothing else about payments. */
export interface ChargeToBook {
  readonly id: Id<"charge">;
  readonly walletId: Id<"wallet">;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: CurrencyCode;
}

/** A successful charge: gross from the provider into the wallet, the fee from the wallet to the platform. */
export function chargePosting(
  charge: ChargeToBook,
  providerAccountId: string,
  into: "available" | "pending",
): Posting {
  return posting(charge, [
    ...transfer(clearingAccount(providerAccountId), into, charge.amount, "CHARGE"),
    ...transfer(into, "fees", charge.fee, "FEE"),
  ]);
}

/** Money that arrived but that the merchant may not use: late, double, or of another amount. No fee is taken. */
export function heldPosting(charge: ChargeToBook, providerAccountId: string, amount: bigint): Posting {
  return posting(charge, transfer(clearingAccount(providerAccountId), "held", amount, "CHARGE"));
}

function posting(charge: ChargeToBook, transfers: Posting["transfers"]): Posting {
  return {
    walletId: charge.walletId,
    currency: charge.currency,
    sourceType: "charge",
    sourceId: charge.id,
    transfers,
  };
}
