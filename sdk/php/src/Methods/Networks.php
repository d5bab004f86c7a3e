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
     * List ways to pay and how they work now. Every operator and method by which this merchant takes or sends money in the currencies of its wallets, whether it works now, and its open and announced outages. What no account of the platform carries is left out. At most two seconds old.
     *
     * @return list<Network>
     */
    public function list(?float $timeoutSeconds = null): array
    {
        /** @var list<Network> */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/networks', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List outages that concern a merchant. Now, announced and past ones of the ways to pay that `networks` shows, the newest first. What the platform's operators declare; see `networks` for accounts that a provider does not answer.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', state?: 'ANNOUNCED'|'OPEN'|'ENDED'} $query
     * @return Pages<MerchantOutage>
     */
    public function outages(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/outages', query: $query, timeoutSeconds: $timeoutSeconds));
    }
}
