// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

import type { CallOptions, List } from "../call.ts";
import type {
  AdvanceSandboxClockRequest,
  AdvancedSandboxClock,
  Amount,
  ApiKey,
  ApiKeyWithSecret,
  Beneficiary,
  BeneficiaryType,
  Caller,
  Charge,
  ChargeWithNextStep,
  CheckoutCompletion,
  CheckoutMethods,
  CheckoutMethodsExplanation,
  CheckoutPaymentLink,
  CheckoutPublicSession,
  CheckoutSession,
  CheckoutSessionStatus,
  ClaimApiKeyRequest,
  CompleteCheckoutSessionRequest,
  ConfirmPaymentIntentRequest,
  CreateApiKeyRequest,
  CreateBeneficiaryRequest,
  CreateChargeRequest,
  CreateCheckoutSessionRequest,
  CreateExportRequest,
  CreatePaymentIntentRequest,
  CreatePaymentLinkRequest,
  CreatePayoutBatchRequest,
  CreatePayoutRequest,
  CreateRefundRequest,
  CreateWebhookEndpointRequest,
  Currency,
  DeletedWebhookEndpoint,
  Event,
  Export,
  GiveRefundRecipientRequest,
  LedgerRecord,
  Locale,
  MerchantOutage,
  MobileMoneyOperator,
  Network,
  OpenPaymentLinkSessionRequest,
  OpenedCheckoutSession,
  OwnPayoutApproval,
  PaymentIntent,
  PaymentIntentWithNextStep,
  PaymentLink,
  PaymentMethod,
  Payout,
  PayoutBatch,
  PayoutBatchSummary,
  Refund,
  ReplayWebhookEventsRequest,
  ReportSeries,
  ReportSummary,
  Request,
  ResetSandboxRequest,
  RollApiKeyRequest,
  RotateWebhookSecretRequest,
  SandboxClock,
  SandboxEvent,
  SandboxReset,
  SandboxScenarios,
  SetOwnPayoutApprovalRequest,
  Timeline,
  TrialBalance,
  TriggerSandboxEventRequest,
  UpdateApiKeyRequest,
  UpdateBeneficiaryRequest,
  UpdatePaymentLinkRequest,
  UpdateWebhookEndpointRequest,
  Wallet,
  WalletEntry,
  WalletHold,
  WalletSettlement,
  WalletStatement,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointHealth,
  WebhookEndpointWithSecret,
  WebhookReplay,
} from "./schemas.ts";

export interface CheckoutSessions {
  /** List checkout sessions. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`). */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only these statuses, separated by commas, as last written down: a session whose time has just ended may still be listed as OPEN. One or more of OPEN, PROCESSING, SUCCEEDED, FAILED, EXPIRED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only sessions with exactly this reference of yours. */
    readonly reference?: string;
    /** Only sessions of this payment link, `plink_…`. */
    readonly paymentLinkId?: string;
    /** Finds exactly one of: your reference, the phone of a payer who tried to pay it, a provider's transaction id, or the id of a session, payment intent or charge. */
    readonly q?: string;
  }, options?: CallOptions): List<CheckoutSession>;
  /** Create a checkout session. Asks a payer for one payment. Send the payer to `url`, or keep `id` and use the public endpoints from your own screens. The session stays OPEN until `expiresAt` (30 minutes when absent). */
  create(body: CreateCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutSession>;
  /** Read a checkout session. The whole session, with the payer's answers to your custom fields. */
  get(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** End a session before its time. The session becomes EXPIRED at once, as if its time were over. A session with a payment in flight cannot be ended; one that is EXPIRED already stays as it is. */
  expire(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** Cancel a session. The session becomes CANCELLED and can no longer be paid. A session with a payment in flight cannot be cancelled; one that is CANCELLED already stays as it is. */
  cancel(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** List the attempts of a session. One charge per attempt, the first attempt first. */
  attempts(id: string, query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
  }, options?: CallOptions): List<Charge>;
  /** Explain which methods a session offers. Per way to pay: offered, and by which rule and account, or the one thing that removed it: the session's own choice, a missing wallet or rule, a disabled sub-tenant or account, a bound on the amount, an outage. */
  explainMethods(id: string, options?: CallOptions): Promise<CheckoutMethodsExplanation>;
}

export interface Checkout {
  /** Read what is to be paid. Everything a payment screen shows. `allowedMethods` is what can really be used now: the merchant's choice, the routing rules and the accounts behind them. */
  get(sessionId: string, options?: CallOptions): Promise<CheckoutPublicSession>;
  /** List the ways to pay. Per method and operator: bounds of the amount, how the payer approves, and whether it works now. */
  methods(sessionId: string, options?: CallOptions): Promise<CheckoutMethods>;
  /** Pay. Starts an attempt and says what comes next: POLL the status, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. The same method and details while the attempt is under way give the same attempt, so repeating is safe. A server that sends the payers of its own screens adds the merchant's API key, so that its one address may ask any number of phones. A refusal the provider gives at once is PAYMENT_FAILED; an outcome nobody knows yet stays PROCESSING and is found out. */
  complete(sessionId: string, body: CompleteCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutCompletion>;
  /** Choose another way to pay. Leaves the attempt under way, so that the payer can complete the session with another method or number. The provider is asked to cancel it. Where it cannot, the attempt stays watched: money that it brings later pays the session if nothing else has, and is refunded by itself if something else has. The answer is the state afterwards; without an attempt under way nothing changes. Refused with CHECKOUT_SESSION_NOT_OPEN when no other attempt could follow (`details.reason` is ATTEMPTS_EXHAUSTED), or when the provider may have taken the money already (OUTCOME_UNKNOWN). */
  leave(sessionId: string, options?: CallOptions): Promise<CheckoutSessionStatus>;
  /** Read how the payment stands. Answers 200 with the state, final or not. `pollAfterMs` says when to ask again; null: never. With `waitMs` the answer is held until something changes, so one request does the work of ten. */
  status(sessionId: string, query?: {
    /** Milliseconds the answer may be held. */
    readonly waitMs?: number;
  }, options?: CallOptions): Promise<CheckoutSessionStatus>;
  /** Read what a link is for. What a screen shows before the payer starts. Creates nothing. A link that takes no payment answers by its state, with the merchant's words in `details.inactiveMessage`. */
  link(slug: string, options?: CallOptions): Promise<CheckoutPaymentLink>;
  /** Start paying by a link. A checkout session with the link's amount and terms. `amount` is required where the link leaves it open, and refused elsewhere; `quantity` is the smallest when absent. Send the payer to `url`, or use `id` with the endpoints under /checkout/pay. Takes no use of the link: that happens when the payer pays. A repeat under the same Idempotency-Key from the same address answers the same session; a key of fewer than 16 characters is ignored here, since two payers may choose the same. */
  openLink(slug: string, body?: OpenPaymentLinkSessionRequest, options?: CallOptions): Promise<OpenedCheckoutSession>;
}

export interface PaymentLinks {
  /** List payment links. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`). `linkStatus` is the one of now. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only links whose `linkStatus` is now one of these, separated by commas. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED. */
    readonly linkStatus?: string;
    /** The older name of `linkStatus`. Sent with it, it must say the same. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only links with exactly this reference. */
    readonly reference?: string;
    /** Finds exactly one of: the id of a link, its slug or its address, or your reference. */
    readonly q?: string;
  }, options?: CallOptions): List<PaymentLink>;
  /** Create a payment link. An address that anybody can pay at. Each payer who starts there gets a checkout session of their own. `reusable: false` is paid once; else `maxUses` is the ceiling, none when absent. A use is counted when a payment succeeds and held while one is under way, so `maxUses` is never overrun. `amount: null` leaves the amount to the payer, from `amountMin` to `amountMax`, with `amountSuggestions` to tap; `quantityMax` offers from `quantityMin` (1 when absent) to so many pieces at `amount` each. In currencies without decimals, suggestions without `amountMax` set it just below a hundred times the largest: two zeros too many are refused. */
  create(body: CreatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>;
  /** Read a payment link. The link with its uses so far. */
  get(id: string, options?: CallOptions): Promise<PaymentLink>;
  /** Change, pause or resume a payment link. Absent fields stay; `null` empties a field that can be empty; `metadata` and `customFields` are replaced whole. More uses reopen an EXHAUSTED link. Sessions that payers have open keep what they were made with. What the answer shows of these fields may be sent back as it is. Amount, currency, slug and `reusable` never change. */
  update(id: string, body?: UpdatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>;
  /** Cancel a payment link. The link takes no payment any more, for good, and its slug stays taken. A payment under way is still booked. One that is CANCELLED already stays as it is. */
  cancel(id: string, options?: CallOptions): Promise<PaymentLink>;
}

export interface Charges {
  /** List charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. `q` finds the transaction id that a payer reads in the operator's message. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only those of this checkout session, `cs_…`. */
    readonly sessionId?: string;
    /** Only those that came by this payment link, `plink_…`. */
    readonly paymentLinkId?: string;
    /** Only these statuses, separated by commas. One or more of PENDING, REQUIRES_ACTION, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED. */
    readonly status?: string;
    /** Only this payment method. */
    readonly paymentMethod?: PaymentMethod;
    /** Only those by this mobile-money operator, in any country. */
    readonly operator?: MobileMoneyOperator;
    /** Only those that failed for one of these reasons. One or more of PAYMENT_NOT_CONFIRMED, INSUFFICIENT_FUNDS, PAYMENT_IN_PROGRESS, PAYER_NOT_FOUND, LIMIT_EXCEEDED, INVALID_RECIPIENT, AMOUNT_OUT_OF_BOUNDS, INVALID_AMOUNT, INVALID_CURRENCY, PROVIDER_UNAVAILABLE, CARD_DECLINED, PAYMENT_CANCELLED, RISK_BLOCKED, UNKNOWN. */
    readonly failureCode?: string;
    /** `true`: only those confirmed after their session had ended. */
    readonly late?: "true" | "false";
    /** `true`: only those whose payment another attempt had paid. */
    readonly duplicate?: "true" | "false";
    /** Only those of which this much was given back. One or more of NONE, PARTIAL, FULL. */
    readonly refundStatus?: string;
    /** At least this amount, in minor units. */
    readonly amountMin?: Amount;
    /** At most this amount, in minor units. */
    readonly amountMax?: Amount;
    /** Only those of this payment intent, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Only those paid from this phone: international form, or national form of your country. */
    readonly phone?: string;
    /** Finds exactly one of: the provider's transaction id as the payer reads it, your reference, the payer's phone, or the id of a charge, payment intent or session. */
    readonly q?: string;
  }, options?: CallOptions): List<Charge>;
  /** Create a charge. Collects money from a payer whose details you hold, without a checkout session. The answer says what comes next: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal is an answer too: the charge is FAILED, `failureCode` says why. An outcome nobody knows yet leaves it under way; never send it again under another key. */
  create(body: CreateChargeRequest, options?: CallOptions): Promise<ChargeWithNextStep>;
  /** Read a charge. One attempt to collect money. `fee` and `net` are set once it has succeeded. `late`: confirmed after its session had ended; `duplicate`: another attempt had paid; `reviewReason`: the money waits for a decision. While it is under way, `nextStep` says what the payer does next and `pollAfterMs` when to read it again. */
  get(id: string, options?: CallOptions): Promise<ChargeWithNextStep>;
  /** List the charges of a merchant. The same as `GET /payments/charges`, for a merchant within the key's scope. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. */
  listOfMerchant(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only those of this checkout session, `cs_…`. */
    readonly sessionId?: string;
    /** Only those that came by this payment link, `plink_…`. */
    readonly paymentLinkId?: string;
    /** Only these statuses, separated by commas. One or more of PENDING, REQUIRES_ACTION, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED. */
    readonly status?: string;
    /** Only this payment method. */
    readonly paymentMethod?: PaymentMethod;
    /** Only those by this mobile-money operator, in any country. */
    readonly operator?: MobileMoneyOperator;
    /** Only those that failed for one of these reasons. One or more of PAYMENT_NOT_CONFIRMED, INSUFFICIENT_FUNDS, PAYMENT_IN_PROGRESS, PAYER_NOT_FOUND, LIMIT_EXCEEDED, INVALID_RECIPIENT, AMOUNT_OUT_OF_BOUNDS, INVALID_AMOUNT, INVALID_CURRENCY, PROVIDER_UNAVAILABLE, CARD_DECLINED, PAYMENT_CANCELLED, RISK_BLOCKED, UNKNOWN. */
    readonly failureCode?: string;
    /** `true`: only those confirmed after their session had ended. */
    readonly late?: "true" | "false";
    /** `true`: only those whose payment another attempt had paid. */
    readonly duplicate?: "true" | "false";
    /** Only those of which this much was given back. One or more of NONE, PARTIAL, FULL. */
    readonly refundStatus?: string;
    /** At least this amount, in minor units. */
    readonly amountMin?: Amount;
    /** At most this amount, in minor units. */
    readonly amountMax?: Amount;
    /** Only those of this payment intent, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Only those paid from this phone: international form, or national form of your country. */
    readonly phone?: string;
    /** Finds exactly one of: the provider's transaction id as the payer reads it, your reference, the payer's phone, or the id of a charge, payment intent or session. */
    readonly q?: string;
  }, options?: CallOptions): List<Charge>;
}

export interface PaymentIntents {
  /** List payment intents. Each with its charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. They stand in the order in which they or their sessions were created. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only those of this checkout session, `cs_…`. */
    readonly sessionId?: string;
    /** Only those that came by this payment link, `plink_…`. */
    readonly paymentLinkId?: string;
    /** Only these statuses, separated by commas. One or more of REQUIRES_PAYMENT_METHOD, REQUIRES_ACTION, PROCESSING, SUCCEEDED, FAILED, CANCELLED. */
    readonly status?: string;
    /** Finds exactly one of: your reference, or the id of a payment intent, charge or session. */
    readonly q?: string;
  }, options?: CallOptions): List<PaymentIntent>;
  /** Create a payment intent. One amount to be collected by your own server and screens: confirm it with a method, again after a failure, until it is paid, cancelled or over. It ends by itself at `expiresAt`, after 24 hours when absent: it is then CANCELLED. */
  create(body: CreatePaymentIntentRequest, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Attempt to collect a payment intent. Starts an attempt, a charge of its own, and says what comes next. The same method and details while it is under way are the same attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, FAILED after that. */
  confirm(id: string, body: ConfirmPaymentIntentRequest, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Cancel a payment intent. It becomes CANCELLED and takes no more attempts. One with an attempt under way cannot be cancelled; one that is CANCELLED already stays as it is. An intent of a checkout session is cancelled by its session. */
  cancel(id: string, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Read a payment intent. What was asked for and what came of it, with one charge per attempt, the first attempt first. That of a session exists from the first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next. */
  get(id: string, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Read what happened to a payment or a payout. What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown. Parts that the key may not read are left out: ledger entries need `merchant.wallets.read`, events `merchant.events.read`, deliveries `merchant.webhooks.read`; a payout needs `merchant.payouts.read`. */
  timeline(id: string, options?: CallOptions): Promise<Timeline>;
}

export interface Refunds {
  /** Refund a charge. Gives the payer a part of the charge back, or all that is left when `amount` is absent. Several refunds of one charge may be under way; those that have not failed or been cancelled never exceed the charge. The amount is reserved in your wallet at once and comes back when the refund fails. It is sent after five seconds: until then it is PENDING and can be cancelled. Works while your dossier is under review. */
  create(id: string, body?: CreateRefundRequest, options?: CallOptions): Promise<Refund>;
  /** List refunds. Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Those of late and double money, which the service makes by itself, are among them (`automatic`). */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only these statuses, separated by commas. One or more of PENDING, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only those of this charge, `ch_…`. */
    readonly chargeId?: string;
    /** Only those of this payment intent, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Finds exactly one of: the id of a refund, the provider's transaction id of the refund, or what finds its charge: id, reference, transaction id, payer's phone, payment intent or session. */
    readonly q?: string;
  }, options?: CallOptions): List<Refund>;
  /** Read a refund. A refund whose outcome is unknown stays PROCESSING, and IN_RECONCILIATION after fifteen minutes: the provider is asked until it answers. `failureCode` says why one failed; its amount is available again. */
  get(id: string, options?: CallOptions): Promise<Refund>;
  /** Cancel a refund. Takes back a refund that is PENDING: what was reserved is available again. One that is CANCELLED already stays as it is. */
  cancel(id: string, options?: CallOptions): Promise<Refund>;
  /** Give the account of a refund. A refund of a bank transfer goes to the account that paid. Where the bank did not tell it, the refund waits (`accountNeeded`) until you give the account; it is sent there and nowhere else. The number is kept encrypted and is not shown again. */
  giveRecipient(id: string, body: GiveRefundRecipientRequest, options?: CallOptions): Promise<Refund>;
}

export interface Beneficiaries {
  /** List beneficiaries. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`). */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only these statuses, separated by commas. One or more of PENDING_VERIFICATION, ACTIVE, REJECTED, DISABLED. */
    readonly status?: string;
    /** Only this type. */
    readonly type?: BeneficiaryType;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only those with exactly this reference. */
    readonly reference?: string;
    /** Finds exactly one of: the id of a beneficiary, its phone, IBAN or wallet, or your reference. */
    readonly q?: string;
  }, options?: CallOptions): List<Beneficiary>;
  /** Add a beneficiary. Somebody to pay: a mobile-money account or a bank account. Phone, operator, IBAN and account key are checked at once. What is written wrong is a `VALIDATION_ERROR`; a bank account of UEMOA whose key does not hold cannot exist and is REJECTED; in CEMAC the same is a warning. Phone and account number are kept encrypted and shown masked. In live mode the first payout is possible 24 hours later: see `payoutsAllowedFrom`. */
  create(body: CreateBeneficiaryRequest, options?: CallOptions): Promise<Beneficiary>;
  /** Read a beneficiary. The beneficiary with its status and the instant from which it can be paid. */
  get(id: string, options?: CallOptions): Promise<Beneficiary>;
  /** Change a beneficiary. Name, reference and notes; absent fields stay. The account never changes: add another beneficiary. In live mode a new name starts the 24 hours before the first payout again. */
  update(id: string, body?: UpdateBeneficiaryRequest, options?: CallOptions): Promise<Beneficiary>;
  /** Disable a beneficiary. DISABLED for good: no payout is taken any more, and one that has not been sent yet fails. It stays readable. One that is DISABLED already stays as it is. */
  disable(id: string, options?: CallOptions): Promise<Beneficiary>;
  /** Vouch for a beneficiary's name. For a beneficiary whose provider knows the account and not its holder's name (`nameCheck` NOT_KNOWN): a second person vouches for the name, not the key that gave it, one that it made within 30 days, its successor, or one of the same maker. It is ACTIVE from then on; in live mode the first payout is possible 24 hours later. Once more by the same key changes nothing. */
  approve(id: string, options?: CallOptions): Promise<Beneficiary>;
}

export interface Payouts {
  /** List payouts. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`). */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only these statuses, separated by commas. One or more of PENDING_APPROVAL, PENDING, QUEUED, PROCESSING, IN_RECONCILIATION, PAID, FAILED, REVERSED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only those with exactly this reference. */
    readonly reference?: string;
    /** Only payouts of this wallet. */
    readonly walletId?: string;
    /** Only payouts to this beneficiary. */
    readonly beneficiaryId?: string;
    /** Finds exactly one of: the id of a payout, the provider's transaction id, your reference, or what finds its beneficiary: id, phone, IBAN, wallet or reference. */
    readonly q?: string;
  }, options?: CallOptions): List<Payout>;
  /** Pay a beneficiary. Reserves the amount in the wallet and sends it to the beneficiary. Where the account that it goes to gets more than the wallet's threshold within 24 hours, it waits as PENDING_APPROVAL for a second person; else it is PENDING for five seconds, in which it can be cancelled. While the operator is down it waits as QUEUED. PAID and FAILED come by event; an outcome that the provider does not tell stays PROCESSING, then IN_RECONCILIATION, with the money reserved. */
  create(body: CreatePayoutRequest, options?: CallOptions): Promise<Payout>;
  /** Read a payout. The payout with its status, its provider and the instants it went through. */
  get(id: string, options?: CallOptions): Promise<Payout>;
  /** Approve a payout. Lets a payout that is PENDING_APPROVAL go, by a second person: not by the key that created it, one that it made within 30 days, its successor, or one of the same maker. Once more by the same key changes nothing. */
  approve(id: string, options?: CallOptions): Promise<Payout>;
  /** Cancel a payout. Takes back a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. One that is CANCELLED already stays as it is. */
  cancel(id: string, options?: CallOptions): Promise<Payout>;
}

export interface PayoutBatches {
  /** List batches of payouts. Newest first, without their rows: read a batch for those. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only these statuses, separated by commas. One or more of PROCESSING, COMPLETED. */
    readonly status?: string;
    /** Only those with exactly this reference. */
    readonly reference?: string;
    /** Only batches of this wallet. */
    readonly walletId?: string;
  }, options?: CallOptions): List<PayoutBatchSummary>;
  /** Pay many beneficiaries. Up to 1000 payouts from one wallet. Rows are judged one after the other in the background, in the order of the request, each by itself: a row is ACCEPTED and is a payout, or REFUSED with the error that a single payout would have had. Read the batch for its progress. */
  create(body: CreatePayoutBatchRequest, options?: CallOptions): Promise<PayoutBatch>;
  /** Read a batch of payouts. How far it is, and the result of every row. What became of a payout is read from the payout. */
  get(id: string, options?: CallOptions): Promise<PayoutBatch>;
}

export interface Wallets {
  /** Read from which amount payouts need approval. The threshold of a wallet, and the one that a colleague has proposed. */
  payoutApproval(id: string, options?: CallOptions): Promise<OwnPayoutApproval>;
  /** Set from which amount payouts need approval. A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts made before keep what held then. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person. */
  setPayoutApproval(id: string, body: SetOwnPayoutApprovalRequest, options?: CallOptions): Promise<OwnPayoutApproval>;
  /** List wallets. The merchant's wallets in the key's mode, one per currency, with their balances at this moment. Amounts are decimal text in major units. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<Wallet>;
  /** Read a wallet. `balance` is all that is booked; `available` is what is left of it after `pending`, `held` and `reserved`, and never below zero. */
  get(id: string, options?: CallOptions): Promise<Wallet>;
  /** List the entries of a wallet. Every movement of the wallet's money, newest first: what it was for, whether it added to the balance or took from it, and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a filter that little fits, a page may hold fewer entries than asked for while `meta.hasMore` is true: go on with `meta.nextCursor`. */
  entries(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only entries of these types, separated by commas. One or more of CHARGE, FEE, REFUND, PAYOUT, PAYOUT_REVERSAL, HOLD, RELEASE, ADJUSTMENT, SETTLEMENT. */
    readonly type?: string;
    /** Only entries that book something of these kinds, separated by commas. One or more of charge, refund, payout, adjustment. */
    readonly sourceType?: string;
    /** Only entries that book this charge, refund, payout or correction: `ch_…`, `re_…`, `po_…`, `adj_…`; with `pi_…` those of a payment's charges and their refunds. */
    readonly sourceId?: string;
  }, options?: CallOptions): List<WalletEntry>;
  /** Read a statement. The balance before a period, every entry in it, the balance after it. The period is half-open, at most 366 days long. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, in a PDF 2 000: beyond that REPORT_TOO_LARGE says how far the period may reach. */
  statement(id: string, query?: {
    /** The first instant of the period; the first of the month when absent, in UTC. */
    readonly from?: string;
    /** The first instant after the period, at most 366 days after `from`; now when absent. */
    readonly to?: string;
    /** `json` when absent. */
    readonly format?: "json" | "csv" | "pdf";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
    /** Language of the PDF; the merchant's when absent. */
    readonly locale?: Locale;
  }, options?: CallOptions): Promise<WalletStatement | Uint8Array>;
  /** Read a trial balance. What every account of the wallet's books holds at an instant. Debits and credits are equal, always: each transfer gives to one account what it takes from another. */
  trialBalance(id: string, query?: {
    /** What was booked before this instant is counted; everything when absent. */
    readonly at?: string;
    /** `json` when absent. */
    readonly format?: "json" | "csv";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
  }, options?: CallOptions): Promise<TrialBalance | Uint8Array>;
  /** Download the ledger. The wallet's transfers, as they are stored, with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is widened to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far it may reach; files that follow each other are checked together. */
  ledger(id: string, query?: {
    /** From the seal in which this instant lies; from the beginning when absent. */
    readonly from?: string;
    /** Up to the seal in which this instant lies; up to now when absent. */
    readonly to?: string;
    /** `jsonl` when absent. */
    readonly format?: "jsonl" | "csv" | "json";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
  }, options?: CallOptions): Promise<readonly LedgerRecord[] | Uint8Array>;
  /** List upcoming settlements. When pending money becomes available: a sum for each day, the next one first. All of them add up to the wallet's `pending`. The cursor is a `date`. A day that is over stays until its money has been moved, a few seconds as a rule. */
  settlements(id: string, query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
  }, options?: CallOptions): List<WalletSettlement>;
  /** List held money. Which charges' money is held, why and since when: late, double, or of another amount than asked for. Read by cursor, a charge's id; all holds add up to the wallet's `held`. */
  holds(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<WalletHold>;
}

export interface WebhookEndpoints {
  /** List webhook endpoints. All endpoints of the merchant in the key's mode, the newest first. Secrets are not shown. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<WebhookEndpoint>;
  /** Register a webhook endpoint. A signed `endpoint.ping` is posted to `url` at once. When it is answered with 2xx the address is verified (`verifiedAt`), and events of the subscribed kinds that happened since now are posted too; until then they are held, for 31 days at most. The `secret` that signs is in this answer and is not shown again. At most 20 endpoints. The address must be https on port 443 or 8443 and lead to the public internet; in sandbox, http to localhost is accepted too. */
  create(body: CreateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  /** Get a webhook endpoint. One endpoint. `verifiedAt` is when its address answered a ping; null, and it gets nothing else yet. `failingSince` is the first failure since its last success. The secret is not shown. */
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Change a webhook endpoint. Absent fields stay. `status: ACTIVE` takes a disabled endpoint back: it gets events from then on, and what it missed by a replay. `DISABLED` stops it, and what is pending for it is cancelled. A new `url` is checked like that of a new endpoint, and asked by a ping before anything else goes there: what is pending waits for its answer. So does an endpoint that comes back without having been verified. These pings count in the budget. `events` and `ordered` count for events from now on. */
  update(id: string, body?: UpdateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Delete a webhook endpoint. For good: nothing more is sent to it, and it makes room for another. Its deliveries are not shown any more; events stay in the list of events. To stop for a while, disable it instead. */
  delete(id: string, options?: CallOptions): Promise<DeletedWebhookEndpoint>;
  /** Read how an endpoint does. What became of the events of the last 24 hours, what the endpoint answered where it did not accept, and how long it took. */
  health(id: string, options?: CallOptions): Promise<WebhookEndpointHealth>;
  /** Rotate the signing secret. A new `secret`, shown in this answer only. For `overlapHours` (24 when absent, at most 168) each request carries two signatures, of the new secret and of the one before: deploy the new one within that time. With 0 the one before ends at once. A rotation during an overlap ends the oldest secret. */
  rotateSecret(id: string, body?: RotateWebhookSecretRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  /** Send a test event. Sends `endpoint.ping` to this endpoint alone, whatever it subscribed to, signed and retried like any event. The answer is its delivery, not sent yet: read it again to see what came of it. Its 2xx verifies the address, and what was held for that is sent. */
  ping(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Send the events of a time again. After an outage, or for an endpoint that is newer than the events. The oldest first, at most 5 000 events in a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets a fresh table of retries; what is pending is left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` counts beforehand, also for an endpoint that gets nothing at the moment. Only a verified address gets replays, one call at a time, and 5 000 deliveries in an hour with resends and pings: a call takes what is left of them, so `nextCursor` may come sooner. */
  replay(id: string, body: ReplayWebhookEventsRequest, options?: CallOptions): Promise<WebhookReplay>;
  /** List deliveries of an endpoint. One delivery for each event, with its attempts and the first kilobyte of each answer. `heldUntilVerified` says that it waits for the address to be verified. Read by cursor; `meta.total` is null. */
  deliveries(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Delivery statuses, separated by commas. */
    readonly status?: string;
    /** Only the delivery of this event, `evt_…`. */
    readonly eventId?: string;
    /** Event names, separated by commas. */
    readonly type?: string;
    /** Only those that were last answered with this HTTP status. */
    readonly code?: number;
    /** Of events at this instant or later. */
    readonly createdFrom?: string;
    /** Of events before this instant. */
    readonly createdTo?: string;
  }, options?: CallOptions): List<WebhookDelivery>;
  /** Get a delivery. The request that is made, and each attempt: where it went, when it began, how long it took, the status and the first kilobyte of the answer. `request.body` is null for keys without `merchant.events.read`. Each attempt has its own timestamp and signatures (`attempts[].headers`). */
  delivery(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /** Send a delivery again. Makes the delivery due now, whatever became of it, with a fresh table of retries. The receiver sees the same `webhook-id`. One to an address that is not verified is held until it is. */
  resend(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
}

export interface Events {
  /** List events. Every event of the merchant in the key's mode, in the very body that webhooks carry, whether or not an endpoint was subscribed: polling can stand in for webhooks. Read by cursor; `meta.total` is null. */
  list(query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Event names, separated by commas. */
    readonly type?: string;
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only those of this payment intent, of its charges and refunds and of its session, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Only those of this payout, `po_…`. */
    readonly payoutId?: string;
  }, options?: CallOptions): List<Event>;
  /** Get an event. One event in the very body that webhooks carry. */
  get(id: string, options?: CallOptions): Promise<Event>;
}

export interface ApiKeys {
  /** List API keys. Keys of the merchant in the mode of the key that asks, the newest first, those that have ended too. The keys themselves are not shown: `last4` tells them apart. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Only these statuses, separated by commas. One or more of ACTIVE, EXPIRED, REVOKED. */
    readonly status?: string;
  }, options?: CallOptions): List<ApiKey>;
  /** Create an API key. A key of this merchant, in the mode of the key that asks. The `key` of this answer is not shown again. It is never given more than the key that asks has: its permissions, merchants, addresses and lifetime are the limit, and what it may do in a second. `ipAllowlist`, `expiresAt` and `requestsPerSecond` are those of the key that asks when absent. At most 500 keys that work. */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Get an API key. What the key may do, and when it was last used. */
  get(keyId: string, options?: CallOptions): Promise<ApiKey>;
  /** Change an API key. Absent fields stay; `permissions` and `ipAllowlist` are replaced whole; `expiresAt: null` takes the end away. Works at once on every instance. The key can keep what it had, and gets nothing new that the key that asks has not. A key that has ended cannot be changed. */
  update(keyId: string, body?: UpdateApiKeyRequest, options?: CallOptions): Promise<ApiKey>;
  /** Roll an API key. A new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old one. The old one works for `overlapHours` more (24 when absent, at most 168): deploy the new one within that time. With 0 the old one is revoked at once. A key can roll itself; another key can only roll it if it has all that it has. */
  roll(keyId: string, body?: RollApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Revoke an API key. For good, and at once on every instance. The key stays in the list as REVOKED. A key can revoke itself. One that is revoked already stays as it is. */
  revoke(keyId: string, options?: CallOptions): Promise<ApiKey>;
  /** Fetch a live API key by a link. The key that an operator of the platform has made for you, shown in this answer alone, and the link is used up. API_KEY_CLAIM_INVALID when it was used, has expired after 72 hours, or was replaced: if it was not you who used it, have the key revoked at once. */
  claim(body: ClaimApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Get the caller. Which key is asking, for which merchant, in which mode and with which permissions. Every key may ask: a program that has only its key learns the `merchantId` that other paths need. */
  caller(options?: CallOptions): Promise<Caller>;
}

export interface Networks {
  /** List ways to pay and how they work now. Every operator and method by which this merchant takes or sends money in the currencies of its wallets, whether it works now, and its open and announced outages. What no account of the platform carries is left out. At most two seconds old. */
  list(options?: CallOptions): Promise<readonly Network[]>;
  /** List outages that concern a merchant. Now, announced and past ones of the ways to pay that `networks` shows, the newest first. What the platform's operators declare; see `networks` for accounts that a provider does not answer. */
  outages(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Only what is in this state. */
    readonly state?: "ANNOUNCED" | "OPEN" | "ENDED";
  }, options?: CallOptions): List<MerchantOutage>;
}

export interface Reports {
  /** Read the numbers of a period. Takings, fees, refunds, payouts and money now by currency; how attempts ended, how long that took, why they failed. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days. */
  summary(query?: {
    /** The first hour, an instant at a full hour; the beginning of the local day of `to` when absent. */
    readonly from?: string;
    /** The end, an instant at a full hour, not part of the report; the end of the current hour when absent. */
    readonly to?: string;
    /** IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC. */
    readonly timeZone?: string;
    /** Only this currency. */
    readonly currency?: Currency;
    /** Only this means of payment. */
    readonly method?: PaymentMethod;
    /** Only this mobile-money operator, or this network of a card, QR code or wallet. */
    readonly operator?: string;
    /** Only payers of this country. */
    readonly country?: string;
  }, options?: CallOptions): Promise<ReportSummary>;
  /** Read numbers over time. The same numbers for each hour, day, week or month of a time zone, and for each means of payment, operator or country. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days. */
  series(query?: {
    /** The first hour, an instant at a full hour; the beginning of the local day of `to` when absent. */
    readonly from?: string;
    /** The end, an instant at a full hour, not part of the report; the end of the current hour when absent. */
    readonly to?: string;
    /** IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC. */
    readonly timeZone?: string;
    /** Only this currency. */
    readonly currency?: Currency;
    /** Only this means of payment. */
    readonly method?: PaymentMethod;
    /** Only this mobile-money operator, or this network of a card, QR code or wallet. */
    readonly operator?: string;
    /** Only payers of this country. */
    readonly country?: string;
    /** `day` when absent. Hours at most 35 days, the others at most 366; `period` is one interval for all of it. Local days, weeks from Monday, months. */
    readonly interval?: "hour" | "day" | "week" | "month" | "period";
    /** A line for each. `operator` is the mobile-money operator, or the network of a card, QR code or wallet; `none` when absent. */
    readonly groupBy?: "none" | "method" | "operator" | "country";
  }, options?: CallOptions): Promise<ReportSeries>;
}

export interface Sandbox {
  /** Read how far the sandbox was moved on. All advances together. The clock itself is the real one. */
  clock(options?: CallOptions): Promise<SandboxClock>;
  /** Read what the simulator can do. Each outcome that a payment, refund or payout of the sandbox can have, with the name for the header `Sandbox-Scenario` and the end of the payer's phone that chooses it too. */
  scenarios(options?: CallOptions): Promise<SandboxScenarios>;
  /** Let time pass. Brings everything of this sandbox that waits for a time nearer by `seconds`, in one transaction, and does at once what is due then: sessions and links expire, money settles, webhooks are tried again, payments under way end at the provider. Nobody else is touched. What follows from that waits its own time from now on: move on again for the next step. Rate limits, API keys and Idempotency-Keys keep to the real time. */
  advanceClock(body: AdvanceSandboxClockRequest, options?: CallOptions): Promise<AdvancedSandboxClock>;
  /** Send a sample event. An event of any type, with made-up but well-formed `data`, by the way of real ones: listed, delivered to every endpoint that subscribed, signed, tried again. Its `data` carries `test: true`, which no real event has; its ids lead nowhere. */
  triggerEvent(body: TriggerSandboxEventRequest, options?: CallOptions): Promise<SandboxEvent>;
  /** Empty the sandbox. Sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries of before are gone: their ids are not found. Wallets are new and empty, with new ids. API keys, webhook endpoints (with their secrets), the profile and an approved dossier stay; payments in flight end unseen. Slugs of links are not given out again. Live data is never touched. */
  reset(body: ResetSandboxRequest, options?: CallOptions): Promise<SandboxReset>;
}

export interface Requests {
  /** List requests. What the merchant's API keys and people asked in this mode, the newest first, with the answer's status and why it was refused; kept for 14 days unless the platform has set another time, without bodies. A request appears some seconds after its answer. At a high rate not all are kept (`notKept`). Payers' requests, and those with a key that does not work, are not listed. Read by cursor; `meta.total` is null. */
  list(query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: string;
    /** Created before this instant. */
    readonly createdTo?: string;
    /** Only this payment method. */
    readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** How the path begins, below `/api/v1`: `/checkout/sessions`. */
    readonly path?: string;
    /** Only those answered with this HTTP status. */
    readonly status?: number;
    /** Only those refused with this `error.code`. */
    readonly errorCode?: string;
    /** Only those of this API key or person, `key_…` or `usr_…`. */
    readonly callerId?: string;
    /** Only those of API keys, or of people. */
    readonly callerKind?: "KEY" | "PERSON";
    /** `true`: only those that were refused or failed. */
    readonly refused?: "true" | "false";
  }, options?: CallOptions): List<Request>;
  /** Get a request. One request, by the `Request-Id` of its answer. One that is too old (14 days unless the platform has set another time), came seconds ago or was not kept is not found. */
  get(id: string, options?: CallOptions): Promise<Request>;
}

export interface Exports {
  /** List exports. Newest first: the exports of lists that the caller may read, also of colleagues. Kept for 90 days, without their files after `expiresAt`. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list goes on behind it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<Export>;
  /** Export a list. Writes everything that a list shows with its filters into a file, CSV or XLSX. Up to 5 000 rows are there at once (`READY`); of a longer list the rest is written in the background (`PENDING`, see `rowsWritten`), at most a million rows. Rows that are added later are not in it. Whoever may read the list can download the file, until `expiresAt`: for seven days unless the platform has set another time. It needs the permission of the list, which is looked up again while the file is being made. At most 5 exports at a time. */
  create(body: CreateExportRequest, options?: CallOptions): Promise<Export>;
  /** Read an export. Its progress, or why it failed. */
  get(id: string, options?: CallOptions): Promise<Export>;
  /** Download an export. A CSV file is UTF-8 with a mark, lines ended by CRLF; texts that a spreadsheet would run as a formula get an apostrophe in front. A workbook has one sheet and no formula. Each download is in the audit log. */
  download(id: string, options?: CallOptions): Promise<Uint8Array>;
  /** Cancel an export. Ends it and removes what was written, also of a finished file. Only who asked for it may do that. */
  cancel(id: string, options?: CallOptions): Promise<Export>;
}

export interface Methods {
  readonly checkoutSessions: CheckoutSessions;
  readonly checkout: Checkout;
  readonly paymentLinks: PaymentLinks;
  readonly charges: Charges;
  readonly paymentIntents: PaymentIntents;
  readonly refunds: Refunds;
  readonly beneficiaries: Beneficiaries;
  readonly payouts: Payouts;
  readonly payoutBatches: PayoutBatches;
  readonly wallets: Wallets;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly apiKeys: ApiKeys;
  readonly networks: Networks;
  readonly reports: Reports;
  readonly sandbox: Sandbox;
  readonly requests: Requests;
  readonly exports: Exports;
}
