<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type ApiKey from Types
 * @phpstan-import-type ApiKeyWithSecret from Types
 * @phpstan-import-type Caller from Types
 * @phpstan-import-type ClaimApiKeyRequest from Types
 * @phpstan-import-type CreateApiKeyRequest from Types
 * @phpstan-import-type RollApiKeyRequest from Types
 * @phpstan-import-type UpdateApiKeyRequest from Types
 */
final class ApiKeys
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List API keys. Keys of the merchant in the mode of the key that asks, the newest first, those that have ended too. The keys themselves are not shown: `last4` tells them apart.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', status?: string} $query
     * @return Pages<ApiKey>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/api-keys', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create an API key. A key of this merchant, in the mode of the key that asks. The `key` of this answer is not shown again. It is never given more than the key that asks has: its permissions, merchants, addresses and lifetime are the limit, and what it may do in a second. `ipAllowlist`, `expiresAt` and `requestsPerSecond` are those of the key that asks when absent. At most 500 keys that work.
     *
     * @param CreateApiKeyRequest $body
     * @return ApiKeyWithSecret
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKeyWithSecret */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/api-keys', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get an API key. What the key may do, and when it was last used.
     *
     * @return ApiKey
     */
    public function get(string $keyId, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKey */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/api-keys/{keyId}', ids: [$keyId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Change an API key. Absent fields stay; `permissions` and `ipAllowlist` are replaced whole; `expiresAt: null` takes the end away. Works at once on every instance. The key can keep what it had, and gets nothing new that the key that asks has not. A key that has ended cannot be changed.
     *
     * @param UpdateApiKeyRequest $body
     * @return ApiKey
     */
    public function update(string $keyId, array $body = [], ?float $timeoutSeconds = null): array
    {
        /** @var ApiKey */
        return $this->transport->send(new Call('PATCH', '/merchant/merchants/{merchantId}/api-keys/{keyId}', ids: [$keyId], body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Roll an API key. A new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old one. The old one works for `overlapHours` more (24 when absent, at most 168): deploy the new one within that time. With 0 the old one is revoked at once. A key can roll itself; another key can only roll it if it has all that it has.
     *
     * @param RollApiKeyRequest $body
     * @return ApiKeyWithSecret
     */
    public function roll(string $keyId, array $body = [], ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKeyWithSecret */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/api-keys/{keyId}/roll', ids: [$keyId], body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Revoke an API key. For good, and at once on every instance. The key stays in the list as REVOKED. A key can revoke itself. One that is revoked already stays as it is.
     *
     * @return ApiKey
     */
    public function revoke(string $keyId, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKey */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/api-keys/{keyId}/revoke', ids: [$keyId], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Fetch a live API key by a link. The key that an operator of the platform has made for you, shown in this answer alone, and the link is used up. API_KEY_CLAIM_INVALID when it was used, has expired after 72 hours, or was replaced: if it was not you who used it, have the key revoked at once.
     *
     * @param ClaimApiKeyRequest $body
     * @return ApiKeyWithSecret
     */
    public function claim(array $body, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKeyWithSecret */
        return $this->transport->send(new Call('POST', '/merchant/api-key-claims', body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get the caller. Which key is asking, for which merchant, in which mode and with which permissions. Every key may ask: a program that has only its key learns the `merchantId` that other paths need.
     *
     * @return Caller
     */
    public function caller(?float $timeoutSeconds = null): array
    {
        /** @var Caller */
        return $this->transport->send(new Call('GET', '/merchant/caller', timeoutSeconds: $timeoutSeconds))->data;
    }
}
