// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

export type AdvanceSandboxClockRequest = {
  /** How far, from a second to 30 days. */
  readonly seconds: number;
};

export type AdvancedSandboxClock = SandboxClock & {
  /** This advance. */
  readonly movedSeconds: number;
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

export type AdvancedSandboxClockResponse = {
  readonly success: true;
  readonly data: AdvancedSandboxClock;
  readonly error: null;
  readonly meta: null;
};

/** Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F. */
export type Amount = string;

export type ApiKey = {
  readonly object: "api_key";
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly name: string;
  /** The end of the key, to tell keys apart. */
  readonly last4: string;
  readonly status: "ACTIVE" | "EXPIRED" | "REVOKED";
  readonly permissions: readonly string[];
  readonly merchantIds: readonly string[];
  readonly ipAllowlist: readonly string[];
  /** What the key may do in a second. */
  readonly requestsPerSecond: number;
  /** What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key. */
  readonly requestsLastMinute: number | null;
  readonly expiresAt: string | null;
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
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type ApiKeyList = {
  readonly success: true;
  readonly data: readonly ApiKey[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type ApiKeyResponse = {
  readonly success: true;
  readonly data: ApiKey;
  readonly error: null;
  readonly meta: null;
};

export type ApiKeyWithSecret = ApiKey & {
  /** The key itself. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null. */
  readonly key: string | null;
};

export type ApiKeyWithSecretResponse = {
  readonly success: true;
  readonly data: ApiKeyWithSecret;
  readonly error: null;
  readonly meta: null;
};

/** Attempts to pay, by the hour in which they began. */
export type AttemptCounts = {
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

export type BankTransferDetails = {
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Who orders the transfer. */
  readonly payerName?: string;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly returnUrl?: string;
};

export type Beneficiary = {
  readonly object: "beneficiary";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly name: string;
  readonly type: BeneficiaryType;
  readonly details: {
    /** Masked. */
    readonly phone: string | null;
    readonly operator: string | null;
    readonly countryCode: string | null;
    /** Masked. */
    readonly iban: string | null;
    readonly bankName: string | null;
    readonly walletId: string | null;
  };
  readonly currency: Currency;
  readonly status: "PENDING_VERIFICATION" | "ACTIVE" | "REJECTED" | "DISABLED";
  /** What the provider says of whose account it is. NOT_CHECKED: it cannot tell. NOT_KNOWN: it knows the account and not the name, which waits for a second person. UNAVAILABLE: it did not answer, and is queried again. */
  readonly nameCheck: "NOT_CHECKED" | "MATCH" | "CLOSE_MATCH" | "MISMATCH" | "NOT_KNOWN" | "UNAVAILABLE";
  /** For NOT_KNOWN: who vouched for the name, `key_…` or `per_…`. */
  readonly approvedBy: string | null;
  /** For CLOSE_MATCH: the holder as the provider has it. */
  readonly registeredName: string | null;
  /** Why it was REJECTED: `RIB_KEY_MISMATCH`, the account cannot exist; `ACCOUNT_NOT_FOUND`, `NAME_MISMATCH`, `NAME_CHECK_UNAVAILABLE` by the provider. */
  readonly rejectionReason: string | null;
  readonly warnings: readonly string[];
  /** No payout is taken before this instant. */
  readonly payoutsAllowedFrom: string | null;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type BeneficiaryList = {
  readonly success: true;
  readonly data: readonly Beneficiary[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type BeneficiaryResponse = {
  readonly success: true;
  readonly data: Beneficiary;
  readonly error: null;
  readonly meta: null;
};

export type BeneficiaryType = "MOBILE_MONEY" | "BANK_ACCOUNT" | "WALLET";

export type Caller = {
  readonly object: "caller";
  /** A person calls with the cookie of a log-in. */
  readonly kind: "KEY" | "PERSON";
  /** Of the key (`key_…`) or the person (`usr_…`). */
  readonly id: string;
  /** Null: the key of another merchant, which acts for this one. */
  readonly name: string | null;
  readonly mode: Mode;
  readonly merchantId: string;
  /** As payers see it. */
  readonly merchantName: string;
  /** `manage` includes `read`. */
  readonly permissions: readonly string[];
};

export type CallerResponse = {
  readonly success: true;
  readonly data: Caller;
  readonly error: null;
  readonly meta: null;
};

export type CardDetails = {
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly returnUrl?: string;
  /** The card as your card form returned it. Without it the payer enters the card on a page. */
  readonly cardToken?: string;
};

export type Charge = {
  readonly object: "charge";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly paymentIntentId: string;
  readonly sessionId: string | null;
  readonly paymentLinkId: string | null;
  readonly attemptNumber: number;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  /** Minor units, as text. */
  readonly fee: string | null;
  /** Minor units, as text. */
  readonly net: string | null;
  /** Minor units, as text. */
  readonly amountRefunded: string;
  readonly refundStatus: ChargeRefundStatus;
  readonly status: ChargeStatus;
  readonly paymentMethod: PaymentMethod;
  readonly paymentMethodDetails: PaymentMethodDetails;
  readonly provider: ProviderReference;
  readonly failureCode: FailureCode | null;
  readonly failureMessage: string | null;
  readonly late: boolean;
  readonly duplicate: boolean;
  /** The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded. */
  readonly superseded: boolean;
  readonly reviewReason: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly succeededAt: string | null;
  readonly failedAt: string | null;
};

export type ChargeList = {
  readonly success: true;
  readonly data: readonly Charge[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type ChargeRefundStatus = "NONE" | "PARTIAL" | "FULL";

export type ChargeStatus = "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "IN_RECONCILIATION" | "SUCCEEDED" | "FAILED" | "CANCELLED";

export type ChargeWithNextStep = Charge & {
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  readonly qrPayload: string | null;
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  readonly messageToPayer: string | null;
};

export type ChargeWithNextStepResponse = {
  readonly success: true;
  readonly data: ChargeWithNextStep;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutCompletion = {
  readonly object: "checkout.completion";
  readonly sessionId: string;
  readonly status: CheckoutSessionState;
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  readonly qrPayload: string | null;
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  readonly paymentIntentId: string;
  readonly chargeId: string;
  readonly attemptNumber: number;
  readonly attemptsRemaining: number;
  readonly messageToPayer: string | null;
};

export type CheckoutCompletionResponse = {
  readonly success: true;
  readonly data: CheckoutCompletion;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutMethods = {
  readonly object: "checkout.methods";
  readonly sessionId: string;
  readonly methods: readonly ({
    readonly method: PaymentMethod;
    readonly operator: string | null;
    readonly displayName: string;
    readonly countryCode: string | null;
    readonly min: string | null;
    readonly max: string | null;
    readonly step: string | null;
    readonly authFlow: "PIN_PROMPT" | "OTP" | "REDIRECT" | "QR" | "TRANSFER";
    readonly status: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    readonly prompt: string | null;
  })[];
};

export type CheckoutMethodsExplanation = {
  readonly object: "checkout.methods_explanation";
  readonly sessionId: string;
  readonly allowedMethods: readonly PaymentMethod[];
  readonly methods: readonly ({
    readonly method: PaymentMethod;
    readonly operator: string | null;
    readonly displayName: string;
    readonly countryCode: string | null;
    readonly offered: boolean;
    readonly reason: string | null;
    readonly ruleId: string | null;
    readonly subTenantId: string | null;
    readonly providerAccountId: string | null;
    readonly min: string | null;
    readonly max: string | null;
    readonly step: string | null;
    readonly outage: {
      readonly status: "DEGRADED" | "CLOSED";
      readonly reason: string;
    } | null;
  })[];
};

export type CheckoutMethodsExplanationResponse = {
  readonly success: true;
  readonly data: CheckoutMethodsExplanation;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutMethodsResponse = {
  readonly success: true;
  readonly data: CheckoutMethods;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutPaymentLink = {
  readonly object: "checkout.payment_link";
  readonly slug: string;
  readonly mode: Mode;
  readonly url: string;
  readonly linkStatus: PaymentLinkStatus;
  /** The price of one where a quantity is offered. Null: the payer chooses the amount. */
  readonly amount: string | null;
  readonly amountDisplay: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMin: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMax: string | null;
  /** Null: none. */
  readonly amountSuggestions: readonly string[] | null;
  /** Null: no quantity is offered. */
  readonly quantityMin: number | null;
  readonly quantityMax: number | null;
  readonly currency: Currency;
  readonly title: string | null;
  readonly description: string | null;
  readonly merchantName: string;
  readonly merchantLogo?: string;
  readonly locale: Locale;
  readonly branding?: {
    readonly primaryColor: string;
  };
  readonly customFields: readonly CustomField[];
  readonly expiresAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type CheckoutPaymentLinkResponse = {
  readonly success: true;
  readonly data: CheckoutPaymentLink;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutPublicSession = {
  readonly object: "checkout.public_session";
  readonly sessionId: string;
  readonly mode: Mode;
  readonly status: CheckoutSessionState;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string | null;
  readonly allowedMethods: readonly PaymentMethod[];
  readonly merchantName: string | null;
  readonly merchantLogo?: string;
  readonly locale?: Locale;
  readonly expiresAt: string | null;
  readonly branding?: {
    readonly primaryColor: string;
  };
  readonly customFields: readonly CustomField[];
  readonly successMessage?: string;
  readonly failureCode: FailureCode | null;
  readonly failureMessage: string | null;
  readonly retryable: boolean;
  readonly attemptsRemaining: number;
  readonly version: number;
};

export type CheckoutPublicSessionResponse = {
  readonly success: true;
  readonly data: CheckoutPublicSession;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutSession = {
  readonly object: "checkout.session";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  /** The hosted page. */
  readonly url: string;
  readonly status: CheckoutSessionState;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string | null;
  /** How many the payer chose, at a payment link that offers quantities. */
  readonly quantity?: number;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly reference: string | null;
  readonly customer: Customer | null;
  readonly locale: Locale;
  readonly customFields: readonly CustomField[];
  readonly customFieldValues: Readonly<Record<string, string>> | null;
  readonly successMessage: string | null;
  readonly branding: {
    readonly primaryColor: string;
  } | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly maxAttempts: number;
  readonly attemptCount: number;
  readonly latePaymentPolicy: LatePaymentPolicy;
  readonly paymentIntentId: string | null;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
  readonly failureCode: FailureCode | null;
  readonly failureMessage: string | null;
  readonly retryable: boolean;
  readonly paidLate: boolean;
  readonly expiresAt: string;
  readonly completedAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type CheckoutSessionList = {
  readonly success: true;
  readonly data: readonly CheckoutSession[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type CheckoutSessionResponse = {
  readonly success: true;
  readonly data: CheckoutSession;
  readonly error: null;
  readonly meta: null;
};

export type CheckoutSessionState = "OPEN" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED" | "CANCELLED";

export type CheckoutSessionStatus = {
  readonly object: "checkout.session.status";
  readonly sessionId: string;
  readonly status: CheckoutSessionState;
  readonly failureCode: FailureCode | null;
  readonly failureMessage: string | null;
  readonly retryable: boolean;
  readonly attemptsRemaining: number;
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  readonly qrPayload: string | null;
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  readonly paymentIntentId: string | null;
  readonly chargeId: string | null;
  readonly paidLate: boolean;
  readonly successUrl: string | null;
  readonly expiresAt: string;
  readonly version: number;
};

export type CheckoutSessionStatusResponse = {
  readonly success: true;
  readonly data: CheckoutSessionStatus;
  readonly error: null;
  readonly meta: null;
};

export type ClaimApiKeyRequest = {
  /** What stands at the end of the link. */
  readonly token: string;
};

export type CompleteCheckoutSessionByBankTransfer = {
  readonly paymentMethod: "BANK_TRANSFER";
  readonly paymentDetails: BankTransferDetails;
  readonly customFieldValues?: Readonly<Record<string, string>>;
};

export type CompleteCheckoutSessionByCard = {
  readonly paymentMethod: "CARD";
  readonly paymentDetails: CardDetails;
  readonly customFieldValues?: Readonly<Record<string, string>>;
};

export type CompleteCheckoutSessionByMobileMoney = {
  readonly paymentMethod: "MOBILE_MONEY";
  readonly paymentDetails: MobileMoneyDetails;
  readonly customFieldValues?: Readonly<Record<string, string>>;
};

export type CompleteCheckoutSessionByQr = {
  readonly paymentMethod: "QR";
  readonly paymentDetails: QrDetails;
  readonly customFieldValues?: Readonly<Record<string, string>>;
};

export type CompleteCheckoutSessionByWallet = {
  readonly paymentMethod: "WALLET";
  readonly paymentDetails: WalletDetails;
  readonly customFieldValues?: Readonly<Record<string, string>>;
};

export type CompleteCheckoutSessionRequest = CompleteCheckoutSessionByWallet | CompleteCheckoutSessionByMobileMoney | CompleteCheckoutSessionByCard | CompleteCheckoutSessionByBankTransfer | CompleteCheckoutSessionByQr;

export type ConfirmPaymentIntentByBankTransfer = {
  readonly paymentMethod: "BANK_TRANSFER";
  readonly paymentDetails: BankTransferDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByCard = {
  readonly paymentMethod: "CARD";
  readonly paymentDetails: CardDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByMobileMoney = {
  readonly paymentMethod: "MOBILE_MONEY";
  readonly paymentDetails: MobileMoneyDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByQr = {
  readonly paymentMethod: "QR";
  readonly paymentDetails: QrDetails;
  /** Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own. */
  readonly returnUrl?: string;
};

export type ConfirmPaymentIntentByWallet = {
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
  readonly expiresAt?: string | null;
  /** Requests the key may make in a second, twice as many in a burst. At most what the key that asks may. */
  readonly requestsPerSecond?: number;
};

export type CreateBeneficiaryRequest = {
  /** Whose phone or account it is, as the operator or bank knows them. */
  readonly name: string;
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
  readonly description?: string;
  /** What the payer may choose from; all methods when absent. */
  readonly allowedMethods?: readonly PaymentMethod[];
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly successUrl?: string;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly cancelUrl?: string;
  /** Your own reference; sessions and charges are found by it. */
  readonly reference?: string;
  readonly customer?: CustomerInput;
  /** Language of the payer's page. Default: the merchant's. */
  readonly locale?: Locale;
  /** Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z. */
  readonly expiresAt?: string;
  readonly customFields?: readonly CustomFieldInput[];
  /** Shown to the payer after success. */
  readonly successMessage?: string;
  readonly branding?: {
    /** Must be a colour in the form #1a2b3c. */
    readonly primaryColor?: string;
  };
  readonly metadata?: Metadata;
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
  /** Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z. */
  readonly expiresAt?: string;
  readonly maxAttempts?: number;
  /** Who keeps money that is confirmed after the intent has ended. */
  readonly latePaymentPolicy?: LatePaymentPolicy;
};

export type CreatePaymentLinkRequest = {
  /** Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F. */
  readonly amount: string | null;
  readonly currency: Currency;
  readonly amountMin?: Amount;
  readonly amountMax?: Amount;
  /** Amounts that payers choose by one tap, in this order. Only with `amount: null`. */
  readonly amountSuggestions?: readonly Amount[];
  readonly quantityMin?: number;
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
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly successUrl?: string;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly cancelUrl?: string;
  /** From this instant on the link takes no payment. Must lie ahead. */
  readonly expiresAt?: string;
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
  readonly events?: readonly ("*" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping")[] | "*";
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
  readonly key: string;
  readonly label: string;
  readonly type: CustomFieldType;
  readonly required: boolean;
  readonly options?: readonly CustomFieldOption[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly defaultValue?: string;
};

export type CustomFieldInput = {
  /** Must start with a letter and hold at most 40 letters, digits and underscores. */
  readonly key: string;
  /** What the payer reads above the field. */
  readonly label: string;
  readonly type: CustomFieldType;
  readonly required?: boolean;
  /** DROPDOWN only, and required there. */
  readonly options?: readonly CustomFieldOptionInput[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly defaultValue?: string;
};

export type CustomFieldOption = {
  readonly value: string;
  readonly label: string;
};

export type CustomFieldOptionInput = {
  /** Stored. */
  readonly value: string;
  /** Shown. */
  readonly label: string;
};

export type CustomFieldType = "TEXT" | "NUMBER" | "DROPDOWN" | "PHONE" | "EMAIL";

export type Customer = {
  readonly name?: string;
  readonly email?: string;
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

export type DeletedWebhookEndpoint = {
  readonly object: "webhook_endpoint";
  readonly id: string;
  readonly mode: Mode;
  readonly deleted: true;
};

export type DeletedWebhookEndpointResponse = {
  readonly success: true;
  readonly data: DeletedWebhookEndpoint;
  readonly error: null;
  readonly meta: null;
};

/** The answer to a request that was refused or failed. */
export type Error = {
  readonly success: false;
  readonly data: null;
  readonly error: ErrorBody;
  readonly meta: null;
};

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

export type Event = {
  readonly id: string;
  readonly object: "event";
  readonly type: string;
  readonly timestamp: string;
  readonly apiVersion: "v1";
  readonly mode: Mode;
  readonly merchantId: string;
  readonly sequence: number;
  /** The object as it was at that moment. */
  readonly data: Readonly<Record<string, never>>;
};

export type EventList = {
  readonly success: true;
  readonly data: readonly Event[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type EventResponse = {
  readonly success: true;
  readonly data: Event;
  readonly error: null;
  readonly meta: null;
};

export type EventType = "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping";

export type Export = {
  readonly object: "export";
  readonly id: string;
  readonly mode: Mode | null;
  /** Null: an operator's export. */
  readonly merchantId: string | null;
  /** PENDING: being made, see `rowsWritten`. READY: the file can be downloaded until `expiresAt`. EXPIRED: the file has been removed. */
  readonly status: "PENDING" | "READY" | "FAILED" | "CANCELLED" | "EXPIRED";
  /** Path and query of the list. */
  readonly list: string;
  /** `operationId` of the list. */
  readonly operation: string;
  readonly fileName: string;
  readonly format: "CSV" | "XLSX";
  readonly heads: "WORDS" | "NAMES";
  readonly locale: Locale;
  readonly separator: "," | ";";
  readonly timeZone: string;
  /** Rows in the file so far. */
  readonly rowsWritten: number;
  /** Rows of the list when the export began; null: the list does not count them. */
  readonly rowsTotal: number | null;
  /** Size of the file so far, in bytes; of a workbook, before it is packed. */
  readonly bytes: number;
  readonly failureCode: "RIGHTS_ENDED" | "LIST_REFUSED" | "TOO_MANY_ROWS" | "NOT_READABLE" | null;
  /** Id of the key, person or operator. */
  readonly createdBy: string;
  readonly finishedAt: string | null;
  /** The file is removed then: seven days after it was asked for, unless the platform has set another time. */
  readonly expiresAt: string;
  readonly version: number;
  readonly createdAt: string;
};

export type ExportList = {
  readonly success: true;
  readonly data: readonly Export[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type ExportResponse = {
  readonly success: true;
  readonly data: Export;
  readonly error: null;
  readonly meta: null;
};

export type FailedCharge = Charge & {
  /** The provider's own code. Read `failureCode` instead: it is stable. @deprecated */
  readonly reason: string | null;
};

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

export type KybStatus = "DRAFT" | "SUBMITTED" | "IN_REVIEW" | "INFO_REQUESTED" | "APPROVED" | "REJECTED";

export type LatePaymentPolicy = "ACCEPT" | "REFUND" | "REVIEW";

/** Which fields a record has depends on `record`. */
export type LedgerRecord = {
  readonly record: "opening" | "transfer" | "seal" | "end";
  readonly format?: string;
  readonly merchantId?: string;
  readonly mode?: string;
  readonly walletId?: string;
  readonly currency?: string;
  readonly id?: string;
  readonly transactionId?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sourceType?: string;
  readonly sourceId?: string;
  readonly createdAt?: string;
  readonly balances?: string;
  readonly previousHash?: string;
  readonly hash?: string;
  readonly exponent?: number;
  readonly position?: number;
  readonly number?: number;
  readonly firstPosition?: number;
  readonly lastPosition?: number;
  /** Minor units. */
  readonly amount?: string;
  /** Minor units. */
  readonly balanceAfter?: string;
};

export type LedgerRecordArrayResponse = {
  readonly success: true;
  readonly data: readonly LedgerRecord[];
  readonly error: null;
  readonly meta: null;
};

/** The last seal of the wallet's chain that lies wholly within the report, or before it. */
export type LedgerSeal = {
  readonly number: number;
  /** The last entry that it covers: entries are numbered from 1. */
  readonly lastPosition: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly createdAt: string;
};

export type Locale = "fr" | "en" | "pt";

export type MerchantOutage = {
  readonly object: "outage";
  readonly id: string;
  /** The merchant that reads: it concerns others too. */
  readonly merchantId: string;
  readonly mode: Mode;
  readonly method: PaymentMethod;
  /** Null: every operator of the method. */
  readonly operator: string | null;
  /** Null: every country. */
  readonly country: string | null;
  readonly status: "DEGRADED" | "CLOSED";
  readonly reason: string;
  readonly state: "ANNOUNCED" | "OPEN" | "ENDED";
  readonly startsAt: string;
  readonly endsAt: string | null;
};

export type MerchantOutageList = {
  readonly success: true;
  readonly data: readonly MerchantOutage[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type MerchantState = {
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
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters. */
export type Metadata = Readonly<Record<string, string>>;

export type MobileMoneyDetails = {
  /** The payer's number in international form, or in national form with `countryCode`. */
  readonly phone: string;
  readonly operator?: MobileMoneyOperator;
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** The one-time code that the payer asked the operator for, where the method needs one. */
  readonly otp?: string;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly returnUrl?: string;
};

/** May be left out where the number tells the operator. */
export type MobileMoneyOperator = "ORANGE" | "MTN" | "MOOV" | "WAVE" | "FREE" | "AIRTEL" | "VODACOM" | "AFRICELL" | "TMONEY" | "EXPRESSO" | "TELECEL" | "CELTIIS";

export type Mode = "SANDBOX" | "LIVE";

export type Network = {
  readonly object: "network";
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly displayName: string;
  readonly currency: string;
  readonly collects: {
    readonly state: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    readonly closedBy: "OUTAGE" | "NO_ANSWER" | "LIMIT_REACHED" | null;
  } | null;
  readonly paysOut: {
    readonly state: "OPERATIONAL" | "DEGRADED" | "CLOSED";
    readonly closedBy: "OUTAGE" | "NO_ANSWER" | "LIMIT_REACHED" | null;
  } | null;
  /** Of a payment, in minor units. Null: no bound, like `max`. */
  readonly min: string | null;
  readonly max: string | null;
  readonly step: string | null;
  /** Open and announced. */
  readonly outages: readonly MerchantOutage[];
};

export type NetworkArrayResponse = {
  readonly success: true;
  readonly data: readonly Network[];
  readonly error: null;
  readonly meta: null;
};

export type OpenPaymentLinkSessionRequest = {
  readonly amount?: Amount;
  readonly quantity?: number;
};

export type OpenedCheckoutSession = {
  readonly object: "checkout.session";
  /** The session's id, for the endpoints under /checkout/pay. */
  readonly id: string;
  readonly mode: Mode;
  /** The hosted page. */
  readonly url: string;
  readonly status: CheckoutSessionState;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string | null;
  readonly locale: Locale;
  /** Of a link that offers quantities. */
  readonly quantity?: number;
  readonly customFields: readonly CustomField[];
  readonly expiresAt: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type OpenedCheckoutSessionResponse = {
  readonly success: true;
  readonly data: OpenedCheckoutSession;
  readonly error: null;
  readonly meta: null;
};

export type OwnPayoutApproval = {
  readonly object: "own_payout_approval";
  readonly walletId: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly currency: string;
  /** Null: no payout of this wallet waits. */
  readonly above: string | null;
  /** Of the wallet. */
  readonly version: number;
  readonly proposal: {
    readonly above: string | null;
    /** The person or key. */
    readonly proposedBy: string;
    readonly proposedAt: string;
    readonly expiresAt: string;
  } | null;
};

export type OwnPayoutApprovalResponse = {
  readonly success: true;
  readonly data: OwnPayoutApproval;
  readonly error: null;
  readonly meta: null;
};

export type PageMeta = {
  readonly page: number | null;
  readonly pageSize: number;
  readonly total: number | null;
  readonly totalPages: number | null;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
};

export type PaymentIntent = {
  readonly object: "payment_intent";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly sessionId: string | null;
  readonly paymentLinkId: string | null;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  /** Minor units, as text. */
  readonly amountReceived: string;
  /** Minor units, as text. */
  readonly amountRefunded: string;
  readonly currency: Currency;
  readonly status: PaymentIntentStatus;
  readonly allowedMethods: readonly PaymentMethod[] | null;
  readonly latestChargeId: string | null;
  readonly charges: readonly Charge[];
  readonly lastFailure: {
    readonly failureCode: FailureCode;
    readonly failureMessage: string;
  } | null;
  readonly customer: Customer | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly succeededAt: string | null;
  readonly cancelledAt: string | null;
};

export type PaymentIntentList = {
  readonly success: true;
  readonly data: readonly PaymentIntent[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type PaymentIntentStatus = "REQUIRES_PAYMENT_METHOD" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "CANCELLED";

export type PaymentIntentWithNextStep = PaymentIntent & {
  readonly nextStep: "POLL" | "REDIRECT" | "DISPLAY_QR" | null;
  /** `REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise. */
  readonly actionUrl: string | null;
  /** Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there. */
  readonly sandboxUrl: string | null;
  readonly qrPayload: string | null;
  readonly instructions: TransferInstructions | null;
  /** Milliseconds to wait before asking again, always there with `POLL`; null: stop asking. */
  readonly pollAfterMs: number | null;
  readonly messageToPayer: string | null;
};

export type PaymentIntentWithNextStepResponse = {
  readonly success: true;
  readonly data: PaymentIntentWithNextStep;
  readonly error: null;
  readonly meta: null;
};

export type PaymentLink = {
  readonly object: "payment_link";
  readonly id: string;
  readonly mode: Mode;
  /** Yours, or one we made. */
  readonly reference: string;
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
  readonly amount: string | null;
  readonly amountDisplay: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMin: string | null;
  /** Of an open amount; null: no limit. */
  readonly amountMax: string | null;
  /** Null: none. */
  readonly amountSuggestions: readonly string[] | null;
  /** Null: no quantity is offered. */
  readonly quantityMin: number | null;
  readonly quantityMax: number | null;
  readonly currency: Currency;
  readonly title: string | null;
  readonly description: string | null;
  /** The link's status in the words of a checkout session. */
  readonly status: CheckoutSessionState;
  readonly linkStatus: PaymentLinkStatus;
  /** Successful payments. */
  readonly usesCount: number;
  readonly maxUses: number | null;
  readonly reusable: boolean;
  readonly allowedMethods?: readonly PaymentMethod[];
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly customFields: readonly CustomField[];
  readonly inactiveMessage: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type PaymentLinkList = {
  readonly success: true;
  readonly data: readonly PaymentLink[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type PaymentLinkResponse = {
  readonly success: true;
  readonly data: PaymentLink;
  readonly error: null;
  readonly meta: null;
};

export type PaymentLinkStatus = "ACTIVE" | "PAUSED" | "EXHAUSTED" | "EXPIRED" | "CANCELLED";

export type PaymentMethod = "WALLET" | "MOBILE_MONEY" | "CARD" | "BANK_TRANSFER" | "QR";

export type PaymentMethodDetails = {
  readonly phone: string | null;
  readonly operator: string | null;
  readonly countryCode: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly scheme: string | null;
  readonly walletId: string | null;
};

export type Payout = {
  readonly object: "payout";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly beneficiaryId: string;
  /** The beneficiary as it was when the payout was made. */
  readonly destination: {
    readonly name: string;
    readonly type: BeneficiaryType;
    /** Masked. */
    readonly phone: string | null;
    readonly operator: string | null;
    readonly countryCode: string | null;
    /** Masked. */
    readonly iban: string | null;
    readonly bankName: string | null;
    readonly walletId: string | null;
  };
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly status: PayoutStatus;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly approvalRequired: boolean;
  /** The key that asked for it. */
  readonly createdBy: string;
  /** The key that agreed. */
  readonly approvedBy: string | null;
  readonly provider: {
    readonly name: string;
    readonly transactionId: string | null;
  } | null;
  readonly failureCode: FailureCode | null;
  readonly approvedAt: string | null;
  readonly queuedAt: string | null;
  readonly sentAt: string | null;
  readonly paidAt: string | null;
  readonly failedAt: string | null;
  readonly reversedAt: string | null;
  readonly cancelledAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type PayoutBatch = {
  readonly object: "payout_batch";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly currency: Currency;
  /** COMPLETED: every row has its result. */
  readonly status: "PROCESSING" | "COMPLETED";
  readonly reference: string | null;
  readonly rowCount: number;
  /** Rows that are a payout. */
  readonly acceptedCount: number;
  readonly refusedCount: number;
  readonly completedAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly rows: readonly ({
    /** Place in the request, from 0. */
    readonly index: number;
    readonly beneficiaryId: string;
    readonly amount: string;
    readonly reference: string | null;
    readonly status: "WAITING" | "ACCEPTED" | "REFUSED";
    /** Once ACCEPTED. */
    readonly payoutId: string | null;
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    } | null;
  })[];
};

export type PayoutBatchResponse = {
  readonly success: true;
  readonly data: PayoutBatch;
  readonly error: null;
  readonly meta: null;
};

export type PayoutBatchSummary = {
  readonly object: "payout_batch";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly currency: Currency;
  /** COMPLETED: every row has its result. */
  readonly status: "PROCESSING" | "COMPLETED";
  readonly reference: string | null;
  readonly rowCount: number;
  /** Rows that are a payout. */
  readonly acceptedCount: number;
  readonly refusedCount: number;
  readonly completedAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type PayoutBatchSummaryList = {
  readonly success: true;
  readonly data: readonly PayoutBatchSummary[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type PayoutList = {
  readonly success: true;
  readonly data: readonly Payout[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type PayoutResponse = {
  readonly success: true;
  readonly data: Payout;
  readonly error: null;
  readonly meta: null;
};

export type PayoutStatus = "PENDING_APPROVAL" | "PENDING" | "QUEUED" | "PROCESSING" | "IN_RECONCILIATION" | "PAID" | "FAILED" | "REVERSED" | "CANCELLED";

export type Permission = "merchant.checkout.read" | "merchant.checkout.manage" | "merchant.links.read" | "merchant.links.manage" | "merchant.payments.read" | "merchant.payments.manage" | "merchant.charges.read" | "merchant.charges.manage" | "merchant.refunds.read" | "merchant.refunds.manage" | "merchant.wallets.read" | "merchant.wallets.manage" | "merchant.payouts.read" | "merchant.payouts.manage" | "merchant.beneficiaries.read" | "merchant.beneficiaries.manage" | "merchant.webhooks.read" | "merchant.webhooks.manage" | "merchant.apikeys.read" | "merchant.apikeys.manage" | "merchant.events.read" | "merchant.events.manage" | "merchant.profile.read" | "merchant.profile.manage" | "merchant.team.read" | "merchant.team.manage" | "merchant.reports.read" | "merchant.reports.manage" | "merchant.payouts.approve";

export type ProviderReference = {
  readonly name: string | null;
  readonly transactionId: string | null;
};

export type QrDetails = {
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** The kind of QR code; EMVCO when absent. */
  readonly scheme?: "PI_SPI" | "WAVE" | "ORANGE" | "EMVCO";
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly returnUrl?: string;
};

export type Refund = {
  readonly object: "refund";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  /** Minor units, as text. */
  readonly amount: string;
  readonly amountDisplay: string;
  readonly currency: Currency;
  readonly status: "PENDING" | "PROCESSING" | "IN_RECONCILIATION" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  readonly reason: "REQUESTED_BY_PAYER" | "DUPLICATE" | "FRAUD" | "LATE_PAYMENT" | "OTHER";
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
  readonly failureCode: FailureCode | null;
  readonly failureMessage: string | null;
  /** Id of the key or person that asked for it. Null: the service or the platform's operators, or a refund made before this was kept. */
  readonly createdBy: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly succeededAt: string | null;
  readonly failedAt: string | null;
  readonly cancelledAt: string | null;
};

export type RefundList = {
  readonly success: true;
  readonly data: readonly Refund[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type RefundResponse = {
  readonly success: true;
  readonly data: Refund;
  readonly error: null;
  readonly meta: null;
};

export type RefundedCharge = Charge & {
  /** The refund that gave the money back, `re_…`. */
  readonly refundId: string;
};

export type ReplayWebhookEventsRequest = {
  /** Events from this instant on. */
  readonly from: string;
  /** Events up to this instant, at most 31 days behind `from`. Now when absent. */
  readonly to?: string;
  /** A list of event names, or `*` for all. What the endpoint subscribed to when absent. */
  readonly events?: readonly ("*" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping")[] | "*";
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

export type ReportSeries = {
  readonly object: "report_series";
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Everything that happened before this instant is counted; some of what happened since may be. */
  readonly asOf: string;
  readonly interval: "hour" | "day" | "week" | "month" | "period";
  readonly groupBy: "none" | "method" | "operator" | "country" | "providerAccount" | "merchant";
  /** Where the intervals begin, in order; the first and the last may be cut off by the period. */
  readonly starts: readonly string[];
  readonly series: readonly ({
    /** What the line is of; null: of none, or of everything. */
    readonly group: string | null;
    readonly currency: Currency;
    /** Intervals in which nothing happened are left out. */
    readonly points: readonly {
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

export type ReportSeriesResponse = {
  readonly success: true;
  readonly data: ReportSeries;
  readonly error: null;
  readonly meta: null;
};

/** What payments gave the merchant: held money when it is released. */
export type ReportSum = {
  readonly count: number;
  /** Decimal text in major units. */
  readonly amount: string;
  /** `amount` in minor units. */
  readonly amountMinor: string;
};

export type ReportSummary = {
  readonly object: "report_summary";
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Everything that happened before this instant is counted; some of what happened since may be. */
  readonly asOf: string;
  readonly attempts: AttemptCounts;
  readonly timeToTruth: TruthTimes;
  /** Why attempts failed or were cancelled, the most frequent first. */
  readonly failures: readonly {
    readonly failureCode: FailureCode;
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

export type ReportSummaryResponse = {
  readonly success: true;
  readonly data: ReportSummary;
  readonly error: null;
  readonly meta: null;
};

export type Request = {
  readonly object: "request";
  /** The `Request-Id` of its answer. */
  readonly id: string;
  readonly mode: Mode;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, without the query. Values that are not ids stay as the name of the parameter. */
  readonly path: string;
  readonly operationId: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly refusedFields: readonly {
    /** `*` stands for a name that the operation does not know. */
    readonly path: string;
    readonly rule: string;
  }[];
  /** Of a request that was refused for want of a permission: any one of these was needed. */
  readonly requiredPermissions: readonly string[];
  readonly durationMs: number;
  /** The answer is the kept one of an `Idempotency-Key`. */
  readonly idempotencyReplayed: boolean;
  readonly caller: {
    readonly kind: "KEY" | "PERSON";
    readonly id: string;
    readonly name: string | null;
  };
  /** From where it came. */
  readonly address: string;
  /** How many further requests of the same two seconds are not kept. At a high rate only a part of them is. */
  readonly notKept: number;
  readonly createdAt: string;
};

export type RequestList = {
  readonly success: true;
  readonly data: readonly Request[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type RequestResponse = {
  readonly success: true;
  readonly data: Request;
  readonly error: null;
  readonly meta: null;
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
  readonly from: string;
  readonly to: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly underWay: number;
  /** The newest of these other attempts, at most ten. */
  readonly chargeIds: readonly string[];
  /** The same attempts, with what came of each. */
  readonly attempts: readonly SamePayerAttempt[];
};

export type SamePayerAttempt = {
  readonly chargeId: string;
  readonly status: ChargeStatus;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
};

export type SandboxClock = {
  readonly object: "sandbox.clock";
  readonly mode: Mode;
  /** All advances together, since the sandbox began or was reset. */
  readonly advancedSeconds: number;
  /** 0: never moved. */
  readonly version: number;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
};

export type SandboxClockResponse = {
  readonly success: true;
  readonly data: SandboxClock;
  readonly error: null;
  readonly meta: null;
};

export type SandboxEvent = {
  readonly object: "sandbox.event";
  /** Of the event: it is listed and sent again like any other. */
  readonly id: string;
  readonly mode: Mode;
  readonly type: EventType;
  /** Endpoints that get it: those that are ACTIVE and subscribed. */
  readonly deliveries: number;
  readonly createdAt: string;
};

export type SandboxEventResponse = {
  readonly success: true;
  readonly data: SandboxEvent;
  readonly error: null;
  readonly meta: null;
};

export type SandboxReset = {
  readonly object: "sandbox.reset";
  readonly mode: Mode;
  readonly merchantId: string;
  /** The new wallets, empty: the earlier ones are gone, with their ids. */
  readonly wallets: readonly {
    readonly id: string;
    readonly label: string;
    readonly currency: string;
  }[];
  readonly kept: {
    /** Keys, which work on. */
    readonly apiKeys: number;
    /** Endpoints, with their ids, addresses and secrets. */
    readonly webhookEndpoints: number;
  };
  readonly createdAt: string;
};

export type SandboxResetResponse = {
  readonly success: true;
  readonly data: SandboxReset;
  readonly error: null;
  readonly meta: null;
};

export type SandboxScenarios = {
  readonly object: "sandbox.scenarios";
  readonly mode: Mode;
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

export type SandboxScenariosResponse = {
  readonly success: true;
  readonly data: SandboxScenarios;
  readonly error: null;
  readonly meta: null;
};

export type SetOwnPayoutApprovalRequest = {
  /** Minor units: a payout of more waits for another person. `0`: every payout does. */
  readonly above: string | null;
};

export type SignedWebhookAttempt = {
  readonly attemptNumber: number;
  /** Where it went, without the query. */
  readonly url: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly createdAt: string;
  readonly headers: {
    readonly "webhook-id": string;
    readonly "webhook-timestamp": string;
    readonly "webhook-signature": string;
  } | null;
};

export type Timeline = {
  readonly object: "timeline";
  /** The payment intent, or the payout. */
  readonly id: string;
  readonly mode: Mode;
  /** Must be a UUID in lower case. */
  readonly merchantId: string;
  /** What is not shown, and why. */
  readonly missing: readonly TimelineGap[];
  readonly samePayer: SamePayer | null;
  readonly entries: readonly TimelineEntry[];
};

export type TimelineDelivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly attemptNumber: number | null;
  readonly statusCode: number | null;
  readonly nextAttemptAt: string | null;
};

export type TimelineEntry = {
  readonly at: string;
  readonly until: string | null;
  /** How often: the same several times in a row is one entry, from `at` to `until`. */
  readonly times: number;
  /** Milliseconds since the entry before. */
  readonly afterMs: number | null;
  readonly durationMs: number | null;
  readonly kind: "CREATED" | "PAGE_OPENED" | "METHODS_OFFERED" | "ATTEMPT_STARTED" | "ROUTE_CHOSEN" | "REFUND_CREATED" | "PAYOUT_CREATED" | "PAYOUT_APPROVED" | "PAYOUT_QUEUED" | "PROVIDER_ASKED" | "NEXT_STEP" | "ATTEMPT_LEFT" | "CALLBACK_RECEIVED" | "OUTCOME" | "HELD" | "DECISION" | "LEDGER_ENTRY" | "EVENT" | "DELIVERY" | "SESSION_ENDED";
  readonly objectId: string | null;
  /** `key_…` or `per_…`, the name of an operator where it may be known, `payer`, `provider` or `system`. */
  readonly actor: string | null;
  /** A stable word. */
  readonly result: string | null;
  readonly text: string;
  readonly ledger: TimelineLedgerEntry | null;
  readonly event: TimelineEvent | null;
  readonly delivery: TimelineDelivery | null;
};

export type TimelineEvent = {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
};

export type TimelineGap = {
  readonly part: "TRACE" | "CALLS" | "LEDGER" | "EVENTS" | "DELIVERIES";
  readonly reason: "NOT_KEPT" | "NOT_WRITTEN_YET" | "GAP" | "NO_PERMISSION";
  readonly text: string;
};

export type TimelineLedgerEntry = {
  readonly from: string;
  readonly to: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly type: string;
  /** Place in the wallet's ledger. */
  readonly position: string;
  /** The sealed chain reaches this far. */
  readonly sealed: boolean;
};

export type TimelineResponse = {
  readonly success: true;
  readonly data: Timeline;
  readonly error: null;
  readonly meta: null;
};

export type TransferInstructions = {
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly expiresAt: string | null;
};

export type TrialBalance = {
  readonly object: "trial_balance";
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly currency: Currency;
  /** What was booked before this instant is counted. */
  readonly at: string;
  readonly entryCount: number;
  readonly accounts: readonly {
    /** `available`, `pending`, `held`, `reserved`, `fees`, `adjustment`, or `provider:` and a mark of an account there. */
    readonly account: string;
    /** More went out of the account than came in. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
    readonly debit: string;
    /** `debit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
    readonly debitMinor: string;
    /** More came into the account than went out. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
    readonly credit: string;
    /** `credit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
    readonly creditMinor: string;
  }[];
  /** The same as totalCredit, always. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly totalDebit: string;
  /** `totalDebit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly totalDebitMinor: string;
  /** The same as totalDebit, always. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly totalCredit: string;
  /** `totalCredit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly totalCreditMinor: string;
  readonly seal: LedgerSeal | null;
  readonly createdAt: string;
};

export type TrialBalanceResponse = {
  readonly success: true;
  readonly data: TrialBalance;
  readonly error: null;
  readonly meta: null;
};

export type TriggerSandboxEventRequest = {
  /** Any event there is. */
  readonly type: EventType;
};

/** The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer. */
export type TruthTimes = {
  /** Attempts that succeeded or failed. */
  readonly known: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
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
  readonly expiresAt?: string | null;
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
  readonly allowedMethods?: readonly PaymentMethod[] | null;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly successUrl?: string | null;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly cancelUrl?: string | null;
  /** From this instant on the link takes no payment. Must lie ahead. */
  readonly expiresAt?: string | null;
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
  readonly events?: readonly ("*" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.late_refunded" | "payment.duplicate_refunded" | "checkout.session.completed" | "checkout.session.failed" | "checkout.session.expired" | "checkout.session.cancelled" | "payment_link.created" | "payment_link.updated" | "payment_link.exhausted" | "payment_link.expired" | "payment_link.abused" | "payment_link.cancelled" | "refund.created" | "refund.account_needed" | "refund.succeeded" | "refund.failed" | "payout.created" | "payout.queued" | "payout.paid" | "payout.failed" | "payout.reversed" | "payout.cancelled" | "beneficiary.verified" | "beneficiary.rejected" | "merchant.status_changed" | "merchant.kyb.submitted" | "merchant.kyb.approved" | "merchant.kyb.rejected" | "api_key.created_by_operator" | "api_key.revoked_by_operator" | "webhook_endpoint.disabled" | "endpoint.ping")[] | "*";
  /** ACTIVE when absent. */
  readonly status?: WebhookEndpointStatus;
  /** Your own note. */
  readonly description?: string | null;
  /** Hold an event of a payment intent back until the one before it was accepted. False when absent. */
  readonly ordered?: boolean;
};

export type Wallet = {
  readonly object: "wallet";
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly label: string;
  readonly currency: Currency;
  /** What can be used now: the balance less pending, held and reserved. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly available: string;
  /** `available` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly availableMinor: string;
  /** Confirmed, not settled yet. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly pending: string;
  /** `pending` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly pendingMinor: string;
  /** Late, double or odd money that waits for a refund or a decision. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly held: string;
  /** `held` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly heldMinor: string;
  /** Refunds and payouts in flight. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly reserved: string;
  /** `reserved` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly reservedMinor: string;
  /** All that is booked in this wallet. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly balance: string;
  /** `balance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly balanceMinor: string;
  /** The same as balance. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly ledgerBalance: string;
  /** `ledgerBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly ledgerBalanceMinor: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WalletDetails = {
  /** The payer's number in international form, or in national form with `countryCode`. */
  readonly phone?: string;
  /** The payer's account in the wallet. */
  readonly walletId?: string;
  /** The payer's country, ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  readonly returnUrl?: string;
};

export type WalletEntry = {
  readonly object: "wallet_entry";
  readonly id: string;
  readonly mode: Mode;
  readonly walletId: string;
  readonly type: "CHARGE" | "FEE" | "REFUND" | "PAYOUT" | "PAYOUT_REVERSAL" | "HOLD" | "RELEASE" | "ADJUSTMENT" | "SETTLEMENT";
  /** CREDIT adds to the wallet's balance, DEBIT takes from it. NONE moves money between the wallet's own accounts: the balance stays. */
  readonly direction: "CREDIT" | "DEBIT" | "NONE";
  /** Always positive. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly amount: string;
  /** `amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly amountMinor: string;
  /** The wallet's balance after this entry. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly balanceAfter: string;
  /** `balanceAfter` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly balanceAfterMinor: string;
  readonly currency: Currency;
  /** Where the money was. */
  readonly from: "available" | "pending" | "held" | "reserved" | "provider" | "fees" | "adjustment";
  /** Where it is now. */
  readonly to: "available" | "pending" | "held" | "reserved" | "provider" | "fees" | "adjustment";
  readonly sourceType: "charge" | "refund" | "payout" | "adjustment";
  /** Id of the charge, refund, payout or adjustment that was booked. */
  readonly sourceId: string;
  /** Your `reference` of the charge or payout that was booked, and of the charge that a refund gives back; null without one. */
  readonly reference: string | null;
  /** Entries with the same one were booked together. */
  readonly transactionId: string;
  /** Always 1: entries are written once. */
  readonly version: number;
  readonly createdAt: string;
};

export type WalletEntryList = {
  readonly success: true;
  readonly data: readonly WalletEntry[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WalletHold = {
  readonly object: "wallet_hold";
  readonly mode: Mode;
  readonly walletId: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  /** The refund that gives the money back. */
  readonly refundId: string | null;
  /** AWAITING_DECISION: the platform's operator decides. BEING_REFUNDED: it is on its way back to the payer. */
  readonly status: "AWAITING_DECISION" | "BEING_REFUNDED";
  readonly reason: "LATE_PAYMENT" | "DUPLICATE" | "AMOUNT_MISMATCH" | "REFUND_FAILED" | "OTHER";
  /** What is held. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly amount: string;
  /** `amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly amountMinor: string;
  /** What the charge asked for. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly chargeAmount: string;
  /** `chargeAmount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly chargeAmountMinor: string;
  readonly currency: Currency;
  readonly heldSince: string;
};

export type WalletHoldList = {
  readonly success: true;
  readonly data: readonly WalletHold[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WalletList = {
  readonly success: true;
  readonly data: readonly Wallet[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WalletResponse = {
  readonly success: true;
  readonly data: Wallet;
  readonly error: null;
  readonly meta: null;
};

export type WalletSettlement = {
  readonly object: "wallet_settlement";
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly currency: Currency;
  /** Day on which the money becomes available, in UTC. */
  readonly date: string;
  /** What becomes available, fees taken off already. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly amount: string;
  /** `amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly amountMinor: string;
  readonly chargeCount: number;
  readonly firstDueAt: string;
  readonly lastDueAt: string;
};

export type WalletSettlementList = {
  readonly success: true;
  readonly data: readonly WalletSettlement[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WalletStatement = {
  readonly object: "wallet_statement";
  readonly mode: Mode;
  readonly merchantId: string;
  readonly walletId: string;
  readonly currency: Currency;
  readonly from: string;
  /** Not part of the statement. */
  readonly to: string;
  /** The wallet's balance before the first entry. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly openingBalance: string;
  /** `openingBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly openingBalanceMinor: string;
  /** What came in. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly credits: string;
  /** `credits` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly creditsMinor: string;
  /** What went out. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly debits: string;
  /** `debits` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly debitsMinor: string;
  /** The opening balance, plus credits, less debits. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
  readonly closingBalance: string;
  /** `closingBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
  readonly closingBalanceMinor: string;
  readonly totals: readonly ({
    readonly type: "CHARGE" | "FEE" | "REFUND" | "PAYOUT" | "PAYOUT_REVERSAL" | "HOLD" | "RELEASE" | "ADJUSTMENT" | "SETTLEMENT";
    readonly direction: "CREDIT" | "DEBIT" | "NONE";
    readonly count: number;
    /** Always positive. Decimal text in major units: `5000` in XOF, `50.00` in EUR. */
    readonly amount: string;
    /** `amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR. */
    readonly amountMinor: string;
  })[];
  readonly entryCount: number;
  /** Oldest first. */
  readonly entries: readonly WalletEntry[];
  readonly seal: LedgerSeal | null;
  readonly createdAt: string;
};

export type WalletStatementResponse = {
  readonly success: true;
  readonly data: WalletStatement;
  readonly error: null;
  readonly meta: null;
};

export type WebhookAttempt = {
  readonly attemptNumber: number;
  /** Where it went, without the query. */
  readonly url: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly createdAt: string;
};

export type WebhookDelivery = {
  readonly object: "webhook_delivery";
  readonly id: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  readonly attemptCount: number;
  /** It waits until the endpoint's address is verified (`verifiedAt`), and is sent then. */
  readonly heldUntilVerified: boolean;
  readonly nextAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly attempts: readonly WebhookAttempt[];
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WebhookDeliveryDetail = {
  readonly object: "webhook_delivery";
  readonly id: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  readonly attemptCount: number;
  /** It waits until the endpoint's address is verified (`verifiedAt`), and is sent then. */
  readonly heldUntilVerified: boolean;
  readonly nextAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly attempts: readonly SignedWebhookAttempt[];
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly request: {
    readonly method: "POST";
    /** Where the next attempt goes; each attempt names where it went. */
    readonly url: string;
    readonly headers: {
      readonly "content-type": string;
      readonly "user-agent": string;
      readonly "webhook-id": string;
    };
    /** As it is signed. Null without `merchant.events.read`. */
    readonly body: string | null;
  };
};

export type WebhookDeliveryDetailResponse = {
  readonly success: true;
  readonly data: WebhookDeliveryDetail;
  readonly error: null;
  readonly meta: null;
};

export type WebhookDeliveryList = {
  readonly success: true;
  readonly data: readonly WebhookDelivery[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WebhookDeliveryResponse = {
  readonly success: true;
  readonly data: WebhookDelivery;
  readonly error: null;
  readonly meta: null;
};

export type WebhookEndpoint = {
  readonly object: "webhook_endpoint";
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: WebhookEndpointStatus;
  readonly disabledReason: "REQUESTED" | "GONE" | "FAILING" | null;
  readonly description: string | null;
  readonly ordered: boolean;
  readonly verifiedAt: string | null;
  readonly failingSince: string | null;
  readonly previousSecretExpiresAt: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WebhookEndpointHealth = {
  readonly object: "webhook_endpoint_health";
  /** The endpoint. */
  readonly id: string;
  readonly mode: Mode;
  /** Events since then are counted: 24 hours, or less when there were more than 10000. */
  readonly from: string;
  readonly to: string;
  /** `from` lies 24 hours before `to`. */
  readonly isWhole: boolean;
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
    readonly count: number;
  })[];
  /** How long the endpoint took, over the last answers of the newest thousand deliveries. */
  readonly answers: {
    readonly samples: number;
    /** Half of the answers took no longer, in milliseconds. */
    readonly p50Ms: number | null;
    /** 95 of 100 of the answers took no longer, in milliseconds. */
    readonly p95Ms: number | null;
  };
  readonly failingSince: string | null;
};

export type WebhookEndpointHealthResponse = {
  readonly success: true;
  readonly data: WebhookEndpointHealth;
  readonly error: null;
  readonly meta: null;
};

export type WebhookEndpointList = {
  readonly success: true;
  readonly data: readonly WebhookEndpoint[];
  readonly error: null;
  readonly meta: PageMeta;
};

export type WebhookEndpointResponse = {
  readonly success: true;
  readonly data: WebhookEndpoint;
  readonly error: null;
  readonly meta: null;
};

export type WebhookEndpointStatus = "ACTIVE" | "DISABLED";

export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** The signing secret, `whsec_…`. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null. */
  readonly secret: string | null;
};

export type WebhookEndpointWithSecretResponse = {
  readonly success: true;
  readonly data: WebhookEndpointWithSecret;
  readonly error: null;
  readonly meta: null;
};

export type WebhookReplay = {
  readonly object: "webhook_replay";
  readonly mode: Mode;
  readonly endpointId: string;
  /** Events of this call that fit. */
  readonly matched: number;
  /** Deliveries due now because of it; the others were pending already. */
  readonly replayed: number;
  /** Send it as `startingAfter` to go on. Null: that was everything. */
  readonly nextCursor: string | null;
};

export type WebhookReplayResponse = {
  readonly success: true;
  readonly data: WebhookReplay;
  readonly error: null;
  readonly meta: null;
};

/** What every event has beside its `type` and its `data`. */
export type EventBase = {
  readonly id: string;
  readonly object: "event";
  readonly timestamp: string;
  readonly apiVersion: "v1";
  readonly mode: Mode;
  readonly merchantId: string;
  readonly sequence: number;
};

/** A payment attempt was handed to the provider and its outcome is not known yet. */
export type PaymentProcessingEvent = EventBase & {
  readonly type: "payment.processing";
  readonly data: Charge;
};

/** The payer has paid: the money is booked. Fulfil the order on this event. */
export type PaymentSucceededEvent = EventBase & {
  readonly type: "payment.succeeded";
  readonly data: Charge;
};

/** A payment attempt failed: see `failureCode`. The payer may still try again. */
export type PaymentFailedEvent = EventBase & {
  readonly type: "payment.failed";
  readonly data: FailedCharge;
};

/** Money that came after the session had ended was sent back to the payer. */
export type PaymentLateRefundedEvent = EventBase & {
  readonly type: "payment.late_refunded";
  readonly data: RefundedCharge;
};

/** A second payment of the same session was sent back to the payer. */
export type PaymentDuplicateRefundedEvent = EventBase & {
  readonly type: "payment.duplicate_refunded";
  readonly data: RefundedCharge;
};

/** The session is finished: it was paid. */
export type CheckoutSessionCompletedEvent = EventBase & {
  readonly type: "checkout.session.completed";
  readonly data: CheckoutSession;
};

/** The session is finished: its last attempt failed. */
export type CheckoutSessionFailedEvent = EventBase & {
  readonly type: "checkout.session.failed";
  readonly data: CheckoutSession;
};

/** The session is finished: nobody paid in time. */
export type CheckoutSessionExpiredEvent = EventBase & {
  readonly type: "checkout.session.expired";
  readonly data: CheckoutSession;
};

/** The session is finished: you cancelled it. */
export type CheckoutSessionCancelledEvent = EventBase & {
  readonly type: "checkout.session.cancelled";
  readonly data: CheckoutSession;
};

/** A payment link was created. */
export type PaymentLinkCreatedEvent = EventBase & {
  readonly type: "payment_link.created";
  readonly data: PaymentLink;
};

/** A payment link was changed, paused or resumed. */
export type PaymentLinkUpdatedEvent = EventBase & {
  readonly type: "payment_link.updated";
  readonly data: PaymentLink;
};

/** A payment link reached its last use and takes no more payments. */
export type PaymentLinkExhaustedEvent = EventBase & {
  readonly type: "payment_link.exhausted";
  readonly data: PaymentLink;
};

/** A payment link reached the end of its time. */
export type PaymentLinkExpiredEvent = EventBase & {
  readonly type: "payment_link.expired";
  readonly data: PaymentLink;
};

/** A payment link asked very many phones that did not approve: it waits before it asks more. */
export type PaymentLinkAbusedEvent = EventBase & {
  readonly type: "payment_link.abused";
  readonly data: PaymentLink;
};

/** A payment link was cancelled for good. */
export type PaymentLinkCancelledEvent = EventBase & {
  readonly type: "payment_link.cancelled";
  readonly data: PaymentLink;
};

/** A refund was accepted: its amount is reserved in the wallet. */
export type RefundCreatedEvent = EventBase & {
  readonly type: "refund.created";
  readonly data: Refund;
};

/** A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`. */
export type RefundAccountNeededEvent = EventBase & {
  readonly type: "refund.account_needed";
  readonly data: Refund;
};

/** The payer has the money back. */
export type RefundSucceededEvent = EventBase & {
  readonly type: "refund.succeeded";
  readonly data: Refund;
};

/** A refund failed: its amount is available in the wallet again. */
export type RefundFailedEvent = EventBase & {
  readonly type: "refund.failed";
  readonly data: Refund;
};

/** A payout was accepted: its amount is reserved in the wallet. */
export type PayoutCreatedEvent = EventBase & {
  readonly type: "payout.created";
  readonly data: Payout;
};

/** A payout waits for its operator to be reachable again. */
export type PayoutQueuedEvent = EventBase & {
  readonly type: "payout.queued";
  readonly data: Payout;
};

/** The beneficiary has the money. */
export type PayoutPaidEvent = EventBase & {
  readonly type: "payout.paid";
  readonly data: Payout;
};

/** A payout failed: its amount is available in the wallet again. */
export type PayoutFailedEvent = EventBase & {
  readonly type: "payout.failed";
  readonly data: Payout;
};

/** A paid payout came back: its amount is available in the wallet again. */
export type PayoutReversedEvent = EventBase & {
  readonly type: "payout.reversed";
  readonly data: Payout;
};

/** A payout was cancelled before it was sent. */
export type PayoutCancelledEvent = EventBase & {
  readonly type: "payout.cancelled";
  readonly data: Payout;
};

/** A beneficiary passed its checks and can be paid. */
export type BeneficiaryVerifiedEvent = EventBase & {
  readonly type: "beneficiary.verified";
  readonly data: Beneficiary;
};

/** A beneficiary did not pass its checks. */
export type BeneficiaryRejectedEvent = EventBase & {
  readonly type: "beneficiary.rejected";
  readonly data: Beneficiary;
};

/** The merchant was activated, suspended or closed. */
export type MerchantStatusChangedEvent = EventBase & {
  readonly type: "merchant.status_changed";
  readonly data: MerchantState;
};

/** The onboarding dossier was handed in for review. */
export type MerchantKybSubmittedEvent = EventBase & {
  readonly type: "merchant.kyb.submitted";
  readonly data: MerchantState;
};

/** The onboarding dossier was approved. */
export type MerchantKybApprovedEvent = EventBase & {
  readonly type: "merchant.kyb.approved";
  readonly data: MerchantState;
};

/** The onboarding dossier was rejected. */
export type MerchantKybRejectedEvent = EventBase & {
  readonly type: "merchant.kyb.rejected";
  readonly data: MerchantState;
};

/** An operator of the platform made an API key for you: see `name` and `permissions`. */
export type ApiKeyCreatedByOperatorEvent = EventBase & {
  readonly type: "api_key.created_by_operator";
  readonly data: ApiKey;
};

/** An operator of the platform revoked one of your API keys. */
export type ApiKeyRevokedByOperatorEvent = EventBase & {
  readonly type: "api_key.revoked_by_operator";
  readonly data: ApiKey;
};

/** An endpoint gets no more events: it answered 410, or failed for five days. */
export type WebhookEndpointDisabledEvent = EventBase & {
  readonly type: "webhook_endpoint.disabled";
  readonly data: WebhookEndpoint;
};

/** A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address. */
export type EndpointPingEvent = EventBase & {
  readonly type: "endpoint.ping";
  readonly data: WebhookEndpoint;
};

/** Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`. */
export type WebhookEvent = PaymentProcessingEvent | PaymentSucceededEvent | PaymentFailedEvent | PaymentLateRefundedEvent | PaymentDuplicateRefundedEvent | CheckoutSessionCompletedEvent | CheckoutSessionFailedEvent | CheckoutSessionExpiredEvent | CheckoutSessionCancelledEvent | PaymentLinkCreatedEvent | PaymentLinkUpdatedEvent | PaymentLinkExhaustedEvent | PaymentLinkExpiredEvent | PaymentLinkAbusedEvent | PaymentLinkCancelledEvent | RefundCreatedEvent | RefundAccountNeededEvent | RefundSucceededEvent | RefundFailedEvent | PayoutCreatedEvent | PayoutQueuedEvent | PayoutPaidEvent | PayoutFailedEvent | PayoutReversedEvent | PayoutCancelledEvent | BeneficiaryVerifiedEvent | BeneficiaryRejectedEvent | MerchantStatusChangedEvent | MerchantKybSubmittedEvent | MerchantKybApprovedEvent | MerchantKybRejectedEvent | ApiKeyCreatedByOperatorEvent | ApiKeyRevokedByOperatorEvent | WebhookEndpointDisabledEvent | EndpointPingEvent;
