<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CheckoutCompletion from Types
 * @phpstan-import-type CheckoutMethods from Types
 * @phpstan-import-type CheckoutPaymentLink from Types
 * @phpstan-import-type CheckoutPublicSession from Types
 * @phpstan-import-type CheckoutSessionStatus from Types
 * @phpstan-import-type CompleteCheckoutSessionRequest from Types
 * @phpstan-import-type OpenPaymentLinkSessionRequest from Types
 * @phpstan-import-type OpenedCheckoutSession from Types
 */
final class Checkout
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Get the session to pay. Everything a payment screen shows. `allowedMethods` are the methods that work now, after the merchant's choice, the routing rules and outages.
     *
     * @return CheckoutPublicSession
     */
    public function get(string $sessionId, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutPublicSession */
        return $this->transport->send(new Call('GET', '/checkout/pay/{sessionId}', ids: [$sessionId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List payment methods. For each method and operator: amount limits, how the payer approves, and whether it works now.
     *
     * @return CheckoutMethods
     */
    public function methods(string $sessionId, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutMethods */
        return $this->transport->send(new Call('GET', '/checkout/pay/{sessionId}/methods', ids: [$sessionId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Pay. Starts an attempt and says what comes next: POLL the status, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. The same method and details during an attempt return that attempt, so repeating is safe. A server that sends the payers of its own screens adds the merchant's API key, so that its one address may ask any number of phones. A refusal the provider gives at once is PAYMENT_FAILED; an unknown outcome stays PROCESSING until the provider answers.
     *
     * @param CompleteCheckoutSessionRequest $body
     * @return CheckoutCompletion
     */
    public function complete(string $sessionId, array $body, ?string $idempotencyKey = null, ?string $scenario = null, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutCompletion */
        return $this->transport->send(new Call('POST', '/checkout/pay/{sessionId}/complete', ids: [$sessionId], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, scenario: $scenario, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Leave an attempt. Leaves the attempt in progress, so that the payer can use another method or number. The provider is asked to cancel it. Where it cannot, the attempt is still monitored: money that arrives later pays the session if nothing else has, and is refunded automatically otherwise. Returns the new state; without an attempt in progress nothing changes. Refused with CHECKOUT_SESSION_NOT_OPEN when no attempt is left (`details.reason` is ATTEMPTS_EXHAUSTED), or when the provider may have taken the money (OUTCOME_UNKNOWN).
     *
     * @return CheckoutSessionStatus
     */
    public function leave(string $sessionId, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSessionStatus */
        return $this->transport->send(new Call('POST', '/checkout/pay/{sessionId}/leave', ids: [$sessionId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get the status of a session. Returns 200 with the status, final or not. `pollAfterMs` says when to ask again; null: stop asking. With `waitMs` the answer is held until something changes, which replaces ten requests.
     *
     * @param array{waitMs?: int} $query
     * @return CheckoutSessionStatus
     */
    public function status(string $sessionId, array $query = [], ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSessionStatus */
        return $this->transport->send(new Call('GET', '/checkout/pay/{sessionId}/status', ids: [$sessionId], query: $query, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get the link to pay. What a screen shows before the payer starts. Creates nothing. A link that accepts no payment returns an error that names its state, with the merchant's message in `details.inactiveMessage`.
     *
     * @return CheckoutPaymentLink
     */
    public function link(string $slug, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutPaymentLink */
        return $this->transport->send(new Call('GET', '/checkout/links/{slug}', ids: [$slug], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Create a session from a link. A checkout session with the link's amount and terms. `amount` is required where the link leaves it open, and refused elsewhere; `quantity` is the smallest when absent. Send the payer to `url`, or use `id` with the endpoints under /checkout/pay. Takes no use of the link: that happens when the payer pays. A repeat under the same Idempotency-Key from the same address answers the same session; a key of fewer than 16 characters is ignored here, since two payers may choose the same.
     *
     * @param OpenPaymentLinkSessionRequest $body
     * @return OpenedCheckoutSession
     */
    public function openLink(string $slug, array $body = [], ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var OpenedCheckoutSession */
        return $this->transport->send(new Call('POST', '/checkout/links/{slug}/sessions', ids: [$slug], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
