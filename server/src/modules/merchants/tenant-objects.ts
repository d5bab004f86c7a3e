import type { Queryable } from "../../db/database.ts";
import { probe } from "../../db/probe.ts";
import type { MerchantNo, TenantId } from "../../kit/ids.ts";

/** The merchant number of one of the tenant's objects; null when the tenant has no such object. */
export async function findMerchantNo(
  db: Queryable,
  tenantId: TenantId,
  table: "charges" | "payment_intents" | "refunds" | "payouts" | "wallets",
  id: string,
): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    // One probe of the primary key per merchant of the tenant: too rare to need an index.
    text: `select n.merchant_no as "merchantNo" from merchants m join merchant_numbers n on n.merchant_id = m.id
      ${probe("found", `select 1 from ${table} x where x.merchant_no = n.merchant_no and x.id = $2`)}
      where m.tenant_id = $1`,
    values: [tenantId, id],
  });
  return row?.merchantNo ?? null;
}
