import type { Queryable } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { MerchantId, MerchantNo, TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";

/** The merchants whose charges are read: the most recently active ones. */
const MERCHANTS_MAX = 200;

/** Routing's view of a past charge. */
export interface PastCharge {
  readonly method: PaymentMethod;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly operator: string | null;
  readonly country: string | null;
  /** The account that carried it; null when none did. */
  readonly accountId: string | null;
  readonly createdAtMs: number;
}

/** The merchant's number in the mode; null when the tenant has no such merchant. */
export async function findMerchantNo(
  db: Queryable,
  tenantId: TenantId,
  merchantId: MerchantId,
  mode: Mode,
): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select n.merchant_no as "merchantNo" from merchants m
             join merchant_numbers n on n.merchant_id = m.id and n.mode = $3
            where m.tenant_id = $1 and m.id = $2`,
    values: [tenantId, merchantId, mode],
  });
  return row?.merchantNo ?? null;
}

/**
 * The last charges of the tenant in a mode, newest first; of one merchant when it is given. For a tenant with more than
 * `MERCHANTS_MAX` merchants, only the most recently active ones are read: each is one probe along its primary key.
 */
export async function readLastCharges(
  db: Queryable,
  of: {
    readonly tenantId: TenantId;
    readonly mode: Mode;
    readonly merchantNo: MerchantNo | null;
    readonly limit: number;
  },
): Promise<readonly PastCharge[]> {
  const rows = await db.query<Omit<PastCharge, "operator" | "country"> & { details: string }>({
    text: `
      with busy as (
        select n.merchant_no from merchants m
        join merchant_numbers n on n.merchant_id = m.id and n.mode = $2
        cross join lateral (
          select day from list_counters l where l.merchant_no = n.merchant_no order by day desc limit 1) last
        where m.tenant_id = $1 and ($3::int is null or n.merchant_no = $3)
        order by last.day desc, n.merchant_no limit $5)
      select c.payment_method as method, c.amount, c.currency, c.method_details as details,
        c.provider_account_id as "accountId", c.created_at as "createdAtMs"
      from busy cross join lateral (
        select * from charges c where c.merchant_no = busy.merchant_no order by c.id desc limit $4) c
      order by c.id desc limit $4`,
    values: [of.tenantId, of.mode, of.merchantNo, of.limit, MERCHANTS_MAX],
  });
  return rows.map(({ details, ...row }) => ({ ...row, ...placeOf(details) }));
}

/** For a QR code the operator is the scheme. */
function placeOf(details: string): Pick<PastCharge, "operator" | "country"> {
  const { operator, scheme, countryCode } = JSON.parse(details) as Record<string, string | null | undefined>;
  return { operator: operator ?? scheme ?? null, country: countryCode ?? null };
}
