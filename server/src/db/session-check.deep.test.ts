import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog } from "../../test/harness/log.ts";
import { type Pooler, startPooler } from "../../test/harness/pooler.ts";
import { openDedicatedConnection } from "./dedicated.ts";
import { checkSessions, type PoolingExpected } from "./session-check.ts";

let database: TestDatabase;
let pooler: Pooler | null = null;
beforeAll(async () => {
  database = await createTestDatabase({ isPatient: false });
});
afterEach(async () => {
  await pooler?.close();
  pooler = null;
});
afterAll(() => database.drop());

/** What the service would ask for at the start of a session, had it reached PostgreSQL. */
const asked =
  "-c statement_timeout=5s -c lock_timeout=1500ms -c idle_in_transaction_session_timeout=10s -c TimeZone=UTC";

async function check(url: string, expected: PoolingExpected = {}) {
  const { log, lines } = createRecordingLog();
  const refusal = await checkSessions(url, log, expected).then(
    () => null,
    (error: Error) => {
      expect(error.name).toBe("DatabaseRefusedError");
      expect(error.message).not.toContain("\n");
      return error.message;
    },
  );
  return { refusal, lines };
}

it("finds nothing wrong with PostgreSQL itself", async () => {
  expect(await check(database.url)).toEqual({ refusal: null, lines: [] });
});

describe("another isolation than read committed", () => {
  it.each(["serializable", "repeatable read"])("is refused: %s", async (isolation) => {
    const name = new URL(database.url).pathname.slice(1);
    await database.owner.query({
      text: `alter database ${name} set default_transaction_isolation = '${isolation}'`,
    });
    const { refusal } = await check(database.url);
    await database.owner.query({ text: `alter database ${name} reset default_transaction_isolation` });
    expect(refusal).toContain(`default_transaction_isolation is "${isolation}"`);
  });
});

describe("a pooler in transaction mode", () => {
  it.each([1, 2, 5])("that keeps no prepared statements is refused, with %i connections", async (size) => {
    pooler = await startPooler(database.url, { size, settings: asked });
    const { refusal } = await check(pooler.url);
    expect(refusal).toContain(
      "a pooler in transaction mode stands before it and keeps no prepared statements",
    );
    expect(refusal).toContain("max_prepared_statements");
  });

  it("that drops the deadlines is refused, and they are named", async () => {
    pooler = await startPooler(database.url, { size: 2 });
    const { refusal } = await check(pooler.url);
    expect(refusal).toContain("idle_in_transaction_session_timeout, lock_timeout, statement_timeout");
    expect(refusal).toContain("alter role cauris_app set");
  });

  it("that drops the schema of the tables is refused: another cell's tables may be where it leads", async () => {
    pooler = await startPooler(database.url, { size: 2, settings: asked, keepsStatements: true });
    const { refusal } = await check(`${pooler.url}?schema=cell_ci`);
    expect(refusal).toContain("drops what a session asks for at its start (search_path)");
  });

  it.each([1, 2])(
    "that keeps prepared statements is accepted and told, with %i connections",
    async (size) => {
      pooler = await startPooler(database.url, { size, settings: asked, keepsStatements: true });
      expect(await check(pooler.url)).toEqual({
        refusal: null,
        lines: [
          {
            level: "warn",
            event: "database.pooled",
            fields: { reason: expect.stringContaining("messages between processes are lost") },
          },
        ],
      });
    },
  );

  it("is nothing to tell where what needs a session goes past it, and refused where that should", async () => {
    pooler = await startPooler(database.url, { size: 2, settings: asked, keepsStatements: true });
    expect(await check(pooler.url, { mayBePooled: true })).toEqual({ refusal: null, lines: [] });
    const { refusal } = await check(pooler.url, { mustBeDirect: true });
    expect(refusal).toContain("DATABASE_DIRECT_URL must lead past every pooler");
    expect(await check(database.url, { mustBeDirect: true })).toEqual({ refusal: null, lines: [] });
  });

  it("that keeps prepared statements runs those of two clients who take turns on its connections", async () => {
    pooler = await startPooler(database.url, { size: 2, settings: asked, keepsStatements: true });
    const { url } = pooler;
    const clients = [0, 1, 2].map(() => openDedicatedConnection({ url, applicationName: "turns" }));
    const backends = new Set<number>();
    const run = async (at: number): Promise<number> => {
      const [row] = await (await (clients[at] as (typeof clients)[0])).query<{ value: number; pid: number }>({
        name: "same.name",
        text: `select $1::int + ${at} as value, pg_backend_pid() as pid from pg_sleep(0.01)`,
        values: [100],
      });
      backends.add(row?.pid ?? 0);
      return row?.value ?? 0;
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await Promise.all([0, 1, 2].map(run))).toEqual([100, 101, 102]);
    }
    expect(backends.size).toBe(2);
    await Promise.all(clients.map(async (client) => (await client).close()));
  });
});

it("a pooler in session mode is accepted without a word: a client keeps its connection", async () => {
  pooler = await startPooler(database.url, { size: 2, settings: asked, mode: "session" });
  expect(await check(pooler.url)).toEqual({ refusal: null, lines: [] });
});
