import type { Database } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { Refusal } from "../../kit/errors.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { ListFinder } from "./asked-list.ts";
import { compress } from "./content.ts";
import { type ListReaderIdentity, readPart } from "./read-part.ts";
import { mayRead, ROWS_MAX } from "./rules.ts";
import * as store from "./store.ts";
import type { ExportFailure, ListExport } from "./types.ts";

/** A process that holds an export renews this with each part; longer than any read takes. */
const LEASE_MS = 120_000;
/** Then another export has its turn, and rights are looked up again. */
const PARTS_PER_ROUND = 10;
const FAILURES_MAX = 5;
/** After a read that failed, times the number of failures in a row. */
const PAUSE_MS = 10_000;
/** Nothing waits longer than this. What seems to was written while the clock was ahead. */
const WAIT_MS_MAX = LEASE_MS + FAILURES_MAX * PAUSE_MS;
const EXPIRED_PER_ROUND = 100;
/** What was exported stays in the list of exports, without its file. */
const REMEMBERED_MS = 90 * 86_400_000;

export interface ExportWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly finders: { readonly merchant: ListFinder; readonly tenant: ListFinder };
  /** Who asked for it, with the rights of now; null: nobody any more. */
  readonly rightsOf: (made: ListExport) => Promise<ListReaderIdentity | null>;
}

/** Writes what requests have left of exports, and removes old files. */
export function createExportWorker({ db, clock, log, finders, rightsOf }: ExportWorkerDeps) {
  const fail = async (made: ListExport, failureCode: ExportFailure): Promise<void> => {
    const nowMs = clock.nowMs();
    await db.transaction((tx) => store.endExport(tx, made, { status: "FAILED", failureCode }, nowMs));
    log.warn("export.failed", { export: publicId("listExport", made.id), failureCode });
  };

  /** Writes some parts. Why the export fails; null: it does not. */
  const writeParts = async (made: ListExport): Promise<ExportFailure | null> => {
    const identity = await rightsOf(made);
    if (identity === null) return "RIGHTS_ENDED";
    const finder = "operator" in identity ? finders.tenant : finders.merchant;
    const asked = finder.find(made.list);
    const { permissions } = "operator" in identity ? identity.operator : identity.caller;
    if (!mayRead(permissions, asked.route)) return "RIGHTS_ENDED";

    let { cursor, rowsWritten } = made;
    for (let count = 0; count < PARTS_PER_ROUND; count += 1) {
      const part = await readPart(asked, identity, factsOf(made, clock.nowMs()), made, {
        cursor,
        rowsWritten,
      });
      rowsWritten += part.rows;
      if (rowsWritten > ROWS_MAX) return "TOO_MANY_ROWS";
      const content = await compress(part.content);
      const nowMs = clock.nowMs();
      const isOurs = await db.transaction(async (tx) => {
        const written = await store.writeProgress(tx, made, {
          rows: part.rows,
          bytes: part.content.length,
          cursor: part.cursor,
          nowMs,
          leasedUntilMs: nowMs + LEASE_MS,
        });
        if (written) await store.insertPart(tx, made, content);
        return written;
      });
      cursor = part.cursor;
      if (!isOurs || cursor === null) return null;
    }
    await store.giveBack(db, made, clock.nowMs(), false);
    return null;
  };

  return {
    /** Takes up the export that waits the longest, for a bounded number of parts. Returns 0 when none waits. */
    work: async (nowMs: number): Promise<number> => {
      const made = await store.takeUp(db, nowMs, nowMs + LEASE_MS, nowMs + WAIT_MS_MAX);
      if (made === null) return 0;
      try {
        const failure = await writeParts(made);
        if (failure !== null) await fail(made, failure);
      } catch (error) {
        const isRefused = error instanceof Refusal && error.declaration.status < 500;
        const failures = made.failures + 1;
        log.error("export.read_failed", { export: publicId("listExport", made.id), failures, error });
        if (isRefused) await fail(made, "LIST_REFUSED");
        else if (failures >= FAILURES_MAX) await fail(made, "NOT_READABLE");
        else await store.giveBack(db, made, clock.nowMs() + failures * PAUSE_MS, true);
      }
      return 1;
    },

    /** Removes files whose time is over, and forgets exports after 90 days. Returns how many. */
    clean: async (nowMs: number): Promise<number> => {
      const expired = await store.findExpired(db, nowMs, EXPIRED_PER_ROUND);
      for (const key of expired) {
        await db.transaction((tx) => store.endExport(tx, key, { status: "EXPIRED" }, nowMs));
      }
      return expired.length + (await store.forgetBefore(db, nowMs - REMEMBERED_MS, EXPIRED_PER_ROUND));
    },
  };
}

/** The list is read for a request that was answered long ago. */
function factsOf(made: ListExport, nowMs: number): RequestFacts {
  return {
    requestId: publicId("listExport", made.id),
    ip: "",
    authorization: undefined,
    acceptLanguage: made.locale,
    nowMs,
    signal: new AbortController().signal,
    scenario: null,
  };
}
