import { performance } from "node:perf_hooks";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { errors } from "../errors.ts";
import {
  calm,
  countedDelayMs,
  type Pressure,
  pressureAfter,
  type Rank,
  ranks,
  shareRefused,
} from "./shedding.ts";

/** Looks at how late things are, and refuses with SERVICE_UNAVAILABLE what would only make them later. */
export interface Overload {
  /** Before anything is done for a request: throws when it is turned away. */
  admit(rank: Rank): void;
  /** Somebody let in was refused later, having waited too long for the database. */
  countLate(): void;
  /** Measures from now on; returns the way to stop. */
  start(): () => void;
}

export interface OverloadDeps {
  readonly log: Logger;
  readonly random: Random;
  /** How long work waits for the database that nobody has begun, in milliseconds. */
  readonly databaseDelayMs: () => number;
}

/** The event loop is looked at so often; each look that comes late says how long everybody waits for their turn. */
const LOOK_MS = 20;
/** The least delay within such a window is the one that stands: a single long turn is not overload. */
const WINDOW_MS = 100;
/** A line is written when it begins, when it ends, and so often in between. */
const LOG_EVERY_MS = 10_000;
/** Callers come back after 1 to so many seconds, so that they do not all come at once. */
const RETRY_AFTER_SECONDS_MAX = 4;

export function createOverload(deps: OverloadDeps): Overload & {
  /** What `start` does with each window: nobody waited less than `delayMs` for `spentMs`. */
  observe(delayMs: number, spentMs: number, nowMs: number): void;
} {
  const { log, random } = deps;
  let pressure: Pressure = calm;
  let counts = noCounts();
  /** Requests of the window that runs. */
  let arrived = 0;
  let episode: { readonly sinceMs: number; readonly loggedMs: number } | null = null;
  /** Parts of a refusal that each rank is owed: a share is kept exactly, without chance. */
  const owed: Record<Rank, number> = { merchant: 0, newcomer: 0, paying: 0 };

  const tell = (delayMs: number, nowMs: number): void => {
    const { level } = pressure;
    const turnedAway = counts.late + ranks.reduce((sum, rank) => sum + counts[rank], 0);
    const fields = { level: Math.round(level * 100) / 100, delayMs: Math.round(delayMs), ...counts };
    if (episode === null) {
      if (level === 0 && turnedAway === 0) return;
      log.warn("http.overload.began", fields);
      episode = { sinceMs: nowMs, loggedMs: nowMs };
    } else if (level === 0 && nowMs - episode.loggedMs >= LOG_EVERY_MS && turnedAway === 0) {
      log.info("http.overload.ended", { seconds: Math.round((nowMs - episode.sinceMs) / 1_000) });
      episode = null;
    } else if (nowMs - episode.loggedMs >= LOG_EVERY_MS) {
      log.warn("http.overload.lasts", fields);
      episode = { ...episode, loggedMs: nowMs };
    } else return;
    counts = noCounts();
  };

  const observe = (delayMs: number, spentMs: number, nowMs: number): void => {
    pressure = pressureAfter(pressure, delayMs, spentMs);
    tell(delayMs, nowMs);
  };

  return {
    observe,
    admit: (rank) => {
      arrived += 1;
      if (pressure.level === 0) return;
      owed[rank] += shareRefused(pressure.level, rank);
      if (owed[rank] < 1) return;
      owed[rank] -= 1;
      counts[rank] += 1;
      const seconds = 1 + Math.floor(random.unit() * RETRY_AFTER_SECONDS_MAX);
      throw errors.SERVICE_UNAVAILABLE({ reason: "overloaded" }, seconds);
    },
    countLate: () => {
      counts.late += 1;
    },
    start: () => {
      let lookedMs = performance.now();
      let windowMs = lookedMs;
      let least = Number.POSITIVE_INFINITY;
      const timer = setInterval(() => {
        const nowMs = performance.now();
        least = Math.min(least, Math.max(nowMs - lookedMs - LOOK_MS, deps.databaseDelayMs()));
        lookedMs = nowMs;
        if (nowMs - windowMs < WINDOW_MS) return;
        const spentMs = nowMs - windowMs;
        observe(countedDelayMs(least, arrived, spentMs), spentMs, nowMs);
        arrived = 0;
        windowMs = nowMs;
        least = Number.POSITIVE_INFINITY;
      }, LOOK_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

const noCounts = (): Record<Rank | "late", number> => ({ merchant: 0, newcomer: 0, paying: 0, late: 0 });
