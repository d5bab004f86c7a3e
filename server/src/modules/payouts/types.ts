import type { MerchantActor } from "../../kit/actor.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { BeneficiaryStatus, PayoutStatus } from "./states.ts";

export const beneficiaryTypes = ["MOBILE_MONEY", "BANK_ACCOUNT", "WALLET"] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];

/** The destination of the money. Fields that the type does not use are null. The phone is E.164. */
export interface BeneficiaryDetails {
  readonly phone: string | null;
  readonly operator: string | null;
  /** ISO 3166 alpha-2; null for a wallet, which has no country. */
  readonly countryCode: string | null;
  readonly iban: string | null;
  readonly bankName: string | null;
  readonly walletId: string | null;
}

/**
 * The result of the provider's name check. NOT_CHECKED: it cannot check names. NOT_KNOWN: it knows the account, and not
 * its holder's name. UNAVAILABLE: it did not answer yet.
 */
export const nameChecks = [
  "NOT_CHECKED",
  "MATCH",
  "CLOSE_MATCH",
  "MISMATCH",
  "NOT_KNOWN",
  "UNAVAILABLE",
] as const;
export type NameCheck = (typeof nameChecks)[number];

export interface Beneficiary {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"beneficiary">;
  readonly name: string;
  readonly type: BeneficiaryType;
  /** `BeneficiaryDetails`, sealed. */
  readonly details: Buffer;
  /** The same with phone and account number masked. */
  readonly shown: BeneficiaryDetails;
  readonly currency: CurrencyCode;
  readonly countryCode: string | null;
  readonly status: BeneficiaryStatus;
  readonly nameCheck: NameCheck;
  /** Who gave the name that it has now. Null: it was added before this was kept. */
  readonly namedBy: MerchantActor | null;
  /** Who vouched for that name, where the provider does not know it. */
  readonly approvedBy: MerchantActor | null;
  /** The holder's name at the provider, when the given name is nearly the same. */
  readonly registeredName: string | null;
  /** When the provider is asked next, while PENDING_VERIFICATION. */
  readonly nextCheckAtMs: number | null;
  readonly checkCount: number;
  readonly rejectionReason: string | null;
  readonly warnings: readonly string[];
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payoutsAllowedFromMs: number | null;
  readonly eventSequence: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The beneficiary as shown when the payout was made. */
export interface Destination extends BeneficiaryDetails {
  readonly name: string;
  readonly type: BeneficiaryType;
}

export interface Payout {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"payout">;
  readonly walletId: Id<"wallet">;
  readonly beneficiaryId: Id<"beneficiary">;
  readonly destination: Destination;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly status: PayoutStatus;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Sandbox: the scenario of the provider simulator. */
  readonly scenario: string | null;
  readonly approvalRequired: boolean;
  readonly createdBy: MerchantActor;
  readonly approvedBy: MerchantActor | null;
  readonly providerAccountId: string | null;
  readonly provider: string | null;
  /** Its id in the provider's own form, drawn when it is given to an account; null: our reference is its id there. */
  readonly providerReference: string | null;
  /** What the provider told us and wants to see again, sealed. */
  readonly providerHandle: Buffer | null;
  readonly providerTransactionId: string | null;
  readonly failureCode: FailureCode | null;
  /** How often the worker has handled it since it was made or sent. */
  readonly checkCount: number;
  readonly unknownSinceMs: number | null;
  readonly eventSequence: number;
  readonly version: number;
  readonly approvedAtMs: number | null;
  readonly queuedAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly paidAtMs: number | null;
  readonly failedAtMs: number | null;
  readonly reversedAtMs: number | null;
  readonly cancelledAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
