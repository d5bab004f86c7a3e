import type { Database } from "../../db/database.ts";
import { formatUuid } from "../../kit/ids.ts";
import { deleteCalls, deleteCounts } from "./store.ts";

const DAY_MS = 86_400_000;
/** The longest stretch that is shown is a quarter of an hour. */
const COUNTS_KEPT_MS = 3_600_000;
const ROWS_MAX = 2_000;

/** Deletes a bounded number of calls that are older than this many days, and old counts. Returns how many. */
export async function forgetCalls(db: Database, nowMs: number, keptDays: number): Promise<number> {
  const calls = await deleteCalls(db, firstIdOf(nowMs - keptDays * DAY_MS), ROWS_MAX);
  return calls + (await deleteCounts(db, nowMs - COUNTS_KEPT_MS));
}

/** The lowest id that can be made at `ms`: ids begin with the time. */
function firstIdOf(ms: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  return formatUuid(bytes);
}
