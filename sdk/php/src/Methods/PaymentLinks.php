<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreatePaymentLinkRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type PaymentLink from Types
 * @phpstan-import-type UpdatePaymentLinkRequest from Types
 */
final class PaymentLinks
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List payment links. Newest first. By page with totals, or by cursor (`starting_after`, `ending_before`). `linkStatus` is the one of now.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, linkStatus?: string, status?: string, currency?: Currency, reference?: string, q?: string} $query
     * @return Pages<PaymentLink>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/links', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a payment link. An address that anybody can pay at. Each payer who starts there gets a checkout session of their own. `reusable: false` is paid once; else `maxUses` is the ceiling, none when absent. A use is counted when a payment succeeds and held while one is in progress, so `maxUses` is never overrun. `amount: null` leaves the amount to the payer, from `amountMin` to `amountMax`, with `amountSuggestions` to tap; `quantityMax` offers from `quantityMin` (1 when absent) to so many pieces at `amount` each. In currencies without decimals, suggestions without `amountMax` set it just below a hundred times the largest: two zeros too many are refused.
     *
     * @param CreatePaymentLinkRequest $body
     * @return PaymentLink
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentLink */
        return $this->transport->send(new Call('POST', '/payments/links', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a payment link. The link with its number of uses.
     *
     * @return PaymentLink
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentLink */
        return $this->transport->send(new Call('GET', '/payments/links/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Update, pause or resume a payment link. Absent fields stay; `null` empties a field that can be empty; `metadata` and `customFields` are replaced whole. More uses reopen an EXHAUSTED link. Sessions that payers have open keep what they were made with. What the answer shows of these fields may be sent back as it is. Amount, currency, slug and `reusable` never change.
     *
     * @param UpdatePaymentLinkRequest $body
     * @return PaymentLink
     */
    public function update(string $id, array $body = [], ?float $timeoutSeconds = null): array
    {
        /** @var PaymentLink */
        return $this->transport->send(new Call('PATCH', '/payments/links/{id}', ids: [$id], body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a payment link. Permanently stops the link; its slug stays taken. A payment in progress is still booked. Idempotent: cancelling twice has no effect.
     *
     * @return PaymentLink
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentLink */
        return $this->transport->send(new Call('POST', '/payments/links/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
