import { errors } from "../../http/errors.ts";
import { Refusal } from "../../kit/errors.ts";
import type { MerchantStatus } from "./states.ts";
import type { MerchantProfile } from "./types.ts";

/** Why a merchant cannot transact: `details.reason` of MERCHANT_KYB_NOT_APPROVED. */
export type GateReason = "MERCHANT_NOT_ACTIVE" | "KYB_NOT_APPROVED" | "NO_WALLET";

/** What blocks the merchant's new sessions, completions, links, charges and payouts; null when nothing does. */
export function gateReason(
  merchant: Pick<MerchantProfile, "status" | "kybStatus" | "wallets">,
): GateReason | null {
  if (merchant.status !== "ACTIVE") return "MERCHANT_NOT_ACTIVE";
  if (merchant.kybStatus !== "APPROVED") return "KYB_NOT_APPROVED";
  return merchant.wallets.length === 0 ? "NO_WALLET" : null;
}

/** The reader of a refusal: the merchant's own server, or a payer, who learns nothing about the merchant's affairs. */
export type Audience = "merchant" | "payer";

const byStatus: Readonly<Record<Exclude<MerchantStatus, "ACTIVE">, string>> = {
  PENDING: "The merchant cannot transact yet: it is not activated.",
  SUSPENDED: "The merchant is suspended: it cannot transact until the platform reinstates it.",
  CLOSED: "The merchant is closed: it cannot transact any more.",
};

/**
 * The refusal of new business, MERCHANT_KYB_NOT_APPROVED; null: nothing blocks it. The merchant reads its status and
 * the operator's message; the operator's reason stays inside the platform.
 */
export function gateRefusal(
  merchant: Pick<MerchantProfile, "status" | "kybStatus" | "wallets" | "messageToMerchant">,
  audience: Audience,
): Refusal | null {
  const reason = gateReason(merchant);
  if (reason === null) return null;
  const { declaration } = errors.MERCHANT_KYB_NOT_APPROVED;
  const refusal = (details: object, sentence?: string) =>
    new Refusal(declaration, { reason, ...details }, undefined, sentence);
  if (audience === "payer") return refusal({}, "The merchant cannot take payments at present.");
  const { status, messageToMerchant } = merchant;
  if (status !== "ACTIVE") return refusal({ status, messageToMerchant }, byStatus[status]);
  if (reason === "NO_WALLET")
    return refusal({}, "The merchant cannot transact: it has no wallet in this mode.");
  return refusal({ kybStatus: merchant.kybStatus });
}
