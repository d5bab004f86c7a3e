# Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

from __future__ import annotations

from typing import List, Optional, Union, cast

from . import types
from ._call import Call
from ._pages import AsyncPages
from ._transport import AsyncSend


class AsyncCheckoutSessions:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.CheckoutSessionsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.CheckoutSession]:
        """List checkout sessions. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`)."""
        call = Call("GET", "/checkout/sessions", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.CheckoutSession](self._send, call)

    async def create(
        self,
        body: types.CreateCheckoutSessionRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSession:
        """Create a checkout session. Asks a payer for one payment. Send the payer to `url`, or keep `id` and use the public endpoints from your own screens. The session stays OPEN until `expiresAt` (30 minutes when absent)."""
        call = Call("POST", "/checkout/sessions", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSession", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSession:
        """Get a checkout session. The whole session, with the payer's answers to your custom fields."""
        call = Call("GET", "/checkout/sessions/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSession", (await self._send(call)).data)

    async def expire(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSession:
        """Expire a session. Ends the session at once with the status EXPIRED. A session with a payment in progress cannot be expired. Idempotent: expiring twice has no effect."""
        call = Call("POST", "/checkout/sessions/{id}/expire", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSession", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSession:
        """Cancel a session. The session becomes CANCELLED and can no longer be paid. A session with a payment in progress cannot be cancelled. Idempotent: cancelling twice has no effect."""
        call = Call("POST", "/checkout/sessions/{id}/cancel", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSession", (await self._send(call)).data)

    def attempts(
        self,
        id: str,
        query: Optional[types.CheckoutSessionsAttemptsQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Charge]:
        """List the attempts of a session. One charge per attempt, oldest first."""
        call = Call("GET", "/checkout/sessions/{id}/attempts", ids=(id,), query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Charge](self._send, call)

    async def explain_methods(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutMethodsExplanation:
        """Explain the methods of a session. For each method: available, with the rule and account that serve it, or the one reason why not: the session's own choice, a missing wallet or rule, a disabled account, an amount limit, an outage."""
        call = Call("GET", "/checkout/sessions/{id}/methods/explain", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutMethodsExplanation", (await self._send(call)).data)


class AsyncCheckout:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(
        self,
        session_id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutPublicSession:
        """Get the session to pay. Everything a payment screen shows. `allowedMethods` are the methods that work now, after the merchant's choice, the routing rules and outages."""
        call = Call("GET", "/checkout/pay/{sessionId}", ids=(session_id,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutPublicSession", (await self._send(call)).data)

    async def methods(
        self,
        session_id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutMethods:
        """List payment methods. For each method and operator: amount limits, how the payer approves, and whether it works now."""
        call = Call("GET", "/checkout/pay/{sessionId}/methods", ids=(session_id,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutMethods", (await self._send(call)).data)

    async def complete(
        self,
        session_id: str,
        body: types.CompleteCheckoutSessionRequest,
        *,
        idempotency_key: Optional[str] = None,
        scenario: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutCompletion:
        """Pay. Starts an attempt and says what comes next: POLL the status, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. The same method and details during an attempt return that attempt, so repeating is safe. A server that sends the payers of its own screens adds the merchant's API key, so that its one address may ask any number of phones. A refusal the provider gives at once is PAYMENT_FAILED; an unknown outcome stays PROCESSING until the provider answers."""
        call = Call("POST", "/checkout/pay/{sessionId}/complete", ids=(session_id,), body=body, is_idempotent=True, idempotency_key=idempotency_key, scenario=scenario, timeout_seconds=timeout_seconds)
        return cast("types.CheckoutCompletion", (await self._send(call)).data)

    async def leave(
        self,
        session_id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSessionStatus:
        """Leave an attempt. Leaves the attempt in progress, so that the payer can use another method or number. The provider is asked to cancel it. Where it cannot, the attempt is still monitored: money that arrives later pays the session if nothing else has, and is refunded automatically otherwise. Returns the new state; without an attempt in progress nothing changes. Refused with CHECKOUT_SESSION_NOT_OPEN when no attempt is left (`details.reason` is ATTEMPTS_EXHAUSTED), or when the provider may have taken the money (OUTCOME_UNKNOWN)."""
        call = Call("POST", "/checkout/pay/{sessionId}/leave", ids=(session_id,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSessionStatus", (await self._send(call)).data)

    async def status(
        self,
        session_id: str,
        query: Optional[types.CheckoutStatusQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutSessionStatus:
        """Get the status of a session. Returns 200 with the status, final or not. `pollAfterMs` says when to ask again; null: stop asking. With `waitMs` the answer is held until something changes, which replaces ten requests."""
        call = Call("GET", "/checkout/pay/{sessionId}/status", ids=(session_id,), query=query, timeout_seconds=timeout_seconds)
        return cast("types.CheckoutSessionStatus", (await self._send(call)).data)

    async def link(
        self,
        slug: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.CheckoutPaymentLink:
        """Get the link to pay. What a screen shows before the payer starts. Creates nothing. A link that accepts no payment returns an error that names its state, with the merchant's message in `details.inactiveMessage`."""
        call = Call("GET", "/checkout/links/{slug}", ids=(slug,), timeout_seconds=timeout_seconds)
        return cast("types.CheckoutPaymentLink", (await self._send(call)).data)

    async def open_link(
        self,
        slug: str,
        body: Optional[types.OpenPaymentLinkSessionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.OpenedCheckoutSession:
        """Create a session from a link. A checkout session with the link's amount and terms. `amount` is required where the link leaves it open, and refused elsewhere; `quantity` is the smallest when absent. Send the payer to `url`, or use `id` with the endpoints under /checkout/pay. Takes no use of the link: that happens when the payer pays. A repeat under the same Idempotency-Key from the same address answers the same session; a key of fewer than 16 characters is ignored here, since two payers may choose the same."""
        call = Call("POST", "/checkout/links/{slug}/sessions", ids=(slug,), body=body or {}, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.OpenedCheckoutSession", (await self._send(call)).data)


class AsyncPaymentLinks:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.PaymentLinksListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.PaymentLink]:
        """List payment links. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`). `linkStatus` is the one of now."""
        call = Call("GET", "/payments/links", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.PaymentLink](self._send, call)

    async def create(
        self,
        body: types.CreatePaymentLinkRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentLink:
        """Create a payment link. An address that anybody can pay at. Each payer who starts there gets a checkout session of their own. `reusable: false` is paid once; else `maxUses` is the ceiling, none when absent. A use is counted when a payment succeeds and held while one is in progress, so `maxUses` is never overrun. `amount: null` leaves the amount to the payer, from `amountMin` to `amountMax`, with `amountSuggestions` to tap; `quantityMax` offers from `quantityMin` (1 when absent) to so many pieces at `amount` each. In currencies without decimals, suggestions without `amountMax` set it just below a hundred times the largest: two zeros too many are refused."""
        call = Call("POST", "/payments/links", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.PaymentLink", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentLink:
        """Get a payment link. The link with its number of uses."""
        call = Call("GET", "/payments/links/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.PaymentLink", (await self._send(call)).data)

    async def update(
        self,
        id: str,
        body: Optional[types.UpdatePaymentLinkRequest] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentLink:
        """Update, pause or resume a payment link. Absent fields stay; `null` empties a field that can be empty; `metadata` and `customFields` are replaced whole. More uses reopen an EXHAUSTED link. Sessions that payers have open keep what they were made with. What the answer shows of these fields may be sent back as it is. Amount, currency, slug and `reusable` never change."""
        call = Call("PATCH", "/payments/links/{id}", ids=(id,), body=body or {}, timeout_seconds=timeout_seconds)
        return cast("types.PaymentLink", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentLink:
        """Cancel a payment link. Permanently stops the link; its slug stays taken. A payment in progress is still booked. Idempotent: cancelling twice has no effect."""
        call = Call("POST", "/payments/links/{id}/cancel", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.PaymentLink", (await self._send(call)).data)


class AsyncCharges:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.ChargesListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Charge]:
        """List charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. `q` finds the transaction id that a payer reads in the operator's message."""
        call = Call("GET", "/payments/charges", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Charge](self._send, call)

    async def create(
        self,
        body: types.CreateChargeRequest,
        *,
        idempotency_key: Optional[str] = None,
        scenario: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.ChargeWithNextStep:
        """Create a charge. Collects money from a payer whose details you have, without a checkout session. `nextStep` says what to do: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal returns 201 too: the charge is FAILED, with a `failureCode`. An unknown outcome leaves the charge in progress; never charge again under another key."""
        call = Call("POST", "/payments/charges", body=body, is_idempotent=True, idempotency_key=idempotency_key, scenario=scenario, timeout_seconds=timeout_seconds)
        return cast("types.ChargeWithNextStep", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ChargeWithNextStep:
        """Get a charge. One attempt to collect money. `fee` and `net` are set once it has succeeded. `late`: confirmed after its session had ended; `duplicate`: another attempt had paid; `reviewReason`: the money waits for a decision. While it is in progress, `nextStep` says what the payer does and `pollAfterMs` when to get it again."""
        call = Call("GET", "/payments/charges/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.ChargeWithNextStep", (await self._send(call)).data)

    def list_of_merchant(
        self,
        query: Optional[types.ChargesListOfMerchantQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Charge]:
        """List the charges of a merchant. The same as `GET /payments/charges`, for a merchant within the key's scope. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not."""
        call = Call("GET", "/merchant/merchants/{merchantId}/charges", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Charge](self._send, call)


class AsyncPaymentIntents:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.PaymentIntentsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.PaymentIntent]:
        """List payment intents. Each with its charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. They stand in the order in which they or their sessions were created."""
        call = Call("GET", "/payments/payment-intents", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.PaymentIntent](self._send, call)

    async def create(
        self,
        body: types.CreatePaymentIntentRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentIntentWithNextStep:
        """Create a payment intent. One amount that your own server and screens collect. Confirm it with a method, again after a failure, until it is paid or cancelled. It expires at `expiresAt` (24 hours by default) and is then CANCELLED."""
        call = Call("POST", "/payments/payment-intents", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.PaymentIntentWithNextStep", (await self._send(call)).data)

    async def confirm(
        self,
        id: str,
        body: types.ConfirmPaymentIntentRequest,
        *,
        idempotency_key: Optional[str] = None,
        scenario: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentIntentWithNextStep:
        """Confirm a payment intent. Starts an attempt, which is a charge of its own, and returns the next step. The same method and details during an attempt return that attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, and FAILED afterwards."""
        call = Call("POST", "/payments/payment-intents/{id}/confirm", ids=(id,), body=body, is_idempotent=True, idempotency_key=idempotency_key, scenario=scenario, timeout_seconds=timeout_seconds)
        return cast("types.PaymentIntentWithNextStep", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentIntentWithNextStep:
        """Cancel a payment intent. The intent becomes CANCELLED and accepts no more attempts. An intent with an attempt in progress cannot be cancelled. Cancel the intent of a checkout session through its session. Idempotent: cancelling twice has no effect."""
        call = Call("POST", "/payments/payment-intents/{id}/cancel", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.PaymentIntentWithNextStep", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.PaymentIntentWithNextStep:
        """Get a payment intent. The intent with one charge per attempt, oldest first. The intent of a session exists from its first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next."""
        call = Call("GET", "/payments/payment-intents/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.PaymentIntentWithNextStep", (await self._send(call)).data)

    async def timeline(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Timeline:
        """Get a timeline. What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown. Parts that the key may not read are left out: ledger entries need `merchant.wallets.read`, events `merchant.events.read`, deliveries `merchant.webhooks.read`; a payout needs `merchant.payouts.read`."""
        call = Call("GET", "/payments/timelines/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Timeline", (await self._send(call)).data)


class AsyncRefunds:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(
        self,
        id: str,
        body: Optional[types.CreateRefundRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        scenario: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Refund:
        """Refund a charge. Refunds a part of the charge, or everything that is left without `amount`. Several refunds of one charge can be in progress; together they never exceed the charge. The amount is reserved in your wallet at once, and released if the refund fails. The refund is PENDING for five seconds, during which you can cancel it, and is then sent. Works while your dossier is under review."""
        call = Call("POST", "/payments/charges/{id}/refunds", ids=(id,), body=body or {}, is_idempotent=True, idempotency_key=idempotency_key, scenario=scenario, timeout_seconds=timeout_seconds)
        return cast("types.Refund", (await self._send(call)).data)

    def list(
        self,
        query: Optional[types.RefundsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Refund]:
        """List refunds. Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Automatic refunds of late and duplicate money are included (`automatic`)."""
        call = Call("GET", "/payments/refunds", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Refund](self._send, call)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Refund:
        """Get a refund. A refund with an unknown outcome stays PROCESSING, and becomes IN_RECONCILIATION after fifteen minutes; the service keeps querying the provider. `failureCode` says why a refund failed; its amount is available again."""
        call = Call("GET", "/payments/refunds/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Refund", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Refund:
        """Cancel a refund. Cancels a PENDING refund and releases its amount. Idempotent: cancelling twice has no effect."""
        call = Call("POST", "/payments/refunds/{id}/cancel", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Refund", (await self._send(call)).data)

    async def give_recipient(
        self,
        id: str,
        body: types.GiveRefundRecipientRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Refund:
        """Set the account of a refund. A refund of a bank transfer goes to the account that paid. Where the bank did not report that account, the refund waits (`accountNeeded`) until you set it. The number is stored encrypted and not shown again."""
        call = Call("POST", "/payments/refunds/{id}/recipient", ids=(id,), body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Refund", (await self._send(call)).data)


class AsyncBeneficiaries:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.BeneficiariesListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Beneficiary]:
        """List beneficiaries. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`)."""
        call = Call("GET", "/payments/beneficiaries", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Beneficiary](self._send, call)

    async def create(
        self,
        body: types.CreateBeneficiaryRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Beneficiary:
        """Create a beneficiary. A person or company to pay: a mobile-money account, a bank account or a wallet. Phone, operator, IBAN and account key are checked at once. Malformed details are a `VALIDATION_ERROR`. A UEMOA bank account with a wrong key cannot exist and is REJECTED; in CEMAC a wrong key is a warning. Phone and account number are stored encrypted and shown masked. In live mode payouts are possible after 24 hours: see `payoutsAllowedFrom`."""
        call = Call("POST", "/payments/beneficiaries", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Beneficiary", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Beneficiary:
        """Get a beneficiary. The beneficiary with its status and the time from which it can be paid."""
        call = Call("GET", "/payments/beneficiaries/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Beneficiary", (await self._send(call)).data)

    async def update(
        self,
        id: str,
        body: Optional[types.UpdateBeneficiaryRequest] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Beneficiary:
        """Update a beneficiary. Name, reference and notes; absent fields stay. The account never changes: create another beneficiary instead. In live mode a new name restarts the 24 hours before the first payout."""
        call = Call("PATCH", "/payments/beneficiaries/{id}", ids=(id,), body=body or {}, timeout_seconds=timeout_seconds)
        return cast("types.Beneficiary", (await self._send(call)).data)

    async def disable(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Beneficiary:
        """Disable a beneficiary. Permanently disables the beneficiary: new payouts are refused, and unsent ones fail. It can still be read. Idempotent: disabling twice has no effect."""
        call = Call("DELETE", "/payments/beneficiaries/{id}", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Beneficiary", (await self._send(call)).data)

    async def approve(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Beneficiary:
        """Approve a beneficiary. For a beneficiary whose provider knows the account but not its holder's name (`nameCheck` NOT_KNOWN). Approved by a second person: the key that gave the name, a key that it made within 30 days, its successor, and keys of the same maker are refused. The beneficiary becomes ACTIVE; in live mode payouts are possible 24 hours later. Repeating with the same key is safe."""
        call = Call("POST", "/payments/beneficiaries/{id}/approve", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Beneficiary", (await self._send(call)).data)


class AsyncPayouts:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.PayoutsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Payout]:
        """List payouts. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`)."""
        call = Call("GET", "/payments/payouts", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Payout](self._send, call)

    async def create(
        self,
        body: types.CreatePayoutRequest,
        *,
        idempotency_key: Optional[str] = None,
        scenario: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Payout:
        """Create a payout. Reserves the amount in the wallet and sends it to the beneficiary. Above the wallet's threshold for one account in 24 hours, the payout is PENDING_APPROVAL until a second person approves it; otherwise it is PENDING for five seconds, during which you can cancel it. While the operator is down it is QUEUED. PAID and FAILED are reported by events. An unknown outcome stays PROCESSING, then IN_RECONCILIATION, with the money reserved."""
        call = Call("POST", "/payments/payouts", body=body, is_idempotent=True, idempotency_key=idempotency_key, scenario=scenario, timeout_seconds=timeout_seconds)
        return cast("types.Payout", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Payout:
        """Get a payout. The payout with its status, its provider and the times of its changes."""
        call = Call("GET", "/payments/payouts/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Payout", (await self._send(call)).data)

    async def approve(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Payout:
        """Approve a payout. Approves a PENDING_APPROVAL payout. A second person must approve: the key that created it, a key that it made within 30 days, its successor, and keys of the same maker are refused. Repeating with the same key is safe."""
        call = Call("POST", "/payments/payouts/{id}/approve", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Payout", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Payout:
        """Cancel a payout. Cancels a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. Idempotent: cancelling twice has no effect."""
        call = Call("POST", "/payments/payouts/{id}/cancel", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Payout", (await self._send(call)).data)


class AsyncPayoutBatches:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.PayoutBatchesListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.PayoutBatchSummary]:
        """List batches of payouts. Newest first, without rows: get a batch to see them."""
        call = Call("GET", "/payments/payouts/batches", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.PayoutBatchSummary](self._send, call)

    async def create(
        self,
        body: types.CreatePayoutBatchRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.PayoutBatch:
        """Create a batch of payouts. Up to 1000 payouts from one wallet. Rows are processed in the background, in order, each on its own: a row is ACCEPTED and becomes a payout, or REFUSED with the error that a single payout would have had. Get the batch to see its progress."""
        call = Call("POST", "/payments/payouts/batches", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.PayoutBatch", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.PayoutBatch:
        """Get a batch of payouts. Its progress, and the result of every row. Get the payout to see its outcome."""
        call = Call("GET", "/payments/payouts/batches/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.PayoutBatch", (await self._send(call)).data)


class AsyncWallets:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def payout_approval(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.OwnPayoutApproval:
        """Get the payout threshold. The threshold of a wallet, and the one that a colleague has proposed."""
        call = Call("GET", "/payments/wallets/{id}/payout-approval", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.OwnPayoutApproval", (await self._send(call)).data)

    async def set_payout_approval(
        self,
        id: str,
        body: types.SetOwnPayoutApprovalRequest,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.OwnPayoutApproval:
        """Set the payout threshold. A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts created earlier keep the threshold of their time. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person."""
        call = Call("PATCH", "/payments/wallets/{id}/payout-approval", ids=(id,), body=body, timeout_seconds=timeout_seconds)
        return cast("types.OwnPayoutApproval", (await self._send(call)).data)

    def list(
        self,
        query: Optional[types.WalletsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Wallet]:
        """List wallets. The merchant's wallets in the key's mode, one per currency, with their current balances. Amounts are decimal text in major units; fields that end in `Minor` are minor units."""
        call = Call("GET", "/payments/wallets", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Wallet](self._send, call)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Wallet:
        """Get a wallet. `balance` is everything booked. `available` is the balance without `pending`, `held` and `reserved`, and never below zero."""
        call = Call("GET", "/payments/wallets/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Wallet", (await self._send(call)).data)

    def entries(
        self,
        id: str,
        query: Optional[types.WalletsEntriesQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.WalletEntry]:
        """List the entries of a wallet. Every movement of the wallet's money, newest first: its reason, its direction and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a narrow filter a page can hold fewer entries than requested while `meta.hasMore` is true: continue with `meta.nextCursor`."""
        call = Call("GET", "/payments/wallets/{id}/entries", ids=(id,), query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.WalletEntry](self._send, call)

    async def statement(
        self,
        id: str,
        query: Optional[types.WalletsStatementQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> Union[types.WalletStatement, bytes]:
        """Get a statement. The opening balance of a period, every entry in it, and the closing balance. `from` is included, `to` is not; at most 366 days. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, 2 000 in a PDF: beyond that REPORT_TOO_LARGE says how far the period can reach."""
        call = Call("GET", "/payments/wallets/{id}/statement", ids=(id,), query=query, may_be_file=True, timeout_seconds=timeout_seconds)
        return cast("Union[types.WalletStatement, bytes]", (await self._send(call)).data)

    async def trial_balance(
        self,
        id: str,
        query: Optional[types.WalletsTrialBalanceQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> Union[types.TrialBalance, bytes]:
        """Get a trial balance. The balance of every account of the wallet's books at a point in time. Debits always equal credits."""
        call = Call("GET", "/payments/wallets/{id}/trial-balance", ids=(id,), query=query, may_be_file=True, timeout_seconds=timeout_seconds)
        return cast("Union[types.TrialBalance, bytes]", (await self._send(call)).data)

    async def ledger(
        self,
        id: str,
        query: Optional[types.WalletsLedgerQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> Union[List[types.LedgerRecord], bytes]:
        """Download the ledger. The wallet's transfers with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is extended to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far the period can reach; check consecutive files together."""
        call = Call("GET", "/payments/wallets/{id}/ledger", ids=(id,), query=query, may_be_file=True, timeout_seconds=timeout_seconds)
        return cast("Union[List[types.LedgerRecord], bytes]", (await self._send(call)).data)

    def settlements(
        self,
        id: str,
        query: Optional[types.WalletsSettlementsQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.WalletSettlement]:
        """List upcoming settlements. When pending money becomes available: one sum per day, next day first. The sums add up to the wallet's `pending`. The cursor is a `date`. A past day stays until its money has been moved, usually a few seconds."""
        call = Call("GET", "/payments/wallets/{id}/settlements", ids=(id,), query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.WalletSettlement](self._send, call)

    def holds(
        self,
        id: str,
        query: Optional[types.WalletsHoldsQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.WalletHold]:
        """List held money. Charges whose money is held, with the reason and the time: late, duplicate, or of another amount than requested. Read by cursor, a charge's id. The holds add up to the wallet's `held`."""
        call = Call("GET", "/payments/wallets/{id}/holds", ids=(id,), query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.WalletHold](self._send, call)


class AsyncWebhookEndpoints:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.WebhookEndpointsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.WebhookEndpoint]:
        """List webhook endpoints. All endpoints of the merchant in the key's mode, the newest first. Secrets are not shown."""
        call = Call("GET", "/merchant/merchants/{merchantId}/webhook-endpoints", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.WebhookEndpoint](self._send, call)

    async def create(
        self,
        body: types.CreateWebhookEndpointRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookEndpointWithSecret:
        """Create a webhook endpoint. A signed `endpoint.ping` is posted to `url` at once. When it is answered with 2xx the address is verified (`verifiedAt`), and events of the subscribed kinds that happened since now are posted too; until then they are held, for 31 days at most. The `secret` that signs is in this answer and is not shown again. At most 20 endpoints. The address must be https on port 443 or 8443 and lead to the public internet; in sandbox, http to localhost is accepted too."""
        call = Call("POST", "/merchant/merchants/{merchantId}/webhook-endpoints", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.WebhookEndpointWithSecret", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookEndpoint:
        """Get a webhook endpoint. One endpoint. `verifiedAt` is when its address answered a ping; while it is null, only pings are sent. `failingSince` is the first failure since the last success. The secret is not shown."""
        call = Call("GET", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.WebhookEndpoint", (await self._send(call)).data)

    async def update(
        self,
        id: str,
        body: Optional[types.UpdateWebhookEndpointRequest] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookEndpoint:
        """Update a webhook endpoint. Absent fields stay. `status: ACTIVE` enables the endpoint again: it gets events from then on; replay what it missed. `DISABLED` stops it and cancels its pending deliveries. A new `url` is checked like that of a new endpoint and must answer a ping first: pending deliveries wait for that. The same holds for an unverified endpoint that is enabled again."""
        call = Call("PATCH", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}", ids=(id,), body=body or {}, timeout_seconds=timeout_seconds)
        return cast("types.WebhookEndpoint", (await self._send(call)).data)

    async def delete(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.DeletedWebhookEndpoint:
        """Delete a webhook endpoint. Permanently deletes the endpoint: nothing more is sent to it, and its deliveries are no longer shown. Events stay in the list of events. To pause, disable it instead."""
        call = Call("DELETE", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.DeletedWebhookEndpoint", (await self._send(call)).data)

    async def health(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookEndpointHealth:
        """Get the health of an endpoint. Deliveries of the last 24 hours by outcome, the status codes of refusals, and response times."""
        call = Call("GET", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/health", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.WebhookEndpointHealth", (await self._send(call)).data)

    async def rotate_secret(
        self,
        id: str,
        body: Optional[types.RotateWebhookSecretRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookEndpointWithSecret:
        """Rotate the signing secret. A new `secret`, shown in this answer only. For `overlapHours` (24 when absent, at most 168) each request carries two signatures, of the new secret and of the one before: deploy the new one within that time. With 0 the one before ends at once. A rotation during an overlap ends the oldest secret."""
        call = Call("POST", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/rotate-secret", ids=(id,), body=body or {}, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.WebhookEndpointWithSecret", (await self._send(call)).data)

    async def ping(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookDelivery:
        """Send a ping. Sends `endpoint.ping` to this endpoint alone, whatever it subscribes to, signed and retried like any event. Returns the delivery, which is not sent yet: get it again to see the result. A 2xx answer verifies the address and releases the events held for it."""
        call = Call("POST", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/ping", ids=(id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.WebhookDelivery", (await self._send(call)).data)

    async def replay(
        self,
        id: str,
        body: types.ReplayWebhookEventsRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookReplay:
        """Replay events. Sends past events again, after an outage or to an endpoint that is newer than them. Oldest first, at most 5 000 events a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets all its retries again; pending deliveries are left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` only counts, also for an endpoint that gets nothing yet."""
        call = Call("POST", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/replay", ids=(id,), body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.WebhookReplay", (await self._send(call)).data)

    def deliveries(
        self,
        id: str,
        query: Optional[types.WebhookEndpointsDeliveriesQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.WebhookDelivery]:
        """List deliveries of an endpoint. One delivery per event, with its attempts and the first kilobyte of each response. `heldUntilVerified`: it waits for the address to be verified. Read by cursor; `meta.total` is null."""
        call = Call("GET", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries", ids=(id,), query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.WebhookDelivery](self._send, call)

    async def delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookDeliveryDetail:
        """Get a delivery. The request that is made, and each attempt: where it went, when it began, how long it took, the status and the first kilobyte of the answer. `request.body` is null for keys without `merchant.events.read`. Each attempt has its own timestamp and signatures (`attempts[].headers`)."""
        call = Call("GET", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries/{deliveryId}", ids=(id, delivery_id,), timeout_seconds=timeout_seconds)
        return cast("types.WebhookDeliveryDetail", (await self._send(call)).data)

    async def resend(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.WebhookDelivery:
        """Resend a delivery. Sends the delivery again now, whatever its state, with all its retries. The receiver sees the same `webhook-id`. A delivery to an unverified address is held until it is verified."""
        call = Call("POST", "/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries/{deliveryId}/resend", ids=(id, delivery_id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.WebhookDelivery", (await self._send(call)).data)


class AsyncEvents:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.EventsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Event]:
        """List events. Every event of the merchant in the key's mode, with the body that webhooks carry, whether or not an endpoint subscribes: polling can replace webhooks. Read by cursor; `meta.total` is null."""
        call = Call("GET", "/merchant/merchants/{merchantId}/events", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Event](self._send, call)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Event:
        """Get an event. One event with the body that webhooks carry."""
        call = Call("GET", "/merchant/merchants/{merchantId}/events/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Event", (await self._send(call)).data)


class AsyncApiKeys:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.ApiKeysListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.ApiKey]:
        """List API keys. The merchant's keys in the mode of the calling key, newest first, including ended ones. The keys themselves are not shown; `last4` tells them apart."""
        call = Call("GET", "/merchant/merchants/{merchantId}/api-keys", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.ApiKey](self._send, call)

    async def create(
        self,
        body: types.CreateApiKeyRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKeyWithSecret:
        """Create an API key. Creates a key of this merchant, in the mode of the calling key. `key` is shown in this answer only. A key never gets more than the calling key has: permissions, merchants, addresses, lifetime and rate limit. `ipAllowlist`, `expiresAt` and `requestsPerSecond` default to those of the calling key. At most 500 working keys."""
        call = Call("POST", "/merchant/merchants/{merchantId}/api-keys", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.ApiKeyWithSecret", (await self._send(call)).data)

    async def get(
        self,
        key_id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKey:
        """Get an API key. The permissions of the key, and when it was last used."""
        call = Call("GET", "/merchant/merchants/{merchantId}/api-keys/{keyId}", ids=(key_id,), timeout_seconds=timeout_seconds)
        return cast("types.ApiKey", (await self._send(call)).data)

    async def update(
        self,
        key_id: str,
        body: Optional[types.UpdateApiKeyRequest] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKey:
        """Update an API key. Absent fields stay; `permissions` and `ipAllowlist` are replaced as a whole; `expiresAt: null` removes the end. Takes effect at once on every instance. The key can keep what it has, and gets nothing that the calling key lacks. An ended key cannot be updated."""
        call = Call("PATCH", "/merchant/merchants/{merchantId}/api-keys/{keyId}", ids=(key_id,), body=body or {}, timeout_seconds=timeout_seconds)
        return cast("types.ApiKey", (await self._send(call)).data)

    async def roll(
        self,
        key_id: str,
        body: Optional[types.RollApiKeyRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKeyWithSecret:
        """Roll an API key. Creates a new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old key. The old key works for another `overlapHours` (24 by default, at most 168): deploy the new one meanwhile. With 0 the old key is revoked at once. A key can roll itself; another key can roll it only if it has everything that it has."""
        call = Call("POST", "/merchant/merchants/{merchantId}/api-keys/{keyId}/roll", ids=(key_id,), body=body or {}, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.ApiKeyWithSecret", (await self._send(call)).data)

    async def revoke(
        self,
        key_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKey:
        """Revoke an API key. Permanently revokes the key, at once on every instance. It stays in the list as REVOKED. A key can revoke itself. Idempotent: revoking twice has no effect."""
        call = Call("POST", "/merchant/merchants/{merchantId}/api-keys/{keyId}/revoke", ids=(key_id,), is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.ApiKey", (await self._send(call)).data)

    async def claim(
        self,
        body: types.ClaimApiKeyRequest,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ApiKeyWithSecret:
        """Claim a live API key. Returns the key that an operator of the platform made for you, in this answer only, and uses the link up. API_KEY_CLAIM_INVALID: the link was used, expired after 72 hours, or was replaced. If you did not use it, have the key revoked at once."""
        call = Call("POST", "/merchant/api-key-claims", body=body, timeout_seconds=timeout_seconds)
        return cast("types.ApiKeyWithSecret", (await self._send(call)).data)

    async def caller(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Caller:
        """Get the caller. Which key is asking, for which merchant, in which mode and with which permissions. Every key may ask: a program that has only its key learns the `merchantId` that other paths need."""
        call = Call("GET", "/merchant/caller", timeout_seconds=timeout_seconds)
        return cast("types.Caller", (await self._send(call)).data)


class AsyncNetworks:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> List[types.Network]:
        """List networks and their state. Every method and operator by which this merchant collects or pays out in the currencies of its wallets, whether it works now, and its current and announced outages. What no account of the platform serves is left out. At most two seconds old."""
        call = Call("GET", "/merchant/merchants/{merchantId}/networks", timeout_seconds=timeout_seconds)
        return cast("List[types.Network]", (await self._send(call)).data)

    def outages(
        self,
        query: Optional[types.NetworksOutagesQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.MerchantOutage]:
        """List outages. Current, announced and past outages of the networks of this merchant, newest first, as the platform's operators declare them. For accounts whose provider does not answer see `networks`."""
        call = Call("GET", "/merchant/merchants/{merchantId}/outages", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.MerchantOutage](self._send, call)


class AsyncReports:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def summary(
        self,
        query: Optional[types.ReportsSummaryQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ReportSummary:
        """Get a summary report. Takings, fees, refunds, payouts and money now by currency; how attempts ended, how long that took, why they failed. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days."""
        call = Call("GET", "/merchant/merchants/{merchantId}/reports/summary", query=query, timeout_seconds=timeout_seconds)
        return cast("types.ReportSummary", (await self._send(call)).data)

    async def series(
        self,
        query: Optional[types.ReportsSeriesQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.ReportSeries:
        """Get a report over time. The same numbers for each hour, day, week or month of a time zone, and for each payment method, operator or country. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days."""
        call = Call("GET", "/merchant/merchants/{merchantId}/reports/series", query=query, timeout_seconds=timeout_seconds)
        return cast("types.ReportSeries", (await self._send(call)).data)


class AsyncSandbox:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def clock(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.SandboxClock:
        """Get the sandbox clock. The sum of all advances. The clock itself shows the real time."""
        call = Call("GET", "/sandbox/clock", timeout_seconds=timeout_seconds)
        return cast("types.SandboxClock", (await self._send(call)).data)

    async def scenarios(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.SandboxScenarios:
        """List simulator scenarios. Each outcome that a sandbox payment, refund or payout can have, with its name for the header `Sandbox-Scenario` and the last digits of the phone that choose it too."""
        call = Call("GET", "/sandbox/scenarios", timeout_seconds=timeout_seconds)
        return cast("types.SandboxScenarios", (await self._send(call)).data)

    async def advance_clock(
        self,
        body: types.AdvanceSandboxClockRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.AdvancedSandboxClock:
        """Advance the sandbox clock. Moves everything that this sandbox waits for closer by `seconds`, and does at once what is then due: sessions and links expire, money settles, webhooks are retried, payments in progress end. Other merchants are not affected. Later steps start their own wait now: advance again for the next step. Rate limits, API keys and Idempotency-Keys keep the real time."""
        call = Call("POST", "/sandbox/clock/advance", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.AdvancedSandboxClock", (await self._send(call)).data)

    async def trigger_event(
        self,
        body: types.TriggerSandboxEventRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.SandboxEvent:
        """Trigger a sample event. An event of any type with well-formed sample `data`, treated like a real one: listed, signed, delivered to every subscribed endpoint, retried. Its `data` carries `test: true`, which no real event has; its ids point to nothing."""
        call = Call("POST", "/sandbox/events", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.SandboxEvent", (await self._send(call)).data)

    async def reset(
        self,
        body: types.ResetSandboxRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.SandboxReset:
        """Reset the sandbox. Deletes all sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries: their ids return 404. Wallets are new and empty, with new ids. API keys, webhook endpoints with their secrets, the profile and an approved dossier stay. Payments in progress end without an event. Slugs of links are not reused. Live data is never touched."""
        call = Call("POST", "/sandbox/reset", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.SandboxReset", (await self._send(call)).data)


class AsyncRequests:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.RequestsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Request]:
        """List requests. Requests of the merchant's API keys and people in this mode, newest first, with the status and the reason of refusals; kept for 14 days, without bodies. A request appears some seconds after its answer. At a high rate not all are kept (`notKept`). Payers' requests, and requests with an invalid key, are not listed. Read by cursor; `meta.total` is null."""
        call = Call("GET", "/merchant/merchants/{merchantId}/requests", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Request](self._send, call)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Request:
        """Get a request. One request, by the `Request-Id` of its answer. Returns 404 for a request that is older than 14 days, seconds old, or was not kept."""
        call = Call("GET", "/merchant/merchants/{merchantId}/requests/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Request", (await self._send(call)).data)


class AsyncExports:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(
        self,
        query: Optional[types.ExportsListQuery] = None,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[types.Export]:
        """List exports. Newest first: the exports of lists that the caller may read, also of colleagues. Kept for 90 days, without their files after `expiresAt`."""
        call = Call("GET", "/merchant/merchants/{merchantId}/exports", query=query, timeout_seconds=timeout_seconds)
        return AsyncPages[types.Export](self._send, call)

    async def create(
        self,
        body: types.CreateExportRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> types.Export:
        """Export a list. Writes everything that a list shows with its filters into a file, CSV or XLSX. Up to 5 000 rows are there at once (`READY`); of a longer list the rest is written in the background (`PENDING`, see `rowsWritten`), at most a million rows. Rows that are added later are not in it. Whoever may read the list can download the file, until `expiresAt`: for seven days unless the platform has set another time. It needs the permission of the list, which is looked up again while the file is being made. At most 5 exports at a time."""
        call = Call("POST", "/merchant/merchants/{merchantId}/exports", body=body, is_idempotent=True, idempotency_key=idempotency_key, timeout_seconds=timeout_seconds)
        return cast("types.Export", (await self._send(call)).data)

    async def get(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Export:
        """Get an export. Its progress, or why it failed."""
        call = Call("GET", "/merchant/merchants/{merchantId}/exports/{id}", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Export", (await self._send(call)).data)

    async def download(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """Download an export. A CSV file is UTF-8 with a mark, lines ended by CRLF; texts that a spreadsheet would run as a formula get an apostrophe in front. A workbook has one sheet and no formula. Each download is in the audit log."""
        call = Call("GET", "/merchant/merchants/{merchantId}/exports/{id}/file", ids=(id,), may_be_file=True, timeout_seconds=timeout_seconds)
        return cast("bytes", (await self._send(call)).data)

    async def cancel(
        self,
        id: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> types.Export:
        """Cancel an export. Cancels the export and deletes its file, also of a finished one. Only the person or key that created it may do that."""
        call = Call("POST", "/merchant/merchants/{merchantId}/exports/{id}/cancel", ids=(id,), timeout_seconds=timeout_seconds)
        return cast("types.Export", (await self._send(call)).data)


class AsyncMethods:
    """All operations, by what they are about."""

    def __init__(self, send: AsyncSend) -> None:
        self.checkout_sessions = AsyncCheckoutSessions(send)
        self.checkout = AsyncCheckout(send)
        self.payment_links = AsyncPaymentLinks(send)
        self.charges = AsyncCharges(send)
        self.payment_intents = AsyncPaymentIntents(send)
        self.refunds = AsyncRefunds(send)
        self.beneficiaries = AsyncBeneficiaries(send)
        self.payouts = AsyncPayouts(send)
        self.payout_batches = AsyncPayoutBatches(send)
        self.wallets = AsyncWallets(send)
        self.webhook_endpoints = AsyncWebhookEndpoints(send)
        self.events = AsyncEvents(send)
        self.api_keys = AsyncApiKeys(send)
        self.networks = AsyncNetworks(send)
        self.reports = AsyncReports(send)
        self.sandbox = AsyncSandbox(send)
        self.requests = AsyncRequests(send)
        self.exports = AsyncExports(send)
