import type { Database } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { countCharges, countEndedCharges, countSessions, recountHour } from "./fold-attempts.ts";
import { countTransfers } from "./fold-bookings.ts";
import {
  type Bounds,
  compareHour,
  lockProgress,
  readMerchantStretch,
  readUncountedWallets,
  saveProgress,
  takeStaleHour,
} from "./progress-store.ts";

const INTERVAL_MS = 10_000;
/** A round ends after this time; the next one goes on where it stopped. So a long backlog leaves room for payments. */
const ROUND_MS_MAX = 1_000;
const MERCHANTS_PER_STRETCH = 1_000;
/** Rows of one kind that one transaction counts. */
const ROWS_PER_STEP = 5_000;
/**
 * From an id to the commit of its row pass at most two seconds in a queue and five in a statement, and clocks of
 * machines differ a little. A row that is later still is found when its hour is compared.
 */
const SETTLED_AFTER_MS = 20_000;
/** An hour is compared with its rows this long after its end: no row of it can still be under way. */
const COMPARED_AFTER_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface FoldDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Counts what happened into the sums per hour, in the background. Each merchant's part of a round is one transaction
 * that holds the merchant's progress: rows and progress are committed together, so nothing is counted twice and nothing
 * is left out, whenever a process dies and however many there are.
 */
export function createReportSums({ db, clock, log }: FoldDeps): Loop {
  let after: MerchantNo | null = null;

  return createLoop({
    name: "reports",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const endMs = nowMs + ROUND_MS_MAX;
      const bounds = boundsAt(nowMs);
      do {
        const merchants = await readMerchantStretch(db, after, MERCHANTS_PER_STRETCH, bounds);
        for (const { merchantNo, isDue } of merchants) {
          after = merchantNo;
          try {
            while (isDue && (await countMerchant(db, merchantNo, bounds)) && clock.nowMs() < endMs);
          } catch (error) {
            // The rows of one merchant must not keep the others from being counted.
            log.error("reports.count.failed", { merchantNo, error });
          }
          if (clock.nowMs() >= endMs) return 0;
        }
        if (merchants.length < MERCHANTS_PER_STRETCH) after = null;
      } while (after !== null);
      // The next round waits, also when there is more to count: payments come first.
      return 0;
    },
  });
}

function boundsAt(nowMs: number): Bounds {
  return {
    countedBefore: uuidFloor(nowMs - SETTLED_AFTER_MS),
    comparedBefore: uuidFloor(Math.floor((nowMs - COMPARED_AFTER_MS) / HOUR_MS) * HOUR_MS),
  };
}

/** Counts a step of one merchant; returns whether there may be more to count: most merchants need one step. */
function countMerchant(db: Database, merchantNo: MerchantNo, bounds: Bounds): Promise<boolean> {
  return db.transaction(async (tx) => {
    const progress = await lockProgress(tx, merchantNo);
    if (progress === null) return false;
    let isFull = false;
    for (const walletId of await readUncountedWallets(tx, merchantNo)) {
      const n = await countTransfers(tx, merchantNo, walletId, ROWS_PER_STEP);
      isFull ||= n === ROWS_PER_STEP;
    }
    const before = bounds.countedBefore;
    const charges = await countCharges(
      tx,
      merchantNo,
      { after: progress.chargesThrough, before },
      ROWS_PER_STEP,
    );
    const sessions = await countSessions(
      tx,
      merchantNo,
      { after: progress.sessionsThrough, before },
      ROWS_PER_STEP,
    );
    const through = {
      chargesThrough: charges.lastId ?? progress.chargesThrough,
      sessionsThrough: sessions.lastId ?? progress.sessionsThrough,
    };
    const ended = await countEndedCharges(tx, merchantNo, ROWS_PER_STEP);
    const staleMs = await takeStaleHour(tx, merchantNo);
    if (staleMs !== null) await recountHour(tx, merchantNo, staleMs, through, ROWS_PER_STEP);
    const isCaughtUp = charges.n < ROWS_PER_STEP && sessions.n < ROWS_PER_STEP;
    const compared = isCaughtUp
      ? await compareHour(tx, merchantNo, progress.comparedBefore, bounds.comparedBefore)
      : null;
    await saveProgress(tx, merchantNo, { ...through, comparedBefore: compared ?? progress.comparedBefore });
    return isFull || !isCaughtUp || ended === ROWS_PER_STEP || staleMs !== null || compared !== null;
  });
}
