import { createLoop, type Loop } from "../../../jobs/loop.ts";
import type { Logger } from "../../../kit/logger.ts";
import type { ReconciliationDeps } from "../statements.ts";
import { endedDays, timeZoneOf } from "./day-bounds.ts";
import {
  type AccountToPlan,
  type ClaimedDay,
  claimDay,
  planDays,
  postponeDay,
  readAccountsToPlan,
} from "./days-store.ts";
import { LEASE_MS, runDay } from "./run-day.ts";

const INTERVAL_MS = 300_000;
const DAY_MS = 86_400_000;
/** Providers write their books a little later than they move money. */
const DUE_AFTER_MS = 2 * 3_600_000;
/** Days before today that are fetched when they were missed: the service may have been down. */
const DAYS_BACK = 7;
/** The pauses between attempts; the last one repeats. */
const PAUSES_MS = [300_000, 900_000, 1_800_000, 3_600_000];
/** A day that could not be fetched for so long is left to a person. */
const GIVES_UP_AFTER_MS = 7 * DAY_MS;

export interface NightlyDeps extends ReconciliationDeps {
  readonly log: Logger;
}

/**
 * Compares each day of each account at a provider with our books, by itself: two hours after the day has ended in the
 * time zone of the account's bank, or in UTC. One of all processes does a day; one that dies is succeeded by another when
 * its lease ends.
 */
export function createNightlyReconciliation(deps: NightlyDeps): Loop {
  const { db, clock, log } = deps;
  /** When an account's next day ends: until then there is nothing to plan. */
  const plannedUntil = new Map<string, number>();

  const plan = async (account: AccountToPlan, nowMs: number): Promise<void> => {
    if ((plannedUntil.get(account.id) ?? 0) > nowMs) return;
    const capabilities = deps.providers.capabilitiesOf(account.provider);
    if (capabilities === null) return;
    const { settings } = await deps.routing.providerAccount(account.id);
    const days = endedDays(nowMs, timeZoneOf(settings), DAYS_BACK);
    const since = days.filter(({ toMs }) => toMs > account.createdAtMs);
    const method = capabilities.statement ? "STATEMENT" : "QUERIES";
    await planDays(db, account, method, since, { dueAfterMs: DUE_AFTER_MS, nowMs });
    const lastEndMs = days.at(-1)?.toMs ?? nowMs;
    // A day may have 23 hours; looking too early costs one statement.
    plannedUntil.set(account.id, lastEndMs + DAY_MS - 3_600_000);
  };

  const attempt = async (day: ClaimedDay): Promise<void> => {
    const { providerAccountId, attemptCount } = day;
    const problem = await runDay(deps, day).catch((error: unknown) => {
      log.error("reconciliation.day.failed", { providerAccountId, day: day.day, error });
      return "the comparison failed on our side";
    });
    if (problem === null) return;
    const nowMs = clock.nowMs();
    const pauseMs = PAUSES_MS[Math.min(attemptCount, PAUSES_MS.length) - 1] ?? INTERVAL_MS;
    const isOver = nowMs + pauseMs > day.toMs + GIVES_UP_AFTER_MS;
    log.warn("reconciliation.day.postponed", {
      providerAccountId,
      day: day.day,
      problem,
      attemptCount,
      isOver,
    });
    await postponeDay(db, day, problem, { nextAttemptAtMs: isOver ? null : nowMs + pauseMs, nowMs });
  };

  return createLoop({
    name: "reconciliation",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      for (const account of await readAccountsToPlan(db, nowMs - DAYS_BACK * DAY_MS)) {
        try {
          await plan(account, nowMs);
        } catch (error) {
          // An account whose settings cannot be read must not prevent the others from being compared.
          log.error("reconciliation.account.failed", { providerAccountId: account.id, error });
        }
      }
      const day = await claimDay(db, { nowMs, leaseMs: LEASE_MS });
      if (day === null) return 0;
      await attempt(day);
      return 1;
    },
  });
}
