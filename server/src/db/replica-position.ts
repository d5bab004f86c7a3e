import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "./database.ts";

/** A place in the primary's log. Everything that was acknowledged before it was read lies before it. */
export interface Position {
  readonly lsn: string;
  /** Grows with each promotion: the same place on two timelines is not the same log. */
  readonly timeline: number;
}

/** The replica does not have everything up to a position, or is none. */
export class NotCaughtUpError extends Error {
  override readonly name = "NotCaughtUpError";
}

const ASK_AGAIN_MS = 10;

/** What is on the primary's disk now. A commit is acknowledged only after it is there. */
export async function readPosition(primary: Queryable): Promise<Position> {
  const [position] = await primary.query<Position>({
    name: "replica.position",
    text: `select lsn::text, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
      from pg_current_wal_flush_lsn() lsn`,
  });
  if (position === undefined) throw new Error("a select without a row");
  return position;
}

/**
 * The timeline that a standby has surely reached: the greater of the two that its control file names. After a failover
 * they lag behind by one restart point, so the standby is used again a little late, and never too early.
 */
const STANDBY_TIMELINE = `greatest(
  (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))`;

/** Waits until the replica has replayed everything up to the position. Rejects with NotCaughtUpError after `patienceMs`. */
export async function reach(
  replica: Queryable,
  { lsn, timeline }: Position,
  patienceMs: number,
): Promise<void> {
  for (const endMs = performance.now() + patienceMs; ; await sleep(ASK_AGAIN_MS)) {
    const [row] = await replica.query<{ reached: boolean; follows: boolean }>({
      name: "replica.reached",
      text: `select pg_is_in_recovery() and ${STANDBY_TIMELINE} = $2 as follows,
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached`,
      values: [lsn, timeline],
    });
    if (row?.follows !== true) throw new NotCaughtUpError("it does not follow the primary");
    if (row.reached) return;
    if (performance.now() >= endMs)
      throw new NotCaughtUpError(`it was not at ${lsn} within ${patienceMs} ms`);
  }
}

export interface Following {
  /** How old the last transaction that it has replayed is; 0 when nothing is missing, null when that says nothing. */
  readonly lagSeconds: number | null;
  /** Why it cannot be used, in a few words; null when it can. */
  readonly trouble: string | null;
}

/** How a replica stands to a position of the primary. */
export async function readFollowing(replica: Queryable, { lsn, timeline }: Position): Promise<Following> {
  const [row] = await replica.query<{
    standby: boolean;
    timeline: number;
    reached: boolean;
    ageSeconds: number | null;
  }>({
    text: `select pg_is_in_recovery() as standby, ${STANDBY_TIMELINE} as timeline,
      coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as "ageSeconds"`,
    values: [lsn],
  });
  if (row === undefined) throw new Error("a select without a row");
  if (!row.standby) return { lagSeconds: null, trouble: "it is no standby" };
  const lagSeconds = row.reached ? 0 : Math.max(0, row.ageSeconds ?? 0);
  if (row.timeline === timeline) return { lagSeconds, trouble: null };
  return { lagSeconds, trouble: `it is on timeline ${row.timeline}, and the primary on ${timeline}` };
}

/** PostgreSQL's or the network's own message. */
export function messageOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOfError(error.cause) : error.message;
}
