import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../src/db/migrate.ts";
import { earlierFiles, squashedFiles } from "../../src/db/squash.ts";
import { createManualClock } from "../../src/kit/clock.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { createRecordingLog, quietLog } from "../harness/log.ts";
import { dumpSchema } from "./schema-dump.ts";

const madeMs = Date.UTC(2026, 10, 21, 12);
const clock = createManualClock(Date.UTC(2026, 10, 23));
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (log = quietLog) => migrate({ ownerUrl: database.ownerUrl, clock, log });
const list = () =>
  database.owner.query<{ name: string; checksum: string; at: number }>({
    text: "select name, checksum, applied_at as at from schema_migrations order by name",
  });

/** The list of files in a database from before the squash. */
async function writeEarlier(change: Readonly<Record<string, string | null>> = {}): Promise<void> {
  await database.owner.query({
    text: "delete from schema_migrations where name = any($1)",
    values: [squashedFiles],
  });
  for (const [name, released] of Object.entries(earlierFiles)) {
    const checksum = change[name] === undefined ? released : change[name];
    if (checksum === null) continue;
    await database.owner.query({
      text: "insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)",
      values: [name, checksum, new Date(madeMs)],
    });
  }
}

test("a database with all of the earlier files is taken over: its list changes, nothing is run", async () => {
  const before = await list();
  const schema = await dumpSchema(database.owner);
  await writeEarlier();
  const { log, lines } = createRecordingLog();
  expect((await run(log)).applied).toEqual([]);
  expect(lines.map(({ event }) => event)).toEqual(["database.migrations.renamed"]);
  const after = await list();
  expect(after.map(({ name, checksum }) => [name, checksum])).toEqual(
    before.map(({ name, checksum }) => [name, checksum]),
  );
  expect(after.find(({ name }) => name === squashedFiles[0])?.at).toBe(clock.nowMs());
  expect(await dumpSchema(database.owner)).toBe(schema);
  // Done once, however often the service starts.
  expect((await run()).applied).toEqual([]);
  expect(await list()).toEqual(after);
});

test("four starters that arrive together take it over once", async () => {
  await writeEarlier();
  const before = (await list()).length;
  const results = await Promise.all(Array.from({ length: 4 }, () => run()));
  expect(results.flatMap(({ applied }) => applied)).toEqual([]);
  expect(before).toBeGreaterThan((await list()).length);
});

test("the last earlier file without its last statement gets it", async () => {
  const [endpointId, id] = ["01a1f000-0000-7000-8000-000000000001", "01a1f000-0000-7000-8000-000000000002"];
  await database.owner.query({
    text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence, status,
             created_at, updated_at)
           values (1, $2, $1, $2, 'payment.succeeded', $2, 1, 'SUCCEEDED', $3, $3)`,
    values: [endpointId, id, new Date(madeMs)],
  });
  await writeEarlier({
    "0025_delivery_queue.sql": "d409bd1986c6374b9e9a7d9d544a92c338af37eb8c1762645df9305e3d286a2e",
  });
  await run();
  const sweeps = await database.owner.query<{ name: string; until: number }>({
    text: "select name, swept_until as until from sweeps",
  });
  expect(sweeps).toEqual([{ name: "webhook_deliveries.leases", until: madeMs - 3_600_000 }]);
});

test("an older database is told which release to start first, and stays as it is", async () => {
  await writeEarlier({ "0024_delivery_keys.sql": null, "0025_delivery_queue.sql": null });
  const before = await list();
  await expect(run()).rejects.toThrow(
    "it has 21 of the 23 steps from which this release goes on. Start it once with the release before (commit ff338ef",
  );
  expect(await list()).toEqual(before);
});

test("a database of a version that was never released is told what still opens it, and stays as it is", async () => {
  await writeEarlier({ "0014_direct_payments.sql": "0".repeat(64) });
  const before = await list();
  await expect(run()).rejects.toThrow(
    /step 0014_direct_payments\.sql, taken on 2026-11-21, .* go back to that one\. .* Nothing has been changed\./,
  );
  expect(await list()).toEqual(before);
});
