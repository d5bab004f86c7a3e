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

/** What a payer pays by the link: an amount, a quantity of one price, or an amount of the payer's choice. Minor units. */
export interface LinkPrice {
  /** The price of one where a quantity is offered. Null: the payer chooses the amount. */
  readonly amount: bigint | null;
  /** Limits of an open amount; null: none of the merchant's. */
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  /** Amounts that the page offers to choose by one tap. Null: none. */
  readonly amountSuggestions: readonly bigint[] | null;
  /** Both are null where no quantity is offered. */
  readonly quantityMin: number | null;
  readonly quantityMax: number | null;
}

export interface PaymentLink extends LinkPrice {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"paymentLink">;
  readonly slug: string;
  /** As stored; `effectiveStatus` adds the effect of time and uses since. */
  readonly status: LinkStatus;
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
