import type { MerchantNo } from "./ids.ts";
import type { Locale } from "./money.ts";
import type { FailureCode, Mode, PaymentMethod } from "./payment-terms.ts";

/**
 * What the pages need from the service. The pages decide nothing: they show its answers, and a refusal is a `Refusal`
 * of `kit/errors.ts`. Shapes are those of the public API (JSON views), plus what a page needs.
 */
export interface PayerCheckout {
  /**
   * The session in any state. Refuses with a 404 when there is none. The opening is kept among what happened to the
   * payment, unless somebody only looks (`isLook`).
   */
  page(sessionId: string, isLook?: boolean): Promise<PageSession>;
  /** The paid session of a receipt's code. Refuses with a 404 when there is none. */
  receipt(code: string): Promise<PageSession>;
  /** The payer is back from the provider's page: its answer is asked for at once, in the background. */
  returned(sessionId: string): Promise<void>;
  /** The options available now; empty when there are none. */
  methods(sessionId: string): Promise<readonly MethodOption[]>;
  /** The same as `POST /checkout/pay/:sessionId/complete`, with the same refusals. */
  complete(sessionId: string, request: CompleteRequest, facts: PayerFacts): Promise<Completion>;
  /** The same as `POST /checkout/pay/:sessionId/leave`, with the same refusals. */
  leave(sessionId: string): Promise<void>;
  /**
   * Sends the receipt to an address that the payer typed. Refuses with a 404 when nothing is paid or there is no mail server, with
   * VALIDATION_ERROR what is no address, and with RATE_LIMITED beyond three mails of a session a day.
   */
  mailReceipt(sessionId: string, mail: ReceiptMail, facts: PayerFacts): Promise<void>;
  /** The same as `GET /checkout/pay/:sessionId/status`. */
  status(sessionId: string): Promise<SessionStatusView>;
}

export interface PayerLinks {
  /** The link in any state. Refuses with a 404 when there is none. */
  page(slug: string): Promise<LinkPage>;
  /** Creates a session of the link on the payer's request. Refuses as `POST /checkout/links/:slug/sessions` does. */
  openSession(slug: string, chosen: ChosenPrice, facts: PayerFacts): Promise<{ readonly sessionUrl: string }>;
}

/** Merchants' pictures, drawn by the service itself: the pages show no other. */
export interface PayerLogos {
  /** The picture made from the file at that address; null while there is none. Never waits for another server. */
  find(merchantNo: MerchantNo, sourceUrl: string): Promise<PageLogo | null>;
  /** The PNG of that name, or null. */
  read(name: string): Promise<Buffer | null>;
}

export interface PageLogo {
  readonly name: string;
  /** Pixels: twice as many as points on the page. */
  readonly width: number;
  readonly height: number;
}

/** The address of a merchant's logo. */
export interface LogoSource {
  readonly merchantNo: MerchantNo;
  readonly url: string;
}

export interface PayerFacts {
  readonly ip: string;
  readonly requestId: string;
}

export type SessionStatus = "OPEN" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED" | "CANCELLED";
export type NextStepKind = "POLL" | "REDIRECT" | "DISPLAY_QR";

export interface PageSession {
  readonly sessionId: string;
  /** For `SANDBOX` the page says that this is a test. */
  readonly mode?: Mode;
  readonly status: SessionStatus;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  readonly title: string;
  readonly description: string | null;
  /** The merchant's own number of the order. */
  readonly reference: string | null;
  readonly merchantName: string;
  readonly runBy: RunBy;
  /**
   * What the payer is asked for beyond the amount, in minor units as text. Fee schedules are taken from the merchant's part,
   * so it is "0"; the page says what stands here, and nothing by itself.
   */
  readonly payerFee: string;
  /** Whose time the page shows: the country of the payer's account, before that the merchant's. ISO 3166 alpha-2. */
  readonly countryCode: string;
  readonly logo?: LogoSource;
  /** `#rrggbb`. */
  readonly primaryColor?: string;
  readonly locale: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly customFields: readonly CustomField[];
  /** What the merchant knows of its customer, while the session can be paid; null: nothing, or no longer. */
  readonly customer: PageCustomer | null;
  readonly successMessage?: string;
  readonly failureCode: FailureCode | null;
  readonly retryable: boolean;
  readonly attemptsRemaining: number;
  readonly nextStep: NextStepKind | null;
  readonly actionUrl: string | null;
  /** A page of the simulator for paying a test; null in live mode. */
  readonly sandboxUrl: string | null;
  readonly qrPayload: string | null;
  readonly instructions: BankInstructions | null;
  /** Where the last attempt asked for a transfer, once it has ended: it may have been ordered, or it has paid. */
  readonly endedTransfer: BankInstructions | null;
  readonly pollAfterMs: number | null;
  /** Of the attempt in flight. */
  readonly paymentMethod: PaymentMethod | null;
  readonly maskedPhone: string | null;
  /** Of mobile money: its code, the name that payers know, and the country of its account (ISO 3166 alpha-2). */
  readonly operator: string | null;
  readonly operatorName: string | null;
  readonly operatorCountry: string | null;
  /** The payer may leave the attempt in flight for another way. */
  readonly mayLeave: boolean;
  /** The payer has left the last attempt, and may still approve it. */
  readonly hasLeft: boolean;
  /** The provider's answer is not known yet: the payer must not be asked to pay again. Also while `heldForReview`. */
  readonly unknown: boolean;
  /**
   * The last attempt's money has arrived, and an operator decides what becomes of it: it is another amount than asked for,
   * it came too late, or it could not be refunded. False while it is only not known whether any money arrived.
   */
  readonly heldForReview: boolean;
  readonly paidLate: boolean;
  /** The service's time, epoch milliseconds: the payer's clock may be wrong. */
  readonly nowMs: number;
  /** When the attempt in flight began, ISO 8601. */
  readonly startedAt: string | null;
  /** Of the last attempt, such as `K7M2-QX4D`: what the payer reads out, and the merchant searches for. */
  readonly shortReference: string | null;
  readonly help: PageHelp;
  /** Money that arrived after the end and did not pay: being refunded, refunded, or waiting for a decision. */
  readonly lateMoney: UnusedMoney | null;
  /**
   * Money of earlier or other attempts that arrived and did not pay, such as that of a second debit, in the order of the
   * attempts. Without what an operator left to the merchant. Empty for a session of one attempt.
   */
  readonly returnedDuplicates: readonly ReturnedDuplicate[];
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** Of the payment that was taken, also when it came too late to count. */
  readonly receipt: Receipt | null;
}

/** Where money is that arrived and paid nothing: being refunded, refunded, or waiting for an operator's decision. */
export type UnusedMoney = "RETURNING" | "RETURNED" | "HELD";

export interface ReturnedDuplicate {
  /** What arrived: minor units, as text, in the session's currency. */
  readonly amount: string;
  readonly paymentMethod: PaymentMethod;
  /** Of mobile money, by the name that payers know: `Orange Money`. */
  readonly operatorName: string | null;
  readonly state: UnusedMoney;
}

/** Who runs the page, as the tenant tells payers. */
export interface RunBy {
  readonly name: string;
  /** One line; null: none. */
  readonly licence: string | null;
  /** https; null: none. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** Where a receipt goes, and how it is written. */
export interface ReceiptMail {
  readonly email: string;
  readonly locale: Locale;
  /** Of the IANA database. */
  readonly timeZone: string;
  /** How it was paid, in that language. */
  readonly method: string;
}

/** How the payer reaches the merchant; each is null where the merchant gave none. */
export interface PageHelp {
  /** E.164. */
  readonly phone: string | null;
  /** E.164. */
  readonly whatsapp: string | null;
  readonly email: string | null;
}

export interface PageCustomer {
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
}

export interface Receipt {
  /** Our `ch_…`: what a payer gives the merchant. */
  readonly chargeId: string;
  /** What the payer reads in the provider's message. */
  readonly transactionId: string | null;
  /** ISO 8601. */
  readonly paidAt: string;
  readonly paymentMethod: PaymentMethod;
  /** Of mobile money, by the name that payers know: `Orange Money`. */
  readonly operatorName: string | null;
  readonly maskedPhone: string | null;
  /** What was returned to the payer since: minor units, as text. */
  readonly amountRefunded: string;
  /** Whether the service can mail it. */
  readonly canBeMailed: boolean;
  /** By which anyone who holds the receipt checks it: it opens no page of the payer. */
  readonly code: string;
}

export interface BankInstructions {
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
  readonly reference: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
  readonly expiresAt: string | null;
}

export interface CustomField {
  readonly key: string;
  readonly label: string;
  readonly type: "TEXT" | "NUMBER" | "DROPDOWN" | "PHONE" | "EMAIL";
  readonly required: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly defaultValue?: string;
}

export type AuthFlow = "PIN_PROMPT" | "OTP" | "REDIRECT" | "QR" | "TRANSFER";

export interface MethodOption {
  readonly method: PaymentMethod;
  /** The mobile-money operator, or the scheme of a QR code. */
  readonly operator: string | null;
  readonly displayName: string;
  readonly countryCode: string | null;
  /** Minor units, as text; null when there is no bound. */
  readonly min: string | null;
  readonly max: string | null;
  readonly step: string | null;
  readonly authFlow: AuthFlow;
  readonly status: "OPERATIONAL" | "DEGRADED" | "CLOSED";
  /** The USSD code that shows the request, or gives the one-time code. */
  readonly prompt: string | null;
}

export interface CompleteRequest {
  readonly paymentMethod: PaymentMethod;
  readonly paymentDetails: Readonly<Record<string, string>>;
  readonly customFieldValues?: Readonly<Record<string, string>>;
}

export interface Completion {
  readonly status: SessionStatus;
  readonly nextStep: NextStepKind | null;
  readonly actionUrl: string | null;
}

export interface SessionStatusView {
  readonly status: SessionStatus;
  readonly nextStep: NextStepKind | null;
  readonly version: number;
}

export type LinkState = "ACTIVE" | "PAUSED" | "EXHAUSTED" | "EXPIRED" | "CANCELLED";

/** Amounts in minor units, as text. */
export interface PagePrice {
  /** The price of one where a quantity is offered. Null: the payer chooses the amount. */
  readonly amount: string | null;
  readonly amountMin: string | null;
  readonly amountMax: string | null;
  readonly amountSuggestions: readonly string[] | null;
  /** Both null: no quantity is offered. */
  readonly quantityMin: number | null;
  readonly quantityMax: number | null;
}

/** What the payer chose at a link that leaves a choice. */
export interface ChosenPrice {
  /** Minor units, as text. */
  readonly amount?: string;
  readonly quantity?: number;
}

export interface LinkPage {
  readonly slug: string;
  readonly mode?: Mode;
  readonly linkStatus: LinkState;
  readonly price: PagePrice;
  readonly currency: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly merchantName: string;
  readonly runBy: RunBy;
  readonly logo?: LogoSource;
  readonly primaryColor?: string;
  readonly locale: string;
  /** ISO 8601. */
  readonly expiresAt: string | null;
  readonly help: PageHelp;
  /** The merchant's own message for a link that accepts no payment. */
  readonly inactiveMessage: string | null;
}
