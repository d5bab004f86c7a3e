import pg from "pg";
import type { BatchWriters } from "../server/src/batch-writers.ts";
import type { BatchCommand, BatchWriter, CommandRow } from "../server/src/db/batch-writer.ts";
import { batchWriterSettings } from "../server/src/db/batch-writer.ts";
import { sessionConfig } from "../server/src/db/session.ts";

const RETRIES_MAX = 3;
/** Deadlock and serialization failure. */
const RETRYABLE = new Set(["40P01", "40001"]);

/**
 * The service's data access as it is usually written: each command alone, each write in its own transaction (begin, the
 * statement, commit) on a connection of a pool. Statements, guards and rules are the service's own; only the batching
 * is missing.
 */
export function openNaiveBatchWriters(url: string, connections: number): BatchWriters {
  const pool = new pg.Pool({
    ...sessionConfig({ url, applicationName: "naive", settings: batchWriterSettings }),
    max: connections,
  });
  // An idle connection that dies is dropped by the pool; the next use opens another.
  pool.on("error", () => {});

  const rowsOf = async <Item, Result>(
    client: pg.PoolClient,
    command: BatchCommand<Item, Result>,
    item: Item,
  ): Promise<readonly CommandRow[]> => {
    const { text, values = [], name } = command.statement([item]);
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    // Commands that can be read back are those that write.
    if (command.resolveUnknown === undefined) return (await client.query<CommandRow>(query)).rows;
    await client.query("begin");
    try {
      const { rows } = await client.query<CommandRow>(query);
      await client.query("commit");
      return rows;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  };

  const run = async <Item, Result>(
    command: BatchCommand<Item, Result>,
    item: Item,
    retries = 0,
  ): Promise<Result> => {
    const client = await pool.connect();
    try {
      const rows = await rowsOf(client, command, item);
      return command.result(
        item,
        rows.find((row) => row.item === 0),
      );
    } catch (error) {
      const isChance = error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? "");
      if (!isChance || retries === RETRIES_MAX) throw error;
    } finally {
      client.release();
    }
    return run(command, item, retries + 1);
  };

  const batchWriter: BatchWriter = { run: (command, item) => run(command, item), close: async () => {} };
  return {
    write: () => batchWriter,
    read: batchWriter,
    limits: batchWriter,
    waitingMs: () => 0,
    trouble: async () => null,
    close: () => pool.end(),
  };
}
