import type { Database } from "../server/src/db/database.ts";
import { type Cell, measure } from "./cell.ts";
import { memoryMiBOfTree, residentMiBOfService } from "./cpu.ts";
import type { LoadOrder } from "./plan.ts";
import type { Stand } from "./stand.ts";

/** The state at the end of a period of load. */
export interface Sample {
  /** Payments so far. */
  readonly payments: number;
  readonly cell: Cell;
  readonly residentMiB: number;
  readonly postgresMiB: number;
  readonly databaseMiB: number;
  /** Rows that were replaced or removed and are not yet cleaned up. */
  readonly deadRows: number;
  /** Of tables whose rows change often but do not increase: growth here is bloat. */
  readonly steadyTablesMiB: number;
  readonly partitions: number;
}

/** Tables with fewer live rows than this count as steady: wallets, counters of lists, limits. */
const STEADY_ROWS_MAX = 20_000;
const DEAD_ROWS = "select coalesce(sum(n_dead_tup), 0)::int as count from pg_stat_user_tables";

/** One period of load, and the state after it. */
export async function sample(stand: Stand, before: number, name: string, order: LoadOrder): Promise<Sample> {
  const cell = await measure(name, stand, order);
  return {
    payments: before + cell.done,
    cell,
    residentMiB: await residentMiBOfService(stand.service.pid),
    postgresMiB: await memoryMiBOfTree(stand.postgresPid),
    ...(await sizes(stand.db)),
  };
}

async function sizes(db: Database) {
  const [row] = await db.query<{
    databaseMiB: number;
    deadRows: number;
    steadyMiB: number;
    partitions: number;
  }>({
    text: `
      select (pg_database_size(current_database()) / 1048576)::int as "databaseMiB",
             (${DEAD_ROWS}) as "deadRows",
             (select coalesce(sum(pg_total_relation_size(relid)) / 1048576, 0)::int from pg_stat_user_tables
               where n_live_tup < ${STEADY_ROWS_MAX} and n_tup_upd > n_live_tup) as "steadyMiB",
             (select count(*)::int from pg_inherits) as partitions`,
  });
  if (row === undefined) throw new Error("a row of sizes");
  const { databaseMiB, deadRows, steadyMiB, partitions } = row;
  return { databaseMiB, deadRows, steadyTablesMiB: steadyMiB, partitions };
}
