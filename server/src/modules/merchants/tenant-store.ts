import type { Queryable } from "../../db/database.ts";
import { type Condition, type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { type RecordRow, recordOf, recordSql } from "./store.ts";
import type { MerchantRecord } from "./types.ts";

/** All merchants of a tenant. */
export const merchantList: ListSource = {
  table: "merchants",
  scope: "tenant_id",
  counters: null,
  drift: REQUEST_DRIFT,
};

/** An archive left by a sandbox reset is not a merchant of its own. On the row `t`. */
export const notArchived: Condition = () => "t.archive_of is null";

/**
 * Merchants of the tenant, each in every mode, in the order of their numbers; merchants of other tenants are left out.
 */
export async function findRecords(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly MerchantId[],
): Promise<readonly MerchantRecord[]> {
  const rows = await db.query<RecordRow>({
    text: `${recordSql} where m.tenant_id = $1 and m.id = any ($2::uuid[]) and m.archive_of is null
      order by n.merchant_no`,
    values: [tenantId, ids],
  });
  return rows.map(recordOf);
}

export interface ListedWallet {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
}

/** Wallets of merchants of the tenant in both modes, the oldest first, without their balances. */
export function findWallets(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly MerchantId[],
): Promise<readonly ListedWallet[]> {
  return db.query<ListedWallet>({
    text: `select m.id as "merchantId", n.mode, w.id, w.label, w.currency
             from merchants m
             join merchant_numbers n on n.merchant_id = m.id
             join wallets w on w.merchant_no = n.merchant_no
            where m.tenant_id = $1 and m.id = any ($2::uuid[]) order by w.id`,
    values: [tenantId, ids],
  });
}
