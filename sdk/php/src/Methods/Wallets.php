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
     * Get the payout threshold. The threshold of a wallet, and the one that a colleague has proposed.
     *
     * @return OwnPayoutApproval
     */
    public function payoutApproval(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var OwnPayoutApproval */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/payout-approval', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Set the payout threshold. A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts created earlier keep the threshold of their time. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person.
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
     * List wallets. The merchant's wallets in the key's mode, one per currency, with their current balances. Amounts are decimal text in major units; fields that end in `Minor` are minor units.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<Wallet>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get a wallet. `balance` is everything booked. `available` is the balance without `pending`, `held` and `reserved`, and never below zero.
     *
     * @return Wallet
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Wallet */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List the entries of a wallet. Every movement of the wallet's money, newest first: its reason, its direction and the balance after it. Read by cursor (`starting_after`, `ending_before`); `meta.total` is null. With a narrow filter a page can hold fewer entries than requested while `meta.hasMore` is true: continue with `meta.nextCursor`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt', createdFrom?: Instant, createdTo?: Instant, type?: string, sourceType?: string, sourceId?: string} $query
     * @return Pages<WalletEntry>
     */
    public function entries(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/entries', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Get a statement. The opening balance of a period, every entry in it, and the closing balance. `from` is included, `to` is not; at most 366 days. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, 2 000 in a PDF: beyond that REPORT_TOO_LARGE says how far the period can reach.
     *
     * @param array{from?: Instant, to?: Instant, format?: 'json'|'csv'|'pdf', separator?: ','|';', locale?: Locale} $query
     * @return WalletStatement|string
     */
    public function statement(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var WalletStatement|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/statement', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a trial balance. The balance of every account of the wallet's books at a point in time. Debits always equal credits.
     *
     * @param array{at?: Instant, format?: 'json'|'csv', separator?: ','|';'} $query
     * @return TrialBalance|string
     */
    public function trialBalance(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var TrialBalance|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/trial-balance', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Download the ledger. The wallet's transfers with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is extended to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far the period can reach; check consecutive files together.
     *
     * @param array{from?: Instant, to?: Instant, format?: 'jsonl'|'csv'|'json', separator?: ','|';'} $query
     * @return list<LedgerRecord>|string
     */
    public function ledger(string $id, array $query = [], ?float $timeoutSeconds = null): array|string
    {
        /** @var list<LedgerRecord>|string */
        return $this->transport->send(new Call('GET', '/payments/wallets/{id}/ledger', ids: [$id], query: $query, mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List upcoming settlements. When pending money becomes available: one sum per day, next day first. The sums add up to the wallet's `pending`. The cursor is a `date`. A past day stays until its money has been moved, usually a few seconds.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string} $query
     * @return Pages<WalletSettlement>
     */
    public function settlements(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/settlements', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * List held money. Charges whose money is held, with the reason and the time: late, duplicate, or of another amount than requested. Read by cursor, a charge's id. The holds add up to the wallet's `held`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<WalletHold>
     */
    public function holds(string $id, array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/payments/wallets/{id}/holds', ids: [$id], query: $query, timeoutSeconds: $timeoutSeconds));
    }
}
