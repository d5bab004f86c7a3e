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
    """How many objects of each kind have moved times."""

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
    """The sandbox's clock after an advance, and what it moved."""

    object: Literal["sandbox.clock"]
    """Kind of object."""
    mode: Mode
    advancedSeconds: int
    """All advances together, since the sandbox began or was reset."""
    version: int
    """0: never moved."""
    createdAt: str | None
    """When it was first moved; null: never."""
    updatedAt: str | None
    """When it was last moved; null: never."""
    movedSeconds: int
    """This advance."""
    moved: AdvancedSandboxClockMoved
    """How many objects of each kind have moved times."""


class AdvancedSandboxClockResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: AdvancedSandboxClock


Amount: TypeAlias = "str"
"""Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F."""


AmountMinor: TypeAlias = "str"
"""The amount beside it in minor units: `5000` both for 5000 XOF and for 50.00 EUR."""


class Answer(TypedDict):
    """What every answer has beside its `data`."""

    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""


class ApiKey(TypedDict):
    """An API key, without the key itself."""

    object: Literal["api_key"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    mode: Mode
    name: str
    """What you call it."""
    last4: str
    """The end of the key, to tell keys apart."""
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    """Only an ACTIVE key is accepted."""
    permissions: List[str]
    """What it may do."""
    merchantIds: List[str]
    """Further merchants for whom it may act."""
    ipAllowlist: List[str]
    """Addresses and networks from which it works; empty: from anywhere."""
    requestsPerSecond: int
    """What the key may do in a second."""
    requestsLastMinute: int | None
    """What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key."""
    expiresAt: str | None
    """From then on it does not work; null: it has no end."""
    revokedAt: str | None
    """Null unless it was revoked."""
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
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class ApiKeyCreatedByOperatorEvent(TypedDict):
    """An operator of the platform made an API key for you: see `name` and `permissions`."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["api_key.created_by_operator"]
    """Names the event."""
    data: ApiKey


class ApiKeyList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[ApiKey]
    """In the order of the list."""


class ApiKeyResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: ApiKey


class ApiKeyRevokedByOperatorEvent(TypedDict):
    """An operator of the platform revoked one of your API keys."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["api_key.revoked_by_operator"]
    """Names the event."""
    data: ApiKey


class ApiKeyWithSecret(TypedDict):
    """An API key that was just made, with the key itself."""

    object: Literal["api_key"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    mode: Mode
    name: str
    """What you call it."""
    last4: str
    """The end of the key, to tell keys apart."""
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"]
    """Only an ACTIVE key is accepted."""
    permissions: List[str]
    """What it may do."""
    merchantIds: List[str]
    """Further merchants for whom it may act."""
    ipAllowlist: List[str]
    """Addresses and networks from which it works; empty: from anywhere."""
    requestsPerSecond: int
    """What the key may do in a second."""
    requestsLastMinute: int | None
    """What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key."""
    expiresAt: str | None
    """From then on it does not work; null: it has no end."""
    revokedAt: str | None
    """Null unless it was revoked."""
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
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    key: str | None
    """The key itself. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null."""


class ApiKeyWithSecretResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: ApiKeyWithSecret


class AttemptCounts(TypedDict):
    """Attempts to pay, by the hour in which they began."""

    succeeded: int
    """Their outcome is a payment."""
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
    """What a payment by bank transfer needs."""

    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    payerName: NotRequired[str]
    """Who orders the transfer."""
    returnUrl: NotRequired[PageAddress]


class BeneficiaryDetails(TypedDict):
    """Where the money goes; what does not apply is null."""

    phone: str | None
    """Masked."""
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    countryCode: str | None
    """ISO 3166, two letters; null: not known."""
    iban: str | None
    """Masked."""
    bankName: str | None
    """The bank, as you named it; null: not named."""
    walletId: str | None
    """The wallet at its provider; null: not WALLET."""


class Beneficiary(TypedDict):
    """Who can be paid, once the account was checked."""

    object: Literal["beneficiary"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    name: str
    """Whose phone or account it is."""
    type: BeneficiaryType
    details: BeneficiaryDetails
    """Where the money goes; what does not apply is null."""
    currency: Currency
    status: Literal["PENDING_VERIFICATION", "ACTIVE", "REJECTED", "DISABLED"]
    """Only an ACTIVE one can be paid."""
    nameCheck: Literal["NOT_CHECKED", "MATCH", "CLOSE_MATCH", "MISMATCH", "NOT_KNOWN", "UNAVAILABLE"]
    """What the provider says of whose account it is. NOT_CHECKED: it cannot tell. NOT_KNOWN: it knows the account and not the name, which waits for a second person. UNAVAILABLE: it did not answer, and is queried again."""
    approvedBy: str | None
    """For NOT_KNOWN: who vouched for the name, `key_…` or `per_…`."""
    registeredName: str | None
    """For CLOSE_MATCH: the holder as the provider has it."""
    rejectionReason: str | None
    """Why it was REJECTED: `RIB_KEY_MISMATCH`, the account cannot exist; `ACCOUNT_NOT_FOUND`, `NAME_MISMATCH`, `NAME_CHECK_UNAVAILABLE` by the provider."""
    warnings: List[str]
    """What to look at again before paying; empty: nothing."""
    payoutsAllowedFrom: str | None
    """No payout is taken before this instant."""
    reference: str | None
    """Your own reference; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class BeneficiaryList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Beneficiary]
    """In the order of the list."""


class BeneficiaryRejectedEvent(TypedDict):
    """A beneficiary did not pass its checks."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["beneficiary.rejected"]
    """Names the event."""
    data: Beneficiary


class BeneficiaryResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Beneficiary


BeneficiaryType: TypeAlias = "Literal['MOBILE_MONEY', 'BANK_ACCOUNT', 'WALLET']"
"""Where the money goes, which decides the fields of `details`."""


class BeneficiaryVerifiedEvent(TypedDict):
    """A beneficiary passed its checks and can be paid."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["beneficiary.verified"]
    """Names the event."""
    data: Beneficiary


class Caller(TypedDict):
    """Who asks, and what the key or log-in may do."""

    object: Literal["caller"]
    """Kind of object."""
    kind: Literal["KEY", "PERSON"]
    """A person calls with the cookie of a log-in."""
    id: str
    """Of the key (`key_…`) or the person (`usr_…`)."""
    name: str | None
    """Null: the key of another merchant, which acts for this one."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    merchantName: str
    """As payers see it."""
    permissions: List[str]
    """`manage` includes `read`."""


class CallerResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Caller


class CardDetails(TypedDict):
    """What a payment by card needs. Card numbers are never sent here."""

    returnUrl: NotRequired[PageAddress]
    cardToken: NotRequired[str]
    """The card as your card form returned it. Without it the payer enters the card on a page."""


class Charge(TypedDict):
    """One attempt to collect money from a payer."""

    object: Literal["charge"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    shortReference: str
    """What the payer reads out; unique for months, not for ever."""
    attemptNumber: int
    """Counts the attempts from 1."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    fee: MinorUnits | None
    """What the platform keeps of it; null before it succeeded."""
    net: MinorUnits | None
    """`amount` less `fee`: what your wallet gets; null before it succeeded."""
    amountRefunded: MinorUnits
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    late: bool
    """True: the money came after the attempt had ended."""
    duplicate: bool
    """True: another attempt had paid already, so this money goes back."""
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    """Why an operator must decide about its money; null: nothing to decide."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    succeededAt: str | None
    """Null unless it succeeded."""
    failedAt: str | None
    """Null unless it failed."""


class ChargeList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Charge]
    """In the order of the list."""


ChargeRefundStatus: TypeAlias = "Literal['NONE', 'PARTIAL', 'FULL']"
"""How much of the charge was given back."""


ChargeStatus: TypeAlias = "Literal['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED', 'FAILED', 'CANCELLED']"
"""IN_RECONCILIATION: the outcome is not known yet, and money may still move."""


class ChargeWithNextStep(TypedDict):
    """A charge, with what its payer does next."""

    object: Literal["charge"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    shortReference: str
    """What the payer reads out; unique for months, not for ever."""
    attemptNumber: int
    """Counts the attempts from 1."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    fee: MinorUnits | None
    """What the platform keeps of it; null before it succeeded."""
    net: MinorUnits | None
    """`amount` less `fee`: what your wallet gets; null before it succeeded."""
    amountRefunded: MinorUnits
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    late: bool
    """True: the money came after the attempt had ended."""
    duplicate: bool
    """True: another attempt had paid already, so this money goes back."""
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    """Why an operator must decide about its money; null: nothing to decide."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    succeededAt: str | None
    """Null unless it succeeded."""
    failedAt: str | None
    """Null unless it failed."""
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    """What the payer does next; null: nothing, `status` says how it ended."""
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    """Text to draw as a QR code, for `DISPLAY_QR`; null otherwise."""
    instructions: TransferInstructions | None
    """For a bank transfer: where to send the money; null otherwise."""
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    messageToPayer: str | None
    """What to tell the payer now, in one sentence; null: nothing."""


class ChargeWithNextStepResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: ChargeWithNextStep


class CheckoutCompletion(TypedDict):
    """The attempt in progress, and what the payer does next."""

    object: Literal["checkout.completion"]
    """Kind of object."""
    sessionId: str
    """The checkout session, `cs_…`."""
    status: CheckoutSessionState
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    """What the payer does next; null: nothing, `status` says how it ended."""
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    """Text to draw as a QR code, for `DISPLAY_QR`; null otherwise."""
    instructions: TransferInstructions | None
    """For a bank transfer: where to send the money; null otherwise."""
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    chargeId: str
    """The charge, `ch_…`."""
    attemptNumber: int
    """Counts the attempts from 1."""
    attemptsRemaining: int
    """How many attempts the payer still has."""
    messageToPayer: str | None
    """What to tell the payer now, in one sentence; null: nothing."""


class CheckoutCompletionResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutCompletion


class CheckoutMethodsMethodsItem(TypedDict):
    method: PaymentMethod
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    displayName: str
    """Name of the way to pay, as payers know it."""
    countryCode: str | None
    """ISO 3166, two letters; null: not known."""
    min: str | None
    """Smallest payment, in minor units; null: no bound."""
    max: str | None
    """Largest payment, in minor units; null: no bound."""
    step: str | None
    """Amounts are multiples of it, in minor units; null: any amount."""
    authFlow: Literal["PIN_PROMPT", "OTP", "REDIRECT", "QR", "TRANSFER"]
    """How the payer approves the payment."""
    status: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    """DEGRADED: payments may fail or take long."""
    prompt: str | None
    """The USSD code that the payer dials; null: none."""


class CheckoutMethods(TypedDict):
    """The ways to pay that the payer is offered now."""

    object: Literal["checkout.methods"]
    """Kind of object."""
    sessionId: str
    """The checkout session, `cs_…`."""
    methods: List[CheckoutMethodsMethodsItem]
    """In the order in which to offer them."""


class CheckoutMethodsExplanationMethodsItemOutage(TypedDict):
    status: Literal["DEGRADED", "CLOSED"]
    """CLOSED: not offered. DEGRADED: offered, with a warning."""
    reason: str
    """What is wrong, in the platform's words."""


class CheckoutMethodsExplanationMethodsItem(TypedDict):
    method: PaymentMethod
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    displayName: str
    """Name of the way to pay, as payers know it."""
    countryCode: str | None
    """ISO 3166, two letters; null: not known."""
    offered: bool
    """True: the payer sees it."""
    reason: str | None
    """Why it is not offered; null: it is."""
    ruleId: str | None
    """The routing rule that takes it; null: none does."""
    subTenantId: str | None
    """The entity that would process it; null: none."""
    providerAccountId: str | None
    """The provider account that would carry it; null: none."""
    min: str | None
    """Smallest payment, in minor units; null: no bound."""
    max: str | None
    """Largest payment, in minor units; null: no bound."""
    step: str | None
    """Amounts are multiples of it, in minor units; null: any amount."""
    outage: CheckoutMethodsExplanationMethodsItemOutage | None
    """The outage that it suffers; null: none."""


class CheckoutMethodsExplanation(TypedDict):
    """Which ways to pay a session offers now, and why not the others."""

    object: Literal["checkout.methods_explanation"]
    """Kind of object."""
    sessionId: str
    """The checkout session, `cs_…`."""
    allowedMethods: List[PaymentMethod]
    """Methods of which something is offered."""
    methods: List[CheckoutMethodsExplanationMethodsItem]
    """Each way to pay, offered or not."""


class CheckoutMethodsExplanationResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutMethodsExplanation


class CheckoutMethodsResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutMethods


class CheckoutPaymentLinkBranding(TypedDict):
    """How the page looks; absent: as usual."""

    primaryColor: str
    """Colour of the payer's page, `#rrggbb`."""


class CheckoutPaymentLink(TypedDict):
    """A payment link as its payers see it."""

    object: Literal["checkout.payment_link"]
    """Kind of object."""
    slug: str
    """The end of the link's address."""
    mode: Mode
    url: str
    """The page where it is paid."""
    linkStatus: PaymentLinkStatus
    amount: MinorUnits | None
    """The price of one where a quantity is offered. Null: the payer chooses the amount."""
    amountDisplay: str | None
    """`amount` with its decimals and currency, to show to people; null with it."""
    amountMin: MinorUnits | None
    """Of an open amount; null: no limit."""
    amountMax: MinorUnits | None
    """Of an open amount; null: no limit."""
    amountSuggestions: List[MinorUnits] | None
    """Null: none."""
    quantityMin: int | None
    """Null: no quantity is offered."""
    quantityMax: int | None
    """Most pieces that a payer may choose; null: no quantity is offered."""
    currency: Currency
    title: str | None
    """What is paid for; null: the merchant's name is shown."""
    description: str | None
    """Your own words; null when you sent none."""
    merchantName: str
    """Who is paid, as payers read it."""
    merchantLogo: NotRequired[str]
    """Address of the logo; absent without one."""
    locale: Locale
    branding: NotRequired[CheckoutPaymentLinkBranding]
    """How the page looks; absent: as usual."""
    customFields: List[CustomField]
    """Questions that the payer answers first; empty: none."""
    expiresAt: str | None
    """From then on it cannot be paid; null: it has no end."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class CheckoutPaymentLinkResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutPaymentLink


class CheckoutPublicSessionBranding(TypedDict):
    """How the page looks; absent: as usual."""

    primaryColor: str
    """Colour of the payer's page, `#rrggbb`."""


class CheckoutPublicSession(TypedDict):
    """A checkout session as its payer sees it."""

    object: Literal["checkout.public_session"]
    """Kind of object."""
    sessionId: str
    """The checkout session, `cs_…`."""
    mode: Mode
    status: CheckoutSessionState
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    title: str
    """What is paid for, as the payer reads it."""
    description: str | None
    """Your own words; null when you sent none."""
    allowedMethods: List[PaymentMethod]
    """Methods that work now."""
    merchantName: str | None
    """Who is paid, as payers read it; null: not known."""
    merchantLogo: NotRequired[str]
    """Address of the logo; absent without one."""
    locale: NotRequired[Locale]
    expiresAt: str | None
    """It cannot be paid from then on."""
    branding: NotRequired[CheckoutPublicSessionBranding]
    """How the page looks; absent: as usual."""
    customFields: List[CustomField]
    """Questions that the payer answers first; empty: none."""
    successMessage: NotRequired[str]
    """Shown after success; absent: the usual words."""
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    retryable: bool
    """True: the last attempt failed, and the payer may try again."""
    attemptsRemaining: int
    """How many attempts the payer still has."""
    version: int
    """Grows with each change: the higher copy is newer."""


class CheckoutPublicSessionResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutPublicSession


class CheckoutSessionBranding(TypedDict):
    primaryColor: str
    """Colour of the payer's page, `#rrggbb`."""


class CheckoutSession(TypedDict):
    """One payment that a payer is asked for."""

    object: Literal["checkout.session"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    url: str
    """The hosted page."""
    status: CheckoutSessionState
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    title: str
    """What is paid for, as the payer reads it."""
    description: str | None
    """Your own words; null when you sent none."""
    quantity: NotRequired[int]
    """How many the payer chose, at a payment link that offers quantities."""
    allowedMethods: List[PaymentMethod] | None
    """Methods that you allow; null: all that work."""
    successUrl: str | None
    """Where the payer goes after success; null: stays on the page."""
    cancelUrl: str | None
    """Where the payer goes who gives up; null: stays on the page."""
    reference: str | None
    """Your own reference; null when you sent none."""
    customer: Customer | None
    """As you sent it; null: you sent none."""
    locale: Locale
    customFields: List[CustomField]
    """Questions that the payer answers first; empty: none."""
    customFieldValues: Dict[str, str] | None
    """The payer's answers, by the field's key; null: none."""
    successMessage: str | None
    """Shown after success; null: the usual words."""
    branding: CheckoutSessionBranding | None
    """How the page looks; null: as usual."""
    metadata: StoredMetadata
    maxAttempts: int
    """How many attempts the payer has, 1 to 10."""
    attemptCount: int
    """Attempts so far."""
    latePaymentPolicy: LatePaymentPolicy
    paymentIntentId: str | None
    """The payment intent, `pi_…`; null before the first attempt."""
    chargeId: str | None
    """The latest attempt, `ch_…`; null before the first one."""
    shortReference: str | None
    """That of the latest attempt."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    retryable: bool
    """True: the last attempt failed, and the payer may try again."""
    paidLate: bool
    """True: money that came after the session had ended paid it."""
    expiresAt: str
    """It cannot be paid from then on."""
    completedAt: str | None
    """Null unless it succeeded."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class CheckoutSessionCancelledEvent(TypedDict):
    """The session is finished: you cancelled it."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["checkout.session.cancelled"]
    """Names the event."""
    data: CheckoutSession


class CheckoutSessionCompletedEvent(TypedDict):
    """The session is finished: it was paid."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["checkout.session.completed"]
    """Names the event."""
    data: CheckoutSession


class CheckoutSessionExpiredEvent(TypedDict):
    """The session is finished: nobody paid in time."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["checkout.session.expired"]
    """Names the event."""
    data: CheckoutSession


class CheckoutSessionFailedEvent(TypedDict):
    """The session is finished: its last attempt failed."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["checkout.session.failed"]
    """Names the event."""
    data: CheckoutSession


class CheckoutSessionList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[CheckoutSession]
    """In the order of the list."""


class CheckoutSessionResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutSession


CheckoutSessionState: TypeAlias = "Literal['OPEN', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED']"
"""SUCCEEDED is final; late money can change the others."""


class CheckoutSessionStatus(TypedDict):
    """How a session stands, for pages that wait."""

    object: Literal["checkout.session.status"]
    """Kind of object."""
    sessionId: str
    """The checkout session, `cs_…`."""
    status: CheckoutSessionState
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    retryable: bool
    """True: the last attempt failed, and the payer may try again."""
    attemptsRemaining: int
    """How many attempts the payer still has."""
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    """What the payer does next; null: nothing, `status` says how it ended."""
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    """Text to draw as a QR code, for `DISPLAY_QR`; null otherwise."""
    instructions: TransferInstructions | None
    """For a bank transfer: where to send the money; null otherwise."""
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    paymentIntentId: str | None
    """The payment intent, `pi_…`; null before the first attempt."""
    chargeId: str | None
    """The latest attempt, `ch_…`; null before the first one."""
    paidLate: bool
    """True: money that came after the session had ended paid it."""
    successUrl: str | None
    """Where the payer goes after success; null: stays on the page."""
    expiresAt: str
    """It cannot be paid from then on."""
    version: int
    """Grows with each change: the higher copy is newer."""


class CheckoutSessionStatusResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: CheckoutSessionStatus


class ClaimApiKeyRequest(TypedDict):
    token: str
    """What stands at the end of the link."""


class CompleteCheckoutSessionByBankTransfer(TypedDict):
    paymentMethod: Literal["BANK_TRANSFER"]
    """Decides `paymentDetails`."""
    paymentDetails: BankTransferDetails
    customFieldValues: NotRequired[CustomFieldValues]


class CompleteCheckoutSessionByCard(TypedDict):
    paymentMethod: Literal["CARD"]
    """Decides `paymentDetails`."""
    paymentDetails: CardDetails
    customFieldValues: NotRequired[CustomFieldValues]


class CompleteCheckoutSessionByMobileMoney(TypedDict):
    paymentMethod: Literal["MOBILE_MONEY"]
    """Decides `paymentDetails`."""
    paymentDetails: MobileMoneyDetails
    customFieldValues: NotRequired[CustomFieldValues]


class CompleteCheckoutSessionByQr(TypedDict):
    paymentMethod: Literal["QR"]
    """Decides `paymentDetails`."""
    paymentDetails: QrDetails
    customFieldValues: NotRequired[CustomFieldValues]


class CompleteCheckoutSessionByWallet(TypedDict):
    paymentMethod: Literal["WALLET"]
    """Decides `paymentDetails`."""
    paymentDetails: WalletDetails
    customFieldValues: NotRequired[CustomFieldValues]


CompleteCheckoutSessionRequest: TypeAlias = "CompleteCheckoutSessionByWallet | CompleteCheckoutSessionByMobileMoney | CompleteCheckoutSessionByCard | CompleteCheckoutSessionByBankTransfer | CompleteCheckoutSessionByQr"


class ConfirmPaymentIntentByBankTransfer(TypedDict):
    paymentMethod: Literal["BANK_TRANSFER"]
    """Decides `paymentDetails`."""
    paymentDetails: BankTransferDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByCard(TypedDict):
    paymentMethod: Literal["CARD"]
    """Decides `paymentDetails`."""
    paymentDetails: CardDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByMobileMoney(TypedDict):
    paymentMethod: Literal["MOBILE_MONEY"]
    """Decides `paymentDetails`."""
    paymentDetails: MobileMoneyDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByQr(TypedDict):
    paymentMethod: Literal["QR"]
    """Decides `paymentDetails`."""
    paymentDetails: QrDetails
    returnUrl: NotRequired[str]
    """Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own."""


class ConfirmPaymentIntentByWallet(TypedDict):
    paymentMethod: Literal["WALLET"]
    """Decides `paymentDetails`."""
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
    expiresAt: NotRequired[Instant | None]
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
    """Where the money goes, which decides the fields of `details`."""
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
    """Decides `paymentDetails`."""
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
    """Decides `paymentDetails`."""
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
    """Decides `paymentDetails`."""
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
    """Decides `paymentDetails`."""
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
    """Decides `paymentDetails`."""
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
    """How the page looks; the merchant's own look when absent."""

    primaryColor: NotRequired[str]
    """Must be a colour in the form #1a2b3c."""


class CreateCheckoutSessionRequest(TypedDict):
    amount: Amount
    currency: Currency
    title: str
    """What is paid for, as the payer reads it."""
    description: NotRequired[str]
    """More about what is paid for, at most 500 characters."""
    allowedMethods: NotRequired[List[PaymentMethod]]
    """What the payer may choose from; all methods when absent."""
    successUrl: NotRequired[PageAddress]
    cancelUrl: NotRequired[PageAddress]
    reference: NotRequired[str]
    """Your own reference; sessions and charges are found by it."""
    customer: NotRequired[CustomerInput]
    locale: NotRequired[Locale]
    """Language of the payer's page. Default: the merchant's."""
    expiresAt: NotRequired[Instant]
    customFields: NotRequired[List[CustomFieldInput]]
    """Questions that the payer answers first, at most five."""
    successMessage: NotRequired[str]
    """Shown to the payer after success."""
    branding: NotRequired[CreateCheckoutSessionRequestBranding]
    """How the page looks; the merchant's own look when absent."""
    metadata: NotRequired[Metadata]
    maxAttempts: NotRequired[int]
    """How many attempts the payer has, 1 to 10."""
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
    expiresAt: NotRequired[Instant]
    maxAttempts: NotRequired[int]
    """How many attempts the payer has, 1 to 10."""
    latePaymentPolicy: NotRequired[LatePaymentPolicy]
    """Who keeps money that is confirmed after the intent has ended."""


class CreatePaymentLinkRequest(TypedDict):
    amount: Amount | None
    """Null: the payer chooses."""
    currency: Currency
    amountMin: NotRequired[Amount]
    amountMax: NotRequired[Amount]
    amountSuggestions: NotRequired[List[Amount]]
    """Amounts that payers choose by one tap, in this order. Only with `amount: null`."""
    quantityMin: NotRequired[int]
    """Fewest pieces that a payer may choose; 1 when absent."""
    quantityMax: NotRequired[int]
    """Most pieces that a payer may choose."""
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
    successUrl: NotRequired[PageAddress]
    cancelUrl: NotRequired[PageAddress]
    expiresAt: NotRequired[Instant]
    """From this instant on the link takes no payment. Must lie ahead."""
    customFields: NotRequired[List[CustomFieldInput]]
    """Questions that the payer answers first, at most five."""
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
    """One payout each, at most 1 000."""


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
    events: NotRequired[List[SubscribedEvent] | Literal["*"]]
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
    """Names the answer in `customFieldValues`."""
    label: str
    """What the payer reads above the field."""
    type: CustomFieldType
    required: bool
    """True: the payer must answer."""
    options: NotRequired[List[CustomFieldOption]]
    """Of a DROPDOWN: what can be chosen."""
    minLength: NotRequired[int]
    """Fewest characters of an answer."""
    maxLength: NotRequired[int]
    """Most characters of an answer."""
    defaultValue: NotRequired[str]
    """Stands in the field at first."""


class CustomFieldInput(TypedDict):
    key: str
    """Must start with a letter and hold at most 40 letters, digits and underscores."""
    label: str
    """What the payer reads above the field."""
    type: CustomFieldType
    required: NotRequired[bool]
    """True: the payer must answer."""
    options: NotRequired[List[CustomFieldOptionInput]]
    """DROPDOWN only, and required there."""
    minLength: NotRequired[int]
    """Fewest characters of an answer."""
    maxLength: NotRequired[int]
    """Most characters of an answer."""
    defaultValue: NotRequired[str]
    """Stands in the field at first."""


class CustomFieldOption(TypedDict):
    value: str
    """Stored when it is chosen."""
    label: str
    """What the payer reads."""


class CustomFieldOptionInput(TypedDict):
    value: str
    """Stored."""
    label: str
    """Shown."""


CustomFieldType: TypeAlias = "Literal['TEXT', 'NUMBER', 'DROPDOWN', 'PHONE', 'EMAIL']"
"""What the payer enters; DROPDOWN: one of `options`."""


CustomFieldValues: TypeAlias = "Dict[str, str]"
"""Answers to `customFields`, by the field's key."""


class Customer(TypedDict):
    name: NotRequired[str]
    """Absent when you sent none."""
    email: NotRequired[str]
    """Stored for you only: nothing is sent to it."""
    phone: NotRequired[str]
    """In international form; masked in events."""


class CustomerInput(TypedDict):
    """What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it."""

    name: NotRequired[str]
    """The payer's name: proposed on the hosted page as sender of a transfer."""
    email: NotRequired[str]
    """Kept for you; nothing is sent to it."""
    phone: NotRequired[str]
    """The payer's number, international or in the national form of your country: proposed on the hosted page."""


DecimalAmount: TypeAlias = "str"
"""Decimal text in major units: `5000` in XOF, `50.00` in EUR."""


class DeletedWebhookEndpoint(TypedDict):
    """An endpoint that is gone; its deliveries were cancelled."""

    object: Literal["webhook_endpoint"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    deleted: Literal[True]
    """Always true."""


class DeletedWebhookEndpointResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: DeletedWebhookEndpoint


class EndpointPingEvent(TypedDict):
    """A question to one endpoint, sent when its address is new and on request: your 2xx verifies the address."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["endpoint.ping"]
    """Names the event."""
    data: WebhookEndpoint


class Error(TypedDict):
    """The answer to a request that was refused or failed."""

    success: Literal[False]
    """False: it was refused or failed."""
    data: None
    """Null in every error."""
    error: ErrorBody
    meta: None
    """Null in every error."""


class ErrorBody(TypedDict):
    """Why the request was refused."""

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
    """An event, as it was sent."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: str
    """Name of the event, such as `payment.succeeded`."""
    data: Dict[str, Any]
    """The object as it was at that moment."""


class EventBase(TypedDict):
    """What every event has beside its `type` and its `data`."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""


class EventList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Event]
    """In the order of the list."""


class EventResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Event


EventType: TypeAlias = "Literal['payment.processing', 'payment.succeeded', 'payment.failed', 'payment.late_refunded', 'payment.duplicate_refunded', 'checkout.session.completed', 'checkout.session.failed', 'checkout.session.expired', 'checkout.session.cancelled', 'payment_link.created', 'payment_link.updated', 'payment_link.exhausted', 'payment_link.expired', 'payment_link.abused', 'payment_link.cancelled', 'refund.created', 'refund.account_needed', 'refund.succeeded', 'refund.failed', 'payout.created', 'payout.queued', 'payout.paid', 'payout.failed', 'payout.reversed', 'payout.cancelled', 'beneficiary.verified', 'beneficiary.rejected', 'merchant.status_changed', 'merchant.kyb.submitted', 'merchant.kyb.approved', 'merchant.kyb.rejected', 'api_key.created_by_operator', 'api_key.revoked_by_operator', 'webhook_endpoint.disabled', 'endpoint.ping']"
"""Name of an event."""


class Export(TypedDict):
    """A list that is being written to a file, or was."""

    object: Literal["export"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode | None
    """Null: an operator's export."""
    merchantId: str | None
    """Null: an operator's export."""
    status: Literal["PENDING", "READY", "FAILED", "CANCELLED", "EXPIRED"]
    """PENDING: being made, see `rowsWritten`. READY: the file can be downloaded until `expiresAt`. EXPIRED: the file has been removed."""
    list: str
    """Path and query of the list."""
    operation: str
    """`operationId` of the list."""
    fileName: str
    """Name of the download."""
    format: Literal["CSV", "XLSX"]
    """Of the file: text, or a workbook."""
    heads: Literal["WORDS", "NAMES"]
    """WORDS: heads for people. NAMES: those of the API."""
    locale: Locale
    separator: Literal[",", ";"]
    """Between the cells of a CSV file."""
    timeZone: str
    """IANA name of the time zone in which days begin."""
    rowsWritten: int
    """Rows in the file so far."""
    rowsTotal: int | None
    """Rows of the list when the export began; null: the list does not count them."""
    bytes: int
    """Size of the file so far, in bytes; of a workbook, before it is packed."""
    failureCode: Literal["RIGHTS_ENDED", "LIST_REFUSED", "TOO_MANY_ROWS", "NOT_READABLE"] | None
    """RIGHTS_ENDED: who asked for it may no longer read the list. LIST_REFUSED: the list no longer takes these filters. TOO_MANY_ROWS: more than a million. NOT_READABLE: it could not be read several times in a row."""
    createdBy: str
    """Id of the key, person or operator."""
    finishedAt: str | None
    """Null while it is being made."""
    expiresAt: str
    """The file is removed then: seven days after it was asked for, unless the platform has set another time."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""


class ExportList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Export]
    """In the order of the list."""


class ExportResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Export


class FailedCharge(TypedDict):
    """A charge that failed."""

    object: Literal["charge"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    shortReference: str
    """What the payer reads out; unique for months, not for ever."""
    attemptNumber: int
    """Counts the attempts from 1."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    fee: MinorUnits | None
    """What the platform keeps of it; null before it succeeded."""
    net: MinorUnits | None
    """`amount` less `fee`: what your wallet gets; null before it succeeded."""
    amountRefunded: MinorUnits
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    late: bool
    """True: the money came after the attempt had ended."""
    duplicate: bool
    """True: another attempt had paid already, so this money goes back."""
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    """Why an operator must decide about its money; null: nothing to decide."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    succeededAt: str | None
    """Null unless it succeeded."""
    failedAt: str | None
    """Null unless it failed."""
    reason: str | None
    """The provider's own code. Read `failureCode` instead: it is stable. Deprecated."""


FailureCode: TypeAlias = "Literal['PAYMENT_NOT_CONFIRMED', 'INSUFFICIENT_FUNDS', 'PAYMENT_IN_PROGRESS', 'PAYER_NOT_FOUND', 'LIMIT_EXCEEDED', 'INVALID_RECIPIENT', 'AMOUNT_OUT_OF_BOUNDS', 'INVALID_AMOUNT', 'INVALID_CURRENCY', 'PROVIDER_UNAVAILABLE', 'CARD_DECLINED', 'PAYMENT_CANCELLED', 'RISK_BLOCKED', 'UNKNOWN']"
"""Why it failed, in the same words for every provider."""


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


Instant: TypeAlias = "str"
"""Must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z."""


KybStatus: TypeAlias = "Literal['DRAFT', 'SUBMITTED', 'IN_REVIEW', 'INFO_REQUESTED', 'APPROVED', 'REJECTED']"
"""Where the review of the merchant's dossier stands."""


LatePaymentPolicy: TypeAlias = "Literal['ACCEPT', 'REFUND', 'REVIEW']"
"""What happens to money that arrives after the session has ended."""


LedgerRecord = TypedDict(
    "LedgerRecord",
    {
        # What this line is, which decides its other fields.
        "record": "Literal['opening', 'transfer', 'seal', 'end']",
        # Of the export; in the `opening` line.
        "format": "NotRequired[str]",
        # The merchant to whom it belongs, a UUID.
        "merchantId": "NotRequired[str]",
        # SANDBOX or LIVE.
        "mode": "NotRequired[str]",
        # The wallet, `wal_…`.
        "walletId": "NotRequired[str]",
        # ISO 4217 code.
        "currency": "NotRequired[str]",
        # Id of the transfer, a UUID.
        "id": "NotRequired[str]",
        # Transfers with the same one were booked together.
        "transactionId": "NotRequired[str]",
        # Of a transfer: what it booked.
        "type": "NotRequired[str]",
        # Account that the money left.
        "from": "NotRequired[str]",
        # Account that the money reached.
        "to": "NotRequired[str]",
        # Of what is booked: charge, refund, payout or adjustment.
        "sourceType": "NotRequired[str]",
        # Id of what is booked.
        "sourceId": "NotRequired[str]",
        # ISO 8601, UTC.
        "createdAt": "NotRequired[str]",
        # Balance of each account after it, as it is hashed.
        "balances": "NotRequired[str]",
        # `hash` of the seal before.
        "previousHash": "NotRequired[str]",
        # SHA-256 over what is sealed and the seal before, hexadecimal.
        "hash": "NotRequired[str]",
        # Decimals of the currency: 0 for XOF, 2 for EUR.
        "exponent": "NotRequired[int]",
        # Place of the transfer in the wallet's ledger, from 1.
        "position": "NotRequired[int]",
        # Counts the seals of the wallet.
        "number": "NotRequired[int]",
        # First transfer that the seal covers.
        "firstPosition": "NotRequired[int]",
        # Last transfer that the seal covers.
        "lastPosition": "NotRequired[int]",
        # Minor units.
        "amount": "NotRequired[str]",
        # Minor units.
        "balanceAfter": "NotRequired[str]",
    },
)


class LedgerRecordArrayResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: List[LedgerRecord]
    """In the order of the list."""


class LedgerSeal(TypedDict):
    """The last seal of the wallet's chain that lies wholly within the report, or before it."""

    number: int
    """Counts the seals of the wallet."""
    lastPosition: int
    """The last entry that it covers: entries are numbered from 1."""
    hash: str
    """SHA-256, hexadecimal."""
    createdAt: str
    """ISO 8601, UTC."""


class ListAnswer(TypedDict):
    """What every page of a list has beside its `data`."""

    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta


Locale: TypeAlias = "Literal['fr', 'en', 'pt']"
"""Language of the texts."""


class MerchantKybApprovedEvent(TypedDict):
    """The onboarding dossier was approved."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["merchant.kyb.approved"]
    """Names the event."""
    data: MerchantState


class MerchantKybRejectedEvent(TypedDict):
    """The onboarding dossier was rejected."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["merchant.kyb.rejected"]
    """Names the event."""
    data: MerchantState


class MerchantKybSubmittedEvent(TypedDict):
    """The onboarding dossier was handed in for review."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["merchant.kyb.submitted"]
    """Names the event."""
    data: MerchantState


class MerchantOutage(TypedDict):
    object: Literal["outage"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    merchantId: str
    """The merchant that reads: it concerns others too."""
    mode: Mode
    method: PaymentMethod
    operator: str | None
    """Null: every operator of the method."""
    country: str | None
    """Null: every country."""
    status: Literal["DEGRADED", "CLOSED"]
    """CLOSED: nothing goes. DEGRADED: payments may fail or take long."""
    reason: str
    """What is wrong, in the platform's words."""
    state: Literal["ANNOUNCED", "OPEN", "ENDED"]
    """ANNOUNCED: begins later."""
    startsAt: str
    """When it begins."""
    endsAt: str | None
    """When it ends; null: open end."""


class MerchantOutageList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[MerchantOutage]
    """In the order of the list."""


class MerchantState(TypedDict):
    """How the merchant stands in one mode."""

    object: Literal["merchant"]
    """Kind of object."""
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
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class MerchantStatusChangedEvent(TypedDict):
    """The merchant was activated, suspended or closed."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["merchant.status_changed"]
    """Names the event."""
    data: MerchantState


Metadata: TypeAlias = "Dict[str, str]"
"""Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters."""


MinorUnits: TypeAlias = "str"
"""Minor units, as text."""


class MobileMoneyDetails(TypedDict):
    """What a payment by mobile money needs."""

    phone: str
    """The payer's number in international form, or in national form with `countryCode`."""
    operator: NotRequired[MobileMoneyOperator]
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    otp: NotRequired[str]
    """The one-time code that the payer asked the operator for, where the method needs one."""
    returnUrl: NotRequired[PageAddress]


MobileMoneyOperator: TypeAlias = "Literal['ORANGE', 'MTN', 'MOOV', 'WAVE', 'FREE', 'AIRTEL', 'VODACOM', 'AFRICELL', 'TMONEY', 'EXPRESSO', 'TELECEL', 'CELTIIS']"
"""May be left out where the number tells the operator."""


Mode: TypeAlias = "Literal['SANDBOX', 'LIVE']"
"""SANDBOX: test money, apart from LIVE."""


class NetworkCollects(TypedDict):
    state: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    """DEGRADED: it may fail or take long."""
    closedBy: Literal["OUTAGE", "NO_ANSWER", "LIMIT_REACHED"] | None
    """OUTAGE: see `outages`. NO_ANSWER: the provider does not answer. LIMIT_REACHED: the platform's account may take no more today. Null unless CLOSED."""


class NetworkPaysOut(TypedDict):
    state: Literal["OPERATIONAL", "DEGRADED", "CLOSED"]
    """DEGRADED: it may fail or take long."""
    closedBy: Literal["OUTAGE", "NO_ANSWER", "LIMIT_REACHED"] | None
    """OUTAGE: see `outages`. NO_ANSWER: the provider does not answer. LIMIT_REACHED: the platform's account may take no more today. Null unless CLOSED."""


class Network(TypedDict):
    object: Literal["network"]
    """Kind of object."""
    method: PaymentMethod
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    country: str | None
    """ISO 3166, two letters; null: every country."""
    displayName: str
    """Name of the way to pay, as payers know it."""
    currency: str
    """ISO 4217 code."""
    collects: NetworkCollects | None
    """How payments go. Null: not this way."""
    paysOut: NetworkPaysOut | None
    """How payouts go; while CLOSED they wait. Null: not this way."""
    min: str | None
    """Of a payment, in minor units. Null: no bound, like `max`."""
    max: str | None
    """Largest payment, in minor units; null: no bound."""
    step: str | None
    """Amounts are multiples of it, in minor units; null: any amount."""
    outages: List[MerchantOutage]
    """Open and announced."""


class NetworkArrayResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: List[Network]
    """In the order of the list."""


class OpenPaymentLinkSessionRequest(TypedDict):
    amount: NotRequired[Amount]
    quantity: NotRequired[int]
    """How many pieces, where the link offers quantities."""


class OpenedCheckoutSession(TypedDict):
    """The session that was opened at a payment link."""

    object: Literal["checkout.session"]
    """Kind of object."""
    id: str
    """The session's id, for the endpoints under /checkout/pay."""
    mode: Mode
    url: str
    """The hosted page."""
    status: CheckoutSessionState
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    title: str
    """What is paid for, as the payer reads it."""
    description: str | None
    """Your own words; null when you sent none."""
    locale: Locale
    quantity: NotRequired[int]
    """Of a link that offers quantities."""
    customFields: List[CustomField]
    """Questions that the payer answers first; empty: none."""
    expiresAt: str
    """It cannot be paid from then on."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class OpenedCheckoutSessionResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: OpenedCheckoutSession


class OwnPayoutApprovalProposal(TypedDict):
    above: str | None
    """Minor units; null: no payout would wait."""
    proposedBy: str
    """The person or key."""
    proposedAt: str
    """When the change was proposed."""
    expiresAt: str
    """The proposal lapses then."""


class OwnPayoutApproval(TypedDict):
    """Which payouts of a wallet wait for a second person."""

    object: Literal["own_payout_approval"]
    """Kind of object."""
    walletId: str
    """The wallet, `wal_…`."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    currency: str
    """ISO 4217 code."""
    above: str | None
    """Null: no payout of this wallet waits."""
    version: int
    """Of the wallet."""
    proposal: OwnPayoutApprovalProposal | None
    """What waits for a second person; null: nothing."""


class OwnPayoutApprovalResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: OwnPayoutApproval


PageAddress: TypeAlias = "str"
"""An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id."""


class PageMeta(TypedDict):
    """Where this page stands in the list."""

    page: int | None
    """Number of the page, from 1; null in a list read by cursor."""
    pageSize: int
    """Entries that a page has at most."""
    total: int | None
    """Entries of the whole list; null: not counted."""
    totalPages: int | None
    """Pages of the whole list; null: not counted."""
    hasMore: bool
    """True: another page follows."""
    nextCursor: str | None
    """Send it as `starting_after` for the next page; null: none follows."""


class PaymentDuplicateRefundedEvent(TypedDict):
    """A second payment of the same session was sent back to the payer."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment.duplicate_refunded"]
    """Names the event."""
    data: RefundedCharge


class PaymentFailedEvent(TypedDict):
    """A payment attempt failed: see `failureCode`. The payer may still try again."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment.failed"]
    """Names the event."""
    data: FailedCharge


class PaymentIntentLastFailure(TypedDict):
    failureCode: FailureCode
    failureMessage: str
    """The failure as a sentence for the payer."""


class PaymentIntent(TypedDict):
    """One amount to collect, over all attempts."""

    object: Literal["payment_intent"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    amountReceived: MinorUnits
    amountRefunded: MinorUnits
    currency: Currency
    status: PaymentIntentStatus
    allowedMethods: List[PaymentMethod] | None
    """Methods that you allow; null: all that work."""
    latestChargeId: str | None
    """The latest attempt, `ch_…`; null before the first one."""
    charges: List[Charge]
    """Its attempts, oldest first."""
    lastFailure: PaymentIntentLastFailure | None
    """Why the last attempt failed; null: it did not."""
    customer: Customer | None
    """As you sent it; null: you sent none."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    expiresAt: str | None
    """From then on it cannot be paid; null: its session has the end."""
    succeededAt: str | None
    """Null unless it succeeded."""
    cancelledAt: str | None
    """Null unless it was cancelled."""


class PaymentIntentList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[PaymentIntent]
    """In the order of the list."""


PaymentIntentStatus: TypeAlias = "Literal['REQUIRES_PAYMENT_METHOD', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']"
"""FAILED and CANCELLED are final, unless late money arrives."""


class PaymentIntentWithNextStepLastFailure(TypedDict):
    failureCode: FailureCode
    failureMessage: str
    """The failure as a sentence for the payer."""


class PaymentIntentWithNextStep(TypedDict):
    """A payment intent, with what its payer does next."""

    object: Literal["payment_intent"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    amountReceived: MinorUnits
    amountRefunded: MinorUnits
    currency: Currency
    status: PaymentIntentStatus
    allowedMethods: List[PaymentMethod] | None
    """Methods that you allow; null: all that work."""
    latestChargeId: str | None
    """The latest attempt, `ch_…`; null before the first one."""
    charges: List[Charge]
    """Its attempts, oldest first."""
    lastFailure: PaymentIntentWithNextStepLastFailure | None
    """Why the last attempt failed; null: it did not."""
    customer: Customer | None
    """As you sent it; null: you sent none."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    expiresAt: str | None
    """From then on it cannot be paid; null: its session has the end."""
    succeededAt: str | None
    """Null unless it succeeded."""
    cancelledAt: str | None
    """Null unless it was cancelled."""
    nextStep: Literal["POLL", "REDIRECT", "DISPLAY_QR"] | None
    """What the payer does next; null: nothing, `status` says how it ended."""
    actionUrl: str | None
    """`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise."""
    sandboxUrl: str | None
    """Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there."""
    qrPayload: str | None
    """Text to draw as a QR code, for `DISPLAY_QR`; null otherwise."""
    instructions: TransferInstructions | None
    """For a bank transfer: where to send the money; null otherwise."""
    pollAfterMs: int | None
    """Milliseconds to wait before asking again, always there with `POLL`; null: stop asking."""
    messageToPayer: str | None
    """What to tell the payer now, in one sentence; null: nothing."""


class PaymentIntentWithNextStepResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: PaymentIntentWithNextStep


class PaymentLateRefundedEvent(TypedDict):
    """Money that came after the session had ended was sent back to the payer."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment.late_refunded"]
    """Names the event."""
    data: RefundedCharge


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
    """An address that anyone can pay, once or many times."""

    object: Literal["payment_link"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    reference: str
    """Yours, or one we made."""
    slug: str
    """The end of the link's address."""
    url: str
    """The public page."""
    share: PaymentLinkShare
    """What to hand out. Public addresses; opening one creates nothing."""
    amount: MinorUnits | None
    """The price of one where a quantity is offered. Null: the payer chooses the amount."""
    amountDisplay: str | None
    """`amount` with its decimals and currency, to show to people; null with it."""
    amountMin: MinorUnits | None
    """Of an open amount; null: no limit."""
    amountMax: MinorUnits | None
    """Of an open amount; null: no limit."""
    amountSuggestions: List[MinorUnits] | None
    """Null: none."""
    quantityMin: int | None
    """Null: no quantity is offered."""
    quantityMax: int | None
    """Most pieces that a payer may choose; null: no quantity is offered."""
    currency: Currency
    title: str | None
    """What is paid for; null: the merchant's name is shown."""
    description: str | None
    """Your own words; null when you sent none."""
    status: CheckoutSessionState
    """The link's status in the words of a checkout session."""
    linkStatus: PaymentLinkStatus
    usesCount: int
    """Successful payments."""
    maxUses: int | None
    """Successful payments that it takes at most; null: no ceiling."""
    reusable: bool
    """False: it is paid once."""
    allowedMethods: NotRequired[List[PaymentMethod]]
    """Methods that you allow; absent: all that work."""
    successUrl: str | None
    """Where the payer goes after success; null: stays on the page."""
    cancelUrl: str | None
    """Where the payer goes who gives up; null: stays on the page."""
    customFields: List[CustomField]
    """Questions that the payer answers first; empty: none."""
    inactiveMessage: str | None
    """What payers read while it takes no payment; null: the usual words."""
    metadata: StoredMetadata
    expiresAt: str | None
    """From then on it cannot be paid; null: it has no end."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class PaymentLinkAbusedEvent(TypedDict):
    """A payment link asked very many phones that did not approve: it waits before it asks more."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.abused"]
    """Names the event."""
    data: PaymentLink


class PaymentLinkCancelledEvent(TypedDict):
    """A payment link was cancelled for good."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.cancelled"]
    """Names the event."""
    data: PaymentLink


class PaymentLinkCreatedEvent(TypedDict):
    """A payment link was created."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.created"]
    """Names the event."""
    data: PaymentLink


class PaymentLinkExhaustedEvent(TypedDict):
    """A payment link reached its last use and takes no more payments."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.exhausted"]
    """Names the event."""
    data: PaymentLink


class PaymentLinkExpiredEvent(TypedDict):
    """A payment link reached the end of its time."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.expired"]
    """Names the event."""
    data: PaymentLink


class PaymentLinkList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[PaymentLink]
    """In the order of the list."""


class PaymentLinkResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: PaymentLink


PaymentLinkStatus: TypeAlias = "Literal['ACTIVE', 'PAUSED', 'EXHAUSTED', 'EXPIRED', 'CANCELLED']"
"""Only an ACTIVE link can be paid. EXHAUSTED: all uses are taken."""


class PaymentLinkUpdatedEvent(TypedDict):
    """A payment link was changed, paused or resumed."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment_link.updated"]
    """Names the event."""
    data: PaymentLink


PaymentMethod: TypeAlias = "Literal['WALLET', 'MOBILE_MONEY', 'CARD', 'BANK_TRANSFER', 'QR']"
"""How the payer pays."""


class PaymentMethodDetails(TypedDict):
    """With what the payer paid; what does not apply is null."""

    phone: str | None
    """Masked; null when none was used."""
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    countryCode: str | None
    """ISO 3166, two letters; null: not known."""
    brand: str | None
    """Of a card: VISA, for one; null otherwise."""
    last4: str | None
    """Last four digits of a card; null otherwise."""
    scheme: str | None
    """Scheme of a QR code; null otherwise."""
    walletId: str | None
    """The wallet at its provider; null: not WALLET."""


class PaymentProcessingEvent(TypedDict):
    """A payment attempt was handed to the provider and its outcome is not known yet."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment.processing"]
    """Names the event."""
    data: Charge


class PaymentSucceededEvent(TypedDict):
    """The payer has paid: the money is booked. Fulfil the order on this event."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payment.succeeded"]
    """Names the event."""
    data: Charge


class PayoutDestination(TypedDict):
    """The beneficiary as it was when the payout was made."""

    name: str
    """As the beneficiary or provider is called."""
    type: BeneficiaryType
    phone: str | None
    """Masked."""
    operator: str | None
    """Code of the mobile-money operator or network; null: none."""
    countryCode: str | None
    """ISO 3166, two letters; null: not known."""
    iban: str | None
    """Masked."""
    bankName: str | None
    """The bank, as you named it; null: not named."""
    walletId: str | None
    """The wallet at its provider; null: not WALLET."""


class PayoutProvider(TypedDict):
    name: str
    """As the beneficiary or provider is called."""
    transactionId: str | None
    """The provider's own number; null: not known."""


class Payout(TypedDict):
    """Money that you send from a wallet to a beneficiary."""

    object: Literal["payout"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    walletId: str
    """The wallet, `wal_…`."""
    beneficiaryId: str
    """Who is paid, `ben_…`."""
    destination: PayoutDestination
    """The beneficiary as it was when the payout was made."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    status: PayoutStatus
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    approvalRequired: bool
    """True: a second person must agree before it is sent."""
    createdBy: str
    """The key that asked for it."""
    approvedBy: str | None
    """The key that agreed."""
    provider: PayoutProvider | None
    """Who carried it; null before it is sent."""
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    approvedAt: str | None
    """When it was approved; null: not yet, or not needed."""
    queuedAt: str | None
    """When it began to wait for the operator; null: it never had to."""
    sentAt: str | None
    """When it went to the provider; null: not yet."""
    paidAt: str | None
    """When the beneficiary had the money; null: not yet."""
    failedAt: str | None
    """Null unless it failed."""
    reversedAt: str | None
    """When the money came back; null: it did not."""
    cancelledAt: str | None
    """Null unless it was cancelled."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class PayoutBatchRowsItemError(TypedDict):
    code: str
    """As `error.code` of a refusal."""
    message: str
    """One sentence for people."""
    details: Dict[str, Any]
    """More about the reason."""


class PayoutBatchRowsItem(TypedDict):
    index: int
    """Place in the request, from 0."""
    beneficiaryId: str
    """Who is paid, `ben_…`."""
    amount: str
    """Minor units, as text."""
    reference: str | None
    """Your own reference; null when you sent none."""
    status: Literal["WAITING", "ACCEPTED", "REFUSED"]
    """WAITING: not looked at yet."""
    payoutId: str | None
    """Once ACCEPTED."""
    error: PayoutBatchRowsItemError | None
    """What a single payout would have been refused with."""


class PayoutBatch(TypedDict):
    """Many payouts that were sent in one request, row by row."""

    object: Literal["payout_batch"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    walletId: str
    """The wallet, `wal_…`."""
    currency: Currency
    status: Literal["PROCESSING", "COMPLETED"]
    """COMPLETED: every row has its result."""
    reference: str | None
    """Your own reference; null when you sent none."""
    rowCount: int
    """Rows of the request."""
    acceptedCount: int
    """Rows that are a payout."""
    refusedCount: int
    """Rows that became no payout."""
    completedAt: str | None
    """When the last row had its result; null: not yet."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    rows: List[PayoutBatchRowsItem]
    """In the order of the request."""


class PayoutBatchResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: PayoutBatch


class PayoutBatchSummary(TypedDict):
    object: Literal["payout_batch"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    walletId: str
    """The wallet, `wal_…`."""
    currency: Currency
    status: Literal["PROCESSING", "COMPLETED"]
    """COMPLETED: every row has its result."""
    reference: str | None
    """Your own reference; null when you sent none."""
    rowCount: int
    """Rows of the request."""
    acceptedCount: int
    """Rows that are a payout."""
    refusedCount: int
    """Rows that became no payout."""
    completedAt: str | None
    """When the last row had its result; null: not yet."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class PayoutBatchSummaryList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[PayoutBatchSummary]
    """In the order of the list."""


class PayoutCancelledEvent(TypedDict):
    """A payout was cancelled before it was sent."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.cancelled"]
    """Names the event."""
    data: Payout


class PayoutCreatedEvent(TypedDict):
    """A payout was accepted: its amount is reserved in the wallet."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.created"]
    """Names the event."""
    data: Payout


class PayoutFailedEvent(TypedDict):
    """A payout failed: its amount is available in the wallet again."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.failed"]
    """Names the event."""
    data: Payout


class PayoutList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Payout]
    """In the order of the list."""


class PayoutPaidEvent(TypedDict):
    """The beneficiary has the money."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.paid"]
    """Names the event."""
    data: Payout


class PayoutQueuedEvent(TypedDict):
    """A payout waits for its operator to be reachable again."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.queued"]
    """Names the event."""
    data: Payout


class PayoutResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Payout


class PayoutReversedEvent(TypedDict):
    """A paid payout came back: its amount is available in the wallet again."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["payout.reversed"]
    """Names the event."""
    data: Payout


PayoutStatus: TypeAlias = "Literal['PENDING_APPROVAL', 'PENDING', 'QUEUED', 'PROCESSING', 'IN_RECONCILIATION', 'PAID', 'FAILED', 'REVERSED', 'CANCELLED']"
"""QUEUED waits for the operator; IN_RECONCILIATION: the outcome is not known yet."""


Permission: TypeAlias = "Literal['merchant.checkout.read', 'merchant.checkout.manage', 'merchant.links.read', 'merchant.links.manage', 'merchant.payments.read', 'merchant.payments.manage', 'merchant.charges.read', 'merchant.charges.manage', 'merchant.refunds.read', 'merchant.refunds.manage', 'merchant.wallets.read', 'merchant.wallets.manage', 'merchant.payouts.read', 'merchant.payouts.manage', 'merchant.beneficiaries.read', 'merchant.beneficiaries.manage', 'merchant.webhooks.read', 'merchant.webhooks.manage', 'merchant.apikeys.read', 'merchant.apikeys.manage', 'merchant.events.read', 'merchant.events.manage', 'merchant.profile.read', 'merchant.profile.manage', 'merchant.team.read', 'merchant.team.manage', 'merchant.reports.read', 'merchant.reports.manage', 'merchant.payouts.approve']"


class ProviderReference(TypedDict):
    """Who carried the payment, and under which number."""

    name: str | None
    """The provider; null before the attempt was sent."""
    transactionId: str | None
    """The provider's own number; null: not known."""


class QrDetails(TypedDict):
    """What a payment by QR code needs."""

    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    scheme: NotRequired[Literal["PI_SPI", "WAVE", "ORANGE", "EMVCO"]]
    """The kind of QR code; EMVCO when absent."""
    returnUrl: NotRequired[PageAddress]


class Refund(TypedDict):
    """Money that goes back to the payer of a charge."""

    object: Literal["refund"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    chargeId: str
    """The charge, `ch_…`."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    status: Literal["PENDING", "PROCESSING", "IN_RECONCILIATION", "SUCCEEDED", "FAILED", "CANCELLED"]
    """IN_RECONCILIATION: the outcome is not known yet."""
    reason: Literal["REQUESTED_BY_PAYER", "DUPLICATE", "FRAUD", "LATE_PAYMENT", "OTHER"]
    """LATE_PAYMENT is given by the service itself."""
    note: str | None
    """For your own people; null: none."""
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
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    createdBy: str | None
    """Id of the key or person that asked for it. Null: the service or the platform's operators, or a refund made before this was kept."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    succeededAt: str | None
    """Null unless it succeeded."""
    failedAt: str | None
    """Null unless it failed."""
    cancelledAt: str | None
    """Null unless it was cancelled."""


class RefundAccountNeededEvent(TypedDict):
    """A refund waits for an account: the bank did not tell from which the payer paid. Give it with `POST …/recipient`."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["refund.account_needed"]
    """Names the event."""
    data: Refund


class RefundCreatedEvent(TypedDict):
    """A refund was accepted: its amount is reserved in the wallet."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["refund.created"]
    """Names the event."""
    data: Refund


class RefundFailedEvent(TypedDict):
    """A refund failed: its amount is available in the wallet again."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["refund.failed"]
    """Names the event."""
    data: Refund


class RefundList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Refund]
    """In the order of the list."""


class RefundResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Refund


class RefundSucceededEvent(TypedDict):
    """The payer has the money back."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["refund.succeeded"]
    """Names the event."""
    data: Refund


class RefundedCharge(TypedDict):
    """A charge whose money was given back."""

    object: Literal["charge"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    sessionId: str | None
    """The checkout session, `cs_…`; null: made without one."""
    paymentLinkId: str | None
    """The payment link, `plink_…`; null: not made at a link."""
    shortReference: str
    """What the payer reads out; unique for months, not for ever."""
    attemptNumber: int
    """Counts the attempts from 1."""
    amount: MinorUnits
    amountDisplay: str
    """`amount` with its decimals and currency, to show to people."""
    currency: Currency
    fee: MinorUnits | None
    """What the platform keeps of it; null before it succeeded."""
    net: MinorUnits | None
    """`amount` less `fee`: what your wallet gets; null before it succeeded."""
    amountRefunded: MinorUnits
    refundStatus: ChargeRefundStatus
    status: ChargeStatus
    paymentMethod: PaymentMethod
    paymentMethodDetails: PaymentMethodDetails
    provider: ProviderReference
    failureCode: FailureCode | None
    """Why it failed; null unless it did."""
    failureMessage: str | None
    """The failure as a sentence for the payer; null: none."""
    late: bool
    """True: the money came after the attempt had ended."""
    duplicate: bool
    """True: another attempt had paid already, so this money goes back."""
    superseded: bool
    """The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded."""
    reviewReason: str | None
    """Why an operator must decide about its money; null: nothing to decide."""
    reference: str | None
    """Your own reference; null when you sent none."""
    description: str | None
    """Your own words; null when you sent none."""
    metadata: StoredMetadata
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    succeededAt: str | None
    """Null unless it succeeded."""
    failedAt: str | None
    """Null unless it failed."""
    refundId: str
    """The refund that gave the money back, `re_…`."""


ReplayWebhookEventsRequest = TypedDict(
    "ReplayWebhookEventsRequest",
    {
        # Events from this instant on.
        "from": "Instant",
        # Events up to this instant, at most 31 days behind `from`. Now when absent.
        "to": "NotRequired[Instant]",
        # A list of event names, or `*` for all. What the endpoint subscribed to when absent.
        "events": "NotRequired[List[SubscribedEvent] | Literal['*']]",
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
    """Where the interval begins."""
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
        # Kind of object.
        "object": "Literal['report_series']",
        # Begin of the period.
        "from": "str",
        # End of the period, not part of it.
        "to": "str",
        # IANA name of the time zone in which days begin.
        "timeZone": "str",
        # Everything that happened before this instant is counted; some of what happened since may be.
        "asOf": "str",
        # How long a point lasts.
        "interval": "Literal['hour', 'day', 'week', 'month', 'period']",
        # By what the lines are divided.
        "groupBy": "Literal['none', 'method', 'operator', 'country', 'providerAccount', 'merchant']",
        # Where the intervals begin, in order; the first and the last may be cut off by the period.
        "starts": "List[str]",
        # One line for each group and currency.
        "series": "List[ReportSeriesSeriesItem]",
    },
)


class ReportSeriesResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: ReportSeries


class ReportSum(TypedDict):
    """What payments gave the merchant: held money when it is released."""

    count: int
    """How many there were."""
    amount: str
    """Decimal text in major units."""
    amountMinor: str
    """`amount` in minor units."""


class ReportSummaryFailuresItem(TypedDict):
    failureCode: FailureCode
    count: int
    """Attempts that ended so."""


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
    """Takings ÷ their count, rounded down."""
    unknown: ReportSum
    """What attempts with an unknown outcome asked for."""
    now: ReportSummaryCurrenciesItemNow
    """What wallets of this currency hold at this moment, whatever the period and the filters."""


ReportSummary = TypedDict(
    "ReportSummary",
    {
        # Kind of object.
        "object": "Literal['report_summary']",
        # Begin of the period.
        "from": "str",
        # End of the period, not part of it.
        "to": "str",
        # IANA name of the time zone in which days begin.
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
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: ReportSummary


class RequestRefusedFieldsItem(TypedDict):
    path: str
    """`*` stands for a name that the operation does not know."""
    rule: str
    """The rule that the value broke."""


class RequestCaller(TypedDict):
    """Who made it."""

    kind: Literal["KEY", "PERSON"]
    """An API key, or a person in the dashboard."""
    id: str
    """Of the key or person, `key_…` or `usr_…`."""
    name: str | None
    """What the key or person is called; null: no longer known."""


class Request(TypedDict):
    """A request that a key or person made."""

    object: Literal["request"]
    """Kind of object."""
    id: str
    """The `Request-Id` of its answer."""
    mode: Mode
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    """HTTP method."""
    path: str
    """Below `/api/v1`, without the query. Values that are not ids stay as the name of the parameter."""
    operationId: str
    """Which operation of this document it was."""
    status: int
    """HTTP status of the answer."""
    errorCode: str | None
    """`error.code` of a refusal; null: it was done."""
    refusedFields: List[RequestRefusedFieldsItem]
    """With `VALIDATION_ERROR`: which fields did not fit. Never their values."""
    requiredPermissions: List[str]
    """Of a request that was refused for want of a permission: any one of these was needed."""
    durationMs: int
    """Milliseconds until the answer, or until it was given up."""
    idempotencyReplayed: bool
    """The answer is the kept one of an `Idempotency-Key`."""
    caller: RequestCaller
    """Who made it."""
    address: str
    """From where it came."""
    notKept: int
    """How many further requests of the same two seconds are not kept. At a high rate only a part of them is."""
    createdAt: str
    """ISO 8601, UTC."""


class RequestList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Request]
    """In the order of the list."""


class RequestResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Request


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
        # Begin of the time that is looked at.
        "from": "str",
        # End of the time that is looked at.
        "to": "str",
        # Of these attempts, those that paid.
        "succeeded": "int",
        # Of these attempts, those that failed.
        "failed": "int",
        # Of these attempts, those that are not over.
        "underWay": "int",
        # The newest of these other attempts, at most ten.
        "chargeIds": "List[str]",
        # The same attempts, with what came of each.
        "attempts": "List[SamePayerAttempt]",
    },
)


class SamePayerAttempt(TypedDict):
    chargeId: str
    """The charge, `ch_…`."""
    status: ChargeStatus
    amount: str
    """Minor units."""
    currency: str
    """ISO 4217 code."""
    createdAt: str
    """ISO 8601, UTC."""


class SandboxClock(TypedDict):
    """The clock of the merchant's sandbox."""

    object: Literal["sandbox.clock"]
    """Kind of object."""
    mode: Mode
    advancedSeconds: int
    """All advances together, since the sandbox began or was reset."""
    version: int
    """0: never moved."""
    createdAt: str | None
    """When it was first moved; null: never."""
    updatedAt: str | None
    """When it was last moved; null: never."""


class SandboxClockResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: SandboxClock


class SandboxEvent(TypedDict):
    """The event that was triggered."""

    object: Literal["sandbox.event"]
    """Kind of object."""
    id: str
    """Of the event: it is listed and sent again like any other."""
    mode: Mode
    type: EventType
    deliveries: int
    """Endpoints that get it: those that are ACTIVE and subscribed."""
    createdAt: str
    """ISO 8601, UTC."""


class SandboxEventResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: SandboxEvent


class SandboxResetWalletsItem(TypedDict):
    id: str
    """Of the new wallet, `wal_…`."""
    label: str
    """Of the wallet, for people."""
    currency: str
    """ISO 4217 code."""


class SandboxResetKept(TypedDict):
    """What a reset leaves alone."""

    apiKeys: int
    """Keys, which work on."""
    webhookEndpoints: int
    """Endpoints, with their ids, addresses and secrets."""


class SandboxReset(TypedDict):
    """What a reset left of the sandbox."""

    object: Literal["sandbox.reset"]
    """Kind of object."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    wallets: List[SandboxResetWalletsItem]
    """The new wallets, empty: the earlier ones are gone, with their ids."""
    kept: SandboxResetKept
    """What a reset leaves alone."""
    createdAt: str
    """ISO 8601, UTC."""


class SandboxResetResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: SandboxReset


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
    """What the provider simulator can be told to do."""

    object: Literal["sandbox.scenarios"]
    """Kind of object."""
    mode: Mode
    scenarios: List[SandboxScenariosScenariosItem]
    """Each can be asked for by a phone number or by its name."""


class SandboxScenariosResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: SandboxScenarios


class SetOwnPayoutApprovalRequest(TypedDict):
    above: str | None
    """Minor units: a payout of more waits for another person. `0`: every payout does."""


SignedWebhookAttemptHeaders = TypedDict(
    "SignedWebhookAttemptHeaders",
    {
        # The event's id.
        "webhook-id": "str",
        # When it was sent, in seconds since 1970.
        "webhook-timestamp": "str",
        # One or more of `v1,…`, separated by spaces.
        "webhook-signature": "str",
    },
)


class SignedWebhookAttempt(TypedDict):
    attemptNumber: int
    """Counts the attempts from 1."""
    url: str | None
    """Where it went, without the query."""
    statusCode: int | None
    """HTTP status of your answer; null: none came."""
    error: str | None
    """Why no answer came, such as `TIMEOUT`; null: one came."""
    responseExcerpt: str | None
    """Begin of your answer, at most 1 024 bytes; null: empty."""
    startedAt: str
    """When it was sent."""
    durationMs: int
    """Milliseconds until the answer, or until it was given up."""
    createdAt: str
    """ISO 8601, UTC."""
    headers: SignedWebhookAttemptHeaders | None
    """What the attempt was signed with, made again from its time and the secrets kept today: after a rotation whose overlap is over, the signature is another one than was sent. Null without `merchant.events.read`."""


StoredMetadata: TypeAlias = "Dict[str, str]"
"""Your own notes, as you sent them."""


SubscribedEvent: TypeAlias = "Literal['*', 'payment.processing', 'payment.succeeded', 'payment.failed', 'payment.late_refunded', 'payment.duplicate_refunded', 'checkout.session.completed', 'checkout.session.failed', 'checkout.session.expired', 'checkout.session.cancelled', 'payment_link.created', 'payment_link.updated', 'payment_link.exhausted', 'payment_link.expired', 'payment_link.abused', 'payment_link.cancelled', 'refund.created', 'refund.account_needed', 'refund.succeeded', 'refund.failed', 'payout.created', 'payout.queued', 'payout.paid', 'payout.failed', 'payout.reversed', 'payout.cancelled', 'beneficiary.verified', 'beneficiary.rejected', 'merchant.status_changed', 'merchant.kyb.submitted', 'merchant.kyb.approved', 'merchant.kyb.rejected', 'api_key.created_by_operator', 'api_key.revoked_by_operator', 'webhook_endpoint.disabled', 'endpoint.ping']"


class Timeline(TypedDict):
    """What happened to a payment or payout."""

    object: Literal["timeline"]
    """Kind of object."""
    id: str
    """The payment intent, or the payout."""
    mode: Mode
    merchantId: str
    """Must be a UUID in lower case."""
    missing: List[TimelineGap]
    """What is not shown, and why."""
    samePayer: SamePayer | None
    """Null where no phone was used."""
    entries: List[TimelineEntry]
    """Oldest first."""


class TimelineDelivery(TypedDict):
    id: str
    """Names the object in paths and filters."""
    endpointId: str
    """The webhook endpoint, `we_…`."""
    attemptNumber: int | None
    """Counts the tries from 1; null before the first."""
    statusCode: int | None
    """HTTP status of the answer; null: there was none."""
    nextAttemptAt: str | None
    """When it is tried again; null: not any more, or held."""


class TimelineEntry(TypedDict):
    at: str
    """When it happened."""
    until: str | None
    """When it happened for the last time; null: it happened once."""
    times: int
    """How often: the same several times in a row is one entry, from `at` to `until`."""
    afterMs: int | None
    """Milliseconds since the entry before."""
    durationMs: int | None
    """Milliseconds that a call took; null where nothing was called."""
    kind: Literal["CREATED", "PAGE_OPENED", "METHODS_OFFERED", "ATTEMPT_STARTED", "ROUTE_CHOSEN", "REFUND_CREATED", "PAYOUT_CREATED", "PAYOUT_APPROVED", "PAYOUT_QUEUED", "PROVIDER_ASKED", "NEXT_STEP", "ATTEMPT_LEFT", "CALLBACK_RECEIVED", "OUTCOME", "HELD", "DECISION", "LEDGER_ENTRY", "EVENT", "DELIVERY", "SESSION_ENDED"]
    """What happened: a stable word."""
    objectId: str | None
    """What it happened to; null: the payment or payout itself."""
    actor: str | None
    """`key_…` or `per_…`, the name of an operator where it may be known, `payer`, `provider` or `system`."""
    result: str | None
    """A stable word."""
    text: str
    """The same as a sentence."""
    ledger: TimelineLedgerEntry | None
    """The movement of money; null: none."""
    event: TimelineEvent | None
    """The event that was written; null: none."""
    delivery: TimelineDelivery | None
    """The delivery of an event; null: none."""


class TimelineEvent(TypedDict):
    id: str
    """Names the object in paths and filters."""
    type: str
    """Name of the event, such as `payment.succeeded`."""
    sequence: int
    """Counts the events of the same payment or payout from 1."""


class TimelineGap(TypedDict):
    part: Literal["TRACE", "CALLS", "LEDGER", "EVENTS", "DELIVERIES"]
    """Which part is missing."""
    reason: Literal["NOT_KEPT", "NOT_WRITTEN_YET", "GAP", "NO_PERMISSION"]
    """NOT_KEPT: removed with age. GAP: not found, where it should be."""
    text: str
    """The same as a sentence."""


TimelineLedgerEntry = TypedDict(
    "TimelineLedgerEntry",
    {
        # Account that the money left.
        "from": "str",
        # Account that the money reached.
        "to": "str",
        # Minor units.
        "amount": "str",
        # ISO 4217 code.
        "currency": "str",
        # What it booked.
        "type": "str",
        # Place in the wallet's ledger.
        "position": "str",
        # The sealed chain reaches this far.
        "sealed": "bool",
    },
)


class TimelineResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Timeline


class TransferInstructions(TypedDict):
    bankName: str
    """The bank that holds the account."""
    accountHolder: str
    """To whom the account belongs."""
    iban: str
    """Number of the account."""
    bic: str
    """Code of the bank."""
    reference: str
    """The payer must write it on the transfer: the money is found by it."""
    amount: str
    """Minor units, as text: exactly this must be sent."""
    currency: str
    """ISO 4217 code."""
    expiresAt: str | None
    """Money that comes later is late; null: no end."""


class TrialBalanceAccountsItem(TypedDict):
    account: str
    """`available`, `pending`, `held`, `reserved`, `fees`, `adjustment`, or `provider:` and a mark of an account there."""
    debit: DecimalAmount
    """More went out of the account than came in."""
    debitMinor: AmountMinor
    credit: DecimalAmount
    """More came into the account than went out."""
    creditMinor: AmountMinor


class TrialBalance(TypedDict):
    """The balances of a wallet's accounts at one instant."""

    object: Literal["trial_balance"]
    """Kind of object."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    walletId: str
    """The wallet, `wal_…`."""
    currency: Currency
    at: str
    """What was booked before this instant is counted."""
    entryCount: int
    """Entries that are counted."""
    accounts: List[TrialBalanceAccountsItem]
    """Those of the wallet, and those at providers."""
    totalDebit: DecimalAmount
    """The same as totalCredit, always."""
    totalDebitMinor: AmountMinor
    totalCredit: DecimalAmount
    """The same as totalDebit, always."""
    totalCreditMinor: AmountMinor
    seal: LedgerSeal | None
    """Null: nothing was sealed yet."""
    createdAt: str
    """ISO 8601, UTC."""


class TrialBalanceResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: TrialBalance


class TriggerSandboxEventRequest(TypedDict):
    type: EventType
    """Any event there is."""


class TruthTimes(TypedDict):
    """The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer."""

    known: int
    """Attempts that succeeded or failed."""
    p50Ms: int | None
    """Half took no longer, in milliseconds; null: no attempts."""
    p95Ms: int | None
    """95 of 100 took no longer; null: no attempts."""
    p99Ms: int | None
    """99 of 100 took no longer; null: no attempts."""
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
    expiresAt: NotRequired[Instant | None]
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
    """What the payer may choose from; all methods when absent."""
    successUrl: NotRequired[PageAddress | None]
    """Where the payer goes after success; null: stays on the page."""
    cancelUrl: NotRequired[PageAddress | None]
    """Where the payer goes who gives up; null: stays on the page."""
    expiresAt: NotRequired[Instant | None]
    """From this instant on the link takes no payment. Must lie ahead."""
    customFields: NotRequired[List[CustomFieldInput]]
    """Replaces all: at most five."""
    metadata: NotRequired[Metadata]
    inactiveMessage: NotRequired[str | None]
    """What payers read while the link takes no payment."""


class UpdateWebhookEndpointRequest(TypedDict):
    """Absent fields stay as they are."""

    url: NotRequired[str]
    """Where events are posted: https, port 443 or 8443. In sandbox also http to localhost."""
    events: NotRequired[List[SubscribedEvent] | Literal["*"]]
    """A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list."""
    status: NotRequired[WebhookEndpointStatus]
    """ACTIVE when absent."""
    description: NotRequired[str | None]
    """Your own note."""
    ordered: NotRequired[bool]
    """Hold an event of a payment intent back until the one before it was accepted. False when absent."""


class Wallet(TypedDict):
    """Your money of one currency, as the ledger has it."""

    object: Literal["wallet"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    label: str
    """What the wallet is called, for people."""
    currency: Currency
    available: DecimalAmount
    """What can be used now: the balance less pending, held and reserved."""
    availableMinor: AmountMinor
    pending: DecimalAmount
    """Confirmed, not settled yet."""
    pendingMinor: AmountMinor
    held: DecimalAmount
    """Late, double or odd money that waits for a refund or a decision."""
    heldMinor: AmountMinor
    reserved: DecimalAmount
    """Refunds and payouts in flight."""
    reservedMinor: AmountMinor
    balance: DecimalAmount
    """All that is booked in this wallet."""
    balanceMinor: AmountMinor
    ledgerBalance: DecimalAmount
    """The same as balance."""
    ledgerBalanceMinor: AmountMinor
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class WalletDetails(TypedDict):
    """What a payment from a wallet needs."""

    phone: NotRequired[str]
    """The payer's number in international form, or in national form with `countryCode`."""
    walletId: NotRequired[str]
    """The payer's account in the wallet."""
    countryCode: NotRequired[str]
    """The payer's country, ISO 3166 alpha-2."""
    returnUrl: NotRequired[PageAddress]


WalletEntry = TypedDict(
    "WalletEntry",
    {
        # Kind of object.
        "object": "Literal['wallet_entry']",
        # Names the object in paths and filters.
        "id": "str",
        "mode": "Mode",
        # The wallet, `wal_…`.
        "walletId": "str",
        # What was booked.
        "type": "Literal['CHARGE', 'FEE', 'REFUND', 'PAYOUT', 'PAYOUT_REVERSAL', 'HOLD', 'RELEASE', 'ADJUSTMENT', 'SETTLEMENT']",
        # CREDIT adds to the wallet's balance, DEBIT takes from it. NONE moves money between the wallet's own accounts: the balance stays.
        "direction": "Literal['CREDIT', 'DEBIT', 'NONE']",
        # Always positive.
        "amount": "DecimalAmount",
        "amountMinor": "AmountMinor",
        # The wallet's balance after this entry.
        "balanceAfter": "DecimalAmount",
        "balanceAfterMinor": "AmountMinor",
        "currency": "Currency",
        # Where the money was.
        "from": "Literal['available', 'pending', 'held', 'reserved', 'provider', 'fees', 'adjustment']",
        # Where it is now.
        "to": "Literal['available', 'pending', 'held', 'reserved', 'provider', 'fees', 'adjustment']",
        # Of what was booked, see `sourceId`.
        "sourceType": "Literal['charge', 'refund', 'payout', 'adjustment']",
        # Id of the charge, refund, payout or adjustment that was booked.
        "sourceId": "str",
        # Your `reference` of the charge or payout that was booked, and of the charge that a refund gives back; null without one.
        "reference": "str | None",
        # Entries with the same one were booked together.
        "transactionId": "str",
        # Always 1: entries are written once.
        "version": "int",
        # ISO 8601, UTC.
        "createdAt": "str",
    },
)


class WalletEntryList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[WalletEntry]
    """In the order of the list."""


class WalletHold(TypedDict):
    object: Literal["wallet_hold"]
    """Kind of object."""
    mode: Mode
    walletId: str
    """The wallet, `wal_…`."""
    chargeId: str
    """The charge, `ch_…`."""
    paymentIntentId: str
    """The payment intent, `pi_…`."""
    refundId: str | None
    """The refund that gives the money back."""
    status: Literal["AWAITING_DECISION", "BEING_REFUNDED"]
    """AWAITING_DECISION: the platform's operator decides. BEING_REFUNDED: it is on its way back to the payer."""
    reason: Literal["LATE_PAYMENT", "DUPLICATE", "AMOUNT_MISMATCH", "REFUND_FAILED", "OTHER"]
    """Why the money is held. DUPLICATE: the payment was paid twice."""
    amount: DecimalAmount
    """What is held."""
    amountMinor: AmountMinor
    chargeAmount: DecimalAmount
    """What the charge asked for."""
    chargeAmountMinor: AmountMinor
    currency: Currency
    heldSince: str
    """When the hold began."""


class WalletHoldList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[WalletHold]
    """In the order of the list."""


class WalletList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[Wallet]
    """In the order of the list."""


class WalletResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: Wallet


class WalletSettlement(TypedDict):
    object: Literal["wallet_settlement"]
    """Kind of object."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    walletId: str
    """The wallet, `wal_…`."""
    currency: Currency
    date: str
    """Day on which the money becomes available, in UTC."""
    amount: DecimalAmount
    """What becomes available, fees taken off already."""
    amountMinor: AmountMinor
    chargeCount: int
    """Charges of which the money is."""
    firstDueAt: str
    """When the first of it becomes available."""
    lastDueAt: str
    """When the last of it becomes available."""


class WalletSettlementList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[WalletSettlement]
    """In the order of the list."""


class WalletStatementTotalsItem(TypedDict):
    type: Literal["CHARGE", "FEE", "REFUND", "PAYOUT", "PAYOUT_REVERSAL", "HOLD", "RELEASE", "ADJUSTMENT", "SETTLEMENT"]
    """What was booked."""
    direction: Literal["CREDIT", "DEBIT", "NONE"]
    """DEBIT took from the balance; NONE left it."""
    count: int
    """Entries of this type and direction."""
    amount: DecimalAmount
    """Always positive."""
    amountMinor: AmountMinor


WalletStatement = TypedDict(
    "WalletStatement",
    {
        # Kind of object.
        "object": "Literal['wallet_statement']",
        "mode": "Mode",
        # The merchant to whom it belongs, a UUID.
        "merchantId": "str",
        # The wallet, `wal_…`.
        "walletId": "str",
        "currency": "Currency",
        # First instant of the period.
        "from": "str",
        # Not part of the statement.
        "to": "str",
        # The wallet's balance before the first entry.
        "openingBalance": "DecimalAmount",
        "openingBalanceMinor": "AmountMinor",
        # What came in.
        "credits": "DecimalAmount",
        "creditsMinor": "AmountMinor",
        # What went out.
        "debits": "DecimalAmount",
        "debitsMinor": "AmountMinor",
        # The opening balance, plus credits, less debits.
        "closingBalance": "DecimalAmount",
        "closingBalanceMinor": "AmountMinor",
        # By type and direction.
        "totals": "List[WalletStatementTotalsItem]",
        # Entries of the period.
        "entryCount": "int",
        # Oldest first.
        "entries": "List[WalletEntry]",
        # Null: nothing was sealed yet.
        "seal": "LedgerSeal | None",
        # ISO 8601, UTC.
        "createdAt": "str",
    },
)


class WalletStatementResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WalletStatement


class WebhookAttempt(TypedDict):
    attemptNumber: int
    """Counts the attempts from 1."""
    url: str | None
    """Where it went, without the query."""
    statusCode: int | None
    """HTTP status of your answer; null: none came."""
    error: str | None
    """Why no answer came, such as `TIMEOUT`; null: one came."""
    responseExcerpt: str | None
    """Begin of your answer, at most 1 024 bytes; null: empty."""
    startedAt: str
    """When it was sent."""
    durationMs: int
    """Milliseconds until the answer, or until it was given up."""
    createdAt: str
    """ISO 8601, UTC."""


class WebhookDelivery(TypedDict):
    """An event on its way to one endpoint."""

    object: Literal["webhook_delivery"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    endpointId: str
    """The webhook endpoint, `we_…`."""
    eventId: str
    """The event, `evt_…`."""
    eventType: str
    """Name of the event, such as `payment.succeeded`."""
    sequence: int
    """`sequence` of the event."""
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELLED"]
    """FAILED: given up. CANCELLED: the endpoint was disabled or deleted."""
    attemptCount: int
    """Tries so far."""
    heldUntilVerified: bool
    """It waits until the endpoint's address is verified (`verifiedAt`), and is sent then."""
    nextAttemptAt: str | None
    """When it is tried again; null: not any more, or held."""
    lastStatusCode: int | None
    """HTTP status of your last answer; null: none came."""
    lastError: str | None
    """Why no last answer came; null: one came."""
    attempts: List[WebhookAttempt]
    """Oldest first."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


WebhookDeliveryDetailRequestHeaders = TypedDict(
    "WebhookDeliveryDetailRequestHeaders",
    {
        # Always JSON.
        "content-type": "str",
        # By which you know our requests.
        "user-agent": "str",
        # The event's id, the same at each try.
        "webhook-id": "str",
    },
)


class WebhookDeliveryDetailRequest(TypedDict):
    """What is posted to the endpoint."""

    method: Literal["POST"]
    """Always POST."""
    url: str
    """Where the next attempt goes; each attempt names where it went."""
    headers: WebhookDeliveryDetailRequestHeaders
    """Without those that sign: see each attempt."""
    body: str | None
    """As it is signed. Null without `merchant.events.read`."""


class WebhookDeliveryDetail(TypedDict):
    """A delivery with all that was sent."""

    object: Literal["webhook_delivery"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    mode: Mode
    endpointId: str
    """The webhook endpoint, `we_…`."""
    eventId: str
    """The event, `evt_…`."""
    eventType: str
    """Name of the event, such as `payment.succeeded`."""
    sequence: int
    """`sequence` of the event."""
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELLED"]
    """FAILED: given up. CANCELLED: the endpoint was disabled or deleted."""
    attemptCount: int
    """Tries so far."""
    heldUntilVerified: bool
    """It waits until the endpoint's address is verified (`verifiedAt`), and is sent then."""
    nextAttemptAt: str | None
    """When it is tried again; null: not any more, or held."""
    lastStatusCode: int | None
    """HTTP status of your last answer; null: none came."""
    lastError: str | None
    """Why no last answer came; null: one came."""
    attempts: List[SignedWebhookAttempt]
    """Oldest first, with what signed them."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    request: WebhookDeliveryDetailRequest
    """What is posted to the endpoint."""


class WebhookDeliveryDetailResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookDeliveryDetail


class WebhookDeliveryList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[WebhookDelivery]
    """In the order of the list."""


class WebhookDeliveryResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookDelivery


class WebhookEndpoint(TypedDict):
    """An address of yours that receives events."""

    object: Literal["webhook_endpoint"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    mode: Mode
    url: str
    """Where events are posted."""
    events: List[str]
    """Names of the events that it gets; `*`: all."""
    status: WebhookEndpointStatus
    disabledReason: Literal["REQUESTED", "GONE", "FAILING"] | None
    """GONE: it answered 410. FAILING: it failed for days. Null while it is ACTIVE."""
    description: str | None
    """Your own words; null when you sent none."""
    ordered: bool
    """True: an event of a payment waits until the one before was accepted."""
    verifiedAt: str | None
    """When its address was proved to be yours; null: not yet."""
    failingSince: str | None
    """Since when no delivery was accepted; null while deliveries are."""
    previousSecretExpiresAt: str | None
    """Until when the secret before signs too; null: it does not."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""


class WebhookEndpointDisabledEvent(TypedDict):
    """An endpoint gets no more events: it answered 410, or failed for five days."""

    id: str
    """Names the object in paths and filters."""
    object: Literal["event"]
    """Kind of object."""
    timestamp: str
    """When it happened."""
    apiVersion: Literal["v1"]
    """Version of the interface in which `data` is written."""
    mode: Mode
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    sequence: int
    """Counts the events of the same payment, payout or link from 1."""
    type: Literal["webhook_endpoint.disabled"]
    """Names the event."""
    data: WebhookEndpoint


class WebhookEndpointHealthDeliveries(TypedDict):
    """How many there were, by their state now."""

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
    """Deliveries that were answered so."""


class WebhookEndpointHealthAnswers(TypedDict):
    """How long the endpoint took, over the last answers of the newest thousand deliveries."""

    samples: int
    """Answers that were looked at."""
    p50Ms: int | None
    """Half of the answers took no longer, in milliseconds."""
    p95Ms: int | None
    """95 of 100 of the answers took no longer, in milliseconds."""


WebhookEndpointHealth = TypedDict(
    "WebhookEndpointHealth",
    {
        # Kind of object.
        "object": "Literal['webhook_endpoint_health']",
        # The endpoint.
        "id": "str",
        "mode": "Mode",
        # Events since then are counted: 24 hours, or less when there were more than 10000.
        "from": "str",
        # Now.
        "to": "str",
        # `from` lies 24 hours before `to`.
        "isWhole": "bool",
        # How many there were, by their state now.
        "deliveries": "WebhookEndpointHealthDeliveries",
        # The last answers of those that were tried and not accepted, the most frequent first.
        "refusals": "List[WebhookEndpointHealthRefusalsItem]",
        # How long the endpoint took, over the last answers of the newest thousand deliveries.
        "answers": "WebhookEndpointHealthAnswers",
        # Since when no delivery was accepted; null while deliveries are.
        "failingSince": "str | None",
    },
)


class WebhookEndpointHealthResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookEndpointHealth


class WebhookEndpointList(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: PageMeta
    data: List[WebhookEndpoint]
    """In the order of the list."""


class WebhookEndpointResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookEndpoint


WebhookEndpointStatus: TypeAlias = "Literal['ACTIVE', 'DISABLED']"
"""DISABLED: nothing is sent."""


class WebhookEndpointWithSecret(TypedDict):
    """An endpoint with its signing secret."""

    object: Literal["webhook_endpoint"]
    """Kind of object."""
    id: str
    """Names the object in paths and filters."""
    merchantId: str
    """The merchant to whom it belongs, a UUID."""
    mode: Mode
    url: str
    """Where events are posted."""
    events: List[str]
    """Names of the events that it gets; `*`: all."""
    status: WebhookEndpointStatus
    disabledReason: Literal["REQUESTED", "GONE", "FAILING"] | None
    """GONE: it answered 410. FAILING: it failed for days. Null while it is ACTIVE."""
    description: str | None
    """Your own words; null when you sent none."""
    ordered: bool
    """True: an event of a payment waits until the one before was accepted."""
    verifiedAt: str | None
    """When its address was proved to be yours; null: not yet."""
    failingSince: str | None
    """Since when no delivery was accepted; null while deliveries are."""
    previousSecretExpiresAt: str | None
    """Until when the secret before signs too; null: it does not."""
    version: int
    """Grows with each change: the higher copy is newer."""
    createdAt: str
    """ISO 8601, UTC."""
    updatedAt: str
    """When it last changed."""
    secret: str | None
    """The signing secret, `whsec_…`. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null."""


class WebhookEndpointWithSecretResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookEndpointWithSecret


WebhookEvent: TypeAlias = "PaymentProcessingEvent | PaymentSucceededEvent | PaymentFailedEvent | PaymentLateRefundedEvent | PaymentDuplicateRefundedEvent | CheckoutSessionCompletedEvent | CheckoutSessionFailedEvent | CheckoutSessionExpiredEvent | CheckoutSessionCancelledEvent | PaymentLinkCreatedEvent | PaymentLinkUpdatedEvent | PaymentLinkExhaustedEvent | PaymentLinkExpiredEvent | PaymentLinkAbusedEvent | PaymentLinkCancelledEvent | RefundCreatedEvent | RefundAccountNeededEvent | RefundSucceededEvent | RefundFailedEvent | PayoutCreatedEvent | PayoutQueuedEvent | PayoutPaidEvent | PayoutFailedEvent | PayoutReversedEvent | PayoutCancelledEvent | BeneficiaryVerifiedEvent | BeneficiaryRejectedEvent | MerchantStatusChangedEvent | MerchantKybSubmittedEvent | MerchantKybApprovedEvent | MerchantKybRejectedEvent | ApiKeyCreatedByOperatorEvent | ApiKeyRevokedByOperatorEvent | WebhookEndpointDisabledEvent | EndpointPingEvent"
"""Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`."""


class WebhookReplay(TypedDict):
    """What a replay sends again."""

    object: Literal["webhook_replay"]
    """Kind of object."""
    mode: Mode
    endpointId: str
    """The webhook endpoint, `we_…`."""
    matched: int
    """Events of this call that fit."""
    replayed: int
    """Deliveries due now because of it; the others were pending already."""
    nextCursor: str | None
    """Send it as `startingAfter` to go on. Null: that was everything."""


class WebhookReplayResponse(TypedDict):
    success: Literal[True]
    """True: it was done. A refusal is an `Error`."""
    error: None
    """Null: nothing was refused."""
    meta: None
    """Null: this is no page of a list."""
    data: WebhookReplay


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas, as last written down: a session whose time has just ended may still be listed as OPEN. One or more of OPEN, PROCESSING, SUCCEEDED, FAILED, EXPIRED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    paymentLinkId: NotRequired[str]
    """Only sessions of this payment link, `plink_…`."""
    q: NotRequired[str]
    """Exactly one of: your reference, the phone or short reference of a payer who tried to pay it, a provider's transaction id, or the id of a session, payment intent or charge."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
    """Created before this instant."""
    linkStatus: NotRequired[str]
    """Only links whose `linkStatus` is now one of these, separated by commas. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED."""
    status: NotRequired[str]
    """The older name of `linkStatus`. Sent with it, it must say the same. One or more of ACTIVE, PAUSED, EXHAUSTED, EXPIRED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    q: NotRequired[str]
    """Exactly one of: the id of a link, its slug or its address, or your reference."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
    """Exactly one of: the provider's transaction id, your reference, the payer's short reference or phone, or the id of a charge, payment intent or session."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
    """Exactly one of: your reference, the payer's short reference, or the id of a payment intent, charge or session."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
    """Exactly one of: the provider's transaction id, your reference, the payer's short reference or phone, or the id of a charge, payment intent or session."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
    """Exactly one of: the id of a refund, the provider's transaction id of the refund, or what finds its charge: id, your or its short reference, transaction id, payer's phone, payment intent or session."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING_VERIFICATION, ACTIVE, REJECTED, DISABLED."""
    type: NotRequired[BeneficiaryType]
    """Only this type."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    q: NotRequired[str]
    """Exactly one of: the id of a beneficiary, its phone, IBAN or wallet, or your reference."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PENDING_APPROVAL, PENDING, QUEUED, PROCESSING, IN_RECONCILIATION, PAID, FAILED, REVERSED, CANCELLED."""
    currency: NotRequired[Currency]
    """ISO 4217 code."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
    walletId: NotRequired[str]
    """Only payouts of this wallet."""
    beneficiaryId: NotRequired[str]
    """Only payouts to this beneficiary."""
    q: NotRequired[str]
    """Exactly one of: the id of a payout, the provider's transaction id, your reference, or what finds its beneficiary: id, phone, IBAN, wallet or reference."""


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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
    """Created before this instant."""
    status: NotRequired[str]
    """Only these statuses, separated by commas. One or more of PROCESSING, COMPLETED."""
    reference: NotRequired[str]
    """Only entries with exactly this reference of yours."""
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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
        "from": "NotRequired[Instant]",
        # The first instant after the period, at most 366 days after `from`; now when absent.
        "to": "NotRequired[Instant]",
        # `json` when absent.
        "format": "NotRequired[Literal['json', 'csv', 'pdf']]",
        # Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects.
        "separator": "NotRequired[Literal[',', ';']]",
        # Language of the PDF; the merchant's when absent.
        "locale": "NotRequired[Locale]",
    },
)


class WalletsTrialBalanceQuery(TypedDict):
    at: NotRequired[Instant]
    """What was booked before this instant is counted; everything when absent."""
    format: NotRequired[Literal["json", "csv"]]
    """`json` when absent."""
    separator: NotRequired[Literal[",", ";"]]
    """Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects."""


WalletsLedgerQuery = TypedDict(
    "WalletsLedgerQuery",
    {
        # From the seal in which this instant lies; from the beginning when absent.
        "from": "NotRequired[Instant]",
        # Up to the seal in which this instant lies; up to now when absent.
        "to": "NotRequired[Instant]",
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
    createdFrom: NotRequired[Instant]
    """Of events at this instant or later."""
    createdTo: NotRequired[Instant]
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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
        "from": "NotRequired[Instant]",
        # The end, an instant at a full hour, not part of the report; the end of the current hour when absent.
        "to": "NotRequired[Instant]",
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
        "from": "NotRequired[Instant]",
        # The end, an instant at a full hour, not part of the report; the end of the current hour when absent.
        "to": "NotRequired[Instant]",
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
    createdFrom: NotRequired[Instant]
    """Created at this instant or later."""
    createdTo: NotRequired[Instant]
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
