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

/** The rows of a merchant and mode in the order of their key, as text, in pages. */
export async function* readRows(
  db: Queryable,
  { table, columns, primaryKey }: MovingTable,
  merchantNo: MerchantNo,
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
              order by ${keys} limit ${limit}`,
      values: [merchantNo, ...(last === undefined ? [] : primaryKey.map((name) => last?.[name]))],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** Writes rows as `readRows` gives them. */
export async function insertRows(
  db: Queryable,
  { table, columns }: MovingTable,
  rows: readonly RowText[],
): Promise<void> {
  const names = columns.map(({ name }) => name).join(", ");
  await db.query({
    text: `insert into ${table} (${names}) overriding system value
           select ${columns.map(({ name, type }) => `r.${name}::${type}`).join(", ")}
             from json_to_recordset($1::json) r (${columns.map(({ name }) => `${name} text`).join(", ")})`,
    values: [JSON.stringify(rows)],
  });
}
