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

/** How many rows fit the filter, up to `most`. */
export async function countUpTo(listing: Listing, most: number): Promise<number> {
  const sql = createBinder();
  const conditions = conditionsOf(listing, sql.bind).join(" and ");
  const [row] = await listing.db.query<{ count: bigint }>({
    text: `
      select count(*) as count from (
        select from ${listing.source.table} t where ${conditions} order by t.id desc limit ${sql.bind(most)}::bigint
      ) counted`,
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

/**
 * Where a page of a narrowed list ends at the latest: the id of the `depth`th row in reading order, counted before rows are compared.
 * Null: there are fewer.
 */
export async function readEdge(
  listing: Listing,
  { depth, descending, beyond }: { readonly depth: number } & Pick<Reading, "descending" | "beyond">,
): Promise<string | null> {
  const { source, merchantNo, filter } = listing;
  const sql = createBinder();
  const conditions = [
    `t.${source.scope ?? "merchant_no"} = ${sql.bind(merchantNo)}`,
    ...(source.only === undefined ? [] : [source.only]),
    ...filter.conditions.map((condition) => condition(sql.bind)),
    ...idsOfPeriod(listing, sql.bind),
    ...beyondConditions(beyond, descending, sql.bind),
  ];
  const [row] = await listing.db.query<{ id: string }>({
    text: `
      select t.id from ${source.table} t where ${conditions.join(" and ")}
      order by t.id ${descending ? "desc" : "asc"} limit 1 offset ${sql.bind(depth - 1)}::bigint`,
    values: sql.values,
  });
  return row?.id ?? null;
}

interface Reading {
  /** In reading order, without overlap. */
  readonly windows: readonly Window[];
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Only rows that follow this id. */
  readonly beyond?: string | null;
  /** Only rows up to this id, included. */
  readonly edge?: string | null;
}

/** One page of rows, in reading order. */
export async function readWindows<Row>(listing: Listing, reading: Reading): Promise<readonly Row[]> {
  const { windows, descending, offset, limit, beyond = null, edge = null } = reading;
  const [window] = windows;
  if (window === undefined) return [];
  const sql = createBinder();
  const conditions = conditionsOf(listing, sql.bind);
  conditions.push(...beyondConditions(beyond, descending, sql.bind));
  if (edge !== null) conditions.push(`t.id ${descending ? ">=" : "<="} ${sql.bind(edge)}::uuid`);
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
    ...[...filter.conditions, ...(filter.compared ?? [])].map((condition) => condition(bind)),
    ...idsOfPeriod({ source, filter }, bind),
  ];
  if (statuses !== null) conditions.push(hasStatus(statuses, bind));
  if (fromMs !== null) conditions.push(`t.created_at >= ${bind(new Date(fromMs))}`);
  if (toMs !== null) conditions.push(`t.created_at < ${bind(new Date(toMs))}`);
  return conditions;
}

/** One status is compared by itself: its part of an index is in the order of the list. */
function hasStatus(statuses: readonly string[], bind: Bind): string {
  return statuses.length === 1
    ? `t.status = ${bind(statuses[0])}::text`
    : `t.status = any(${bind(statuses)}::text[])`;
}

/** The part of the key in which rows of the filter's period can be. */
function idsOfPeriod({ source, filter }: Pick<Listing, "source" | "filter">, bind: Bind): readonly string[] {
  const { createdFromMs: fromMs, createdToMs: toMs } = filter;
  return [
    ...(fromMs === null ? [] : [`t.id >= ${bind(uuidFloor(fromMs - source.drift.idEarlierMsMax))}::uuid`]),
    ...(toMs === null ? [] : [`t.id < ${bind(uuidFloor(toMs + source.drift.idLaterMsMax))}::uuid`]),
  ];
}

function beyondConditions(beyond: string | null | undefined, descending: boolean, bind: Bind) {
  return beyond == null ? [] : [`t.id ${descending ? "<" : ">"} ${bind(beyond)}::uuid`];
}

function windowConditions(window: Window, bind: Bind): string[] {
  if (window === WHOLE_KEY) return [];
  return [`t.id >= ${bind(uuidFloor(window.fromMs))}::uuid`, `t.id < ${bind(uuidFloor(window.toMs))}::uuid`];
}
