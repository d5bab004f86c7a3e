import type { Queryable, Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { BeneficiaryType } from "./types.ts";

/** A beneficiary whose account hash is not stored yet. */
export interface WithoutAccount {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"beneficiary">;
  readonly type: BeneficiaryType;
  /** `BeneficiaryDetails`, sealed. */
  readonly details: Buffer;
}

/** At most `limit`, of one merchant or of all. */
export function readWithoutAccount(
  db: Queryable,
  limit: number,
  merchantNo: MerchantNo | null = null,
): Promise<readonly WithoutAccount[]> {
  return db.query<WithoutAccount>({
    text: `select merchant_no as "merchantNo", id, type, details from beneficiaries
      where account_mac is null and ($2::int is null or merchant_no = $2) and ${stillHere("merchant_no")}
      order by merchant_no, id limit $1`,
    values: [limit, merchantNo],
  });
}

/** An account never changes, so a stored hash stays right. */
export async function writeAccount(
  db: Queryable,
  { merchantNo, id }: Pick<WithoutAccount, "merchantNo" | "id">,
  mac: Buffer,
): Promise<void> {
  await db.query({
    text: `update beneficiaries set account_mac = $3 where merchant_no = $1 and id = $2 and account_mac is null`,
    values: [merchantNo, id, mac],
  });
}

/**
 * Locks every beneficiary with the same account, including this one, until the end of the transaction: payouts to one
 * account are serialized. In the order of ids, so that two transactions cannot deadlock.
 */
export async function lockAccount(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"beneficiary">,
): Promise<readonly Id<"beneficiary">[]> {
  const rows = await tx.query<{ id: Id<"beneficiary"> }>({
    text: `select b.id from beneficiaries b
      where b.merchant_no = $1 and (b.id = $2 or b.account_mac =
        (select own.account_mac from beneficiaries own where own.merchant_no = $1 and own.id = $2))
      order by b.id for no key update`,
    values: [merchantNo, id],
  });
  return rows.map((row) => row.id);
}

/**
 * Minor units of the wallet's payouts to these beneficiaries made after `sinceMs`, without those whose money was
 * returned to the wallet. Correct as long as the account is locked.
 */
export async function sumSince(
  tx: Transaction,
  merchantNo: MerchantNo,
  beneficiaryIds: readonly Id<"beneficiary">[],
  walletId: Id<"wallet">,
  sinceMs: number,
): Promise<bigint> {
  const [row] = await tx.query<{ sum: bigint }>({
    text: `select coalesce(sum(amount), 0)::bigint as sum from payouts
      where merchant_no = $1 and beneficiary_id = any($2::uuid[]) and wallet_id = $3 and created_at > $4
        and status not in ('FAILED', 'REVERSED', 'CANCELLED')`,
    values: [merchantNo, beneficiaryIds, walletId, new Date(sinceMs)],
  });
  return row?.sum ?? 0n;
}
