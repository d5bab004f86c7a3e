import type { Queryable } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { type AccountBalances, type BookedTransfer, NO_HASH, parseBalancesLine } from "./canonical.ts";

/** The last seal of a wallet's chain, or the state before the first one. */
export interface Seal {
  readonly number: number;
  readonly firstPosition: bigint;
  readonly lastPosition: bigint;
  readonly balances: AccountBalances;
  /** Hexadecimal. */
  readonly hash: string;
  readonly sealedAtMs: number;
}

const NO_SEAL: Seal = {
  number: 0,
  firstPosition: 0n,
  lastPosition: 0n,
  balances: new Map(),
  hash: NO_HASH,
  sealedAtMs: 0,
};

interface SealRow extends Omit<Seal, "balances"> {
  readonly balances: string;
}

const columns = `
  number, first_position as "firstPosition", last_position as "lastPosition", balances, encode(hash, 'hex') as hash,
  created_at as "sealedAtMs"`;

function sealOf(row: SealRow): Seal {
  return { ...row, balances: parseBalancesLine(row.balances) };
}

/** The last seal that ends at or before `position`; `NO_SEAL` when there is none. */
export async function readSealThrough(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  position: bigint,
): Promise<Seal> {
  // Of two seals that begin at or before the position, the later one may end after it.
  const [row] = await db.query<SealRow>({
    text: `
      select * from (
        select ${columns} from ledger_seals
        where merchant_no = $1 and wallet_id = $2 and first_position <= $3 order by first_position desc limit 2
      ) begun where "lastPosition" <= $3 order by "firstPosition" desc limit 1`,
    values: [merchantNo, walletId, position],
  });
  return row === undefined ? NO_SEAL : sealOf(row);
}

/** Seals that begin within these positions, in order. */
export async function readSealsWithin(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  fromPosition: bigint,
  toPosition: bigint,
): Promise<readonly Seal[]> {
  const rows = await db.query<SealRow>({
    text: `
      select ${columns} from ledger_seals
      where merchant_no = $1 and wallet_id = $2 and first_position >= $3 and first_position < $4
      order by first_position`,
    values: [merchantNo, walletId, fromPosition, toPosition],
  });
  return rows.map(sealOf);
}

/** Writes the next seal of a chain; false when another process has written one at this position. */
export async function insertSeal(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  seal: Omit<Seal, "balances"> & { readonly balancesLine: string },
): Promise<boolean> {
  const rows = await db.query({
    text: `
      insert into ledger_seals (merchant_no, wallet_id, first_position, last_position, number, balances, hash, created_at)
      values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8) on conflict do nothing returning number`,
    values: [
      merchantNo,
      walletId,
      seal.firstPosition,
      seal.lastPosition,
      seal.number,
      seal.balancesLine,
      seal.hash,
      new Date(seal.sealedAtMs),
    ],
  });
  return rows.length > 0;
}

/** Transfers of a wallet from a position on, in order. */
export function readTransfers(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  fromPosition: bigint,
  toPosition: bigint,
): Promise<readonly BookedTransfer[]> {
  return db.query<BookedTransfer>({
    text: `
      select position, id, transaction_id as "transactionId", from_account as "from", to_account as "to", amount, currency,
        type, source_type as "sourceType", source_id as "sourceId", balance_after as "balanceAfter",
        created_at as "createdAtMs"
      from ledger_transfers
      where merchant_no = $1 and wallet_id = $2 and position >= $3 and position < $4 order by position`,
    values: [merchantNo, walletId, fromPosition, toPosition],
  });
}

/** Of these positions, the transfers that book one of the sources, in order. */
export async function readTransfersOf(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  sourceIds: readonly string[],
  fromPosition: bigint,
  toPosition: bigint,
): Promise<readonly BookedTransfer[]> {
  return db.query<BookedTransfer>({
    text: `
      select position, id, transaction_id as "transactionId", from_account as "from", to_account as "to", amount, currency,
        type, source_type as "sourceType", source_id as "sourceId", balance_after as "balanceAfter",
        created_at as "createdAtMs"
      from ledger_transfers
      where merchant_no = $1 and wallet_id = $2 and position >= $3 and position < $4 and source_id = any ($5::uuid[])
      order by position`,
    values: [merchantNo, walletId, fromPosition, toPosition, sourceIds],
  });
}

/**
 * The position of the first transfer booked at `atMs` or later, or the position after the last one when there is none.
 * Times of a wallet's transfers never go backwards, so a few look-ups along the key find it, however many transfers
 * there are. Null when there is no such wallet.
 */
export async function findPositionAt(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  atMs: number,
): Promise<bigint | null> {
  const [found] = await db.query<{ position: bigint }>({
    text: `
      with recursive search (low, high) as (
        select 1::bigint, transfer_count + 1 from wallets where merchant_no = $1 and id = $2
        union all
        select case when probe.created_at < $3 then probe.position + 1 else low end,
          case when probe.created_at < $3 then high else (low + high) / 2 end
        from search cross join lateral (
          select t.position, t.created_at from ledger_transfers t
          where t.merchant_no = $1 and t.wallet_id = $2 and t.position >= (low + high) / 2
          order by t.position limit 1
        ) probe
        where low < high
      )
      select high as position from search where low >= high limit 1`,
    values: [merchantNo, walletId, new Date(atMs)],
  });
  return found?.position ?? null;
}

/** The sums of each account over these positions: the part of a trial balance that is not sealed yet. */
export function sumAccounts(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  fromPosition: bigint,
  toPosition: bigint,
): Promise<
  readonly {
    readonly from: BookedTransfer["from"];
    readonly to: BookedTransfer["to"];
    readonly amount: bigint;
  }[]
> {
  return db.query({
    text: `
      select from_account as "from", to_account as "to", sum(amount)::bigint as amount from ledger_transfers
      where merchant_no = $1 and wallet_id = $2 and position >= $3 and position < $4
      group by from_account, to_account`,
    values: [merchantNo, walletId, fromPosition, toPosition],
  });
}

export interface UnsealedWallet {
  readonly merchantNo: MerchantNo;
  readonly walletId: Id<"wallet">;
  readonly unsealed: bigint;
  /** When the first unsealed transfer was booked. Null: there is none, or its position is missing. */
  readonly unsealedSinceMs: number | null;
}

/**
 * A range of all wallets in the order of their key, each with its number of unsealed transfers and the time of the first
 * one: no transfer is read before its seal is due.
 */
export function readWalletStretch(
  db: Queryable,
  after: Pick<UnsealedWallet, "merchantNo" | "walletId"> | null,
  limit: number,
): Promise<readonly UnsealedWallet[]> {
  return db.query<UnsealedWallet>({
    text: `
      select w.merchant_no as "merchantNo", w.id as "walletId", w.transfer_count - coalesce(s.last_position, 0) as unsealed,
        first.created_at as "unsealedSinceMs"
      from (
        select merchant_no, id, transfer_count from wallets
        where ($1::int is null or (merchant_no, id) > ($1::int, $2::uuid)) and ${stillHere("merchant_no")}
        order by merchant_no, id limit $3
      ) w
      left join lateral (
        select last_position from ledger_seals l where l.merchant_no = w.merchant_no and l.wallet_id = w.id
        order by first_position desc limit 1
      ) s on true
      left join lateral (
        select created_at from ledger_transfers t where t.merchant_no = w.merchant_no and t.wallet_id = w.id
          and t.position = coalesce(s.last_position, 0) + 1 limit 1
      ) first on true
      order by w.merchant_no, w.id`,
    values: [after?.merchantNo ?? null, after?.walletId ?? null, limit],
  });
}
