<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris;

/**
 * The objects of the API, as arrays with its own names of fields. PHPStan and editors know them by these types.
 *
 * @phpstan-type AdvanceSandboxClockRequest array{
 *   seconds: int,
 * }
 *
 * The sandbox's clock after an advance, and what it moved.
 *
 * @phpstan-type AdvancedSandboxClock array{
 *   object: 'sandbox.clock',
 *   mode: Mode,
 *   advancedSeconds: int,
 *   version: int,
 *   createdAt: string|null,
 *   updatedAt: string|null,
 *   movedSeconds: int,
 *   moved: array{
 *     checkoutSessions: int,
 *     paymentIntents: int,
 *     paymentLinks: int,
 *     charges: int,
 *     refunds: int,
 *     payouts: int,
 *     payoutBatches: int,
 *     settlements: int,
 *     beneficiaries: int,
 *     webhookDeliveries: int,
 *     webhookEndpoints: int,
 *     providerOperations: int,
 *   },
 * }
 *
 * @phpstan-type AdvancedSandboxClockResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: AdvancedSandboxClock,
 * }
 *
 * Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F.
 *
 * @phpstan-type Amount string
 *
 * The amount beside it in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
 *
 * @phpstan-type AmountMinor string
 *
 * What every answer has beside its `data`.
 *
 * @phpstan-type Answer array{
 *   success: true,
 *   error: null,
 *   meta: null,
 * }
 *
 * An API key, without the key itself.
 *
 * @phpstan-type ApiKey array{
 *   object: 'api_key',
 *   id: string,
 *   merchantId: string,
 *   mode: Mode,
 *   name: string,
 *   last4: string,
 *   status: 'ACTIVE'|'EXPIRED'|'REVOKED',
 *   permissions: list<string>,
 *   merchantIds: list<string>,
 *   ipAllowlist: list<string>,
 *   requestsPerSecond: int,
 *   requestsLastMinute: int|null,
 *   expiresAt: string|null,
 *   revokedAt: string|null,
 *   lastUsedAt: string|null,
 *   owner: bool,
 *   replaces: string|null,
 *   createdBy: string,
 *   createdByName: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * An operator of the platform made an API key for you: see `name` and `permissions`.
 *
 * @phpstan-type ApiKeyCreatedByOperatorEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'api_key.created_by_operator',
 *   data: ApiKey,
 * }
 *
 * @phpstan-type ApiKeyList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<ApiKey>,
 * }
 *
 * @phpstan-type ApiKeyResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: ApiKey,
 * }
 *
 * An operator of the platform revoked one of your API keys.
 *
 * @phpstan-type ApiKeyRevokedByOperatorEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'api_key.revoked_by_operator',
 *   data: ApiKey,
 * }
 *
 * An API key that was just made, with the key itself.
 *
 * @phpstan-type ApiKeyWithSecret array{
 *   object: 'api_key',
 *   id: string,
 *   merchantId: string,
 *   mode: Mode,
 *   name: string,
 *   last4: string,
 *   status: 'ACTIVE'|'EXPIRED'|'REVOKED',
 *   permissions: list<string>,
 *   merchantIds: list<string>,
 *   ipAllowlist: list<string>,
 *   requestsPerSecond: int,
 *   requestsLastMinute: int|null,
 *   expiresAt: string|null,
 *   revokedAt: string|null,
 *   lastUsedAt: string|null,
 *   owner: bool,
 *   replaces: string|null,
 *   createdBy: string,
 *   createdByName: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   key: string|null,
 * }
 *
 * @phpstan-type ApiKeyWithSecretResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: ApiKeyWithSecret,
 * }
 *
 * Attempts to pay, by the hour in which they began.
 *
 * @phpstan-type AttemptCounts array{
 *   succeeded: int,
 *   failed: int,
 *   cancelled: int,
 *   unknown: int,
 *   underWay: int,
 *   successRate: int|float|null,
 * }
 *
 * What a payment by bank transfer needs.
 *
 * @phpstan-type BankTransferDetails array{
 *   countryCode?: string,
 *   payerName?: string,
 *   returnUrl?: PageAddress,
 * }
 *
 * Who can be paid, once the account was checked.
 *
 * @phpstan-type Beneficiary array{
 *   object: 'beneficiary',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   name: string,
 *   type: BeneficiaryType,
 *   details: array{
 *     phone: string|null,
 *     operator: string|null,
 *     countryCode: string|null,
 *     iban: string|null,
 *     bankName: string|null,
 *     walletId: string|null,
 *   },
 *   currency: Currency,
 *   status: 'PENDING_VERIFICATION'|'ACTIVE'|'REJECTED'|'DISABLED',
 *   nameCheck: 'NOT_CHECKED'|'MATCH'|'CLOSE_MATCH'|'MISMATCH'|'NOT_KNOWN'|'UNAVAILABLE',
 *   approvedBy: string|null,
 *   registeredName: string|null,
 *   rejectionReason: string|null,
 *   warnings: list<string>,
 *   payoutsAllowedFrom: string|null,
 *   reference: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * @phpstan-type BeneficiaryList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Beneficiary>,
 * }
 *
 * A beneficiary did not pass its checks.
 *
 * @phpstan-type BeneficiaryRejectedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'beneficiary.rejected',
 *   data: Beneficiary,
 * }
 *
 * @phpstan-type BeneficiaryResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Beneficiary,
 * }
 *
 * Where the money goes, which decides the fields of `details`.
 *
 * @phpstan-type BeneficiaryType 'MOBILE_MONEY'|'BANK_ACCOUNT'|'WALLET'
 *
 * A beneficiary passed its checks and can be paid.
 *
 * @phpstan-type BeneficiaryVerifiedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'beneficiary.verified',
 *   data: Beneficiary,
 * }
 *
 * Who asks, and what the key or log-in may do.
 *
 * @phpstan-type Caller array{
 *   object: 'caller',
 *   kind: 'KEY'|'PERSON',
 *   id: string,
 *   name: string|null,
 *   mode: Mode,
 *   merchantId: string,
 *   merchantName: string,
 *   permissions: list<string>,
 * }
 *
 * @phpstan-type CallerResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Caller,
 * }
 *
 * What a payment by card needs. Card numbers are never sent here.
 *
 * @phpstan-type CardDetails array{
 *   returnUrl?: PageAddress,
 *   cardToken?: string,
 * }
 *
 * One attempt to collect money from a payer.
 *
 * @phpstan-type Charge array{
 *   object: 'charge',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   paymentIntentId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   shortReference: string,
 *   attemptNumber: int,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   fee: MinorUnits|null,
 *   net: MinorUnits|null,
 *   amountRefunded: MinorUnits,
 *   refundStatus: ChargeRefundStatus,
 *   status: ChargeStatus,
 *   paymentMethod: PaymentMethod,
 *   paymentMethodDetails: PaymentMethodDetails,
 *   provider: ProviderReference,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   late: bool,
 *   duplicate: bool,
 *   superseded: bool,
 *   reviewReason: string|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   succeededAt: string|null,
 *   failedAt: string|null,
 * }
 *
 * @phpstan-type ChargeList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Charge>,
 * }
 *
 * How much of the charge was given back.
 *
 * @phpstan-type ChargeRefundStatus 'NONE'|'PARTIAL'|'FULL'
 *
 * IN_RECONCILIATION: the outcome is not known yet, and money may still move.
 *
 * @phpstan-type ChargeStatus 'PENDING'|'REQUIRES_ACTION'|'PROCESSING'|'IN_RECONCILIATION'|'SUCCEEDED'|'FAILED'|'CANCELLED'
 *
 * A charge, with what its payer does next.
 *
 * @phpstan-type ChargeWithNextStep array{
 *   object: 'charge',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   paymentIntentId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   shortReference: string,
 *   attemptNumber: int,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   fee: MinorUnits|null,
 *   net: MinorUnits|null,
 *   amountRefunded: MinorUnits,
 *   refundStatus: ChargeRefundStatus,
 *   status: ChargeStatus,
 *   paymentMethod: PaymentMethod,
 *   paymentMethodDetails: PaymentMethodDetails,
 *   provider: ProviderReference,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   late: bool,
 *   duplicate: bool,
 *   superseded: bool,
 *   reviewReason: string|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   succeededAt: string|null,
 *   failedAt: string|null,
 *   nextStep: 'POLL'|'REDIRECT'|'DISPLAY_QR'|null,
 *   actionUrl: string|null,
 *   sandboxUrl: string|null,
 *   qrPayload: string|null,
 *   instructions: TransferInstructions|null,
 *   pollAfterMs: int|null,
 *   messageToPayer: string|null,
 * }
 *
 * @phpstan-type ChargeWithNextStepResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: ChargeWithNextStep,
 * }
 *
 * The attempt in progress, and what the payer does next.
 *
 * @phpstan-type CheckoutCompletion array{
 *   object: 'checkout.completion',
 *   sessionId: string,
 *   status: CheckoutSessionState,
 *   nextStep: 'POLL'|'REDIRECT'|'DISPLAY_QR'|null,
 *   actionUrl: string|null,
 *   sandboxUrl: string|null,
 *   qrPayload: string|null,
 *   instructions: TransferInstructions|null,
 *   pollAfterMs: int|null,
 *   paymentIntentId: string,
 *   chargeId: string,
 *   attemptNumber: int,
 *   attemptsRemaining: int,
 *   messageToPayer: string|null,
 * }
 *
 * @phpstan-type CheckoutCompletionResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutCompletion,
 * }
 *
 * The ways to pay that the payer is offered now.
 *
 * @phpstan-type CheckoutMethods array{
 *   object: 'checkout.methods',
 *   sessionId: string,
 *   methods: list<array{
 *     method: PaymentMethod,
 *     operator: string|null,
 *     displayName: string,
 *     countryCode: string|null,
 *     min: string|null,
 *     max: string|null,
 *     step: string|null,
 *     authFlow: 'PIN_PROMPT'|'OTP'|'REDIRECT'|'QR'|'TRANSFER',
 *     status: 'OPERATIONAL'|'DEGRADED'|'CLOSED',
 *     prompt: string|null,
 *   }>,
 * }
 *
 * Which ways to pay a session offers now, and why not the others.
 *
 * @phpstan-type CheckoutMethodsExplanation array{
 *   object: 'checkout.methods_explanation',
 *   sessionId: string,
 *   allowedMethods: list<PaymentMethod>,
 *   methods: list<array{
 *     method: PaymentMethod,
 *     operator: string|null,
 *     displayName: string,
 *     countryCode: string|null,
 *     offered: bool,
 *     reason: string|null,
 *     ruleId: string|null,
 *     subTenantId: string|null,
 *     providerAccountId: string|null,
 *     min: string|null,
 *     max: string|null,
 *     step: string|null,
 *     outage: array{
 *       status: 'DEGRADED'|'CLOSED',
 *       reason: string,
 *     }|null,
 *   }>,
 * }
 *
 * @phpstan-type CheckoutMethodsExplanationResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutMethodsExplanation,
 * }
 *
 * @phpstan-type CheckoutMethodsResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutMethods,
 * }
 *
 * A payment link as its payers see it.
 *
 * @phpstan-type CheckoutPaymentLink array{
 *   object: 'checkout.payment_link',
 *   slug: string,
 *   mode: Mode,
 *   url: string,
 *   linkStatus: PaymentLinkStatus,
 *   amount: MinorUnits|null,
 *   amountDisplay: string|null,
 *   amountMin: MinorUnits|null,
 *   amountMax: MinorUnits|null,
 *   amountSuggestions: list<MinorUnits>|null,
 *   quantityMin: int|null,
 *   quantityMax: int|null,
 *   currency: Currency,
 *   title: string|null,
 *   description: string|null,
 *   merchantName: string,
 *   merchantLogo?: string,
 *   locale: Locale,
 *   branding?: array{
 *     primaryColor: string,
 *   },
 *   customFields: list<CustomField>,
 *   expiresAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * @phpstan-type CheckoutPaymentLinkResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutPaymentLink,
 * }
 *
 * A checkout session as its payer sees it.
 *
 * @phpstan-type CheckoutPublicSession array{
 *   object: 'checkout.public_session',
 *   sessionId: string,
 *   mode: Mode,
 *   status: CheckoutSessionState,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   title: string,
 *   description: string|null,
 *   allowedMethods: list<PaymentMethod>,
 *   merchantName: string|null,
 *   merchantLogo?: string,
 *   locale?: Locale,
 *   expiresAt: string|null,
 *   branding?: array{
 *     primaryColor: string,
 *   },
 *   customFields: list<CustomField>,
 *   successMessage?: string,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   retryable: bool,
 *   attemptsRemaining: int,
 *   version: int,
 * }
 *
 * @phpstan-type CheckoutPublicSessionResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutPublicSession,
 * }
 *
 * One payment that a payer is asked for.
 *
 * @phpstan-type CheckoutSession array{
 *   object: 'checkout.session',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   url: string,
 *   status: CheckoutSessionState,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   title: string,
 *   description: string|null,
 *   quantity?: int,
 *   allowedMethods: list<PaymentMethod>|null,
 *   successUrl: string|null,
 *   cancelUrl: string|null,
 *   reference: string|null,
 *   customer: Customer|null,
 *   locale: Locale,
 *   customFields: list<CustomField>,
 *   customFieldValues: array<string, string>|null,
 *   successMessage: string|null,
 *   branding: array{
 *     primaryColor: string,
 *   }|null,
 *   metadata: StoredMetadata,
 *   maxAttempts: int,
 *   attemptCount: int,
 *   latePaymentPolicy: LatePaymentPolicy,
 *   paymentIntentId: string|null,
 *   chargeId: string|null,
 *   shortReference: string|null,
 *   paymentLinkId: string|null,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   retryable: bool,
 *   paidLate: bool,
 *   expiresAt: string,
 *   completedAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * The session is finished: you cancelled it.
 *
 * @phpstan-type CheckoutSessionCancelledEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'checkout.session.cancelled',
 *   data: CheckoutSession,
 * }
 *
 * The session is finished: it was paid.
 *
 * @phpstan-type CheckoutSessionCompletedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'checkout.session.completed',
 *   data: CheckoutSession,
 * }
 *
 * The session is finished: nobody paid in time.
 *
 * @phpstan-type CheckoutSessionExpiredEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'checkout.session.expired',
 *   data: CheckoutSession,
 * }
 *
 * The session is finished: its last attempt failed.
 *
 * @phpstan-type CheckoutSessionFailedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'checkout.session.failed',
 *   data: CheckoutSession,
 * }
 *
 * @phpstan-type CheckoutSessionList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<CheckoutSession>,
 * }
 *
 * @phpstan-type CheckoutSessionResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutSession,
 * }
 *
 * SUCCEEDED is final; late money can change the others.
 *
 * @phpstan-type CheckoutSessionState 'OPEN'|'PROCESSING'|'SUCCEEDED'|'FAILED'|'EXPIRED'|'CANCELLED'
 *
 * How a session stands, for pages that wait.
 *
 * @phpstan-type CheckoutSessionStatus array{
 *   object: 'checkout.session.status',
 *   sessionId: string,
 *   status: CheckoutSessionState,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   retryable: bool,
 *   attemptsRemaining: int,
 *   nextStep: 'POLL'|'REDIRECT'|'DISPLAY_QR'|null,
 *   actionUrl: string|null,
 *   sandboxUrl: string|null,
 *   qrPayload: string|null,
 *   instructions: TransferInstructions|null,
 *   pollAfterMs: int|null,
 *   paymentIntentId: string|null,
 *   chargeId: string|null,
 *   paidLate: bool,
 *   successUrl: string|null,
 *   expiresAt: string,
 *   version: int,
 * }
 *
 * @phpstan-type CheckoutSessionStatusResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: CheckoutSessionStatus,
 * }
 *
 * @phpstan-type ClaimApiKeyRequest array{
 *   token: string,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionByBankTransfer array{
 *   paymentMethod: 'BANK_TRANSFER',
 *   paymentDetails: BankTransferDetails,
 *   customFieldValues?: CustomFieldValues,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionByCard array{
 *   paymentMethod: 'CARD',
 *   paymentDetails: CardDetails,
 *   customFieldValues?: CustomFieldValues,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionByMobileMoney array{
 *   paymentMethod: 'MOBILE_MONEY',
 *   paymentDetails: MobileMoneyDetails,
 *   customFieldValues?: CustomFieldValues,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionByQr array{
 *   paymentMethod: 'QR',
 *   paymentDetails: QrDetails,
 *   customFieldValues?: CustomFieldValues,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionByWallet array{
 *   paymentMethod: 'WALLET',
 *   paymentDetails: WalletDetails,
 *   customFieldValues?: CustomFieldValues,
 * }
 *
 * @phpstan-type CompleteCheckoutSessionRequest CompleteCheckoutSessionByWallet|CompleteCheckoutSessionByMobileMoney|CompleteCheckoutSessionByCard|CompleteCheckoutSessionByBankTransfer|CompleteCheckoutSessionByQr
 *
 * @phpstan-type ConfirmPaymentIntentByBankTransfer array{
 *   paymentMethod: 'BANK_TRANSFER',
 *   paymentDetails: BankTransferDetails,
 *   returnUrl?: string,
 * }
 *
 * @phpstan-type ConfirmPaymentIntentByCard array{
 *   paymentMethod: 'CARD',
 *   paymentDetails: CardDetails,
 *   returnUrl?: string,
 * }
 *
 * @phpstan-type ConfirmPaymentIntentByMobileMoney array{
 *   paymentMethod: 'MOBILE_MONEY',
 *   paymentDetails: MobileMoneyDetails,
 *   returnUrl?: string,
 * }
 *
 * @phpstan-type ConfirmPaymentIntentByQr array{
 *   paymentMethod: 'QR',
 *   paymentDetails: QrDetails,
 *   returnUrl?: string,
 * }
 *
 * @phpstan-type ConfirmPaymentIntentByWallet array{
 *   paymentMethod: 'WALLET',
 *   paymentDetails: WalletDetails,
 *   returnUrl?: string,
 * }
 *
 * @phpstan-type ConfirmPaymentIntentRequest ConfirmPaymentIntentByWallet|ConfirmPaymentIntentByMobileMoney|ConfirmPaymentIntentByCard|ConfirmPaymentIntentByBankTransfer|ConfirmPaymentIntentByQr
 *
 * @phpstan-type CreateApiKeyRequest array{
 *   name: string,
 *   permissions: list<Permission>,
 *   merchantIds?: list<string>,
 *   ipAllowlist?: list<string>,
 *   expiresAt?: Instant|null,
 *   requestsPerSecond?: int,
 * }
 *
 * @phpstan-type CreateBeneficiaryRequest array{
 *   name: string,
 *   type: BeneficiaryType,
 *   details: array{
 *     phone?: string,
 *     operator?: MobileMoneyOperator,
 *     countryCode?: string,
 *     iban?: string,
 *     bankName?: string,
 *     walletId?: string,
 *   },
 *   currency: Currency,
 *   reference?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeByBankTransfer array{
 *   amount: Amount,
 *   currency: Currency,
 *   paymentMethod: 'BANK_TRANSFER',
 *   paymentDetails: BankTransferDetails,
 *   returnUrl?: string,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeByCard array{
 *   amount: Amount,
 *   currency: Currency,
 *   paymentMethod: 'CARD',
 *   paymentDetails: CardDetails,
 *   returnUrl?: string,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeByMobileMoney array{
 *   amount: Amount,
 *   currency: Currency,
 *   paymentMethod: 'MOBILE_MONEY',
 *   paymentDetails: MobileMoneyDetails,
 *   returnUrl?: string,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeByQr array{
 *   amount: Amount,
 *   currency: Currency,
 *   paymentMethod: 'QR',
 *   paymentDetails: QrDetails,
 *   returnUrl?: string,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeByWallet array{
 *   amount: Amount,
 *   currency: Currency,
 *   paymentMethod: 'WALLET',
 *   paymentDetails: WalletDetails,
 *   returnUrl?: string,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateChargeRequest CreateChargeByWallet|CreateChargeByMobileMoney|CreateChargeByCard|CreateChargeByBankTransfer|CreateChargeByQr
 *
 * @phpstan-type CreateCheckoutSessionRequest array{
 *   amount: Amount,
 *   currency: Currency,
 *   title: string,
 *   description?: string,
 *   allowedMethods?: list<PaymentMethod>,
 *   successUrl?: PageAddress,
 *   cancelUrl?: PageAddress,
 *   reference?: string,
 *   customer?: CustomerInput,
 *   locale?: Locale,
 *   expiresAt?: Instant,
 *   customFields?: list<CustomFieldInput>,
 *   successMessage?: string,
 *   branding?: array{
 *     primaryColor?: string,
 *   },
 *   metadata?: Metadata,
 *   maxAttempts?: int,
 *   latePaymentPolicy?: LatePaymentPolicy,
 * }
 *
 * @phpstan-type CreateExportRequest array{
 *   list: string,
 *   format?: 'CSV'|'XLSX',
 *   heads?: 'WORDS'|'NAMES',
 *   locale?: Locale,
 *   separator?: ','|';',
 *   timeZone?: string,
 * }
 *
 * @phpstan-type CreatePaymentIntentRequest array{
 *   amount: Amount,
 *   currency: Currency,
 *   allowedMethods?: list<PaymentMethod>,
 *   customer?: CustomerInput,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 *   expiresAt?: Instant,
 *   maxAttempts?: int,
 *   latePaymentPolicy?: LatePaymentPolicy,
 * }
 *
 * @phpstan-type CreatePaymentLinkRequest array{
 *   amount: Amount|null,
 *   currency: Currency,
 *   amountMin?: Amount,
 *   amountMax?: Amount,
 *   amountSuggestions?: list<Amount>,
 *   quantityMin?: int,
 *   quantityMax?: int,
 *   title?: string,
 *   description?: string,
 *   slug?: string,
 *   reference?: string,
 *   reusable?: bool,
 *   maxUses?: int|null,
 *   allowedMethods?: list<PaymentMethod>,
 *   successUrl?: PageAddress,
 *   cancelUrl?: PageAddress,
 *   expiresAt?: Instant,
 *   customFields?: list<CustomFieldInput>,
 *   metadata?: Metadata,
 *   inactiveMessage?: string,
 * }
 *
 * @phpstan-type CreatePayoutBatchRequest array{
 *   walletId: string,
 *   reference?: string,
 *   rows: list<array{
 *     beneficiaryId: string,
 *     amount: Amount,
 *     reference?: string,
 *     description?: string,
 *     metadata?: Metadata,
 *   }>,
 * }
 *
 * @phpstan-type CreatePayoutRequest array{
 *   walletId: string,
 *   beneficiaryId: string,
 *   amount: Amount,
 *   reference?: string,
 *   description?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateRefundRequest array{
 *   amount?: Amount,
 *   reason?: 'REQUESTED_BY_PAYER'|'DUPLICATE'|'FRAUD'|'LATE_PAYMENT'|'OTHER',
 *   note?: string,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type CreateWebhookEndpointRequest array{
 *   url: string,
 *   events?: list<SubscribedEvent>|'*',
 *   status?: WebhookEndpointStatus,
 *   description?: string|null,
 *   ordered?: bool,
 * }
 *
 * ISO 4217 code.
 *
 * @phpstan-type Currency 'XOF'|'XAF'|'GNF'|'CDF'|'EUR'|'USD'|'NGN'|'GHS'|'KES'|'RWF'|'UGX'|'BIF'|'DJF'|'KMF'|'TND'|'MGA'|'MRU'|'MAD'|'DZD'|'CVE'|'GMD'|'LRD'|'SLE'|'ZMW'|'TZS'|'MWK'|'MZN'|'ETB'|'GBP'|'JPY'|'CHF'|'CAD'|'CNY'|'AED'|'EGP'|'ZAR'|'KWD'|'BHD'|'OMR'|'JOD'
 *
 * @phpstan-type CustomField array{
 *   key: string,
 *   label: string,
 *   type: CustomFieldType,
 *   required: bool,
 *   options?: list<CustomFieldOption>,
 *   minLength?: int,
 *   maxLength?: int,
 *   defaultValue?: string,
 * }
 *
 * @phpstan-type CustomFieldInput array{
 *   key: string,
 *   label: string,
 *   type: CustomFieldType,
 *   required?: bool,
 *   options?: list<CustomFieldOptionInput>,
 *   minLength?: int,
 *   maxLength?: int,
 *   defaultValue?: string,
 * }
 *
 * @phpstan-type CustomFieldOption array{
 *   value: string,
 *   label: string,
 * }
 *
 * @phpstan-type CustomFieldOptionInput array{
 *   value: string,
 *   label: string,
 * }
 *
 * What the payer enters; DROPDOWN: one of `options`.
 *
 * @phpstan-type CustomFieldType 'TEXT'|'NUMBER'|'DROPDOWN'|'PHONE'|'EMAIL'
 *
 * Answers to `customFields`, by the field's key.
 *
 * @phpstan-type CustomFieldValues array<string, string>
 *
 * @phpstan-type Customer array{
 *   name?: string,
 *   email?: string,
 *   phone?: string,
 * }
 *
 * What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it.
 *
 * @phpstan-type CustomerInput array{
 *   name?: string,
 *   email?: string,
 *   phone?: string,
 * }
 *
 * Decimal text in major units: `5000` in XOF, `50.00` in EUR.
 *
 * @phpstan-type DecimalAmount string
 *
 * An endpoint that is gone; its deliveries were cancelled.
 *
 * @phpstan-type DeletedWebhookEndpoint array{
 *   object: 'webhook_endpoint',
 *   id: string,
 *   mode: Mode,
 *   deleted: true,
 * }
 *
 * @phpstan-type DeletedWebhookEndpointResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: DeletedWebhookEndpoint,
 * }
 *
 * A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address.
 *
 * @phpstan-type EndpointPingEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'endpoint.ping',
 *   data: WebhookEndpoint,
 * }
 *
 * The answer to a request that was refused or failed.
 *
 * @phpstan-type Error array{
 *   success: false,
 *   data: null,
 *   error: ErrorBody,
 *   meta: null,
 * }
 *
 * Why the request was refused.
 *
 * @phpstan-type ErrorBody array{
 *   code: ErrorCode,
 *   message: string,
 *   details: ErrorDetails,
 * }
 *
 * Names the reason. Codes are stable: decide by the code, never by the message. New codes can be added.
 *
 * @phpstan-type ErrorCode 'API_KEY_CLAIM_INVALID'|'API_KEY_EXCEEDS_CREATOR'|'API_KEY_LIMIT_REACHED'|'API_KEY_NOT_ACTIVE'|'BENEFICIARY_NEEDS_ANOTHER_APPROVER'|'BENEFICIARY_NOT_ACTIVE'|'BENEFICIARY_NOT_APPROVABLE'|'CARD_DATA_NOT_ALLOWED'|'CHARGE_NOT_REFUNDABLE'|'CHECKOUT_NO_LIVE_ACCOUNT'|'CHECKOUT_NO_PAYMENT_METHODS'|'CHECKOUT_SESSION_ALREADY_COMPLETED'|'CHECKOUT_SESSION_EXPIRED'|'CHECKOUT_SESSION_NOT_FOUND'|'CHECKOUT_SESSION_NOT_OPEN'|'EXPORT_NOT_CANCELLABLE'|'EXPORT_NOT_READY'|'EXPORT_NOT_YOURS'|'EXPORT_TOO_LARGE'|'FOREIGN_REQUEST'|'FOUR_EYES_REQUIRED'|'HEADERS_TOO_LARGE'|'IDEMPOTENCY_KEY_MISMATCH'|'IDEMPOTENCY_KEY_REQUIRED'|'IDEMPOTENCY_REQUEST_IN_PROGRESS'|'INSUFFICIENT_PERMISSIONS'|'INSUFFICIENT_WALLET_BALANCE'|'INTERNAL_ERROR'|'INVALID_MERCHANT_SCOPE'|'Invalid API key'|'LEDGER_DETACHED'|'LIVE_MODE_REFUSED'|'LOG_IN_REQUIRED'|'MERCHANT_KYB_NOT_APPROVED'|'METHOD_NOT_ALLOWED'|'METHOD_NOT_ALLOWED_FOR_SESSION'|'NO_ROLE_IN_MODE'|'PAYLOAD_TOO_LARGE'|'PAYMENT_FAILED'|'PAYMENT_INTENT_NOT_CANCELLABLE'|'PAYMENT_INTENT_NOT_CONFIRMABLE'|'PAYMENT_LINK_EXPIRED'|'PAYMENT_LINK_MAX_USES_REACHED'|'PAYMENT_LINK_NOT_ACTIVE'|'PAYMENT_LINK_SLUG_TAKEN'|'PAYMENT_METHOD_NOT_AVAILABLE'|'PAYOUT_NEEDS_ANOTHER_APPROVER'|'PAYOUT_NOT_APPROVABLE'|'PAYOUT_NOT_CANCELLABLE'|'RATE_LIMITED'|'REFUND_ABOVE_LIMIT'|'REFUND_AMOUNT_EXCEEDS_REMAINING'|'REFUND_NEEDS_NO_ACCOUNT'|'REFUND_NOT_CANCELLABLE'|'REPORT_TOO_LARGE'|'REQUEST_TIMEOUT'|'RESOURCE_NOT_FOUND'|'SANDBOX_ONLY'|'SANDBOX_RESET_UNDER_WAY'|'SECOND_FACTOR_ENROLMENT_REQUIRED'|'SERVICE_UNAVAILABLE'|'STEP_UP_REQUIRED'|'TOO_MANY_EXPORTS'|'UNSUPPORTED_MEDIA_TYPE'|'VALIDATION_ERROR'|'WEBHOOK_BUDGET_SPENT'|'WEBHOOK_ENDPOINT_DISABLED'|'WEBHOOK_ENDPOINT_LIMIT_REACHED'|'WEBHOOK_ENDPOINT_UNPROVED'|'WEBHOOK_REPLAY_IN_PROGRESS'
 *
 * More about the reason. Some codes add fields of their own.
 *
 * @phpstan-type ErrorDetails array{
 *   requestId: string,
 *   fields?: list<FieldError>,
 * }
 *
 * An event, as it was sent.
 *
 * @phpstan-type Event array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: string,
 *   data: array<string, mixed>,
 * }
 *
 * What every event has beside its `type` and its `data`.
 *
 * @phpstan-type EventBase array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 * }
 *
 * @phpstan-type EventList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Event>,
 * }
 *
 * @phpstan-type EventResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Event,
 * }
 *
 * Name of an event.
 *
 * @phpstan-type EventType 'payment.processing'|'payment.succeeded'|'payment.failed'|'payment.late_refunded'|'payment.duplicate_refunded'|'checkout.session.completed'|'checkout.session.failed'|'checkout.session.expired'|'checkout.session.cancelled'|'payment_link.created'|'payment_link.updated'|'payment_link.exhausted'|'payment_link.expired'|'payment_link.abused'|'payment_link.cancelled'|'refund.created'|'refund.account_needed'|'refund.succeeded'|'refund.failed'|'payout.created'|'payout.queued'|'payout.paid'|'payout.failed'|'payout.reversed'|'payout.cancelled'|'beneficiary.verified'|'beneficiary.rejected'|'merchant.status_changed'|'merchant.kyb.submitted'|'merchant.kyb.approved'|'merchant.kyb.rejected'|'api_key.created_by_operator'|'api_key.revoked_by_operator'|'webhook_endpoint.disabled'|'endpoint.ping'
 *
 * A list that is being written to a file, or was.
 *
 * @phpstan-type Export array{
 *   object: 'export',
 *   id: string,
 *   mode: Mode|null,
 *   merchantId: string|null,
 *   status: 'PENDING'|'READY'|'FAILED'|'CANCELLED'|'EXPIRED',
 *   list: string,
 *   operation: string,
 *   fileName: string,
 *   format: 'CSV'|'XLSX',
 *   heads: 'WORDS'|'NAMES',
 *   locale: Locale,
 *   separator: ','|';',
 *   timeZone: string,
 *   rowsWritten: int,
 *   rowsTotal: int|null,
 *   bytes: int,
 *   failureCode: 'RIGHTS_ENDED'|'LIST_REFUSED'|'TOO_MANY_ROWS'|'NOT_READABLE'|null,
 *   createdBy: string,
 *   finishedAt: string|null,
 *   expiresAt: string,
 *   version: int,
 *   createdAt: string,
 * }
 *
 * @phpstan-type ExportList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Export>,
 * }
 *
 * @phpstan-type ExportResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Export,
 * }
 *
 * A charge that failed.
 *
 * @phpstan-type FailedCharge array{
 *   object: 'charge',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   paymentIntentId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   shortReference: string,
 *   attemptNumber: int,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   fee: MinorUnits|null,
 *   net: MinorUnits|null,
 *   amountRefunded: MinorUnits,
 *   refundStatus: ChargeRefundStatus,
 *   status: ChargeStatus,
 *   paymentMethod: PaymentMethod,
 *   paymentMethodDetails: PaymentMethodDetails,
 *   provider: ProviderReference,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   late: bool,
 *   duplicate: bool,
 *   superseded: bool,
 *   reviewReason: string|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   succeededAt: string|null,
 *   failedAt: string|null,
 *   reason: string|null,
 * }
 *
 * Why it failed, in the same words for every provider.
 *
 * @phpstan-type FailureCode 'PAYMENT_NOT_CONFIRMED'|'INSUFFICIENT_FUNDS'|'PAYMENT_IN_PROGRESS'|'PAYER_NOT_FOUND'|'LIMIT_EXCEEDED'|'INVALID_RECIPIENT'|'AMOUNT_OUT_OF_BOUNDS'|'INVALID_AMOUNT'|'INVALID_CURRENCY'|'PROVIDER_UNAVAILABLE'|'CARD_DECLINED'|'PAYMENT_CANCELLED'|'RISK_BLOCKED'|'UNKNOWN'
 *
 * @phpstan-type FieldError array{
 *   path: string,
 *   rule: string,
 *   message: string,
 * }
 *
 * @phpstan-type GiveRefundRecipientRequest array{
 *   iban: string,
 *   holderName: string,
 * }
 *
 * Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z.
 *
 * @phpstan-type Instant string
 *
 * Where the review of the merchant's dossier stands.
 *
 * @phpstan-type KybStatus 'DRAFT'|'SUBMITTED'|'IN_REVIEW'|'INFO_REQUESTED'|'APPROVED'|'REJECTED'
 *
 * What happens to money that arrives after the session has ended.
 *
 * @phpstan-type LatePaymentPolicy 'ACCEPT'|'REFUND'|'REVIEW'
 *
 * Which fields a record has depends on `record`.
 *
 * @phpstan-type LedgerRecord array{
 *   record: 'opening'|'transfer'|'seal'|'end',
 *   format?: string,
 *   merchantId?: string,
 *   mode?: string,
 *   walletId?: string,
 *   currency?: string,
 *   id?: string,
 *   transactionId?: string,
 *   type?: string,
 *   from?: string,
 *   to?: string,
 *   sourceType?: string,
 *   sourceId?: string,
 *   createdAt?: string,
 *   balances?: string,
 *   previousHash?: string,
 *   hash?: string,
 *   exponent?: int,
 *   position?: int,
 *   number?: int,
 *   firstPosition?: int,
 *   lastPosition?: int,
 *   amount?: string,
 *   balanceAfter?: string,
 * }
 *
 * @phpstan-type LedgerRecordArrayResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: list<LedgerRecord>,
 * }
 *
 * The last seal of the wallet's chain that lies wholly within the report, or before it.
 *
 * @phpstan-type LedgerSeal array{
 *   number: int,
 *   lastPosition: int,
 *   hash: string,
 *   createdAt: string,
 * }
 *
 * What every page of a list has beside its `data`.
 *
 * @phpstan-type ListAnswer array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 * }
 *
 * Language of the texts.
 *
 * @phpstan-type Locale 'fr'|'en'|'pt'
 *
 * The onboarding dossier was approved.
 *
 * @phpstan-type MerchantKybApprovedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'merchant.kyb.approved',
 *   data: MerchantState,
 * }
 *
 * The onboarding dossier was rejected.
 *
 * @phpstan-type MerchantKybRejectedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'merchant.kyb.rejected',
 *   data: MerchantState,
 * }
 *
 * The onboarding dossier was handed in for review.
 *
 * @phpstan-type MerchantKybSubmittedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'merchant.kyb.submitted',
 *   data: MerchantState,
 * }
 *
 * @phpstan-type MerchantOutage array{
 *   object: 'outage',
 *   id: string,
 *   merchantId: string,
 *   mode: Mode,
 *   method: PaymentMethod,
 *   operator: string|null,
 *   country: string|null,
 *   status: 'DEGRADED'|'CLOSED',
 *   reason: string,
 *   state: 'ANNOUNCED'|'OPEN'|'ENDED',
 *   startsAt: string,
 *   endsAt: string|null,
 * }
 *
 * @phpstan-type MerchantOutageList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<MerchantOutage>,
 * }
 *
 * How the merchant stands in one mode.
 *
 * @phpstan-type MerchantState array{
 *   object: 'merchant',
 *   id: string,
 *   mode: Mode,
 *   status: 'PENDING'|'ACTIVE'|'SUSPENDED'|'CLOSED',
 *   messageToMerchant: string|null,
 *   kybStatus: KybStatus,
 *   displayName: string,
 *   countryCode: string,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * The merchant was activated, suspended or closed.
 *
 * @phpstan-type MerchantStatusChangedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'merchant.status_changed',
 *   data: MerchantState,
 * }
 *
 * Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters.
 *
 * @phpstan-type Metadata array<string, string>
 *
 * Minor units, as text.
 *
 * @phpstan-type MinorUnits string
 *
 * What a payment by mobile money needs.
 *
 * @phpstan-type MobileMoneyDetails array{
 *   phone: string,
 *   operator?: MobileMoneyOperator,
 *   countryCode?: string,
 *   otp?: string,
 *   returnUrl?: PageAddress,
 * }
 *
 * May be left out where the number tells the operator.
 *
 * @phpstan-type MobileMoneyOperator 'ORANGE'|'MTN'|'MOOV'|'WAVE'|'FREE'|'AIRTEL'|'VODACOM'|'AFRICELL'|'TMONEY'|'EXPRESSO'|'TELECEL'|'CELTIIS'
 *
 * SANDBOX: test money, apart from LIVE.
 *
 * @phpstan-type Mode 'SANDBOX'|'LIVE'
 *
 * @phpstan-type Network array{
 *   object: 'network',
 *   method: PaymentMethod,
 *   operator: string|null,
 *   country: string|null,
 *   displayName: string,
 *   currency: string,
 *   collects: array{
 *     state: 'OPERATIONAL'|'DEGRADED'|'CLOSED',
 *     closedBy: 'OUTAGE'|'NO_ANSWER'|'LIMIT_REACHED'|null,
 *   }|null,
 *   paysOut: array{
 *     state: 'OPERATIONAL'|'DEGRADED'|'CLOSED',
 *     closedBy: 'OUTAGE'|'NO_ANSWER'|'LIMIT_REACHED'|null,
 *   }|null,
 *   min: string|null,
 *   max: string|null,
 *   step: string|null,
 *   outages: list<MerchantOutage>,
 * }
 *
 * @phpstan-type NetworkArrayResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: list<Network>,
 * }
 *
 * @phpstan-type OpenPaymentLinkSessionRequest array{
 *   amount?: Amount,
 *   quantity?: int,
 * }
 *
 * The session that was opened at a payment link.
 *
 * @phpstan-type OpenedCheckoutSession array{
 *   object: 'checkout.session',
 *   id: string,
 *   mode: Mode,
 *   url: string,
 *   status: CheckoutSessionState,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   title: string,
 *   description: string|null,
 *   locale: Locale,
 *   quantity?: int,
 *   customFields: list<CustomField>,
 *   expiresAt: string,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * @phpstan-type OpenedCheckoutSessionResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: OpenedCheckoutSession,
 * }
 *
 * Which payouts of a wallet wait for a second person.
 *
 * @phpstan-type OwnPayoutApproval array{
 *   object: 'own_payout_approval',
 *   walletId: string,
 *   mode: Mode,
 *   merchantId: string,
 *   currency: string,
 *   above: string|null,
 *   version: int,
 *   proposal: array{
 *     above: string|null,
 *     proposedBy: string,
 *     proposedAt: string,
 *     expiresAt: string,
 *   }|null,
 * }
 *
 * @phpstan-type OwnPayoutApprovalResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: OwnPayoutApproval,
 * }
 *
 * An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id.
 *
 * @phpstan-type PageAddress string
 *
 * Where this page stands in the list.
 *
 * @phpstan-type PageMeta array{
 *   page: int|null,
 *   pageSize: int,
 *   total: int|null,
 *   totalPages: int|null,
 *   hasMore: bool,
 *   nextCursor: string|null,
 * }
 *
 * A second payment of the same session was sent back to the payer.
 *
 * @phpstan-type PaymentDuplicateRefundedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment.duplicate_refunded',
 *   data: RefundedCharge,
 * }
 *
 * A payment attempt failed: see `failureCode`. The payer may still try again.
 *
 * @phpstan-type PaymentFailedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment.failed',
 *   data: FailedCharge,
 * }
 *
 * One amount to collect, over all attempts.
 *
 * @phpstan-type PaymentIntent array{
 *   object: 'payment_intent',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   amountReceived: MinorUnits,
 *   amountRefunded: MinorUnits,
 *   currency: Currency,
 *   status: PaymentIntentStatus,
 *   allowedMethods: list<PaymentMethod>|null,
 *   latestChargeId: string|null,
 *   charges: list<Charge>,
 *   lastFailure: array{
 *     failureCode: FailureCode,
 *     failureMessage: string,
 *   }|null,
 *   customer: Customer|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   expiresAt: string|null,
 *   succeededAt: string|null,
 *   cancelledAt: string|null,
 * }
 *
 * @phpstan-type PaymentIntentList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<PaymentIntent>,
 * }
 *
 * FAILED and CANCELLED are final, unless late money arrives.
 *
 * @phpstan-type PaymentIntentStatus 'REQUIRES_PAYMENT_METHOD'|'REQUIRES_ACTION'|'PROCESSING'|'SUCCEEDED'|'FAILED'|'CANCELLED'
 *
 * A payment intent, with what its payer does next.
 *
 * @phpstan-type PaymentIntentWithNextStep array{
 *   object: 'payment_intent',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   amountReceived: MinorUnits,
 *   amountRefunded: MinorUnits,
 *   currency: Currency,
 *   status: PaymentIntentStatus,
 *   allowedMethods: list<PaymentMethod>|null,
 *   latestChargeId: string|null,
 *   charges: list<Charge>,
 *   lastFailure: array{
 *     failureCode: FailureCode,
 *     failureMessage: string,
 *   }|null,
 *   customer: Customer|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   expiresAt: string|null,
 *   succeededAt: string|null,
 *   cancelledAt: string|null,
 *   nextStep: 'POLL'|'REDIRECT'|'DISPLAY_QR'|null,
 *   actionUrl: string|null,
 *   sandboxUrl: string|null,
 *   qrPayload: string|null,
 *   instructions: TransferInstructions|null,
 *   pollAfterMs: int|null,
 *   messageToPayer: string|null,
 * }
 *
 * @phpstan-type PaymentIntentWithNextStepResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: PaymentIntentWithNextStep,
 * }
 *
 * Money that came after the session had ended was sent back to the payer.
 *
 * @phpstan-type PaymentLateRefundedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment.late_refunded',
 *   data: RefundedCharge,
 * }
 *
 * An address that anyone can pay, once or many times.
 *
 * @phpstan-type PaymentLink array{
 *   object: 'payment_link',
 *   id: string,
 *   mode: Mode,
 *   reference: string,
 *   slug: string,
 *   url: string,
 *   share: array{
 *     text: string,
 *     qrPngUrl: string,
 *     qrSvgUrl: string,
 *     previewUrl: string,
 *   },
 *   amount: MinorUnits|null,
 *   amountDisplay: string|null,
 *   amountMin: MinorUnits|null,
 *   amountMax: MinorUnits|null,
 *   amountSuggestions: list<MinorUnits>|null,
 *   quantityMin: int|null,
 *   quantityMax: int|null,
 *   currency: Currency,
 *   title: string|null,
 *   description: string|null,
 *   status: CheckoutSessionState,
 *   linkStatus: PaymentLinkStatus,
 *   usesCount: int,
 *   maxUses: int|null,
 *   reusable: bool,
 *   allowedMethods?: list<PaymentMethod>,
 *   successUrl: string|null,
 *   cancelUrl: string|null,
 *   customFields: list<CustomField>,
 *   inactiveMessage: string|null,
 *   metadata: StoredMetadata,
 *   expiresAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * A payment link asked very many phones that did not approve: it waits before it asks more.
 *
 * @phpstan-type PaymentLinkAbusedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.abused',
 *   data: PaymentLink,
 * }
 *
 * A payment link was cancelled for good.
 *
 * @phpstan-type PaymentLinkCancelledEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.cancelled',
 *   data: PaymentLink,
 * }
 *
 * A payment link was created.
 *
 * @phpstan-type PaymentLinkCreatedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.created',
 *   data: PaymentLink,
 * }
 *
 * A payment link reached its last use and takes no more payments.
 *
 * @phpstan-type PaymentLinkExhaustedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.exhausted',
 *   data: PaymentLink,
 * }
 *
 * A payment link reached the end of its time.
 *
 * @phpstan-type PaymentLinkExpiredEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.expired',
 *   data: PaymentLink,
 * }
 *
 * @phpstan-type PaymentLinkList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<PaymentLink>,
 * }
 *
 * @phpstan-type PaymentLinkResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: PaymentLink,
 * }
 *
 * Only an ACTIVE link can be paid. EXHAUSTED: all uses are taken.
 *
 * @phpstan-type PaymentLinkStatus 'ACTIVE'|'PAUSED'|'EXHAUSTED'|'EXPIRED'|'CANCELLED'
 *
 * A payment link was changed, paused or resumed.
 *
 * @phpstan-type PaymentLinkUpdatedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment_link.updated',
 *   data: PaymentLink,
 * }
 *
 * How the payer pays.
 *
 * @phpstan-type PaymentMethod 'WALLET'|'MOBILE_MONEY'|'CARD'|'BANK_TRANSFER'|'QR'
 *
 * With what the payer paid; what does not apply is null.
 *
 * @phpstan-type PaymentMethodDetails array{
 *   phone: string|null,
 *   operator: string|null,
 *   countryCode: string|null,
 *   brand: string|null,
 *   last4: string|null,
 *   scheme: string|null,
 *   walletId: string|null,
 * }
 *
 * A payment attempt was handed to the provider and its outcome is not known yet.
 *
 * @phpstan-type PaymentProcessingEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment.processing',
 *   data: Charge,
 * }
 *
 * The payer has paid: the money is booked. Fulfil the order on this event.
 *
 * @phpstan-type PaymentSucceededEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payment.succeeded',
 *   data: Charge,
 * }
 *
 * Money that you send from a wallet to a beneficiary.
 *
 * @phpstan-type Payout array{
 *   object: 'payout',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   beneficiaryId: string,
 *   destination: array{
 *     name: string,
 *     type: BeneficiaryType,
 *     phone: string|null,
 *     operator: string|null,
 *     countryCode: string|null,
 *     iban: string|null,
 *     bankName: string|null,
 *     walletId: string|null,
 *   },
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   status: PayoutStatus,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   approvalRequired: bool,
 *   createdBy: string,
 *   approvedBy: string|null,
 *   provider: array{
 *     name: string,
 *     transactionId: string|null,
 *   }|null,
 *   failureCode: FailureCode|null,
 *   approvedAt: string|null,
 *   queuedAt: string|null,
 *   sentAt: string|null,
 *   paidAt: string|null,
 *   failedAt: string|null,
 *   reversedAt: string|null,
 *   cancelledAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * Many payouts that were sent in one request, row by row.
 *
 * @phpstan-type PayoutBatch array{
 *   object: 'payout_batch',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   currency: Currency,
 *   status: 'PROCESSING'|'COMPLETED',
 *   reference: string|null,
 *   rowCount: int,
 *   acceptedCount: int,
 *   refusedCount: int,
 *   completedAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   rows: list<array{
 *     index: int,
 *     beneficiaryId: string,
 *     amount: string,
 *     reference: string|null,
 *     status: 'WAITING'|'ACCEPTED'|'REFUSED',
 *     payoutId: string|null,
 *     error: array{
 *       code: string,
 *       message: string,
 *       details: array<string, mixed>,
 *     }|null,
 *   }>,
 * }
 *
 * @phpstan-type PayoutBatchResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: PayoutBatch,
 * }
 *
 * @phpstan-type PayoutBatchSummary array{
 *   object: 'payout_batch',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   currency: Currency,
 *   status: 'PROCESSING'|'COMPLETED',
 *   reference: string|null,
 *   rowCount: int,
 *   acceptedCount: int,
 *   refusedCount: int,
 *   completedAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * @phpstan-type PayoutBatchSummaryList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<PayoutBatchSummary>,
 * }
 *
 * A payout was cancelled before it was sent.
 *
 * @phpstan-type PayoutCancelledEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.cancelled',
 *   data: Payout,
 * }
 *
 * A payout was accepted: its amount is reserved in the wallet.
 *
 * @phpstan-type PayoutCreatedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.created',
 *   data: Payout,
 * }
 *
 * A payout failed: its amount is available in the wallet again.
 *
 * @phpstan-type PayoutFailedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.failed',
 *   data: Payout,
 * }
 *
 * @phpstan-type PayoutList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Payout>,
 * }
 *
 * The beneficiary has the money.
 *
 * @phpstan-type PayoutPaidEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.paid',
 *   data: Payout,
 * }
 *
 * A payout waits for its operator to be reachable again.
 *
 * @phpstan-type PayoutQueuedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.queued',
 *   data: Payout,
 * }
 *
 * @phpstan-type PayoutResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Payout,
 * }
 *
 * A paid payout came back: its amount is available in the wallet again.
 *
 * @phpstan-type PayoutReversedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'payout.reversed',
 *   data: Payout,
 * }
 *
 * QUEUED waits for the operator; IN_RECONCILIATION: the outcome is not known yet.
 *
 * @phpstan-type PayoutStatus 'PENDING_APPROVAL'|'PENDING'|'QUEUED'|'PROCESSING'|'IN_RECONCILIATION'|'PAID'|'FAILED'|'REVERSED'|'CANCELLED'
 *
 * @phpstan-type Permission 'merchant.checkout.read'|'merchant.checkout.manage'|'merchant.links.read'|'merchant.links.manage'|'merchant.payments.read'|'merchant.payments.manage'|'merchant.charges.read'|'merchant.charges.manage'|'merchant.refunds.read'|'merchant.refunds.manage'|'merchant.wallets.read'|'merchant.wallets.manage'|'merchant.payouts.read'|'merchant.payouts.manage'|'merchant.beneficiaries.read'|'merchant.beneficiaries.manage'|'merchant.webhooks.read'|'merchant.webhooks.manage'|'merchant.apikeys.read'|'merchant.apikeys.manage'|'merchant.events.read'|'merchant.events.manage'|'merchant.profile.read'|'merchant.profile.manage'|'merchant.team.read'|'merchant.team.manage'|'merchant.reports.read'|'merchant.reports.manage'|'merchant.payouts.approve'
 *
 * Who carried the payment, and under which number.
 *
 * @phpstan-type ProviderReference array{
 *   name: string|null,
 *   transactionId: string|null,
 * }
 *
 * What a payment by QR code needs.
 *
 * @phpstan-type QrDetails array{
 *   countryCode?: string,
 *   scheme?: 'PI_SPI'|'WAVE'|'ORANGE'|'EMVCO',
 *   returnUrl?: PageAddress,
 * }
 *
 * Money that goes back to the payer of a charge.
 *
 * @phpstan-type Refund array{
 *   object: 'refund',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   chargeId: string,
 *   paymentIntentId: string,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   status: 'PENDING'|'PROCESSING'|'IN_RECONCILIATION'|'SUCCEEDED'|'FAILED'|'CANCELLED',
 *   reason: 'REQUESTED_BY_PAYER'|'DUPLICATE'|'FRAUD'|'LATE_PAYMENT'|'OTHER',
 *   note: string|null,
 *   route: 'ORIGINAL_RAIL'|'PAYOUT_TO_PAYER',
 *   automatic: bool,
 *   accountNeeded: bool,
 *   feeRefunded: string,
 *   providerTransactionId: string|null,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   createdBy: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   succeededAt: string|null,
 *   failedAt: string|null,
 *   cancelledAt: string|null,
 * }
 *
 * A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`.
 *
 * @phpstan-type RefundAccountNeededEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'refund.account_needed',
 *   data: Refund,
 * }
 *
 * A refund was accepted: its amount is reserved in the wallet.
 *
 * @phpstan-type RefundCreatedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'refund.created',
 *   data: Refund,
 * }
 *
 * A refund failed: its amount is available in the wallet again.
 *
 * @phpstan-type RefundFailedEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'refund.failed',
 *   data: Refund,
 * }
 *
 * @phpstan-type RefundList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Refund>,
 * }
 *
 * @phpstan-type RefundResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Refund,
 * }
 *
 * The payer has the money back.
 *
 * @phpstan-type RefundSucceededEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'refund.succeeded',
 *   data: Refund,
 * }
 *
 * A charge whose money was given back.
 *
 * @phpstan-type RefundedCharge array{
 *   object: 'charge',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   paymentIntentId: string,
 *   sessionId: string|null,
 *   paymentLinkId: string|null,
 *   shortReference: string,
 *   attemptNumber: int,
 *   amount: MinorUnits,
 *   amountDisplay: string,
 *   currency: Currency,
 *   fee: MinorUnits|null,
 *   net: MinorUnits|null,
 *   amountRefunded: MinorUnits,
 *   refundStatus: ChargeRefundStatus,
 *   status: ChargeStatus,
 *   paymentMethod: PaymentMethod,
 *   paymentMethodDetails: PaymentMethodDetails,
 *   provider: ProviderReference,
 *   failureCode: FailureCode|null,
 *   failureMessage: string|null,
 *   late: bool,
 *   duplicate: bool,
 *   superseded: bool,
 *   reviewReason: string|null,
 *   reference: string|null,
 *   description: string|null,
 *   metadata: StoredMetadata,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   succeededAt: string|null,
 *   failedAt: string|null,
 *   refundId: string,
 * }
 *
 * @phpstan-type ReplayWebhookEventsRequest array{
 *   from: Instant,
 *   to?: Instant,
 *   events?: list<SubscribedEvent>|'*',
 *   onlyFailed?: bool,
 *   includeRetrying?: bool,
 *   dryRun?: bool,
 *   startingAfter?: string,
 * }
 *
 * Takings less fees.
 *
 * @phpstan-type ReportAmount array{
 *   amount: string,
 *   amountMinor: string,
 * }
 *
 * What happened in a period, interval by interval.
 *
 * @phpstan-type ReportSeries array{
 *   object: 'report_series',
 *   from: string,
 *   to: string,
 *   timeZone: string,
 *   asOf: string,
 *   interval: 'hour'|'day'|'week'|'month'|'period',
 *   groupBy: 'none'|'method'|'operator'|'country'|'providerAccount'|'merchant',
 *   starts: list<string>,
 *   series: list<array{
 *     group: string|null,
 *     currency: Currency,
 *     points: list<array{
 *       start: string,
 *       attempts: AttemptCounts,
 *       timeToTruth: TruthTimes,
 *       takings: ReportSum,
 *       fees: ReportSum,
 *       net: ReportAmount,
 *       refunds: ReportSum,
 *       payouts: ReportSum,
 *       corrections: ReportSum,
 *     }>,
 *   }>,
 * }
 *
 * @phpstan-type ReportSeriesResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: ReportSeries,
 * }
 *
 * What payments gave the merchant: held money when it is released.
 *
 * @phpstan-type ReportSum array{
 *   count: int,
 *   amount: string,
 *   amountMinor: string,
 * }
 *
 * What happened in a period.
 *
 * @phpstan-type ReportSummary array{
 *   object: 'report_summary',
 *   from: string,
 *   to: string,
 *   timeZone: string,
 *   asOf: string,
 *   attempts: AttemptCounts,
 *   timeToTruth: TruthTimes,
 *   failures: list<array{
 *     failureCode: FailureCode,
 *     count: int,
 *   }>,
 *   funnel: array{
 *     sessions: int,
 *     methodChosen: int,
 *     sent: int,
 *     approved: int,
 *     paid: int,
 *   },
 *   currencies: list<array{
 *     currency: Currency,
 *     attempts: AttemptCounts,
 *     takings: ReportSum,
 *     fees: ReportSum,
 *     net: ReportAmount,
 *     refunds: ReportSum,
 *     payouts: ReportSum,
 *     corrections: ReportSum,
 *     average: ReportAmount|null,
 *     unknown: ReportSum,
 *     now: array{
 *       available: ReportAmount,
 *       pending: ReportAmount,
 *       held: ReportAmount,
 *       reserved: ReportAmount,
 *       inPayout: ReportAmount,
 *     },
 *   }>,
 * }
 *
 * @phpstan-type ReportSummaryResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: ReportSummary,
 * }
 *
 * A request that a key or person made.
 *
 * @phpstan-type Request array{
 *   object: 'request',
 *   id: string,
 *   mode: Mode,
 *   method: 'GET'|'HEAD'|'POST'|'PUT'|'PATCH'|'DELETE',
 *   path: string,
 *   operationId: string,
 *   status: int,
 *   errorCode: string|null,
 *   refusedFields: list<array{
 *     path: string,
 *     rule: string,
 *   }>,
 *   requiredPermissions: list<string>,
 *   durationMs: int,
 *   idempotencyReplayed: bool,
 *   caller: array{
 *     kind: 'KEY'|'PERSON',
 *     id: string,
 *     name: string|null,
 *   },
 *   address: string,
 *   notKept: int,
 *   createdAt: string,
 * }
 *
 * @phpstan-type RequestList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Request>,
 * }
 *
 * @phpstan-type RequestResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Request,
 * }
 *
 * @phpstan-type ResetSandboxRequest array{
 *   confirm: string,
 * }
 *
 * @phpstan-type RollApiKeyRequest array{
 *   overlapHours?: int,
 * }
 *
 * @phpstan-type RotateWebhookSecretRequest array{
 *   overlapHours?: int,
 * }
 *
 * @phpstan-type SamePayer array{
 *   phone: string|null,
 *   from: string,
 *   to: string,
 *   succeeded: int,
 *   failed: int,
 *   underWay: int,
 *   chargeIds: list<string>,
 *   attempts: list<SamePayerAttempt>,
 * }
 *
 * @phpstan-type SamePayerAttempt array{
 *   chargeId: string,
 *   status: ChargeStatus,
 *   amount: string,
 *   currency: string,
 *   createdAt: string,
 * }
 *
 * The clock of the merchant's sandbox.
 *
 * @phpstan-type SandboxClock array{
 *   object: 'sandbox.clock',
 *   mode: Mode,
 *   advancedSeconds: int,
 *   version: int,
 *   createdAt: string|null,
 *   updatedAt: string|null,
 * }
 *
 * @phpstan-type SandboxClockResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: SandboxClock,
 * }
 *
 * The event that was triggered.
 *
 * @phpstan-type SandboxEvent array{
 *   object: 'sandbox.event',
 *   id: string,
 *   mode: Mode,
 *   type: EventType,
 *   deliveries: int,
 *   createdAt: string,
 * }
 *
 * @phpstan-type SandboxEventResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: SandboxEvent,
 * }
 *
 * What a reset left of the sandbox.
 *
 * @phpstan-type SandboxReset array{
 *   object: 'sandbox.reset',
 *   mode: Mode,
 *   merchantId: string,
 *   wallets: list<array{
 *     id: string,
 *     label: string,
 *     currency: string,
 *   }>,
 *   kept: array{
 *     apiKeys: int,
 *     webhookEndpoints: int,
 *   },
 *   createdAt: string,
 * }
 *
 * @phpstan-type SandboxResetResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: SandboxReset,
 * }
 *
 * What the provider simulator can be told to do.
 *
 * @phpstan-type SandboxScenarios array{
 *   object: 'sandbox.scenarios',
 *   mode: Mode,
 *   scenarios: list<array{
 *     name: string,
 *     phoneSuffix: string|null,
 *     description: string,
 *     failureCode: string|null,
 *     paymentsOnly: bool,
 *   }>,
 * }
 *
 * @phpstan-type SandboxScenariosResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: SandboxScenarios,
 * }
 *
 * @phpstan-type SetOwnPayoutApprovalRequest array{
 *   above: string|null,
 * }
 *
 * @phpstan-type SignedWebhookAttempt array{
 *   attemptNumber: int,
 *   url: string|null,
 *   statusCode: int|null,
 *   error: string|null,
 *   responseExcerpt: string|null,
 *   startedAt: string,
 *   durationMs: int,
 *   createdAt: string,
 *   headers: array{
 *     'webhook-id': string,
 *     'webhook-timestamp': string,
 *     'webhook-signature': string,
 *   }|null,
 * }
 *
 * Your own notes, as you sent them.
 *
 * @phpstan-type StoredMetadata array<string, string>
 *
 * @phpstan-type SubscribedEvent '*'|'payment.processing'|'payment.succeeded'|'payment.failed'|'payment.late_refunded'|'payment.duplicate_refunded'|'checkout.session.completed'|'checkout.session.failed'|'checkout.session.expired'|'checkout.session.cancelled'|'payment_link.created'|'payment_link.updated'|'payment_link.exhausted'|'payment_link.expired'|'payment_link.abused'|'payment_link.cancelled'|'refund.created'|'refund.account_needed'|'refund.succeeded'|'refund.failed'|'payout.created'|'payout.queued'|'payout.paid'|'payout.failed'|'payout.reversed'|'payout.cancelled'|'beneficiary.verified'|'beneficiary.rejected'|'merchant.status_changed'|'merchant.kyb.submitted'|'merchant.kyb.approved'|'merchant.kyb.rejected'|'api_key.created_by_operator'|'api_key.revoked_by_operator'|'webhook_endpoint.disabled'|'endpoint.ping'
 *
 * What happened to a payment or payout.
 *
 * @phpstan-type Timeline array{
 *   object: 'timeline',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   missing: list<TimelineGap>,
 *   samePayer: SamePayer|null,
 *   entries: list<TimelineEntry>,
 * }
 *
 * @phpstan-type TimelineDelivery array{
 *   id: string,
 *   endpointId: string,
 *   attemptNumber: int|null,
 *   statusCode: int|null,
 *   nextAttemptAt: string|null,
 * }
 *
 * @phpstan-type TimelineEntry array{
 *   at: string,
 *   until: string|null,
 *   times: int,
 *   afterMs: int|null,
 *   durationMs: int|null,
 *   kind: 'CREATED'|'PAGE_OPENED'|'METHODS_OFFERED'|'ATTEMPT_STARTED'|'ROUTE_CHOSEN'|'REFUND_CREATED'|'PAYOUT_CREATED'|'PAYOUT_APPROVED'|'PAYOUT_QUEUED'|'PROVIDER_ASKED'|'NEXT_STEP'|'ATTEMPT_LEFT'|'CALLBACK_RECEIVED'|'OUTCOME'|'HELD'|'DECISION'|'LEDGER_ENTRY'|'EVENT'|'DELIVERY'|'SESSION_ENDED',
 *   objectId: string|null,
 *   actor: string|null,
 *   result: string|null,
 *   text: string,
 *   ledger: TimelineLedgerEntry|null,
 *   event: TimelineEvent|null,
 *   delivery: TimelineDelivery|null,
 * }
 *
 * @phpstan-type TimelineEvent array{
 *   id: string,
 *   type: string,
 *   sequence: int,
 * }
 *
 * @phpstan-type TimelineGap array{
 *   part: 'TRACE'|'CALLS'|'LEDGER'|'EVENTS'|'DELIVERIES',
 *   reason: 'NOT_KEPT'|'NOT_WRITTEN_YET'|'GAP'|'NO_PERMISSION',
 *   text: string,
 * }
 *
 * @phpstan-type TimelineLedgerEntry array{
 *   from: string,
 *   to: string,
 *   amount: string,
 *   currency: string,
 *   type: string,
 *   position: string,
 *   sealed: bool,
 * }
 *
 * @phpstan-type TimelineResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Timeline,
 * }
 *
 * @phpstan-type TransferInstructions array{
 *   bankName: string,
 *   accountHolder: string,
 *   iban: string,
 *   bic: string,
 *   reference: string,
 *   amount: string,
 *   currency: string,
 *   expiresAt: string|null,
 * }
 *
 * The balances of a wallet's accounts at one instant.
 *
 * @phpstan-type TrialBalance array{
 *   object: 'trial_balance',
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   currency: Currency,
 *   at: string,
 *   entryCount: int,
 *   accounts: list<array{
 *     account: string,
 *     debit: DecimalAmount,
 *     debitMinor: AmountMinor,
 *     credit: DecimalAmount,
 *     creditMinor: AmountMinor,
 *   }>,
 *   totalDebit: DecimalAmount,
 *   totalDebitMinor: AmountMinor,
 *   totalCredit: DecimalAmount,
 *   totalCreditMinor: AmountMinor,
 *   seal: LedgerSeal|null,
 *   createdAt: string,
 * }
 *
 * @phpstan-type TrialBalanceResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: TrialBalance,
 * }
 *
 * @phpstan-type TriggerSandboxEventRequest array{
 *   type: EventType,
 * }
 *
 * The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer.
 *
 * @phpstan-type TruthTimes array{
 *   known: int,
 *   p50Ms: int|null,
 *   p95Ms: int|null,
 *   p99Ms: int|null,
 *   openAfterOneMinute: int|float|null,
 *   openAfterFifteenMinutes: int|float|null,
 * }
 *
 * @phpstan-type UpdateApiKeyRequest array{
 *   name?: string,
 *   permissions?: list<Permission>,
 *   ipAllowlist?: list<string>,
 *   expiresAt?: Instant|null,
 *   requestsPerSecond?: int,
 * }
 *
 * @phpstan-type UpdateBeneficiaryRequest array{
 *   name?: string,
 *   reference?: string|null,
 *   metadata?: Metadata,
 * }
 *
 * @phpstan-type UpdatePaymentLinkRequest array{
 *   title?: string|null,
 *   description?: string|null,
 *   linkStatus?: PaymentLinkStatus,
 *   status?: 'ACTIVE'|'PAUSED',
 *   maxUses?: int|null,
 *   allowedMethods?: list<PaymentMethod>|null,
 *   successUrl?: PageAddress|null,
 *   cancelUrl?: PageAddress|null,
 *   expiresAt?: Instant|null,
 *   customFields?: list<CustomFieldInput>,
 *   metadata?: Metadata,
 *   inactiveMessage?: string|null,
 * }
 *
 * Absent fields stay as they are.
 *
 * @phpstan-type UpdateWebhookEndpointRequest array{
 *   url?: string,
 *   events?: list<SubscribedEvent>|'*',
 *   status?: WebhookEndpointStatus,
 *   description?: string|null,
 *   ordered?: bool,
 * }
 *
 * Your money of one currency, as the ledger has it.
 *
 * @phpstan-type Wallet array{
 *   object: 'wallet',
 *   id: string,
 *   mode: Mode,
 *   merchantId: string,
 *   label: string,
 *   currency: Currency,
 *   available: DecimalAmount,
 *   availableMinor: AmountMinor,
 *   pending: DecimalAmount,
 *   pendingMinor: AmountMinor,
 *   held: DecimalAmount,
 *   heldMinor: AmountMinor,
 *   reserved: DecimalAmount,
 *   reservedMinor: AmountMinor,
 *   balance: DecimalAmount,
 *   balanceMinor: AmountMinor,
 *   ledgerBalance: DecimalAmount,
 *   ledgerBalanceMinor: AmountMinor,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * What a payment from a wallet needs.
 *
 * @phpstan-type WalletDetails array{
 *   phone?: string,
 *   walletId?: string,
 *   countryCode?: string,
 *   returnUrl?: PageAddress,
 * }
 *
 * @phpstan-type WalletEntry array{
 *   object: 'wallet_entry',
 *   id: string,
 *   mode: Mode,
 *   walletId: string,
 *   type: 'CHARGE'|'FEE'|'REFUND'|'PAYOUT'|'PAYOUT_REVERSAL'|'HOLD'|'RELEASE'|'ADJUSTMENT'|'SETTLEMENT',
 *   direction: 'CREDIT'|'DEBIT'|'NONE',
 *   amount: DecimalAmount,
 *   amountMinor: AmountMinor,
 *   balanceAfter: DecimalAmount,
 *   balanceAfterMinor: AmountMinor,
 *   currency: Currency,
 *   from: 'available'|'pending'|'held'|'reserved'|'provider'|'fees'|'adjustment',
 *   to: 'available'|'pending'|'held'|'reserved'|'provider'|'fees'|'adjustment',
 *   sourceType: 'charge'|'refund'|'payout'|'adjustment',
 *   sourceId: string,
 *   reference: string|null,
 *   transactionId: string,
 *   version: int,
 *   createdAt: string,
 * }
 *
 * @phpstan-type WalletEntryList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<WalletEntry>,
 * }
 *
 * @phpstan-type WalletHold array{
 *   object: 'wallet_hold',
 *   mode: Mode,
 *   walletId: string,
 *   chargeId: string,
 *   paymentIntentId: string,
 *   refundId: string|null,
 *   status: 'AWAITING_DECISION'|'BEING_REFUNDED',
 *   reason: 'LATE_PAYMENT'|'DUPLICATE'|'AMOUNT_MISMATCH'|'REFUND_FAILED'|'OTHER',
 *   amount: DecimalAmount,
 *   amountMinor: AmountMinor,
 *   chargeAmount: DecimalAmount,
 *   chargeAmountMinor: AmountMinor,
 *   currency: Currency,
 *   heldSince: string,
 * }
 *
 * @phpstan-type WalletHoldList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<WalletHold>,
 * }
 *
 * @phpstan-type WalletList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<Wallet>,
 * }
 *
 * @phpstan-type WalletResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: Wallet,
 * }
 *
 * @phpstan-type WalletSettlement array{
 *   object: 'wallet_settlement',
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   currency: Currency,
 *   date: string,
 *   amount: DecimalAmount,
 *   amountMinor: AmountMinor,
 *   chargeCount: int,
 *   firstDueAt: string,
 *   lastDueAt: string,
 * }
 *
 * @phpstan-type WalletSettlementList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<WalletSettlement>,
 * }
 *
 * A wallet's entries in a period, between two balances.
 *
 * @phpstan-type WalletStatement array{
 *   object: 'wallet_statement',
 *   mode: Mode,
 *   merchantId: string,
 *   walletId: string,
 *   currency: Currency,
 *   from: string,
 *   to: string,
 *   openingBalance: DecimalAmount,
 *   openingBalanceMinor: AmountMinor,
 *   credits: DecimalAmount,
 *   creditsMinor: AmountMinor,
 *   debits: DecimalAmount,
 *   debitsMinor: AmountMinor,
 *   closingBalance: DecimalAmount,
 *   closingBalanceMinor: AmountMinor,
 *   totals: list<array{
 *     type: 'CHARGE'|'FEE'|'REFUND'|'PAYOUT'|'PAYOUT_REVERSAL'|'HOLD'|'RELEASE'|'ADJUSTMENT'|'SETTLEMENT',
 *     direction: 'CREDIT'|'DEBIT'|'NONE',
 *     count: int,
 *     amount: DecimalAmount,
 *     amountMinor: AmountMinor,
 *   }>,
 *   entryCount: int,
 *   entries: list<WalletEntry>,
 *   seal: LedgerSeal|null,
 *   createdAt: string,
 * }
 *
 * @phpstan-type WalletStatementResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WalletStatement,
 * }
 *
 * @phpstan-type WebhookAttempt array{
 *   attemptNumber: int,
 *   url: string|null,
 *   statusCode: int|null,
 *   error: string|null,
 *   responseExcerpt: string|null,
 *   startedAt: string,
 *   durationMs: int,
 *   createdAt: string,
 * }
 *
 * An event on its way to one endpoint.
 *
 * @phpstan-type WebhookDelivery array{
 *   object: 'webhook_delivery',
 *   id: string,
 *   mode: Mode,
 *   endpointId: string,
 *   eventId: string,
 *   eventType: string,
 *   sequence: int,
 *   status: 'PENDING'|'SUCCEEDED'|'FAILED'|'CANCELLED',
 *   attemptCount: int,
 *   heldUntilVerified: bool,
 *   nextAttemptAt: string|null,
 *   lastStatusCode: int|null,
 *   lastError: string|null,
 *   attempts: list<WebhookAttempt>,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * A delivery with all that was sent.
 *
 * @phpstan-type WebhookDeliveryDetail array{
 *   object: 'webhook_delivery',
 *   id: string,
 *   mode: Mode,
 *   endpointId: string,
 *   eventId: string,
 *   eventType: string,
 *   sequence: int,
 *   status: 'PENDING'|'SUCCEEDED'|'FAILED'|'CANCELLED',
 *   attemptCount: int,
 *   heldUntilVerified: bool,
 *   nextAttemptAt: string|null,
 *   lastStatusCode: int|null,
 *   lastError: string|null,
 *   attempts: list<SignedWebhookAttempt>,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   request: array{
 *     method: 'POST',
 *     url: string,
 *     headers: array{
 *       'content-type': string,
 *       'user-agent': string,
 *       'webhook-id': string,
 *     },
 *     body: string|null,
 *   },
 * }
 *
 * @phpstan-type WebhookDeliveryDetailResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookDeliveryDetail,
 * }
 *
 * @phpstan-type WebhookDeliveryList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<WebhookDelivery>,
 * }
 *
 * @phpstan-type WebhookDeliveryResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookDelivery,
 * }
 *
 * An address of yours that receives events.
 *
 * @phpstan-type WebhookEndpoint array{
 *   object: 'webhook_endpoint',
 *   id: string,
 *   merchantId: string,
 *   mode: Mode,
 *   url: string,
 *   events: list<string>,
 *   status: WebhookEndpointStatus,
 *   disabledReason: 'REQUESTED'|'GONE'|'FAILING'|null,
 *   description: string|null,
 *   ordered: bool,
 *   verifiedAt: string|null,
 *   failingSince: string|null,
 *   previousSecretExpiresAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 * }
 *
 * An endpoint gets no more events: it answered 410, or failed for five days.
 *
 * @phpstan-type WebhookEndpointDisabledEvent array{
 *   id: string,
 *   object: 'event',
 *   timestamp: string,
 *   apiVersion: 'v1',
 *   mode: Mode,
 *   merchantId: string,
 *   sequence: int,
 *   type: 'webhook_endpoint.disabled',
 *   data: WebhookEndpoint,
 * }
 *
 * How an endpoint took the events of the last 24 hours.
 *
 * @phpstan-type WebhookEndpointHealth array{
 *   object: 'webhook_endpoint_health',
 *   id: string,
 *   mode: Mode,
 *   from: string,
 *   to: string,
 *   isWhole: bool,
 *   deliveries: array{
 *     total: int,
 *     succeeded: int,
 *     pending: int,
 *     failed: int,
 *     cancelled: int,
 *   },
 *   refusals: list<array{
 *     statusCode: int|null,
 *     count: int,
 *   }>,
 *   answers: array{
 *     samples: int,
 *     p50Ms: int|null,
 *     p95Ms: int|null,
 *   },
 *   failingSince: string|null,
 * }
 *
 * @phpstan-type WebhookEndpointHealthResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookEndpointHealth,
 * }
 *
 * @phpstan-type WebhookEndpointList array{
 *   success: true,
 *   error: null,
 *   meta: PageMeta,
 *   data: list<WebhookEndpoint>,
 * }
 *
 * @phpstan-type WebhookEndpointResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookEndpoint,
 * }
 *
 * DISABLED: nothing is sent.
 *
 * @phpstan-type WebhookEndpointStatus 'ACTIVE'|'DISABLED'
 *
 * An endpoint with its signing secret.
 *
 * @phpstan-type WebhookEndpointWithSecret array{
 *   object: 'webhook_endpoint',
 *   id: string,
 *   merchantId: string,
 *   mode: Mode,
 *   url: string,
 *   events: list<string>,
 *   status: WebhookEndpointStatus,
 *   disabledReason: 'REQUESTED'|'GONE'|'FAILING'|null,
 *   description: string|null,
 *   ordered: bool,
 *   verifiedAt: string|null,
 *   failingSince: string|null,
 *   previousSecretExpiresAt: string|null,
 *   version: int,
 *   createdAt: string,
 *   updatedAt: string,
 *   secret: string|null,
 * }
 *
 * @phpstan-type WebhookEndpointWithSecretResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookEndpointWithSecret,
 * }
 *
 * Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`.
 *
 * @phpstan-type WebhookEvent PaymentProcessingEvent|PaymentSucceededEvent|PaymentFailedEvent|PaymentLateRefundedEvent|PaymentDuplicateRefundedEvent|CheckoutSessionCompletedEvent|CheckoutSessionFailedEvent|CheckoutSessionExpiredEvent|CheckoutSessionCancelledEvent|PaymentLinkCreatedEvent|PaymentLinkUpdatedEvent|PaymentLinkExhaustedEvent|PaymentLinkExpiredEvent|PaymentLinkAbusedEvent|PaymentLinkCancelledEvent|RefundCreatedEvent|RefundAccountNeededEvent|RefundSucceededEvent|RefundFailedEvent|PayoutCreatedEvent|PayoutQueuedEvent|PayoutPaidEvent|PayoutFailedEvent|PayoutReversedEvent|PayoutCancelledEvent|BeneficiaryVerifiedEvent|BeneficiaryRejectedEvent|MerchantStatusChangedEvent|MerchantKybSubmittedEvent|MerchantKybApprovedEvent|MerchantKybRejectedEvent|ApiKeyCreatedByOperatorEvent|ApiKeyRevokedByOperatorEvent|WebhookEndpointDisabledEvent|EndpointPingEvent
 *
 * What a replay sends again.
 *
 * @phpstan-type WebhookReplay array{
 *   object: 'webhook_replay',
 *   mode: Mode,
 *   endpointId: string,
 *   matched: int,
 *   replayed: int,
 *   nextCursor: string|null,
 * }
 *
 * @phpstan-type WebhookReplayResponse array{
 *   success: true,
 *   error: null,
 *   meta: null,
 *   data: WebhookReplay,
 * }
 */
final class Types
{
}
