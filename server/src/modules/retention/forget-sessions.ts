import type { Database } from "../../db/database.ts";
import type { Logger } from "../../kit/logger.ts";
import { forgetEmails, forgetSessions, forgetSimulated, nextMerchant } from "./store.ts";

const DAY_MS = 86_400_000;
/** Looked at in one round: most of them were paid and stay. */
const SESSIONS_A_ROUND = 1_000;
const OPERATIONS_A_ROUND = 500;

export interface RoundsDeps {
  readonly db: Database;
  readonly log: Logger;
  /** After a round that deleted rows, for as long as it took: payments get the other half of the time. */
  readonly pause: (ms: number) => Promise<void>;
  /** How old rows become. */
  readonly keptDays: number;
}

/**
 * Forgets sessions that ended without an attempt to pay, one bounded round of one merchant at each call.
 * Returns 0 when it has been at every merchant, and at least 1 before that.
 */
export function createSessionForgetting({
  db,
  log,
  pause,
  keptDays,
}: RoundsDeps): (nowMs: number) => Promise<number> {
  let after = 0;
  let ofMerchant = 0;
  let total = 0;
  return async (nowMs) => {
    const merchantNo = await nextMerchant(db, after);
    if (merchantNo === null) {
      if (total > 0) log.info("retention.sessions_forgotten", { sessions: total });
      after = 0;
      total = 0;
      return 0;
    }
    const startedMs = performance.now();
    const { seen, sessions } = await forgetSessions(
      db,
      merchantNo,
      nowMs - keptDays * DAY_MS,
      SESSIONS_A_ROUND,
    );
    ofMerchant += sessions;
    total += sessions;
    if (seen < SESSIONS_A_ROUND) {
      if (ofMerchant > 0) await forgetEmails(db, merchantNo, nowMs - keptDays * DAY_MS);
      ofMerchant = 0;
      after = merchantNo;
    }
    if (sessions > 0) await pause(performance.now() - startedMs);
    return Math.max(1, sessions);
  };
}

/** Forgets what the simulated provider of a sandbox remembers, one bounded round at each call. Returns the number of rows. */
export function createSimulatorForgetting({
  db,
  pause,
  keptDays,
}: Omit<RoundsDeps, "log">): (nowMs: number) => Promise<number> {
  return async (nowMs) => {
    const startedMs = performance.now();
    const { operations, others } = await forgetSimulated(db, nowMs - keptDays * DAY_MS, OPERATIONS_A_ROUND);
    if (operations + others > 0) await pause(performance.now() - startedMs);
    return operations + others;
  };
}
