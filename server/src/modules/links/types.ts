import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { CustomField } from "../payments/index.ts";
import type { LinkStatus } from "./states.ts";

/** What the merchant said and no query asks for. */
export interface LinkDetail {
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly customFields: readonly CustomField[];
  readonly metadata: Readonly<Record<string, string>>;
  /** What payers read while the link takes no payment. */
  readonly inactiveMessage: string | null;
}

export interface PaymentLink {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentLink">;
  readonly slug: string;
  /** As written down; `effectiveStatus` knows what the clock and the uses have done since. */
  readonly status: LinkStatus;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly title: string | null;
  readonly description: string | null;
  readonly reference: string;
  /** Null: no ceiling. */
  readonly maxUses: number | null;
  readonly reusable: boolean;
  /** Successful payments. */
  readonly usesCount: number;
  /** Attempts under way, each holding a use. */
  readonly usesReserved: number;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly detail: LinkDetail;
  readonly expiresAtMs: number | null;
  readonly eventSequence: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Names one link. */
export interface LinkKey {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentLink">;
}
