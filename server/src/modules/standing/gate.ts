import type { Mode } from "../../kit/payment-terms.ts";
import { type GateReason, gateReason, gateRefusal, type MerchantProfile } from "../merchants/index.ts";

/** Why a merchant can do no new business in a mode, as a word and as a sentence. */
export interface Block {
  readonly reason: GateReason | "LIVE_MODE_REFUSED";
  readonly message: string;
}

export const blockReasons = [
  "MERCHANT_NOT_ACTIVE",
  "KYB_NOT_APPROVED",
  "NO_WALLET",
  "LIVE_MODE_REFUSED",
] as const satisfies readonly Block["reason"][];

/**
 * What stops new sessions, links and payouts in the mode of the profile; null: the mode is open. `refuseLive`: why this
 * installation takes no live calls, null when it does. Pure.
 */
export function blockOf(
  profile: Pick<MerchantProfile, "status" | "kybStatus" | "wallets" | "messageToMerchant"> & {
    readonly mode: Mode;
  },
  refuseLive: string | null,
): Block | null {
  if (profile.mode === "LIVE" && refuseLive !== null)
    return { reason: "LIVE_MODE_REFUSED", message: refuseLive };
  const reason = gateReason(profile);
  const refusal = gateRefusal(profile, "merchant");
  return reason === null || refusal === null ? null : { reason, message: refusal.message };
}
