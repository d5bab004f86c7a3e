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
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: string, createdTo?: string, currency?: Currency, reference?: string, sessionId?: string, paymentLinkId?: string, status?: string, q?: string} $query
     * @return Pages<PaymentIntent>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/payment-intents', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a payment intent. One amount to be collected by your own server and screens: confirm it with a method, again after a failure, until it is paid, cancelled or over. It ends by itself at `expiresAt`, after 24 hours when absent: it is then CANCELLED.
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
     * Attempt to collect a payment intent. Starts an attempt, a charge of its own, and says what comes next. The same method and details while it is under way are the same attempt, so repeating is safe. A refusal is on the intent: `lastFailure`, with the status REQUIRES_PAYMENT_METHOD while attempts and time are left, FAILED after that.
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
     * Cancel a payment intent. It becomes CANCELLED and takes no more attempts. One with an attempt under way cannot be cancelled; one that is CANCELLED already stays as it is. An intent of a checkout session is cancelled by its session.
     *
     * @return PaymentIntentWithNextStep
     */
    public function cancel(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('POST', '/payments/payment-intents/{id}/cancel', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Read a payment intent. What was asked for and what came of it, with one charge per attempt, the first attempt first. That of a session exists from the first attempt on. `lastFailure` says why the last attempt failed, `nextStep` what the payer does next.
     *
     * @return PaymentIntentWithNextStep
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var PaymentIntentWithNextStep */
        return $this->transport->send(new Call('GET', '/payments/payment-intents/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Read what happened to a payment or a payout. What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown. Parts that the key may not read are left out: ledger entries need `merchant.wallets.read`, events `merchant.events.read`, deliveries `merchant.webhooks.read`; a payout needs `merchant.payouts.read`.
     *
     * @return Timeline
     */
    public function timeline(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Timeline */
        return $this->transport->send(new Call('GET', '/payments/timelines/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
