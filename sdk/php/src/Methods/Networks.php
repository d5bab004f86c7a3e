<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type MerchantOutage from Types
 * @phpstan-import-type Network from Types
 */
final class Networks
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List networks and their state. Every method and operator by which this merchant collects or pays out in the currencies of its wallets, whether it works now, and its current and announced outages. What no account of the platform serves is left out. At most two seconds old.
     *
     * @return list<Network>
     */
    public function list(?float $timeoutSeconds = null): array
    {
        /** @var list<Network> */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/networks', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List outages. Current, announced and past outages of the networks of this merchant, newest first, as the platform's operators declare them. For accounts whose provider does not answer see `networks`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', state?: 'ANNOUNCED'|'OPEN'|'ENDED'} $query
     * @return Pages<MerchantOutage>
     */
    public function outages(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/outages', query: $query, timeoutSeconds: $timeoutSeconds));
    }
}
