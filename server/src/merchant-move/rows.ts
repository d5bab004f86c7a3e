import type { Queryable } from "../db/database.ts";
import { movingTables, rowsOfMerchant } from "../db/merchant-rows.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { RowText } from "./values.ts";

/** A column that is stored: what PostgreSQL computes is not copied. */
export interface MovingColumn {
  readonly name: string;
  readonly type: string;
}

export interface MovingTable {
  readonly table: (typeof movingTables)[number];
  readonly columns: readonly MovingColumn[];
  readonly primaryKey: readonly string[];
}

/** The moving tables of a database in the order of `movingTables`. */
export async function readTables(db: Queryable): Promise<readonly MovingTable[]> {
  const found = await db.query<MovingColumn & { readonly table: string; readonly place: number | null }>({
    text: `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
                  array_position(k.conkey, a.attnum) as place
             from pg_class c
             join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
            where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
            order by 1, 2`,
    values: [movingTables],
  });
  return movingTables.map((table) => {
    const own = found.filter((each) => each.table === table);
    const keys = own.filter(({ place }) => place !== null);
    return {
      table,
      columns: own.map(({ name, type }) => ({ name, type })),
      primaryKey: keys
        .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
        .map(({ name }) => name),
    };
  });
}

/** A document may have five megabytes, which become thirty on their way. */
const FILES_A_PAGE = 1;
const ROWS_A_PAGE = 1_000;

/**
 * The rows of a merchant and mode in the order of their key, as text, in pages. With `changedFor`, a number of transactions, only those
 * that one of the last transactions has written.
 */
export async function* readRows(
  db: Queryable,
  { table, columns, primaryKey }: MovingTable,
  merchantNo: MerchantNo,
  changedFor?: number,
): AsyncGenerator<readonly RowText[]> {
  const limit = table === "kyb_documents" ? FILES_A_PAGE : ROWS_A_PAGE;
  const keys = primaryKey.map((name) => `t.${name}`).join(", ");
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const after = primaryKey.map((name, at) => `$${at + 2}::text::${types.get(name)}`).join(", ");
  let last: RowText | undefined;
  while (true) {
    const rows: readonly RowText[] = await db.query<RowText>({
      text: `select ${columns.map(({ name }) => `t.${name}::text as ${name}`).join(", ")} from ${table} t
              where ${rowsOfMerchant(table)}${last === undefined ? "" : ` and (${keys}) > (${after})`}
                ${changedFor === undefined ? "" : `and age(t.xmin) <= ${changedFor}`}
              order by ${keys} limit ${limit}`,
      values: [merchantNo, ...(last === undefined ? [] : primaryKey.map((name) => last?.[name]))],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** Writes rows as `readRows` gives them; with `overwrites` those that are there become like them. */
export async function writeRows(
  db: Queryable,
  { table, columns, primaryKey }: MovingTable,
  rows: readonly RowText[],
  overwrites: boolean,
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const others = names.filter((name) => !primaryKey.includes(name));
  const change =
    others.length === 0
      ? "nothing"
      : `update set ${others.map((name) => `${name} = excluded.${name}`).join(", ")}`;
  await db.query({
    text: `insert into ${table} (${names.join(", ")}) overriding system value
           select ${columns.map(({ name, type }) => `r.${name}::${type}`).join(", ")}
             from json_to_recordset($1::json) r (${names.map((name) => `${name} text`).join(", ")})
           ${overwrites ? `on conflict (${primaryKey.join(", ")}) do ${change}` : ""}`,
    values: [JSON.stringify(rows)],
  });
}

/** The rows with the keys of `rows`, in the order of their key. */
export function readSame(
  db: Queryable,
  table: MovingTable,
  rows: readonly RowText[],
): Promise<readonly RowText[]> {
  const keys = table.primaryKey.map((name) => `t.${name}`).join(", ");
  return db.query<RowText>({
    text: `select ${table.columns.map(({ name }) => `t.${name}::text as ${name}`).join(", ")} from ${table.table} t
            where (${keys}) in (${keysOf(table, "$1")}) order by ${keys}`,
    values: [JSON.stringify(rows.map((row) => keyOf(table, row)))],
  });
}

export const keyOf = ({ primaryKey }: MovingTable, row: RowText): RowText =>
  Object.fromEntries(primaryKey.map((name) => [name, row[name] ?? null]));

/** A query for the keys in a parameter of JSON. */
function keysOf({ columns, primaryKey }: MovingTable, parameter: string): string {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return `select ${primaryKey.map((name) => `r.${name}::${types.get(name)}`).join(", ")}
            from json_to_recordset(${parameter}::json) r (${primaryKey.map((name) => `${name} text`).join(", ")})`;
}

/** How many rows each table has, in their order: one question for all, because a merchant is frozen meanwhile. */
export async function countAll(
  db: Queryable,
  tables: readonly MovingTable[],
  merchantNo: MerchantNo,
): Promise<readonly number[]> {
  const rows = await db.query<{ n: bigint }>({
    text: tables
      .map(
        ({ table }, at) =>
          `select ${at} as place, count(*) as n from ${table} t where ${rowsOfMerchant(table)}`,
      )
      .join(" union all ")
      .concat(" order by 1"),
    values: [merchantNo],
  });
  return rows.map(({ n }) => Number(n));
}

/** Which of the tables have rows that were changed (`readRows`). */
export async function findChanged(
  db: Queryable,
  tables: readonly MovingTable[],
  merchantNo: MerchantNo,
  changedFor: number,
): Promise<readonly MovingTable[]> {
  const rows = await db.query<{ place: number }>({
    text: tables
      .map(
        ({ table }, at) =>
          `select ${at} as place where exists (
             select from ${table} t where ${rowsOfMerchant(table)} and age(t.xmin) <= ${changedFor})`,
      )
      .join(" union all "),
    values: [merchantNo],
  });
  const places = new Set(rows.map(({ place }) => place));
  return tables.filter((_table, at) => places.has(at));
}

export async function deleteRows(db: Queryable, table: MovingTable, rows: readonly RowText[]): Promise<void> {
  await db.query({
    text: `delete from ${table.table} where (${table.primaryKey.join(", ")}) in (${keysOf(table, "$1")})`,
    values: [JSON.stringify(rows)],
  });
}
