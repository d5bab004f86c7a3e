<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Charge from Types
 * @phpstan-import-type CheckoutMethodsExplanation from Types
 * @phpstan-import-type CheckoutSession from Types
 * @phpstan-import-type CreateCheckoutSessionRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 */
final class CheckoutSessions
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List checkout sessions. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`).
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, status?: string, currency?: Currency, reference?: string, paymentLinkId?: string, q?: string} $query
     * @return Pages<CheckoutSession>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/checkout/sessions', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a checkout session. Asks a payer for one payment. Send the payer to `url`, or keep `id` and use the public endpoints from your own screens. The session stays OPEN until `expiresAt` (30 minutes when absent).
     *
     * @param CreateCheckoutSessionRequest $body
     * @return CheckoutSession
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSession */
        return $this->transport->send(new Call('POST', '/checkout/sessions', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a checkout session. The whole session, with the payer's answers to your custom fields.
     *
     * @return CheckoutSession
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSession */
        return $this->transport->send(new Call('GET', '/checkout/sessions/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Expire a session. Ends the session at once with the status EXPIRED. A session with a payment in progress cannot be expired. Idempotent: expiring twice has no effect.
     *
     * @return CheckoutSession
     */
    public function expire(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSession */
        return $this->transport->send(new Call('POST', '/checkout/sessions/{id}/expire', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a session. The session becomes CANCELLED and can no longer be paid. A session with a payment in progress cannot be cancelled. Idempotent: cancelling twice has no effect.
     *
     * @return CheckoutSession
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutSession */
        return $this->transport->send(new Call('POST', '/checkout/sessions/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List the attempts of a session. One charge per attempt, oldest first.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string} $query
     * @return Pages<Charge>
     */
    public function attempts(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/checkout/sessions/{id}/attempts', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Explain the methods of a session. For each method: available, with the rule and account that serve it, or the one reason why not: the session's own choice, a missing wallet or rule, a disabled account, an amount limit, an outage.
     *
     * @return CheckoutMethodsExplanation
     */
    public function explainMethods(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var CheckoutMethodsExplanation */
        return $this->transport->send(new Call('GET', '/checkout/sessions/{id}/methods/explain', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
