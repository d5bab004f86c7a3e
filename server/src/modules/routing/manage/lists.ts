import type { Queryable } from "../../../db/database.ts";
import { type Condition, type ListSource, NO_FILTER, REQUEST_DRIFT } from "../../../db/list.ts";
import { type ListNames, type ListPage, readListPage } from "../../../http/list-page.ts";
import { type PageQuery, parsePage, unknownCursor } from "../../../http/pagination.ts";
import type { TenantId } from "../../../kit/ids.ts";

/** A list of the tenant's rows of one table, by creation. */
export interface TenantList {
  readonly table: Extract<
    ListSource["table"],
    "sub_tenants" | "provider_accounts" | "amount_bounds" | "outages" | "fee_schedules"
  >;
  readonly names: ListNames;
}

/** One page of it. A cursor must be an entry of the list: another tenant's id is not a position in it. */
export async function readTenantPage(
  db: Queryable,
  { table, names }: TenantList,
  tenantId: TenantId,
  query: PageQuery,
  filter: { readonly statuses?: readonly string[] | null; readonly conditions?: readonly Condition[] },
): Promise<ListPage> {
  const page = parsePage(query);
  if (page.by === "cursor") {
    const id = names.parse(page.cursor);
    const known = await db.query({
      text: `select 1 from ${table} where tenant_id = $1 and id = $2`,
      values: [tenantId, id],
    });
    if (known.length === 0) throw unknownCursor(page);
  }
  return readListPage(db, {
    source: { table, scope: "tenant_id", counters: null, drift: REQUEST_DRIFT },
    merchantNo: tenantId,
    filter: { ...NO_FILTER, ...filter },
    names,
    page,
  });
}
