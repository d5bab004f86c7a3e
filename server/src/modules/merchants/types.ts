import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { KybStatus, MerchantStatus } from "./states.ts";

export interface MerchantWallet {
  readonly id: Id<"wallet">;
  readonly currency: CurrencyCode;
}

/** A merchant in one mode, as the rest of the service sees it. Balances are not included: they are never cached. */
export interface MerchantProfile {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly runBy: RunBy;
  readonly mode: Mode;
  readonly status: MerchantStatus;
  /** The operator's message to the merchant about its status; null: none. */
  readonly messageToMerchant: string | null;
  readonly kybStatus: KybStatus;
  readonly displayName: string;
  readonly logoUrl: string | null;
  /** `#0b6e4f`. */
  readonly primaryColor: string | null;
  readonly locale: Locale;
  /** How payers reach it, as they read it on its pages. */
  readonly contact: MerchantContact;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
  /** At most one per currency. */
  readonly wallets: readonly MerchantWallet[];
}

/** Who runs the service for a merchant, as the tenant tells payers in this mode. */
export interface RunBy {
  readonly name: string;
  /** One line; null: none. */
  readonly licence: string | null;
  /** https; null: none. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** How payers reach a merchant; every field can be null. */
export interface MerchantContact {
  readonly supportEmail: string | null;
  /** E.164. */
  readonly supportPhone: string | null;
  /** E.164: a number that answers on WhatsApp. */
  readonly supportWhatsapp: string | null;
  readonly website: string | null;
  readonly address: PostalAddress | null;
}

export interface PostalAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly region: string | null;
  readonly postalCode: string | null;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
}

/** What a merchant can change alone, in one mode: what payers see of it. */
export interface OperationalProfile extends MerchantContact {
  readonly displayName: string;
  readonly logoUrl: string | null;
  readonly primaryColor: string | null;
  readonly locale: Locale;
}

/** A merchant in one mode, for changes, events and operators. */
export interface MerchantRecord extends OperationalProfile {
  readonly merchantNo: MerchantNo;
  readonly id: MerchantId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly status: MerchantStatus;
  readonly messageToMerchant: string | null;
  readonly kybStatus: KybStatus;
  readonly dossierId: Id<"kybDossier">;
  readonly legalName: string;
  readonly countryCode: string;
  readonly eventSequence: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewMerchant {
  readonly tenantId: TenantId;
  readonly legalName: string;
  readonly displayName: string;
  readonly countryCode: string;
  readonly locale: Locale;
  readonly logoUrl: string | null;
  readonly primaryColor: string | null;
  /** PENDING and DRAFT for a merchant that is not onboarded yet. */
  readonly status: MerchantStatus;
  readonly kybStatus: KybStatus;
  readonly wallets: readonly NewWallet[];
}

export interface NewWallet {
  readonly mode: Mode;
  readonly label: string;
  readonly currency: CurrencyCode;
}
