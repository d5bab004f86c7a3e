import type { CurrencyCode } from "../kit/currency.ts";
import type { OutgoingRequest, OutgoingResponse } from "../kit/http-out.ts";
import type { Money } from "../kit/money.ts";
import type { FailureCode, Mode, PaymentMethod } from "../kit/payment-terms.ts";
import type { CallbackVerdict, IncomingCallback } from "./callback.ts";
import type { ProviderCapabilities } from "./capabilities.ts";
import type { ReferenceForm } from "./own-id.ts";
import type { ProviderSetting } from "./settings.ts";
import type { AccountHolder } from "./transfer-orders.ts";

/**
 * The requests to a payment provider, and its four possible answers. A connector translates; it decides nothing about
 * sessions or money. Every connector passes `contract-suite.ts`.
 *
 * `reference` is ours: it is derived from the attempt's id, and exists before the first byte is sent. It is sent
 * wherever the provider has a field for it.
 */
export type ProviderReference = string & { readonly __reference: true };

/**
 * Values of a provider about a payment, a refund or a payout that it needs back: its own id, a token, an expiry. Stored
 * sealed, and part of each later query. At most `HANDLE_BYTES_MAX` bytes as JSON.
 */
export type ProviderHandle = Readonly<Record<string, string>>;
export const HANDLE_BYTES_MAX = 2_048;

/** The bank account a payer transfers to. */
export interface TransferInstructions {
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
  /** What the payer must write as the reason of the transfer. */
  readonly reference: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601, or null when the instructions do not expire. */
  readonly expiresAt: string | null;
}

/** The payer's next step. */
export type NextStep =
  | {
      readonly kind: "POLL";
      readonly pollAfterMs: number;
      readonly instructions: TransferInstructions | null;
      /** Sandbox only: a page for the test, the simulator's bank. It is not a next step. */
      readonly sandboxUrl?: string;
    }
  | { readonly kind: "REDIRECT"; readonly actionUrl: string }
  | {
      readonly kind: "DISPLAY_QR";
      readonly qrPayload: string;
      readonly pollAfterMs: number;
      readonly actionUrl: string | null;
    };

/** Part of any outcome. A later handle replaces the earlier one as a whole; without one the earlier one stays. */
interface WithHandle {
  readonly handle?: ProviderHandle;
}

/** Operators are told: the cause is a setting, a key or the balance of the account, not the payer. */
interface WithAlarm {
  readonly alarm?: true;
}

interface Failed extends WithHandle, WithAlarm {
  readonly kind: "failed";
  readonly failureCode: FailureCode;
  /** The provider's own code, raw. */
  readonly providerCode: string;
  /** Nothing about this operation has left: a payment may go on through another account. */
  readonly notSent?: true;
}

/** A timeout, a reset, a 5xx or an unreadable answer. Never a failure: it is queried until it is known. */
interface Unknown extends WithHandle, WithAlarm {
  readonly kind: "unknown";
  readonly reason: string;
  /** How long the provider asked us to wait, in milliseconds. `calls.ts` fills it in; connectors do not. */
  readonly askAfterMs?: number;
}

/** The provider does not know it. */
interface NotFound {
  readonly kind: "not_found";
}

export type PaymentOutcome =
  | (WithHandle & {
      readonly kind: "succeeded";
      /** The number in the operator's SMS to the payer. */
      readonly transactionId: string;
      /** What the provider took, by its own book: compared with the charge before anything is booked. */
      readonly amount: Money;
      readonly method?: SettledMethod;
    })
  | Failed
  | (WithHandle & { readonly kind: "pending"; readonly nextStep: NextStep })
  | Unknown;

/** Facts about the means of payment that only the provider knows. */
export interface SettledMethod {
  readonly brand?: string;
  readonly last4?: string;
}

export type QueryOutcome = PaymentOutcome | NotFound;

/** The destination of a payment: one enabled account of a sub-tenant, with its decrypted configuration. */
export interface ProviderAccount {
  readonly id: string;
  readonly provider: string;
  readonly mode: Mode;
  /** Base address, keys, secrets: only the connector knows their form. Never logged. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The payer. Fields that the method does not use are null. The phone is E.164. */
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

/** The ids of one operation, the same each time it is sent or queried. */
interface OperationIds {
  readonly reference: ProviderReference;
  /**
   * The operation's id in the provider's own form, and its idempotency key: the same id sent twice is one operation.
   * Equal to `reference` if the connector's form is `OURS`; otherwise drawn and committed before the first byte is
   * sent.
   */
  readonly ownId: string;
}

/** Only the sandbox's simulator reads it; every other connector ignores it. */
interface WithOptions {
  readonly providerOptions?: Readonly<Record<string, string>>;
}

export interface StartRequest extends OperationIds, WithOptions {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly payer: Payer;
  /** The operator shows it to the payer if it can: the connector shortens and cleans it. */
  readonly title: string;
  /** Who is paid, as the payer's page names it. */
  readonly merchantName: string;
  readonly locale: "fr" | "en" | "pt";
  /** Where a redirected payer returns to. */
  readonly returnUrl: string;
  /** Address for callbacks about this payment. Callbacks are hints: the state is read again by `query`. */
  readonly callbackUrl: string;
  /** Epoch milliseconds after which the payer should no longer be able to pay. */
  readonly expiresAtMs: number;
}

/** A payment that was started, or may have been: everything that a provider may need for a query. */
export interface PaymentQuestion extends OperationIds {
  readonly method: PaymentMethod;
  readonly amount: Money;
  /** Epoch milliseconds at which the attempt was made, just before the first start call. */
  readonly startedAtMs: number;
  /** Null when no answer has contained one: the start's answer may have been lost. */
  readonly handle: ProviderHandle | null;
}

export interface RefundRequest extends OperationIds, WithOptions {
  readonly amount: Money;
  /** The refunded payment. */
  readonly payment: PaymentQuestion;
  /** The payer, for rails that refund by sending money to the payer. */
  readonly payer: Payer;
  /** The account that the merchant gave for this refund; absent when none was given. */
  readonly recipient?: AccountHolder;
  /** As for a payment. */
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
  /** Epoch milliseconds at which it was made; it was sent later. */
  readonly startedAtMs: number;
  readonly handle: ProviderHandle | null;
}

/** A refund that was sent, or may have been: some providers identify it only by its payment. */
export interface RefundQuestion extends TransferQuestion {
  readonly payment: PaymentQuestion;
}

/** Who holds this account? Asked before the account is paid. */
export interface NameQuestion
  extends Pick<PayoutRequest, "phone" | "operator" | "countryCode" | "iban" | "walletId" | "name"> {
  readonly currency: CurrencyCode;
}

export type NameVerdict =
  | { readonly kind: "match" }
  /** The holder's name at the provider is nearly the given one. */
  | { readonly kind: "close_match"; readonly registeredName: string }
  | { readonly kind: "mismatch" }
  | { readonly kind: "no_account" }
  /** The account exists, and the provider does not know its holder's name. */
  | { readonly kind: "not_known" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Refunds and payouts: there is no next step for the payer. */
export type TransferOutcome =
  | (WithHandle & { readonly kind: "succeeded"; readonly transactionId: string; readonly amount: Money })
  | Failed
  | (WithHandle & {
      readonly kind: "pending";
      /** It was not sent: the merchant has to give an account for it first. */
      readonly needs?: "RECIPIENT_ACCOUNT";
      /**
       * Epoch milliseconds at which it left for the provider; null: it still waits at our side, for a file. Absent: it left
       * when it was sent.
       */
      readonly leftAtMs?: number | null;
    })
  | Unknown;
export type TransferQueryOutcome = TransferOutcome | NotFound;

/**
 * One line of a provider's own book. A PAYMENT, REFUND or PAYOUT moves money of payers. The other types move the money of
 * the account itself, and their amount may be negative:
 * - FEE: a fee that belongs to no single payment. Positive: the provider took it; negative: it gave it back.
 * - SETTLEMENT: positive: sent to our bank account; negative: received from it.
 * - ADJUSTMENT: anything else, such as a disputed payment. Positive: added to the account; negative: taken from it.
 */
export interface StatementLine {
  readonly type: "PAYMENT" | "REFUND" | "PAYOUT" | "FEE" | "SETTLEMENT" | "ADJUSTMENT";
  /** Our reference, as the provider recorded it; the provider's own number or text where it has none of ours. */
  readonly reference: string;
  readonly transactionId: string | null;
  readonly status: "SUCCEEDED" | "FAILED" | "PENDING" | "REVERSED";
  /** The amount moved, in minor units. For a payment what the payer paid, before any fee. */
  readonly amount: Money;
  /**
   * What the provider took from the account for this payment, refund or payout, in the currency of `amount`; negative: it
   * gave a fee back. Absent: nothing, or it is not known.
   */
  readonly fee?: Money;
  readonly occurredAtMs: number;
}

export type StatementOutcome =
  | { readonly kind: "lines"; readonly lines: readonly StatementLine[] }
  /** The period has more lines than one call can bring: shorter periods are asked for. */
  | { readonly kind: "too_long" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** What an account holds at its provider; one entry for each of its wallets there. */
export interface ProviderBalance {
  readonly available: Money;
  /** The provider's name of the wallet, such as a country or an operator; null when there is one. */
  readonly wallet: string | null;
}

export type BalanceOutcome =
  | { readonly kind: "balances"; readonly balances: readonly ProviderBalance[] }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Why an account cannot be used, found by its cheapest authenticated call. */
export type AccountProblem =
  | "KEY_REFUSED"
  | "WRONG_ENVIRONMENT"
  /** The key is right, but may not do what the account is for. */
  | "NOT_PERMITTED"
  | "UNREACHABLE"
  | "CERTIFICATE"
  | "CLOCK"
  /** A setting, or an address of ours, that the provider would refuse. */
  | "SETTING"
  | "UNEXPECTED_ANSWER";

export type AccountTest =
  | { readonly kind: "passed" }
  /** `sentence`: for operators, what is wrong and what to do. Without a secret. */
  | {
      readonly kind: "problem";
      readonly problem: AccountProblem;
      readonly sentence: string;
      /** The raw reason, such as `http_401`. */
      readonly reason?: string;
    };

/** One mobile-money operator of a country, or one scheme of QR codes, that an account serves. */
export interface ServedOperator {
  readonly method: "MOBILE_MONEY" | "QR";
  readonly operator: string;
  /** Null for a QR code. */
  readonly countryCode: string | null;
  /** How the payer approves through this account, where it differs from `kit/operators.ts`. */
  readonly authFlow?: "PIN_PROMPT" | "OTP" | "REDIRECT" | "QR";
  /** The USSD code that the payer dials for a one-time password. */
  readonly prompt?: string | null;
}

/**
 * What one account can do, where its settings allow less than its provider's capabilities. An absent field leaves the
 * capability as it is.
 */
export interface AccountTerms
  extends Partial<
    Pick<ProviderCapabilities, "methods" | "countries" | "currencies" | "refund" | "payout" | "nameCheck">
  > {
  /** Of its methods MOBILE_MONEY and QR. Absent: every operator that the service knows. */
  readonly operators?: readonly ServedOperator[];
  /**
   * Numbers of the provider's test system (E.164) that belong to none of its operators: a payer may type them although
   * they are of another country. Never of a live account.
   */
  readonly testPhones?: readonly string[];
}

/** One exchange with the provider. */
export interface ProviderHttpRequest extends Pick<OutgoingRequest, "method" | "url" | "headers" | "body"> {
  /** Shorter than the account's own, in milliseconds. It never makes a call longer. */
  readonly timeoutMs?: number;
  /** In bytes; 64 KiB when absent. */
  readonly responseBytesMax?: number;
  /** Recorded instead of the address's own path, when that contains personal data such as a phone number. */
  readonly notedPath?: string;
}

/** What a connector uses during one call. Made only in `calls.ts`. */
export interface ProviderCall {
  readonly account: ProviderAccount;
  /** Epoch milliseconds at which the call began. */
  readonly nowMs: number;
  /** Applies the account's timeouts and client certificate. Rejects with `HttpOutError` when there was no answer. */
  readonly http: (request: ProviderHttpRequest) => Promise<OutgoingResponse>;
}

/** A connector's declarations, independent of accounts and calls. */
export interface ProviderTerms {
  readonly name: string;
  /** A simulator never serves live payments. */
  readonly modes: readonly Mode[];
  /** It fails on request, as a simulator does: its failures do not take its accounts out of routing by default. */
  readonly failsOnRequest?: true;
  readonly capabilities: ProviderCapabilities;
  /** The form of the ids that the provider accepts. */
  readonly referenceForm: ReferenceForm;
  /** The settings of its accounts: operators fill them in, and their input is checked against this. */
  readonly settings: readonly ProviderSetting[];
  /** Names of the two PEM settings with the client certificate of an account, if the provider requires one. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string };
}

/**
 * Thrown by a connector when the result of its request is unknown, for example when it gets no token. It is not a bug.
 */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** A short text without a secret: it is logged and stored. */
  readonly reason: string;
  readonly alarm: boolean;
  /** `alarm`: operators are told, because a setting or a key of the account is the cause. */
  constructor(reason: string, { alarm = false }: { readonly alarm?: boolean } = {}) {
    super(reason);
    this.reason = reason;
    this.alarm = alarm;
  }
}

/**
 * A connector. Functions of a capability exist exactly when it is declared. If a function throws or rejects, the
 * outcome is `unknown`, a name check or a statement `unavailable`. Any error but `HttpOutError` and `OutcomeUnknown` is
 * logged as a bug.
 */
export interface Provider extends ProviderTerms {
  start(call: ProviderCall, request: StartRequest): Promise<PaymentOutcome>;
  query(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome>;
  /** Asks the provider to cancel a payment that waits for the payer. The answer is the state afterwards. */
  cancel?(call: ProviderCall, question: PaymentQuestion): Promise<QueryOutcome>;
  refund?(call: ProviderCall, request: RefundRequest): Promise<TransferOutcome>;
  queryRefund?(call: ProviderCall, question: RefundQuestion): Promise<TransferQueryOutcome>;
  payout?(call: ProviderCall, request: PayoutRequest): Promise<TransferOutcome>;
  queryPayout?(call: ProviderCall, question: TransferQuestion): Promise<TransferQueryOutcome>;
  /** Compares a name with the holder's. It moves no money, so it may be repeated. */
  verifyBeneficiary?(call: ProviderCall, question: NameQuestion): Promise<NameVerdict>;
  /** The provider's book of `[fromMs, toMs)`, oldest first. */
  statement?(call: ProviderCall, fromMs: number, toMs: number): Promise<StatementOutcome>;
  verifyCallback?(call: ProviderCall, callback: IncomingCallback): Promise<CallbackVerdict>;
  balance?(call: ProviderCall): Promise<BalanceOutcome>;
  /** The cheapest authenticated call. Absent: a query about a payment that does not exist. It moves no money. */
  test?(call: ProviderCall): Promise<AccountTest>;
  /** Absent: every account serves what the capabilities say. Pure. */
  accountTerms?(account: Pick<ProviderAccount, "mode" | "settings">): AccountTerms;
}
