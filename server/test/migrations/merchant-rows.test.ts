import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { movingBytes, movingTables, rowsInMove } from "../../src/db/merchant-rows.ts";
import { migrationsTable } from "../../src/db/roles.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";

/** What becomes of each table's rows when a merchant changes its cell, held against the tables that there are. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const columns = (): Promise<readonly Column[]> =>
  database.owner.query<Column>({
    text: `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
             from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
              and c.relname <> $1
            order by 1, 2`,
    values: [migrationsTable],
  });
const isMoving = (table: string): boolean => rowsInMove[table] === "moves";

describe("when a merchant changes its cell", () => {
  it("each table has its decision, and none is decided that there is not", async () => {
    const tables = new Set((await columns()).map(({ table }) => table));
    expect(Object.keys(rowsInMove).toSorted()).toEqual([...tables].toSorted());
  });

  it("rows that name a merchant are not taken for shared ones", async () => {
    const named = (await columns()).filter(({ column }) => ["merchant_no", "merchant_id"].includes(column));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ table }) => rowsInMove[table] === "shared")).toEqual([]);
  });

  it("each column of bytes that moves is known as sealed, keyed or plain", async () => {
    const bytes = (await columns()).filter(({ table, type }) => type === "bytea" && isMoving(table));
    expect(Object.keys(movingBytes).toSorted()).toEqual(
      bytes.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });

  it("what a moving row refers to has moved before it, or is of the tenant and has its like there", async () => {
    const references = await database.owner.query<{ child: string; parent: string }>({
      text: `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
               from pg_constraint where contype = 'f' and conrelid <> confrelid`,
    });
    const place = (table: string): number => movingTables.indexOf(table as (typeof movingTables)[number]);
    const fromMoving = references.filter(({ child }) => isMoving(child));
    expect(fromMoving.length).toBeGreaterThan(15);
    const parentsAfter = fromMoving.filter(
      ({ child, parent }) => isMoving(parent) && place(parent) > place(child),
    );
    expect(parentsAfter).toEqual([]);
    const elsewhere = fromMoving.filter(({ parent }) => !isMoving(parent)).map(({ parent }) => parent);
    expect([...new Set(elsewhere)].toSorted()).toEqual(["operators", "tenants"]);
  });
});
