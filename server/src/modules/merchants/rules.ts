import type { MerchantProfile } from "./types.ts";

/** Why a merchant cannot transact: `details.reason` of MERCHANT_KYB_NOT_APPROVED. */
export type GateReason = "MERCHANT_NOT_ACTIVE" | "KYB_NOT_APPROVED" | "NO_WALLET";

/** What keeps the merchant from new sessions, completions, links, charges and payouts; null when nothing does. */
export function gateReason(
  merchant: Pick<MerchantProfile, "status" | "kybStatus" | "wallets">,
): GateReason | null {
  if (merchant.status !== "ACTIVE") return "MERCHANT_NOT_ACTIVE";
  if (merchant.kybStatus !== "APPROVED") return "KYB_NOT_APPROVED";
  return merchant.wallets.length === 0 ? "NO_WALLET" : null;
}
