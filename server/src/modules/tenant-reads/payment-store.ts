import type { Queryable } from "../../db/database.ts";
import type { Condition } from "../../db/list.ts";
import type { MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** How many charges one page may look through for those that fit, over all merchants. */
const SCAN_MAX = 20_000;
/** However many merchants there are, this many of each one's are looked through at least. */
const SCAN_OF_MERCHANT_MIN = 20;

export interface TenantChargeSearch {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** Null: all merchants of the tenant. */
  readonly merchantId: string | null;
  /** Conditions on the row `t`. */
  readonly conditions: readonly Condition[];
  /** Ids from the first, included, to the second, excluded; null: no end on this side. */
  readonly ids: { readonly from: string | null; readonly to: string | null };
  readonly newestFirst: boolean;
  readonly limit: number;
}

export interface FoundCharge {
  readonly merchantNo: MerchantNo;
  readonly id: string;
}

export interface TenantChargePage {
  /** In the order asked for, at most `limit`. */
  readonly found: readonly FoundCharge[];
  /** The search ended here, before the end of the list; null: nothing is left beyond what was found. */
  readonly stoppedAt: string | null;
}

/**
 * Charges of all merchants of a tenant, in the order of their ids, which is the order of time. Each merchant's are read along the
 * primary key, as many as may be needed and no more, so a page costs the same however old the list is. Conditions are applied to
 * what was read: where one merchant's part ends, no charge beyond it is certain, and the search ends there.
 */
export async function findTenantCharges(
  db: Queryable,
  { tenantId, mode, merchantId, conditions, ids, newestFirst, limit }: TenantChargeSearch,
): Promise<TenantChargePage> {
  const numbers = await db.query<{ merchantNo: MerchantNo }>({
    text: `select n.merchant_no as "merchantNo" from merchants m join merchant_numbers n on n.merchant_id = m.id
            where m.tenant_id = $1 and n.mode = $2 and m.archive_of is null and ($3::uuid is null or m.id = $3)`,
    values: [tenantId, mode, merchantId],
  });
  if (numbers.length === 0) return { found: [], stoppedAt: null };
  const share = Math.max(SCAN_OF_MERCHANT_MIN, Math.floor(SCAN_MAX / numbers.length));
  const scan = conditions.length === 0 ? limit : Math.max(limit, share);
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const order = newestFirst ? "desc" : "asc";
  const edges = [
    ...(ids.from === null ? [] : [`t.id >= ${bind(ids.from)}::uuid`]),
    ...(ids.to === null ? [] : [`t.id < ${bind(ids.to)}::uuid`]),
  ];
  const fits = conditions.map((condition) => condition(bind));
  const rows = await db.query<FoundCharge & { readonly fits: boolean; readonly isLast: boolean }>({
    text: `
      select merchant_no as "merchantNo", id, fits, place = ${scan} as "isLast" from (
        select own.merchant_no, c.id, c.fits, row_number() over (partition by own.merchant_no order by c.id ${order}) as place
        from unnest(${bind(numbers.map(({ merchantNo }) => merchantNo))}::int[]) own (merchant_no)
        cross join lateral (
          select t.id, ${fits.length === 0 ? "true" : fits.join(" and ")} as fits from charges t
          where ${["t.merchant_no = own.merchant_no", ...edges].join(" and ")}
          order by t.id ${order} limit ${scan}
        ) c
      ) read
      where fits or place = ${scan} order by id ${order} limit ${limit + 1}`,
    values,
  });
  const found: FoundCharge[] = [];
  for (const { merchantNo, id, fits: isFit, isLast } of rows) {
    if (found.length === limit) return { found, stoppedAt: found.at(-1)?.id ?? null };
    if (isFit) found.push({ merchantNo, id });
    if (isLast) return { found, stoppedAt: id };
  }
  return { found, stoppedAt: null };
}
