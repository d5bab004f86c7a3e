import type { MerchantActor } from "../../../kit/actor.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { RefundStatus } from "./states.ts";

export const refundReasons = ["REQUESTED_BY_PAYER", "DUPLICATE", "FRAUD", "LATE_PAYMENT", "OTHER"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** By the rail of the payment, or, where the rail cannot refund, as a payout to the phone that paid. */
export const refundRoutes = ["ORIGINAL_RAIL", "PAYOUT_TO_PAYER"] as const;
export type RefundRoute = (typeof refundRoutes)[number];

/**
 * The account that keeps the money: `held` for late and double money, which the service refunds automatically;
 * `reserved` for a merchant's refund of its own money.
 */
export type SourceAccount = "held" | "reserved";

/** `KEEP`: the platform keeps the charge's fee. `RETURN`: the merchant gets it back, pro rata. */
const feePolicies = ["KEEP", "RETURN"] as const;
export type FeePolicy = (typeof feePolicies)[number];

export interface Refund {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"refund">;
  readonly chargeId: Id<"charge">;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly walletId: Id<"wallet">;
  readonly status: RefundStatus;
  /** Minor units, like every amount here. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reason: RefundReason;
  readonly route: RefundRoute;
  readonly note: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly sourceAccount: SourceAccount;
  /** Sandbox: the scenario of the provider simulator. */
  readonly scenario: string | null;
  readonly feeRefunded: bigint;
  readonly providerAccountId: string;
  /** As for a charge. */
  readonly providerReference: string | null;
  readonly providerHandle: Buffer | null;
  readonly providerTransactionId: string | null;
  readonly failureCode: FailureCode | null;
  /** The account that the merchant gave, sealed; null: none was needed. */
  readonly recipient: Buffer | null;
  /** It waits until the merchant gives an account. */
  readonly accountNeeded: boolean;
  /** Why an operator must look at it: the provider took back its success. */
  readonly reviewReason: "REVERSED" | null;
  /** How often a worker has handled it. */
  readonly checkCount: number;
  readonly unknownSinceMs: number | null;
  /** Who asked for it; null: the service itself, or it was made before this was kept. */
  readonly createdBy: MerchantActor | null;
  readonly version: number;
  readonly succeededAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly cancelledAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
