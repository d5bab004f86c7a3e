import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** CREDIT: into the merchant's `available`. DEBIT: out of it. */
export const correctionDirections = ["CREDIT", "DEBIT"] as const;
export type CorrectionDirection = (typeof correctionDirections)[number];
export const correctionStatuses = ["PROPOSED", "POSTED", "REJECTED"] as const;
export type CorrectionStatus = (typeof correctionStatuses)[number];

export interface Correction {
  readonly tenantId: TenantId;
  readonly id: Id<"ledgerCorrection">;
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly walletId: Id<"wallet">;
  readonly direction: CorrectionDirection;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reason: string;
  readonly evidence: string | null;
  readonly status: CorrectionStatus;
  readonly proposedBy: Id<"operator">;
  readonly decidedBy: Id<"operator"> | null;
  readonly version: number;
  readonly decidedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
