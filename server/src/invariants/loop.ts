import type { Queryable } from "../db/database.ts";
import { startOfDay } from "../db/list-days.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { checkInvariant, invariants } from "./check.ts";
import type { Invariant } from "./invariant.ts";
import { claimLook, finishLook, readLooks } from "./progress.ts";

/** How often a process looks whether a look is due; the looks themselves are rarer. */
const INTERVAL_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A row made just before midnight is looked at once more after it. */
const LOOK_BACK_MS = 7_200_000;
/** Longest one statement may take: a history of hundreds of millions of transfers fits in. */
export const CHECK_TIMEOUT_MS = 30 * 60_000;
/** Longer than a statement may take. */
const LEASE_MS = CHECK_TIMEOUT_MS + 5 * 60_000;
/** Once in so many days what was proved is proved again from the beginning. */
const PROVED_AGAIN_DAYS = 7;
/** A seal may be committed a little later than the time it carries. */
const COMMIT_DELAY_MS_MAX = 600_000;
/** A missed look is told of this much after it was due, and then as often. */
const PATIENCE_MS = 2 * HOUR_MS;
const TOLD_AGAIN_MS = HOUR_MS;

/** A connection that the looks have for themselves. */
export interface CheckConnection extends Queryable {
  close(): Promise<void>;
}

export interface InvariantsLoopDeps {
  /** Opens one whose statements may take `CHECK_TIMEOUT_MS`: none of the service's may. */
  readonly connect: () => Promise<CheckConnection>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Looks every hour whether the data of the day holds together, and each day after midnight (UTC) at what needs more: what came
 * behind the seals that were proved the day before, once a week everything. Of several processes one looks. It changes no
 * data: each row that breaks a promise is logged as `invariant.violated`, and a look that failed or is overdue as
 * `invariant.unchecked`, both for a person to look at.
 */
export function createInvariantsLoop({ connect, clock, log }: InvariantsLoopDeps): Loop {
  const startedAtMs = clock.nowMs();
  const toldAtMs = new Map<string, number>();
  let open: CheckConnection | null = null;
  let isStopping = false;

  const look = async (db: Queryable, invariant: Invariant, nowMs: number): Promise<void> => {
    const { name } = invariant;
    const checkedBeforeMs = dueSince(invariant, nowMs);
    const claimed = await claimLook(db, { name, nowMs, checkedBeforeMs, leaseMs: LEASE_MS });
    if (claimed === null) return;
    const provedBeforeMs = provesAllAgain(nowMs) ? null : claimed.provedBeforeMs;
    const violations = await checkInvariant(db, invariant, { sinceMs: nowMs - LOOK_BACK_MS, provedBeforeMs });
    for (const violation of violations) {
      log.error("invariant.violated", { ...violation, meaning: invariant.meaning });
    }
    // What is broken is looked at again from the same place until it holds.
    const holds = violations.length === 0;
    const isProved = invariant.reach === "sealed" && holds;
    await finishLook(db, {
      name,
      checkedAtMs: nowMs,
      provedBeforeMs: isProved ? nowMs - COMMIT_DELAY_MS_MAX : null,
    });
  };

  const tellUnchecked = (invariant: string, nowMs: number, why: Readonly<Record<string, unknown>>): void => {
    const lastMs = toldAtMs.get(invariant);
    if (lastMs !== undefined && nowMs - lastMs < TOLD_AGAIN_MS) return;
    toldAtMs.set(invariant, nowMs);
    log.error("invariant.unchecked", { invariant, ...why });
  };

  const lookAtAll = async (db: Queryable, nowMs: number): Promise<void> => {
    for (const invariant of invariants) {
      try {
        await look(db, invariant, nowMs);
      } catch (error) {
        if (isStopping) return;
        // The lease runs out and the look is made again; the others are worth their own try.
        tellUnchecked(invariant.name, nowMs, { error });
      }
    }
  };

  const tellOverdue = async (db: Queryable, nowMs: number): Promise<void> => {
    const looks = await readLooks(db);
    for (const invariant of invariants) {
      const checkedAtMs = looks.get(invariant.name);
      // One that a release has brought is due since this process began.
      if ((checkedAtMs ?? startedAtMs) >= dueSince(invariant, nowMs) - PATIENCE_MS) continue;
      const lastCheckedAt = checkedAtMs === undefined ? null : new Date(checkedAtMs).toISOString();
      tellUnchecked(invariant.name, nowMs, { reason: "overdue", lastCheckedAt });
    }
  };

  const loop = createLoop({
    name: "invariants",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const db = await connect();
      open = db;
      try {
        await lookAtAll(db, nowMs);
        if (!isStopping) await tellOverdue(db, nowMs);
      } finally {
        open = null;
        if (!isStopping) await db.close();
      }
      // Nothing is left to do at once.
      return 0;
    },
  });
  return {
    ...loop,
    stop: async () => {
      // A look may take half an hour, and a stop has seconds.
      isStopping = true;
      await open?.close();
      await loop.stop();
    },
  };
}

/** A look that began before this is not recent enough any more. */
function dueSince({ reach }: Invariant, nowMs: number): number {
  return reach === "recent" ? nowMs - HOUR_MS : startOfDay(nowMs);
}

function provesAllAgain(nowMs: number): boolean {
  return Math.floor(nowMs / DAY_MS) % PROVED_AGAIN_DAYS === 0;
}
