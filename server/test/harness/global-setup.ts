import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/db/embedded.ts";
import { migrate } from "../../src/db/migrate.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { quietLog } from "./log.ts";
import { memoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The owner's address of the run's PostgreSQL; its path is the template database. */
    postgresUrl: string;
  }
}

const TEMPLATE = "cauris_template";

/** One PostgreSQL for the whole run, with a migrated database that `createTestDatabase` clones for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join((await memoryFolder()) ?? tmpdir(), "cauris-test-"));
  await chmod(dataDir, 0o711);
  // The run's data is temporary, so nothing waits for the disk. Tests of durability start their own server.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    max_connections: "300",
    autovacuum_naptime: "5min",
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  const guard = removeWhenWeDie(postgres.pid(), dataDir);
  const tearDown = async (): Promise<void> => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    guard.stdin?.end();
  };
  try {
    await postgres.ensureDatabase(TEMPLATE);
    await migrate({ ownerUrl: postgres.ownerUrl(TEMPLATE), clock: systemClock, log: quietLog });
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide("postgresUrl", postgres.ownerUrl(TEMPLATE));
  return tearDown;
}

/** A killed run leaves neither a server nor its files: the shell reads the end of our pipe and cleans up. */
function removeWhenWeDie(pid: number, dataDir: string): ChildProcess {
  const script = 'read -r _; kill -QUIT "$1" 2>/dev/null && sleep 1; rm -rf "$2"';
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid), dataDir], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return guard;
}
