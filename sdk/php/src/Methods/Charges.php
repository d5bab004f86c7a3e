<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Amount from Types
 * @phpstan-import-type Charge from Types
 * @phpstan-import-type ChargeWithNextStep from Types
 * @phpstan-import-type CreateChargeRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type MobileMoneyOperator from Types
 * @phpstan-import-type PaymentMethod from Types
 */
final class Charges
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. `q` finds the transaction id that a payer reads in the operator's message.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, currency?: Currency, reference?: string, sessionId?: string, paymentLinkId?: string, status?: string, paymentMethod?: PaymentMethod, operator?: MobileMoneyOperator, failureCode?: string, late?: 'true'|'false', duplicate?: 'true'|'false', refundStatus?: string, amountMin?: Amount, amountMax?: Amount, paymentIntentId?: string, phone?: string, q?: string} $query
     * @return Pages<Charge>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/charges', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a charge. Collects money from a payer whose details you have, without a checkout session. `nextStep` says what to do: POLL the charge, REDIRECT the payer to `actionUrl`, or DISPLAY_QR. A refusal returns 201 too: the charge is FAILED, with a `failureCode`. An unknown outcome leaves the charge in progress; never charge again under another key.
     *
     * @param CreateChargeRequest $body
     * @return ChargeWithNextStep
     */
    public function create(array $body, ?string $idempotencyKey = null, ?string $scenario = null, ?float $timeoutSeconds = null): array
    {
        /** @var ChargeWithNextStep */
        return $this->transport->send(new Call('POST', '/payments/charges', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, scenario: $scenario, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a charge. One attempt to collect money. `fee` and `net` are set once it has succeeded. `late`: confirmed after its session had ended; `duplicate`: another attempt had paid; `reviewReason`: the money waits for a decision. While it is in progress, `nextStep` says what the payer does and `pollAfterMs` when to get it again.
     *
     * @return ChargeWithNextStep
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var ChargeWithNextStep */
        return $this->transport->send(new Call('GET', '/payments/charges/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List the charges of a merchant. The same as `GET /payments/charges`, for a merchant within the key's scope. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, currency?: Currency, reference?: string, sessionId?: string, paymentLinkId?: string, status?: string, paymentMethod?: PaymentMethod, operator?: MobileMoneyOperator, failureCode?: string, late?: 'true'|'false', duplicate?: 'true'|'false', refundStatus?: string, amountMin?: Amount, amountMax?: Amount, paymentIntentId?: string, phone?: string, q?: string} $query
     * @return Pages<Charge>
     */
    public function listOfMerchant(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/charges', query: $query, timeoutSeconds: $timeoutSeconds));
    }
}
