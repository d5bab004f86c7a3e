import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { Locale } from "../../../kit/money.ts";
import type { FailureCode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { Charge, PaymentIntent } from "../types.ts";
import type { SessionStatus } from "./states.ts";

export const customFieldTypes = ["TEXT", "NUMBER", "DROPDOWN", "PHONE", "EMAIL"] as const;

export interface CustomField {
  readonly key: string;
  readonly label: string;
  readonly type: (typeof customFieldTypes)[number];
  readonly required: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly defaultValue?: string;
}

export const latePaymentPolicies = ["ACCEPT", "REFUND", "REVIEW"] as const;
export type LatePaymentPolicy = (typeof latePaymentPolicies)[number];

/** Fields given at creation that no query filters by. */
export interface SessionDetail {
  readonly description: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly locale: Locale;
  readonly customFields: readonly CustomField[];
  readonly successMessage: string | null;
  readonly primaryColor: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** How many of the link's price the payer chose; absent where the link offers no quantity. */
  readonly quantity?: number;
}

export interface CheckoutSession {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"checkoutSession">;
  readonly status: SessionStatus;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly title: string;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly detail: SessionDetail;
  /** Sealed; see `payments/customer.ts`. */
  readonly customer: Buffer | null;
  readonly reference: string | null;
  readonly paymentLinkId: Id<"paymentLink"> | null;
  readonly maxAttempts: number;
  readonly attemptCount: number;
  readonly latePaymentPolicy: LatePaymentPolicy;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly chargeId: Id<"charge"> | null;
  readonly failureCode: FailureCode | null;
  readonly retryable: boolean;
  readonly paidLate: boolean;
  readonly eventSequence: number;
  readonly version: number;
  readonly expiresAtMs: number;
  readonly completedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The state that a payer's poll needs, and no more: it is by far the most frequent read. */
export interface SessionState
  extends Pick<
    CheckoutSession,
    | "status"
    | "version"
    | "retryable"
    | "failureCode"
    | "maxAttempts"
    | "attemptCount"
    | "paymentIntentId"
    | "chargeId"
    | "paidLate"
    | "expiresAtMs"
  > {
  /** Read only where it is shown: after a failure and after a success. */
  readonly detail: Pick<SessionDetail, "locale" | "successUrl"> | null;
  /** The attempt in flight. */
  readonly charge: Pick<Charge, "status" | "reviewReason" | "nextStep"> | null;
}

/**
 * A session with its intent and charge, read in one statement. `charge` is the session's current one unless another was
 * requested.
 */
export interface LoadedSession {
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | null;
  readonly charge: Charge | null;
}
