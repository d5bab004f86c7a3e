<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreateRefundRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type GiveRefundRecipientRequest from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type Refund from Types
 */
final class Refunds
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Refund a charge. Refunds a part of the charge, or everything that is left without `amount`. Several refunds of one charge can be in progress; together they never exceed the charge. The amount is reserved in your wallet at once, and released if the refund fails. The refund is PENDING for five seconds, during which you can cancel it, and is then sent. Works while your dossier is under review.
     *
     * @param CreateRefundRequest $body
     * @return Refund
     */
    public function create(string $id, array $body = [], ?string $idempotencyKey = null, ?string $scenario = null, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('POST', '/payments/charges/{id}/refunds', ids: [$id], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, scenario: $scenario, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List refunds. Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Automatic refunds of late and duplicate money are included (`automatic`).
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, status?: string, currency?: Currency, chargeId?: string, paymentIntentId?: string, q?: string} $query
     * @return Pages<Refund>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/refunds', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get a refund. A refund with an unknown outcome stays PROCESSING, and becomes IN_RECONCILIATION after fifteen minutes; the service keeps querying the provider. `failureCode` says why a refund failed; its amount is available again.
     *
     * @return Refund
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('GET', '/payments/refunds/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a refund. Cancels a PENDING refund and releases its amount. Idempotent: cancelling twice has no effect.
     *
     * @return Refund
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('POST', '/payments/refunds/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Set the account of a refund. A refund of a bank transfer goes to the account that paid. Where the bank did not report that account, the refund waits (`accountNeeded`) until you set it. The number is stored encrypted and not shown again.
     *
     * @param GiveRefundRecipientRequest $body
     * @return Refund
     */
    public function giveRecipient(string $id, array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('POST', '/payments/refunds/{id}/recipient', ids: [$id], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
