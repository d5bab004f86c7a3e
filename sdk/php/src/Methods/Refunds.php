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
 * @phpstan-import-type Refund from Types
 */
final class Refunds
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Refund a charge. Gives the payer a part of the charge back, or all that is left when `amount` is absent. Several refunds of one charge may be under way; those that have not failed or been cancelled never exceed the charge. The amount is reserved in your wallet at once and comes back when the refund fails. It is sent after five seconds: until then it is PENDING and can be cancelled. Works while your dossier is under review.
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
     * List refunds. Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Those of late and double money, which the service makes by itself, are among them (`automatic`).
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: string, createdTo?: string, status?: string, currency?: Currency, chargeId?: string, paymentIntentId?: string, q?: string} $query
     * @return Pages<Refund>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/refunds', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Read a refund. A refund whose outcome is unknown stays PROCESSING, and IN_RECONCILIATION after fifteen minutes: the provider is asked until it answers. `failureCode` says why one failed; its amount is available again.
     *
     * @return Refund
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('GET', '/payments/refunds/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a refund. Takes back a refund that is PENDING: what was reserved is available again. One that is CANCELLED already stays as it is.
     *
     * @return Refund
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Refund */
        return $this->transport->send(new Call('POST', '/payments/refunds/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Give the account of a refund. A refund of a bank transfer goes to the account that paid. Where the bank did not tell it, the refund waits (`accountNeeded`) until you give the account; it is sent there and nowhere else. The number is kept encrypted and is not shown again.
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
