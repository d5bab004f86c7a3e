<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreateWebhookEndpointRequest from Types
 * @phpstan-import-type DeletedWebhookEndpoint from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type ReplayWebhookEventsRequest from Types
 * @phpstan-import-type RotateWebhookSecretRequest from Types
 * @phpstan-import-type UpdateWebhookEndpointRequest from Types
 * @phpstan-import-type WebhookDelivery from Types
 * @phpstan-import-type WebhookDeliveryDetail from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointHealth from Types
 * @phpstan-import-type WebhookEndpointWithSecret from Types
 * @phpstan-import-type WebhookReplay from Types
 */
final class WebhookEndpoints
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List webhook endpoints. All endpoints of the merchant in the key's mode, the newest first. Secrets are not shown.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<WebhookEndpoint>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/webhook-endpoints', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a webhook endpoint. A signed `endpoint.ping` is posted to `url` at once. When it is answered with 2xx the address is verified (`verifiedAt`), and events of the subscribed kinds that happened since now are posted too; until then they are held, for 31 days at most. The `secret` that signs is in this answer and is not shown again. At most 20 endpoints. The address must be https on port 443 or 8443 and lead to the public internet; in sandbox, http to localhost is accepted too.
     *
     * @param CreateWebhookEndpointRequest $body
     * @return WebhookEndpointWithSecret
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookEndpointWithSecret */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/webhook-endpoints', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a webhook endpoint. One endpoint. `verifiedAt` is when its address answered a ping; while it is null, only pings are sent. `failingSince` is the first failure since the last success. The secret is not shown.
     *
     * @return WebhookEndpoint
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookEndpoint */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Update a webhook endpoint. Absent fields stay. `status: ACTIVE` enables the endpoint again: it gets events from then on; replay what it missed. `DISABLED` stops it and cancels its pending deliveries. A new `url` is checked like that of a new endpoint and must answer a ping first: pending deliveries wait for that. The same holds for an unverified endpoint that is enabled again.
     *
     * @param UpdateWebhookEndpointRequest $body
     * @return WebhookEndpoint
     */
    public function update(string $id, array $body = [], ?float $timeoutSeconds = null): array
    {
        /** @var WebhookEndpoint */
        return $this->transport->send(new Call('PATCH', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}', ids: [$id], body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Delete a webhook endpoint. Permanently deletes the endpoint: nothing more is sent to it, and its deliveries are no longer shown. Events stay in the list of events. To pause, disable it instead.
     *
     * @return DeletedWebhookEndpoint
     */
    public function delete(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var DeletedWebhookEndpoint */
        return $this->transport->send(new Call('DELETE', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get the health of an endpoint. Deliveries of the last 24 hours by outcome, the status codes of refusals, and response times.
     *
     * @return WebhookEndpointHealth
     */
    public function health(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookEndpointHealth */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/health', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Rotate the signing secret. A new `secret`, shown in this answer only. For `overlapHours` (24 when absent, at most 168) each request carries two signatures, of the new secret and of the one before: deploy the new one within that time. With 0 the one before ends at once. A rotation during an overlap ends the oldest secret.
     *
     * @param RotateWebhookSecretRequest $body
     * @return WebhookEndpointWithSecret
     */
    public function rotateSecret(string $id, array $body = [], ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookEndpointWithSecret */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/rotate-secret', ids: [$id], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Send a ping. Sends `endpoint.ping` to this endpoint alone, whatever it subscribes to, signed and retried like any event. Returns the delivery, which is not sent yet: get it again to see the result. A 2xx answer verifies the address and releases the events held for it.
     *
     * @return WebhookDelivery
     */
    public function ping(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookDelivery */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/ping', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Replay events. Sends past events again, after an outage or to an endpoint that is newer than them. Oldest first, at most 5 000 events a call: while `nextCursor` is not null, call again with it as `startingAfter`. Each delivery gets all its retries again; pending deliveries are left alone; the receiver sees the same `webhook-id` as before. Pings are not replayed. `dryRun` only counts, also for an endpoint that gets nothing yet.
     *
     * @param ReplayWebhookEventsRequest $body
     * @return WebhookReplay
     */
    public function replay(string $id, array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookReplay */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/replay', ids: [$id], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List deliveries of an endpoint. One delivery per event, with its attempts and the first kilobyte of each response. `heldUntilVerified`: it waits for the address to be verified. Read by cursor; `meta.total` is null.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', status?: string, eventId?: string, type?: string, code?: int, createdFrom?: Instant, createdTo?: Instant} $query
     * @return Pages<WebhookDelivery>
     */
    public function deliveries(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get a delivery. The request that is made, and each attempt: where it went, when it began, how long it took, the status and the first kilobyte of the answer. `request.body` is null for keys without `merchant.events.read`. Each attempt has its own timestamp and signatures (`attempts[].headers`).
     *
     * @return WebhookDeliveryDetail
     */
    public function delivery(string $id, string $deliveryId, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookDeliveryDetail */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries/{deliveryId}', ids: [$id, $deliveryId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Resend a delivery. Sends the delivery again now, whatever its state, with all its retries. The receiver sees the same `webhook-id`. A delivery to an unverified address is held until it is verified.
     *
     * @return WebhookDelivery
     */
    public function resend(string $id, string $deliveryId, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var WebhookDelivery */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/webhook-endpoints/{id}/deliveries/{deliveryId}/resend', ids: [$id, $deliveryId], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
