import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "../../../db/database.ts";
import { changeOfFile, sha256Of, writeDurably } from "../../../db/detached-files.ts";
import { textFile } from "../../../documents/index.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { TenantId } from "../../../kit/ids.ts";
import { EXPORT_ENTRIES_MAX } from "../schemas.ts";
import { NOTHING_FILTERED, readEntries } from "../store.ts";
import { linesOf } from "../view.ts";
import {
  type AuditDetachment,
  findBeginning,
  findEnd,
  findHashNamedAfter,
  insertDetachment,
  listTenants,
  listUnfinished,
  removeNext,
} from "./detach-store.ts";
import { type ChainPoint, faultOfFile } from "./verify-file.ts";

const ROWS_A_ROUND = 5_000n;

export interface AuditDetachDeps {
  /** As the role that owns the tables. */
  readonly db: Queryable;
  readonly clock: Clock;
  /** An existing folder, to which the files go. */
  readonly folder: string;
  /** After a round that removed rows, for as long as it took. */
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (line: string) => void;
  /** Entries of one file; as many as of one download when absent. */
  readonly entriesAFile?: number;
  /** Entries that are removed in one statement; 5 000 when absent. */
  readonly rowsARound?: bigint;
}

export interface AuditDetachReport {
  readonly files: number;
  readonly entries: bigint;
  /** Tenants of whose log nothing more was detached, each with the reason. */
  readonly refused: readonly { readonly tenantId: string; readonly reason: string }[];
}

/**
 * Moves the old part of tenants' audit logs into files. File by file: writes entries as the export has them, reads the file again
 * and holds it against the chain in the database, notes it there, and only then removes the rows, in rounds. A run that was killed
 * is gone on with: rows of a noted file are removed only while the file is still in the folder as it was. Source:
 * docs/decisions/0080.
 */
export function createAuditDetaching({
  db,
  clock,
  folder,
  pause,
  tell,
  entriesAFile = EXPORT_ENTRIES_MAX,
  rowsARound = ROWS_A_ROUND,
}: AuditDetachDeps) {
  const remove = async (made: AuditDetachment): Promise<void> => {
    let removedThrough = made.removedThrough;
    while (removedThrough < made.lastSequence - 1n) {
      const startedMs = performance.now();
      removedThrough = await removeNext(db, { ...made, removedThrough }, rowsARound);
      await pause(performance.now() - startedMs);
    }
  };

  /** Writes and verifies one file, up to `end` at most; the reason why it may not replace its rows, or the detachment. */
  const writeFile = async (
    tenantId: TenantId,
    opening: ChainPoint,
    end: bigint,
  ): Promise<AuditDetachment | string> => {
    const left = end - opening.sequence;
    const limit = left < BigInt(entriesAFile) ? Number(left) : entriesAFile;
    const above = opening.sequence;
    const rows = await readEntries(db, tenantId, NOTHING_FILTERED, { newestFirst: false, above, limit });
    const firstSequence = opening.sequence + 1n;
    const lastSequence = rows.at(-1)?.sequence;
    if (lastSequence === undefined) return `entry ${firstSequence} is missing`;
    const fileName = `audit-${tenantId}-${firstSequence}-${lastSequence}.jsonl`;
    const path = join(folder, fileName);
    await writeDurably(path, await textFile(linesOf(rows)));
    const text = await readFile(path, "utf8");
    const lastHash = await findHashNamedAfter(db, tenantId, lastSequence);
    if (lastHash === null) return `entry ${lastSequence + 1n} is missing`;
    const fault = faultOfFile(text, { tenantId, opening, end: { sequence: lastSequence, hash: lastHash } });
    if (fault !== null) return fault;
    const sha256 = sha256Of(text);
    // The anchor of the file before goes with this one.
    const removedThrough = firstSequence - 2n;
    return { tenantId, firstSequence, lastSequence, lastHash, sha256, fileName, removedThrough };
  };

  /** The files of a log, or why no more of it. */
  const detachTenant = async (tenantId: TenantId, beforeMs: number): Promise<AuditDetachment[] | string> => {
    const made: AuditDetachment[] = [];
    const end = await findEnd(db, tenantId, beforeMs);
    let opening = await findBeginning(db, tenantId);
    while (opening.sequence < end) {
      const written = await writeFile(tenantId, opening, end);
      if (typeof written === "string") return written;
      await insertDetachment(db, written, clock.nowMs());
      await remove(written);
      const { fileName, firstSequence, lastSequence, lastHash, sha256 } = written;
      tell(`${fileName}  ${lastSequence - firstSequence + 1n} entries  sha256 ${sha256}  head ${lastHash}`);
      made.push(written);
      opening = { sequence: lastSequence, hash: lastHash };
    }
    return made;
  };

  return {
    /** What a run would move of each tenant's log, as lines. Changes nothing. */
    preview: async (beforeMs: number): Promise<bigint> => {
      let total = 0n;
      for (const tenantId of await listTenants(db)) {
        const { sequence: begun } = await findBeginning(db, tenantId);
        const end = await findEnd(db, tenantId, beforeMs);
        if (end <= begun) continue;
        total += end - begun;
        tell(`tenant ${tenantId}  ${end - begun} entries, to ${end}`);
      }
      return total;
    },
    /** Goes on with what was cut short, then detaches what was written before `beforeMs`. */
    run: async (beforeMs: number): Promise<AuditDetachReport> => {
      const refused: { tenantId: string; reason: string }[] = [];
      for (const unfinished of await listUnfinished(db)) {
        const reason = await changeOfFile(join(folder, unfinished.fileName), unfinished.sha256);
        if (reason === null) {
          await remove(unfinished);
          tell(`${unfinished.fileName}  removal finished`);
        } else refused.push({ tenantId: unfinished.tenantId, reason });
      }
      let files = 0;
      let entries = 0n;
      for (const tenantId of await listTenants(db)) {
        if (refused.some((one) => one.tenantId === tenantId)) continue;
        const made = await detachTenant(tenantId, beforeMs);
        if (typeof made === "string") {
          refused.push({ tenantId, reason: made });
          continue;
        }
        files += made.length;
        for (const { firstSequence, lastSequence } of made) entries += lastSequence - firstSequence + 1n;
      }
      return { files, entries, refused };
    },
  };
}
