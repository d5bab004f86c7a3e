import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Queryable } from "../../src/db/database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "../../src/db/dedicated.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createManualClock } from "../../src/kit/clock.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { quietLog } from "../harness/log.ts";

/** Each way of a migration, with a payer beside it, and after it was killed. */
const clock = createManualClock(Date.UTC(2026, 10, 24));
const ROWS = 20_000;
let database: TestDatabase;
let folder: string;
/** In the middle of a payment, until it commits. */
let payer: DedicatedConnection;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), "cauris-ways-"));
  await write(
    "0001_tables.sql",
    `create table ledger_transfers (id int); create table ledger_seals (id int); create table events (id int);
     create table audit_log (id int); create table webhook_attempts (id int);
     create sequence numbers start 1000000;
     create table payments (id int primary key, note text not null, done boolean not null default false, times int not null default 0);
     insert into payments select n, repeat('x', 100) from generate_series(1, ${ROWS}) n;`,
  );
  await run();
  payer = await openDedicatedConnection({ url: database.ownerUrl, applicationName: "payer" });
});
afterEach(async () => {
  await payer.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (patienceMs = 30_000) =>
  migrate({ ownerUrl: database.ownerUrl, clock, log: quietLog, folder, patienceMs });
const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const query = async <Row>(text: string): Promise<readonly Row[]> => database.owner.query<Row>({ text });

/** A payer who waits for a lock for longer than a second is refused, and the test fails. */
async function pays(db: Queryable = database.owner): Promise<void> {
  await db.query({
    text: "set lock_timeout = '1s'; insert into payments values (nextval('numbers'), '')",
  });
}
const waitsFor = async (lock: "relation" | "transactionid" | "virtualxid"): Promise<boolean> =>
  (
    await database.owner.query({
      text: `select from pg_locks l join pg_stat_activity a using (pid)
              where a.application_name = 'cauris migrate' and a.datname = current_database() and not l.granted and l.locktype = $1`,
      values: [lock],
    })
  ).length > 0;
const endMigration = () =>
  query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'cauris migrate' and datname = current_database()`,
  );

describe("an index outside a transaction", () => {
  const isValid = async (): Promise<boolean | undefined> =>
    (
      await query<{ valid: boolean }>(
        "select indisvalid as valid from pg_index where indexrelid = to_regclass('payments_note')",
      )
    )[0]?.valid;
  beforeEach(async () => {
    await write(
      "0002_index.sql",
      "-- run: outside a transaction\ncreate index concurrently if not exists payments_note on payments (note);",
    );
    await payer.query({ text: "begin" });
    await pays(payer);
  });

  test("waits for a payment that is under way, and lets others pass", async () => {
    const running = run();
    await expect.poll(() => waitsFor("virtualxid")).toBe(true);
    await pays();
    await payer.query({ text: "commit" });
    expect((await running).applied).toEqual(["0002_index.sql"]);
    expect(await isValid()).toBe(true);
    expect((await run()).applied).toEqual([]);
  });

  test("is dropped and made again after a kill in its middle", async () => {
    const running = run();
    const refused = expect(running).rejects.toThrow("0002_index.sql failed");
    await expect.poll(() => waitsFor("virtualxid")).toBe(true);
    await endMigration();
    await refused;
    expect(await isValid()).toBe(false);
    await payer.query({ text: "commit" });
    expect((await run()).applied).toEqual(["0002_index.sql"]);
    expect(await isValid()).toBe(true);
  });

  test("is made once when several starts arrive together: none of them stands in its way", async () => {
    const running = [run(), run(), run()];
    await expect.poll(() => waitsFor("virtualxid")).toBe(true);
    await payer.query({ text: "commit" });
    const results = await Promise.all(running);
    expect(results.flatMap(({ applied }) => applied)).toEqual(["0002_index.sql"]);
    expect(await isValid()).toBe(true);
  });
});

describe("a change in rounds", () => {
  const counts = async () =>
    (
      await query<{ done: number; times: number }>(
        "select count(*) filter (where done)::int as done, max(times) as times from payments",
      )
    )[0];
  beforeEach(() =>
    write(
      "0002_fill.sql",
      `-- run: in rounds
       update payments set done = true, times = times + 1 where not done and ctid >= $1 and ctid < $2;`,
    ),
  );

  test("reaches every row, also those of the release before that are written meanwhile", async () => {
    await payer.query({ text: `begin; update payments set note = '' where id = ${ROWS}` });
    const running = run();
    // It waits for the last page; what is written now lies on pages that it has passed.
    await expect.poll(() => waitsFor("transactionid")).toBe(true);
    await query(`insert into payments select id, '' from generate_series(${ROWS + 1}, ${ROWS + 100}) id`);
    await payer.query({ text: "commit" });
    expect((await running).applied).toEqual(["0002_fill.sql"]);
    expect(await counts()).toEqual({ done: ROWS + 100, times: 1 });
  });

  test("keeps what it did when it is killed, and goes on from there", async () => {
    await payer.query({ text: `begin; update payments set note = '' where id = ${ROWS}` });
    const refused = expect(run()).rejects.toThrow("0002_fill.sql failed");
    await expect.poll(() => waitsFor("transactionid")).toBe(true);
    await endMigration();
    await refused;
    const half = await counts();
    expect(half?.done).toBeGreaterThan(0);
    expect(half?.done).toBeLessThan(ROWS);
    await payer.query({ text: "commit" });
    expect((await run()).applied).toEqual(["0002_fill.sql"]);
    expect(await counts()).toEqual({ done: ROWS, times: 1 });
  });
});

describe("a transaction", () => {
  beforeEach(async () => {
    await write("0002_column.sql", "alter table payments add column more int;");
    await payer.query({ text: "begin; select from payments limit 1" });
  });

  test("lets those behind it pass while it waits for its lock, and gets it in the end", async () => {
    const running = run();
    for (let waits = 0; waits < 3; waits += 1) {
      await expect.poll(() => waitsFor("relation"), { interval: 5 }).toBe(true);
      await pays();
    }
    await payer.query({ text: "commit" });
    expect((await running).applied).toEqual(["0002_column.sql"]);
  });

  test("gives up when its patience is over, and leaves nothing", async () => {
    await expect(run(500)).rejects.toMatchObject({ cause: { code: "55P03" } });
    await payer.query({ text: "commit" });
    expect(
      await query("select from pg_attribute where attrelid = 'payments'::regclass and attname = 'more'"),
    ).toEqual([]);
  });
});

test("a way that the runner does not know is refused before anything is applied", async () => {
  await write("0002_odd.sql", "-- run: some time\nselect 1");
  await expect(run()).rejects.toThrow("0002_odd.sql begins with an unknown way");
});
