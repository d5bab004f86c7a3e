import { performance } from "node:perf_hooks";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { overloadLevel, overloadRefused } from "../../metrics/table.ts";
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

/** Measures delays, and sheds load: refuses requests with SERVICE_UNAVAILABLE that would only increase the delays. */
export interface Overload {
  /** Called before any work for a request: throws when it is refused. */
  admit(rank: Rank): void;
  /** An admitted request was refused later, because it waited too long for the database. */
  countLate(): void;
  /** Measures from now on; returns a function that stops it. */
  start(): () => void;
}

export interface OverloadDeps {
  readonly log: Logger;
  readonly random: Random;
  /** How long unstarted work has waited for the database, in milliseconds. */
  readonly databaseDelayMs: () => number;
}

/** Sampling interval of the event loop; each late sample shows how long every request waits for its turn. */
const LOOK_MS = 20;
/** The least delay within such a window counts: a single long turn is not overload. */
const WINDOW_MS = 100;
/** Log interval during an overload; its begin and end are logged too. */
const LOG_EVERY_MS = 10_000;
/** Retry-After is random from 1 to this, so that callers do not all come back at once. */
const RETRY_AFTER_SECONDS_MAX = 4;

export function createOverload(deps: OverloadDeps): Overload & {
  /** Called by `start` with each window: no request waited less than `delayMs` for `spentMs`. */
  observe(delayMs: number, spentMs: number, nowMs: number): void;
} {
  const { log, random } = deps;
  let pressure: Pressure = calm;
  let counts = noCounts();
  /** Requests of the current window. */
  let arrived = 0;
  let episode: { readonly sinceMs: number; readonly loggedMs: number } | null = null;
  /** Accumulated fractions of a refusal per rank: a share is met exactly, without randomness. */
  const owed: Record<Rank, number> = { merchant: 0, visitor: 0, paying: 0 };

  // Shown with 0 from the start, so that the first one is seen as an increase.
  for (const name of [...Object.values(classOf), "late"]) overloadRefused.add({ class: name }, 0);

  const logPressure = (delayMs: number, nowMs: number): void => {
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
    overloadLevel.set({}, pressure.level);
    logPressure(delayMs, nowMs);
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
      overloadRefused.add({ class: classOf[rank] });
      const seconds = 1 + Math.floor(random.unit() * RETRY_AFTER_SECONDS_MAX);
      throw errors.SERVICE_UNAVAILABLE({ reason: "overloaded" }, seconds);
    },
    countLate: () => {
      counts.late += 1;
      overloadRefused.add({ class: "late" });
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

/** The names in the metrics. */
const classOf: Readonly<Record<Rank, string>> = {
  merchant: "merchant",
  visitor: "newcomer",
  paying: "paying",
};

const noCounts = (): Record<Rank | "late", number> => ({ merchant: 0, visitor: 0, paying: 0, late: 0 });
