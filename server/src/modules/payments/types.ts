import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { FailureCode, PaymentMethod } from "../../kit/payment-terms.ts";
import type { NextStep } from "../../providers/provider.ts";
import type { ChargeStatus, IntentStatus } from "./states.ts";

export interface PaymentIntent {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentIntent">;
  /** The row that guards the payment: its session, or a guard without a session (`kit/guard-id.ts`). */
  readonly sessionId: Id<"checkoutSession">;
  readonly paymentLinkId: Id<"paymentLink"> | null;
  readonly status: IntentStatus;
  /** Minor units, like every amount here. */
  readonly amount: bigint;
  readonly amountReceived: bigint;
  readonly amountRefunded: bigint;
  readonly currency: CurrencyCode;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly chargeIds: readonly Id<"charge">[];
  readonly latestChargeId: Id<"charge"> | null;
  readonly failureCode: FailureCode | null;
  /** Sealed; see `customer.ts`. */
  readonly customer: Buffer | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  /** When it expires; null: with its session. */
  readonly expiresAtMs: number | null;
  readonly succeededAtMs: number | null;
  readonly cancelledAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The part of the means of payment that may be shown. */
export interface MethodDetails {
  readonly phone?: string;
  readonly operator?: string;
  readonly countryCode?: string;
  readonly brand?: string;
  readonly last4?: string;
  readonly scheme?: string;
  readonly walletId?: string;
}

/** `REFUND_FAILED`: late or double money whose refund the provider refused. */
export type ReviewReason = "AMOUNT_MISMATCH" | "LATE_PAYMENT" | "UNRESOLVED" | "REFUND_FAILED";

export interface Charge {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"charge">;
  readonly paymentIntentId: Id<"paymentIntent">;
  /** As in its intent. */
  readonly sessionId: Id<"checkoutSession">;
  readonly paymentLinkId: Id<"paymentLink"> | null;
  readonly attemptNumber: number;
  readonly status: ChargeStatus;
  readonly amount: bigint;
  /** What the provider says it took, when that is not `amount`. */
  readonly amountConfirmed: bigint | null;
  readonly fee: bigint;
  readonly amountRefunded: bigint;
  readonly currency: CurrencyCode;
  readonly walletId: Id<"wallet">;
  readonly paymentMethod: PaymentMethod;
  readonly methodDetails: MethodDetails;
  /** Sealed `PayerRecord`. */
  readonly payer: Buffer;
  readonly payerPhoneMac: Buffer | null;
  /** SHA-256 of method and details. */
  readonly requestFingerprint: Buffer;
  readonly providerAccountId: string | null;
  readonly provider: string | null;
  /** Its id in the provider's own form, drawn with it; null: our reference is its id there. */
  readonly providerReference: string | null;
  /** The provider's handle, sealed; see `provider/handle.ts`. */
  readonly providerHandle: Buffer | null;
  readonly providerTransactionId: string | null;
  readonly providerCode: string | null;
  readonly nextStep: NextStep | null;
  readonly failureCode: FailureCode | null;
  readonly late: boolean;
  readonly duplicate: boolean;
  readonly pays: boolean;
  readonly reviewReason: ReviewReason | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly unknownSinceMs: number | null;
  /** When the payer left it for another way, while its outcome was open; null: not left. It stays watched. */
  readonly supersededAtMs: number | null;
  readonly version: number;
  readonly succeededAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
