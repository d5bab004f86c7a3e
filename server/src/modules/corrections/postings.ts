import { type Posting, transfer } from "../ledger/index.ts";
import type { Correction } from "./types.ts";

/** What is booked of a correction that two operators agree on: between the merchant and the platform's `adjustment`. Pure. */
export function correctionPosting({
  id,
  walletId,
  currency,
  direction,
  amount,
}: Pick<Correction, "id" | "walletId" | "currency" | "direction" | "amount">): Posting {
  const transfers =
    direction === "CREDIT"
      ? transfer("adjustment", "available", amount, "ADJUSTMENT")
      : transfer("available", "adjustment", amount, "ADJUSTMENT");
  return { walletId, currency, sourceType: "adjustment", sourceId: id, transfers };
}
