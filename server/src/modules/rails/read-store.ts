import type { Queryable } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { clearingAccount, publicAccount } from "../ledger/index.ts";
import type { RailBalances } from "./accounts.ts";
import { balanceColumns, type RailScope } from "./store.ts";

export interface RailBook {
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: CurrencyCode;
  readonly mode: Mode;
  readonly balances: RailBalances;
  readonly transferCount: bigint;
  readonly seal: { readonly number: number; readonly hash: string } | null;
  readonly updatedAtMs: number;
}

/** The tenant's books in one mode, or those of one account, by account and currency. */
export async function readRailBooks(
  db: Queryable,
  {
    tenantId,
    mode,
    providerAccountId,
  }: { readonly tenantId: TenantId; readonly mode: Mode; readonly providerAccountId: string | null },
): Promise<readonly RailBook[]> {
  type Row = RailBalances &
    Omit<RailBook, "balances" | "seal"> & { readonly number: number; readonly hash: string | null };
  const rows = await db.query<Row>({
    text: `select b.provider_account_id as "providerAccountId", b.currency, b.mode, ${balanceColumns},
        b.transfer_count as "transferCount", b.seal_count as number, encode(s.hash, 'hex') as hash,
        b.updated_at as "updatedAtMs"
      from rail_books b left join rail_seals s on s.provider_account_id = b.provider_account_id
        and s.currency = b.currency and s.number = b.seal_count
      where b.tenant_id = $1 and b.mode = $2 and ($3::uuid is null or b.provider_account_id = $3)
      order by b.provider_account_id, b.currency`,
    values: [tenantId, mode, providerAccountId],
  });
  return rows.map(
    ({ providerAccountId, currency, mode, transferCount, number, hash, updatedAtMs, ...balances }) => ({
      providerAccountId,
      currency,
      mode,
      balances,
      transferCount,
      seal: hash === null ? null : { number, hash },
      updatedAtMs,
    }),
  );
}

/**
 * What the merchants' books say an account took, less what it sent, in each currency: minor units. Reads each wallet's
 * last seal and what follows it, so its cost does not grow with history.
 */
export async function sumMerchantClearing(
  db: Queryable,
  { tenantId, mode, providerAccountId }: RailScope,
): Promise<ReadonlyMap<string, bigint>> {
  const account = clearingAccount(providerAccountId);
  const rows = await db.query<{ currency: string; held: bigint }>({
    text: `
      select w.currency, -sum(coalesce(substring('|' || seal.balances || '|' from $4)::bigint, 0) + recent.moved)::bigint as held
      from merchants m
      join merchant_numbers n on n.merchant_id = m.id and n.mode = $2
      join wallets w on w.merchant_no = n.merchant_no
      left join lateral (
        select s.last_position, s.balances from ledger_seals s
        where s.merchant_no = w.merchant_no and s.wallet_id = w.id order by s.first_position desc limit 1
      ) seal on true
      cross join lateral (
        select coalesce(sum(case $3 when t.to_account then t.amount when t.from_account then -t.amount end), 0) as moved
        from ledger_transfers t
        where t.merchant_no = w.merchant_no and t.wallet_id = w.id and t.position > coalesce(seal.last_position, 0)
      ) recent
      where m.tenant_id = $1
      group by w.currency`,
    values: [tenantId, mode, account, `\\|${publicAccount(account)}=(-?\\d+)\\|`],
  });
  return new Map(rows.map(({ currency, held }) => [currency, held]));
}
