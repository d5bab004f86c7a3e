<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Beneficiary from Types
 * @phpstan-import-type BeneficiaryType from Types
 * @phpstan-import-type CreateBeneficiaryRequest from Types
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type UpdateBeneficiaryRequest from Types
 */
final class Beneficiaries
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List beneficiaries. Newest first, by page with totals or by cursor (`starting_after`, `ending_before`).
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, status?: string, type?: BeneficiaryType, currency?: Currency, reference?: string, q?: string} $query
     * @return Pages<Beneficiary>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/beneficiaries', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Create a beneficiary. A person or company to pay: a mobile-money account, a bank account or a wallet. Phone, operator, IBAN and account key are checked at once. Malformed details are a `VALIDATION_ERROR`. A UEMOA bank account with a wrong key cannot exist and is REJECTED; in CEMAC a wrong key is a warning. Phone and account number are stored encrypted and shown masked. In live mode payouts are possible after 24 hours: see `payoutsAllowedFrom`.
     *
     * @param CreateBeneficiaryRequest $body
     * @return Beneficiary
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('POST', '/payments/beneficiaries', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a beneficiary. The beneficiary with its status and the time from which it can be paid.
     *
     * @return Beneficiary
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('GET', '/payments/beneficiaries/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Update a beneficiary. Name, reference and notes; absent fields stay. The account never changes: create another beneficiary instead. In live mode a new name restarts the 24 hours before the first payout.
     *
     * @param UpdateBeneficiaryRequest $body
     * @return Beneficiary
     */
    public function update(string $id, array $body = [], ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('PATCH', '/payments/beneficiaries/{id}', ids: [$id], body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Disable a beneficiary. Permanently disables the beneficiary: new payouts are refused, and unsent ones fail. It can still be read. Idempotent: disabling twice has no effect.
     *
     * @return Beneficiary
     */
    public function disable(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('DELETE', '/payments/beneficiaries/{id}', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Approve a beneficiary. For a beneficiary whose provider knows the account but not its holder's name (`nameCheck` NOT_KNOWN). Approved by a second person: the key that gave the name, a key that it made within 30 days, its successor, and keys of the same maker are refused. The beneficiary becomes ACTIVE; in live mode payouts are possible 24 hours later. Repeating with the same key is safe.
     *
     * @return Beneficiary
     */
    public function approve(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('POST', '/payments/beneficiaries/{id}/approve', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
