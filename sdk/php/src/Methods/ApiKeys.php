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
     * List API keys. The merchant's keys in the mode of the calling key, newest first, including ended ones. The keys themselves are not shown; `last4` tells them apart.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', status?: string} $query
     * @return Pages<ApiKey>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/api-keys', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create an API key. Creates a key of this merchant, in the mode of the calling key. `key` is shown in this answer only. A key never gets more than the calling key has: permissions, merchants, addresses, lifetime and rate limit. `ipAllowlist`, `expiresAt` and `requestsPerSecond` default to those of the calling key. At most 500 working keys.
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
     * Get an API key. The permissions of the key, and when it was last used.
     *
     * @return ApiKey
     */
    public function get(string $keyId, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKey */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/api-keys/{keyId}', ids: [$keyId], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Update an API key. Absent fields stay; `permissions` and `ipAllowlist` are replaced as a whole; `expiresAt: null` removes the end. Takes effect at once on every instance. The key can keep what it has, and gets nothing that the calling key lacks. An ended key cannot be updated.
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
     * Roll an API key. Creates a new key with the same name, permissions, merchants, addresses and end, shown in this answer only; `replaces` names the old key. The old key works for another `overlapHours` (24 by default, at most 168): deploy the new one meanwhile. With 0 the old key is revoked at once. A key can roll itself; another key can roll it only if it has everything that it has.
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
     * Revoke an API key. Permanently revokes the key, at once on every instance. It stays in the list as REVOKED. A key can revoke itself. Idempotent: revoking twice has no effect.
     *
     * @return ApiKey
     */
    public function revoke(string $keyId, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var ApiKey */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/api-keys/{keyId}/revoke', ids: [$keyId], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Claim a live API key. Returns the key that an operator of the platform made for you, in this answer only, and uses the link up. API_KEY_CLAIM_INVALID: the link was used, expired after 72 hours, or was replaced. If you did not use it, have the key revoked at once.
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
