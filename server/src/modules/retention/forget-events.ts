import type { Database } from "../../db/database.ts";
import type { Logger } from "../../kit/logger.ts";
import { forgetWebhooks, nextMerchant } from "./store.ts";

const DAY_MS = 86_400_000;
/** Of each table, in one round: some ten milliseconds of PostgreSQL. */
const ROWS_A_ROUND = 500;

export interface ForgettingDeps {
  readonly db: Database;
  readonly log: Logger;
  /** After a round that deleted rows, for as long as it took: payments get the other half of the time. */
  readonly pause: (ms: number) => Promise<void>;
  /** How old events become. */
  readonly keptDays: number;
}

/**
 * Forgets events with their deliveries and attempts, one bounded round of one merchant at each call. Returns 0 when it has
 * been at every merchant, and at least 1 before that.
 */
export function createEventForgetting({
  db,
  log,
  pause,
  keptDays,
}: ForgettingDeps): (nowMs: number) => Promise<number> {
  let after = 0;
  const total = { deliveries: 0, attempts: 0, events: 0 };
  return async (nowMs) => {
    const merchantNo = await nextMerchant(db, after);
    if (merchantNo === null) {
      after = 0;
      if (total.deliveries + total.events > 0) log.info("retention.forgotten", { ...total });
      Object.assign(total, { deliveries: 0, attempts: 0, events: 0 });
      return 0;
    }
    const startedMs = performance.now();
    const gone = await forgetWebhooks(db, merchantNo, nowMs - keptDays * DAY_MS, ROWS_A_ROUND);
    total.deliveries += gone.deliveries;
    total.attempts += gone.attempts;
    total.events += gone.events;
    // A round that was full may have left some.
    if (gone.deliveries < ROWS_A_ROUND && gone.events < ROWS_A_ROUND) after = merchantNo;
    if (gone.deliveries + gone.events > 0) await pause(performance.now() - startedMs);
    return Math.max(1, gone.deliveries + gone.attempts + gone.events);
  };
}
