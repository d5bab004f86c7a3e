import type { MerchantRecord } from "./types.ts";

/** The merchant in one mode as its events show it. */
export function merchantView(merchant: MerchantRecord) {
  return {
    object: "merchant" as const,
    id: merchant.id as string,
    mode: merchant.mode,
    status: merchant.status,
    messageToMerchant: merchant.messageToMerchant,
    kybStatus: merchant.kybStatus,
    displayName: merchant.displayName,
    countryCode: merchant.countryCode,
    version: merchant.version,
    createdAt: new Date(merchant.createdAtMs).toISOString(),
    updatedAt: new Date(merchant.updatedAtMs).toISOString(),
  };
}
