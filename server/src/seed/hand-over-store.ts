import type { Transaction } from "../db/database.ts";
import type { DedicatedConnection } from "../db/dedicated.ts";
import type { Id } from "../kit/ids.ts";

/**
 * A start holds a lock for each key that it has made and not yet handed over. The lock ends with its process, even
 * after a crash, so another start can tell an abandoned key from one that is about to be handed over.
 */
export interface HandOverLock {
  /** To be called before the key can be seen by others. */
  hold(keyId: Id<"apiKey">): Promise<void>;
  release(): Promise<void>;
}

/** 64 bits of a key's id: of two ids that collide, one is revoked by a later start than the next. */
const LOCK_NUMBER = "hashtextextended('sandbox key ' || $1::text, 0)";

/**
 * Takes over `connection`. The locks belong to one transaction that stays open: a pooler in transaction mode would give the
 * connection, and a lock of the session with it, to others between two statements, and keeps it for an open transaction.
 */
export async function openHandOverLock(connection: DedicatedConnection): Promise<HandOverLock> {
  await connection.query({ text: "begin" });
  // The transaction waits for the start. Of a machine that vanished PostgreSQL learns after half a minute.
  await connection.query({
    text: `select set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('tcp_keepalives_idle', '10', true), set_config('tcp_keepalives_interval', '5', true),
      set_config('tcp_keepalives_count', '4', true)`,
  });
  return {
    hold: async (keyId) => {
      await connection.query({ text: `select pg_advisory_xact_lock(${LOCK_NUMBER})`, values: [keyId] });
    },
    release: () => connection.close(),
  };
}

/** Whether no process holds the key's lock; none can take it until the end of the transaction. */
export async function isAbandoned(tx: Transaction, keyId: Id<"apiKey">): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>({
    text: `select pg_try_advisory_xact_lock(${LOCK_NUMBER}) as free`,
    values: [keyId],
  });
  return row?.free === true;
}
