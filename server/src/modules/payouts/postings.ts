import { clearingAccount, type Posting, transfer } from "../ledger/index.ts";
import type { Payout } from "./types.ts";

type Booked = Pick<Payout, "id" | "walletId" | "amount" | "currency">;

/** A payout was accepted: its money is kept in `reserved`. */
export function payoutReservation(payout: Booked): Posting {
  return posting(payout, transfer("available", "reserved", payout.amount, "HOLD"));
}

/** It failed or was cancelled: its reserved money is available again. */
export function payoutRelease(payout: Booked): Posting {
  return posting(payout, transfer("reserved", "available", payout.amount, "RELEASE"));
}

/** The beneficiary was paid: the money leaves through the provider's account. */
export function payoutPosting(payout: Booked, providerAccountId: string): Posting {
  return posting(payout, transfer("reserved", clearingAccount(providerAccountId), payout.amount, "PAYOUT"));
}

/** The money came back after the payout was paid. */
export function payoutReversal(payout: Booked, providerAccountId: string): Posting {
  const from = clearingAccount(providerAccountId);
  return posting(payout, transfer(from, "available", payout.amount, "PAYOUT_REVERSAL"));
}

function posting({ id, walletId, currency }: Booked, transfers: Posting["transfers"]): Posting {
  return { walletId, currency, sourceType: "payout", sourceId: id, transfers };
}
