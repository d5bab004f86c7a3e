<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type LedgerRecord from Types
 * @phpstan-import-type Locale from Types
 * @phpstan-import-type OwnPayoutApproval from Types
 * @phpstan-import-type SetOwnPayoutApprovalRequest from Types
 * @phpstan-import-type TrialBalance from Types
 * @phpstan-import-type Wallet from Types
 * @phpstan-import-type WalletEntry from Types
 * @phpstan-import-type WalletHold from Types
 * @phpstan-import-type WalletSettlement from Types
 * @phpstan-import-type WalletStatement from Types
 */
final class Wallets
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Read from which amount payouts need approval. The threshold of a wallet, and the one that a colleague has proposed.
     *
     * @return OwnPayoutApproval
     */
    public function payoutApproval(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var OwnPayoutApproval */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/payout-approval', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Set from which amount payouts need approval. A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts made before keep what held then. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person.
     *
     * @param SetOwnPayoutApprovalRequest $body
     * @return OwnPayoutApproval
     */
    public function setPayoutApproval(string $id, array $body, ?float $timeoutSeconds = null): array
    {
        /** @var OwnPayoutApproval */
        return $this->transport->send(new Call('PATCH', '/payments/wallets/{id}/payout-approval', ids: [$id], body: $body, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List wallets. The merchant's wallets in the key's mode, one per currency, with their balances at this moment. Amounts are decimal text in major units.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<Wallet>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Read a wallet. `balance` is all that is booked; `available` is what is left of it after `pending`, `held` and `reserved`, and never below zero.
     *
     * @return Wallet
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Wallet */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List the entries of a wallet. Every movement of the wallet's money, newest first: what it was for, whether it added to the balance or took from it, and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a filter that little fits, a page may hold fewer entries than asked for while `meta.hasMore` is true: go on with `meta.nextCursor`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: string, createdTo?: string, type?: string, sourceType?: string, sourceId?: string} $query
     * @return Pages<WalletEntry>
     */
    public function entries(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/entries', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Read a statement. The balance before a period, every entry in it, the balance after it. The period is half-open, at most 366 days long. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, in a PDF 2 000: beyond that REPORT_TOO_LARGE says how far the period may reach.
     *
     * @param array{from?: string, to?: string, format?: 'json'|'csv'|'pdf', separator?: ','|';', locale?: Locale} $query
     * @return WalletStatement|string
     */
    public function statement(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var WalletStatement|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/statement', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Read a trial balance. What every account of the wallet's books holds at an instant. Debits and credits are equal, always: each transfer gives to one account what it takes from another.
     *
     * @param array{at?: string, format?: 'json'|'csv', separator?: ','|';'} $query
     * @return TrialBalance|string
     */
    public function trialBalance(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var TrialBalance|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/trial-balance', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Download the ledger. The wallet's transfers, as they are stored, with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is widened to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far it may reach; files that follow each other are checked together.
     *
     * @param array{from?: string, to?: string, format?: 'jsonl'|'csv'|'json', separator?: ','|';'} $query
     * @return list<LedgerRecord>|string
     */
    public function ledger(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var list<LedgerRecord>|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/ledger', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List upcoming settlements. When pending money becomes available: a sum for each day, the next one first. All of them add up to the wallet's `pending`. The cursor is a `date`. A day that is over stays until its money has been moved, a few seconds as a rule.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string} $query
     * @return Pages<WalletSettlement>
     */
    public function settlements(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/settlements', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * List held money. Which charges' money is held, why and since when: late, double, or of another amount than asked for. Read by cursor, a charge's id; all holds add up to the wallet's `held`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<WalletHold>
     */
    public function holds(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/holds', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }
}
