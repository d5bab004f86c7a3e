import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import type { TestDatabase } from "./database.ts";

const program = join(resolve(import.meta.dirname, "../../.."), "bin/cauris-server.mjs");
const NAME = "cauris detach";

function start({ url, ownerUrl }: TestDatabase, args: readonly string[]) {
  const child = spawn(process.execPath, [program, "detach", ...args], {
    env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      said += part.toString();
    });
  return { child, ended: once(child, "close"), said: () => said };
}

/** Runs the built `cauris-server detach` to its end. */
export async function runDetach(
  database: TestDatabase,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { child, ended, said } = start(database, args);
  await ended;
  return { code: child.exitCode, said: said() };
}

/**
 * Starts it, holds what the statement locks, kills it (`kill -9`) while it waits for that, and gives the lock back once PostgreSQL
 * has given up its statement. Rejects when the command ends by itself first.
 */
export async function killDetachAt(
  database: TestDatabase,
  args: readonly string[],
  lock: { readonly text: string; readonly values?: readonly unknown[] },
): Promise<void> {
  const holder = await openDedicatedConnection({ url: database.ownerUrl, applicationName: "holder" });
  try {
    await holder.query({ text: "begin" });
    await holder.query({ text: lock.text, values: [...(lock.values ?? [])] });
    const { child, ended, said } = start(database, args);
    while (!(await isWaiting(database))) {
      if (hasEnded(child)) throw new Error(`the command never waited: ${said()}`);
      await sleep(10);
    }
    child.kill("SIGKILL");
    await ended;
    await database.owner.query({
      text: `select pg_terminate_backend(pid, 10000) from pg_stat_activity
              where datname = current_database() and application_name = $1`,
      values: [NAME],
    });
  } finally {
    await holder.close();
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function isWaiting({ owner }: TestDatabase): Promise<boolean> {
  const found = await owner.query({
    text: `select 1 from pg_stat_activity
            where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
    values: [NAME],
  });
  return found.length > 0;
}
