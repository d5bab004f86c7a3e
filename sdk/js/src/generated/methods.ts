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
  Instant,
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only these statuses, separated by commas, as last written down: a session whose time has just ended may still be listed as OPEN. One or more of OPEN, PROCESSING, SUCCEEDED, FAILED, EXPIRED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only sessions of this payment link, `plink_…`. */
    readonly paymentLinkId?: string;
    /** Exactly one of: your reference, the phone or short reference of a payer who tried to pay it, a provider's transaction id, or the id of a session, payment intent or charge. */
    readonly q?: string;
  }, options?: CallOptions): List<CheckoutSession>;
  /** Create a checkout session. Asks a payer for one payment. Send the payer to `url`, or keep `id` and use the public endpoints from your own screens. The session stays OPEN until `expiresAt` (30 minutes when absent). */
  create(body: CreateCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutSession>;
  /** Get a checkout session. The whole session, with the payer's answers to your custom fields. */
  get(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** Expire a session. Ends the session at once with the status EXPIRED. A session with a payment in progress cannot be expired. Idempotent: expiring twice has no effect. */
  expire(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** Cancel a session. The session becomes CANCELLED and can no longer be paid. A session with a payment in progress cannot be cancelled. Idempotent: cancelling twice has no effect. */
  cancel(id: string, options?: CallOptions): Promise<CheckoutSession>;
  /** List the attempts of a session. One charge per attempt, oldest first. */
  attempts(id: string, query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
  }, options?: CallOptions): List<Charge>;
  /** Explain the methods of a session. For each method: available, with the rule and account that serve it, or the one reason why not: the session's own choice, a missing wallet or rule, a disabled account, an amount limit, an outage. */
  explainMethods(id: string, options?: CallOptions): Promise<CheckoutMethodsExplanation>;
}

export interface Checkout {
  /** Get the session to pay. Everything a payment screen shows. `allowedMethods` are the methods that work now, after the merchant's choice, the routing rules and outages. */
  get(sessionId: string, options?: CallOptions): Promise<CheckoutPublicSession>;
  /** List payment methods. For each method and operator: amount limits, how the payer approves, and whether it works now. */
  methods(sessionId: string, options?: CallOptions): Promise<CheckoutMethods>;
  /** Pay. Starts an attempt and says what comes next: POLL the status, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. The same method and details during an attempt return that attempt, so repeating is safe. A server that sends the payers of its own screens adds the merchant's API key, so that its one address may ask any number of phones. A refusal the provider gives at once is PAYMENT_FAILED; an unknown outcome stays PROCESSING until the provider answers. */
  complete(sessionId: string, body: CompleteCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutCompletion>;
  /** Leave an attempt. Leaves the attempt in progress, so that the payer can use another method or number. The provider is asked to cancel it. Where it cannot, the attempt is still monitored: money that arrives later pays the session if nothing else has, and is refunded automatically otherwise. Returns the new state; without an attempt in progress nothing changes. Refused with CHECKOUT_SESSION_NOT_OPEN when no attempt is left (`details.reason` is ATTEMPTS_EXHAUSTED), or when the provider may have taken the money (OUTCOME_UNKNOWN). */
  leave(sessionId: string, options?: CallOptions): Promise<CheckoutSessionStatus>;
  /** Get the status of a session. Returns 200 with the status, final or not. `pollAfterMs` says when to ask again; null: stop asking. With `waitMs` the answer is held until something changes, which replaces ten requests. */
  status(sessionId: string, query?: {
    /** Milliseconds the answer may be held. */
    readonly waitMs?: number;
  }, options?: CallOptions): Promise<CheckoutSessionStatus>;
  /** Get the link to pay. What a screen shows before the payer starts. Creates nothing. A link that accepts no payment returns an error that names its state, with the merchant's message in `details.inactiveMessage`. */
  link(slug: string, options?: CallOptions): Promise<CheckoutPaymentLink>;
  /** Create a session from a link. A checkout session with the link's amount and terms. `amount` is required where the link leaves it open, and refused elsewhere; `quantity` is the smallest when absent. Send the payer to `url`, or use `id` with the endpoints under /checkout/pay. Takes no use of the link: that happens when the payer pays. A repeat under the same Idempotency-Key from the same address answers the same session; a key of fewer than 16 characters is ignored here, since two payers may choose the same. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only links whose `linkStatus` is now one of these, separated by commas. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED. */
    readonly linkStatus?: string;
    /** The older name of `linkStatus`. Sent with it, it must say the same. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Exactly one of: the id of a link, its slug or its address, or your reference. */
    readonly q?: string;
  }, options?: CallOptions): List<PaymentLink>;
  /** Create a payment link. An address that anybody can pay at. Each payer who starts there gets a checkout session of their own. `reusable: false` is paid once; else `maxUses` is the ceiling, none when absent. A use is counted when a payment succeeds and held while one is in progress, so `maxUses` is never overrun. `amount: null` leaves the amount to the payer, from `amountMin` to `amountMax`, with `amountSuggestions` to tap; `quantityMax` offers from `quantityMin` (1 when absent) to so many pieces at `amount` each. In currencies without decimals, suggestions without `amountMax` set it just below a hundred times the largest: two zeros too many are refused. */
  create(body: CreatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>;
  /** Get a payment link. The link with its number of uses. */
  get(id: string, options?: CallOptions): Promise<PaymentLink>;
  /** Update, pause or resume a payment link. Absent fields stay; `null` empties a field that can be empty; `metadata` and `customFields` are replaced whole. More uses reopen an EXHAUSTED link. Sessions that payers have open keep what they were made with. What the answer shows of these fields may be sent back as it is. Amount, currency, slug and `reusable` never change. */
  update(id: string, body?: UpdatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>;
  /** Cancel a payment link. Permanently stops the link; its slug stays taken. A payment in progress is still booked. Idempotent: cancelling twice has no effect. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
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
    /** Exactly one of: the provider's transaction id, your reference, the payer's short reference or phone, or the id of a charge, payment intent or session. */
    readonly q?: string;
  }, options?: CallOptions): List<Charge>;
  /** Create a charge. Collects money from a payer whose details you have, without a checkout session. `nextStep` says what to do: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal returns 201 too: the charge is FAILED, with a `failureCode`. An unknown outcome leaves the charge in progress; never charge again under another key. */
  create(body: CreateChargeRequest, options?: CallOptions): Promise<ChargeWithNextStep>;
  /** Get a charge. One attempt to collect money. `fee` and `net` are set once it has succeeded. `late`: confirmed after its session had ended; `duplicate`: another attempt had paid; `reviewReason`: the money waits for a decision. While it is in progress, `nextStep` says what the payer does and `pollAfterMs` when to get it again. */
  get(id: string, options?: CallOptions): Promise<ChargeWithNextStep>;
  /** List the charges of a merchant. The same as `GET /payments/charges`, for a merchant within the key's scope. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. */
  listOfMerchant(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
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
    /** Exactly one of: the provider's transaction id, your reference, the payer's short reference or phone, or the id of a charge, payment intent or session. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
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
    /** Exactly one of: your reference, the payer's short reference, or the id of a payment intent, charge or session. */
    readonly q?: string;
  }, options?: CallOptions): List<PaymentIntent>;
  /** Create a payment intent. One amount that your own server and screens collect. Confirm it with a method, again after a failure, until it is paid or cancelled. It expires at `expiresAt` (24 hours by default) and is then CANCELLED. */
  create(body: CreatePaymentIntentRequest, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Confirm a payment intent. Starts an attempt, which is a charge of its own, and returns the next step. The same method and details during an attempt return that attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, and FAILED afterwards. */
  confirm(id: string, body: ConfirmPaymentIntentRequest, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Cancel a payment intent. The intent becomes CANCELLED and accepts no more attempts. An intent with an attempt in progress cannot be cancelled. Cancel the intent of a checkout session through its session. Idempotent: cancelling twice has no effect. */
  cancel(id: string, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Get a payment intent. The intent with one charge per attempt, oldest first. The intent of a session exists from its first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next. */
  get(id: string, options?: CallOptions): Promise<PaymentIntentWithNextStep>;
  /** Get a timeline. What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown. Parts that the key may not read are left out: ledger entries need `merchant.wallets.read`, events `merchant.events.read`, deliveries `merchant.webhooks.read`; a payout needs `merchant.payouts.read`. */
  timeline(id: string, options?: CallOptions): Promise<Timeline>;
}

export interface Refunds {
  /** Refund a charge. Refunds a part of the charge, or everything that is left without `amount`. Several refunds of one charge can be in progress; together they never exceed the charge. The amount is reserved in your wallet at once, and released if the refund fails. The refund is PENDING for five seconds, during which you can cancel it, and is then sent. Works while your dossier is under review. */
  create(id: string, body?: CreateRefundRequest, options?: CallOptions): Promise<Refund>;
  /** List refunds. Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Automatic refunds of late and duplicate money are included (`automatic`). */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only these statuses, separated by commas. One or more of PENDING, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only those of this charge, `ch_…`. */
    readonly chargeId?: string;
    /** Only those of this payment intent, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Exactly one of: the id of a refund, the provider's transaction id of the refund, or what finds its charge: id, your or its short reference, transaction id, payer's phone, payment intent or session. */
    readonly q?: string;
  }, options?: CallOptions): List<Refund>;
  /** Get a refund. A refund with an unknown outcome stays PROCESSING, and becomes IN_RECONCILIATION after fifteen minutes; the service keeps querying the provider. `failureCode` says why a refund failed; its amount is available again. */
  get(id: string, options?: CallOptions): Promise<Refund>;
  /** Cancel a refund. Cancels a PENDING refund and releases its amount. Idempotent: cancelling twice has no effect. */
  cancel(id: string, options?: CallOptions): Promise<Refund>;
  /** Set the account of a refund. A refund of a bank transfer goes to the account that paid. Where the bank did not report that account, the refund waits (`accountNeeded`) until you set it. The number is stored encrypted and not shown again. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only these statuses, separated by commas. One or more of PENDING_VERIFICATION, ACTIVE, REJECTED, DISABLED. */
    readonly status?: string;
    /** Only this type. */
    readonly type?: BeneficiaryType;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Exactly one of: the id of a beneficiary, its phone, IBAN or wallet, or your reference. */
    readonly q?: string;
  }, options?: CallOptions): List<Beneficiary>;
  /** Create a beneficiary. A person or company to pay: a mobile-money account, a bank account or a wallet. Phone, operator, IBAN and account key are checked at once. Malformed details are a `VALIDATION_ERROR`. A UEMOA bank account with a wrong key cannot exist and is REJECTED; in CEMAC a wrong key is a warning. Phone and account number are stored encrypted and shown masked. In live mode payouts are possible after 24 hours: see `payoutsAllowedFrom`. */
  create(body: CreateBeneficiaryRequest, options?: CallOptions): Promise<Beneficiary>;
  /** Get a beneficiary. The beneficiary with its status and the time from which it can be paid. */
  get(id: string, options?: CallOptions): Promise<Beneficiary>;
  /** Update a beneficiary. Name, reference and notes; absent fields stay. The account never changes: create another beneficiary instead. In live mode a new name restarts the 24 hours before the first payout. */
  update(id: string, body?: UpdateBeneficiaryRequest, options?: CallOptions): Promise<Beneficiary>;
  /** Disable a beneficiary. Permanently disables the beneficiary: new payouts are refused, and unsent ones fail. It can still be read. Idempotent: disabling twice has no effect. */
  disable(id: string, options?: CallOptions): Promise<Beneficiary>;
  /** Approve a beneficiary. For a beneficiary whose provider knows the account but not its holder's name (`nameCheck` NOT_KNOWN). Approved by a second person: the key that gave the name, a key that it made within 30 days, its successor, and keys of the same maker are refused. The beneficiary becomes ACTIVE; in live mode payouts are possible 24 hours later. Repeating with the same key is safe. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only these statuses, separated by commas. One or more of PENDING_APPROVAL, PENDING, QUEUED, PROCESSING, IN_RECONCILIATION, PAID, FAILED, REVERSED, CANCELLED. */
    readonly status?: string;
    /** ISO 4217 code. */
    readonly currency?: Currency;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only payouts of this wallet. */
    readonly walletId?: string;
    /** Only payouts to this beneficiary. */
    readonly beneficiaryId?: string;
    /** Exactly one of: the id of a payout, the provider's transaction id, your reference, or what finds its beneficiary: id, phone, IBAN, wallet or reference. */
    readonly q?: string;
  }, options?: CallOptions): List<Payout>;
  /** Create a payout. Reserves the amount in the wallet and sends it to the beneficiary. Above the wallet's threshold for one account in 24 hours, the payout is PENDING_APPROVAL until a second person approves it; otherwise it is PENDING for five seconds, during which you can cancel it. While the operator is down it is QUEUED. PAID and FAILED are reported by events. An unknown outcome stays PROCESSING, then IN_RECONCILIATION, with the money reserved. */
  create(body: CreatePayoutRequest, options?: CallOptions): Promise<Payout>;
  /** Get a payout. The payout with its status, its provider and the times of its changes. */
  get(id: string, options?: CallOptions): Promise<Payout>;
  /** Approve a payout. Approves a PENDING_APPROVAL payout. A second person must approve: the key that created it, a key that it made within 30 days, its successor, and keys of the same maker are refused. Repeating with the same key is safe. */
  approve(id: string, options?: CallOptions): Promise<Payout>;
  /** Cancel a payout. Cancels a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. Idempotent: cancelling twice has no effect. */
  cancel(id: string, options?: CallOptions): Promise<Payout>;
}

export interface PayoutBatches {
  /** List batches of payouts. Newest first, without rows: get a batch to see them. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only these statuses, separated by commas. One or more of PROCESSING, COMPLETED. */
    readonly status?: string;
    /** Only entries with exactly this reference of yours. */
    readonly reference?: string;
    /** Only batches of this wallet. */
    readonly walletId?: string;
  }, options?: CallOptions): List<PayoutBatchSummary>;
  /** Create a batch of payouts. Up to 1000 payouts from one wallet. Rows are processed in the background, in order, each on its own: a row is ACCEPTED and becomes a payout, or REFUSED with the error that a single payout would have had. Get the batch to see its progress. */
  create(body: CreatePayoutBatchRequest, options?: CallOptions): Promise<PayoutBatch>;
  /** Get a batch of payouts. Its progress, and the result of every row. Get the payout to see its outcome. */
  get(id: string, options?: CallOptions): Promise<PayoutBatch>;
}

export interface Wallets {
  /** Get the payout threshold. The threshold of a wallet, and the one that a colleague has proposed. */
  payoutApproval(id: string, options?: CallOptions): Promise<OwnPayoutApproval>;
  /** Set the payout threshold. A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts created earlier keep the threshold of their time. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person. */
  setPayoutApproval(id: string, body: SetOwnPayoutApprovalRequest, options?: CallOptions): Promise<OwnPayoutApproval>;
  /** List wallets. The merchant's wallets in the key's mode, one per currency, with their current balances. Amounts are decimal text in major units; fields that end in `Minor` are minor units. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<Wallet>;
  /** Get a wallet. `balance` is everything booked. `available` is the balance without `pending`, `held` and `reserved`, and never below zero. */
  get(id: string, options?: CallOptions): Promise<Wallet>;
  /** List the entries of a wallet. Every movement of the wallet's money, newest first: its reason, its direction and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a narrow filter a page can hold fewer entries than requested while `meta.hasMore` is true: continue with `meta.nextCursor`. */
  entries(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only entries of these types, separated by commas. One or more of CHARGE, FEE, REFUND, PAYOUT, PAYOUT_REVERSAL, HOLD, RELEASE, ADJUSTMENT, SETTLEMENT. */
    readonly type?: string;
    /** Only entries that book something of these kinds, separated by commas. One or more of charge, refund, payout, adjustment. */
    readonly sourceType?: string;
    /** Only entries that book this charge, refund, payout or correction: `ch_…`, `re_…`, `po_…`, `adj_…`; with `pi_…` those of a payment's charges and their refunds. */
    readonly sourceId?: string;
  }, options?: CallOptions): List<WalletEntry>;
  /** Get a statement. The opening balance of a period, every entry in it, and the closing balance. `from` is included, `to` is not; at most 366 days. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, 2 000 in a PDF: beyond that REPORT_TOO_LARGE says how far the period can reach. */
  statement(id: string, query?: {
    /** The first instant of the period; the first of the month when absent, in UTC. */
    readonly from?: Instant;
    /** The first instant after the period, at most 366 days after `from`; now when absent. */
    readonly to?: Instant;
    /** `json` when absent. */
    readonly format?: "json" | "csv" | "pdf";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
    /** Language of the PDF; the merchant's when absent. */
    readonly locale?: Locale;
  }, options?: CallOptions): Promise<WalletStatement | Uint8Array>;
  /** Get a trial balance. The balance of every account of the wallet's books at a point in time. Debits always equal credits. */
  trialBalance(id: string, query?: {
    /** What was booked before this instant is counted; everything when absent. */
    readonly at?: Instant;
    /** `json` when absent. */
    readonly format?: "json" | "csv";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
  }, options?: CallOptions): Promise<TrialBalance | Uint8Array>;
  /** Download the ledger. The wallet's transfers with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is extended to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far the period can reach; check consecutive files together. */
  ledger(id: string, query?: {
    /** From the seal in which this instant lies; from the beginning when absent. */
    readonly from?: Instant;
    /** Up to the seal in which this instant lies; up to now when absent. */
    readonly to?: Instant;
    /** `jsonl` when absent. */
    readonly format?: "jsonl" | "csv" | "json";
    /** Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects. */
    readonly separator?: "," | ";";
  }, options?: CallOptions): Promise<readonly LedgerRecord[] | Uint8Array>;
  /** List upcoming settlements. When pending money becomes available: one sum per day, next day first. The sums add up to the wallet's `pending`. The cursor is a `date`. A past day stays until its money has been moved, usually a few seconds. */
  settlements(id: string, query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
  }, options?: CallOptions): List<WalletSettlement>;
  /** List held money. Charges whose money is held, with the reason and the time: late, duplicate, or of another amount than requested. Read by cursor, a charge's id. The holds add up to the wallet's `held`. */
  holds(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<WebhookEndpoint>;
  /** Create a webhook endpoint. A signed `endpoint.ping` is posted to `url` at once. When it is answered with 2xx the address is verified (`verifiedAt`), and events of the subscribed kinds that happened since now are posted too; until then they are held, for 31 days at most. The `secret` that signs is in this answer and is not shown again. At most 20 endpoints. The address must be https on port 443 or 8443 and lead to the public internet; in sandbox, http to localhost is accepted too. */
  create(body: CreateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  /** Get a webhook endpoint. One endpoint. `verifiedAt` is when its address answered a ping; while it is null, only pings are sent. `failingSince` is the first failure since the last success. The secret is not shown. */
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Update a webhook endpoint. Absent fields stay. `status: ACTIVE` enables the endpoint again: it gets events from then on; replay what it missed. `DISABLED` stops it and cancels its pending deliveries. A new `url` is checked like that of a new endpoint and must answer a ping first: pending deliveries wait for that. The same holds for an unverified endpoint that is enabled again. */
  update(id: string, body?: UpdateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpoint>;
  /** Delete a webhook endpoint. Permanently deletes the endpoint: nothing more is sent to it, and its deliveries are no longer shown. Events stay in the list of events. To pause, disable it instead. */
  delete(id: string, options?: CallOptions): Promise<DeletedWebhookEndpoint>;
  /** Get the health of an endpoint. Deliveries of the last 24 hours by outcome, the status codes of refusals, and response times. */
  health(id: string, options?: CallOptions): Promise<WebhookEndpointHealth>;
  /** Rotate the signing secret. A new `secret`, shown in this answer only. For `overlapHours` (24 when absent, at most 168) each request carries two signatures, of the new secret and of the one before: deploy the new one within that time. With 0 the one before ends at once. A rotation during an overlap ends the oldest secret. */
  rotateSecret(id: string, body?: RotateWebhookSecretRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret>;
  /** Send a ping. Sends `endpoint.ping` to this endpoint alone, whatever it subscribes to, signed and retried like any event. Returns the delivery, which is not sent yet: get it again to see the result. A 2xx answer verifies the address and releases the events held for it. */
  ping(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Replay events. Sends past events again, after an outage or to an endpoint that is newer than them. Oldest first, at most 5 000 events a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets all its retries again; pending deliveries are left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` only counts, also for an endpoint that gets nothing yet. */
  replay(id: string, body: ReplayWebhookEventsRequest, options?: CallOptions): Promise<WebhookReplay>;
  /** List deliveries of an endpoint. One delivery per event, with its attempts and the first kilobyte of each response. `heldUntilVerified`: it waits for the address to be verified. Read by cursor; `meta.total` is null. */
  deliveries(id: string, query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
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
    readonly createdFrom?: Instant;
    /** Of events before this instant. */
    readonly createdTo?: Instant;
  }, options?: CallOptions): List<WebhookDelivery>;
  /** Get a delivery. The request that is made, and each attempt: where it went, when it began, how long it took, the status and the first kilobyte of the answer. `request.body` is null for keys without `merchant.events.read`. Each attempt has its own timestamp and signatures (`attempts[].headers`). */
  delivery(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /** Resend a delivery. Sends the delivery again now, whatever its state, with all its retries. The receiver sees the same `webhook-id`. A delivery to an unverified address is held until it is verified. */
  resend(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
}

export interface Events {
  /** List events. Every event of the merchant in the key's mode, with the body that webhooks carry, whether or not an endpoint subscribes: polling can replace webhooks. Read by cursor; `meta.total` is null. */
  list(query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Event names, separated by commas. */
    readonly type?: string;
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
    /** Only those of this payment intent, of its charges and refunds and of its session, `pi_…`. */
    readonly paymentIntentId?: string;
    /** Only those of this payout, `po_…`. */
    readonly payoutId?: string;
  }, options?: CallOptions): List<Event>;
  /** Get an event. One event with the body that webhooks carry. */
  get(id: string, options?: CallOptions): Promise<Event>;
}

export interface ApiKeys {
  /** List API keys. The merchant's keys in the mode of the calling key, newest first, including ended ones. The keys themselves are not shown; `last4` tells them apart. */
  list(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Only these statuses, separated by commas. One or more of ACTIVE, EXPIRED, REVOKED. */
    readonly status?: string;
  }, options?: CallOptions): List<ApiKey>;
  /** Create an API key. Creates a key of this merchant, in the mode of the calling key. `key` is shown in this answer only. A key never gets more than the calling key has: permissions, merchants, addresses, lifetime and rate limit. `ipAllowlist`, `expiresAt` and `requestsPerSecond` default to those of the calling key. At most 500 working keys. */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Get an API key. The permissions of the key, and when it was last used. */
  get(keyId: string, options?: CallOptions): Promise<ApiKey>;
  /** Update an API key. Absent fields stay; `permissions` and `ipAllowlist` are replaced as a whole; `expiresAt: null` removes the end. Takes effect at once on every instance. The key can keep what it has, and gets nothing that the calling key lacks. An ended key cannot be updated. */
  update(keyId: string, body?: UpdateApiKeyRequest, options?: CallOptions): Promise<ApiKey>;
  /** Roll an API key. Creates a new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old key. The old key works for another `overlapHours` (24 by default, at most 168): deploy the new one meanwhile. With 0 the old key is revoked at once. A key can roll itself; another key can roll it only if it has everything that it has. */
  roll(keyId: string, body?: RollApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Revoke an API key. Permanently revokes the key, at once on every instance. It stays in the list as REVOKED. A key can revoke itself. Idempotent: revoking twice has no effect. */
  revoke(keyId: string, options?: CallOptions): Promise<ApiKey>;
  /** Claim a live API key. Returns the key that an operator of the platform made for you, in this answer only, and uses the link up. API_KEY_CLAIM_INVALID: the link was used, expired after 72 hours, or was replaced. If you did not use it, have the key revoked at once. */
  claim(body: ClaimApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Get the caller. Which key is asking, for which merchant, in which mode and with which permissions. Every key may ask: a program that has only its key learns the `merchantId` that other paths need. */
  caller(options?: CallOptions): Promise<Caller>;
}

export interface Networks {
  /** List networks and their state. Every method and operator by which this merchant collects or pays out in the currencies of its wallets, whether it works now, and its current and announced outages. What no account of the platform serves is left out. At most two seconds old. */
  list(options?: CallOptions): Promise<readonly Network[]>;
  /** List outages. Current, announced and past outages of the networks of this merchant, newest first, as the platform's operators declare them. For accounts whose provider does not answer see `networks`. */
  outages(query?: {
    /** Page number, from 1. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
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
  /** Get a summary report. Takings, fees, refunds, payouts and money now by currency; how attempts ended, how long that took, why they failed. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days. */
  summary(query?: {
    /** The first hour, an instant at a full hour; the beginning of the local day of `to` when absent. */
    readonly from?: Instant;
    /** The end, an instant at a full hour, not part of the report; the end of the current hour when absent. */
    readonly to?: Instant;
    /** IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC. */
    readonly timeZone?: string;
    /** Only this currency. */
    readonly currency?: Currency;
    /** Only this payment method. */
    readonly method?: PaymentMethod;
    /** Only this mobile-money operator, or this network of a card, QR code or wallet. */
    readonly operator?: string;
    /** Only payers of this country. */
    readonly country?: string;
  }, options?: CallOptions): Promise<ReportSummary>;
  /** Get a report over time. The same numbers for each hour, day, week or month of a time zone, and for each payment method, operator or country. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days. */
  series(query?: {
    /** The first hour, an instant at a full hour; the beginning of the local day of `to` when absent. */
    readonly from?: Instant;
    /** The end, an instant at a full hour, not part of the report; the end of the current hour when absent. */
    readonly to?: Instant;
    /** IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC. */
    readonly timeZone?: string;
    /** Only this currency. */
    readonly currency?: Currency;
    /** Only this payment method. */
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
  /** Get the sandbox clock. The sum of all advances. The clock itself shows the real time. */
  clock(options?: CallOptions): Promise<SandboxClock>;
  /** List simulator scenarios. Each outcome that a sandbox payment, refund or payout can have, with its name for the header `Sandbox-Scenario` and the last digits of the phone that choose it too. */
  scenarios(options?: CallOptions): Promise<SandboxScenarios>;
  /** Advance the sandbox clock. Moves everything that this sandbox waits for closer by `seconds`, and does at once what is then due: sessions and links expire, money settles, webhooks are retried, payments in progress end. Other merchants are not affected. Later steps start their own wait now: advance again for the next step. Rate limits, API keys and Idempotency-Keys keep the real time. */
  advanceClock(body: AdvanceSandboxClockRequest, options?: CallOptions): Promise<AdvancedSandboxClock>;
  /** Trigger a sample event. An event of any type with well-formed sample `data`, treated like a real one: listed, signed, delivered to every subscribed endpoint, retried. Its `data` carries `test: true`, which no real event has; its ids point to nothing. */
  triggerEvent(body: TriggerSandboxEventRequest, options?: CallOptions): Promise<SandboxEvent>;
  /** Reset the sandbox. Deletes all sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries: their ids return 404. Wallets are new and empty, with new ids. API keys, webhook endpoints with their secrets, the profile and an approved dossier stay. Payments in progress end without an event. Slugs of links are not reused. Live data is never touched. */
  reset(body: ResetSandboxRequest, options?: CallOptions): Promise<SandboxReset>;
}

export interface Requests {
  /** List requests. Requests of the merchant's API keys and people in this mode, newest first, with the status and the reason of refusals; kept for 14 days, without bodies. A request appears some seconds after its answer. At a high rate not all are kept (`notKept`). Payers' requests, and requests with an invalid key, are not listed. Read by cursor; `meta.total` is null. */
  list(query?: {
    /** 1 or absent: the top. This list has no numbered pages; go on with `starting_after`. */
    readonly page?: number;
    /** Entries on a page: 1-100, 25 when absent. */
    readonly pageSize?: number;
    /** The same as pageSize. */
    readonly limit?: number;
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
    /** Created at this instant or later. */
    readonly createdFrom?: Instant;
    /** Created before this instant. */
    readonly createdTo?: Instant;
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
  /** Get a request. One request, by the `Request-Id` of its answer. Returns 404 for a request that is older than 14 days, seconds old, or was not kept. */
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
    /** Id of the last entry seen: the list continues after it. Not with page. */
    readonly starting_after?: string;
    /** Id of the first entry seen: the list ends before it. Not with page. */
    readonly ending_before?: string;
    /** Newest first (`-createdAt`, the default) or oldest first. */
    readonly sort?: "-createdAt" | "createdAt";
  }, options?: CallOptions): List<Export>;
  /** Export a list. Writes everything that a list shows with its filters into a file, CSV or XLSX. Up to 5 000 rows are there at once (`READY`); of a longer list the rest is written in the background (`PENDING`, see `rowsWritten`), at most a million rows. Rows that are added later are not in it. Whoever may read the list can download the file, until `expiresAt`: for seven days unless the platform has set another time. It needs the permission of the list, which is looked up again while the file is being made. At most 5 exports at a time. */
  create(body: CreateExportRequest, options?: CallOptions): Promise<Export>;
  /** Get an export. Its progress, or why it failed. */
  get(id: string, options?: CallOptions): Promise<Export>;
  /** Download an export. A CSV file is UTF-8 with a mark, lines ended by CRLF; texts that a spreadsheet would run as a formula get an apostrophe in front. A workbook has one sheet and no formula. Each download is in the audit log. */
  download(id: string, options?: CallOptions): Promise<Uint8Array>;
  /** Cancel an export. Cancels the export and deletes its file, also of a finished one. Only the person or key that created it may do that. */
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
