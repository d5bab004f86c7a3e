import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../kit/logger.ts";
import type { Queryable } from "./database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import { sqlState } from "./errors.ts";
import type { MigrationFile } from "./migration-files.ts";
import { lockConnection } from "./migration-lock.ts";

/**
 * How long a migration waits for a lock before it lets those pass that wait behind it, in milliseconds. Less than the
 * batch writers wait (500 ms), so that no payment is refused for it.
 */
export const MIGRATION_LOCK_WAIT_MS = 300;
/** A statement outside a transaction blocks nobody, so it may take hours. */
const ALONE_TIMEOUT_MS = 24 * 60 * 60_000;
/** While `create index concurrently` waits for older transactions, nobody waits for it. */
const ALONE_LOCK_WAIT_MS = 10 * 60_000;
const ROUND_TIMEOUT_MS = 60_000;
/** Of a table, in one round: half a megabyte, some hundred to some thousand rows. */
const PAGES_A_ROUND = 64;
const DELAY_MS_MIN = 200;
const DELAY_MS_MAX = 2_000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

interface StepOptions {
  readonly file: MigrationFile;
  readonly log: Logger;
  readonly patienceMs: number;
}

interface ConnectionStepOptions extends StepOptions {
  readonly ownerUrl: string;
}

/** Applies a file unless it has been, and notes that it has been; false when it had been before. */
type Once = (db: Queryable, apply: () => Promise<unknown>) => Promise<boolean>;

/**
 * Repeats `attempt` while it does not get its locks. Between two tries everybody who waited behind it passes. Rejects with the
 * last error when `patienceMs` are over.
 */
export async function runWithPatience<T>(
  { file, log, patienceMs }: StepOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (let delayMs = DELAY_MS_MIN; ; delayMs = Math.min(2 * delayMs, DELAY_MS_MAX)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWaitTooLong(error) || performance.now() + delayMs > endMs) throw error;
      log.info("database.migration.waits", { name: file.name, delayMs });
      await sleep(delayMs);
    }
  }
}

/**
 * Runs the one statement of the file outside a transaction. When an earlier run was killed while it made an index, what
 * is left of that index is dropped first.
 */
export async function runAlone(options: ConnectionStepOptions, once: Once): Promise<boolean> {
  const { file } = options;
  const index = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([a-z0-9_.]+)/im.exec(
    file.sql,
  )?.[1];
  return onConnection(options, ALONE_TIMEOUT_MS, ALONE_LOCK_WAIT_MS, (connection) =>
    once(connection, () =>
      runWithPatience(options, async () => {
        if (index !== undefined) await dropUnfinished(connection, index);
        await connection.query({ text: file.sql });
      }),
    ),
  );
}

/** An index whose making failed stays behind as invalid: it costs each write and helps no read. */
async function dropUnfinished(connection: Queryable, index: string): Promise<void> {
  const unfinished = await connection.query({
    text: "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    values: [index],
  });
  if (unfinished.length > 0) await connection.query({ text: `drop index concurrently if exists ${index}` });
}

/**
 * Runs the one statement of the file for some pages of its table at a time ($1 and $2 are the first row address of a
 * round and of the next), each as a transaction, and pauses after each for as long as it took. Passes over the whole
 * table until a pass changes nothing: rows that were written meanwhile may lie on pages that had been passed. A run that was
 * killed is repeated from the first page, where nothing is left to change.
 */
export async function runInRounds(options: ConnectionStepOptions, once: Once): Promise<boolean> {
  const { file, log } = options;
  const table = /^\s*(?:update|delete\s+from)\s+([a-z0-9_.]+)/im.exec(file.sql)?.[1];
  if (table === undefined) throw new Error(`migration ${file.name} names no table to change in rounds`);
  const text = `with changed as (${file.sql.trimEnd().replace(/;$/, "")}
    returning 1) select count(*)::int as changed from changed`;
  const pass = async (connection: Queryable): Promise<number> => {
    let total = 0;
    for (let page = 0; page < (await pagesOf(connection, table)); page += PAGES_A_ROUND) {
      const startedMs = performance.now();
      const values = [`(${page},0)`, `(${page + PAGES_A_ROUND},0)`];
      const [row] = await runWithPatience(options, () =>
        connection.query<{ changed: number }>({ text, values }),
      );
      total += row?.changed ?? 0;
      if (row?.changed !== 0) await sleep(performance.now() - startedMs);
    }
    return total;
  };
  return onConnection(options, ROUND_TIMEOUT_MS, MIGRATION_LOCK_WAIT_MS, (connection) =>
    once(connection, async () => {
      for (let changed = 1; changed > 0; ) {
        changed = await pass(connection);
        log.info("database.migration.passed", { name: file.name, changed });
      }
    }),
  );
}

async function pagesOf(connection: Queryable, table: string): Promise<number> {
  const [row] = await connection.query<{ pages: number }>({
    text: "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
    values: [table],
  });
  return row?.pages ?? 0;
}

async function onConnection<T>(
  { ownerUrl }: ConnectionStepOptions,
  statementTimeoutMs: number,
  lockTimeoutMs: number,
  work: (connection: DedicatedConnection) => Promise<T>,
): Promise<T> {
  const applicationName = "cauris migrate";
  const connection = await openDedicatedConnection({
    url: ownerUrl,
    applicationName,
    statementTimeoutMs,
    lockTimeoutMs,
  });
  try {
    await lockConnection(connection);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function isWaitTooLong(error: unknown): boolean {
  const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(reason) ?? "");
}
