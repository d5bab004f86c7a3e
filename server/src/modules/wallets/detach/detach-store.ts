import type { Queryable } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo } from "../../../kit/ids.ts";
import type { Mode } from "../../../kit/payment-terms.ts";

export interface OwnedWallet {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly id: Id<"wallet">;
  readonly currency: CurrencyCode;
}

/** All wallets, or those of one merchant. */
export function listOwnedWallets(
  db: Queryable,
  merchantId: MerchantId | null,
): Promise<readonly OwnedWallet[]> {
  return db.query<OwnedWallet>({
    text: `select w.merchant_no as "merchantNo", n.merchant_id as "merchantId", n.mode, w.id, w.currency
             from wallets w join merchant_numbers n on n.merchant_no = w.merchant_no
            where $1::uuid is null or n.merchant_id = $1 order by w.merchant_no, w.id`,
    values: [merchantId],
  });
}

const timeOf = (id: string): string =>
  `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/** Payments, refunds and payouts whose bookings may still be read, each by the id of what was booked first. */
const openSql = `
  select min(${timeOf("id")}) from (
    select min(c.id::text) as id from charges c where c.merchant_no = $1
       and (c.review_reason is not null or c.status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION'))
    union all select min(r.charge_id::text) from refunds r where r.merchant_no = $1
       and r.status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
    union all select min(p.id::text) from payouts p where p.merchant_no = $1
       and p.status in ('PENDING_APPROVAL', 'PENDING', 'QUEUED', 'PROCESSING', 'IN_RECONCILIATION')
    union all select min(s.charge_id::text) from settlements s where s.merchant_no = $1
  ) still`;

/** The position up to which a wallet may be detached: the end of a seal, or zero. */
export async function findEnd(
  db: Queryable,
  { merchantNo, id }: Pick<OwnedWallet, "merchantNo" | "id">,
  beforeMs: number,
): Promise<bigint> {
  const [row] = await db.query<{ end: bigint }>({
    text: `
      select s.last_position as end from ledger_seals s
        join ledger_transfers t on t.merchant_no = s.merchant_no and t.wallet_id = s.wallet_id and t.position = s.last_position
       where s.merchant_no = $1 and s.wallet_id = $2 and t.created_at < $3
         and t.created_at < coalesce((${openSql}), 'infinity')
         and s.last_position <= coalesce((select r.position from report_wallets r where r.merchant_no = $1 and r.wallet_id = $2), 0)
       order by s.first_position desc limit 1`,
    values: [merchantNo, id, new Date(beforeMs)],
  });
  return row?.end ?? 0n;
}

/** A file that was written and verified. */
export interface Detachment {
  readonly merchantNo: MerchantNo;
  readonly walletId: Id<"wallet">;
  readonly firstPosition: bigint;
  readonly lastPosition: bigint;
  readonly sealNumber: number;
  readonly sealHash: string;
  readonly fileName: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly removedThrough: bigint;
}

/** From its commit on the ledger of the wallet begins at the last of these transfers. */
export async function insertDetachment(db: Queryable, made: Detachment, nowMs: number): Promise<void> {
  await db.query({
    text: `
      insert into ledger_detachments (merchant_no, wallet_id, first_position, last_position, last_at, seal_number, seal_hash,
        file_name, file_sha256, removed_through, detached_at)
      select $1, $2, $3, $4, t.created_at, $5, decode($6, 'hex'), $7, decode($8, 'hex'), $9, $10
        from ledger_transfers t where t.merchant_no = $1 and t.wallet_id = $2 and t.position = $4`,
    values: [
      made.merchantNo,
      made.walletId,
      made.firstPosition,
      made.lastPosition,
      made.sealNumber,
      made.sealHash,
      made.fileName,
      made.sha256,
      made.removedThrough,
      new Date(nowMs),
    ],
  });
}

/** Files whose rows are not all removed: a run before was cut short. */
export function listUnfinished(db: Queryable, merchantId: MerchantId | null): Promise<readonly Detachment[]> {
  return db.query<Detachment>({
    text: `select d.merchant_no as "merchantNo", d.wallet_id as "walletId", d.first_position as "firstPosition",
             d.last_position as "lastPosition", d.seal_number as "sealNumber", encode(d.seal_hash, 'hex') as "sealHash",
             d.file_name as "fileName", encode(d.file_sha256, 'hex') as sha256, d.removed_through as "removedThrough"
             from ledger_detachments d join merchant_numbers n on n.merchant_no = d.merchant_no
            where d.removed_through < d.last_position - 1 and ($1::uuid is null or n.merchant_id = $1)
            order by d.merchant_no, d.wallet_id, d.last_position`,
    values: [merchantId],
  });
}

/**
 * Removes the next transfers of a file, at most `rowsMax`, and with the last of them the seals before the file's last one, in
 * one statement. The last transfer and the last seal stay. Returns up to where all are removed.
 */
export async function removeNext(
  db: Queryable,
  { merchantNo, walletId, lastPosition, removedThrough }: Detachment,
  rowsMax: bigint,
): Promise<bigint> {
  const last = lastPosition - 1n;
  const through = removedThrough + rowsMax < last ? removedThrough + rowsMax : last;
  // Compared with a column, not with another parameter: Citus does nothing of a statement in which a condition is false from the start.
  const sealsThrough = through === last ? last : 0n;
  await db.query({
    text: `
      with gone as (
        delete from ledger_transfers
         where merchant_no = $1 and wallet_id = $2 and position > $3::bigint and position <= $4::bigint),
      seals as (
        delete from ledger_seals
         where merchant_no = $1 and wallet_id = $2 and last_position <= $6::bigint)
      update ledger_detachments set removed_through = $4
       where merchant_no = $1 and wallet_id = $2 and last_position = $5`,
    values: [merchantNo, walletId, removedThrough, through, lastPosition, sealsThrough],
  });
  return through;
}
