<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type ConfirmPaymentIntentRequest from Types
 * @phpstan-import-type CreatePaymentIntentRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type PaymentIntent from Types
 * @phpstan-import-type PaymentIntentWithNextStep from Types
 * @phpstan-import-type Timeline from Types
 */
final class PaymentIntents
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List payment intents. Each with its charges. Newest first, or oldest first with `sort=createdAt`. By page (`page`, `pageSize`) with totals, or by cursor (`starting_after`, `ending_before`) without: a cursor stays put while entries are added. Filters are combined; `createdFrom` is included, `createdTo` is not. They stand in the order in which they or their sessions were created.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, currency?: Currency, reference?: string, sessionId?: string, paymentLinkId?: string, status?: string, q?: string} $query
     * @return Pages<PaymentIntent>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/payment-intents', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a payment intent. One amount that your own server and screens collect. Confirm it with a method, again after a failure, until it is paid or cancelled. It expires at `expiresAt` (24 hours by default) and is then CANCELLED.
     *
     * @param CreatePaymentIntentRequest $body
     * @return PaymentIntentWithNextStep
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('POST', '/payments/payment-intents', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Confirm a payment intent. Starts an attempt, which is a charge of its own, and returns the next step. The same method and details during an attempt return that attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, and FAILED afterwards.
     *
     * @param ConfirmPaymentIntentRequest $body
     * @return PaymentIntentWithNextStep
     */
    public function confirm(string $id, array $body, ?string $idempotencyKey = null, ?string $scenario = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('POST', '/payments/payment-intents/{id}/confirm', ids: [$id], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, scenario: $scenario, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel a payment intent. The intent becomes CANCELLED and accepts no more attempts. An intent with an attempt in progress cannot be cancelled. Cancel the intent of a checkout session through its session. Idempotent: cancelling twice has no effect.
     *
     * @return PaymentIntentWithNextStep
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('POST', '/payments/payment-intents/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a payment intent. The intent with one charge per attempt, oldest first. The intent of a session exists from its first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next.
     *
     * @return PaymentIntentWithNextStep
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('GET', '/payments/payment-intents/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a timeline. What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown. Parts that the key may not read are left out: ledger entries need `merchant.wallets.read`, events `merchant.events.read`, deliveries `merchant.webhooks.read`; a payout needs `merchant.payouts.read`.
     *
     * @return Timeline
     */
    public function timeline(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Timeline */
        return $this->transport->send(new Call('GET', '/payments/timelines/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
