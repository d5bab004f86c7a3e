<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreatePayoutBatchRequest from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type PayoutBatch from Types
 * @phpstan-import-type PayoutBatchSummary from Types
 */
final class PayoutBatches
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List batches of payouts. Newest first, without rows: get a batch to see them.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, status?: string, reference?: string, walletId?: string} $query
     * @return Pages<PayoutBatchSummary>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/payouts/batches', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a batch of payouts. Up to 1000 payouts from one wallet. Rows are processed in the background, in order, each on its own: a row is ACCEPTED and becomes a payout, or REFUSED with the error that a single payout would have had. Get the batch to see its progress.
     *
     * @param CreatePayoutBatchRequest $body
     * @return PayoutBatch
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PayoutBatch */
        return $this->transport->send(new Call('POST', '/payments/payouts/batches', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a batch of payouts. Its progress, and the result of every row. Get the payout to see its outcome.
     *
     * @return PayoutBatch
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var PayoutBatch */
        return $this->transport->send(new Call('GET', '/payments/payouts/batches/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
