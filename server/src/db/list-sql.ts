import type { MerchantNo, TenantId } from "../kit/ids.ts";
import type { ReadableElsewhere } from "./database.ts";
import { DAY_MS, uuidFloor, WHOLE_KEY, type Window } from "./list-days.ts";
import type { ListFilter, ListSource } from "./list-source.ts";

/** The statements behind `list.ts`. */
export interface Listing {
  readonly db: ReadableElsewhere;
  readonly source: ListSource;
  readonly merchantNo: MerchantNo | TenantId;
  readonly filter: ListFilter;
  /** The columns to read of the row `t`. */
  readonly columns: string;
}

/** Counts the filter's rows within `window`; with `dayMs`, only those created on that day. */
export async function countRows(listing: Listing, window: Window, dayMs: number | null): Promise<number> {
  const sql = createBinder();
  const conditions = [...conditionsOf(listing, sql.bind), ...windowConditions(window, sql.bind)];
  if (dayMs !== null) {
    conditions.push(
      `t.created_at >= ${sql.bind(new Date(dayMs))}`,
      `t.created_at < ${sql.bind(new Date(dayMs + DAY_MS))}`,
    );
  }
  const [row] = await listing.db.query<{ count: bigint }>({
    text: `select count(*) as count from ${listing.source.table} t where ${conditions.join(" and ")}`,
    values: sql.values,
  });
  return Number(row?.count ?? 0n);
}

/** Rows whose id is later than `edgeMs` though they were created before it, minus the opposite case. */
export async function countDrifted(listing: Listing, edgeMs: number): Promise<number> {
  const { idEarlierMsMax, idLaterMsMax } = listing.source.drift;
  const sql = createBinder();
  const around = { fromMs: edgeMs - idEarlierMsMax, toMs: edgeMs + idLaterMsMax };
  const conditions = [...conditionsOf(listing, sql.bind), ...windowConditions(around, sql.bind)];
  const edgeId = sql.bind(uuidFloor(edgeMs));
  const edgeTime = sql.bind(new Date(edgeMs));
  const [row] = await listing.db.query<{ count: bigint }>({
    text: `
      select count(*) filter (where t.id >= ${edgeId}::uuid and t.created_at < ${edgeTime})
        - count(*) filter (where t.id < ${edgeId}::uuid and t.created_at >= ${edgeTime}) as count
      from ${listing.source.table} t where ${conditions.join(" and ")}`,
    values: sql.values,
  });
  return Number(row?.count ?? 0n);
}

interface Reading {
  /** In reading order, without overlap. */
  readonly windows: readonly Window[];
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Only rows that follow this id. */
  readonly beyond?: string | null;
}

/** One page of rows, in reading order. */
export async function readWindows<Row>(listing: Listing, reading: Reading): Promise<readonly Row[]> {
  const { windows, descending, offset, limit, beyond = null } = reading;
  const [window] = windows;
  if (window === undefined) return [];
  const sql = createBinder();
  const conditions = conditionsOf(listing, sql.bind);
  if (beyond !== null) conditions.push(`t.id ${descending ? "<" : ">"} ${sql.bind(beyond)}::uuid`);
  const order = descending ? "desc" : "asc";
  const select = `select ${listing.columns} from ${listing.source.table} t where `;
  const count = sql.bind(limit);
  const skipped = sql.bind(offset);
  const one = (): string => {
    const within = [...conditions, ...windowConditions(window, sql.bind)].join(" and ");
    const page = `order by t.id ${order} limit ${count}::bigint offset ${skipped}::bigint`;
    if (offset === 0) return `${select} ${within} ${page}`;
    // Skipped rows are counted in the index; only the rows of the page are fetched. The first condition names their
    // owner.
    return `${select} ${conditions[0]} and t.id = any(array(
        select t.id from ${listing.source.table} t where ${within} ${page}))
      order by t.id ${order}`;
  };
  const text =
    windows.length === 1
      ? one()
      : `select found.*
         from unnest(${sql.bind(windows.map((each) => uuidFloor(each.fromMs)))}::uuid[],
           ${sql.bind(windows.map((each) => uuidFloor(each.toMs)))}::uuid[]) as w (from_id, to_id)
         cross join lateral (
           ${select} ${[...conditions, "t.id >= w.from_id", "t.id < w.to_id"].join(" and ")}
           order by t.id ${order} limit ${count}::bigint + ${skipped}::bigint
         ) found
         order by found.id ${order} limit ${count}::bigint offset ${skipped}::bigint`;
  return listing.db.query<Row>({ text, values: sql.values });
}

/** The first page of a list without filters, and the length of the list: `sum` over the days, in one statement. */
export async function readFirst<Row>(
  listing: Listing,
  sum: string,
  descending: boolean,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const { db, source, columns, merchantNo } = listing;
  const sql = createBinder();
  const conditions = conditionsOf(listing, sql.bind).join(" and ");
  const rows = await db.query<Row & { readonly listTotal: bigint }>({
    text: `
      select ${columns}, (
        select coalesce(sum(${sum}), 0)::bigint from list_counters where merchant_no = ${sql.bind(merchantNo)}
      ) as "listTotal"
      from ${source.table} t where ${conditions}
      order by t.id ${descending ? "desc" : "asc"} limit ${sql.bind(limit)}::bigint`,
    values: sql.values,
  });
  return { rows, total: Number(rows[0]?.listTotal ?? 0n) };
}

function createBinder() {
  const values: unknown[] = [];
  return { values, bind: (value: unknown): string => `$${values.push(value)}` };
}

type Bind = (value: unknown) => string;

function conditionsOf({ source, merchantNo, filter }: Listing, bind: Bind): string[] {
  const { statuses, createdFromMs: fromMs, createdToMs: toMs } = filter;
  const conditions = [
    `t.${source.scope ?? "merchant_no"} = ${bind(merchantNo)}`,
    ...(source.only === undefined ? [] : [source.only]),
    ...filter.conditions.map((condition) => condition(bind)),
  ];
  if (statuses !== null) conditions.push(`t.status = any(${bind(statuses)}::text[])`);
  if (fromMs !== null) {
    conditions.push(`t.id >= ${bind(uuidFloor(fromMs - source.drift.idEarlierMsMax))}::uuid`);
    conditions.push(`t.created_at >= ${bind(new Date(fromMs))}`);
  }
  if (toMs !== null) {
    conditions.push(`t.id < ${bind(uuidFloor(toMs + source.drift.idLaterMsMax))}::uuid`);
    conditions.push(`t.created_at < ${bind(new Date(toMs))}`);
  }
  return conditions;
}

function windowConditions(window: Window, bind: Bind): string[] {
  if (window === WHOLE_KEY) return [];
  return [`t.id >= ${bind(uuidFloor(window.fromMs))}::uuid`, `t.id < ${bind(uuidFloor(window.toMs))}::uuid`];
}
