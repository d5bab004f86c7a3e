import type { CurrencyCode } from "../kit/currency.ts";
import type { OutgoingRequest, OutgoingResponse } from "../kit/http-out.ts";
import type { Money } from "../kit/money.ts";
import type { FailureCode, Mode, PaymentMethod } from "../kit/payment-terms.ts";
import type { CallbackVerdict, IncomingCallback } from "./callback.ts";
import type { ProviderCapabilities } from "./capabilities.ts";
import type { ReferenceForm } from "./own-id.ts";
import type { ProviderSetting } from "./settings.ts";

/**
 * What the service asks of a payment provider, and the four things a provider can say. A connector translates; it
 * decides nothing about sessions or money. Every connector passes `contract-suite.ts`.
 *
 * `reference` is ours: it is derived from the attempt's id, and exists before the first byte leaves. It goes out wherever
 * the provider has a field for it.
 */
export type ProviderReference = string & { readonly __reference: true };

/**
 * What a provider gave us about a payment, a refund or a payout and wants to see again: its own id, a token, an expiry. It is
 * kept sealed, and each later question carries it. At most `HANDLE_BYTES_MAX` bytes as JSON.
 */
export type ProviderHandle = Readonly<Record<string, string>>;
export const HANDLE_BYTES_MAX = 2_048;

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

/** What any outcome may bring along. A later handle replaces the earlier one whole; without one the earlier one stays. */
interface WithHandle {
  readonly handle?: ProviderHandle;
}

interface Failed extends WithHandle {
  readonly kind: "failed";
  readonly failureCode: FailureCode;
  /** The provider's own word for it, raw. */
  readonly providerCode: string;
}

/** A time-out, a reset, a 5xx or an answer we cannot read. Never a failure: it is asked about until it is known. */
interface Unknown extends WithHandle {
  readonly kind: "unknown";
  readonly reason: string;
}

/** The provider has never heard of it. */
interface NotFound {
  readonly kind: "not_found";
}

export type PaymentOutcome =
  | (WithHandle & {
      readonly kind: "succeeded";
      /** What the payer reads in the operator's SMS. */
      readonly transactionId: string;
      /** What the provider took, by its own book: compared with the charge before anything is booked. */
      readonly amount: Money;
      readonly method?: SettledMethod;
    })
  | Failed
  | (WithHandle & { readonly kind: "pending"; readonly nextStep: NextStep })
  | Unknown;

/** What only the provider can tell of the means that paid. */
export interface SettledMethod {
  readonly brand?: string;
  readonly last4?: string;
}

export type QueryOutcome = PaymentOutcome | NotFound;

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

/** Names of one operation, the same each time it is sent or asked about. */
interface OperationIds {
  readonly reference: ProviderReference;
  /**
   * The operation's id in the provider's own form, and its idempotency key: the same id sent twice is one operation. The same
   * text as `reference` where the connector's form is `OURS`; otherwise drawn and committed before the first byte leaves.
   */
  readonly ownId: string;
}

/** Read by the sandbox's simulator alone; every other connector ignores it. */
interface WithOptions {
  readonly providerOptions?: Readonly<Record<string, string>>;
}

export interface StartRequest extends OperationIds, WithOptions {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly payer: Payer;
  /** Shown to the payer by the operator where it can be: the connector cuts it and cleans it. */
  readonly title: string;
  readonly locale: "fr" | "en" | "pt";
  /** Where a redirected payer comes back to. */
  readonly returnUrl: string;
  /** Where the provider reports on this payment. Callbacks are hints: the state is read again by `query`. */
  readonly callbackUrl: string;
  /** Epoch milliseconds after which the payer should no longer be able to pay. */
  readonly expiresAtMs: number;
}

/** A payment that was started, or may have been: all that a provider may want to hear when it is asked about it. */
export interface PaymentQuestion extends OperationIds {
  readonly method: PaymentMethod;
  readonly amount: Money;
  /** Epoch milliseconds at which the attempt was made, just before the first start call. */
  readonly startedAtMs: number;
  /** Null when no answer has brought one: the start's answer may have been lost. */
  readonly handle: ProviderHandle | null;
}

export interface RefundRequest extends OperationIds, WithOptions {
  readonly amount: Money;
  /** The payment it gives back, or a part of it. */
  readonly payment: PaymentQuestion;
  /** Who paid, for rails that give back by sending money to the payer. */
  readonly payer: Payer;
  /** As of a payment. */
  readonly callbackUrl: string;
}

export interface PayoutRequest extends OperationIds, WithOptions {
  readonly amount: Money;
  readonly phone: string | null;
  readonly operator: string | null;
  readonly countryCode: string | null;
  readonly iban: string | null;
  /** A wallet at the provider itself. */
  readonly walletId: string | null;
  readonly name: string;
  readonly callbackUrl: string;
}

/** A payout that was sent, or may have been. */
export interface TransferQuestion extends OperationIds {
  readonly amount: Money;
  /** Epoch milliseconds at which it was made: it was sent later. */
  readonly startedAtMs: number;
  readonly handle: ProviderHandle | null;
}

/** A refund that was sent, or may have been: some providers know it by its payment only. */
export interface RefundQuestion extends TransferQuestion {
  readonly payment: PaymentQuestion;
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
  | (WithHandle & { readonly kind: "succeeded"; readonly transactionId: string; readonly amount: Money })
  | Failed
  | (WithHandle & { readonly kind: "pending" })
  | Unknown;
export type TransferQueryOutcome = TransferOutcome | NotFound;

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

/** One exchange with the provider. */
export interface ProviderHttpRequest extends Pick<OutgoingRequest, "method" | "url" | "headers" | "body"> {
  /** Shorter than the account's own, in milliseconds. It never makes a call longer. */
  readonly timeoutMs?: number;
  /** In bytes; 64 KiB when absent. */
  readonly responseBytesMax?: number;
  /** Noted in place of the address's own path, where that holds something of a person, as a phone number. */
  readonly notedPath?: string;
}

/** What a connector works with during one call. Made in `calls.ts` alone. */
export interface ProviderCall {
  readonly account: ProviderAccount;
  /** Epoch milliseconds at which the call began. */
  readonly nowMs: number;
  /** Applies the account's time-outs and client certificate. Rejects with `HttpOutError` when no answer came. */
  readonly http: (request: ProviderHttpRequest) => Promise<OutgoingResponse>;
}

/** What a connector is, before any account or call. */
export interface ProviderTerms {
  readonly name: string;
  /** A simulator never serves live payments. */
  readonly modes: readonly Mode[];
  readonly capabilities: ProviderCapabilities;
  /** The form of the ids that the provider accepts. */
  readonly referenceForm: ReferenceForm;
  /** What an account of it needs: operators fill it in, and what they send is checked against it. */
  readonly settings: readonly ProviderSetting[];
  /** Names of the two PEM settings with the certificate that an account shows to the provider, where it asks for one. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string };
}

/** What a connector throws when nothing is known of what it was asked, as when it gets no token. It is no fault of the program. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** A short text without a secret: it is logged and kept. */
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A connector. Functions that belong to a capability are there exactly when it is declared. A function that throws or
 * rejects has told nothing: the outcome is then `unknown`, a name check or a statement `unavailable`. Anything but `HttpOutError`
 * and `OutcomeUnknown` is logged as a fault.
 */
export interface Provider extends ProviderTerms {
  start(call: ProviderCall, request: StartRequest): Promise<PaymentOutcome>;
  query(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome>;
  /** Asks the provider to give up a payment that waits for the payer. The answer is the state after the attempt. */
  cancel?(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome>;
  refund?(call: ProviderCall, request: RefundRequest): Promise<TransferOutcome>;
  queryRefund?(call: ProviderCall, question: RefundQuestion): Promise<TransferQueryOutcome>;
  payout?(call: ProviderCall, request: PayoutRequest): Promise<TransferOutcome>;
  queryPayout?(call: ProviderCall, question: TransferQuestion): Promise<TransferQueryOutcome>;
  /** Compares a name with the holder's. It moves nothing, so it may be asked again. */
  verifyBeneficiary?(call: ProviderCall, question: NameQuestion): Promise<NameVerdict>;
  /** The provider's book of `[fromMs, toMs)`, oldest first. */
  statement?(call: ProviderCall, fromMs: number, toMs: number): Promise<StatementOutcome>;
  verifyCallback?(call: ProviderCall, callback: IncomingCallback): Promise<CallbackVerdict>;
}
