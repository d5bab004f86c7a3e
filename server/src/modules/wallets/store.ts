import type { Queryable } from "../../db/database.ts";
import { type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { LedgerAccount, Posting, TransferType } from "../ledger/index.ts";

/** A merchant's money in one currency; minor units. */
export interface Wallet {
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
  readonly available: bigint;
  readonly pending: bigint;
  readonly held: bigint;
  readonly reserved: bigint;
  /** Number of booked transfers: the position of the last one. */
  readonly transferCount: bigint;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A transfer as the wallet's owner sees it. */
export interface WalletEntry {
  readonly walletId: Id<"wallet">;
  readonly position: bigint;
  readonly transactionId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly type: TransferType;
  readonly sourceType: Posting["sourceType"];
  readonly sourceId: string;
  readonly balanceAfter: bigint;
  readonly createdAtMs: number;
  /** The merchant's own reference of the booked charge or payout; for a refund, that of its charge. */
  readonly reference: string | null;
}

/** A merchant has one wallet per currency at most: too few to need counters. */
export const walletList: ListSource = { table: "wallets", counters: null, drift: REQUEST_DRIFT };

/** The merchant's wallets of these ids; ids of other merchants are not found. */
export function readWallets(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Wallet[]> {
  return db.query<Wallet>({
    text: `
      select id, label, currency, available, pending, held, reserved, transfer_count as "transferCount", version,
        created_at as "createdAtMs", updated_at as "updatedAtMs"
      from wallets where merchant_no = $1 and id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
}

/**
 * Columns of the row `t`. Each reference is one look-up by primary key: an entry costs the same in a wallet of any age.
 */
const entryColumns = `
  t.wallet_id as "walletId", t.position, t.transaction_id as "transactionId", t.from_account as "from",
  t.to_account as "to", t.amount, t.currency, t.type, t.source_type as "sourceType", t.source_id as "sourceId",
  t.balance_after as "balanceAfter", t.created_at as "createdAtMs",
  case t.source_type
    when 'charge' then (
      select c.reference from charges c where c.merchant_no = t.merchant_no and c.id = t.source_id)
    when 'payout' then (
      select p.reference from payouts p where p.merchant_no = t.merchant_no and p.id = t.source_id)
    when 'refund' then (
      select c.reference from refunds r join charges c on c.merchant_no = r.merchant_no and c.id = r.charge_id
      where r.merchant_no = t.merchant_no and r.id = t.source_id)
  end as reference`;

export function readEntries(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  positions: readonly bigint[],
): Promise<readonly WalletEntry[]> {
  return db.query<WalletEntry>({
    text: `
      select ${entryColumns} from ledger_transfers t
      where t.merchant_no = $1 and t.wallet_id = $2 and t.position = any($3::bigint[])`,
    values: [merchantNo, walletId, positions],
  });
}

/** Entries from a position on, before another, in order. */
export function readEntryRange(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  fromPosition: bigint,
  toPosition: bigint,
): Promise<readonly WalletEntry[]> {
  return db.query<WalletEntry>({
    text: `
      select ${entryColumns} from ledger_transfers t
      where t.merchant_no = $1 and t.wallet_id = $2 and t.position >= $3 and t.position < $4 order by t.position`,
    values: [merchantNo, walletId, fromPosition, toPosition],
  });
}

/** A kind of entry, for a search along its index. */
export interface EntryKind {
  readonly sourceType: Posting["sourceType"];
  readonly type: TransferType;
}

export interface EntrySearch {
  /** Null: all entries. */
  readonly kinds: readonly EntryKind[] | null;
  readonly fromPosition: bigint;
  readonly toPosition: bigint;
  /** The range in which kinds without an index are searched; empty when none of them is wanted. */
  readonly scanFrom: bigint;
  readonly scanTo: bigint;
  readonly descending: boolean;
  readonly limit: number;
}

const isDense = "(t.source_type = 'charge' and t.type in ('CHARGE', 'FEE'))";

/**
 * Positions of the entries searched for. Most entries are of payments and are read along the key; each other kind is
 * read along its own range of the index `ledger_transfers_rare`.
 */
export async function findEntries(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  search: EntrySearch,
): Promise<readonly bigint[]> {
  const { kinds, fromPosition, toPosition, limit } = search;
  const order = search.descending ? "desc" : "asc";
  const inWallet = "t.merchant_no = $1 and t.wallet_id = $2";
  const inRange = "t.position >= $3 and t.position < $4";
  const common = [merchantNo, walletId, fromPosition, toPosition, limit];
  const rows =
    kinds === null
      ? await db.query<{ position: bigint }>({
          text: `
            select t.position from ledger_transfers t where ${inWallet} and ${inRange}
            order by t.position ${order} limit $5`,
          values: common,
        })
      : await db.query<{ position: bigint }>({
          text: `
            select position from (
              (
                select t.position from ledger_transfers t
                where ${inWallet} and ${inRange} and t.position >= $8 and t.position < $9
                  and ${isDense} and t.type in (select kind.type from unnest($6::text[], $7::text[]) kind (source_type, type)
                    where kind.source_type = 'charge')
                order by t.position ${order} limit $5
              )
              union all
              select found.position
              from unnest($6::text[], $7::text[]) kind (source_type, type)
              cross join lateral (
                select t.position from ledger_transfers t
                where ${inWallet} and ${inRange} and not ${isDense}
                  and t.source_type = kind.source_type and t.type = kind.type
                order by t.position ${order} limit $5
              ) found
            ) entry
            order by position ${order} limit $5`,
          values: [
            ...common,
            kinds.map((kind) => kind.sourceType),
            kinds.map((kind) => kind.type),
            search.scanFrom,
            search.scanTo,
          ],
        });
  return rows.map((row) => row.position);
}
