import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { freePort } from "../../src/db/embedded/cluster.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { prepareSandbox, sandboxFilePath } from "../../src/seed/index.ts";
import { startService } from "../../src/service.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { quietLog } from "../harness/log.ts";

/** The order of a start: requests are answered, `sandbox.json` is written, and only then `/readyz` is green. */
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
      // This test needs no background work.
      ROLE: "api",
    }),
    log: quietLog,
    progress: () => {},
    prepare: async ({ app, db, keyring, publicUrl, ownUrl }) => {
      const finish = await prepareSandbox({
        db,
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
