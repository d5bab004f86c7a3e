import type { Mode } from "../../kit/payment-terms.ts";
import type { MerchantRecord } from "./types.ts";

/** The merchant as its events show it. */
export function merchantView(merchant: MerchantRecord, mode: Mode) {
  return {
    object: "merchant" as const,
    id: merchant.id,
    mode,
    status: merchant.status,
    kybStatus: merchant.kybStatus,
    displayName: merchant.displayName,
    countryCode: merchant.countryCode,
    version: merchant.version,
    createdAt: new Date(merchant.createdAtMs).toISOString(),
    updatedAt: new Date(merchant.updatedAtMs).toISOString(),
  };
}
