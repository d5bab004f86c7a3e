import type { Database } from "./db/database.ts";
import { createLoop, type Loop } from "./jobs/loop.ts";
import type { Clock } from "./kit/clock.ts";
import { createClockWatch } from "./kit/clock-watch.ts";
import type { Logger } from "./kit/logger.ts";
import { LEASE_MS as LOGO_LEASE_MS, LOOK_AGAIN_MS, pullLogos } from "./modules/logos/index.ts";
import { pullSettlements, questionDelayMs } from "./modules/payments/index.ts";
import { nameCheckDelayMs } from "./modules/payouts/index.ts";
import { LEASE_MS as DELIVERY_LEASE_MS, pullDeliveries } from "./modules/webhooks/index.ts";

/**
 * When the clock was ahead for a moment, the due times written then lie in the future: until they are reached, provider
 * queries, leases, webhooks, settlements and logos stand still. A due time further ahead than its rule could have set it now
 * is made due.
 */

/** The longest lease of the loops that query providers (`LEASE_MS` of the resolver and of the workers). */
const ASKING_LEASE_MS = 60_000;
/** How far the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 10_000;
const LIMIT = 1_000;
const WATCH_INTERVAL_MS = 1_000;
const SWEEP_INTERVAL_MS = 60_000;
/**
 * Number of sweeps after a jump, or a start, that check everything: work that was in flight still writes the old time.
 */
const THOROUGH_SWEEPS = 2;
/** From this many queries on, the delay is constant. */
const QUESTIONS = 10;

interface Asking {
  readonly table: string;
  readonly id: string;
  /** The delay after this many queries; absent: only the lease. */
  readonly delayMs?: (questions: number) => number;
}

const asking: readonly Asking[] = [
  { table: "charge_checks", id: "charge_id", delayMs: questionDelayMs },
  { table: "refunds", id: "id", delayMs: questionDelayMs },
  { table: "payouts", id: "id", delayMs: questionDelayMs },
  { table: "beneficiaries", id: "id", delayMs: nameCheckDelayMs },
  { table: "payout_batches", id: "id" },
];

/** Uses the index of due times. Rows that rightly wait for long are few, so they are simply skipped. */
async function pullQuestions(db: Database, { table, id, delayMs }: Asking, nowMs: number): Promise<number> {
  const ends = Array.from({ length: delayMs === undefined ? 1 : QUESTIONS }, (_none, questions) =>
    Math.max(ASKING_LEASE_MS, delayMs?.(questions) ?? 0),
  ).map((waitMs) => new Date(nowMs + waitMs + CLOCKS_DIFFER_MS));
  const longest =
    delayMs === undefined ? "($2::timestamptz[])[1]" : "($2::timestamptz[])[least(check_count + 1, $4)]";
  const rows = await db.query({
    text: `update ${table} set next_check_at = $1
      where (merchant_no, ${id}) in (
        select merchant_no, ${id} from ${table}
         where next_check_at > ($2::timestamptz[])[1] and next_check_at < 'infinity' and next_check_at > ${longest}
         order by next_check_at limit $3 for update skip locked)
      returning 1`,
    values: [new Date(nowMs), ends, LIMIT, ...(delayMs === undefined ? [] : [QUESTIONS])],
  });
  return rows.length;
}

/**
 * Makes due what a clock that was ahead has postponed; returns the number of rows per table. At most `LIMIT` of each:
 * the caller repeats. `thorough` checks all waiting deliveries and settlements.
 */
export async function pullDueTimes(
  db: Database,
  nowMs: number,
  thorough: boolean,
): Promise<Readonly<Record<string, number>>> {
  const pulled: Record<string, number> = {};
  for (const each of asking) pulled[each.table] = await pullQuestions(db, each, nowMs);
  const surelyLaterMs = nowMs + CLOCKS_DIFFER_MS;
  pulled.webhook_deliveries = await pullDeliveries(db, {
    nowMs,
    surelyLaterMs,
    leaseEndsAtMs: surelyLaterMs + DELIVERY_LEASE_MS,
    limit: LIMIT,
    thorough,
  });
  pulled.settlements = await pullSettlements(db, {
    nowMs,
    clocksDifferMs: CLOCKS_DIFFER_MS,
    limit: LIMIT,
    thorough,
  });
  pulled.merchant_logos = await pullLogos(db, {
    nowMs,
    clocksDifferMs: CLOCKS_DIFFER_MS,
    lookAgainMs: LOOK_AGAIN_MS,
    leaseMs: LOGO_LEASE_MS,
    limit: LIMIT,
  });
  return pulled;
}

export interface PullLocal {
  readonly nowMs: number;
  /** How far the clocks of two processes may differ, in milliseconds. */
  readonly clocksDifferMs: number;
  /** At most this many rows of a table. */
  readonly limit: number;
}

export interface DueTimesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Monotonic milliseconds. */
  readonly monotonicMs?: () => number;
  /** Does the same for the due times of a provider that runs in this process, which has its own tables. */
  readonly pullLocal?: (db: Database, pull: PullLocal) => Promise<number>;
  /** Called when something has become due. */
  readonly wake: () => void;
}

/** Watches the clock every second, and corrects due times once a minute and whenever the clock was set. */
export function createDueTimes(deps: DueTimesDeps): Loop {
  const { db, clock, log, wake, pullLocal, monotonicMs = () => performance.now() } = deps;
  const look = createClockWatch({ clock, log, monotonicMs });
  let thoroughLeft = THOROUGH_SWEEPS;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  return createLoop({
    name: "due_times",
    intervalMs: WATCH_INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const jumped = look() !== 0;
      if (jumped) thoroughLeft = THOROUGH_SWEEPS;
      if (!jumped && monotonicMs() - sweptAtMs < SWEEP_INTERVAL_MS) return 0;
      const pulled = {
        ...(await pullDueTimes(db, nowMs, thoroughLeft > 0)),
        ...(pullLocal && {
          local: await pullLocal(db, { nowMs, clocksDifferMs: CLOCKS_DIFFER_MS, limit: LIMIT }),
        }),
      };
      const rows = Object.values(pulled);
      const count = rows.reduce((sum, each) => sum + each, 0);
      if (count > 0) {
        log.warn("due_times.pulled", pulled);
        wake();
      }
      // A full batch may have left rows behind: the next round checks again, as thoroughly.
      if (rows.some((each) => each >= LIMIT)) return count;
      sweptAtMs = monotonicMs();
      thoroughLeft = Math.max(0, thoroughLeft - 1);
      return 0;
    },
  });
}
