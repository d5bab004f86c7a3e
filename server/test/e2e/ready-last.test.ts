import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { loadConfig } from "../../src/config.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { prepareSandbox, sandboxFilePath } from "../../src/seed/index.ts";
import { startService } from "../../src/service.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { quietLog } from "../harness/log.ts";

/** The order of a start: requests are answered, `sandbox.json` is written, and only then `/readyz` succeeds. */
const masterKey = "c2a1f08e5bd94d7795b1ce3b0a6df41e8847f2690cab35d17be84a2f93d6107c";
let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cauris-ready-"));
});
afterAll(async () => {
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it("is ready when sandbox.json is there, and not a moment before", async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const random = createSystemRandom();
  const clock = systemClock;
  const seen: unknown[] = [];
  const look = async (moment: string): Promise<void> => {
    const ready = await fetch(`${origin}/readyz`);
    const live = await fetch(`${origin}/livez`);
    const { error } = (await ready.json()) as { error: { details: { reasons: object } } | null };
    const reasons = error?.details.reasons ?? null;
    const isWritten = existsSync(sandboxFilePath(dataDir));
    seen.push({ moment, ready: ready.status, live: live.status, reasons, isWritten });
  };
  const service = await startService({
    config: loadConfig({
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      MASTER_KEY: masterKey,
      // This test needs no background work.
      ROLE: "api",
    }),
    log: quietLog,
    progress: () => {},
    prepare: async ({ app, db, connect, keyring, publicUrl, ownUrl }) => {
      const finish = await prepareSandbox({
        db,
        connect,
        clock,
        random,
        ids: createIdSource(clock, random),
        keyring,
        app,
        publicUrl,
        simulatorUrl: `${ownUrl}/simulator`,
        dataDir,
        ownsDatabase: false,
        write: () => {},
      });
      return async () => {
        await look("answering");
        await finish();
        await look("written");
      };
    },
  });
  await look("started");
  await service.stop();
  const starting = { prepared: "the service is still starting" };
  expect(seen).toEqual([
    { moment: "answering", ready: 503, live: 200, reasons: starting, isWritten: false },
    { moment: "written", ready: 503, live: 200, reasons: starting, isWritten: true },
    { moment: "started", ready: 200, live: 200, reasons: null, isWritten: true },
  ]);
});

it("does not start with keys that another start has revoked: its connection was lost, and its locks with it", async () => {
  const port = await freePort();
  const random = createSystemRandom();
  const dataDir = await mkdtemp(join(tmpdir(), "cauris-ready-"));
  const starting = startService({
    config: loadConfig({
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      ROLE: "api",
      MASTER_KEY: masterKey,
    }),
    log: quietLog,
    progress: () => {},
    prepare: async ({ app, db, connect, keyring, publicUrl, ownUrl }) => {
      const finish = await prepareSandbox({
        db,
        connect,
        clock: systemClock,
        random,
        ids: createIdSource(systemClock, random),
        keyring,
        app,
        publicUrl,
        simulatorUrl: `${ownUrl}/simulator`,
        dataDir,
        ownsDatabase: false,
        write: () => {},
      });
      await database.owner.query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'cauris first keys' and datname = current_database()`,
      });
      await database.owner.query({
        text: "update api_keys set revoked_at = now() where expires_at is not null",
      });
      return finish;
    },
  });
  await expect(starting).rejects.toThrow("a key of sandbox.json was revoked during the start");
  await rm(dataDir, { recursive: true, force: true });
});
