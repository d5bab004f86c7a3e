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
     * List batches of payouts. Newest first, without their rows: read a batch for those.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: string, createdTo?: string, status?: string, reference?: string, walletId?: string} $query
     * @return Pages<PayoutBatchSummary>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/payouts/batches', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Pay many beneficiaries. Up to 1000 payouts from one wallet. Rows are judged one after the other in the background, in the order of the request, each by itself: a row is ACCEPTED and is a payout, or REFUSED with the error that a single payout would have had. Read the batch for its progress.
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
     * Read a batch of payouts. How far it is, and the result of every row. What became of a payout is read from the payout.
     *
     * @return PayoutBatch
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var PayoutBatch */
        return $this->transport->send(new Call('GET', '/payments/payouts/batches/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
