<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Event from Types
 * @phpstan-import-type Instant from Types
 */
final class Events
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List events. Every event of the merchant in the key's mode, with the body that webhooks carry, whether or not an endpoint subscribes: polling can replace webhooks. Read by cursor; `meta.total` is null.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', type?: string, createdFrom?: Instant, createdTo?: Instant, paymentIntentId?: string, payoutId?: string} $query
     * @return Pages<Event>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/events', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get an event. One event with the body that webhooks carry.
     *
     * @return Event
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Event */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/events/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
