import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Queryable, Transaction } from "./database.ts";

/** The same number in all releases: the holder of this advisory lock migrates the database. */
const MIGRATION_LOCK = 5_021_337_604;
/** How long a start waits for another one that is migrating. */
const TURN_TIMEOUT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 50;

/**
 * A transaction that no other start runs at the same time; waits for its turn. It asks again and again instead of
 * waiting in PostgreSQL: `create index concurrently` waits for every transaction that is older, so that a start which
 * waited inside one would never get its turn.
 */
export async function underLock<T>(owner: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await atOurTurn(() =>
    owner.transaction(async (tx) => {
      if (!(await take(tx, "pg_try_advisory_xact_lock"))) return null;
      await tx.query({ text: "set local lock_timeout = 0" });
      return { value: await work(tx) };
    }),
  );
  return result.value;
}

/** Takes the lock for a connection: it holds until the connection is closed. Waits for its turn. */
export async function lockConnection(connection: Queryable): Promise<void> {
  await atOurTurn(async () => (await take(connection, "pg_try_advisory_lock")) || null);
}

async function take(
  db: Queryable,
  lock: "pg_try_advisory_lock" | "pg_try_advisory_xact_lock",
): Promise<boolean> {
  const [row] = await db.query<{ mine: boolean }>({
    text: `select ${lock}($1) as mine`,
    values: [MIGRATION_LOCK],
  });
  return row?.mine === true;
}

async function atOurTurn<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (const endMs = performance.now() + TURN_TIMEOUT_MS; ; ) {
    const result = await attempt();
    if (result !== null) return result;
    if (performance.now() >= endMs)
      throw new Error("another start has been migrating this database for long");
    await sleep(LOOK_EVERY_MS);
  }
}
