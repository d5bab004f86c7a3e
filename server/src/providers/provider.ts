import type { CurrencyCode } from "../kit/currency.ts";
import type { Money } from "../kit/money.ts";
import type { FailureCode, Mode, PaymentMethod } from "../kit/payment-terms.ts";
import type { ProviderSetting } from "./settings.ts";

/**
 * What the service asks of a payment provider, and the four things a provider can say. A connector translates; it
 * decides nothing about sessions or money. Every connector passes `contract-suite.ts`.
 *
 * `reference` is ours: the attempt's own id, made and committed before the first byte leaves, and the provider's
 * idempotency key. The same reference sent twice is one payment.
 */
export type ProviderReference = string & { readonly __reference: true };

/** The bank account a payer transfers to. */
export interface TransferInstructions {
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
  /** What the payer writes as the reason of the transfer. */
  readonly reference: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601, or null when the instructions do not expire. */
  readonly expiresAt: string | null;
}

/** What the payer does next. */
export type NextStep =
  | {
      readonly kind: "POLL";
      readonly pollAfterMs: number;
      readonly instructions: TransferInstructions | null;
      /** Sandbox only: a page on which a test may act meanwhile, the simulator's bank. It is no next step. */
      readonly sandboxUrl?: string;
    }
  | { readonly kind: "REDIRECT"; readonly actionUrl: string }
  | {
      readonly kind: "DISPLAY_QR";
      readonly qrPayload: string;
      readonly pollAfterMs: number;
      readonly actionUrl: string | null;
    };

export type PaymentOutcome =
  | {
      readonly kind: "succeeded";
      /** What the payer reads in the operator's SMS. */
      readonly transactionId: string;
      /** What the provider took, by its own book: compared with the charge before anything is booked. */
      readonly amount: Money;
      readonly method?: SettledMethod;
    }
  | { readonly kind: "failed"; readonly failureCode: FailureCode; readonly providerCode: string }
  | { readonly kind: "pending"; readonly nextStep: NextStep }
  /** A time-out, a reset, a 5xx or an answer we cannot read. Never a failure: it is asked about until it is known. */
  | { readonly kind: "unknown"; readonly reason: string };

/** What only the provider can tell of the means that paid. */
export interface SettledMethod {
  readonly brand?: string;
  readonly last4?: string;
}

/** A status query has one answer more: the provider has never heard of the reference. */
export type QueryOutcome = PaymentOutcome | { readonly kind: "not_found" };

/** Where a payment goes: one enabled account of a sub-tenant, with its decrypted configuration. */
export interface ProviderAccount {
  readonly id: string;
  readonly provider: string;
  /** Base address, keys, secrets: shape known to the connector alone. Never logged. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Who pays. Fields that the method does not use are null. The phone is E.164. */
export interface Payer {
  readonly phone: string | null;
  readonly operator: string | null;
  readonly countryCode: string | null;
  readonly otp: string | null;
  readonly walletId: string | null;
  readonly cardToken: string | null;
  readonly qrScheme: "PI_SPI" | "WAVE" | "ORANGE" | "EMVCO" | null;
  readonly payerName: string | null;
}

export interface StartRequest {
  readonly reference: ProviderReference;
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly payer: Payer;
  /** Shown to the payer by the operator where it can be: already cut and cleaned by the connector. */
  readonly title: string;
  readonly locale: "fr" | "en" | "pt";
  /** Where a redirected payer comes back to. */
  readonly returnUrl: string;
  /** Where the provider reports. Callbacks are hints: the state is read again by `query`. */
  readonly callbackUrl: string;
  /** Epoch milliseconds after which the payer should no longer be able to pay. */
  readonly expiresAtMs: number;
  /** Sandbox: what the simulator is to do, by name. Real providers never see one. */
  readonly scenario?: string;
}

export interface RefundRequest {
  readonly refundReference: ProviderReference;
  readonly chargeReference: ProviderReference;
  readonly amount: Money;
  /** As of a payment. */
  readonly scenario?: string;
}

export interface PayoutRequest {
  readonly reference: ProviderReference;
  readonly amount: Money;
  readonly phone: string | null;
  readonly operator: string | null;
  readonly countryCode: string | null;
  readonly iban: string | null;
  /** A wallet at the provider itself. */
  readonly walletId: string | null;
  readonly name: string;
  readonly callbackUrl: string;
  /** As of a payment. */
  readonly scenario?: string;
}

/** Whose account is this? Asked before anybody is paid. */
export interface NameQuestion
  extends Pick<PayoutRequest, "phone" | "operator" | "countryCode" | "iban" | "walletId" | "name"> {
  readonly currency: CurrencyCode;
}

export type NameVerdict =
  | { readonly kind: "match" }
  /** The holder's name as the provider has it is nearly the one that was given. */
  | { readonly kind: "close_match"; readonly registeredName: string }
  | { readonly kind: "mismatch" }
  | { readonly kind: "no_account" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Refunds and payouts: the payer has nothing to do. */
export type TransferOutcome =
  | { readonly kind: "succeeded"; readonly transactionId: string; readonly amount: Money }
  | { readonly kind: "failed"; readonly failureCode: FailureCode; readonly providerCode: string }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown"; readonly reason: string };
export type TransferQueryOutcome = TransferOutcome | { readonly kind: "not_found" };

/** One line of a provider's own book, as it tells it afterwards. */
export interface StatementLine {
  readonly type: "PAYMENT" | "REFUND" | "PAYOUT";
  /** Ours, as the provider wrote it down. */
  readonly reference: string;
  readonly transactionId: string | null;
  readonly status: "SUCCEEDED" | "FAILED" | "PENDING" | "REVERSED";
  /** What moved, in minor units. */
  readonly amount: Money;
  readonly occurredAtMs: number;
}

export type StatementOutcome =
  | { readonly kind: "lines"; readonly lines: readonly StatementLine[] }
  | { readonly kind: "unavailable"; readonly reason: string };

/** A callback as it came in: raw bytes, for the signature. Header names are lower case. */
export interface IncomingCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  readonly nowMs: number;
}

/** A verified callback names what to ask about; it is never believed on the outcome. */
export type CallbackVerdict =
  | {
      readonly kind: "accepted";
      readonly subject: "payment" | "refund" | "payout";
      readonly reference: ProviderReference;
    }
  | { readonly kind: "refused"; readonly reason: string };

export interface Provider {
  readonly name: string;
  /** A simulator never serves live payments. */
  readonly modes: readonly Mode[];
  /** What an account of it needs: operators fill it in, and what they send is checked against it. */
  readonly settings: readonly ProviderSetting[];
  /** Whether the rail can give money back by itself; where it cannot, a refund is a payout to the payer. */
  readonly canRefund: boolean;
  start(account: ProviderAccount, request: StartRequest): Promise<PaymentOutcome>;
  query(account: ProviderAccount, reference: ProviderReference): Promise<QueryOutcome>;
  /** Asks the provider to give up a payment that waits for the payer. The answer is the state after the attempt. */
  cancel(account: ProviderAccount, reference: ProviderReference): Promise<QueryOutcome>;
  refund(account: ProviderAccount, request: RefundRequest): Promise<TransferOutcome>;
  queryRefund(account: ProviderAccount, reference: ProviderReference): Promise<TransferQueryOutcome>;
  payout(account: ProviderAccount, request: PayoutRequest): Promise<TransferOutcome>;
  queryPayout(account: ProviderAccount, reference: ProviderReference): Promise<TransferQueryOutcome>;
  /** Compares a name with the holder's; absent where the provider cannot. It moves nothing, so it may be asked again. */
  verifyBeneficiary?(account: ProviderAccount, question: NameQuestion): Promise<NameVerdict>;
  /** The provider's book of `[fromMs, toMs)`, oldest first; absent where it can only be downloaded by a person. */
  statement?(account: ProviderAccount, fromMs: number, toMs: number): Promise<StatementOutcome>;
  verifyCallback(account: ProviderAccount, callback: IncomingCallback): CallbackVerdict;
}
