import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import { BATCH_LOCK_TIMEOUT_MS, batchWriterSettings } from "../../src/db/batch-writer.ts";
import type { Database } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { checkSessions } from "../../src/db/session-check.ts";
import { createHttpOut } from "../../src/http-out/index.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createTestDatabase } from "../harness/database.ts";
import { startLoad } from "../harness/load.ts";
import { createRecordingLog, quietLog } from "../harness/log.ts";
import { findPgBouncer, type PgBouncer, startPgBouncer } from "../harness/pgbouncer.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome } from "../harness/service-process.ts";

/**
 * A real PgBouncer in transaction mode. With DATABASE_DIRECT_URL what needs a session goes past it: messages between
 * processes arrive as without a pooler, and the settings of the batch writers hold.
 */
const found = await findPgBouncer();
if ("missing" in found) console.info(`skipped: ${found.missing}`);
const program = "program" in found ? found.program : "";

/** What PgBouncer ignores, as docs/operating/database.md says. */
async function setOnRole({ owner, ownerUrl }: { readonly owner: Database; readonly ownerUrl: string }) {
  const settings = {
    statement_timeout: "5s",
    lock_timeout: "1500ms",
    idle_in_transaction_session_timeout: "10s",
    timezone: "UTC",
  };
  const name = new URL(ownerUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await owner.query({ text: `alter role cauris_app in database ${name} set ${setting} = '${value}'` });
}

describe.skipIf(program === "")("behind PgBouncer", () => {
  let test: TestApp;
  let bouncer: PgBouncer;
  let pooled: string;
  let direct: string;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    direct = appUrlOf(test.ownerUrl);
    bouncer = await startPgBouncer(program, test.ownerUrl, [test.ownerUrl, direct]);
    pooled = bouncer.through(direct);
  }, 60_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
    await bouncer?.close();
    await test?.stop();
  }, 60_000);

  /** A pool as the service opens it. The role's own settings stand for what PgBouncer ignores. */
  function openPool(directUrl?: string): Database {
    const db = createDatabase({
      url: pooled,
      max: 5,
      applicationName: "pooled",
      log: quietLog,
      ...(directUrl === undefined ? {} : { directUrl }),
    });
    undo.push(() => db.close());
    return db;
  }

  /** Another process of the service, that gets to its rows through PgBouncer. */
  async function startInstance(db: Database): Promise<App> {
    const { clock, keyring, origin } = test;
    const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
    undo.push(() => egress.close());
    const connectBatchWriter = (name: string) =>
      openDedicatedConnection({ url: direct, applicationName: name, settings: batchWriterSettings });
    const app = await createApp(
      { db, clock, keyring, egress, connectBatchWriter, random: createSystemRandom(), log: quietLog },
      {
        publicUrl: origin,
        ownUrl: origin,
        batchWriterCount: 1,
        trustedProxies: [],
        limits: null,
        version: "test",
      },
    );
    undo.push(() => app.stop());
    return app;
  }

  it("a start says that messages are lost, and with a direct address it says nothing", async () => {
    await setOnRole(test);
    const { log, lines } = createRecordingLog();
    await checkSessions(pooled, log);
    expect(lines.map(({ event, fields }) => [event, String(fields.reason)])).toEqual([
      ["database.pooled", expect.stringContaining("set DATABASE_DIRECT_URL")],
    ]);
    await checkSessions(pooled, log, { mayBePooled: true });
    await checkSessions(direct, log, { mustBeDirect: true });
    expect(lines).toHaveLength(1);
    await expect(checkSessions(pooled, log, { mustBeDirect: true })).rejects.toThrow(
      /DATABASE_DIRECT_URL must lead past every pooler/,
    );
  });

  it("a waiter in another process hears of a payment long before it looks by itself", async () => {
    const db = openPool(direct);
    const instance = await startInstance(db);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const made = await test.request("POST", "/checkout/sessions", {
        body: { amount: "5000", currency: "XOF", title: "Panier" },
      });
      const waiting = instance.http.app.inject({
        method: "GET",
        url: `/api/v1/checkout/pay/${made.body.data.id}/status?waitMs=25000`,
      });
      while (instance.waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const startedMs = performance.now();
      const cancelled = await test.request("POST", `/checkout/sessions/${made.body.data.id}/cancel`);
      expect(cancelled.status).toBe(200);
      expect((await waiting).json().data.status).toBe("CANCELLED");
      times.push(performance.now() - startedMs);
    }
    console.info(`heard after ${times.map((ms) => Math.round(ms)).join(", ")} ms`);
    // Without a message it is found by a look, after more than a second.
    expect(times.toSorted((left, right) => left - right)[2]).toBeLessThan(700);
  });

  it("the settings of a batch writer hold on its own connection, and PgBouncer would have dropped them", async () => {
    const lockTimeoutOf = async (url: string): Promise<unknown> => {
      const connection = await openDedicatedConnection({
        url,
        applicationName: "writer",
        settings: batchWriterSettings,
        lockTimeoutMs: BATCH_LOCK_TIMEOUT_MS,
      });
      const [row] = await connection.query<{ lock: string; plan: string; scan: string }>({
        text: `select current_setting('lock_timeout') as lock, current_setting('plan_cache_mode') as plan,
          current_setting('enable_seqscan') as scan`,
      });
      await connection.close();
      return row;
    };
    expect(await lockTimeoutOf(direct)).toEqual({ lock: "500ms", plan: "force_generic_plan", scan: "off" });
    expect(await lockTimeoutOf(pooled)).toMatchObject({ plan: "auto", scan: "on" });
  });

  it("transactions, deadlines of a single transaction and prepared statements work through it", async () => {
    const db = openPool(direct);
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        db.transaction(async (tx) => {
          await tx.query({ text: "set local lock_timeout = 321" });
          const [row] = await tx.query<{ at: number; lock: string }>({
            name: "pooled.read",
            text: "select $1::int as at, current_setting('lock_timeout') as lock",
            values: [at],
          });
          return row;
        }),
      ),
    );
    expect(rows).toEqual(rows.map((_row, at) => ({ at, lock: "321ms" })));
    const [after] = await db.query<{ lock: string }>({
      text: "select current_setting('lock_timeout') as lock",
    });
    expect(after?.lock).toBe("1500ms");
  });

  it("the built service starts with both ways to its database, and pays", { timeout: 120_000 }, async () => {
    const database = await createTestDatabase();
    const home = await createServiceHome();
    try {
      await setOnRole(database);
      const service = await home.start({
        env: { DATABASE_URL: bouncer.through(database.ownerUrl), DATABASE_DIRECT_URL: database.ownerUrl },
      });
      const { apiKey } = await home.sandbox();
      const load = startLoad({ origin: service.origin, apiKey, payers: 2, seed: testSeed() });
      while (load.answered() < 20) await sleep(20);
      await load.finish();
      expect(load.surprises).toEqual([]);
      expect([...load.payments.values()].filter(({ succeeded }) => succeeded === null)).toEqual([]);
      const past = await database.owner.query<{ name: string }>({
        text: `select distinct application_name as name from pg_stat_activity
          where datname = current_database() and application_name like 'cauris%' order by name`,
      });
      expect(past.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["cauris batch writer write 0", "cauris listener"]),
      );
      expect(await service.stop()).toMatchObject({ code: 0 });
    } finally {
      await home.remove();
      await database.drop();
    }
  });
});
