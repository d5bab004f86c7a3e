import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { questionAboutNothing } from "../../providers/probe.ts";
import type { Providers } from "../../providers/registry.ts";
import type { Routing, Suspensions } from "../routing/index.ts";
import { countTrouble } from "./alarm-store.ts";
import type { CallJournal } from "./journal.ts";
import { FIRST_TRIAL_AFTER_MS, mustSuspend, TRIAL_INTERVAL_MS, WINDOW_MS } from "./rules.ts";
import { type AccountWindow, readWindows } from "./store.ts";

export interface WatchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly log: Logger;
  readonly journal: CallJournal;
  readonly suspensions: Suspensions;
  readonly routing: Pick<Routing, "providerAccount">;
  readonly providers: Providers;
}

/** What keeps failing accounts out of routing. */
export interface AccountWatch {
  /**
   * Writes what the calls of this process say, and suspends accounts that fail by the calls of all. Returns whether more
   * waits to be written.
   */
  report(nowMs: number): Promise<boolean>;
  /** Tries suspended accounts that are due, and returns those that answer to service. Resolves to the number of trials. */
  tryAgain(nowMs: number): Promise<number>;
}

export function createAccountWatch(deps: WatchDeps): AccountWatch {
  const { db, clock, ids, random, log, journal, suspensions, routing, providers } = deps;

  const suspend = async ({ accountId, calls, faults }: AccountWindow, nowMs: number): Promise<void> => {
    const facts = { calls, faults, seconds: WINDOW_MS / 1_000 };
    const change = { nowMs, nextTrialAtMs: nowMs + FIRST_TRIAL_AFTER_MS, facts };
    const suspended = await suspensions.suspend(accountId, change, async (tx) => {
      await countTrouble(tx, [
        {
          id: ids.next("providerAlarm"),
          accountId,
          kind: "SUSPENDED",
          code: "SUSPENDED",
          action: null,
          failureCode: null,
          reference: null,
          occurrences: 1,
          firstSeenAtMs: nowMs,
          lastSeenAtMs: nowMs,
        },
      ]);
    });
    if (suspended === null) return;
    const { id, provider, name } = suspended;
    log.error("provider_account.suspended", {
      accountId: publicId("providerAccount", id),
      provider,
      name,
      ...facts,
    });
  };

  /** Whether the provider answers: by the connector's own test, or a query about a payment that does not exist. */
  const answers = async (accountId: string): Promise<boolean> => {
    const calls = providers.of(await routing.providerAccount(accountId));
    if (calls.test !== null) return (await calls.test()).kind === "passed";
    const nothing = questionAboutNothing(calls.provider, { ids, random, nowMs: clock.nowMs() });
    const outcome = await calls.query(nothing);
    return !(
      outcome.kind === "unknown" ||
      (outcome.kind === "failed" && outcome.failureCode === "PROVIDER_UNAVAILABLE")
    );
  };

  const tryOne = async (accountId: Id<"providerAccount">): Promise<void> => {
    const passed = await answers(accountId);
    const restored = passed ? await suspensions.restore(accountId, clock.nowMs()) : null;
    const about = { accountId: publicId("providerAccount", accountId) };
    if (restored !== null) log.info("provider_account.returned", { ...about, provider: restored.provider });
    if (!passed) log.warn("provider_account.trial.failed", about);
  };

  return {
    report: async (nowMs) => {
      const { accountIds, isBehind } = await journal.flush();
      if (accountIds.length > 0) {
        const windows = await readWindows(db, accountIds, nowMs - WINDOW_MS);
        for (const window of windows) if (mustSuspend(window)) await suspend(window, nowMs);
      }
      return isBehind;
    },
    tryAgain: async (nowMs) => {
      const due = await suspensions.claimTrials(nowMs, nowMs + TRIAL_INTERVAL_MS);
      await Promise.all(
        due.map((accountId) =>
          tryOne(accountId).catch((error: unknown) =>
            log.error("provider_account.trial.broken", { accountId, error }),
          ),
        ),
      );
      return due.length;
    },
  };
}
