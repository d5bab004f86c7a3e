import type { Queryable } from "../db/database.ts";
import { startOfDay } from "../db/list-days.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { checkInvariant, invariants } from "./check.ts";
import type { Invariant } from "./invariant.ts";
import { claimLook, finishLook, readLooks } from "./progress.ts";

/** How often a process looks for a due check; the checks themselves are rarer. */
const INTERVAL_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Checks look back across midnight, so that a row made just before it is checked once more. */
const LOOK_BACK_MS = 7_200_000;
/** Statement timeout: enough for a history of hundreds of millions of transfers. */
export const CHECK_TIMEOUT_MS = 30 * 60_000;
/** Longer than the statement timeout. */
const LEASE_MS = CHECK_TIMEOUT_MS + 5 * 60_000;
/** How often, in days, everything is verified again from the beginning. */
const PROVED_AGAIN_DAYS = 7;
/** A seal may be committed a little later than its timestamp. */
const COMMIT_DELAY_MS_MAX = 600_000;
/** A missed check is reported this long after it was due, and then at this interval. */
const PATIENCE_MS = 2 * HOUR_MS;
const TOLD_AGAIN_MS = HOUR_MS;

/** A connection used only by the checks. */
export interface CheckConnection extends Queryable {
  close(): Promise<void>;
}

export interface InvariantsLoopDeps {
  /** Opens one with the statement timeout `CHECK_TIMEOUT_MS`, which no other connection of the service has. */
  readonly connect: () => Promise<CheckConnection>;
  /**
   * Opens a way for the statements of long checks that may go to a replica, and to `own` where that cannot answer; absent
   * where there is none.
   */
  readonly connectReplica?: (own: Queryable) => Promise<CheckConnection>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Checks every hour whether the day's data is consistent, and after each midnight (UTC) what needs more time:
 * everything after the seals verified the day before, once a week everything. One of several processes runs each check.
 * It changes no data: each violating row is logged as `invariant.violated`, and a check that failed or is overdue as
 * `invariant.unchecked`, both for an operator to look at.
 */
export function createInvariantsLoop({ connect, connectReplica, clock, log }: InvariantsLoopDeps): Loop {
  const startedAtMs = clock.nowMs();
  const toldAtMs = new Map<string, number>();
  let open: readonly CheckConnection[] = [];
  let isStopping = false;

  const look = async (
    db: Queryable,
    replica: Queryable,
    invariant: Invariant,
    nowMs: number,
  ): Promise<void> => {
    const { name } = invariant;
    const checkedBeforeMs = dueSince(invariant, nowMs);
    const claimed = await claimLook(db, { name, nowMs, checkedBeforeMs, leaseMs: LEASE_MS });
    if (claimed === null) return;
    const provedBeforeMs = provesAllAgain(nowMs) ? null : claimed.provedBeforeMs;
    // Once a week, and every hour for the day's rows, it is the primary's own copy that is read.
    const isForReplica = invariant.reach !== "recent" && !provesAllAgain(nowMs);
    const violations = await checkInvariant(isForReplica ? replica : db, invariant, {
      sinceMs: nowMs - LOOK_BACK_MS,
      provedBeforeMs,
    });
    for (const violation of violations) {
      log.error("invariant.violated", { ...violation, meaning: invariant.meaning });
    }
    // A broken invariant is checked again from the same place until it holds.
    const holds = violations.length === 0;
    const isProved = invariant.reach === "sealed" && holds;
    await finishLook(db, {
      name,
      checkedAtMs: nowMs,
      provedBeforeMs: isProved ? nowMs - COMMIT_DELAY_MS_MAX : null,
      violationCount: violations.length,
    });
  };

  const reportUnchecked = (
    invariant: string,
    nowMs: number,
    why: Readonly<Record<string, unknown>>,
  ): void => {
    const lastMs = toldAtMs.get(invariant);
    if (lastMs !== undefined && nowMs - lastMs < TOLD_AGAIN_MS) return;
    toldAtMs.set(invariant, nowMs);
    log.error("invariant.unchecked", { invariant, ...why });
  };

  const lookAtAll = async (db: Queryable, replica: Queryable, nowMs: number): Promise<void> => {
    for (const invariant of invariants) {
      try {
        await look(db, replica, invariant, nowMs);
      } catch (error) {
        if (isStopping) return;
        // The lease expires and the check is repeated; the other checks still run.
        reportUnchecked(invariant.name, nowMs, { error });
      }
    }
  };

  const reportOverdue = async (db: Queryable, nowMs: number): Promise<void> => {
    const looks = await readLooks(db);
    for (const invariant of invariants) {
      const checkedAtMs = looks.get(invariant.name);
      // A check that came with a release is due from the start of this process.
      if ((checkedAtMs ?? startedAtMs) >= dueSince(invariant, nowMs) - PATIENCE_MS) continue;
      const lastCheckedAt = checkedAtMs === undefined ? null : new Date(checkedAtMs).toISOString();
      reportUnchecked(invariant.name, nowMs, { reason: "overdue", lastCheckedAt });
    }
  };

  const loop = createLoop({
    name: "invariants",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const db = await connect();
      open = [db];
      try {
        const replica = connectReplica === undefined ? null : await connectReplica(db);
        if (replica !== null) open = [db, replica];
        await lookAtAll(db, replica ?? db, nowMs);
        if (!isStopping) await reportOverdue(db, nowMs);
      } finally {
        const opened = open;
        open = [];
        if (!isStopping) for (const each of opened) await each.close();
      }
      // No work is left, so the loop waits for its interval.
      return 0;
    },
  });
  return {
    ...loop,
    stop: async () => {
      // A check may take half an hour, and a stop has seconds.
      isStopping = true;
      for (const each of open) await each.close();
      await loop.stop();
    },
  };
}

/** A check that began before this time is too old. */
function dueSince({ reach }: Invariant, nowMs: number): number {
  return reach === "recent" ? nowMs - HOUR_MS : startOfDay(nowMs);
}

function provesAllAgain(nowMs: number): boolean {
  return Math.floor(nowMs / DAY_MS) % PROVED_AGAIN_DAYS === 0;
}
