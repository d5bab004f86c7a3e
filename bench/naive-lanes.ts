import pg from "pg";
import type { Lane, LaneCommand, LaneRow } from "../server/src/db/lane.ts";
import { laneSettings } from "../server/src/db/lane.ts";
import { sessionConfig } from "../server/src/db/session.ts";
import type { Lanes } from "../server/src/lanes.ts";

const RETRIES_MAX = 3;
/** Deadlock and serialization failure. */
const RETRYABLE = new Set(["40P01", "40001"]);

/**
 * The service's data access as it is usually written: each command alone, each write in its own transaction (begin, the
 * statement, commit) on a connection of a pool. Statements, guards and rules are the service's own; only the batching
 * is missing.
 */
export function openNaiveLanes(url: string, connections: number): Lanes {
  const pool = new pg.Pool({
    ...sessionConfig({ url, applicationName: "naive", settings: laneSettings }),
    max: connections,
  });
  // An idle connection that dies is dropped by the pool; the next use opens another.
  pool.on("error", () => {});

  const rowsOf = async <Item, Result>(
    client: pg.PoolClient,
    command: LaneCommand<Item, Result>,
    item: Item,
  ): Promise<readonly LaneRow[]> => {
    const { text, values = [], name } = command.statement([item]);
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    // Commands that can be read back are those that write.
    if (command.recall === undefined) return (await client.query<LaneRow>(query)).rows;
    await client.query("begin");
    try {
      const { rows } = await client.query<LaneRow>(query);
      await client.query("commit");
      return rows;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  };

  const run = async <Item, Result>(
    command: LaneCommand<Item, Result>,
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

  const lane: Lane = { run: (command, item) => run(command, item), close: async () => {} };
  return {
    write: () => lane,
    read: lane,
    limits: lane,
    waitingMs: () => 0,
    trouble: async () => null,
    close: () => pool.end(),
  };
}
