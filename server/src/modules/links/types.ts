import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { CustomField } from "../payments/index.ts";
import type { LinkStatus } from "./states.ts";

/** Fields of the merchant that no query filters by. */
export interface LinkDetail {
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly customFields: readonly CustomField[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Shown to payers while the link accepts no payment. */
  readonly inactiveMessage: string | null;
}

export interface PaymentLink {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentLink">;
  readonly slug: string;
  /** As stored; `effectiveStatus` adds the effect of time and uses since. */
  readonly status: LinkStatus;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly title: string | null;
  readonly description: string | null;
  readonly reference: string;
  /** Null: no limit. */
  readonly maxUses: number | null;
  readonly reusable: boolean;
  /** Successful payments. */
  readonly usesCount: number;
  /** Attempts in flight, each reserving a use. */
  readonly usesReserved: number;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly detail: LinkDetail;
  readonly expiresAtMs: number | null;
  readonly eventSequence: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Identifies a link. */
export interface LinkKey {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentLink">;
}
