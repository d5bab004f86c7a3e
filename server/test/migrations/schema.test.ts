import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { dumpSchema } from "./schema-dump.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** After a new migration: `npx vitest run server/test/migrations/schema.test.ts -u`, and read what changed. */
test("server/src/db/schema.sql is what the migrations build", async () => {
  await expect(await dumpSchema(database.owner)).toMatchFileSnapshot("../../src/db/schema.sql");
});

test("every table of merchant data is keyed by merchant first", async () => {
  const rows = await database.owner.query<{ table: string; first: string }>({
    text: `select c.relname as table, a.attname as first
             from pg_constraint k
             join pg_class c on c.oid = k.conrelid
             join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
            where k.contype = 'p' and c.relnamespace = 'public'::regnamespace
              and exists (select from pg_attribute m where m.attrelid = c.oid and m.attname = 'merchant_no')`,
  });
  // A difference belongs to the tenant: it has a merchant only when the statement's line belongs to one that we know.
  const directories = [
    "reconciliation_differences",
    "merchant_numbers",
    "api_keys",
    "audit_log",
    "link_slugs",
  ];
  const wrong = rows.filter(({ table, first }) => first !== "merchant_no" && !directories.includes(table));
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(10);
});
