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
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: string, createdTo?: string, status?: string, type?: BeneficiaryType, currency?: Currency, reference?: string, q?: string} $query
     * @return Pages<Beneficiary>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/beneficiaries', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Add a beneficiary. Somebody to pay: a mobile-money account or a bank account. Phone, operator, IBAN and account key are checked at once. What is written wrong is a `VALIDATION_ERROR`; a bank account of UEMOA whose key does not hold cannot exist and is REJECTED; in CEMAC the same is a warning. Phone and account number are kept encrypted and shown masked. In live mode the first payout is possible 24 hours later: see `payoutsAllowedFrom`.
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
     * Read a beneficiary. The beneficiary with its status and the instant from which it can be paid.
     *
     * @return Beneficiary
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('GET', '/payments/beneficiaries/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Change a beneficiary. Name, reference and notes; absent fields stay. The account never changes: add another beneficiary. In live mode a new name starts the 24 hours before the first payout again.
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
     * Disable a beneficiary. DISABLED for good: no payout is taken any more, and one that has not been sent yet fails. It stays readable. One that is DISABLED already stays as it is.
     *
     * @return Beneficiary
     */
    public function disable(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('DELETE', '/payments/beneficiaries/{id}', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Vouch for a beneficiary's name. For a beneficiary whose provider knows the account and not its holder's name (`nameCheck` NOT_KNOWN): a second person vouches for the name, not the key that gave it, one that it made within 30 days, its successor, or one of the same maker. It is ACTIVE from then on; in live mode the first payout is possible 24 hours later. Once more by the same key changes nothing.
     *
     * @return Beneficiary
     */
    public function approve(string $id, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Beneficiary */
        return $this->transport->send(new Call('POST', '/payments/beneficiaries/{id}/approve', ids: [$id], isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
