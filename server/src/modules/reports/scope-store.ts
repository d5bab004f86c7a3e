import type { Queryable } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

export interface ReportedMerchant {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
}

/**
 * The merchants of a tenant in one mode, without the archives of emptied sandboxes; only one when it is named. What a merchant that has left
 * was paid here is in the reports of its new cell, which counts it anew.
 */
export function readReportedMerchants(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  merchantId: MerchantId | null,
): Promise<readonly ReportedMerchant[]> {
  return db.query<ReportedMerchant>({
    text: `select n.merchant_no as "merchantNo", m.id as "merchantId"
      from merchants m join merchant_numbers n on n.merchant_id = m.id and n.mode = $2
      where m.tenant_id = $1 and m.archive_of is null and ($3::uuid is null or m.id = $3)
        and ${stillHere("n.merchant_no")} order by n.merchant_no`,
    values: [tenantId, mode, merchantId],
  });
}

/** The numbers of a merchant in every mode, or of all merchants. */
export async function findNumbers(
  db: Queryable,
  merchantId: MerchantId | null,
): Promise<readonly MerchantNo[]> {
  const rows = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers
      where $1::uuid is null or merchant_id = $1 order by merchant_no`,
    values: [merchantId],
  });
  return rows.map(({ merchantNo }) => merchantNo);
}
