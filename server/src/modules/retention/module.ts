import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import type { KeptDays } from "../../kit/retention.ts";
import type { Module } from "../module.ts";
import { createEventForgetting } from "./forget-events.ts";
import { createSessionForgetting, createSimulatorForgetting } from "./forget-sessions.ts";

const INTERVAL_MS = 3_600_000;
/** A pass that forgot something reads the merchant's addresses of payers once. */
const SESSIONS_INTERVAL_MS = 6 * 3_600_000;

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keptDays: Pick<KeptDays, "events" | "sessions" | "simulator">;
}

/** Forgets what is kept for ever unless a setting says otherwise; without one it does nothing. */
export function createRetentionModule({ db, clock, log, keptDays }: RetentionDeps): Module {
  const rounds = { db, log, pause: (ms: number) => sleep(ms) };
  const loop = (name: string, intervalMs: number, run: (nowMs: number) => Promise<number>): Loop =>
    createLoop({ name, intervalMs, clock, log, run });
  const { events, sessions, simulator } = keptDays;
  const jobs: Record<string, Loop> = {};
  if (events !== null)
    jobs.forgottenEvents = loop(
      "forgotten_events",
      INTERVAL_MS,
      createEventForgetting({ ...rounds, keptDays: events }),
    );
  if (sessions !== null)
    jobs.forgottenSessions = loop(
      "forgotten_sessions",
      SESSIONS_INTERVAL_MS,
      createSessionForgetting({ ...rounds, keptDays: sessions }),
    );
  if (simulator !== null)
    jobs.forgottenSimulated = loop(
      "forgotten_simulated",
      INTERVAL_MS,
      createSimulatorForgetting({ ...rounds, keptDays: simulator }),
    );
  return Object.keys(jobs).length === 0 ? {} : { jobs };
}
