import type { Queryable } from "../db/database.ts";
import type { Clock } from "../kit/clock.ts";
import { type Finding, ok, spell, unseen, wrong } from "./finding.ts";

export const ARCHIVE = "PostgreSQL's log is archived";

/** What PostgreSQL says of its archiving. */
export interface Archiving {
  /** `archive_mode`. */
  readonly mode: string;
  readonly archivedAtMs: number | null;
  readonly failedAtMs: number | null;
  /** The file that was refused last. */
  readonly failedFile: string | null;
}

/** Whether the write-ahead log leaves the machine: without it, a backup ends where its copy ends. */
export async function lookAtArchive(db: Queryable, clock: Clock): Promise<Finding> {
  const [row] = await db.query<Archiving>({
    text: `select current_setting('archive_mode') as mode, last_archived_time as "archivedAtMs",
             last_failed_time as "failedAtMs", last_failed_wal as "failedFile"
             from pg_stat_archiver`,
  });
  if (row === undefined) throw new Error("PostgreSQL has one archiver");
  return judgeArchiving(row, clock.nowMs());
}

/** Files are archived in order, so one that is refused holds up all that come after it. Pure. */
export function judgeArchiving(
  { mode, archivedAtMs, failedAtMs, failedFile }: Archiving,
  nowMs: number,
): Finding {
  if (mode === "off")
    return unseen(ARCHIVE, "archive_mode is off: whatever backs this server up does so by other means");
  const ago = (atMs: number) => `${spell(Math.max(0, nowMs - atMs) / 1_000)} ago`;
  if (failedAtMs !== null && failedAtMs > (archivedAtMs ?? 0))
    return wrong(
      ARCHIVE,
      `${failedFile ?? "a file"} was refused ${ago(failedAtMs)}; ${archivedAtMs === null ? "nothing was archived since its statistics began" : `the last file went ${ago(archivedAtMs)}`}`,
      "PostgreSQL's own log says why archive_command fails. Nothing is lost yet, but a restore ends there, and the disk fills.",
    );
  if (archivedAtMs === null)
    return wrong(
      ARCHIVE,
      "nothing was archived since its statistics began",
      "Set archive_command and archive_timeout, then select pg_switch_wal().",
    );
  return ok(ARCHIVE, `the last file went ${ago(archivedAtMs)}`);
}
