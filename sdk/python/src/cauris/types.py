# Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.
"""The objects of the API, with its own names of fields. They are plain dicts when the program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


class AdvanceSandboxClockRequest(TypedDict):
    seconds: int
    """How far, from a second to 30 days."""


class AdvancedSandboxClockMoved(TypedDict):
    checkoutSessions: int
    """Sessions that are not over: their `expiresAt`."""
    paymentIntents: int
    """Payment intents without a session: their `expiresAt`."""
    paymentLinks: int
    """Links with an end: their `expiresAt`."""
    charges: int
    """Payments whose outcome is asked for: when next, and since when it is unknown."""
    refunds: int
    """Refunds in progress: when they are sent or queried."""
    payouts: int
    """Payouts in progress: when they are sent or queried."""
    payoutBatches: int
    """Batches in progress."""
    settlements: int
    """Money on its way from `pending` to `available`."""
    beneficiaries: int
    """Beneficiaries under verification, or waiting for their first payout: `payoutsAllowedFrom`."""
    webhookDeliveries: int
    """Deliveries that wait for their next try."""
    webhookEndpoints: int
    """Endpoints that fail, are paused or have an old secret: since when, and until when."""
    providerOperations: int
    """Payments, refunds and payouts in the provider simulator, and its callbacks."""


class AdvancedSandboxClock(TypedDict):
    object: Literal["sandbox.clock"]
    mode: Mode
    advancedSeconds: int
    """All advances together, since the sandbox began or was reset."""
    version: int
    """0: never moved."""
    createdAt: str | None
    updatedAt: str | None
    movedSeconds: int
    """This advance."""
    moved: AdvancedSandboxClockMoved


class AdvancedSandboxClockResponse(TypedDict):
    success: Literal[True]
    data: AdvancedSandboxClock
    error: None
    meta: None


Amount: TypeAlias = "str"
"""Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F."""


class ApiKey(TypedDict):
    object: Literal["api_key"]
    id: str
    merchantId: str
    mode: Mode
    name: str
    last4: str
    """The end of the key, to tell keys apart."""
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    permissions: List[str]
    merchantIds: List[str]
    ipAllowlist: List[str]
    requestsPerSecond: int
    """What the key may do in a second."""
    requestsLastMinute: int | None
    """What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key."""
    expiresAt: str | None
    revokedAt: str | None
    lastUsedAt: str | None
    """Written about once a minute."""
    owner: bool
    """The first key, which an operator made for the owner: it may give the keys that it makes every permission."""
    replaces: str | None
    """The key that this one was rolled from."""
    createdBy: str
    """Id of the person or key; `platform` for operators."""
    createdByName: str | None
    """Null for the platform."""
    version: int
    createdAt: str
    updatedAt: str


class ApiKeyList(TypedDict):
    success: Literal[True]
    data: List[ApiKey]
    error: None
    meta: PageMeta


class ApiKeyResponse(TypedDict):
    success: Literal[True]
    data: ApiKey
    error: None
    meta: None


class ApiKeyWithSecret(TypedDict):
    object: Literal["api_key"]
    id: str
    merchantId: str
    mode: Mode
    name: str
    last4: str
    """The end of the key, to tell keys apart."""
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    permissions: List[str]
    merchantIds: List[str]
    ipAllowlist: List[str]
    requestsPerSecond: int
    """What the key may do in a second."""
    requestsLastMinute: int | None
    """What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key."""
    expiresAt: str | None
    revokedAt: str | None
    lastUsedAt: str | None
    """Written about once a minute."""
    owner: bool
    """The first key, which an operator made for the owner: it may give the keys that it makes every permission."""
    replaces: str | None
    """The key that this one was rolled from."""
    createdBy: str
    """Id of the person or key; `platform` for operators."""
    createdByName: str | None
    """Null for the platform."""
    version: int
    createdAt: str
    updatedAt: str
    key: str | None
    """The key itself. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null."""


class ApiKeyWithSecretResponse(TypedDict):
    success: Literal[True]
    data: ApiKeyWithSecret
    error: None
    meta: None


class AttemptCounts(TypedDict):
    """Attempts to pay, by the hour in which they began."""

    succeeded: int
    failed: int
    """Refused by the provider, or before it was asked."""
    cancelled: int
    """By the payer, or with the payment."""
    unknown: int
    """The provider has not said what happened."""
    underWay: int
    """The payer or the provider is not done."""
    successRate: float | None
    """Succeeded ÷ (succeeded + failed); null when there are none."""


class BankTransferDetails(TypedDict):
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    payerName: NotRequired[str]
    """Who orders the transfer."""
    returnUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""


class BeneficiaryDetails(TypedDict):
    phone: str | None
    """Masked."""
    operator: str | None
    countryCode: str | None
    iban: str | None
    """Masked."""
    bankName: str | None
    walletId: str | None


class Beneficiary(TypedDict):
    object: Literal["beneficiary"]
    id: str
    mode: Mode
    merchantId: str
    name: str
    type: BeneficiaryType
    details: BeneficiaryDetails
    currency: Currency
    status: Literal["PENDING_VERIFICATION", "ACTIVE", "REJECTED", "DISABLED"]
    nameCheck: Literal["NOT_CHECKED", "MATCH", "CLOSE_MATCH", "MISMATCH", "NOT_KNOWN", "UNAVAILABLE"]
    """What the provider says of whose account it is. NOT_CHECKED: it cannot tell. NOT_KNOWN: it knows the account and not the name, which waits for a second person. UNAVAILABLE: it did not answer, and is queried again."""
    approvedBy: str | None
    """For NOT_KNOWN: who vouched for the name, `key_…` or `per_…`."""
    registeredName: str | None
    """For CLOSE_MATCH: the holder as the provider has it."""
    rejectionReason: str | None
    """Why it was REJECTED: `RIB_KEY_MISMATCH`, the account cannot exist; `ACCOUNT_NOT_FOUND`, `NAME_MISMATCH`, `NAME_CHECK_UNAVAILABLE` by the provider."""
    warnings: List[str]
    payoutsAllowedFrom: str | None
    """No payout is taken before this instant."""
    reference: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str


class BeneficiaryList(TypedDict):
    success: Literal[True]
    data: List[Beneficiary]
    error: None
    meta: PageMeta


class BeneficiaryResponse(TypedDict):
    success: Literal[True]
    data: Beneficiary
    error: None
    meta: None


BeneficiaryType: TypeAlias = "Literal['MOBILE_MONEY', 'BANK_ACCOUNT', 'WALLET']"


class Caller(TypedDict):
    object: Literal["caller"]
    kind: Literal["KEY", "PERSON"]
    """A person calls with the cookie of a log-in."""
    id: str
    """Of the key (`key_…`) or the person (`usr_…`)."""
    name: str | None
    """Null: the key of another merchant, which acts for this one."""
    mode: Mode
    merchantId: str
    merchantName: str
    """As payers see it."""
    permissions: List[str]
    """`manage` includes `read`."""


class CallerResponse(TypedDict):
    success: Literal[True]
    data: Caller
    error: None
    meta: None


class CardDetails(TypedDict):
    returnUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    cardToken: NotRequired[str]
    """The card as your card form returned it. Without it the payer enters the card on a page."""


class Charge(TypedDict):
    object: Literal["charge"]
    id: str
    mode: Mode
    merchantId: str
    paymentIntentId: str
    sessionId: str | None
    paymentLinkId: str | None
    attemptNumber: int
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    fee: str | None
    """Minor units, as text."""
    net: str | None
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    failureMessage: str | None
    late: bool
    duplicate: bool
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    succeededAt: str | None
    failedAt: str | None


class ChargeList(TypedDict):
    success: Literal[True]
    data: List[Charge]
    error: None
    meta: PageMeta


ChargeRefundStatus: TypeAlias = "Literal['NONE', 'PARTIAL', 'FULL']"


ChargeStatus: TypeAlias = "Literal['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED', 'FAILED', 'CANCELLED']"


class ChargeWithNextStep(TypedDict):
    object: Literal["charge"]
    id: str
    mode: Mode
    merchantId: str
    paymentIntentId: str
    sessionId: str | None
    paymentLinkId: str | None
    attemptNumber: int
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    fee: str | None
    """Minor units, as text."""
    net: str | None
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    failureMessage: str | None
    late: bool
    duplicate: bool
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    succeededAt: str | None
    failedAt: str | None
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    instructions: TransferInstructions | None
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    messageToPayer: str | None


class ChargeWithNextStepResponse(TypedDict):
    success: Literal[True]
    data: ChargeWithNextStep
    error: None
    meta: None


class CheckoutCompletion(TypedDict):
    object: Literal["checkout.completion"]
    sessionId: str
    status: CheckoutSessionState
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    instructions: TransferInstructions | None
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    paymentIntentId: str
    chargeId: str
    attemptNumber: int
    attemptsRemaining: int
    messageToPayer: str | None


class CheckoutCompletionResponse(TypedDict):
    success: Literal[True]
    data: CheckoutCompletion
    error: None
    meta: None


class CheckoutMethodsMethodsItem(TypedDict):
    method: PaymentMethod
    operator: str | None
    displayName: str
    countryCode: str | None
    min: str | None
    max: str | None
    step: str | None
    authFlow: Literal["PIN_PROMPT", "OTP", "REDIRECT", "QR", "TRANSFER"]
    status: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    prompt: str | None


class CheckoutMethods(TypedDict):
    object: Literal["checkout.methods"]
    sessionId: str
    methods: List[CheckoutMethodsMethodsItem]


class CheckoutMethodsExplanationMethodsItemOutage(TypedDict):
    status: Literal["DEGRADED", "CLOSED"]
    reason: str


class CheckoutMethodsExplanationMethodsItem(TypedDict):
    method: PaymentMethod
    operator: str | None
    displayName: str
    countryCode: str | None
    offered: bool
    reason: str | None
    ruleId: str | None
    subTenantId: str | None
    providerAccountId: str | None
    min: str | None
    max: str | None
    step: str | None
    outage: CheckoutMethodsExplanationMethodsItemOutage | None


class CheckoutMethodsExplanation(TypedDict):
    object: Literal["checkout.methods_explanation"]
    sessionId: str
    allowedMethods: List[PaymentMethod]
    methods: List[CheckoutMethodsExplanationMethodsItem]


class CheckoutMethodsExplanationResponse(TypedDict):
    success: Literal[True]
    data: CheckoutMethodsExplanation
    error: None
    meta: None


class CheckoutMethodsResponse(TypedDict):
    success: Literal[True]
    data: CheckoutMethods
    error: None
    meta: None


class CheckoutPaymentLinkBranding(TypedDict):
    primaryColor: str


class CheckoutPaymentLink(TypedDict):
    object: Literal["checkout.payment_link"]
    slug: str
    mode: Mode
    url: str
    linkStatus: PaymentLinkStatus
    amount: str | None
    """The price of one where a quantity is offered. Null: the payer chooses the amount."""
    amountDisplay: str | None
    amountMin: str | None
    """Of an open amount; null: no limit."""
    amountMax: str | None
    """Of an open amount; null: no limit."""
    amountSuggestions: List[str] | None
    """Null: none."""
    quantityMin: int | None
    """Null: no quantity is offered."""
    quantityMax: int | None
    currency: Currency
    title: str | None
    description: str | None
    merchantName: str
    merchantLogo: NotRequired[str]
    locale: Locale
    branding: NotRequired[CheckoutPaymentLinkBranding]
    customFields: List[CustomField]
    expiresAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class CheckoutPaymentLinkResponse(TypedDict):
    success: Literal[True]
    data: CheckoutPaymentLink
    error: None
    meta: None


class CheckoutPublicSessionBranding(TypedDict):
    primaryColor: str


class CheckoutPublicSession(TypedDict):
    object: Literal["checkout.public_session"]
    sessionId: str
    mode: Mode
    status: CheckoutSessionState
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    title: str
    description: str | None
    allowedMethods: List[PaymentMethod]
    merchantName: str | None
    merchantLogo: NotRequired[str]
    locale: NotRequired[Locale]
    expiresAt: str | None
    branding: NotRequired[CheckoutPublicSessionBranding]
    customFields: List[CustomField]
    successMessage: NotRequired[str]
    failureCode: FailureCode | None
    failureMessage: str | None
    retryable: bool
    attemptsRemaining: int
    version: int


class CheckoutPublicSessionResponse(TypedDict):
    success: Literal[True]
    data: CheckoutPublicSession
    error: None
    meta: None


class CheckoutSessionBranding(TypedDict):
    primaryColor: str


class CheckoutSession(TypedDict):
    object: Literal["checkout.session"]
    id: str
    mode: Mode
    merchantId: str
    url: str
    """The hosted page."""
    status: CheckoutSessionState
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    title: str
    description: str | None
    quantity: NotRequired[int]
    """How many the payer chose, at a payment link that offers quantities."""
    allowedMethods: List[PaymentMethod] | None
    successUrl: str | None
    cancelUrl: str | None
    reference: str | None
    customer: Customer | None
    locale: Locale
    customFields: List[CustomField]
    customFieldValues: Dict[str, str] | None
    successMessage: str | None
    branding: CheckoutSessionBranding | None
    metadata: Dict[str, str]
    maxAttempts: int
    attemptCount: int
    latePaymentPolicy: LatePaymentPolicy
    paymentIntentId: str | None
    chargeId: str | None
    paymentLinkId: str | None
    failureCode: FailureCode | None
    failureMessage: str | None
    retryable: bool
    paidLate: bool
    expiresAt: str
    completedAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class CheckoutSessionList(TypedDict):
    success: Literal[True]
    data: List[CheckoutSession]
    error: None
    meta: PageMeta


class CheckoutSessionResponse(TypedDict):
    success: Literal[True]
    data: CheckoutSession
    error: None
    meta: None


CheckoutSessionState: TypeAlias = "Literal['OPEN', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED']"


class CheckoutSessionStatus(TypedDict):
    object: Literal["checkout.session.status"]
    sessionId: str
    status: CheckoutSessionState
    failureCode: FailureCode | None
    failureMessage: str | None
    retryable: bool
    attemptsRemaining: int
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    instructions: TransferInstructions | None
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    paymentIntentId: str | None
    chargeId: str | None
    paidLate: bool
    successUrl: str | None
    expiresAt: str
    version: int


class CheckoutSessionStatusResponse(TypedDict):
    success: Literal[True]
    data: CheckoutSessionStatus
    error: None
    meta: None


class ClaimApiKeyRequest(TypedDict):
    token: str
    """What stands at the end of the link."""


class CompleteCheckoutSessionByBankTransfer(TypedDict):
    paymentMethod: Literal["BANK_TRANSFER"]
    paymentDetails: BankTransferDetails
    customFieldValues: NotRequired[Dict[str, str]]


class CompleteCheckoutSessionByCard(TypedDict):
    paymentMethod: Literal["CARD"]
    paymentDetails: CardDetails
    customFieldValues: NotRequired[Dict[str, str]]


class CompleteCheckoutSessionByMobileMoney(TypedDict):
    paymentMethod: Literal["MOBILE_MONEY"]
    paymentDetails: MobileMoneyDetails
    customFieldValues: NotRequired[Dict[str, str]]


class CompleteCheckoutSessionByQr(TypedDict):
    paymentMethod: Literal["QR"]
    paymentDetails: QrDetails
    customFieldValues: NotRequired[Dict[str, str]]


class CompleteCheckoutSessionByWallet(TypedDict):
    paymentMethod: Literal["WALLET"]
    paymentDetails: WalletDetails
    customFieldValues: NotRequired[Dict[str, str]]


CompleteCheckoutSessionRequest: TypeAlias = "CompleteCheckoutSessionByWallet | CompleteCheckoutSessionByMobileMoney | CompleteCheckoutSessionByCard | CompleteCheckoutSessionByBankTransfer | CompleteCheckoutSessionByQr"


class ConfirmPaymentIntentByBankTransfer(TypedDict):
    paymentMethod: Literal["BANK_TRANSFER"]
    paymentDetails: BankTransferDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByCard(TypedDict):
    paymentMethod: Literal["CARD"]
    paymentDetails: CardDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByMobileMoney(TypedDict):
    paymentMethod: Literal["MOBILE_MONEY"]
    paymentDetails: MobileMoneyDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByQr(TypedDict):
    paymentMethod: Literal["QR"]
    paymentDetails: QrDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByWallet(TypedDict):
    paymentMethod: Literal["WALLET"]
    paymentDetails: WalletDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


ConfirmPaymentIntentRequest: TypeAlias = "ConfirmPaymentIntentByWallet | ConfirmPaymentIntentByMobileMoney | ConfirmPaymentIntentByCard | ConfirmPaymentIntentByBankTransfer | ConfirmPaymentIntentByQr"


class CreateApiKeyRequest(TypedDict):
    name: str
    """What people call it."""
    permissions: List[Permission]
    """`manage` includes `read`. Only what the key that asks has itself."""
    merchantIds: NotRequired[List[str]]
    """Further merchants it may act for, of those that the key that asks may act for."""
    ipAllowlist: NotRequired[List[str]]
    """Addresses and networks the key works from (`203.0.113.0/24`, `2001:db8::/32`). Empty: everywhere."""
    expiresAt: NotRequired[str | None]
    """From this instant on the key does not work. Must lie ahead."""
    requestsPerSecond: NotRequired[int]
    """Requests the key may make in a second, twice as many in a burst. At most what the key that asks may."""


class CreateBeneficiaryRequestDetails(TypedDict):
    """Where the money goes; which fields depends on `type`."""

    phone: NotRequired[str]
    """MOBILE_MONEY: in international form, or in national form with `countryCode`."""
    operator: NotRequired[MobileMoneyOperator]
    """MOBILE_MONEY: may be left out where the number tells the operator."""
    countryCode: NotRequired[str]
    """MOBILE_MONEY: ISO 3166 alpha-2."""
    iban: NotRequired[str]
    """BANK_ACCOUNT: with spaces or without."""
    bankName: NotRequired[str]
    """BANK_ACCOUNT: for people who read it."""
    walletId: NotRequired[str]
    """WALLET: the wallet's id at its provider, in the sandbox `pw_…`."""


class CreateBeneficiaryRequest(TypedDict):
    name: str
    """Whose phone or account it is, as the operator or bank knows them."""
    type: BeneficiaryType
    details: CreateBeneficiaryRequestDetails
    """Where the money goes; which fields depends on `type`."""
    currency: Currency
    reference: NotRequired[str]
    """Your own reference."""
    metadata: NotRequired[Metadata]


class CreateChargeByBankTransfer(TypedDict):
    amount: Amount
    currency: Currency
    paymentMethod: Literal["BANK_TRANSFER"]
    paymentDetails: BankTransferDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]


class CreateChargeByCard(TypedDict):
    amount: Amount
    currency: Currency
    paymentMethod: Literal["CARD"]
    paymentDetails: CardDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]


class CreateChargeByMobileMoney(TypedDict):
    amount: Amount
    currency: Currency
    paymentMethod: Literal["MOBILE_MONEY"]
    paymentDetails: MobileMoneyDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]


class CreateChargeByQr(TypedDict):
    amount: Amount
    currency: Currency
    paymentMethod: Literal["QR"]
    paymentDetails: QrDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]


class CreateChargeByWallet(TypedDict):
    amount: Amount
    currency: Currency
    paymentMethod: Literal["WALLET"]
    paymentDetails: WalletDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]


CreateChargeRequest: TypeAlias = "CreateChargeByWallet | CreateChargeByMobileMoney | CreateChargeByCard | CreateChargeByBankTransfer | CreateChargeByQr"


class CreateCheckoutSessionRequestBranding(TypedDict):
    primaryColor: NotRequired[str]
    """Must be a colour in the form #1a2b3c."""


class CreateCheckoutSessionRequest(TypedDict):
    amount: Amount
    currency: Currency
    title: str
    """What is paid for, as the payer reads it."""
    description: NotRequired[str]
    allowedMethods: NotRequired[List[PaymentMethod]]
    """What the payer may choose from; all methods when absent."""
    successUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    cancelUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    reference: NotRequired[str]
    """Your own reference; sessions and charges are found by it."""
    customer: NotRequired[CustomerInput]
    locale: NotRequired[Locale]
    """Language of the payer's page. Default: the merchant's."""
    expiresAt: NotRequired[str]
    """Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z."""
    customFields: NotRequired[List[CustomFieldInput]]
    successMessage: NotRequired[str]
    """Shown to the payer after success."""
    branding: NotRequired[CreateCheckoutSessionRequestBranding]
    metadata: NotRequired[Metadata]
    maxAttempts: NotRequired[int]
    latePaymentPolicy: NotRequired[LatePaymentPolicy]
    """Who keeps money that is confirmed after the session has ended."""


class CreateExportRequest(TypedDict):
    list: str
    """The list as it is read: path and query behind `/api/v1`, without page and cursor. All that its filters show is exported, in its order."""
    format: NotRequired[Literal["CSV", "XLSX"]]
    """CSV (the default), or XLSX: a workbook, in which text stays text, amounts are numbers with the decimals of their currency, and moments are dates."""
    heads: NotRequired[Literal["WORDS", "NAMES"]]
    """WORDS (the default): heads in the reader's language, amounts with decimals, times in `timeZone`. NAMES: names and values of the API."""
    locale: NotRequired[Locale]
    """Language of the heads; the reader's (`Accept-Language`) when absent."""
    separator: NotRequired[Literal[",", ";"]]
    """Between the cells of a CSV file. With `;` decimals have a comma, as French and Portuguese spreadsheets expect; that is the default in these languages."""
    timeZone: NotRequired[str]
    """IANA name of the time zone of the times; UTC when absent."""


class CreatePaymentIntentRequest(TypedDict):
    amount: Amount
    currency: Currency
    allowedMethods: NotRequired[List[PaymentMethod]]
    """What the payer may choose from; all methods when absent."""
    customer: NotRequired[CustomerInput]
    reference: NotRequired[str]
    """Your own reference; intents and charges are found by it."""
    description: NotRequired[str]
    """What is paid for. Operators show its beginning to the payer."""
    metadata: NotRequired[Metadata]
    expiresAt: NotRequired[str]
    """Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z."""
    maxAttempts: NotRequired[int]
    latePaymentPolicy: NotRequired[LatePaymentPolicy]
    """Who keeps money that is confirmed after the intent has ended."""


class CreatePaymentLinkRequest(TypedDict):
    amount: str | None
    """Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F."""
    currency: Currency
    amountMin: NotRequired[Amount]
    amountMax: NotRequired[Amount]
    amountSuggestions: NotRequired[List[Amount]]
    """Amounts that payers choose by one tap, in this order. Only with `amount: null`."""
    quantityMin: NotRequired[int]
    quantityMax: NotRequired[int]
    title: NotRequired[str]
    """What is paid for, as the payer reads it. The merchant's name stands in when absent."""
    description: NotRequired[str]
    """More words for the payer."""
    slug: NotRequired[str]
    """The end of the link's address. Yours for ever, in no other link again. Made up when absent."""
    reference: NotRequired[str]
    """Your own reference, passed on to the sessions of the link."""
    reusable: NotRequired[bool]
    """False: the link is paid once. True when absent, with `maxUses` as its ceiling."""
    maxUses: NotRequired[int | None]
    """Successful payments the link takes at most."""
    allowedMethods: NotRequired[List[PaymentMethod]]
    """What the payer may choose from; all methods when absent."""
    successUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    cancelUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    expiresAt: NotRequired[str]
    """From this instant on the link takes no payment. Must lie ahead."""
    customFields: NotRequired[List[CustomFieldInput]]
    metadata: NotRequired[Metadata]
    inactiveMessage: NotRequired[str]
    """What payers read while the link takes no payment."""


class CreatePayoutBatchRequestRowsItem(TypedDict):
    beneficiaryId: str
    """Who is paid, `ben_…`"""
    amount: Amount
    reference: NotRequired[str]
    """Your own reference."""
    description: NotRequired[str]
    """What it is for."""
    metadata: NotRequired[Metadata]


class CreatePayoutBatchRequest(TypedDict):
    walletId: str
    """The wallet that pays all rows, `wal_…`."""
    reference: NotRequired[str]
    """Your own reference."""
    rows: List[CreatePayoutBatchRequestRowsItem]


class CreatePayoutRequest(TypedDict):
    walletId: str
    """The wallet that pays, `wal_…`. Its currency is the payout's."""
    beneficiaryId: str
    """Who is paid, `ben_…`"""
    amount: Amount
    reference: NotRequired[str]
    """Your own reference."""
    description: NotRequired[str]
    """What it is for."""
    metadata: NotRequired[Metadata]


class CreateRefundRequest(TypedDict):
    amount: NotRequired[Amount]
    """Minor units, as text. All that is left of the charge when absent."""
    reason: NotRequired[Literal["REQUESTED_BY_PAYER", "DUPLICATE", "FRAUD", "LATE_PAYMENT", "OTHER"]]
    """`OTHER` when absent."""
    note: NotRequired[str]
    """For your own people."""
    metadata: NotRequired[Metadata]


class CreateWebhookEndpointRequest(TypedDict):
    url: str
    """Where events are posted: https, port 443 or 8443. In sandbox also http to localhost."""
    events: NotRequired[List[Literal["*", "payment.processing", "payment.succeeded", "payment.failed", "payment.late_refunded", "payment.duplicate_refunded", "checkout.session.completed", "checkout.session.failed", "checkout.session.expired", "checkout.session.cancelled", "payment_link.created", "payment_link.updated", "payment_link.exhausted", "payment_link.expired", "payment_link.abused", "payment_link.cancelled", "refund.created", "refund.account_needed", "refund.succeeded", "refund.failed", "payout.created", "payout.queued", "payout.paid", "payout.failed", "payout.reversed", "payout.cancelled", "beneficiary.verified", "beneficiary.rejected", "merchant.status_changed", "merchant.kyb.submitted", "merchant.kyb.approved", "merchant.kyb.rejected", "api_key.created_by_operator", "api_key.revoked_by_operator", "webhook_endpoint.disabled", "endpoint.ping"]] | Literal["*"]]
    """A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list."""
    status: NotRequired[WebhookEndpointStatus]
    """ACTIVE when absent."""
    description: NotRequired[str | None]
    """Your own note."""
    ordered: NotRequired[bool]
    """Hold an event of a payment intent back until the one before it was accepted. False when absent."""


Currency: TypeAlias = "Literal['XOF', 'XAF', 'GNF', 'CDF', 'EUR', 'USD', 'NGN', 'GHS', 'KES', 'RWF', 'UGX', 'BIF', 'DJF', 'KMF', 'TND', 'MGA', 'MRU', 'MAD', 'DZD', 'CVE', 'GMD', 'LRD', 'SLE', 'ZMW', 'TZS', 'MWK', 'MZN', 'ETB', 'GBP', 'JPY', 'CHF', 'CAD', 'CNY', 'AED', 'EGP', 'ZAR', 'KWD', 'BHD', 'OMR', 'JOD']"
"""ISO 4217 code."""


class CustomField(TypedDict):
    key: str
    label: str
    type: CustomFieldType
    required: bool
    options: NotRequired[List[CustomFieldOption]]
    minLength: NotRequired[int]
    maxLength: NotRequired[int]
    defaultValue: NotRequired[str]


class CustomFieldInput(TypedDict):
    key: str
    """Must start with a letter and hold at most 40 letters, digits and underscores."""
    label: str
    """What the payer reads above the field."""
    type: CustomFieldType
    required: NotRequired[bool]
    options: NotRequired[List[CustomFieldOptionInput]]
    """DROPDOWN only, and required there."""
    minLength: NotRequired[int]
    maxLength: NotRequired[int]
    defaultValue: NotRequired[str]


class CustomFieldOption(TypedDict):
    value: str
    label: str


class CustomFieldOptionInput(TypedDict):
    value: str
    """Stored."""
    label: str
    """Shown."""


CustomFieldType: TypeAlias = "Literal['TEXT', 'NUMBER', 'DROPDOWN', 'PHONE', 'EMAIL']"


class Customer(TypedDict):
    name: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]


class CustomerInput(TypedDict):
    """What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it."""

    name: NotRequired[str]
    """The payer's name: proposed on the hosted page as sender of a transfer."""
    email: NotRequired[str]
    """Kept for you; nothing is sent to it."""
    phone: NotRequired[str]
    """The payer's number, international or in the national form of your country: proposed on the hosted page."""


class DeletedWebhookEndpoint(TypedDict):
    object: Literal["webhook_endpoint"]
    id: str
    mode: Mode
    deleted: Literal[True]


class DeletedWebhookEndpointResponse(TypedDict):
    success: Literal[True]
    data: DeletedWebhookEndpoint
    error: None
    meta: None


class Error(TypedDict):
    """The answer to a request that was refused or failed."""

    success: Literal[False]
    data: None
    error: ErrorBody
    meta: None


class ErrorBody(TypedDict):
    code: ErrorCode
    message: str
    """One sentence for people. Its words can change."""
    details: ErrorDetails


ErrorCode: TypeAlias = "Literal['API_KEY_CLAIM_INVALID', 'API_KEY_EXCEEDS_CREATOR', 'API_KEY_LIMIT_REACHED', 'API_KEY_NOT_ACTIVE', 'BENEFICIARY_NEEDS_ANOTHER_APPROVER', 'BENEFICIARY_NOT_ACTIVE', 'BENEFICIARY_NOT_APPROVABLE', 'CARD_DATA_NOT_ALLOWED', 'CHARGE_NOT_REFUNDABLE', 'CHECKOUT_NO_LIVE_ACCOUNT', 'CHECKOUT_NO_PAYMENT_METHODS', 'CHECKOUT_SESSION_ALREADY_COMPLETED', 'CHECKOUT_SESSION_EXPIRED', 'CHECKOUT_SESSION_NOT_FOUND', 'CHECKOUT_SESSION_NOT_OPEN', 'EXPORT_NOT_CANCELLABLE', 'EXPORT_NOT_READY', 'EXPORT_NOT_YOURS', 'EXPORT_TOO_LARGE', 'FOREIGN_REQUEST', 'FOUR_EYES_REQUIRED', 'HEADERS_TOO_LARGE', 'IDEMPOTENCY_KEY_MISMATCH', 'IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS', 'INSUFFICIENT_PERMISSIONS', 'INSUFFICIENT_WALLET_BALANCE', 'INTERNAL_ERROR', 'INVALID_MERCHANT_SCOPE', 'Invalid API key', 'LEDGER_DETACHED', 'LIVE_MODE_REFUSED', 'LOG_IN_REQUIRED', 'MERCHANT_KYB_NOT_APPROVED', 'METHOD_NOT_ALLOWED', 'METHOD_NOT_ALLOWED_FOR_SESSION', 'NO_ROLE_IN_MODE', 'PAYLOAD_TOO_LARGE', 'PAYMENT_FAILED', 'PAYMENT_INTENT_NOT_CANCELLABLE', 'PAYMENT_INTENT_NOT_CONFIRMABLE', 'PAYMENT_LINK_EXPIRED', 'PAYMENT_LINK_MAX_USES_REACHED', 'PAYMENT_LINK_NOT_ACTIVE', 'PAYMENT_LINK_SLUG_TAKEN', 'PAYMENT_METHOD_NOT_AVAILABLE', 'PAYOUT_NEEDS_ANOTHER_APPROVER', 'PAYOUT_NOT_APPROVABLE', 'PAYOUT_NOT_CANCELLABLE', 'RATE_LIMITED', 'REFUND_ABOVE_LIMIT', 'REFUND_AMOUNT_EXCEEDS_REMAINING', 'REFUND_NEEDS_NO_ACCOUNT', 'REFUND_NOT_CANCELLABLE', 'REPORT_TOO_LARGE', 'REQUEST_TIMEOUT', 'RESOURCE_NOT_FOUND', 'SANDBOX_ONLY', 'SANDBOX_RESET_UNDER_WAY', 'SECOND_FACTOR_ENROLMENT_REQUIRED', 'SERVICE_UNAVAILABLE', 'STEP_UP_REQUIRED', 'TOO_MANY_EXPORTS', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR', 'WEBHOOK_BUDGET_SPENT', 'WEBHOOK_ENDPOINT_DISABLED', 'WEBHOOK_ENDPOINT_LIMIT_REACHED', 'WEBHOOK_ENDPOINT_UNPROVED', 'WEBHOOK_REPLAY_IN_PROGRESS']"
"""Names the reason. Codes are stable: decide by the code, never by the message. New codes can be added."""


class ErrorDetails(TypedDict):
    """More about the reason. Some codes add fields of their own."""

    requestId: str
    """The request's id, as in the header `Request-Id`."""
    fields: NotRequired[List[FieldError]]
    """With `VALIDATION_ERROR`: each field that does not fit."""


class Event(TypedDict):
    id: str
    object: Literal["event"]
    type: str
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    data: Dict[str, Any]
    """The object as it was at that moment."""


class EventList(TypedDict):
    success: Literal[True]
    data: List[Event]
    error: None
    meta: PageMeta


class EventResponse(TypedDict):
    success: Literal[True]
    data: Event
    error: None
    meta: None


EventType: TypeAlias = "Literal['payment.processing', 'payment.succeeded', 'payment.failed', 'payment.late_refunded', 'payment.duplicate_refunded', 'checkout.session.completed', 'checkout.session.failed', 'checkout.session.expired', 'checkout.session.cancelled', 'payment_link.created', 'payment_link.updated', 'payment_link.exhausted', 'payment_link.expired', 'payment_link.abused', 'payment_link.cancelled', 'refund.created', 'refund.account_needed', 'refund.succeeded', 'refund.failed', 'payout.created', 'payout.queued', 'payout.paid', 'payout.failed', 'payout.reversed', 'payout.cancelled', 'beneficiary.verified', 'beneficiary.rejected', 'merchant.status_changed', 'merchant.kyb.submitted', 'merchant.kyb.approved', 'merchant.kyb.rejected', 'api_key.created_by_operator', 'api_key.revoked_by_operator', 'webhook_endpoint.disabled', 'endpoint.ping']"


class Export(TypedDict):
    object: Literal["export"]
    id: str
    mode: Mode | None
    merchantId: str | None
    """Null: an operator's export."""
    status: Literal["PENDING", "READY", "FAILED", "CANCELLED", "EXPIRED"]
    """PENDING: being made, see `rowsWritten`. READY: the file can be downloaded until `expiresAt`. EXPIRED: the file has been removed."""
    list: str
    """Path and query of the list."""
    operation: str
    """`operationId` of the list."""
    fileName: str
    format: Literal["CSV", "XLSX"]
    heads: Literal["WORDS", "NAMES"]
    locale: Locale
    separator: Literal[",", ";"]
    timeZone: str
    rowsWritten: int
    """Rows in the file so far."""
    rowsTotal: int | None
    """Rows of the list when the export began; null: the list does not count them."""
    bytes: int
    """Size of the file so far, in bytes; of a workbook, before it is packed."""
    failureCode: Literal["RIGHTS_ENDED", "LIST_REFUSED", "TOO_MANY_ROWS", "NOT_READABLE"] | None
    createdBy: str
    """Id of the key, person or operator."""
    finishedAt: str | None
    expiresAt: str
    """The file is removed then: seven days after it was asked for, unless the platform has set another time."""
    version: int
    createdAt: str


class ExportList(TypedDict):
    success: Literal[True]
    data: List[Export]
    error: None
    meta: PageMeta


class ExportResponse(TypedDict):
    success: Literal[True]
    data: Export
    error: None
    meta: None


class FailedCharge(TypedDict):
    object: Literal["charge"]
    id: str
    mode: Mode
    merchantId: str
    paymentIntentId: str
    sessionId: str | None
    paymentLinkId: str | None
    attemptNumber: int
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    fee: str | None
    """Minor units, as text."""
    net: str | None
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    failureMessage: str | None
    late: bool
    duplicate: bool
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    succeededAt: str | None
    failedAt: str | None
    reason: str | None
    """The provider's own code. Read `failureCode` instead: it is stable. Deprecated."""


FailureCode: TypeAlias = "Literal['PAYMENT_NOT_CONFIRMED', 'INSUFFICIENT_FUNDS', 'PAYMENT_IN_PROGRESS', 'PAYER_NOT_FOUND', 'LIMIT_EXCEEDED', 'INVALID_RECIPIENT', 'AMOUNT_OUT_OF_BOUNDS', 'INVALID_AMOUNT', 'INVALID_CURRENCY', 'PROVIDER_UNAVAILABLE', 'CARD_DECLINED', 'PAYMENT_CANCELLED', 'RISK_BLOCKED', 'UNKNOWN']"


class FieldError(TypedDict):
    path: str
    """The field, `customer.email` for a nested one."""
    rule: str
    """The rule that the value breaks."""
    message: str
    """What the field must be, in one sentence."""


class GiveRefundRecipientRequest(TypedDict):
    iban: str
    """An IBAN, or an account number (RIB) of the franc zones, with or without spaces."""
    holderName: str
    """The holder of the account, as the bank knows it."""


KybStatus: TypeAlias = "Literal['DRAFT', 'SUBMITTED', 'IN_REVIEW', 'INFO_REQUESTED', 'APPROVED', 'REJECTED']"


LatePaymentPolicy: TypeAlias = "Literal['ACCEPT', 'REFUND', 'REVIEW']"


LedgerRecord = TypedDict(
    "LedgerRecord",
    {
        "record": "Literal['opening', 'transfer', 'seal', 'end']",
        "format": "NotRequired[str]",
        "merchantId": "NotRequired[str]",
        "mode": "NotRequired[str]",
        "walletId": "NotRequired[str]",
        "currency": "NotRequired[str]",
        "id": "NotRequired[str]",
        "transactionId": "NotRequired[str]",
        "type": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "sourceType": "NotRequired[str]",
        "sourceId": "NotRequired[str]",
        "createdAt": "NotRequired[str]",
        "balances": "NotRequired[str]",
        "previousHash": "NotRequired[str]",
        "hash": "NotRequired[str]",
        "exponent": "NotRequired[int]",
        "position": "NotRequired[int]",
        "number": "NotRequired[int]",
        "firstPosition": "NotRequired[int]",
        "lastPosition": "NotRequired[int]",
        # Minor units.
        "amount": "NotRequired[str]",
        # Minor units.
        "balanceAfter": "NotRequired[str]",
    },
)


class LedgerRecordArrayResponse(TypedDict):
    success: Literal[True]
    data: List[LedgerRecord]
    error: None
    meta: None


class LedgerSeal(TypedDict):
    """The last seal of the wallet's chain that lies wholly within the report, or before it."""

    number: int
    lastPosition: int
    """The last entry that it covers: entries are numbered from 1."""
    hash: str
    """SHA-256, hexadecimal."""
    createdAt: str


Locale: TypeAlias = "Literal['fr', 'en', 'pt']"


class MerchantOutage(TypedDict):
    object: Literal["outage"]
    id: str
    merchantId: str
    """The merchant that reads: it concerns others too."""
    mode: Mode
    method: PaymentMethod
    operator: str | None
    """Null: every operator of the method."""
    country: str | None
    """Null: every country."""
    status: Literal["DEGRADED", "CLOSED"]
    reason: str
    state: Literal["ANNOUNCED", "OPEN", "ENDED"]
    startsAt: str
    endsAt: str | None


class MerchantOutageList(TypedDict):
    success: Literal[True]
    data: List[MerchantOutage]
    error: None
    meta: PageMeta


class MerchantState(TypedDict):
    object: Literal["merchant"]
    id: str
    """Id of the merchant, a UUID."""
    mode: Mode
    status: Literal["PENDING", "ACTIVE", "SUSPENDED", "CLOSED"]
    """The same in both modes."""
    messageToMerchant: str | None
    """What the platform wrote when it suspended or closed the merchant."""
    kybStatus: KybStatus
    """Where the onboarding dossier stands in this mode."""
    displayName: str
    """The merchant's name, as payers read it."""
    countryCode: str
    """ISO 3166, two letters."""
    version: int
    createdAt: str
    updatedAt: str


Metadata: TypeAlias = "Dict[str, str]"
"""Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters."""


class MobileMoneyDetails(TypedDict):
    phone: str
    """The payer's number in international form, or in national form with `countryCode`."""
    operator: NotRequired[MobileMoneyOperator]
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    otp: NotRequired[str]
    """The one-time code that the payer asked the operator for, where the method needs one."""
    returnUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""


MobileMoneyOperator: TypeAlias = "Literal['ORANGE', 'MTN', 'MOOV', 'WAVE', 'FREE', 'AIRTEL', 'VODACOM', 'AFRICELL', 'TMONEY', 'EXPRESSO', 'TELECEL', 'CELTIIS']"
"""May be left out where the number tells the operator."""


Mode: TypeAlias = "Literal['SANDBOX', 'LIVE']"


class NetworkCollects(TypedDict):
    """How payments go. Null: not this way."""

    state: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    closedBy: Literal["OUTAGE", "NO_ANSWER", "LIMIT_REACHED"] | None


class NetworkPaysOut(TypedDict):
    """How payouts go; while CLOSED they wait. Null: not this way."""

    state: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    closedBy: Literal["OUTAGE", "NO_ANSWER", "LIMIT_REACHED"] | None


class Network(TypedDict):
    object: Literal["network"]
    method: PaymentMethod
    operator: str | None
    country: str | None
    displayName: str
    currency: str
    collects: NetworkCollects | None
    paysOut: NetworkPaysOut | None
    min: str | None
    """Of a payment, in minor units. Null: no bound, like `max`."""
    max: str | None
    step: str | None
    outages: List[MerchantOutage]
    """Open and announced."""


class NetworkArrayResponse(TypedDict):
    success: Literal[True]
    data: List[Network]
    error: None
    meta: None


class OpenPaymentLinkSessionRequest(TypedDict):
    amount: NotRequired[Amount]
    quantity: NotRequired[int]


class OpenedCheckoutSession(TypedDict):
    object: Literal["checkout.session"]
    id: str
    """The session's id, for the endpoints under /checkout/pay."""
    mode: Mode
    url: str
    """The hosted page."""
    status: CheckoutSessionState
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    title: str
    description: str | None
    locale: Locale
    quantity: NotRequired[int]
    """Of a link that offers quantities."""
    customFields: List[CustomField]
    expiresAt: str
    version: int
    createdAt: str
    updatedAt: str


class OpenedCheckoutSessionResponse(TypedDict):
    success: Literal[True]
    data: OpenedCheckoutSession
    error: None
    meta: None


class OwnPayoutApprovalProposal(TypedDict):
    """What waits for a second person; null: nothing."""

    above: str | None
    proposedBy: str
    """The person or key."""
    proposedAt: str
    expiresAt: str


class OwnPayoutApproval(TypedDict):
    object: Literal["own_payout_approval"]
    walletId: str
    mode: Mode
    merchantId: str
    currency: str
    above: str | None
    """Null: no payout of this wallet waits."""
    version: int
    """Of the wallet."""
    proposal: OwnPayoutApprovalProposal | None


class OwnPayoutApprovalResponse(TypedDict):
    success: Literal[True]
    data: OwnPayoutApproval
    error: None
    meta: None


class PageMeta(TypedDict):
    page: int | None
    pageSize: int
    total: int | None
    totalPages: int | None
    hasMore: bool
    nextCursor: str | None


class PaymentIntentLastFailure(TypedDict):
    failureCode: FailureCode
    failureMessage: str


class PaymentIntent(TypedDict):
    object: Literal["payment_intent"]
    id: str
    mode: Mode
    merchantId: str
    sessionId: str | None
    paymentLinkId: str | None
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    amountReceived: str
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    currency: Currency
    status: PaymentIntentStatus
    allowedMethods: List[PaymentMethod] | None
    latestChargeId: str | None
    charges: List[Charge]
    lastFailure: PaymentIntentLastFailure | None
    customer: Customer | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    expiresAt: str | None
    succeededAt: str | None
    cancelledAt: str | None


class PaymentIntentList(TypedDict):
    success: Literal[True]
    data: List[PaymentIntent]
    error: None
    meta: PageMeta


PaymentIntentStatus: TypeAlias = "Literal['REQUIRES_PAYMENT_METHOD', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']"


class PaymentIntentWithNextStepLastFailure(TypedDict):
    failureCode: FailureCode
    failureMessage: str


class PaymentIntentWithNextStep(TypedDict):
    object: Literal["payment_intent"]
    id: str
    mode: Mode
    merchantId: str
    sessionId: str | None
    paymentLinkId: str | None
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    amountReceived: str
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    currency: Currency
    status: PaymentIntentStatus
    allowedMethods: List[PaymentMethod] | None
    latestChargeId: str | None
    charges: List[Charge]
    lastFailure: PaymentIntentWithNextStepLastFailure | None
    customer: Customer | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    expiresAt: str | None
    succeededAt: str | None
    cancelledAt: str | None
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    instructions: TransferInstructions | None
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    messageToPayer: str | None


class PaymentIntentWithNextStepResponse(TypedDict):
    success: Literal[True]
    data: PaymentIntentWithNextStep
    error: None
    meta: None


class PaymentLinkShare(TypedDict):
    """What to hand out. Public addresses; opening one creates nothing."""

    text: str
    """Words for a message, in the merchant's language, with the address."""
    qrPngUrl: str
    """The address as a code, to send. `?download` for a file."""
    qrSvgUrl: str
    """The same, sharp at any size: for print."""
    previewUrl: str
    """The picture that chat applications show."""


class PaymentLink(TypedDict):
    object: Literal["payment_link"]
    id: str
    mode: Mode
    reference: str
    """Yours, or one we made."""
    slug: str
    url: str
    """The public page."""
    share: PaymentLinkShare
    """What to hand out. Public addresses; opening one creates nothing."""
    amount: str | None
    """The price of one where a quantity is offered. Null: the payer chooses the amount."""
    amountDisplay: str | None
    amountMin: str | None
    """Of an open amount; null: no limit."""
    amountMax: str | None
    """Of an open amount; null: no limit."""
    amountSuggestions: List[str] | None
    """Null: none."""
    quantityMin: int | None
    """Null: no quantity is offered."""
    quantityMax: int | None
    currency: Currency
    title: str | None
    description: str | None
    status: CheckoutSessionState
    """The link's status in the words of a checkout session."""
    linkStatus: PaymentLinkStatus
    usesCount: int
    """Successful payments."""
    maxUses: int | None
    reusable: bool
    allowedMethods: NotRequired[List[PaymentMethod]]
    successUrl: str | None
    cancelUrl: str | None
    customFields: List[CustomField]
    inactiveMessage: str | None
    metadata: Dict[str, str]
    expiresAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class PaymentLinkList(TypedDict):
    success: Literal[True]
    data: List[PaymentLink]
    error: None
    meta: PageMeta


class PaymentLinkResponse(TypedDict):
    success: Literal[True]
    data: PaymentLink
    error: None
    meta: None


PaymentLinkStatus: TypeAlias = "Literal['ACTIVE', 'PAUSED', 'EXHAUSTED', 'EXPIRED', 'CANCELLED']"


PaymentMethod: TypeAlias = "Literal['WALLET', 'MOBILE_MONEY', 'CARD', 'BANK_TRANSFER', 'QR']"


class PaymentMethodDetails(TypedDict):
    phone: str | None
    operator: str | None
    countryCode: str | None
    brand: str | None
    last4: str | None
    scheme: str | None
    walletId: str | None


class PayoutDestination(TypedDict):
    """The beneficiary as it was when the payout was made."""

    name: str
    type: BeneficiaryType
    phone: str | None
    """Masked."""
    operator: str | None
    countryCode: str | None
    iban: str | None
    """Masked."""
    bankName: str | None
    walletId: str | None


class PayoutProvider(TypedDict):
    name: str
    transactionId: str | None


class Payout(TypedDict):
    object: Literal["payout"]
    id: str
    mode: Mode
    merchantId: str
    walletId: str
    beneficiaryId: str
    destination: PayoutDestination
    """The beneficiary as it was when the payout was made."""
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    status: PayoutStatus
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    approvalRequired: bool
    createdBy: str
    """The key that asked for it."""
    approvedBy: str | None
    """The key that agreed."""
    provider: PayoutProvider | None
    failureCode: FailureCode | None
    approvedAt: str | None
    queuedAt: str | None
    sentAt: str | None
    paidAt: str | None
    failedAt: str | None
    reversedAt: str | None
    cancelledAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class PayoutBatchRowsItemError(TypedDict):
    """What a single payout would have been refused with."""

    code: str
    message: str
    details: Dict[str, Any]


class PayoutBatchRowsItem(TypedDict):
    index: int
    """Place in the request, from 0."""
    beneficiaryId: str
    amount: str
    reference: str | None
    status: Literal["WAITING", "ACCEPTED", "REFUSED"]
    payoutId: str | None
    """Once ACCEPTED."""
    error: PayoutBatchRowsItemError | None


class PayoutBatch(TypedDict):
    object: Literal["payout_batch"]
    id: str
    mode: Mode
    merchantId: str
    walletId: str
    currency: Currency
    status: Literal["PROCESSING", "COMPLETED"]
    """COMPLETED: every row has its result."""
    reference: str | None
    rowCount: int
    acceptedCount: int
    """Rows that are a payout."""
    refusedCount: int
    completedAt: str | None
    version: int
    createdAt: str
    updatedAt: str
    rows: List[PayoutBatchRowsItem]


class PayoutBatchResponse(TypedDict):
    success: Literal[True]
    data: PayoutBatch
    error: None
    meta: None


class PayoutBatchSummary(TypedDict):
    object: Literal["payout_batch"]
    id: str
    mode: Mode
    merchantId: str
    walletId: str
    currency: Currency
    status: Literal["PROCESSING", "COMPLETED"]
    """COMPLETED: every row has its result."""
    reference: str | None
    rowCount: int
    acceptedCount: int
    """Rows that are a payout."""
    refusedCount: int
    completedAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class PayoutBatchSummaryList(TypedDict):
    success: Literal[True]
    data: List[PayoutBatchSummary]
    error: None
    meta: PageMeta


class PayoutList(TypedDict):
    success: Literal[True]
    data: List[Payout]
    error: None
    meta: PageMeta


class PayoutResponse(TypedDict):
    success: Literal[True]
    data: Payout
    error: None
    meta: None


PayoutStatus: TypeAlias = "Literal['PENDING_APPROVAL', 'PENDING', 'QUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'PAID', 'FAILED', 'REVERSED', 'CANCELLED']"


Permission: TypeAlias = "Literal['merchant.checkout.read', 'merchant.checkout.manage', 'merchant.links.read', 'merchant.links.manage', 'merchant.payments.read', 'merchant.payments.manage', 'merchant.charges.read', 'merchant.charges.manage', 'merchant.refunds.read', 'merchant.refunds.manage', 'merchant.wallets.read', 'merchant.wallets.manage', 'merchant.payouts.read', 'merchant.payouts.manage', 'merchant.beneficiaries.read', 'merchant.beneficiaries.manage', 'merchant.webhooks.read', 'merchant.webhooks.manage', 'merchant.apikeys.read', 'merchant.apikeys.manage', 'merchant.events.read', 'merchant.events.manage', 'merchant.profile.read', 'merchant.profile.manage', 'merchant.team.read', 'merchant.team.manage', 'merchant.reports.read', 'merchant.reports.manage', 'merchant.payouts.approve']"


class ProviderReference(TypedDict):
    name: str | None
    transactionId: str | None


class QrDetails(TypedDict):
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    scheme: NotRequired[Literal["PI_SPI", "WAVE", "ORANGE", "EMVCO"]]
    """The kind of QR code; EMVCO when absent."""
    returnUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""


class Refund(TypedDict):
    object: Literal["refund"]
    id: str
    mode: Mode
    merchantId: str
    chargeId: str
    paymentIntentId: str
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    status: Literal["PENDING", "PROCESSING", "IN_RECONCILIATION", "SUCCEEDED", "FAILED", "CANCELLED"]
    reason: Literal["REQUESTED_BY_PAYER", "DUPLICATE", "FRAUD", "LATE_PAYMENT", "OTHER"]
    note: str | None
    route: Literal["ORIGINAL_RAIL", "PAYOUT_TO_PAYER"]
    """`PAYOUT_TO_PAYER`: the rail cannot refund, so the phone that paid is paid."""
    automatic: bool
    """Late or duplicate money that the service refunds automatically, from `held`."""
    accountNeeded: bool
    """It waits for an account: `POST /payments/refunds/{id}/recipient`."""
    feeRefunded: str
    """What you got back of the charge's fee, in minor units."""
    providerTransactionId: str | None
    """What the payer reads in the message."""
    failureCode: FailureCode | None
    failureMessage: str | None
    createdBy: str | None
    """Id of the key or person that asked for it. Null: the service or the platform's operators, or a refund made before this was kept."""
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    succeededAt: str | None
    failedAt: str | None
    cancelledAt: str | None


class RefundList(TypedDict):
    success: Literal[True]
    data: List[Refund]
    error: None
    meta: PageMeta


class RefundResponse(TypedDict):
    success: Literal[True]
    data: Refund
    error: None
    meta: None


class RefundedCharge(TypedDict):
    object: Literal["charge"]
    id: str
    mode: Mode
    merchantId: str
    paymentIntentId: str
    sessionId: str | None
    paymentLinkId: str | None
    attemptNumber: int
    amount: str
    """Minor units, as text."""
    amountDisplay: str
    currency: Currency
    fee: str | None
    """Minor units, as text."""
    net: str | None
    """Minor units, as text."""
    amountRefunded: str
    """Minor units, as text."""
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    failureMessage: str | None
    late: bool
    duplicate: bool
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    reference: str | None
    description: str | None
    metadata: Dict[str, str]
    version: int
    createdAt: str
    updatedAt: str
    succeededAt: str | None
    failedAt: str | None
    refundId: str
    """The refund that gave the money back, `re_…`."""


ReplayWebhookEventsRequest = TypedDict(
    "ReplayWebhookEventsRequest",
    {
        # Events from this instant on.
        "from": "str",
        # Events up to this instant, at most 31 days behind `from`. Now when absent.
        "to": "NotRequired[str]",
        # A list of event names, or `*` for all. What the endpoint subscribed to when absent.
        "events": "NotRequired[List[Literal['*', 'payment.processing', 'payment.succeeded', 'payment.failed', 'payment.late_refunded', 'payment.duplicate_refunded', 'checkout.session.completed', 'checkout.session.failed', 'checkout.session.expired', 'checkout.session.cancelled', 'payment_link.created', 'payment_link.updated', 'payment_link.exhausted', 'payment_link.expired', 'payment_link.abused', 'payment_link.cancelled', 'refund.created', 'refund.account_needed', 'refund.succeeded', 'refund.failed', 'payout.created', 'payout.queued', 'payout.paid', 'payout.failed', 'payout.reversed', 'payout.cancelled', 'beneficiary.verified', 'beneficiary.rejected', 'merchant.status_changed', 'merchant.kyb.submitted', 'merchant.kyb.approved', 'merchant.kyb.rejected', 'api_key.created_by_operator', 'api_key.revoked_by_operator', 'webhook_endpoint.disabled', 'endpoint.ping']] | Literal['*']]",
        # Only deliveries that ended without being accepted (FAILED, CANCELLED). False when absent: also what was accepted, and events that the endpoint never had.
        "onlyFailed": "NotRequired[bool]",
        # With `onlyFailed`: also deliveries that have failed and are tried again later; they are due now, with a fresh table of retries.
        "includeRetrying": "NotRequired[bool]",
        # Counts the events that fit (`matched`), and sends nothing. False when absent.
        "dryRun": "NotRequired[bool]",
        # `nextCursor` of the call before: continues after that event.
        "startingAfter": "NotRequired[str]",
    },
)


class ReportAmount(TypedDict):
    """Takings less fees."""

    amount: str
    """Decimal text in major units."""
    amountMinor: str
    """`amount` in minor units."""


class ReportSeriesSeriesItemPointsItem(TypedDict):
    start: str
    attempts: AttemptCounts
    timeToTruth: TruthTimes
    takings: ReportSum
    fees: ReportSum
    """What the platform took for payments, less what it gave back."""
    net: ReportAmount
    refunds: ReportSum
    """What providers gave back to payers, less what came back."""
    payouts: ReportSum
    """What was paid out, less what came back."""
    corrections: ReportSum
    """Corrections of the books, for the merchant or, below zero, against it."""


class ReportSeriesSeriesItem(TypedDict):
    group: str | None
    """What the line is of; null: of none, or of everything."""
    currency: Currency
    points: List[ReportSeriesSeriesItemPointsItem]
    """Intervals in which nothing happened are left out."""


ReportSeries = TypedDict(
    "ReportSeries",
    {
        "object": "Literal['report_series']",
        "from": "str",
        "to": "str",
        "timeZone": "str",
        # Everything that happened before this instant is counted; some of what happened since may be.
        "asOf": "str",
        "interval": "Literal['hour', 'day', 'week', 'month', 'period']",
        "groupBy": "Literal['none', 'method', 'operator', 'country', 'providerAccount', 'merchant']",
        # Where the intervals begin, in order; the first and the last may be cut off by the period.
        "starts": "List[str]",
        "series": "List[ReportSeriesSeriesItem]",
    },
)


class ReportSeriesResponse(TypedDict):
    success: Literal[True]
    data: ReportSeries
    error: None
    meta: None


class ReportSum(TypedDict):
    """What payments gave the merchant: held money when it is released."""

    count: int
    amount: str
    """Decimal text in major units."""
    amountMinor: str
    """`amount` in minor units."""


class ReportSummaryFailuresItem(TypedDict):
    failureCode: FailureCode
    count: int


class ReportSummaryFunnel(TypedDict):
    """Sessions and attempts that began in the period. Payments without a session have attempts only."""

    sessions: int
    """Checkout sessions that were made. Filters by payment method do not apply."""
    methodChosen: int
    """Sessions with a first attempt."""
    sent: int
    """Attempts that had a provider to go to."""
    approved: int
    """Attempts that succeeded."""
    paid: int
    """Attempts that paid their payment."""


class ReportSummaryCurrenciesItemNow(TypedDict):
    """What wallets of this currency hold at this moment, whatever the period and the filters."""

    available: ReportAmount
    """Can be used."""
    pending: ReportAmount
    """Confirmed, not settled yet."""
    held: ReportAmount
    """Waits for a refund or a decision."""
    reserved: ReportAmount
    """Refunds and payouts in flight."""
    inPayout: ReportAmount
    """The part of `reserved` that is in payouts."""


class ReportSummaryCurrenciesItem(TypedDict):
    currency: Currency
    attempts: AttemptCounts
    takings: ReportSum
    fees: ReportSum
    """What the platform took for payments, less what it gave back."""
    net: ReportAmount
    refunds: ReportSum
    """What providers gave back to payers, less what came back."""
    payouts: ReportSum
    """What was paid out, less what came back."""
    corrections: ReportSum
    """Corrections of the books, for the merchant or, below zero, against it."""
    average: ReportAmount | None
    unknown: ReportSum
    """What attempts with an unknown outcome asked for."""
    now: ReportSummaryCurrenciesItemNow
    """What wallets of this currency hold at this moment, whatever the period and the filters."""


ReportSummary = TypedDict(
    "ReportSummary",
    {
        "object": "Literal['report_summary']",
        "from": "str",
        "to": "str",
        "timeZone": "str",
        # Everything that happened before this instant is counted; some of what happened since may be.
        "asOf": "str",
        "attempts": "AttemptCounts",
        "timeToTruth": "TruthTimes",
        # Why attempts failed or were cancelled, the most frequent first.
        "failures": "List[ReportSummaryFailuresItem]",
        # Sessions and attempts that began in the period. Payments without a session have attempts only.
        "funnel": "ReportSummaryFunnel",
        # Amounts of different currencies are never added.
        "currencies": "List[ReportSummaryCurrenciesItem]",
    },
)


class ReportSummaryResponse(TypedDict):
    success: Literal[True]
    data: ReportSummary
    error: None
    meta: None


class RequestRefusedFieldsItem(TypedDict):
    path: str
    """`*` stands for a name that the operation does not know."""
    rule: str


class RequestCaller(TypedDict):
    kind: Literal["KEY", "PERSON"]
    id: str
    name: str | None


class Request(TypedDict):
    object: Literal["request"]
    id: str
    """The `Request-Id` of its answer."""
    mode: Mode
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    """Below `/api/v1`, without the query. Values that are not ids stay as the name of the parameter."""
    operationId: str
    status: int
    errorCode: str | None
    refusedFields: List[RequestRefusedFieldsItem]
    requiredPermissions: List[str]
    """Of a request that was refused for want of a permission: any one of these was needed."""
    durationMs: int
    idempotencyReplayed: bool
    """The answer is the kept one of an `Idempotency-Key`."""
    caller: RequestCaller
    address: str
    """From where it came."""
    notKept: int
    """How many further requests of the same two seconds are not kept. At a high rate only a part of them is."""
    createdAt: str


class RequestList(TypedDict):
    success: Literal[True]
    data: List[Request]
    error: None
    meta: PageMeta


class RequestResponse(TypedDict):
    success: Literal[True]
    data: Request
    error: None
    meta: None


class ResetSandboxRequest(TypedDict):
    confirm: str
    """The id of the merchant whose sandbox is emptied, to prevent an accidental reset."""


class RollApiKeyRequest(TypedDict):
    overlapHours: NotRequired[int]
    """How long the old key works on: 24 when absent; 0 revokes it at once."""


class RotateWebhookSecretRequest(TypedDict):
    overlapHours: NotRequired[int]
    """How long the secret before signs too: 24 when absent; 0 ends it at once."""


SamePayer = TypedDict(
    "SamePayer",
    {
        # Masked.
        "phone": "str | None",
        "from": "str",
        "to": "str",
        "succeeded": "int",
        "failed": "int",
        "underWay": "int",
        # The newest of these other attempts, at most ten.
        "chargeIds": "List[str]",
        # The same attempts, with what came of each.
        "attempts": "List[SamePayerAttempt]",
    },
)


class SamePayerAttempt(TypedDict):
    chargeId: str
    status: ChargeStatus
    amount: str
    """Minor units."""
    currency: str
    createdAt: str


class SandboxClock(TypedDict):
    object: Literal["sandbox.clock"]
    mode: Mode
    advancedSeconds: int
    """All advances together, since the sandbox began or was reset."""
    version: int
    """0: never moved."""
    createdAt: str | None
    updatedAt: str | None


class SandboxClockResponse(TypedDict):
    success: Literal[True]
    data: SandboxClock
    error: None
    meta: None


class SandboxEvent(TypedDict):
    object: Literal["sandbox.event"]
    id: str
    """Of the event: it is listed and sent again like any other."""
    mode: Mode
    type: EventType
    deliveries: int
    """Endpoints that get it: those that are ACTIVE and subscribed."""
    createdAt: str


class SandboxEventResponse(TypedDict):
    success: Literal[True]
    data: SandboxEvent
    error: None
    meta: None


class SandboxResetWalletsItem(TypedDict):
    id: str
    label: str
    currency: str


class SandboxResetKept(TypedDict):
    apiKeys: int
    """Keys, which work on."""
    webhookEndpoints: int
    """Endpoints, with their ids, addresses and secrets."""


class SandboxReset(TypedDict):
    object: Literal["sandbox.reset"]
    mode: Mode
    merchantId: str
    wallets: List[SandboxResetWalletsItem]
    """The new wallets, empty: the earlier ones are gone, with their ids."""
    kept: SandboxResetKept
    createdAt: str


class SandboxResetResponse(TypedDict):
    success: Literal[True]
    data: SandboxReset
    error: None
    meta: None


class SandboxScenariosScenariosItem(TypedDict):
    name: str
    """The value of the header `Sandbox-Scenario`."""
    phoneSuffix: str | None
    """A payer's phone that ends in these digits chooses it too. Null: every phone whose end chooses nothing."""
    description: str
    """In French where `Accept-Language` asks for it, else in English."""
    failureCode: str | None
    """Of the payment in the end. Null: it does not fail."""
    paymentsOnly: bool
    """Refunds and payouts simply succeed."""


class SandboxScenarios(TypedDict):
    object: Literal["sandbox.scenarios"]
    mode: Mode
    scenarios: List[SandboxScenariosScenariosItem]


class SandboxScenariosResponse(TypedDict):
    success: Literal[True]
    data: SandboxScenarios
    error: None
    meta: None


class SetOwnPayoutApprovalRequest(TypedDict):
    above: str | None
    """Minor units: a payout of more waits for another person. `0`: every payout does."""


SignedWebhookAttemptHeaders = TypedDict(
    "SignedWebhookAttemptHeaders",
    {
        "webhook-id": "str",
        "webhook-timestamp": "str",
        "webhook-signature": "str",
    },
)


class SignedWebhookAttempt(TypedDict):
    attemptNumber: int
    url: str | None
    """Where it went, without the query."""
    statusCode: int | None
    error: str | None
    responseExcerpt: str | None
    startedAt: str
    durationMs: int
    createdAt: str
    headers: SignedWebhookAttemptHeaders | None


class Timeline(TypedDict):
    object: Literal["timeline"]
    id: str
    """The payment intent, or the payout."""
    mode: Mode
    merchantId: str
    """Must be a UUID in lower case."""
    missing: List[TimelineGap]
    """What is not shown, and why."""
    samePayer: SamePayer | None
    entries: List[TimelineEntry]


class TimelineDelivery(TypedDict):
    id: str
    endpointId: str
    attemptNumber: int | None
    statusCode: int | None
    nextAttemptAt: str | None


class TimelineEntry(TypedDict):
    at: str
    until: str | None
    times: int
    """How often: the same several times in a row is one entry, from `at` to `until`."""
    afterMs: int | None
    """Milliseconds since the entry before."""
    durationMs: int | None
    kind: Literal["CREATED", "PAGE_OPENED", "METHODS_OFFERED", "ATTEMPT_STARTED", "ROUTE_CHOSEN", "REFUND_CREATED", "PAYOUT_CREATED", "PAYOUT_APPROVED", "PAYOUT_QUEUED", "PROVIDER_ASKED", "NEXT_STEP", "ATTEMPT_LEFT", "CALLBACK_RECEIVED", "OUTCOME", "HELD", "DECISION", "LEDGER_ENTRY", "EVENT", "DELIVERY", "SESSION_ENDED"]
    objectId: str | None
    actor: str | None
    """`key_…` or `per_…`, the name of an operator where it may be known, `payer`, `provider` or `system`."""
    result: str | None
    """A stable word."""
    text: str
    ledger: TimelineLedgerEntry | None
    event: TimelineEvent | None
    delivery: TimelineDelivery | None


class TimelineEvent(TypedDict):
    id: str
    type: str
    sequence: int


class TimelineGap(TypedDict):
    part: Literal["TRACE", "CALLS", "LEDGER", "EVENTS", "DELIVERIES"]
    reason: Literal["NOT_KEPT", "NOT_WRITTEN_YET", "GAP", "NO_PERMISSION"]
    text: str


TimelineLedgerEntry = TypedDict(
    "TimelineLedgerEntry",
    {
        "from": "str",
        "to": "str",
        # Minor units.
        "amount": "str",
        "currency": "str",
        "type": "str",
        # Place in the wallet's ledger.
        "position": "str",
        # The sealed chain reaches this far.
        "sealed": "bool",
    },
)


class TimelineResponse(TypedDict):
    success: Literal[True]
    data: Timeline
    error: None
    meta: None


class TransferInstructions(TypedDict):
    bankName: str
    accountHolder: str
    iban: str
    bic: str
    reference: str
    amount: str
    currency: str
    expiresAt: str | None


class TrialBalanceAccountsItem(TypedDict):
    account: str
    """`available`, `pending`, `held`, `reserved`, `fees`, `adjustment`, or `provider:` and a mark of an account there."""
    debit: str
    """More went out of the account than came in. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    debitMinor: str
    """`debit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    credit: str
    """More came into the account than went out. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    creditMinor: str
    """`credit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""


class TrialBalance(TypedDict):
    object: Literal["trial_balance"]
    mode: Mode
    merchantId: str
    walletId: str
    currency: Currency
    at: str
    """What was booked before this instant is counted."""
    entryCount: int
    accounts: List[TrialBalanceAccountsItem]
    totalDebit: str
    """The same as totalCredit, always. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    totalDebitMinor: str
    """`totalDebit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    totalCredit: str
    """The same as totalDebit, always. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    totalCreditMinor: str
    """`totalCredit` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    seal: LedgerSeal | None
    createdAt: str


class TrialBalanceResponse(TypedDict):
    success: Literal[True]
    data: TrialBalance
    error: None
    meta: None


class TriggerSandboxEventRequest(TypedDict):
    type: EventType
    """Any event there is."""


class TruthTimes(TypedDict):
    """The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer."""

    known: int
    """Attempts that succeeded or failed."""
    p50Ms: int | None
    p95Ms: int | None
    p99Ms: int | None
    openAfterOneMinute: float | None
    """Succeeded ÷ (succeeded + failed); null when there are none."""
    openAfterFifteenMinutes: float | None
    """Succeeded ÷ (succeeded + failed); null when there are none."""


class UpdateApiKeyRequest(TypedDict):
    name: NotRequired[str]
    """What people call it."""
    permissions: NotRequired[List[Permission]]
    """`manage` includes `read`. Only what the key that asks has itself."""
    ipAllowlist: NotRequired[List[str]]
    """Addresses and networks the key works from (`203.0.113.0/24`, `2001:db8::/32`). Empty: everywhere."""
    expiresAt: NotRequired[str | None]
    """From this instant on the key does not work. Must lie ahead."""
    requestsPerSecond: NotRequired[int]
    """Requests the key may make in a second, twice as many in a burst. At most what the key that asks may."""


class UpdateBeneficiaryRequest(TypedDict):
    name: NotRequired[str]
    """Whose phone or account it is, as the operator or bank knows them."""
    reference: NotRequired[str | None]
    """Your own reference."""
    metadata: NotRequired[Metadata]


class UpdatePaymentLinkRequest(TypedDict):
    title: NotRequired[str | None]
    """What is paid for, as the payer reads it. The merchant's name stands in when absent."""
    description: NotRequired[str | None]
    """More words for the payer."""
    linkStatus: NotRequired[PaymentLinkStatus]
    """PAUSED holds payments back, ACTIVE goes on. Another word is accepted only when the link's `linkStatus` is that already."""
    status: NotRequired[Literal["ACTIVE", "PAUSED"]]
    """The older name of `linkStatus`. Sent with it, it must say the same."""
    maxUses: NotRequired[int | None]
    """Successful payments the link takes at most."""
    allowedMethods: NotRequired[List[PaymentMethod] | None]
    successUrl: NotRequired[str | None]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    cancelUrl: NotRequired[str | None]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""
    expiresAt: NotRequired[str | None]
    """From this instant on the link takes no payment. Must lie ahead."""
    customFields: NotRequired[List[CustomFieldInput]]
    metadata: NotRequired[Metadata]
    inactiveMessage: NotRequired[str | None]
    """What payers read while the link takes no payment."""


class UpdateWebhookEndpointRequest(TypedDict):
    """Absent fields stay as they are."""

    url: NotRequired[str]
    """Where events are posted: https, port 443 or 8443. In sandbox also http to localhost."""
    events: NotRequired[List[Literal["*", "payment.processing", "payment.succeeded", "payment.failed", "payment.late_refunded", "payment.duplicate_refunded", "checkout.session.completed", "checkout.session.failed", "checkout.session.expired", "checkout.session.cancelled", "payment_link.created", "payment_link.updated", "payment_link.exhausted", "payment_link.expired", "payment_link.abused", "payment_link.cancelled", "refund.created", "refund.account_needed", "refund.succeeded", "refund.failed", "payout.created", "payout.queued", "payout.paid", "payout.failed", "payout.reversed", "payout.cancelled", "beneficiary.verified", "beneficiary.rejected", "merchant.status_changed", "merchant.kyb.submitted", "merchant.kyb.approved", "merchant.kyb.rejected", "api_key.created_by_operator", "api_key.revoked_by_operator", "webhook_endpoint.disabled", "endpoint.ping"]] | Literal["*"]]
    """A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list."""
    status: NotRequired[WebhookEndpointStatus]
    """ACTIVE when absent."""
    description: NotRequired[str | None]
    """Your own note."""
    ordered: NotRequired[bool]
    """Hold an event of a payment intent back until the one before it was accepted. False when absent."""


class Wallet(TypedDict):
    object: Literal["wallet"]
    id: str
    mode: Mode
    merchantId: str
    label: str
    currency: Currency
    available: str
    """What can be used now: the balance less pending, held and reserved. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    availableMinor: str
    """`available` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    pending: str
    """Confirmed, not settled yet. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    pendingMinor: str
    """`pending` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    held: str
    """Late, double or odd money that waits for a refund or a decision. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    heldMinor: str
    """`held` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    reserved: str
    """Refunds and payouts in flight. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    reservedMinor: str
    """`reserved` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    balance: str
    """All that is booked in this wallet. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    balanceMinor: str
    """`balance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    ledgerBalance: str
    """The same as balance. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    ledgerBalanceMinor: str
    """`ledgerBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    version: int
    createdAt: str
    updatedAt: str


class WalletDetails(TypedDict):
    phone: NotRequired[str]
    """The payer's number in international form, or in national form with `countryCode`."""
    walletId: NotRequired[str]
    """The payer's account in the wallet."""
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    returnUrl: NotRequired[str]
    """An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""


WalletEntry = TypedDict(
    "WalletEntry",
    {
        "object": "Literal['wallet_entry']",
        "id": "str",
        "mode": "Mode",
        "walletId": "str",
        "type": "Literal['CHARGE', 'FEE', 'REFUND', 'PAYOUT', 'PAYOUT_REVERSAL', 'HOLD', 'RELEASE', 'ADJUSTMENT', 'SETTLEMENT']",
        # CREDIT adds to the wallet's balance, DEBIT takes from it. NONE moves money between the wallet's own accounts: the balance stays.
        "direction": "Literal['CREDIT', 'DEBIT', 'NONE']",
        # Always positive. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "amount": "str",
        # `amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "amountMinor": "str",
        # The wallet's balance after this entry. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "balanceAfter": "str",
        # `balanceAfter` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "balanceAfterMinor": "str",
        "currency": "Currency",
        # Where the money was.
        "from": "Literal['available', 'pending', 'held', 'reserved', 'provider', 'fees', 'adjustment']",
        # Where it is now.
        "to": "Literal['available', 'pending', 'held', 'reserved', 'provider', 'fees', 'adjustment']",
        "sourceType": "Literal['charge', 'refund', 'payout', 'adjustment']",
        # Id of the charge, refund, payout or adjustment that was booked.
        "sourceId": "str",
        # Your `reference` of the charge or payout that was booked, and of the charge that a refund gives back; null without one.
        "reference": "str | None",
        # Entries with the same one were booked together.
        "transactionId": "str",
        # Always 1: entries are written once.
        "version": "int",
        "createdAt": "str",
    },
)


class WalletEntryList(TypedDict):
    success: Literal[True]
    data: List[WalletEntry]
    error: None
    meta: PageMeta


class WalletHold(TypedDict):
    object: Literal["wallet_hold"]
    mode: Mode
    walletId: str
    chargeId: str
    paymentIntentId: str
    refundId: str | None
    """The refund that gives the money back."""
    status: Literal["AWAITING_DECISION", "BEING_REFUNDED"]
    """AWAITING_DECISION: the platform's operator decides. BEING_REFUNDED: it is on its way back to the payer."""
    reason: Literal["LATE_PAYMENT", "DUPLICATE", "AMOUNT_MISMATCH", "REFUND_FAILED", "OTHER"]
    amount: str
    """What is held. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    amountMinor: str
    """`amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    chargeAmount: str
    """What the charge asked for. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    chargeAmountMinor: str
    """`chargeAmount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    currency: Currency
    heldSince: str


class WalletHoldList(TypedDict):
    success: Literal[True]
    data: List[WalletHold]
    error: None
    meta: PageMeta


class WalletList(TypedDict):
    success: Literal[True]
    data: List[Wallet]
    error: None
    meta: PageMeta


class WalletResponse(TypedDict):
    success: Literal[True]
    data: Wallet
    error: None
    meta: None


class WalletSettlement(TypedDict):
    object: Literal["wallet_settlement"]
    mode: Mode
    merchantId: str
    walletId: str
    currency: Currency
    date: str
    """Day on which the money becomes available, in UTC."""
    amount: str
    """What becomes available, fees taken off already. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    amountMinor: str
    """`amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""
    chargeCount: int
    firstDueAt: str
    lastDueAt: str


class WalletSettlementList(TypedDict):
    success: Literal[True]
    data: List[WalletSettlement]
    error: None
    meta: PageMeta


class WalletStatementTotalsItem(TypedDict):
    type: Literal["CHARGE", "FEE", "REFUND", "PAYOUT", "PAYOUT_REVERSAL", "HOLD", "RELEASE", "ADJUSTMENT", "SETTLEMENT"]
    direction: Literal["CREDIT", "DEBIT", "NONE"]
    count: int
    amount: str
    """Always positive. Decimal text in major units: `5000` in XOF, `50.00` in EUR."""
    amountMinor: str
    """`amount` in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""


WalletStatement = TypedDict(
    "WalletStatement",
    {
        "object": "Literal['wallet_statement']",
        "mode": "Mode",
        "merchantId": "str",
        "walletId": "str",
        "currency": "Currency",
        "from": "str",
        # Not part of the statement.
        "to": "str",
        # The wallet's balance before the first entry. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "openingBalance": "str",
        # `openingBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "openingBalanceMinor": "str",
        # What came in. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "credits": "str",
        # `credits` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "creditsMinor": "str",
        # What went out. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "debits": "str",
        # `debits` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "debitsMinor": "str",
        # The opening balance, plus credits, less debits. Decimal text in major units: `5000` in XOF, `50.00` in EUR.
        "closingBalance": "str",
        # `closingBalance` in minor units: `5000` both for 5000 XOF and for 50.00 EUR.
        "closingBalanceMinor": "str",
        "totals": "List[WalletStatementTotalsItem]",
        "entryCount": "int",
        # Oldest first.
        "entries": "List[WalletEntry]",
        "seal": "LedgerSeal | None",
        "createdAt": "str",
    },
)


class WalletStatementResponse(TypedDict):
    success: Literal[True]
    data: WalletStatement
    error: None
    meta: None


class WebhookAttempt(TypedDict):
    attemptNumber: int
    url: str | None
    """Where it went, without the query."""
    statusCode: int | None
    error: str | None
    responseExcerpt: str | None
    startedAt: str
    durationMs: int
    createdAt: str


class WebhookDelivery(TypedDict):
    object: Literal["webhook_delivery"]
    id: str
    mode: Mode
    endpointId: str
    eventId: str
    eventType: str
    sequence: int
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELLED"]
    attemptCount: int
    heldUntilVerified: bool
    """It waits until the endpoint's address is verified (`verifiedAt`), and is sent then."""
    nextAttemptAt: str | None
    lastStatusCode: int | None
    lastError: str | None
    attempts: List[WebhookAttempt]
    version: int
    createdAt: str
    updatedAt: str


WebhookDeliveryDetailRequestHeaders = TypedDict(
    "WebhookDeliveryDetailRequestHeaders",
    {
        "content-type": "str",
        "user-agent": "str",
        "webhook-id": "str",
    },
)


class WebhookDeliveryDetailRequest(TypedDict):
    method: Literal["POST"]
    url: str
    """Where the next attempt goes; each attempt names where it went."""
    headers: WebhookDeliveryDetailRequestHeaders
    body: str | None
    """As it is signed. Null without `merchant.events.read`."""


class WebhookDeliveryDetail(TypedDict):
    object: Literal["webhook_delivery"]
    id: str
    mode: Mode
    endpointId: str
    eventId: str
    eventType: str
    sequence: int
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELLED"]
    attemptCount: int
    heldUntilVerified: bool
    """It waits until the endpoint's address is verified (`verifiedAt`), and is sent then."""
    nextAttemptAt: str | None
    lastStatusCode: int | None
    lastError: str | None
    attempts: List[SignedWebhookAttempt]
    version: int
    createdAt: str
    updatedAt: str
    request: WebhookDeliveryDetailRequest


class WebhookDeliveryDetailResponse(TypedDict):
    success: Literal[True]
    data: WebhookDeliveryDetail
    error: None
    meta: None


class WebhookDeliveryList(TypedDict):
    success: Literal[True]
    data: List[WebhookDelivery]
    error: None
    meta: PageMeta


class WebhookDeliveryResponse(TypedDict):
    success: Literal[True]
    data: WebhookDelivery
    error: None
    meta: None


class WebhookEndpoint(TypedDict):
    object: Literal["webhook_endpoint"]
    id: str
    merchantId: str
    mode: Mode
    url: str
    events: List[str]
    status: WebhookEndpointStatus
    disabledReason: Literal["REQUESTED", "GONE", "FAILING"] | None
    description: str | None
    ordered: bool
    verifiedAt: str | None
    failingSince: str | None
    previousSecretExpiresAt: str | None
    version: int
    createdAt: str
    updatedAt: str


class WebhookEndpointHealthDeliveries(TypedDict):
    total: int
    """Deliveries of these events."""
    succeeded: int
    """Accepted with 2xx."""
    pending: int
    """Not sent yet, or tried again later."""
    failed: int
    """Given up."""
    cancelled: int
    """Withdrawn, because the endpoint was disabled or deleted."""


class WebhookEndpointHealthRefusalsItem(TypedDict):
    statusCode: int | None
    """Null: there was no answer."""
    count: int


class WebhookEndpointHealthAnswers(TypedDict):
    """How long the endpoint took, over the last answers of the newest thousand deliveries."""

    samples: int
    p50Ms: int | None
    """Half of the answers took no longer, in milliseconds."""
    p95Ms: int | None
    """95 of 100 of the answers took no longer, in milliseconds."""


WebhookEndpointHealth = TypedDict(
    "WebhookEndpointHealth",
    {
        "object": "Literal['webhook_endpoint_health']",
        # The endpoint.
        "id": "str",
        "mode": "Mode",
        # Events since then are counted: 24 hours, or less when there were more than 10000.
        "from": "str",
        "to": "str",
        # `from` lies 24 hours before `to`.
        "isWhole": "bool",
        "deliveries": "WebhookEndpointHealthDeliveries",
        # The last answers of those that were tried and not accepted, the most frequent first.
        "refusals": "List[WebhookEndpointHealthRefusalsItem]",
        # How long the endpoint took, over the last answers of the newest thousand deliveries.
        "answers": "WebhookEndpointHealthAnswers",
        "failingSince": "str | None",
    },
)


class WebhookEndpointHealthResponse(TypedDict):
    success: Literal[True]
    data: WebhookEndpointHealth
    error: None
    meta: None


class WebhookEndpointList(TypedDict):
    success: Literal[True]
    data: List[WebhookEndpoint]
    error: None
    meta: PageMeta


class WebhookEndpointResponse(TypedDict):
    success: Literal[True]
    data: WebhookEndpoint
    error: None
    meta: None


WebhookEndpointStatus: TypeAlias = "Literal['ACTIVE', 'DISABLED']"


class WebhookEndpointWithSecret(TypedDict):
    object: Literal["webhook_endpoint"]
    id: str
    merchantId: str
    mode: Mode
    url: str
    events: List[str]
    status: WebhookEndpointStatus
    disabledReason: Literal["REQUESTED", "GONE", "FAILING"] | None
    description: str | None
    ordered: bool
    verifiedAt: str | None
    failingSince: str | None
    previousSecretExpiresAt: str | None
    version: int
    createdAt: str
    updatedAt: str
    secret: str | None
    """The signing secret, `whsec_…`. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null."""


class WebhookEndpointWithSecretResponse(TypedDict):
    success: Literal[True]
    data: WebhookEndpointWithSecret
    error: None
    meta: None


class WebhookReplay(TypedDict):
    object: Literal["webhook_replay"]
    mode: Mode
    endpointId: str
    matched: int
    """Events of this call that fit."""
    replayed: int
    """Deliveries due now because of it; the others were pending already."""
    nextCursor: str | None
    """Send it as `startingAfter` to go on. Null: that was everything."""


class WebhookReplayResponse(TypedDict):
    success: Literal[True]
    data: WebhookReplay
    error: None
    meta: None


class EventBase(TypedDict):
    """What every event has beside its `type` and its `data`."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int


class PaymentProcessingEvent(TypedDict):
    """A payment attempt was handed to the provider and its outcome is not known yet."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment.processing"]
    data: Charge


class PaymentSucceededEvent(TypedDict):
    """The payer has paid: the money is booked. Fulfil the order on this event."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment.succeeded"]
    data: Charge


class PaymentFailedEvent(TypedDict):
    """A payment attempt failed: see `failureCode`. The payer may still try again."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment.failed"]
    data: FailedCharge


class PaymentLateRefundedEvent(TypedDict):
    """Money that came after the session had ended was sent back to the payer."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment.late_refunded"]
    data: RefundedCharge


class PaymentDuplicateRefundedEvent(TypedDict):
    """A second payment of the same session was sent back to the payer."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment.duplicate_refunded"]
    data: RefundedCharge


class CheckoutSessionCompletedEvent(TypedDict):
    """The session is finished: it was paid."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["checkout.session.completed"]
    data: CheckoutSession


class CheckoutSessionFailedEvent(TypedDict):
    """The session is finished: its last attempt failed."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["checkout.session.failed"]
    data: CheckoutSession


class CheckoutSessionExpiredEvent(TypedDict):
    """The session is finished: nobody paid in time."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["checkout.session.expired"]
    data: CheckoutSession


class CheckoutSessionCancelledEvent(TypedDict):
    """The session is finished: you cancelled it."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["checkout.session.cancelled"]
    data: CheckoutSession


class PaymentLinkCreatedEvent(TypedDict):
    """A payment link was created."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.created"]
    data: PaymentLink


class PaymentLinkUpdatedEvent(TypedDict):
    """A payment link was changed, paused or resumed."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.updated"]
    data: PaymentLink


class PaymentLinkExhaustedEvent(TypedDict):
    """A payment link reached its last use and takes no more payments."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.exhausted"]
    data: PaymentLink


class PaymentLinkExpiredEvent(TypedDict):
    """A payment link reached the end of its time."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.expired"]
    data: PaymentLink


class PaymentLinkAbusedEvent(TypedDict):
    """A payment link asked very many phones that did not approve: it waits before it asks more."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.abused"]
    data: PaymentLink


class PaymentLinkCancelledEvent(TypedDict):
    """A payment link was cancelled for good."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payment_link.cancelled"]
    data: PaymentLink


class RefundCreatedEvent(TypedDict):
    """A refund was accepted: its amount is reserved in the wallet."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["refund.created"]
    data: Refund


class RefundAccountNeededEvent(TypedDict):
    """A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["refund.account_needed"]
    data: Refund


class RefundSucceededEvent(TypedDict):
    """The payer has the money back."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["refund.succeeded"]
    data: Refund


class RefundFailedEvent(TypedDict):
    """A refund failed: its amount is available in the wallet again."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["refund.failed"]
    data: Refund


class PayoutCreatedEvent(TypedDict):
    """A payout was accepted: its amount is reserved in the wallet."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.created"]
    data: Payout


class PayoutQueuedEvent(TypedDict):
    """A payout waits for its operator to be reachable again."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.queued"]
    data: Payout


class PayoutPaidEvent(TypedDict):
    """The beneficiary has the money."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.paid"]
    data: Payout


class PayoutFailedEvent(TypedDict):
    """A payout failed: its amount is available in the wallet again."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.failed"]
    data: Payout


class PayoutReversedEvent(TypedDict):
    """A paid payout came back: its amount is available in the wallet again."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.reversed"]
    data: Payout


class PayoutCancelledEvent(TypedDict):
    """A payout was cancelled before it was sent."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["payout.cancelled"]
    data: Payout


class BeneficiaryVerifiedEvent(TypedDict):
    """A beneficiary passed its checks and can be paid."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["beneficiary.verified"]
    data: Beneficiary


class BeneficiaryRejectedEvent(TypedDict):
    """A beneficiary did not pass its checks."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["beneficiary.rejected"]
    data: Beneficiary


class MerchantStatusChangedEvent(TypedDict):
    """The merchant was activated, suspended or closed."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["merchant.status_changed"]
    data: MerchantState


class MerchantKybSubmittedEvent(TypedDict):
    """The onboarding dossier was handed in for review."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["merchant.kyb.submitted"]
    data: MerchantState


class MerchantKybApprovedEvent(TypedDict):
    """The onboarding dossier was approved."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["merchant.kyb.approved"]
    data: MerchantState


class MerchantKybRejectedEvent(TypedDict):
    """The onboarding dossier was rejected."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["merchant.kyb.rejected"]
    data: MerchantState


class ApiKeyCreatedByOperatorEvent(TypedDict):
    """An operator of the platform made an API key for you: see `name` and `permissions`."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["api_key.created_by_operator"]
    data: ApiKey


class ApiKeyRevokedByOperatorEvent(TypedDict):
    """An operator of the platform revoked one of your API keys."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["api_key.revoked_by_operator"]
    data: ApiKey


class WebhookEndpointDisabledEvent(TypedDict):
    """An endpoint gets no more events: it answered 410, or failed for five days."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["webhook_endpoint.disabled"]
    data: WebhookEndpoint


class EndpointPingEvent(TypedDict):
    """A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address."""

    id: str
    object: Literal["event"]
    timestamp: str
    apiVersion: Literal["v1"]
    mode: Mode
    merchantId: str
    sequence: int
    type: Literal["endpoint.ping"]
    data: WebhookEndpoint


WebhookEvent: TypeAlias = "PaymentProcessingEvent | PaymentSucceededEvent | PaymentFailedEvent | PaymentLateRefundedEvent | PaymentDuplicateRefundedEvent | CheckoutSessionCompletedEvent | CheckoutSessionFailedEvent | CheckoutSessionExpiredEvent | CheckoutSessionCancelledEvent | PaymentLinkCreatedEvent | PaymentLinkUpdatedEvent | PaymentLinkExhaustedEvent | PaymentLinkExpiredEvent | PaymentLinkAbusedEvent | PaymentLinkCancelledEvent | RefundCreatedEvent | RefundAccountNeededEvent | RefundSucceededEvent | RefundFailedEvent | PayoutCreatedEvent | PayoutQueuedEvent | PayoutPaidEvent | PayoutFailedEvent | PayoutReversedEvent | PayoutCancelledEvent | BeneficiaryVerifiedEvent | BeneficiaryRejectedEvent | MerchantStatusChangedEvent | MerchantKybSubmittedEvent | MerchantKybApprovedEvent | MerchantKybRejectedEvent | ApiKeyCreatedByOperatorEvent | ApiKeyRevokedByOperatorEvent | WebhookEndpointDisabledEvent | EndpointPingEvent"
"""Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`."""


class CheckoutSessionsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas, as last written down: a session whose time has just ended may still be listed as OPEN. One or more of OPEN, PROCESSING, SUCCEEDED, FAILED, EXPIRED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only sessions with exactly this reference of yours."""
    paymentLinkId: NotRequired[str]
    """Only sessions of this payment link, `plink_…`."""
    q: NotRequired[str]
    """Finds exactly one of: your reference, the phone of a payer who tried to pay it, a provider's transaction id, or the id of a session, payment intent or charge."""


class CheckoutSessionsAttemptsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""


class CheckoutStatusQuery(TypedDict):
    waitMs: NotRequired[int]
    """Milliseconds the answer may be held."""


class PaymentLinksListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    linkStatus: NotRequired[str]
    """Only links whose `linkStatus` is now one of these, separated by commas. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED."""
    status: NotRequired[str]
    """The older name of `linkStatus`. Sent with it, it must say the same. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only links with exactly this reference."""
    q: NotRequired[str]
    """Finds exactly one of: the id of a link, its slug or its address, or your reference."""


class ChargesListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    sessionId: NotRequired[str]
    """Only those of this checkout session, `cs_…`."""
    paymentLinkId: NotRequired[str]
    """Only those that came by this payment link, `plink_…`."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING, REQUIRES_ACTION, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED."""
    paymentMethod: NotRequired[PaymentMethod]
    """Only this payment method."""
    operator: NotRequired[MobileMoneyOperator]
    """Only those by this mobile-money operator, in any country."""
    failureCode: NotRequired[str]
    """Only those that failed for one of these reasons. One or more of PAYMENT_NOT_CONFIRMED, INSUFFICIENT_FUNDS, PAYMENT_IN_PROGRESS, PAYER_NOT_FOUND, LIMIT_EXCEEDED, INVALID_RECIPIENT, AMOUNT_OUT_OF_BOUNDS, INVALID_AMOUNT, INVALID_CURRENCY, PROVIDER_UNAVAILABLE, CARD_DECLINED, PAYMENT_CANCELLED, RISK_BLOCKED, UNKNOWN."""
    late: NotRequired[Literal["true", "false"]]
    """`true`: only those confirmed after their session had ended."""
    duplicate: NotRequired[Literal["true", "false"]]
    """`true`: only those whose payment another attempt had paid."""
    refundStatus: NotRequired[str]
    """Only those of which this much was given back. One or more of NONE, PARTIAL, FULL."""
    amountMin: NotRequired[Amount]
    """At least this amount, in minor units."""
    amountMax: NotRequired[Amount]
    """At most this amount, in minor units."""
    paymentIntentId: NotRequired[str]
    """Only those of this payment intent, `pi_…`."""
    phone: NotRequired[str]
    """Only those paid from this phone: international form, or national form of your country."""
    q: NotRequired[str]
    """Finds exactly one of: the provider's transaction id as the payer reads it, your reference, the payer's phone, or the id of a charge, payment intent or session."""


class PaymentIntentsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    sessionId: NotRequired[str]
    """Only those of this checkout session, `cs_…`."""
    paymentLinkId: NotRequired[str]
    """Only those that came by this payment link, `plink_…`."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of REQUIRES_PAYMENT_METHOD, REQUIRES_ACTION, PROCESSING, SUCCEEDED, FAILED, CANCELLED."""
    q: NotRequired[str]
    """Finds exactly one of: your reference, or the id of a payment intent, charge or session."""


class ChargesListOfMerchantQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    sessionId: NotRequired[str]
    """Only those of this checkout session, `cs_…`."""
    paymentLinkId: NotRequired[str]
    """Only those that came by this payment link, `plink_…`."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING, REQUIRES_ACTION, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED."""
    paymentMethod: NotRequired[PaymentMethod]
    """Only this payment method."""
    operator: NotRequired[MobileMoneyOperator]
    """Only those by this mobile-money operator, in any country."""
    failureCode: NotRequired[str]
    """Only those that failed for one of these reasons. One or more of PAYMENT_NOT_CONFIRMED, INSUFFICIENT_FUNDS, PAYMENT_IN_PROGRESS, PAYER_NOT_FOUND, LIMIT_EXCEEDED, INVALID_RECIPIENT, AMOUNT_OUT_OF_BOUNDS, INVALID_AMOUNT, INVALID_CURRENCY, PROVIDER_UNAVAILABLE, CARD_DECLINED, PAYMENT_CANCELLED, RISK_BLOCKED, UNKNOWN."""
    late: NotRequired[Literal["true", "false"]]
    """`true`: only those confirmed after their session had ended."""
    duplicate: NotRequired[Literal["true", "false"]]
    """`true`: only those whose payment another attempt had paid."""
    refundStatus: NotRequired[str]
    """Only those of which this much was given back. One or more of NONE, PARTIAL, FULL."""
    amountMin: NotRequired[Amount]
    """At least this amount, in minor units."""
    amountMax: NotRequired[Amount]
    """At most this amount, in minor units."""
    paymentIntentId: NotRequired[str]
    """Only those of this payment intent, `pi_…`."""
    phone: NotRequired[str]
    """Only those paid from this phone: international form, or national form of your country."""
    q: NotRequired[str]
    """Finds exactly one of: the provider's transaction id as the payer reads it, your reference, the payer's phone, or the id of a charge, payment intent or session."""


class RefundsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING, PROCESSING, IN_RECONCILIATION, SUCCEEDED, FAILED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    chargeId: NotRequired[str]
    """Only those of this charge, `ch_…`."""
    paymentIntentId: NotRequired[str]
    """Only those of this payment intent, `pi_…`."""
    q: NotRequired[str]
    """Finds exactly one of: the id of a refund, the provider's transaction id of the refund, or what finds its charge: id, reference, transaction id, payer's phone, payment intent or session."""


class BeneficiariesListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING_VERIFICATION, ACTIVE, REJECTED, DISABLED."""
    type: NotRequired[BeneficiaryType]
    """Only this type."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only those with exactly this reference."""
    q: NotRequired[str]
    """Finds exactly one of: the id of a beneficiary, its phone, IBAN or wallet, or your reference."""


class PayoutsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING_APPROVAL, PENDING, QUEUED, PROCESSING, IN_RECONCILIATION, PAID, FAILED, REVERSED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only those with exactly this reference."""
    walletId: NotRequired[str]
    """Only payouts of this wallet."""
    beneficiaryId: NotRequired[str]
    """Only payouts to this beneficiary."""
    q: NotRequired[str]
    """Finds exactly one of: the id of a payout, the provider's transaction id, your reference, or what finds its beneficiary: id, phone, IBAN, wallet or reference."""


class PayoutBatchesListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PROCESSING, COMPLETED."""
    reference: NotRequired[str]
    """Only those with exactly this reference."""
    walletId: NotRequired[str]
    """Only batches of this wallet."""


class WalletsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""


class WalletsEntriesQuery(TypedDict):
    page: NotRequired[int]
    """1 or absent: the top. This list has no numbered pages; go on with `starting_after`."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    type: NotRequired[str]
    """Only entries of these types, separated by commas. One or more of CHARGE, FEE, REFUND, PAYOUT, PAYOUT_REVERSAL, HOLD, RELEASE, ADJUSTMENT, SETTLEMENT."""
    sourceType: NotRequired[str]
    """Only entries that book something of these kinds, separated by commas. One or more of charge, refund, payout, adjustment."""
    sourceId: NotRequired[str]
    """Only entries that book this charge, refund, payout or correction: `ch_…`, `re_…`, `po_…`, `adj_…`; with `pi_…` those of a payment's charges and their refunds."""


WalletsStatementQuery = TypedDict(
    "WalletsStatementQuery",
    {
        # The first instant of the period; the first of the month when absent, in UTC.
        "from": "NotRequired[str]",
        # The first instant after the period, at most 366 days after `from`; now when absent.
        "to": "NotRequired[str]",
        # `json` when absent.
        "format": "NotRequired[Literal['json', 'csv', 'pdf']]",
        # Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects.
        "separator": "NotRequired[Literal[',', ';']]",
        # Language of the PDF; the merchant's when absent.
        "locale": "NotRequired[Locale]",
    },
)


class WalletsTrialBalanceQuery(TypedDict):
    at: NotRequired[str]
    """What was booked before this instant is counted; everything when absent."""
    format: NotRequired[Literal["json", "csv"]]
    """`json` when absent."""
    separator: NotRequired[Literal[",", ";"]]
    """Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects."""


WalletsLedgerQuery = TypedDict(
    "WalletsLedgerQuery",
    {
        # From the seal in which this instant lies; from the beginning when absent.
        "from": "NotRequired[str]",
        # Up to the seal in which this instant lies; up to now when absent.
        "to": "NotRequired[str]",
        # `jsonl` when absent.
        "format": "NotRequired[Literal['jsonl', 'csv', 'json']]",
        # Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects.
        "separator": "NotRequired[Literal[',', ';']]",
    },
)


class WalletsSettlementsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""


class WalletsHoldsQuery(TypedDict):
    page: NotRequired[int]
    """1 or absent: the top. This list has no numbered pages; go on with `starting_after`."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""


class WebhookEndpointsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""


class WebhookEndpointsDeliveriesQuery(TypedDict):
    page: NotRequired[int]
    """1 or absent: the top. This list has no numbered pages; go on with `starting_after`."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    status: NotRequired[str]
    """Delivery statuses, separated by commas."""
    eventId: NotRequired[str]
    """Only the delivery of this event, `evt_…`."""
    type: NotRequired[str]
    """Event names, separated by commas."""
    code: NotRequired[int]
    """Only those that were last answered with this HTTP status."""
    createdFrom: NotRequired[str]
    """Of events at this instant or later."""
    createdTo: NotRequired[str]
    """Of events before this instant."""


class EventsListQuery(TypedDict):
    page: NotRequired[int]
    """1 or absent: the top. This list has no numbered pages; go on with `starting_after`."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    type: NotRequired[str]
    """Event names, separated by commas."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    paymentIntentId: NotRequired[str]
    """Only those of this payment intent, of its charges and refunds and of its session, `pi_…`."""
    payoutId: NotRequired[str]
    """Only those of this payout, `po_…`."""


class ApiKeysListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of ACTIVE, EXPIRED, REVOKED."""


class NetworksOutagesQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    state: NotRequired[Literal["ANNOUNCED", "OPEN", "ENDED"]]
    """Only what is in this state."""


ReportsSummaryQuery = TypedDict(
    "ReportsSummaryQuery",
    {
        # The first hour, an instant at a full hour; the beginning of the local day of `to` when absent.
        "from": "NotRequired[str]",
        # The end, an instant at a full hour, not part of the report; the end of the current hour when absent.
        "to": "NotRequired[str]",
        # IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC.
        "timeZone": "NotRequired[str]",
        # Only this currency.
        "currency": "NotRequired[Currency]",
        # Only this payment method.
        "method": "NotRequired[PaymentMethod]",
        # Only this mobile-money operator, or this network of a card, QR code or wallet.
        "operator": "NotRequired[str]",
        # Only payers of this country.
        "country": "NotRequired[str]",
    },
)


ReportsSeriesQuery = TypedDict(
    "ReportsSeriesQuery",
    {
        # The first hour, an instant at a full hour; the beginning of the local day of `to` when absent.
        "from": "NotRequired[str]",
        # The end, an instant at a full hour, not part of the report; the end of the current hour when absent.
        "to": "NotRequired[str]",
        # IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC.
        "timeZone": "NotRequired[str]",
        # Only this currency.
        "currency": "NotRequired[Currency]",
        # Only this payment method.
        "method": "NotRequired[PaymentMethod]",
        # Only this mobile-money operator, or this network of a card, QR code or wallet.
        "operator": "NotRequired[str]",
        # Only payers of this country.
        "country": "NotRequired[str]",
        # `day` when absent. Hours at most 35 days, the others at most 366; `period` is one interval for all of it. Local days, weeks from Monday, months.
        "interval": "NotRequired[Literal['hour', 'day', 'week', 'month', 'period']]",
        # A line for each. `operator` is the mobile-money operator, or the network of a card, QR code or wallet; `none` when absent.
        "groupBy": "NotRequired[Literal['none', 'method', 'operator', 'country']]",
    },
)


class RequestsListQuery(TypedDict):
    page: NotRequired[int]
    """1 or absent: the top. This list has no numbered pages; go on with `starting_after`."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
    createdFrom: NotRequired[str]
    """Created at this instant or later."""
    createdTo: NotRequired[str]
    """Created before this instant."""
    method: NotRequired[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]
    """Only this payment method."""
    path: NotRequired[str]
    """How the path begins, below `/api/v1`: `/checkout/sessions`."""
    status: NotRequired[int]
    """Only those answered with this HTTP status."""
    errorCode: NotRequired[str]
    """Only those refused with this `error.code`."""
    callerId: NotRequired[str]
    """Only those of this API key or person, `key_…` or `usr_…`."""
    callerKind: NotRequired[Literal["KEY", "PERSON"]]
    """Only those of API keys, or of people."""
    refused: NotRequired[Literal["true", "false"]]
    """`true`: only those that were refused or failed."""


class ExportsListQuery(TypedDict):
    page: NotRequired[int]
    """Page number, from 1."""
    pageSize: NotRequired[int]
    """Entries on a page: 1-100, 25 when absent."""
    limit: NotRequired[int]
    """The same as pageSize."""
    starting_after: NotRequired[str]
    """Id of the last entry seen: the list continues after it. Not with page."""
    ending_before: NotRequired[str]
    """Id of the first entry seen: the list ends before it. Not with page."""
    sort: NotRequired[Literal["-createdAt", "createdAt"]]
    """Newest first (`-createdAt`, the default) or oldest first."""
