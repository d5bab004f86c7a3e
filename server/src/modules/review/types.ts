import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ResolutionSubject } from "../payments/index.ts";
import type { RefundRoute } from "../payments/refunds/index.ts";

/** Why an operator must decide about a charge. */
export const heldReasons = ["AMOUNT_MISMATCH", "LATE_PAYMENT", "REFUND_FAILED", "UNRESOLVED"] as const;
export type HeldReason = (typeof heldReasons)[number];

export const decisionKinds = ["RELEASE", "REFUND", "SETTLE_SUCCEEDED", "SETTLE_FAILED", "REVERSE"] as const;
export type DecisionKind = (typeof decisionKinds)[number];
export const decisionStatuses = ["PROPOSED", "DONE", "REJECTED"] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** A charge whose money or outcome waits for an operator. Amounts in minor units. */
export interface HeldCharge {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly merchantId: MerchantId;
  readonly merchantNo: MerchantNo;
  readonly id: Id<"charge">;
  readonly sessionId: Id<"checkoutSession">;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly reason: HeldReason;
  readonly status: string;
  readonly amount: bigint;
  readonly amountConfirmed: bigint | null;
  readonly currency: CurrencyCode;
  readonly paymentMethod: string;
  readonly operator: string | null;
  readonly provider: string | null;
  readonly providerTransactionId: string | null;
  readonly late: boolean;
  readonly duplicate: boolean;
  readonly reference: string | null;
  readonly openDecisionId: Id<"moneyDecision"> | null;
  readonly version: number;
  readonly heldSinceMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A request to a provider whose outcome is unknown. */
export interface Unresolved {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly merchantId: MerchantId;
  readonly merchantNo: MerchantNo;
  readonly type: ResolutionSubject;
  readonly id: string;
  /** Charges only: the guard of the charge. */
  readonly sessionId: Id<"checkoutSession"> | null;
  readonly status: string;
  readonly operator: string;
  readonly provider: string | null;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly sinceMs: number;
  readonly asked: number;
  /** Null: queries have ended. */
  readonly nextCheckAtMs: number | null;
  readonly openDecisionId: Id<"moneyDecision"> | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface MoneyDecision {
  readonly tenantId: TenantId;
  readonly id: Id<"moneyDecision">;
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly subjectType: ResolutionSubject;
  readonly subjectId: string;
  readonly kind: DecisionKind;
  readonly status: DecisionStatus;
  readonly heldBecause: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reason: string;
  readonly evidence: string | null;
  readonly transactionId: string | null;
  readonly refundRoute: RefundRoute | null;
  readonly refundId: Id<"refund"> | null;
  readonly fourEyes: boolean;
  readonly proposedBy: Id<"operator">;
  readonly decidedBy: Id<"operator"> | null;
  readonly version: number;
  readonly decidedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
