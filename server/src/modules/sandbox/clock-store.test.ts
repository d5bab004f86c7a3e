import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { shifts } from "./clock-store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Times that are not moved in a sandbox, and the reasons. */
const keptOnPurpose = new Map([
  ["api_keys.expires_at", "nobody locks himself out by trying something"],
  ["exports.expires_at", "a file that somebody is about to download does not vanish"],
  ["exports.leased_until", "the claim of the process that writes a file, in real time"],
  ["merchant_news.due_at", "mails that wait some minutes for similar news, in real time"],
  ["payout_approval_proposals.expires_at", "proposed in live mode only, where the clock is never moved"],
  ["merchant_logos.next_check_at", "when a picture is fetched again: another server's business"],
]);

it("moving the clock brings every time that a merchant waits for nearer, except those listed as fixed", async () => {
  const columns = await database.owner.query<{ table: string; column: string }>({
    text: `select c.table_name as table, c.column_name as column
             from information_schema.columns c
             join information_schema.tables t using (table_schema, table_name)
            where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%'
              and c.is_generated = 'NEVER'
              and c.column_name ~ '(^next_|^due_|expires|_until$|_from$|_since$)'
              and exists (select from information_schema.columns m
                           where m.table_schema = 'public' and m.table_name = c.table_name and m.column_name = 'merchant_no')
            order by 1, 2`,
  });
  expect(columns.length).toBeGreaterThan(10);
  const statements = Object.values(shifts);
  const forgotten = columns
    .map(({ table, column }) => ({ name: `${table}.${column}`, table, column }))
    .filter(({ name }) => !keptOnPurpose.has(name))
    .filter(
      ({ table, column }) =>
        !statements.some((text) => text.includes(`update ${table} `) && text.includes(`${column} = `)),
    );
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});
