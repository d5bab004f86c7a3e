<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreatePayoutRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type Payout from Types
 */
final class Payouts
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List payouts. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`).
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, status?: string, currency?: Currency, reference?: string, walletId?: string, beneficiaryId?: string, q?: string} $query
     * @return Pages<Payout>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/payouts', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a payout. Reserves the amount in the wallet and sends it to the beneficiary. Above the wallet's threshold for one account in 24 hours, the payout is PENDING_APPROVAL until a second person approves it; otherwise it is PENDING for five seconds, during which you can cancel it. While the operator is down it is QUEUED. PAID and FAILED are reported by events. An unknown outcome stays PROCESSING, then IN_RECONCILIATION, with the money reserved.
     *
     * @param CreatePayoutRequest $body
     * @return Payout
     */
    public function create(array $body, ?string $idempotencyKey = null, ?string $scenario = null, ?float $timeoutSeconds = null): array
    {
        /** @var Payout */
        return $this->transport->send(new Call('POST', '/payments/payouts', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, scenario: $scenario, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a payout. The payout with its status, its provider and the times of its changes.
     *
     * @return Payout
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Payout */
        return $this->transport->send(new Call('GET', '/payments/payouts/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Approve a payout. Approves a PENDING_APPROVAL payout. A second person must approve: the key that created it, a key that it made within 30 days, its successor, and keys of the same maker are refused. Repeating with the same key is safe.
     *
     * @return Payout
     */
    public function approve(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Payout */
        return $this->transport->send(new Call('POST', '/payments/payouts/{id}/approve', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a payout. Cancels a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. Idempotent: cancelling twice has no effect.
     *
     * @return Payout
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Payout */
        return $this->transport->send(new Call('POST', '/payments/payouts/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
