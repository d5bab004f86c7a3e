import type { Queryable } from "../db/database.ts";
import type { Condition } from "../db/list.ts";
import { type IdKind, parsePublicId, type TenantId } from "../kit/ids.ts";
import type { ListNames, ListPage } from "./list-page.ts";
import { cursorMeta, type PageRequest, pageMeta, unknownCursor } from "./pagination.ts";

/**
 * Lists for a tenant's operators: tables with `tenant_id` and a UUIDv7 `id`, with hundreds of rows where merchants have
 * millions. Read along the primary key, and counted row by row.
 */
export interface TenantListRequest {
  readonly table: string;
  readonly tenantId: TenantId;
  /** Conditions on the row `t`. */
  readonly conditions: readonly Condition[];
  readonly names: ListNames;
  readonly page: PageRequest;
  /** Whether an id was ever in this list, for tables that delete rows; when absent, the table is asked. */
  readonly knows?: (id: string) => Promise<boolean>;
}

/** One page, by number or by cursor, with its `meta`. Refuses a cursor that is not an entry of this tenant. */
export async function readTenantPage(db: Queryable, request: TenantListRequest): Promise<ListPage> {
  const { table, tenantId, conditions, names, page } = request;
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = [`t.tenant_id = ${bind(tenantId)}`, ...conditions.map((condition) => condition(bind))];
  const read = async (more: readonly string[], descending: boolean, limit: number, offset: number) => {
    const text = `select t.id from ${table} t where ${[...where, ...more].join(" and ")}
      order by t.id ${descending ? "desc" : "asc"} limit ${limit} offset ${offset}`;
    return (await db.query<{ id: string }>({ text, values })).map(({ id }) => id);
  };

  const isThere = async (id: string): Promise<boolean> => {
    const found = await db.query({
      text: `select 1 from ${table} t where t.tenant_id = $1 and t.id = $2`,
      values: [tenantId, id],
    });
    return found.length > 0;
  };

  if (page.by === "page") {
    const [row] = await db.query<{ n: bigint }>({
      text: `select count(*) as n from ${table} t where ${where.join(" and ")}`,
      values: [...values],
    });
    const total = Number(row?.n ?? 0n);
    const offset = (page.page - 1) * page.pageSize;
    const ids = offset >= total ? [] : await read([], page.newestFirst, page.pageSize, offset);
    return { ids, meta: pageMeta(page, total, ids.map(names.format)) };
  }
  const cursor = names.parse(page.cursor);
  if (cursor === null || !(await (request.knows ?? isThere)(cursor))) throw unknownCursor(page);
  const descending = page.newestFirst === (page.direction === "after");
  const beyond = `t.id ${descending ? "<" : ">"} ${bind(cursor)}::uuid`;
  const found = await read([beyond], descending, page.pageSize + 1, 0);
  const shown = found.slice(0, page.pageSize);
  const ids = page.direction === "after" ? shown : shown.reverse();
  return { ids, meta: cursorMeta(page, found.length > page.pageSize, ids.map(names.format)) };
}

/** `t.column = value` for an optional filter. */
export function equalTo(column: string, type: string, value: unknown): readonly Condition[] {
  return value === undefined || value === null ? [] : [(bind) => `t.${column} = ${bind(value)}::${type}`];
}

/** A filter by a public id. What is no id of this kind names nothing. */
export function namedBy(column: string, kind: IdKind, text: string | undefined): readonly Condition[] {
  if (text === undefined) return [];
  const id = parsePublicId(kind, text);
  return id === null ? [() => "false"] : equalTo(column, "uuid", id);
}

/** `t.column` is one of `values`; null: any. */
export function oneOf(column: string, values: readonly string[] | null): readonly Condition[] {
  return values === null ? [] : [(bind) => `t.${column} = any(${bind(values)}::text[])`];
}

/** The period of creation, half-open, in epoch milliseconds; null: no end on this side. */
export function createdWithin(fromMs: number | null, toMs: number | null): readonly Condition[] {
  return [
    ...(fromMs === null ? [] : [(bind: Bind) => `t.created_at >= ${bind(new Date(fromMs))}`]),
    ...(toMs === null ? [] : [(bind: Bind) => `t.created_at < ${bind(new Date(toMs))}`]),
  ];
}
type Bind = Parameters<Condition>[0];

/** One of the columns contains the text, whatever its capitals: `%` and `_` have no special meaning. */
export function containing(columns: readonly string[], text: string): Condition {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return (bind) => {
    const value = bind(pattern);
    return `(${columns.map((column) => `t.${column} ilike ${value}::text`).join(" or ")})`;
  };
}
