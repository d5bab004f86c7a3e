// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

export type AdvanceSandboxClockRequest = {
  /** How far, from a second to 30 days. */
  readonly seconds: number;
};

/** The sandbox's clock after an advance, and what it moved. */
export type AdvancedSandboxClock = SandboxClock & {
  /** This advance. */
  readonly movedSeconds: number;
  /** How many objects of each kind have moved times. */
  readonly moved: {
    /** Sessions that are not over: their `expiresAt`. */
    readonly checkoutSessions: number;
    /** Payment intents without a session: their `expiresAt`. */
    readonly paymentIntents: number;
    /** Links with an end: their `expiresAt`. */
    readonly paymentLinks: number;
    /** Payments whose outcome is asked for: when next, and since when it is unknown. */
    readonly charges: number;
    /** Refunds in progress: when they are sent or queried. */
    readonly refunds: number;
    /** Payouts in progress: when they are sent or queried. */
    readonly payouts: number;
    /** Batches in progress. */
    readonly payoutBatches: number;
    /** Money on its way from `pending` to `available`. */
    readonly settlements: number;
    /** Beneficiaries under verification, or waiting for their first payout: `payoutsAllowedFrom`. */
    readonly beneficiaries: number;
    /** Deliveries that wait for their next try. */
    readonly webhookDeliveries: number;
    /** Endpoints that fail, are paused or have an old secret: since when, and until when. */
    readonly webhookEndpoints: number;
    /** Payments, refunds and payouts in the provider simulator, and its callbacks. */
    readonly providerOperations: number;
  };
};

export type AdvancedSandboxClockResponse = Answer & {
  readonly data: AdvancedSandboxClock;
};

/** Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F. */
export type Amount = string;

/** The amount beside it in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
export type AmountMinor = string;

/** What every answer has beside its `data`. */
export type Answer = {
  /** True: it was done. A refusal is an `Error`. */
  readonly success: true;
  /** Null: nothing was refused. */
  readonly error: null;
  /** Null: this is no page of a list. */
  readonly meta: null;
};

/** An API key, without the key itself. */
export type ApiKey = {
  /** Kind of object. */
  readonly object: "api_key";
  /** Names the object in paths and filters. */
  readonly id: string;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  readonly mode: Mode;
  /** What you call it. */
  readonly name: string;
  /** The end of the key, to tell keys apart. */
  readonly last4: string;
  /** Only an ACTIVE key is accepted. */
  readonly status: "ACTIVE" | "EXPIRED" | "REVOKED";
  /** What it may do. */
  readonly permissions: readonly string[];
  /** Further merchants for whom it may act. */
  readonly merchantIds: readonly string[];
  /** Addresses and networks from which it works; empty: from anywhere. */
  readonly ipAllowlist: readonly string[];
  /** What the key may do in a second. */
  readonly requestsPerSecond: number;
  /** What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key. */
  readonly requestsLastMinute: number | null;
  /** From then on it does not work; null: it has no end. */
  readonly expiresAt: string | null;
  /** Null unless it was revoked. */
  readonly revokedAt: string | null;
  /** Written about once a minute. */
  readonly lastUsedAt: string | null;
  /** The first key, which an operator made for the owner: it may give the keys that it makes every permission. */
  readonly owner: boolean;
  /** The key that this one was rolled from. */
  readonly replaces: string | null;
  /** Id of the person or key; `platform` for operators. */
  readonly createdBy: string;
  /** Null for the platform. */
  readonly createdByName: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** An operator of the platform made an API key for you: see `name` and `permissions`. */
export type ApiKeyCreatedByOperatorEvent = EventBase & {
  /** Names the event. */
  readonly type: "api_key.created_by_operator";
  readonly data: ApiKey;
};

export type ApiKeyList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly ApiKey[];
};

export type ApiKeyResponse = Answer & {
  readonly data: ApiKey;
};

/** An operator of the platform revoked one of your API keys. */
export type ApiKeyRevokedByOperatorEvent = EventBase & {
  /** Names the event. */
  readonly type: "api_key.revoked_by_operator";
  readonly data: ApiKey;
};

/** An API key that was just made, with the key itself. */
export type ApiKeyWithSecret = ApiKey & {
  /** The key itself. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null. */
  readonly key: string | null;
};

export type ApiKeyWithSecretResponse = Answer & {
  readonly data: ApiKeyWithSecret;
};

/** Attempts to pay, by the hour in which they began. */
export type AttemptCounts = {
  /** Their outcome is a payment. */
  readonly succeeded: number;
  /** Refused by the provider, or before it was asked. */
  readonly failed: number;
  /** By the payer, or with the payment. */
  readonly cancelled: number;
  /** The provider has not said what happened. */
  readonly unknown: number;
  /** The payer or the provider is not done. */
  readonly underWay: number;
  /** Succeeded ÷ (succeeded + failed); null when there are none. */
  readonly successRate: number | null;
};

/** What a payment by bank transfer needs. */
export type BankTransferDetails = {
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Who orders the transfer. */
  readonly payerName?: string;
  readonly returnUrl?: PageAddress;
};

/** Who can be paid, once the account was checked. */
export type Beneficiary = {
  /** Kind of object. */
  readonly object: "beneficiary";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** Whose phone or account it is. */
  readonly name: string;
  readonly type: BeneficiaryType;
  /** Where the money goes; what does not apply is null. */
  readonly details: {
    /** Masked. */
    readonly phone: string | null;
    /** Code of the mobile-money operator or network; null: none. */
    readonly operator: string | null;
    /** ISO 3166, two letters; null: not known. */
    readonly countryCode: string | null;
    /** Masked. */
    readonly iban: string | null;
    /** The bank, as you named it; null: not named. */
    readonly bankName: string | null;
    /** The wallet at its provider; null: not WALLET. */
    readonly walletId: string | null;
  };
  readonly currency: Currency;
  /** Only an ACTIVE one can be paid. */
  readonly status: "PENDING_VERIFICATION" | "ACTIVE" | "REJECTED" | "DISABLED";
  /** What the provider says of whose account it is. NOT_CHECKED: it cannot tell. NOT_KNOWN: it knows the account and not the name, which waits for a second person. UNAVAILABLE: it did not answer, and is queried again. */
  readonly nameCheck: "NOT_CHECKED" | "MATCH" | "CLOSE_MATCH" | "MISMATCH" | "NOT_KNOWN" | "UNAVAILABLE";
  /** For NOT_KNOWN: who vouched for the name, `key_…` or `per_…`. */
  readonly approvedBy: string | null;
  /** For CLOSE_MATCH: the holder as the provider has it. */
  readonly registeredName: string | null;
  /** Why it was REJECTED: `RIB_KEY_MISMATCH`, the account cannot exist; `ACCOUNT_NOT_FOUND`, `NAME_MISMATCH`, `NAME_CHECK_UNAVAILABLE` by the provider. */
  readonly rejectionReason: string | null;
  /** What to look at again before paying; empty: nothing. */
  readonly warnings: readonly string[];
  /** No payout is taken before this instant. */
  readonly payoutsAllowedFrom: string | null;
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  readonly metadata: StoredMetadata;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

export type BeneficiaryList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Beneficiary[];
};

/** A beneficiary did not pass its checks. */
export type BeneficiaryRejectedEvent = EventBase & {
  /** Names the event. */
  readonly type: "beneficiary.rejected";
  readonly data: Beneficiary;
};

export type BeneficiaryResponse = Answer & {
  readonly data: Beneficiary;
};

/** Where the money goes, which decides the fields of `details`. */
export type BeneficiaryType = "MOBILE_MONEY" | "BANK_ACCOUNT" | "WALLET";

/** A beneficiary passed its checks and can be paid. */
export type BeneficiaryVerifiedEvent = EventBase & {
  /** Names the event. */
  readonly type: "beneficiary.verified";
  readonly data: Beneficiary;
};

/** Who asks, and what the key or log-in may do. */
export type Caller = {
  /** Kind of object. */
  readonly object: "caller";
  /** A person calls with the cookie of a log-in. */
  readonly kind: "KEY" | "PERSON";
  /** Of the key (`key_…`) or the person (`usr_…`). */
  readonly id: string;
  /** Null: the key of another merchant, which acts for this one. */
  readonly name: string | null;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** As payers see it. */
  readonly merchantName: string;
  /** `manage` includes `read`. */
  readonly permissions: readonly string[];
};

export type CallerResponse = Answer & {
  readonly data: Caller;
};

/** What a payment by card needs. Card numbers are never sent here. */
export type CardDetails = {
  readonly returnUrl?: PageAddress;
  /** The card as your card form returned it. Without it the payer enters the card on a page. */
  readonly cardToken?: string;
};

/** One attempt to collect money from a payer. */
export type Charge = {
  /** Kind of object. */
  readonly object: "charge";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The payment intent, `pi_…`. */
  readonly paymentIntentId: string;
  /** The checkout session, `cs_…`; null: made without one. */
  readonly sessionId: string | null;
  /** The payment link, `plink_…`; null: not made at a link. */
  readonly paymentLinkId: string | null;
  /** What the payer reads out; unique for months, not for ever. */
  readonly shortReference: string;
  /** Counts the attempts from 1. */
  readonly attemptNumber: number;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** What the platform keeps of it; null before it succeeded. */
  readonly fee: MinorUnits | null;
  /** `amount` less `fee`: what your wallet gets; null before it succeeded. */
  readonly net: MinorUnits | null;
  readonly amountRefunded: MinorUnits;
  readonly refundStatus: ChargeRefundStatus;
  readonly status: ChargeStatus;
  readonly paymentMethod: PaymentMethod;
  readonly paymentMethodDetails: PaymentMethodDetails;
  readonly provider: ProviderReference;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** The failure as a sentence for the payer; null: none. */
  readonly failureMessage: string | null;
  /** True: the money came after the attempt had ended. */
  readonly late: boolean;
  /** True: another attempt had paid already, so this money goes back. */
  readonly duplicate: boolean;
  /** The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded. */
  readonly superseded: boolean;
  /** Why an operator must decide about its money; null: nothing to decide. */
  readonly reviewReason: string | null;
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  readonly metadata: StoredMetadata;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** Null unless it succeeded. */
  readonly succeededAt: string | null;
  /** Null unless it failed. */
  readonly failedAt: string | null;
};

export type ChargeList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Charge[];
};

/** How much of the charge was given back. */
export type ChargeRefundStatus = "NONE" | "PARTIAL" | "FULL";

/** IN_RECONCILIATION: the outcome is not known yet, and money may still move. */
export type ChargeStatus = "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "IN_RECONCILIATION" | "SUCCEEDED" | "FAILED" | "CANCELLED";

/** A charge, with what its payer does next. */
export type ChargeWithNextStep = Charge & {
  /** What the payer does next; null: nothing, `status` says how it ended. */
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  /** Text to draw as a QR code, for `DISPLAY_QR`; null otherwise. */
  readonly qrPayload: string | null;
  /** For a bank transfer: where to send the money; null otherwise. */
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  /** What to tell the payer now, in one sentence; null: nothing. */
  readonly messageToPayer: string | null;
};

export type ChargeWithNextStepResponse = Answer & {
  readonly data: ChargeWithNextStep;
};

/** The attempt in progress, and what the payer does next. */
export type CheckoutCompletion = {
  /** Kind of object. */
  readonly object: "checkout.completion";
  /** The checkout session, `cs_…`. */
  readonly sessionId: string;
  readonly status: CheckoutSessionState;
  /** What the payer does next; null: nothing, `status` says how it ended. */
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  /** Text to draw as a QR code, for `DISPLAY_QR`; null otherwise. */
  readonly qrPayload: string | null;
  /** For a bank transfer: where to send the money; null otherwise. */
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  /** The payment intent, `pi_…`. */
  readonly paymentIntentId: string;
  /** The charge, `ch_…`. */
  readonly chargeId: string;
  /** Counts the attempts from 1. */
  readonly attemptNumber: number;
  /** How many attempts the payer still has. */
  readonly attemptsRemaining: number;
  /** What to tell the payer now, in one sentence; null: nothing. */
  readonly messageToPayer: string | null;
};

export type CheckoutCompletionResponse = Answer & {
  readonly data: CheckoutCompletion;
};

/** The ways to pay that the payer is offered now. */
export type CheckoutMethods = {
  /** Kind of object. */
  readonly object: "checkout.methods";
  /** The checkout session, `cs_…`. */
  readonly sessionId: string;
  /** In the order in which to offer them. */
  readonly methods: readonly ({
    readonly method: PaymentMethod;
    /** Code of the mobile-money operator or network; null: none. */
    readonly operator: string | null;
    /** Name of the way to pay, as payers know it. */
    readonly displayName: string;
    /** ISO 3166, two letters; null: not known. */
    readonly countryCode: string | null;
    /** Smallest payment, in minor units; null: no bound. */
    readonly min: string | null;
    /** Largest payment, in minor units; null: no bound. */
    readonly max: string | null;
    /** Amounts are multiples of it, in minor units; null: any amount. */
    readonly step: string | null;
    /** How the payer approves the payment. */
    readonly authFlow: "PIN_PROMPT" | "OTP" | "REDIRECT" | "QR" | "TRANSFER";
    /** DEGRADED: payments may fail or take long. */
    readonly status: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    /** The USSD code that the payer dials; null: none. */
    readonly prompt: string | null;
  })[];
};

/** Which ways to pay a session offers now, and why not the others. */
export type CheckoutMethodsExplanation = {
  /** Kind of object. */
  readonly object: "checkout.methods_explanation";
  /** The checkout session, `cs_…`. */
  readonly sessionId: string;
  /** Methods of which something is offered. */
  readonly allowedMethods: readonly PaymentMethod[];
  /** Each way to pay, offered or not. */
  readonly methods: readonly ({
    readonly method: PaymentMethod;
    /** Code of the mobile-money operator or network; null: none. */
    readonly operator: string | null;
    /** Name of the way to pay, as payers know it. */
    readonly displayName: string;
    /** ISO 3166, two letters; null: not known. */
    readonly countryCode: string | null;
    /** True: the payer sees it. */
    readonly offered: boolean;
    /** Why it is not offered; null: it is. */
    readonly reason: string | null;
    /** The routing rule that takes it; null: none does. */
    readonly ruleId: string | null;
    /** The entity that would process it; null: none. */
    readonly subTenantId: string | null;
    /** The provider account that would carry it; null: none. */
    readonly providerAccountId: string | null;
    /** Smallest payment, in minor units; null: no bound. */
    readonly min: string | null;
    /** Largest payment, in minor units; null: no bound. */
    readonly max: string | null;
    /** Amounts are multiples of it, in minor units; null: any amount. */
    readonly step: string | null;
    /** The outage that it suffers; null: none. */
    readonly outage: {
      /** CLOSED: not offered. DEGRADED: offered, with a warning. */
      readonly status: "DEGRADED" | "CLOSED";
      /** What is wrong, in the platform's words. */
      readonly reason: string;
    } | null;
  })[];
};

export type CheckoutMethodsExplanationResponse = Answer & {
  readonly data: CheckoutMethodsExplanation;
};

export type CheckoutMethodsResponse = Answer & {
  readonly data: CheckoutMethods;
};

/** A payment link as its payers see it. */
export type CheckoutPaymentLink = {
  /** Kind of object. */
  readonly object: "checkout.payment_link";
  /** The end of the link's address. */
  readonly slug: string;
  readonly mode: Mode;
  /** The page where it is paid. */
  readonly url: string;
  readonly linkStatus: PaymentLinkStatus;
  /** The price of one where a quantity is offered. Null: the payer chooses the amount. */
  readonly amount: MinorUnits | null;
  /** `amount` with its decimals and currency, to show to people; null with it. */
  readonly amountDisplay: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMin: MinorUnits | null;
  /** Of an open amount; null: no limit. */
  readonly amountMax: MinorUnits | null;
  /** Null: none. */
  readonly amountSuggestions: readonly MinorUnits[] | null;
  /** Null: no quantity is offered. */
  readonly quantityMin: number | null;
  /** Most pieces that a payer may choose; null: no quantity is offered. */
  readonly quantityMax: number | null;
  readonly currency: Currency;
  /** What is paid for; null: the merchant's name is shown. */
  readonly title: string | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  /** Who is paid, as payers read it. */
  readonly merchantName: string;
  /** Address of the logo; absent without one. */
  readonly merchantLogo?: string;
  readonly locale: Locale;
  /** How the page looks; absent: as usual. */
  readonly branding?: {
    /** Colour of the payer's page, `#rrggbb`. */
    readonly primaryColor: string;
  };
  /** Questions that the payer answers first; empty: none. */
  readonly customFields: readonly CustomField[];
  /** From then on it cannot be paid; null: it has no end. */
  readonly expiresAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

export type CheckoutPaymentLinkResponse = Answer & {
  readonly data: CheckoutPaymentLink;
};

/** A checkout session as its payer sees it. */
export type CheckoutPublicSession = {
  /** Kind of object. */
  readonly object: "checkout.public_session";
  /** The checkout session, `cs_…`. */
  readonly sessionId: string;
  readonly mode: Mode;
  readonly status: CheckoutSessionState;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** What is paid for, as the payer reads it. */
  readonly title: string;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  /** Methods that work now. */
  readonly allowedMethods: readonly PaymentMethod[];
  /** Who is paid, as payers read it; null: not known. */
  readonly merchantName: string | null;
  /** Address of the logo; absent without one. */
  readonly merchantLogo?: string;
  readonly locale?: Locale;
  /** It cannot be paid from then on. */
  readonly expiresAt: string | null;
  /** How the page looks; absent: as usual. */
  readonly branding?: {
    /** Colour of the payer's page, `#rrggbb`. */
    readonly primaryColor: string;
  };
  /** Questions that the payer answers first; empty: none. */
  readonly customFields: readonly CustomField[];
  /** Shown after success; absent: the usual words. */
  readonly successMessage?: string;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** The failure as a sentence for the payer; null: none. */
  readonly failureMessage: string | null;
  /** True: the last attempt failed, and the payer may try again. */
  readonly retryable: boolean;
  /** How many attempts the payer still has. */
  readonly attemptsRemaining: number;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
};

export type CheckoutPublicSessionResponse = Answer & {
  readonly data: CheckoutPublicSession;
};

/** One payment that a payer is asked for. */
export type CheckoutSession = {
  /** Kind of object. */
  readonly object: "checkout.session";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The hosted page. */
  readonly url: string;
  readonly status: CheckoutSessionState;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** What is paid for, as the payer reads it. */
  readonly title: string;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  /** How many the payer chose, at a payment link that offers quantities. */
  readonly quantity?: number;
  /** Methods that you allow; null: all that work. */
  readonly allowedMethods: readonly PaymentMethod[] | null;
  /** Where the payer goes after success; null: stays on the page. */
  readonly successUrl: string | null;
  /** Where the payer goes who gives up; null: stays on the page. */
  readonly cancelUrl: string | null;
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  /** As you sent it; null: you sent none. */
  readonly customer: Customer | null;
  readonly locale: Locale;
  /** Questions that the payer answers first; empty: none. */
  readonly customFields: readonly CustomField[];
  /** The payer's answers, by the field's key; null: none. */
  readonly customFieldValues: Readonly<Record<string, string>> | null;
  /** Shown after success; null: the usual words. */
  readonly successMessage: string | null;
  /** How the page looks; null: as usual. */
  readonly branding: {
    /** Colour of the payer's page, `#rrggbb`. */
    readonly primaryColor: string;
  } | null;
  readonly metadata: StoredMetadata;
  /** How many attempts the payer has, 1 to 10. */
  readonly maxAttempts: number;
  /** Attempts so far. */
  readonly attemptCount: number;
  readonly latePaymentPolicy: LatePaymentPolicy;
  /** The payment intent, `pi_…`; null before the first attempt. */
  readonly paymentIntentId: string | null;
  /** The latest attempt, `ch_…`; null before the first one. */
  readonly chargeId: string | null;
  /** That of the latest attempt. */
  readonly shortReference: string | null;
  /** The payment link, `plink_…`; null: not made at a link. */
  readonly paymentLinkId: string | null;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** The failure as a sentence for the payer; null: none. */
  readonly failureMessage: string | null;
  /** True: the last attempt failed, and the payer may try again. */
  readonly retryable: boolean;
  /** True: money that came after the session had ended paid it. */
  readonly paidLate: boolean;
  /** It cannot be paid from then on. */
  readonly expiresAt: string;
  /** Null unless it succeeded. */
  readonly completedAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** The session is finished: you cancelled it. */
export type CheckoutSessionCancelledEvent = EventBase & {
  /** Names the event. */
  readonly type: "checkout.session.cancelled";
  readonly data: CheckoutSession;
};

/** The session is finished: it was paid. */
export type CheckoutSessionCompletedEvent = EventBase & {
  /** Names the event. */
  readonly type: "checkout.session.completed";
  readonly data: CheckoutSession;
};

/** The session is finished: nobody paid in time. */
export type CheckoutSessionExpiredEvent = EventBase & {
  /** Names the event. */
  readonly type: "checkout.session.expired";
  readonly data: CheckoutSession;
};

/** The session is finished: its last attempt failed. */
export type CheckoutSessionFailedEvent = EventBase & {
  /** Names the event. */
  readonly type: "checkout.session.failed";
  readonly data: CheckoutSession;
};

export type CheckoutSessionList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly CheckoutSession[];
};

export type CheckoutSessionResponse = Answer & {
  readonly data: CheckoutSession;
};

/** SUCCEEDED is final; late money can change the others. */
export type CheckoutSessionState = "OPEN" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED" | "CANCELLED";

/** How a session stands, for pages that wait. */
export type CheckoutSessionStatus = {
  /** Kind of object. */
  readonly object: "checkout.session.status";
  /** The checkout session, `cs_…`. */
  readonly sessionId: string;
  readonly status: CheckoutSessionState;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** The failure as a sentence for the payer; null: none. */
  readonly failureMessage: string | null;
  /** True: the last attempt failed, and the payer may try again. */
  readonly retryable: boolean;
  /** How many attempts the payer still has. */
  readonly attemptsRemaining: number;
  /** What the payer does next; null: nothing, `status` says how it ended. */
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  /** Text to draw as a QR code, for `DISPLAY_QR`; null otherwise. */
  readonly qrPayload: string | null;
  /** For a bank transfer: where to send the money; null otherwise. */
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  /** The payment intent, `pi_…`; null before the first attempt. */
  readonly paymentIntentId: string | null;
  /** The latest attempt, `ch_…`; null before the first one. */
  readonly chargeId: string | null;
  /** True: money that came after the session had ended paid it. */
  readonly paidLate: boolean;
  /** Where the payer goes after success; null: stays on the page. */
  readonly successUrl: string | null;
  /** It cannot be paid from then on. */
  readonly expiresAt: string;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
};

export type CheckoutSessionStatusResponse = Answer & {
  readonly data: CheckoutSessionStatus;
};

export type ClaimApiKeyRequest = {
  /** What stands at the end of the link. */
  readonly token: string;
};

export type CompleteCheckoutSessionByBankTransfer = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "BANK_TRANSFER";
  readonly paymentDetails: BankTransferDetails;
  readonly customFieldValues?: CustomFieldValues;
};

export type CompleteCheckoutSessionByCard = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "CARD";
  readonly paymentDetails: CardDetails;
  readonly customFieldValues?: CustomFieldValues;
};

export type CompleteCheckoutSessionByMobileMoney = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "MOBILE_MONEY";
  readonly paymentDetails: MobileMoneyDetails;
  readonly customFieldValues?: CustomFieldValues;
};

export type CompleteCheckoutSessionByQr = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "QR";
  readonly paymentDetails: QrDetails;
  readonly customFieldValues?: CustomFieldValues;
};

export type CompleteCheckoutSessionByWallet = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "WALLET";
  readonly paymentDetails: WalletDetails;
  readonly customFieldValues?: CustomFieldValues;
};

export type CompleteCheckoutSessionRequest = CompleteCheckoutSessionByWallet | CompleteCheckoutSessionByMobileMoney | CompleteCheckoutSessionByCard | CompleteCheckoutSessionByBankTransfer | CompleteCheckoutSessionByQr;

export type ConfirmPaymentIntentByBankTransfer = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "BANK_TRANSFER";
  readonly paymentDetails: BankTransferDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByCard = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "CARD";
  readonly paymentDetails: CardDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByMobileMoney = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "MOBILE_MONEY";
  readonly paymentDetails: MobileMoneyDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByQr = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "QR";
  readonly paymentDetails: QrDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByWallet = {
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "WALLET";
  readonly paymentDetails: WalletDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentRequest = ConfirmPaymentIntentByWallet | ConfirmPaymentIntentByMobileMoney | ConfirmPaymentIntentByCard | ConfirmPaymentIntentByBankTransfer | ConfirmPaymentIntentByQr;

export type CreateApiKeyRequest = {
  /** What people call it. */
  readonly name: string;
  /** `manage` includes `read`. Only what the key that asks has itself. */
  readonly permissions: readonly Permission[];
  /** Further merchants it may act for, of those that the key that asks may act for. */
  readonly merchantIds?: readonly string[];
  /** Addresses and networks the key works from (`203.0.113.0/24`, `2001:db8::/32`). Empty: everywhere. */
  readonly ipAllowlist?: readonly string[];
  /** From this instant on the key does not work. Must lie ahead. */
  readonly expiresAt?: Instant | null;
  /** Requests the key may make in a second, twice as many in a burst. At most what the key that asks may. */
  readonly requestsPerSecond?: number;
};

export type CreateBeneficiaryRequest = {
  /** Whose phone or account it is, as the operator or bank knows them. */
  readonly name: string;
  /** Where the money goes, which decides the fields of `details`. */
  readonly type: BeneficiaryType;
  /** Where the money goes; which fields depends on `type`. */
  readonly details: {
    /** MOBILE_MONEY: in international form, or in national form with `countryCode`. */
    readonly phone?: string;
    /** MOBILE_MONEY: may be left out where the number tells the operator. */
    readonly operator?: MobileMoneyOperator;
    /** MOBILE_MONEY: ISO 3166 alpha-2. */
    readonly countryCode?: string;
    /** BANK_ACCOUNT: with spaces or without. */
    readonly iban?: string;
    /** BANK_ACCOUNT: for people who read it. */
    readonly bankName?: string;
    /** WALLET: the wallet's id at its provider, in the sandbox `pw_…`. */
    readonly walletId?: string;
  };
  readonly currency: Currency;
  /** Your own reference. */
  readonly reference?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeByBankTransfer = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "BANK_TRANSFER";
  readonly paymentDetails: BankTransferDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeByCard = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "CARD";
  readonly paymentDetails: CardDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeByMobileMoney = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "MOBILE_MONEY";
  readonly paymentDetails: MobileMoneyDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeByQr = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "QR";
  readonly paymentDetails: QrDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeByWallet = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** Decides `paymentDetails`. */
  readonly paymentMethod: "WALLET";
  readonly paymentDetails: WalletDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateChargeRequest = CreateChargeByWallet | CreateChargeByMobileMoney | CreateChargeByCard | CreateChargeByBankTransfer | CreateChargeByQr;

export type CreateCheckoutSessionRequest = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** What is paid for, as the payer reads it. */
  readonly title: string;
  /** More about what is paid for, at most 500 characters. */
  readonly description?: string;
  /** What the payer may choose from; all methods when absent. */
  readonly allowedMethods?: readonly PaymentMethod[];
  readonly successUrl?: PageAddress;
  readonly cancelUrl?: PageAddress;
  /** Your own reference; sessions and charges are found by it. */
  readonly reference?: string;
  readonly customer?: CustomerInput;
  /** Language of the payer's page. Default: the merchant's. */
  readonly locale?: Locale;
  readonly expiresAt?: Instant;
  /** Questions that the payer answers first, at most five. */
  readonly customFields?: readonly CustomFieldInput[];
  /** Shown to the payer after success. */
  readonly successMessage?: string;
  /** How the page looks; the merchant's own look when absent. */
  readonly branding?: {
    /** Must be a colour in the form #1a2b3c. */
    readonly primaryColor?: string;
  };
  readonly metadata?: Metadata;
  /** How many attempts the payer has, 1 to 10. */
  readonly maxAttempts?: number;
  /** Who keeps money that is confirmed after the session has ended. */
  readonly latePaymentPolicy?: LatePaymentPolicy;
};

export type CreateExportRequest = {
  /** The list as it is read: path and query behind `/api/v1`, without page and cursor. All that its filters show is exported, in its order. */
  readonly list: string;
  /** CSV (the default), or XLSX: a workbook, in which text stays text, amounts are numbers with the decimals of their currency, and moments are dates. */
  readonly format?: "CSV" | "XLSX";
  /** WORDS (the default): heads in the reader's language, amounts with decimals, times in `timeZone`. NAMES: names and values of the API. */
  readonly heads?: "WORDS" | "NAMES";
  /** Language of the heads; the reader's (`Accept-Language`) when absent. */
  readonly locale?: Locale;
  /** Between the cells of a CSV file. With `;` decimals have a comma, as French and Portuguese spreadsheets expect; that is the default in these languages. */
  readonly separator?: "," | ";";
  /** IANA name of the time zone of the times; UTC when absent. */
  readonly timeZone?: string;
};

export type CreatePaymentIntentRequest = {
  readonly amount: Amount;
  readonly currency: Currency;
  /** What the payer may choose from; all methods when absent. */
  readonly allowedMethods?: readonly PaymentMethod[];
  readonly customer?: CustomerInput;
  /** Your own reference; intents and charges are found by it. */
  readonly reference?: string;
  /** What is paid for. Operators show its beginning to the payer. */
  readonly description?: string;
  readonly metadata?: Metadata;
  readonly expiresAt?: Instant;
  /** How many attempts the payer has, 1 to 10. */
  readonly maxAttempts?: number;
  /** Who keeps money that is confirmed after the intent has ended. */
  readonly latePaymentPolicy?: LatePaymentPolicy;
};

export type CreatePaymentLinkRequest = {
  /** Null: the payer chooses. */
  readonly amount: Amount | null;
  readonly currency: Currency;
  readonly amountMin?: Amount;
  readonly amountMax?: Amount;
  /** Amounts that payers choose by one tap, in this order. Only with `amount: null`. */
  readonly amountSuggestions?: readonly Amount[];
  /** Fewest pieces that a payer may choose; 1 when absent. */
  readonly quantityMin?: number;
  /** Most pieces that a payer may choose. */
  readonly quantityMax?: number;
  /** What is paid for, as the payer reads it. The merchant's name stands in when absent. */
  readonly title?: string;
  /** More words for the payer. */
  readonly description?: string;
  /** The end of the link's address. Yours for ever, in no other link again. Made up when absent. */
  readonly slug?: string;
  /** Your own reference, passed on to the sessions of the link. */
  readonly reference?: string;
  /** False: the link is paid once. True when absent, with `maxUses` as its ceiling. */
  readonly reusable?: boolean;
  /** Successful payments the link takes at most. */
  readonly maxUses?: number | null;
  /** What the payer may choose from; all methods when absent. */
  readonly allowedMethods?: readonly PaymentMethod[];
  readonly successUrl?: PageAddress;
  readonly cancelUrl?: PageAddress;
  /** From this instant on the link takes no payment. Must lie ahead. */
  readonly expiresAt?: Instant;
  /** Questions that the payer answers first, at most five. */
  readonly customFields?: readonly CustomFieldInput[];
  readonly metadata?: Metadata;
  /** What payers read while the link takes no payment. */
  readonly inactiveMessage?: string;
};

export type CreatePayoutBatchRequest = {
  /** The wallet that pays all rows, `wal_…`. */
  readonly walletId: string;
  /** Your own reference. */
  readonly reference?: string;
  /** One payout each, at most 1 000. */
  readonly rows: readonly {
    /** Who is paid, `ben_…` */
    readonly beneficiaryId: string;
    readonly amount: Amount;
    /** Your own reference. */
    readonly reference?: string;
    /** What it is for. */
    readonly description?: string;
    readonly metadata?: Metadata;
  }[];
};

export type CreatePayoutRequest = {
  /** The wallet that pays, `wal_…`. Its currency is the payout's. */
  readonly walletId: string;
  /** Who is paid, `ben_…` */
  readonly beneficiaryId: string;
  readonly amount: Amount;
  /** Your own reference. */
  readonly reference?: string;
  /** What it is for. */
  readonly description?: string;
  readonly metadata?: Metadata;
};

export type CreateRefundRequest = {
  /** Minor units, as text. All that is left of the charge when absent. */
  readonly amount?: Amount;
  /** `OTHER` when absent. */
  readonly reason?: "REQUESTED_BY_PAYER" | "DUPLICATE" | "FRAUD" | "LATE_PAYMENT" | "OTHER";
  /** For your own people. */
  readonly note?: string;
  readonly metadata?: Metadata;
};

export type CreateWebhookEndpointRequest = {
  /** Where events are posted: https, port 443 or 8443. In sandbox also http to localhost. */
  readonly url: string;
  /** A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list. */
  readonly events?: readonly SubscribedEvent[] | "*";
  /** ACTIVE when absent. */
  readonly status?: WebhookEndpointStatus;
  /** Your own note. */
  readonly description?: string | null;
  /** Hold an event of a payment intent back until the one before it was accepted. False when absent. */
  readonly ordered?: boolean;
};

/** ISO 4217 code. */
export type Currency = "XOF" | "XAF" | "GNF" | "CDF" | "EUR" | "USD" | "NGN" | "GHS" | "KES" | "RWF" | "UGX" | "BIF" | "DJF" | "KMF" | "TND" | "MGA" | "MRU" | "MAD" | "DZD" | "CVE" | "GMD" | "LRD" | "SLE" | "ZMW" | "TZS" | "MWK" | "MZN" | "ETB" | "GBP" | "JPY" | "CHF" | "CAD" | "CNY" | "AED" | "EGP" | "ZAR" | "KWD" | "BHD" | "OMR" | "JOD";

export type CustomField = {
  /** Names the answer in `customFieldValues`. */
  readonly key: string;
  /** What the payer reads above the field. */
  readonly label: string;
  readonly type: CustomFieldType;
  /** True: the payer must answer. */
  readonly required: boolean;
  /** Of a DROPDOWN: what can be chosen. */
  readonly options?: readonly CustomFieldOption[];
  /** Fewest characters of an answer. */
  readonly minLength?: number;
  /** Most characters of an answer. */
  readonly maxLength?: number;
  /** Stands in the field at first. */
  readonly defaultValue?: string;
};

export type CustomFieldInput = {
  /** Must start with a letter and hold at most 40 letters, digits and underscores. */
  readonly key: string;
  /** What the payer reads above the field. */
  readonly label: string;
  readonly type: CustomFieldType;
  /** True: the payer must answer. */
  readonly required?: boolean;
  /** DROPDOWN only, and required there. */
  readonly options?: readonly CustomFieldOptionInput[];
  /** Fewest characters of an answer. */
  readonly minLength?: number;
  /** Most characters of an answer. */
  readonly maxLength?: number;
  /** Stands in the field at first. */
  readonly defaultValue?: string;
};

export type CustomFieldOption = {
  /** Stored when it is chosen. */
  readonly value: string;
  /** What the payer reads. */
  readonly label: string;
};

export type CustomFieldOptionInput = {
  /** Stored. */
  readonly value: string;
  /** Shown. */
  readonly label: string;
};

/** What the payer enters; DROPDOWN: one of `options`. */
export type CustomFieldType = "TEXT" | "NUMBER" | "DROPDOWN" | "PHONE" | "EMAIL";

/** Answers to `customFields`, by the field's key. */
export type CustomFieldValues = Readonly<Record<string, string>>;

export type Customer = {
  /** Absent when you sent none. */
  readonly name?: string;
  /** Stored for you only: nothing is sent to it. */
  readonly email?: string;
  /** In international form; masked in events. */
  readonly phone?: string;
};

/** What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it. */
export type CustomerInput = {
  /** The payer's name: proposed on the hosted page as sender of a transfer. */
  readonly name?: string;
  /** Kept for you; nothing is sent to it. */
  readonly email?: string;
  /** The payer's number, international or in the national form of your country: proposed on the hosted page. */
  readonly phone?: string;
};

/** Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
export type DecimalAmount = string;

/** An endpoint that is gone; its deliveries were cancelled. */
export type DeletedWebhookEndpoint = {
  /** Kind of object. */
  readonly object: "webhook_endpoint";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** Always true. */
  readonly deleted: true;
};

export type DeletedWebhookEndpointResponse = Answer & {
  readonly data: DeletedWebhookEndpoint;
};

/** A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address. */
export type EndpointPingEvent = EventBase & {
  /** Names the event. */
  readonly type: "endpoint.ping";
  readonly data: WebhookEndpoint;
};

/** The answer to a request that was refused or failed. */
export type Error = {
  /** False: it was refused or failed. */
  readonly success: false;
  /** Null in every error. */
  readonly data: null;
  readonly error: ErrorBody;
  /** Null in every error. */
  readonly meta: null;
};

/** Why the request was refused. */
export type ErrorBody = {
  readonly code: ErrorCode;
  /** One sentence for people. Its words can change. */
  readonly message: string;
  readonly details: ErrorDetails;
};

/** Names the reason. Codes are stable: decide by the code, never by the message. New codes can be added. */
export type ErrorCode = "API_KEY_CLAIM_INVALID" | "API_KEY_EXCEEDS_CREATOR" | "API_KEY_LIMIT_REACHED" | "API_KEY_NOT_ACTIVE" | "BENEFICIARY_NEEDS_ANOTHER_APPROVER" | "BENEFICIARY_NOT_ACTIVE" | "BENEFICIARY_NOT_APPROVABLE" | "CARD_DATA_NOT_ALLOWED" | "CHARGE_NOT_REFUNDABLE" | "CHECKOUT_NO_LIVE_ACCOUNT" | "CHECKOUT_NO_PAYMENT_METHODS" | "CHECKOUT_SESSION_ALREADY_COMPLETED" | "CHECKOUT_SESSION_EXPIRED" | "CHECKOUT_SESSION_NOT_FOUND" | "CHECKOUT_SESSION_NOT_OPEN" | "EXPORT_NOT_CANCELLABLE" | "EXPORT_NOT_READY" | "EXPORT_NOT_YOURS" | "EXPORT_TOO_LARGE" | "FOREIGN_REQUEST" | "FOUR_EYES_REQUIRED" | "HEADERS_TOO_LARGE" | "IDEMPOTENCY_KEY_MISMATCH" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_REQUEST_IN_PROGRESS" | "INSUFFICIENT_PERMISSIONS" | "INSUFFICIENT_WALLET_BALANCE" | "INTERNAL_ERROR" | "INVALID_MERCHANT_SCOPE" | "Invalid API key" | "LEDGER_DETACHED" | "LIVE_MODE_REFUSED" | "LOG_IN_REQUIRED" | "MERCHANT_KYB_NOT_APPROVED" | "METHOD_NOT_ALLOWED" | "METHOD_NOT_ALLOWED_FOR_SESSION" | "NO_ROLE_IN_MODE" | "PAYLOAD_TOO_LARGE" | "PAYMENT_FAILED" | "PAYMENT_INTENT_NOT_CANCELLABLE" | "PAYMENT_INTENT_NOT_CONFIRMABLE" | "PAYMENT_LINK_EXPIRED" | "PAYMENT_LINK_MAX_USES_REACHED" | "PAYMENT_LINK_NOT_ACTIVE" | "PAYMENT_LINK_SLUG_TAKEN" | "PAYMENT_METHOD_NOT_AVAILABLE" | "PAYOUT_NEEDS_ANOTHER_APPROVER" | "PAYOUT_NOT_APPROVABLE" | "PAYOUT_NOT_CANCELLABLE" | "RATE_LIMITED" | "REFUND_ABOVE_LIMIT" | "REFUND_AMOUNT_EXCEEDS_REMAINING" | "REFUND_NEEDS_NO_ACCOUNT" | "REFUND_NOT_CANCELLABLE" | "REPORT_TOO_LARGE" | "REQUEST_TIMEOUT" | "RESOURCE_NOT_FOUND" | "SANDBOX_ONLY" | "SANDBOX_RESET_UNDER_WAY" | "SECOND_FACTOR_ENROLMENT_REQUIRED" | "SERVICE_UNAVAILABLE" | "STEP_UP_REQUIRED" | "TOO_MANY_EXPORTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR" | "WEBHOOK_BUDGET_SPENT" | "WEBHOOK_ENDPOINT_DISABLED" | "WEBHOOK_ENDPOINT_LIMIT_REACHED" | "WEBHOOK_ENDPOINT_UNPROVED" | "WEBHOOK_REPLAY_IN_PROGRESS";

/** More about the reason. Some codes add fields of their own. */
export type ErrorDetails = {
  /** The request's id, as in the header `Request-Id`. */
  readonly requestId: string;
  /** With `VALIDATION_ERROR`: each field that does not fit. */
  readonly fields?: readonly FieldError[];
};

/** An event, as it was sent. */
export type Event = EventBase & {
  /** Name of the event, such as `payment.succeeded`. */
  readonly type: string;
  /** The object as it was at that moment. */
  readonly data: Readonly<Record<string, never>>;
};

/** What every event has beside its `type` and its `data`. */
export type EventBase = {
  /** Names the object in paths and filters. */
  readonly id: string;
  /** Kind of object. */
  readonly object: "event";
  /** When it happened. */
  readonly timestamp: string;
  /** Version of the interface in which `data` is written. */
  readonly apiVersion: "v1";
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** Counts the events of the same payment, payout or link from 1. */
  readonly sequence: number;
};

export type EventList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Event[];
};

export type EventResponse = Answer & {
  readonly data: Event;
};

/** Name of an event. */
export type EventType = "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping";

/** A list that is being written to a file, or was. */
export type Export = {
  /** Kind of object. */
  readonly object: "export";
  /** Names the object in paths and filters. */
  readonly id: string;
  /** Null: an operator's export. */
  readonly mode: Mode | null;
  /** Null: an operator's export. */
  readonly merchantId: string | null;
  /** PENDING: being made, see `rowsWritten`. READY: the file can be downloaded until `expiresAt`. EXPIRED: the file has been removed. */
  readonly status: "PENDING" | "READY" | "FAILED" | "CANCELLED" | "EXPIRED";
  /** Path and query of the list. */
  readonly list: string;
  /** `operationId` of the list. */
  readonly operation: string;
  /** Name of the download. */
  readonly fileName: string;
  /** Of the file: text, or a workbook. */
  readonly format: "CSV" | "XLSX";
  /** WORDS: heads for people. NAMES: those of the API. */
  readonly heads: "WORDS" | "NAMES";
  readonly locale: Locale;
  /** Between the cells of a CSV file. */
  readonly separator: "," | ";";
  /** IANA name of the time zone in which days begin. */
  readonly timeZone: string;
  /** Rows in the file so far. */
  readonly rowsWritten: number;
  /** Rows of the list when the export began; null: the list does not count them. */
  readonly rowsTotal: number | null;
  /** Size of the file so far, in bytes; of a workbook, before it is packed. */
  readonly bytes: number;
  /** RIGHTS_ENDED: who asked for it may no longer read the list. LIST_REFUSED: the list no longer takes these filters. TOO_MANY_ROWS: more than a million. NOT_READABLE: it could not be read several times in a row. */
  readonly failureCode: "RIGHTS_ENDED" | "LIST_REFUSED" | "TOO_MANY_ROWS" | "NOT_READABLE" | null;
  /** Id of the key, person or operator. */
  readonly createdBy: string;
  /** Null while it is being made. */
  readonly finishedAt: string | null;
  /** The file is removed then: seven days after it was asked for, unless the platform has set another time. */
  readonly expiresAt: string;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type ExportList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Export[];
};

export type ExportResponse = Answer & {
  readonly data: Export;
};

/** A charge that failed. */
export type FailedCharge = Charge & {
  /** The provider's own code. Read `failureCode` instead: it is stable. @deprecated */
  readonly reason: string | null;
};

/** Why it failed, in the same words for every provider. */
export type FailureCode = "PAYMENT_NOT_CONFIRMED" | "INSUFFICIENT_FUNDS" | "PAYMENT_IN_PROGRESS" | "PAYER_NOT_FOUND" | "LIMIT_EXCEEDED" | "INVALID_RECIPIENT" | "AMOUNT_OUT_OF_BOUNDS" | "INVALID_AMOUNT" | "INVALID_CURRENCY" | "PROVIDER_UNAVAILABLE" | "CARD_DECLINED" | "PAYMENT_CANCELLED" | "RISK_BLOCKED" | "UNKNOWN";

export type FieldError = {
  /** The field, `customer.email` for a nested one. */
  readonly path: string;
  /** The rule that the value breaks. */
  readonly rule: string;
  /** What the field must be, in one sentence. */
  readonly message: string;
};

export type GiveRefundRecipientRequest = {
  /** An IBAN, or an account number (RIB) of the franc zones, with or without spaces. */
  readonly iban: string;
  /** The holder of the account, as the bank knows it. */
  readonly holderName: string;
};

/** Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z. */
export type Instant = string;

/** Where the review of the merchant's dossier stands. */
export type KybStatus = "DRAFT" | "SUBMITTED" | "IN_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "REJECTED";

/** What happens to money that arrives after the session has ended. */
export type LatePaymentPolicy = "ACCEPT" | "REFUND" | "REVIEW";

/** Which fields a record has depends on `record`. */
export type LedgerRecord = {
  /** What this line is, which decides its other fields. */
  readonly record: "opening" | "transfer" | "seal" | "end";
  /** Of the export; in the `opening` line. */
  readonly format?: string;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId?: string;
  /** SANDBOX or LIVE. */
  readonly mode?: string;
  /** The wallet, `wal_…`. */
  readonly walletId?: string;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** Id of the transfer, a UUID. */
  readonly id?: string;
  /** Transfers with the same one were booked together. */
  readonly transactionId?: string;
  /** Of a transfer: what it booked. */
  readonly type?: string;
  /** Account that the money left. */
  readonly from?: string;
  /** Account that the money reached. */
  readonly to?: string;
  /** Of what is booked: charge, refund, payout or adjustment. */
  readonly sourceType?: string;
  /** Id of what is booked. */
  readonly sourceId?: string;
  /** ISO 8601, UTC. */
  readonly createdAt?: string;
  /** Balance of each account after it, as it is hashed. */
  readonly balances?: string;
  /** `hash` of the seal before. */
  readonly previousHash?: string;
  /** SHA-256 over what is sealed and the seal before, hexadecimal. */
  readonly hash?: string;
  /** Decimals of the currency: 0 for XOF, 2 for EUR. */
  readonly exponent?: number;
  /** Place of the transfer in the wallet's ledger, from 1. */
  readonly position?: number;
  /** Counts the seals of the wallet. */
  readonly number?: number;
  /** First transfer that the seal covers. */
  readonly firstPosition?: number;
  /** Last transfer that the seal covers. */
  readonly lastPosition?: number;
  /** Minor units. */
  readonly amount?: string;
  /** Minor units. */
  readonly balanceAfter?: string;
};

export type LedgerRecordArrayResponse = Answer & {
  /** In the order of the list. */
  readonly data: readonly LedgerRecord[];
};

/** The last seal of the wallet's chain that lies wholly within the report, or before it. */
export type LedgerSeal = {
  /** Counts the seals of the wallet. */
  readonly number: number;
  /** The last entry that it covers: entries are numbered from 1. */
  readonly lastPosition: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

/** What every page of a list has beside its `data`. */
export type ListAnswer = {
  /** True: it was done. A refusal is an `Error`. */
  readonly success: true;
  /** Null: nothing was refused. */
  readonly error: null;
  readonly meta: PageMeta;
};

/** Language of the texts. */
export type Locale = "fr" | "en" | "pt";

/** The onboarding dossier was approved. */
export type MerchantKybApprovedEvent = EventBase & {
  /** Names the event. */
  readonly type: "merchant.kyb.approved";
  readonly data: MerchantState;
};

/** The onboarding dossier was rejected. */
export type MerchantKybRejectedEvent = EventBase & {
  /** Names the event. */
  readonly type: "merchant.kyb.rejected";
  readonly data: MerchantState;
};

/** The onboarding dossier was handed in for review. */
export type MerchantKybSubmittedEvent = EventBase & {
  /** Names the event. */
  readonly type: "merchant.kyb.submitted";
  readonly data: MerchantState;
};

export type MerchantOutage = {
  /** Kind of object. */
  readonly object: "outage";
  /** Names the object in paths and filters. */
  readonly id: string;
  /** The merchant that reads: it concerns others too. */
  readonly merchantId: string;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  /** Null: every operator of the method. */
  readonly operator: string | null;
  /** Null: every country. */
  readonly country: string | null;
  /** CLOSED: nothing goes. DEGRADED: payments may fail or take long. */
  readonly status: "DEGRADED" | "CLOSED";
  /** What is wrong, in the platform's words. */
  readonly reason: string;
  /** ANNOUNCED: begins later. */
  readonly state: "ANNOUNCED" | "OPEN" | "ENDED";
  /** When it begins. */
  readonly startsAt: string;
  /** When it ends; null: open end. */
  readonly endsAt: string | null;
};

export type MerchantOutageList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly MerchantOutage[];
};

/** How the merchant stands in one mode. */
export type MerchantState = {
  /** Kind of object. */
  readonly object: "merchant";
  /** Id of the merchant, a UUID. */
  readonly id: string;
  readonly mode: Mode;
  /** The same in both modes. */
  readonly status: "PENDING" | "ACTIVE" | "SUSPENDED" | "CLOSED";
  /** What the platform wrote when it suspended or closed the merchant. */
  readonly messageToMerchant: string | null;
  /** Where the onboarding dossier stands in this mode. */
  readonly kybStatus: KybStatus;
  /** The merchant's name, as payers read it. */
  readonly displayName: string;
  /** ISO 3166, two letters. */
  readonly countryCode: string;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** The merchant was activated, suspended or closed. */
export type MerchantStatusChangedEvent = EventBase & {
  /** Names the event. */
  readonly type: "merchant.status_changed";
  readonly data: MerchantState;
};

/** Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters. */
export type Metadata = Readonly<Record<string, string>>;

/** Minor units, as text. */
export type MinorUnits = string;

/** What a payment by mobile money needs. */
export type MobileMoneyDetails = {
  /** The payer's number in international form, or in national form with `countryCode`. */
  readonly phone: string;
  readonly operator?: MobileMoneyOperator;
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** The one-time code that the payer asked the operator for, where the method needs one. */
  readonly otp?: string;
  readonly returnUrl?: PageAddress;
};

/** May be left out where the number tells the operator. */
export type MobileMoneyOperator = "ORANGE" | "MTN" | "MOOV" | "WAVE" | "FREE" | "AIRTEL" | "VODACOM" | "AFRICELL" | "TMONEY" | "EXPRESSO" | "TELECEL" | "CELTIIS";

/** SANDBOX: test money, apart from LIVE. */
export type Mode = "SANDBOX" | "LIVE";

export type Network = {
  /** Kind of object. */
  readonly object: "network";
  readonly method: PaymentMethod;
  /** Code of the mobile-money operator or network; null: none. */
  readonly operator: string | null;
  /** ISO 3166, two letters; null: every country. */
  readonly country: string | null;
  /** Name of the way to pay, as payers know it. */
  readonly displayName: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** How payments go. Null: not this way. */
  readonly collects: {
    /** DEGRADED: it may fail or take long. */
    readonly state: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    /** OUTAGE: see `outages`. NO_ANSWER: the provider does not answer. LIMIT_REACHED: the platform's account may take no more today. Null unless CLOSED. */
    readonly closedBy: "OUTAGE" | "NO_ANSWER" | "LIMIT_REACHED" | null;
  } | null;
  /** How payouts go; while CLOSED they wait. Null: not this way. */
  readonly paysOut: {
    /** DEGRADED: it may fail or take long. */
    readonly state: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    /** OUTAGE: see `outages`. NO_ANSWER: the provider does not answer. LIMIT_REACHED: the platform's account may take no more today. Null unless CLOSED. */
    readonly closedBy: "OUTAGE" | "NO_ANSWER" | "LIMIT_REACHED" | null;
  } | null;
  /** Of a payment, in minor units. Null: no bound, like `max`. */
  readonly min: string | null;
  /** Largest payment, in minor units; null: no bound. */
  readonly max: string | null;
  /** Amounts are multiples of it, in minor units; null: any amount. */
  readonly step: string | null;
  /** Open and announced. */
  readonly outages: readonly MerchantOutage[];
};

export type NetworkArrayResponse = Answer & {
  /** In the order of the list. */
  readonly data: readonly Network[];
};

export type OpenPaymentLinkSessionRequest = {
  readonly amount?: Amount;
  /** How many pieces, where the link offers quantities. */
  readonly quantity?: number;
};

/** The session that was opened at a payment link. */
export type OpenedCheckoutSession = {
  /** Kind of object. */
  readonly object: "checkout.session";
  /** The session's id, for the endpoints under /checkout/pay. */
  readonly id: string;
  readonly mode: Mode;
  /** The hosted page. */
  readonly url: string;
  readonly status: CheckoutSessionState;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** What is paid for, as the payer reads it. */
  readonly title: string;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  readonly locale: Locale;
  /** Of a link that offers quantities. */
  readonly quantity?: number;
  /** Questions that the payer answers first; empty: none. */
  readonly customFields: readonly CustomField[];
  /** It cannot be paid from then on. */
  readonly expiresAt: string;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

export type OpenedCheckoutSessionResponse = Answer & {
  readonly data: OpenedCheckoutSession;
};

/** Which payouts of a wallet wait for a second person. */
export type OwnPayoutApproval = {
  /** Kind of object. */
  readonly object: "own_payout_approval";
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Null: no payout of this wallet waits. */
  readonly above: string | null;
  /** Of the wallet. */
  readonly version: number;
  /** What waits for a second person; null: nothing. */
  readonly proposal: {
    /** Minor units; null: no payout would wait. */
    readonly above: string | null;
    /** The person or key. */
    readonly proposedBy: string;
    /** When the change was proposed. */
    readonly proposedAt: string;
    /** The proposal lapses then. */
    readonly expiresAt: string;
  } | null;
};

export type OwnPayoutApprovalResponse = Answer & {
  readonly data: OwnPayoutApproval;
};

/** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
export type PageAddress = string;

/** Where this page stands in the list. */
export type PageMeta = {
  /** Number of the page, from 1; null in a list read by cursor. */
  readonly page: number | null;
  /** Entries that a page has at most. */
  readonly pageSize: number;
  /** Entries of the whole list; null: not counted. */
  readonly total: number | null;
  /** Pages of the whole list; null: not counted. */
  readonly totalPages: number | null;
  /** True: another page follows. */
  readonly hasMore: boolean;
  /** Send it as `starting_after` for the next page; null: none follows. */
  readonly nextCursor: string | null;
};

/** A second payment of the same session was sent back to the payer. */
export type PaymentDuplicateRefundedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment.duplicate_refunded";
  readonly data: RefundedCharge;
};

/** A payment attempt failed: see `failureCode`. The payer may still try again. */
export type PaymentFailedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment.failed";
  readonly data: FailedCharge;
};

/** One amount to collect, over all attempts. */
export type PaymentIntent = {
  /** Kind of object. */
  readonly object: "payment_intent";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The checkout session, `cs_…`; null: made without one. */
  readonly sessionId: string | null;
  /** The payment link, `plink_…`; null: not made at a link. */
  readonly paymentLinkId: string | null;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly amountReceived: MinorUnits;
  readonly amountRefunded: MinorUnits;
  readonly currency: Currency;
  readonly status: PaymentIntentStatus;
  /** Methods that you allow; null: all that work. */
  readonly allowedMethods: readonly PaymentMethod[] | null;
  /** The latest attempt, `ch_…`; null before the first one. */
  readonly latestChargeId: string | null;
  /** Its attempts, oldest first. */
  readonly charges: readonly Charge[];
  /** Why the last attempt failed; null: it did not. */
  readonly lastFailure: {
    readonly failureCode: FailureCode;
    /** The failure as a sentence for the payer. */
    readonly failureMessage: string;
  } | null;
  /** As you sent it; null: you sent none. */
  readonly customer: Customer | null;
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  readonly metadata: StoredMetadata;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** From then on it cannot be paid; null: its session has the end. */
  readonly expiresAt: string | null;
  /** Null unless it succeeded. */
  readonly succeededAt: string | null;
  /** Null unless it was cancelled. */
  readonly cancelledAt: string | null;
};

export type PaymentIntentList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly PaymentIntent[];
};

/** FAILED and CANCELLED are final, unless late money arrives. */
export type PaymentIntentStatus = "REQUIRES_PAYMENT_METHOD" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "CANCELLED";

/** A payment intent, with what its payer does next. */
export type PaymentIntentWithNextStep = PaymentIntent & {
  /** What the payer does next; null: nothing, `status` says how it ended. */
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  /** Text to draw as a QR code, for `DISPLAY_QR`; null otherwise. */
  readonly qrPayload: string | null;
  /** For a bank transfer: where to send the money; null otherwise. */
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  /** What to tell the payer now, in one sentence; null: nothing. */
  readonly messageToPayer: string | null;
};

export type PaymentIntentWithNextStepResponse = Answer & {
  readonly data: PaymentIntentWithNextStep;
};

/** Money that came after the session had ended was sent back to the payer. */
export type PaymentLateRefundedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment.late_refunded";
  readonly data: RefundedCharge;
};

/** An address that anyone can pay, once or many times. */
export type PaymentLink = {
  /** Kind of object. */
  readonly object: "payment_link";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** Yours, or one we made. */
  readonly reference: string;
  /** The end of the link's address. */
  readonly slug: string;
  /** The public page. */
  readonly url: string;
  /** What to hand out. Public addresses; opening one creates nothing. */
  readonly share: {
    /** Words for a message, in the merchant's language, with the address. */
    readonly text: string;
    /** The address as a code, to send. `?download` for a file. */
    readonly qrPngUrl: string;
    /** The same, sharp at any size: for print. */
    readonly qrSvgUrl: string;
    /** The picture that chat applications show. */
    readonly previewUrl: string;
  };
  /** The price of one where a quantity is offered. Null: the payer chooses the amount. */
  readonly amount: MinorUnits | null;
  /** `amount` with its decimals and currency, to show to people; null with it. */
  readonly amountDisplay: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMin: MinorUnits | null;
  /** Of an open amount; null: no limit. */
  readonly amountMax: MinorUnits | null;
  /** Null: none. */
  readonly amountSuggestions: readonly MinorUnits[] | null;
  /** Null: no quantity is offered. */
  readonly quantityMin: number | null;
  /** Most pieces that a payer may choose; null: no quantity is offered. */
  readonly quantityMax: number | null;
  readonly currency: Currency;
  /** What is paid for; null: the merchant's name is shown. */
  readonly title: string | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  /** The link's status in the words of a checkout session. */
  readonly status: CheckoutSessionState;
  readonly linkStatus: PaymentLinkStatus;
  /** Successful payments. */
  readonly usesCount: number;
  /** Successful payments that it takes at most; null: no ceiling. */
  readonly maxUses: number | null;
  /** False: it is paid once. */
  readonly reusable: boolean;
  /** Methods that you allow; absent: all that work. */
  readonly allowedMethods?: readonly PaymentMethod[];
  /** Where the payer goes after success; null: stays on the page. */
  readonly successUrl: string | null;
  /** Where the payer goes who gives up; null: stays on the page. */
  readonly cancelUrl: string | null;
  /** Questions that the payer answers first; empty: none. */
  readonly customFields: readonly CustomField[];
  /** What payers read while it takes no payment; null: the usual words. */
  readonly inactiveMessage: string | null;
  readonly metadata: StoredMetadata;
  /** From then on it cannot be paid; null: it has no end. */
  readonly expiresAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** A payment link asked very many phones that did not approve: it waits before it asks more. */
export type PaymentLinkAbusedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.abused";
  readonly data: PaymentLink;
};

/** A payment link was cancelled for good. */
export type PaymentLinkCancelledEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.cancelled";
  readonly data: PaymentLink;
};

/** A payment link was created. */
export type PaymentLinkCreatedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.created";
  readonly data: PaymentLink;
};

/** A payment link reached its last use and takes no more payments. */
export type PaymentLinkExhaustedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.exhausted";
  readonly data: PaymentLink;
};

/** A payment link reached the end of its time. */
export type PaymentLinkExpiredEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.expired";
  readonly data: PaymentLink;
};

export type PaymentLinkList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly PaymentLink[];
};

export type PaymentLinkResponse = Answer & {
  readonly data: PaymentLink;
};

/** Only an ACTIVE link can be paid. EXHAUSTED: all uses are taken. */
export type PaymentLinkStatus = "ACTIVE" | "PAUSED" | "EXHAUSTED" | "EXPIRED" | "CANCELLED";

/** A payment link was changed, paused or resumed. */
export type PaymentLinkUpdatedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment_link.updated";
  readonly data: PaymentLink;
};

/** How the payer pays. */
export type PaymentMethod = "WALLET" | "MOBILE_MONEY" | "CARD" | "BANK_TRANSFER" | "QR";

/** With what the payer paid; what does not apply is null. */
export type PaymentMethodDetails = {
  /** Masked; null when none was used. */
  readonly phone: string | null;
  /** Code of the mobile-money operator or network; null: none. */
  readonly operator: string | null;
  /** ISO 3166, two letters; null: not known. */
  readonly countryCode: string | null;
  /** Of a card: VISA, for one; null otherwise. */
  readonly brand: string | null;
  /** Last four digits of a card; null otherwise. */
  readonly last4: string | null;
  /** Scheme of a QR code; null otherwise. */
  readonly scheme: string | null;
  /** The wallet at its provider; null: not WALLET. */
  readonly walletId: string | null;
};

/** A payment attempt was handed to the provider and its outcome is not known yet. */
export type PaymentProcessingEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment.processing";
  readonly data: Charge;
};

/** The payer has paid: the money is booked. Fulfil the order on this event. */
export type PaymentSucceededEvent = EventBase & {
  /** Names the event. */
  readonly type: "payment.succeeded";
  readonly data: Charge;
};

/** Money that you send from a wallet to a beneficiary. */
export type Payout = {
  /** Kind of object. */
  readonly object: "payout";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  /** Who is paid, `ben_…`. */
  readonly beneficiaryId: string;
  /** The beneficiary as it was when the payout was made. */
  readonly destination: {
    /** As the beneficiary or provider is called. */
    readonly name: string;
    readonly type: BeneficiaryType;
    /** Masked. */
    readonly phone: string | null;
    /** Code of the mobile-money operator or network; null: none. */
    readonly operator: string | null;
    /** ISO 3166, two letters; null: not known. */
    readonly countryCode: string | null;
    /** Masked. */
    readonly iban: string | null;
    /** The bank, as you named it; null: not named. */
    readonly bankName: string | null;
    /** The wallet at its provider; null: not WALLET. */
    readonly walletId: string | null;
  };
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly status: PayoutStatus;
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  readonly metadata: StoredMetadata;
  /** True: a second person must agree before it is sent. */
  readonly approvalRequired: boolean;
  /** The key that asked for it. */
  readonly createdBy: string;
  /** The key that agreed. */
  readonly approvedBy: string | null;
  /** Who carried it; null before it is sent. */
  readonly provider: {
    /** As the beneficiary or provider is called. */
    readonly name: string;
    /** The provider's own number; null: not known. */
    readonly transactionId: string | null;
  } | null;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** When it was approved; null: not yet, or not needed. */
  readonly approvedAt: string | null;
  /** When it began to wait for the operator; null: it never had to. */
  readonly queuedAt: string | null;
  /** When it went to the provider; null: not yet. */
  readonly sentAt: string | null;
  /** When the beneficiary had the money; null: not yet. */
  readonly paidAt: string | null;
  /** Null unless it failed. */
  readonly failedAt: string | null;
  /** When the money came back; null: it did not. */
  readonly reversedAt: string | null;
  /** Null unless it was cancelled. */
  readonly cancelledAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** Many payouts that were sent in one request, row by row. */
export type PayoutBatch = PayoutBatchSummary & {
  /** In the order of the request. */
  readonly rows: readonly ({
    /** Place in the request, from 0. */
    readonly index: number;
    /** Who is paid, `ben_…`. */
    readonly beneficiaryId: string;
    /** Minor units, as text. */
    readonly amount: string;
    /** Your own reference; null when you sent none. */
    readonly reference: string | null;
    /** WAITING: not looked at yet. */
    readonly status: "WAITING" | "ACCEPTED" | "REFUSED";
    /** Once ACCEPTED. */
    readonly payoutId: string | null;
    /** What a single payout would have been refused with. */
    readonly error: {
      /** As `error.code` of a refusal. */
      readonly code: string;
      /** One sentence for people. */
      readonly message: string;
      /** More about the reason. */
      readonly details: Readonly<Record<string, unknown>>;
    } | null;
  })[];
};

export type PayoutBatchResponse = Answer & {
  readonly data: PayoutBatch;
};

export type PayoutBatchSummary = {
  /** Kind of object. */
  readonly object: "payout_batch";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  readonly currency: Currency;
  /** COMPLETED: every row has its result. */
  readonly status: "PROCESSING" | "COMPLETED";
  /** Your own reference; null when you sent none. */
  readonly reference: string | null;
  /** Rows of the request. */
  readonly rowCount: number;
  /** Rows that are a payout. */
  readonly acceptedCount: number;
  /** Rows that became no payout. */
  readonly refusedCount: number;
  /** When the last row had its result; null: not yet. */
  readonly completedAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

export type PayoutBatchSummaryList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly PayoutBatchSummary[];
};

/** A payout was cancelled before it was sent. */
export type PayoutCancelledEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.cancelled";
  readonly data: Payout;
};

/** A payout was accepted: its amount is reserved in the wallet. */
export type PayoutCreatedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.created";
  readonly data: Payout;
};

/** A payout failed: its amount is available in the wallet again. */
export type PayoutFailedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.failed";
  readonly data: Payout;
};

export type PayoutList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Payout[];
};

/** The beneficiary has the money. */
export type PayoutPaidEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.paid";
  readonly data: Payout;
};

/** A payout waits for its operator to be reachable again. */
export type PayoutQueuedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.queued";
  readonly data: Payout;
};

export type PayoutResponse = Answer & {
  readonly data: Payout;
};

/** A paid payout came back: its amount is available in the wallet again. */
export type PayoutReversedEvent = EventBase & {
  /** Names the event. */
  readonly type: "payout.reversed";
  readonly data: Payout;
};

/** QUEUED waits for the operator; IN_RECONCILIATION: the outcome is not known yet. */
export type PayoutStatus = "PENDING_APPROVAL" | "PENDING" | "QUEUED" | "PROCESSING" | "IN_RECONCILIATION" | "PAID" | "FAILED" | "REVERSED" | "CANCELLED";

export type Permission = "merchant.checkout.read" | "merchant.checkout.manage" | "merchant.links.read" | "merchant.links.manage" | "merchant.payments.read" | "merchant.payments.manage" | "merchant.charges.read" | "merchant.charges.manage" | "merchant.refunds.read" | "merchant.refunds.manage" | "merchant.wallets.read" | "merchant.wallets.manage" | "merchant.payouts.read" | "merchant.payouts.manage" | "merchant.beneficiaries.read" | "merchant.beneficiaries.manage" | "merchant.webhooks.read" | "merchant.webhooks.manage" | "merchant.apikeys.read" | "merchant.apikeys.manage" | "merchant.events.read" | "merchant.events.manage" | "merchant.profile.read" | "merchant.profile.manage" | "merchant.team.read" | "merchant.team.manage" | "merchant.reports.read" | "merchant.reports.manage" | "merchant.payouts.approve";

/** Who carried the payment, and under which number. */
export type ProviderReference = {
  /** The provider; null before the attempt was sent. */
  readonly name: string | null;
  /** The provider's own number; null: not known. */
  readonly transactionId: string | null;
};

/** What a payment by QR code needs. */
export type QrDetails = {
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** The kind of QR code; EMVCO when absent. */
  readonly scheme?: "PI_SPI" | "WAVE" | "ORANGE" | "EMVCO";
  readonly returnUrl?: PageAddress;
};

/** Money that goes back to the payer of a charge. */
export type Refund = {
  /** Kind of object. */
  readonly object: "refund";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The charge, `ch_…`. */
  readonly chargeId: string;
  /** The payment intent, `pi_…`. */
  readonly paymentIntentId: string;
  readonly amount: MinorUnits;
  /** `amount` with its decimals and currency, to show to people. */
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** IN_RECONCILIATION: the outcome is not known yet. */
  readonly status: "PENDING" | "PROCESSING" | "IN_RECONCILIATION" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  /** LATE_PAYMENT is given by the service itself. */
  readonly reason: "REQUESTED_BY_PAYER" | "DUPLICATE" | "FRAUD" | "LATE_PAYMENT" | "OTHER";
  /** For your own people; null: none. */
  readonly note: string | null;
  /** `PAYOUT_TO_PAYER`: the rail cannot refund, so the phone that paid is paid. */
  readonly route: "ORIGINAL_RAIL" | "PAYOUT_TO_PAYER";
  /** Late or duplicate money that the service refunds automatically, from `held`. */
  readonly automatic: boolean;
  /** It waits for an account: `POST /payments/refunds/{id}/recipient`. */
  readonly accountNeeded: boolean;
  /** What you got back of the charge's fee, in minor units. */
  readonly feeRefunded: string;
  /** What the payer reads in the message. */
  readonly providerTransactionId: string | null;
  /** Why it failed; null unless it did. */
  readonly failureCode: FailureCode | null;
  /** The failure as a sentence for the payer; null: none. */
  readonly failureMessage: string | null;
  /** Id of the key or person that asked for it. Null: the service or the platform's operators, or a refund made before this was kept. */
  readonly createdBy: string | null;
  readonly metadata: StoredMetadata;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** Null unless it succeeded. */
  readonly succeededAt: string | null;
  /** Null unless it failed. */
  readonly failedAt: string | null;
  /** Null unless it was cancelled. */
  readonly cancelledAt: string | null;
};

/** A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`. */
export type RefundAccountNeededEvent = EventBase & {
  /** Names the event. */
  readonly type: "refund.account_needed";
  readonly data: Refund;
};

/** A refund was accepted: its amount is reserved in the wallet. */
export type RefundCreatedEvent = EventBase & {
  /** Names the event. */
  readonly type: "refund.created";
  readonly data: Refund;
};

/** A refund failed: its amount is available in the wallet again. */
export type RefundFailedEvent = EventBase & {
  /** Names the event. */
  readonly type: "refund.failed";
  readonly data: Refund;
};

export type RefundList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Refund[];
};

export type RefundResponse = Answer & {
  readonly data: Refund;
};

/** The payer has the money back. */
export type RefundSucceededEvent = EventBase & {
  /** Names the event. */
  readonly type: "refund.succeeded";
  readonly data: Refund;
};

/** A charge whose money was given back. */
export type RefundedCharge = Charge & {
  /** The refund that gave the money back, `re_…`. */
  readonly refundId: string;
};

export type ReplayWebhookEventsRequest = {
  /** Events from this instant on. */
  readonly from: Instant;
  /** Events up to this instant, at most 31 days behind `from`. Now when absent. */
  readonly to?: Instant;
  /** A list of event names, or `*` for all. What the endpoint subscribed to when absent. */
  readonly events?: readonly SubscribedEvent[] | "*";
  /** Only deliveries that ended without being accepted (FAILED, CANCELLED). False when absent: also what was accepted, and events that the endpoint never had. */
  readonly onlyFailed?: boolean;
  /** With `onlyFailed`: also deliveries that have failed and are tried again later; they are due now, with a fresh table of retries. */
  readonly includeRetrying?: boolean;
  /** Counts the events that fit (`matched`), and sends nothing. False when absent. */
  readonly dryRun?: boolean;
  /** `nextCursor` of the call before: continues after that event. */
  readonly startingAfter?: string;
};

/** Takings less fees. */
export type ReportAmount = {
  /** Decimal text in major units. */
  readonly amount: string;
  /** `amount` in minor units. */
  readonly amountMinor: string;
};

/** What happened in a period, interval by interval. */
export type ReportSeries = {
  /** Kind of object. */
  readonly object: "report_series";
  /** Begin of the period. */
  readonly from: string;
  /** End of the period, not part of it. */
  readonly to: string;
  /** IANA name of the time zone in which days begin. */
  readonly timeZone: string;
  /** Everything that happened before this instant is counted; some of what happened since may be. */
  readonly asOf: string;
  /** How long a point lasts. */
  readonly interval: "hour" | "day" | "week" | "month" | "period";
  /** By what the lines are divided. */
  readonly groupBy: "none" | "method" | "operator" | "country" | "providerAccount" | "merchant";
  /** Where the intervals begin, in order; the first and the last may be cut off by the period. */
  readonly starts: readonly string[];
  /** One line for each group and currency. */
  readonly series: readonly ({
    /** What the line is of; null: of none, or of everything. */
    readonly group: string | null;
    readonly currency: Currency;
    /** Intervals in which nothing happened are left out. */
    readonly points: readonly {
      /** Where the interval begins. */
      readonly start: string;
      readonly attempts: AttemptCounts;
      readonly timeToTruth: TruthTimes;
      readonly takings: ReportSum;
      /** What the platform took for payments, less what it gave back. */
      readonly fees: ReportSum;
      readonly net: ReportAmount;
      /** What providers gave back to payers, less what came back. */
      readonly refunds: ReportSum;
      /** What was paid out, less what came back. */
      readonly payouts: ReportSum;
      /** Corrections of the books, for the merchant or, below zero, against it. */
      readonly corrections: ReportSum;
    }[];
  })[];
};

export type ReportSeriesResponse = Answer & {
  readonly data: ReportSeries;
};

/** What payments gave the merchant: held money when it is released. */
export type ReportSum = {
  /** How many there were. */
  readonly count: number;
  /** Decimal text in major units. */
  readonly amount: string;
  /** `amount` in minor units. */
  readonly amountMinor: string;
};

/** What happened in a period. */
export type ReportSummary = {
  /** Kind of object. */
  readonly object: "report_summary";
  /** Begin of the period. */
  readonly from: string;
  /** End of the period, not part of it. */
  readonly to: string;
  /** IANA name of the time zone in which days begin. */
  readonly timeZone: string;
  /** Everything that happened before this instant is counted; some of what happened since may be. */
  readonly asOf: string;
  readonly attempts: AttemptCounts;
  readonly timeToTruth: TruthTimes;
  /** Why attempts failed or were cancelled, the most frequent first. */
  readonly failures: readonly {
    readonly failureCode: FailureCode;
    /** Attempts that ended so. */
    readonly count: number;
  }[];
  /** Sessions and attempts that began in the period. Payments without a session have attempts only. */
  readonly funnel: {
    /** Checkout sessions that were made. Filters by payment method do not apply. */
    readonly sessions: number;
    /** Sessions with a first attempt. */
    readonly methodChosen: number;
    /** Attempts that had a provider to go to. */
    readonly sent: number;
    /** Attempts that succeeded. */
    readonly approved: number;
    /** Attempts that paid their payment. */
    readonly paid: number;
  };
  /** Amounts of different currencies are never added. */
  readonly currencies: readonly ({
    readonly currency: Currency;
    readonly attempts: AttemptCounts;
    readonly takings: ReportSum;
    /** What the platform took for payments, less what it gave back. */
    readonly fees: ReportSum;
    readonly net: ReportAmount;
    /** What providers gave back to payers, less what came back. */
    readonly refunds: ReportSum;
    /** What was paid out, less what came back. */
    readonly payouts: ReportSum;
    /** Corrections of the books, for the merchant or, below zero, against it. */
    readonly corrections: ReportSum;
    /** Takings ÷ their count, rounded down. */
    readonly average: ReportAmount | null;
    /** What attempts with an unknown outcome asked for. */
    readonly unknown: ReportSum;
    /** What wallets of this currency hold at this moment, whatever the period and the filters. */
    readonly now: {
      /** Can be used. */
      readonly available: ReportAmount;
      /** Confirmed, not settled yet. */
      readonly pending: ReportAmount;
      /** Waits for a refund or a decision. */
      readonly held: ReportAmount;
      /** Refunds and payouts in flight. */
      readonly reserved: ReportAmount;
      /** The part of `reserved` that is in payouts. */
      readonly inPayout: ReportAmount;
    };
  })[];
};

export type ReportSummaryResponse = Answer & {
  readonly data: ReportSummary;
};

/** A request that a key or person made. */
export type Request = {
  /** Kind of object. */
  readonly object: "request";
  /** The `Request-Id` of its answer. */
  readonly id: string;
  readonly mode: Mode;
  /** HTTP method. */
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, without the query. Values that are not ids stay as the name of the parameter. */
  readonly path: string;
  /** Which operation of this document it was. */
  readonly operationId: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** `error.code` of a refusal; null: it was done. */
  readonly errorCode: string | null;
  /** With `VALIDATION_ERROR`: which fields did not fit. Never their values. */
  readonly refusedFields: readonly {
    /** `*` stands for a name that the operation does not know. */
    readonly path: string;
    /** The rule that the value broke. */
    readonly rule: string;
  }[];
  /** Of a request that was refused for want of a permission: any one of these was needed. */
  readonly requiredPermissions: readonly string[];
  /** Milliseconds until the answer, or until it was given up. */
  readonly durationMs: number;
  /** The answer is the kept one of an `Idempotency-Key`. */
  readonly idempotencyReplayed: boolean;
  /** Who made it. */
  readonly caller: {
    /** An API key, or a person in the dashboard. */
    readonly kind: "KEY" | "PERSON";
    /** Of the key or person, `key_…` or `usr_…`. */
    readonly id: string;
    /** What the key or person is called; null: no longer known. */
    readonly name: string | null;
  };
  /** From where it came. */
  readonly address: string;
  /** How many further requests of the same two seconds are not kept. At a high rate only a part of them is. */
  readonly notKept: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type RequestList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Request[];
};

export type RequestResponse = Answer & {
  readonly data: Request;
};

export type ResetSandboxRequest = {
  /** The id of the merchant whose sandbox is emptied, to prevent an accidental reset. */
  readonly confirm: string;
};

export type RollApiKeyRequest = {
  /** How long the old key works on: 24 when absent; 0 revokes it at once. */
  readonly overlapHours?: number;
};

export type RotateWebhookSecretRequest = {
  /** How long the secret before signs too: 24 when absent; 0 ends it at once. */
  readonly overlapHours?: number;
};

export type SamePayer = {
  /** Masked. */
  readonly phone: string | null;
  /** Begin of the time that is looked at. */
  readonly from: string;
  /** End of the time that is looked at. */
  readonly to: string;
  /** Of these attempts, those that paid. */
  readonly succeeded: number;
  /** Of these attempts, those that failed. */
  readonly failed: number;
  /** Of these attempts, those that are not over. */
  readonly underWay: number;
  /** The newest of these other attempts, at most ten. */
  readonly chargeIds: readonly string[];
  /** The same attempts, with what came of each. */
  readonly attempts: readonly SamePayerAttempt[];
};

export type SamePayerAttempt = {
  /** The charge, `ch_…`. */
  readonly chargeId: string;
  readonly status: ChargeStatus;
  /** Minor units. */
  readonly amount: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

/** The clock of the merchant's sandbox. */
export type SandboxClock = {
  /** Kind of object. */
  readonly object: "sandbox.clock";
  readonly mode: Mode;
  /** All advances together, since the sandbox began or was reset. */
  readonly advancedSeconds: number;
  /** 0: never moved. */
  readonly version: number;
  /** When it was first moved; null: never. */
  readonly createdAt: string | null;
  /** When it was last moved; null: never. */
  readonly updatedAt: string | null;
};

export type SandboxClockResponse = Answer & {
  readonly data: SandboxClock;
};

/** The event that was triggered. */
export type SandboxEvent = {
  /** Kind of object. */
  readonly object: "sandbox.event";
  /** Of the event: it is listed and sent again like any other. */
  readonly id: string;
  readonly mode: Mode;
  readonly type: EventType;
  /** Endpoints that get it: those that are ACTIVE and subscribed. */
  readonly deliveries: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type SandboxEventResponse = Answer & {
  readonly data: SandboxEvent;
};

/** What a reset left of the sandbox. */
export type SandboxReset = {
  /** Kind of object. */
  readonly object: "sandbox.reset";
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The new wallets, empty: the earlier ones are gone, with their ids. */
  readonly wallets: readonly {
    /** Of the new wallet, `wal_…`. */
    readonly id: string;
    /** Of the wallet, for people. */
    readonly label: string;
    /** ISO 4217 code. */
    readonly currency: string;
  }[];
  /** What a reset leaves alone. */
  readonly kept: {
    /** Keys, which work on. */
    readonly apiKeys: number;
    /** Endpoints, with their ids, addresses and secrets. */
    readonly webhookEndpoints: number;
  };
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type SandboxResetResponse = Answer & {
  readonly data: SandboxReset;
};

/** What the provider simulator can be told to do. */
export type SandboxScenarios = {
  /** Kind of object. */
  readonly object: "sandbox.scenarios";
  readonly mode: Mode;
  /** Each can be asked for by a phone number or by its name. */
  readonly scenarios: readonly ({
    /** The value of the header `Sandbox-Scenario`. */
    readonly name: string;
    /** A payer's phone that ends in these digits chooses it too. Null: every phone whose end chooses nothing. */
    readonly phoneSuffix: string | null;
    /** In French where `Accept-Language` asks for it, else in English. */
    readonly description: string;
    /** Of the payment in the end. Null: it does not fail. */
    readonly failureCode: string | null;
    /** Refunds and payouts simply succeed. */
    readonly paymentsOnly: boolean;
  })[];
};

export type SandboxScenariosResponse = Answer & {
  readonly data: SandboxScenarios;
};

export type SetOwnPayoutApprovalRequest = {
  /** Minor units: a payout of more waits for another person. `0`: every payout does. */
  readonly above: string | null;
};

export type SignedWebhookAttempt = WebhookAttempt & {
  /** What the attempt was signed with, made again from its time and the secrets kept today: after a rotation whose overlap is over, the signature is another one than was sent. Null without `merchant.events.read`. */
  readonly headers: {
    /** The event's id. */
    readonly "webhook-id": string;
    /** When it was sent, in seconds since 1970. */
    readonly "webhook-timestamp": string;
    /** One or more of `v1,…`, separated by spaces. */
    readonly "webhook-signature": string;
  } | null;
};

/** Your own notes, as you sent them. */
export type StoredMetadata = Readonly<Record<string, string>>;

export type SubscribedEvent = "*" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping";

/** What happened to a payment or payout. */
export type Timeline = {
  /** Kind of object. */
  readonly object: "timeline";
  /** The payment intent, or the payout. */
  readonly id: string;
  readonly mode: Mode;
  /** Must be a UUID in lower case. */
  readonly merchantId: string;
  /** What is not shown, and why. */
  readonly missing: readonly TimelineGap[];
  /** Null where no phone was used. */
  readonly samePayer: SamePayer | null;
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
};

export type TimelineDelivery = {
  /** Names the object in paths and filters. */
  readonly id: string;
  /** The webhook endpoint, `we_…`. */
  readonly endpointId: string;
  /** Counts the tries from 1; null before the first. */
  readonly attemptNumber: number | null;
  /** HTTP status of the answer; null: there was none. */
  readonly statusCode: number | null;
  /** When it is tried again; null: not any more, or held. */
  readonly nextAttemptAt: string | null;
};

export type TimelineEntry = {
  /** When it happened. */
  readonly at: string;
  /** When it happened for the last time; null: it happened once. */
  readonly until: string | null;
  /** How often: the same several times in a row is one entry, from `at` to `until`. */
  readonly times: number;
  /** Milliseconds since the entry before. */
  readonly afterMs: number | null;
  /** Milliseconds that a call took; null where nothing was called. */
  readonly durationMs: number | null;
  /** What happened: a stable word. */
  readonly kind: "CREATED" | "PAGE_OPENED" | "METHODS_OFFERED" | "ATTEMPT_STARTED" | "ROUTE_CHOSEN" | "REFUND_CREATED" | "PAYOUT_CREATED" | "PAYOUT_APPROVED" | "PAYOUT_QUEUED" | "PROVIDER_ASKED" | "NEXT_STEP" | "ATTEMPT_LEFT" | "CALLBACK_RECEIVED" | "OUTCOME" | "HELD" | "DECISION" | "LEDGER_ENTRY" | "EVENT" | "DELIVERY" | "SESSION_ENDED";
  /** What it happened to; null: the payment or payout itself. */
  readonly objectId: string | null;
  /** `key_…` or `per_…`, the name of an operator where it may be known, `payer`, `provider` or `system`. */
  readonly actor: string | null;
  /** A stable word. */
  readonly result: string | null;
  /** The same as a sentence. */
  readonly text: string;
  /** The movement of money; null: none. */
  readonly ledger: TimelineLedgerEntry | null;
  /** The event that was written; null: none. */
  readonly event: TimelineEvent | null;
  /** The delivery of an event; null: none. */
  readonly delivery: TimelineDelivery | null;
};

export type TimelineEvent = {
  /** Names the object in paths and filters. */
  readonly id: string;
  /** Name of the event, such as `payment.succeeded`. */
  readonly type: string;
  /** Counts the events of the same payment or payout from 1. */
  readonly sequence: number;
};

export type TimelineGap = {
  /** Which part is missing. */
  readonly part: "TRACE" | "CALLS" | "LEDGER" | "EVENTS" | "DELIVERIES";
  /** NOT_KEPT: removed with age. GAP: not found, where it should be. */
  readonly reason: "NOT_KEPT" | "NOT_WRITTEN_YET" | "GAP" | "NO_PERMISSION";
  /** The same as a sentence. */
  readonly text: string;
};

export type TimelineLedgerEntry = {
  /** Account that the money left. */
  readonly from: string;
  /** Account that the money reached. */
  readonly to: string;
  /** Minor units. */
  readonly amount: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** What it booked. */
  readonly type: string;
  /** Place in the wallet's ledger. */
  readonly position: string;
  /** The sealed chain reaches this far. */
  readonly sealed: boolean;
};

export type TimelineResponse = Answer & {
  readonly data: Timeline;
};

export type TransferInstructions = {
  /** The bank that holds the account. */
  readonly bankName: string;
  /** To whom the account belongs. */
  readonly accountHolder: string;
  /** Number of the account. */
  readonly iban: string;
  /** Code of the bank. */
  readonly bic: string;
  /** The payer must write it on the transfer: the money is found by it. */
  readonly reference: string;
  /** Minor units, as text: exactly this must be sent. */
  readonly amount: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Money that comes later is late; null: no end. */
  readonly expiresAt: string | null;
};

/** The balances of a wallet's accounts at one instant. */
export type TrialBalance = {
  /** Kind of object. */
  readonly object: "trial_balance";
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  readonly currency: Currency;
  /** What was booked before this instant is counted. */
  readonly at: string;
  /** Entries that are counted. */
  readonly entryCount: number;
  /** Those of the wallet, and those at providers. */
  readonly accounts: readonly {
    /** `available`, `pending`, `held`, `reserved`, `fees`, `adjustment`, or `provider:` and a mark of an account there. */
    readonly account: string;
    /** More went out of the account than came in. */
    readonly debit: DecimalAmount;
    readonly debitMinor: AmountMinor;
    /** More came into the account than went out. */
    readonly credit: DecimalAmount;
    readonly creditMinor: AmountMinor;
  }[];
  /** The same as totalCredit, always. */
  readonly totalDebit: DecimalAmount;
  readonly totalDebitMinor: AmountMinor;
  /** The same as totalDebit, always. */
  readonly totalCredit: DecimalAmount;
  readonly totalCreditMinor: AmountMinor;
  /** Null: nothing was sealed yet. */
  readonly seal: LedgerSeal | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type TrialBalanceResponse = Answer & {
  readonly data: TrialBalance;
};

export type TriggerSandboxEventRequest = {
  /** Any event there is. */
  readonly type: EventType;
};

/** The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer. */
export type TruthTimes = {
  /** Attempts that succeeded or failed. */
  readonly known: number;
  /** Half took no longer, in milliseconds; null: no attempts. */
  readonly p50Ms: number | null;
  /** 95 of 100 took no longer; null: no attempts. */
  readonly p95Ms: number | null;
  /** 99 of 100 took no longer; null: no attempts. */
  readonly p99Ms: number | null;
  /** Succeeded ÷ (succeeded + failed); null when there are none. */
  readonly openAfterOneMinute: number | null;
  /** Succeeded ÷ (succeeded + failed); null when there are none. */
  readonly openAfterFifteenMinutes: number | null;
};

export type UpdateApiKeyRequest = {
  /** What people call it. */
  readonly name?: string;
  /** `manage` includes `read`. Only what the key that asks has itself. */
  readonly permissions?: readonly Permission[];
  /** Addresses and networks the key works from (`203.0.113.0/24`, `2001:db8::/32`). Empty: everywhere. */
  readonly ipAllowlist?: readonly string[];
  /** From this instant on the key does not work. Must lie ahead. */
  readonly expiresAt?: Instant | null;
  /** Requests the key may make in a second, twice as many in a burst. At most what the key that asks may. */
  readonly requestsPerSecond?: number;
};

export type UpdateBeneficiaryRequest = {
  /** Whose phone or account it is, as the operator or bank knows them. */
  readonly name?: string;
  /** Your own reference. */
  readonly reference?: string | null;
  readonly metadata?: Metadata;
};

export type UpdatePaymentLinkRequest = {
  /** What is paid for, as the payer reads it. The merchant's name stands in when absent. */
  readonly title?: string | null;
  /** More words for the payer. */
  readonly description?: string | null;
  /** PAUSED holds payments back, ACTIVE goes on. Another word is accepted only when the link's `linkStatus` is that already. */
  readonly linkStatus?: PaymentLinkStatus;
  /** The older name of `linkStatus`. Sent with it, it must say the same. */
  readonly status?: "ACTIVE" | "PAUSED";
  /** Successful payments the link takes at most. */
  readonly maxUses?: number | null;
  /** What the payer may choose from; all methods when absent. */
  readonly allowedMethods?: readonly PaymentMethod[] | null;
  /** Where the payer goes after success; null: stays on the page. */
  readonly successUrl?: PageAddress | null;
  /** Where the payer goes who gives up; null: stays on the page. */
  readonly cancelUrl?: PageAddress | null;
  /** From this instant on the link takes no payment. Must lie ahead. */
  readonly expiresAt?: Instant | null;
  /** Replaces all: at most five. */
  readonly customFields?: readonly CustomFieldInput[];
  readonly metadata?: Metadata;
  /** What payers read while the link takes no payment. */
  readonly inactiveMessage?: string | null;
};

/** Absent fields stay as they are. */
export type UpdateWebhookEndpointRequest = {
  /** Where events are posted: https, port 443 or 8443. In sandbox also http to localhost. */
  readonly url?: string;
  /** A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list. */
  readonly events?: readonly SubscribedEvent[] | "*";
  /** ACTIVE when absent. */
  readonly status?: WebhookEndpointStatus;
  /** Your own note. */
  readonly description?: string | null;
  /** Hold an event of a payment intent back until the one before it was accepted. False when absent. */
  readonly ordered?: boolean;
};

/** Your money of one currency, as the ledger has it. */
export type Wallet = {
  /** Kind of object. */
  readonly object: "wallet";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** What the wallet is called, for people. */
  readonly label: string;
  readonly currency: Currency;
  /** What can be used now: the balance less pending, held and reserved. */
  readonly available: DecimalAmount;
  readonly availableMinor: AmountMinor;
  /** Confirmed, not settled yet. */
  readonly pending: DecimalAmount;
  readonly pendingMinor: AmountMinor;
  /** Late, double or odd money that waits for a refund or a decision. */
  readonly held: DecimalAmount;
  readonly heldMinor: AmountMinor;
  /** Refunds and payouts in flight. */
  readonly reserved: DecimalAmount;
  readonly reservedMinor: AmountMinor;
  /** All that is booked in this wallet. */
  readonly balance: DecimalAmount;
  readonly balanceMinor: AmountMinor;
  /** The same as balance. */
  readonly ledgerBalance: DecimalAmount;
  readonly ledgerBalanceMinor: AmountMinor;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** What a payment from a wallet needs. */
export type WalletDetails = {
  /** The payer's number in international form, or in national form with `countryCode`. */
  readonly phone?: string;
  /** The payer's account in the wallet. */
  readonly walletId?: string;
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  readonly returnUrl?: PageAddress;
};

export type WalletEntry = {
  /** Kind of object. */
  readonly object: "wallet_entry";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  /** What was booked. */
  readonly type: "CHARGE" | "FEE" | "REFUND" | "PAYOUT" | "PAYOUT_REVERSAL" | "HOLD" | "RELEASE" | "ADJUSTMENT" | "SETTLEMENT";
  /** CREDIT adds to the wallet's balance, DEBIT takes from it. NONE moves money between the wallet's own accounts: the balance stays. */
  readonly direction: "CREDIT" | "DEBIT" | "NONE";
  /** Always positive. */
  readonly amount: DecimalAmount;
  readonly amountMinor: AmountMinor;
  /** The wallet's balance after this entry. */
  readonly balanceAfter: DecimalAmount;
  readonly balanceAfterMinor: AmountMinor;
  readonly currency: Currency;
  /** Where the money was. */
  readonly from: "available" | "pending" | "held" | "reserved" | "provider" | "fees" | "adjustment";
  /** Where it is now. */
  readonly to: "available" | "pending" | "held" | "reserved" | "provider" | "fees" | "adjustment";
  /** Of what was booked, see `sourceId`. */
  readonly sourceType: "charge" | "refund" | "payout" | "adjustment";
  /** Id of the charge, refund, payout or adjustment that was booked. */
  readonly sourceId: string;
  /** Your `reference` of the charge or payout that was booked, and of the charge that a refund gives back; null without one. */
  readonly reference: string | null;
  /** Entries with the same one were booked together. */
  readonly transactionId: string;
  /** Always 1: entries are written once. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type WalletEntryList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly WalletEntry[];
};

export type WalletHold = {
  /** Kind of object. */
  readonly object: "wallet_hold";
  readonly mode: Mode;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  /** The charge, `ch_…`. */
  readonly chargeId: string;
  /** The payment intent, `pi_…`. */
  readonly paymentIntentId: string;
  /** The refund that gives the money back. */
  readonly refundId: string | null;
  /** AWAITING_DECISION: the platform's operator decides. BEING_REFUNDED: it is on its way back to the payer. */
  readonly status: "AWAITING_DECISION" | "BEING_REFUNDED";
  /** Why the money is held. DUPLICATE: the payment was paid twice. */
  readonly reason: "LATE_PAYMENT" | "DUPLICATE" | "AMOUNT_MISMATCH" | "REFUND_FAILED" | "OTHER";
  /** What is held. */
  readonly amount: DecimalAmount;
  readonly amountMinor: AmountMinor;
  /** What the charge asked for. */
  readonly chargeAmount: DecimalAmount;
  readonly chargeAmountMinor: AmountMinor;
  readonly currency: Currency;
  /** When the hold began. */
  readonly heldSince: string;
};

export type WalletHoldList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly WalletHold[];
};

export type WalletList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly Wallet[];
};

export type WalletResponse = Answer & {
  readonly data: Wallet;
};

export type WalletSettlement = {
  /** Kind of object. */
  readonly object: "wallet_settlement";
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  readonly currency: Currency;
  /** Day on which the money becomes available, in UTC. */
  readonly date: string;
  /** What becomes available, fees taken off already. */
  readonly amount: DecimalAmount;
  readonly amountMinor: AmountMinor;
  /** Charges of which the money is. */
  readonly chargeCount: number;
  /** When the first of it becomes available. */
  readonly firstDueAt: string;
  /** When the last of it becomes available. */
  readonly lastDueAt: string;
};

export type WalletSettlementList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly WalletSettlement[];
};

/** A wallet's entries in a period, between two balances. */
export type WalletStatement = {
  /** Kind of object. */
  readonly object: "wallet_statement";
  readonly mode: Mode;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  /** The wallet, `wal_…`. */
  readonly walletId: string;
  readonly currency: Currency;
  /** First instant of the period. */
  readonly from: string;
  /** Not part of the statement. */
  readonly to: string;
  /** The wallet's balance before the first entry. */
  readonly openingBalance: DecimalAmount;
  readonly openingBalanceMinor: AmountMinor;
  /** What came in. */
  readonly credits: DecimalAmount;
  readonly creditsMinor: AmountMinor;
  /** What went out. */
  readonly debits: DecimalAmount;
  readonly debitsMinor: AmountMinor;
  /** The opening balance, plus credits, less debits. */
  readonly closingBalance: DecimalAmount;
  readonly closingBalanceMinor: AmountMinor;
  /** By type and direction. */
  readonly totals: readonly ({
    /** What was booked. */
    readonly type: "CHARGE" | "FEE" | "REFUND" | "PAYOUT" | "PAYOUT_REVERSAL" | "HOLD" | "RELEASE" | "ADJUSTMENT" | "SETTLEMENT";
    /** DEBIT took from the balance; NONE left it. */
    readonly direction: "CREDIT" | "DEBIT" | "NONE";
    /** Entries of this type and direction. */
    readonly count: number;
    /** Always positive. */
    readonly amount: DecimalAmount;
    readonly amountMinor: AmountMinor;
  })[];
  /** Entries of the period. */
  readonly entryCount: number;
  /** Oldest first. */
  readonly entries: readonly WalletEntry[];
  /** Null: nothing was sealed yet. */
  readonly seal: LedgerSeal | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

export type WalletStatementResponse = Answer & {
  readonly data: WalletStatement;
};

export type WebhookAttempt = {
  /** Counts the attempts from 1. */
  readonly attemptNumber: number;
  /** Where it went, without the query. */
  readonly url: string | null;
  /** HTTP status of your answer; null: none came. */
  readonly statusCode: number | null;
  /** Why no answer came, such as `TIMEOUT`; null: one came. */
  readonly error: string | null;
  /** Begin of your answer, at most 1 024 bytes; null: empty. */
  readonly responseExcerpt: string | null;
  /** When it was sent. */
  readonly startedAt: string;
  /** Milliseconds until the answer, or until it was given up. */
  readonly durationMs: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

/** An event on its way to one endpoint. */
export type WebhookDelivery = {
  /** Kind of object. */
  readonly object: "webhook_delivery";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The webhook endpoint, `we_…`. */
  readonly endpointId: string;
  /** The event, `evt_…`. */
  readonly eventId: string;
  /** Name of the event, such as `payment.succeeded`. */
  readonly eventType: string;
  /** `sequence` of the event. */
  readonly sequence: number;
  /** FAILED: given up. CANCELLED: the endpoint was disabled or deleted. */
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  /** Tries so far. */
  readonly attemptCount: number;
  /** It waits until the endpoint's address is verified (`verifiedAt`), and is sent then. */
  readonly heldUntilVerified: boolean;
  /** When it is tried again; null: not any more, or held. */
  readonly nextAttemptAt: string | null;
  /** HTTP status of your last answer; null: none came. */
  readonly lastStatusCode: number | null;
  /** Why no last answer came; null: one came. */
  readonly lastError: string | null;
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** A delivery with all that was sent. */
export type WebhookDeliveryDetail = {
  /** Kind of object. */
  readonly object: "webhook_delivery";
  /** Names the object in paths and filters. */
  readonly id: string;
  readonly mode: Mode;
  /** The webhook endpoint, `we_…`. */
  readonly endpointId: string;
  /** The event, `evt_…`. */
  readonly eventId: string;
  /** Name of the event, such as `payment.succeeded`. */
  readonly eventType: string;
  /** `sequence` of the event. */
  readonly sequence: number;
  /** FAILED: given up. CANCELLED: the endpoint was disabled or deleted. */
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  /** Tries so far. */
  readonly attemptCount: number;
  /** It waits until the endpoint's address is verified (`verifiedAt`), and is sent then. */
  readonly heldUntilVerified: boolean;
  /** When it is tried again; null: not any more, or held. */
  readonly nextAttemptAt: string | null;
  /** HTTP status of your last answer; null: none came. */
  readonly lastStatusCode: number | null;
  /** Why no last answer came; null: one came. */
  readonly lastError: string | null;
  /** Oldest first, with what signed them. */
  readonly attempts: readonly SignedWebhookAttempt[];
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
  /** What is posted to the endpoint. */
  readonly request: {
    /** Always POST. */
    readonly method: "POST";
    /** Where the next attempt goes; each attempt names where it went. */
    readonly url: string;
    /** Without those that sign: see each attempt. */
    readonly headers: {
      /** Always JSON. */
      readonly "content-type": string;
      /** By which you know our requests. */
      readonly "user-agent": string;
      /** The event's id, the same at each try. */
      readonly "webhook-id": string;
    };
    /** As it is signed. Null without `merchant.events.read`. */
    readonly body: string | null;
  };
};

export type WebhookDeliveryDetailResponse = Answer & {
  readonly data: WebhookDeliveryDetail;
};

export type WebhookDeliveryList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly WebhookDelivery[];
};

export type WebhookDeliveryResponse = Answer & {
  readonly data: WebhookDelivery;
};

/** An address of yours that receives events. */
export type WebhookEndpoint = {
  /** Kind of object. */
  readonly object: "webhook_endpoint";
  /** Names the object in paths and filters. */
  readonly id: string;
  /** The merchant to whom it belongs, a UUID. */
  readonly merchantId: string;
  readonly mode: Mode;
  /** Where events are posted. */
  readonly url: string;
  /** Names of the events that it gets; `*`: all. */
  readonly events: readonly string[];
  readonly status: WebhookEndpointStatus;
  /** GONE: it answered 410. FAILING: it failed for days. Null while it is ACTIVE. */
  readonly disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  /** Your own words; null when you sent none. */
  readonly description: string | null;
  /** True: an event of a payment waits until the one before was accepted. */
  readonly ordered: boolean;
  /** When its address was proved to be yours; null: not yet. */
  readonly verifiedAt: string | null;
  /** Since when no delivery was accepted; null while deliveries are. */
  readonly failingSince: string | null;
  /** Until when the secret before signs too; null: it does not. */
  readonly previousSecretExpiresAt: string | null;
  /** Grows with each change: the higher copy is newer. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it last changed. */
  readonly updatedAt: string;
};

/** An endpoint gets no more events: it answered 410, or failed for five days. */
export type WebhookEndpointDisabledEvent = EventBase & {
  /** Names the event. */
  readonly type: "webhook_endpoint.disabled";
  readonly data: WebhookEndpoint;
};

/** How an endpoint took the events of the last 24 hours. */
export type WebhookEndpointHealth = {
  /** Kind of object. */
  readonly object: "webhook_endpoint_health";
  /** The endpoint. */
  readonly id: string;
  readonly mode: Mode;
  /** Events since then are counted: 24 hours, or less when there were more than 10000. */
  readonly from: string;
  /** Now. */
  readonly to: string;
  /** `from` lies 24 hours before `to`. */
  readonly isWhole: boolean;
  /** How many there were, by their state now. */
  readonly deliveries: {
    /** Deliveries of these events. */
    readonly total: number;
    /** Accepted with 2xx. */
    readonly succeeded: number;
    /** Not sent yet, or tried again later. */
    readonly pending: number;
    /** Given up. */
    readonly failed: number;
    /** Withdrawn, because the endpoint was disabled or deleted. */
    readonly cancelled: number;
  };
  /** The last answers of those that were tried and not accepted, the most frequent first. */
  readonly refusals: readonly ({
    /** Null: there was no answer. */
    readonly statusCode: number | null;
    /** Deliveries that were answered so. */
    readonly count: number;
  })[];
  /** How long the endpoint took, over the last answers of the newest thousand deliveries. */
  readonly answers: {
    /** Answers that were looked at. */
    readonly samples: number;
    /** Half of the answers took no longer, in milliseconds. */
    readonly p50Ms: number | null;
    /** 95 of 100 of the answers took no longer, in milliseconds. */
    readonly p95Ms: number | null;
  };
  /** Since when no delivery was accepted; null while deliveries are. */
  readonly failingSince: string | null;
};

export type WebhookEndpointHealthResponse = Answer & {
  readonly data: WebhookEndpointHealth;
};

export type WebhookEndpointList = ListAnswer & {
  /** In the order of the list. */
  readonly data: readonly WebhookEndpoint[];
};

export type WebhookEndpointResponse = Answer & {
  readonly data: WebhookEndpoint;
};

/** DISABLED: nothing is sent. */
export type WebhookEndpointStatus = "ACTIVE" | "DISABLED";

/** An endpoint with its signing secret. */
export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** The signing secret, `whsec_…`. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null. */
  readonly secret: string | null;
};

export type WebhookEndpointWithSecretResponse = Answer & {
  readonly data: WebhookEndpointWithSecret;
};

/** Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`. */
export type WebhookEvent = PaymentProcessingEvent | PaymentSucceededEvent | PaymentFailedEvent | PaymentLateRefundedEvent | PaymentDuplicateRefundedEvent | CheckoutSessionCompletedEvent | CheckoutSessionFailedEvent | CheckoutSessionExpiredEvent | CheckoutSessionCancelledEvent | PaymentLinkCreatedEvent | PaymentLinkUpdatedEvent | PaymentLinkExhaustedEvent | PaymentLinkExpiredEvent | PaymentLinkAbusedEvent | PaymentLinkCancelledEvent | RefundCreatedEvent | RefundAccountNeededEvent | RefundSucceededEvent | RefundFailedEvent | PayoutCreatedEvent | PayoutQueuedEvent | PayoutPaidEvent | PayoutFailedEvent | PayoutReversedEvent | PayoutCancelledEvent | BeneficiaryVerifiedEvent | BeneficiaryRejectedEvent | MerchantStatusChangedEvent | MerchantKybSubmittedEvent | MerchantKybApprovedEvent | MerchantKybRejectedEvent | ApiKeyCreatedByOperatorEvent | ApiKeyRevokedByOperatorEvent | WebhookEndpointDisabledEvent | EndpointPingEvent;

/** What a replay sends again. */
export type WebhookReplay = {
  /** Kind of object. */
  readonly object: "webhook_replay";
  readonly mode: Mode;
  /** The webhook endpoint, `we_…`. */
  readonly endpointId: string;
  /** Events of this call that fit. */
  readonly matched: number;
  /** Deliveries due now because of it; the others were pending already. */
  readonly replayed: number;
  /** Send it as `startingAfter` to go on. Null: that was everything. */
  readonly nextCursor: string | null;
};

export type WebhookReplayResponse = Answer & {
  readonly data: WebhookReplay;
};
