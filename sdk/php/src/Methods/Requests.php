<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type Request from Types
 */
final class Requests
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List requests. Requests of the merchant's API keys and people in this mode, newest first, with the status and the reason of refusals; kept for 14 days, without bodies. A request appears some seconds after its answer. At a high rate not all are kept (`notKept`). Payers' requests, and requests with an invalid key, are not listed. Read by cursor; `meta.total` is null.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, method?: 'GET'|'HEAD'|'POST'|'PUT'|'PATCH'|'DELETE', path?: string, status?: int, errorCode?: string, callerId?: string, callerKind?: 'KEY'|'PERSON', refused?: 'true'|'false'} $query
     * @return Pages<Request>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/requests', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get a request. One request, by the `Request-Id` of its answer. Returns 404 for a request that is older than 14 days, seconds old, or was not kept.
     *
     * @return Request
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Request */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/requests/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
