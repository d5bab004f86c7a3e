import type { Database } from "../../src/db/database.ts";
import type { Loop } from "../../src/jobs/loop.ts";
import type { ManualClock } from "../../src/kit/clock.ts";
import type { CallsOfOthers } from "./calls-of-others.ts";
import { findDueWork } from "./due-work.ts";
import { inTime } from "./in-time.ts";
import { nightlyLoops, recordingLoops, tellingLoops, tidyingLoops } from "./loop-kinds.ts";
import { isDeep } from "./tier.ts";

const ROUNDS_MAX = 200;
/** Real time, less than a test has. */
const ROUND_MS_MAX = 45_000;
const STEP_MS = 1_000;
const MINUTE_MS = 60_000;

/** The background work of an application under test, run by the test and by its clock. */
export interface Drain {
  /** Runs all background work until nothing is due; returns the number of things done. */
  readonly drain: () => Promise<number>;
  /**
   * Moves the clock in steps. After each step it runs the loops that money waits for, as in production, and the others once a minute of
   * the test's clock. It drains after the last step.
   */
  readonly advance: (byMs: number, stepMs?: number) => Promise<void>;
}

interface Work {
  readonly name: string;
  readonly intervalMs: number;
  readonly runOnce: () => Promise<number>;
}

export function createDrain({
  db,
  loops,
  webhooks,
  clock,
  settled,
  calls,
}: {
  readonly db: Database;
  readonly loops: Readonly<Record<string, Loop>>;
  /** The webhook worker, which is no loop of the application's own. */
  readonly webhooks: Pick<Loop, "runOnce">;
  readonly clock: ManualClock;
  /** Resolves when the callbacks that the work has caused are processed. */
  readonly settled: () => Promise<void>;
  readonly calls: CallsOfOthers;
}): Drain {
  const works: readonly Work[] = [
    ...Object.entries(loops)
      .filter(([name]) => !nightlyLoops.has(name))
      .map(([name, { intervalMs, runOnce }]) => ({ name, intervalMs, runOnce })),
    { name: "webhooks", intervalMs: 0, runOnce: webhooks.runOnce },
  ];
  const ranAtMs = new Map<string, number>();
  const isBeside = ({ name }: Work): boolean => tidyingLoops.has(name) || tellingLoops.has(name);
  const msSinceRun = ({ name }: Work): number =>
    clock.nowMs() - (ranAtMs.get(name) ?? Number.NEGATIVE_INFINITY);
  /** After a clock was set back nobody knows how long a loop has waited: it runs. */
  const hasWaited = (work: Work, atLeastMs: number): boolean =>
    msSinceRun(work) < 0 || msSinceRun(work) >= Math.max(work.intervalMs, atLeastMs);

  const run = async ({ name, runOnce }: Work): Promise<number> => {
    ranAtMs.set(name, clock.nowMs());
    const done = await inTime(`a round of ${name}`, ROUND_MS_MAX, runOnce());
    await inTime(`what follows from a round of ${name}`, ROUND_MS_MAX, settled());
    return done;
  };

  const runDue = async (circle: readonly Work[]): Promise<number> => {
    const due = await findDueWork(db, clock.nowMs());
    let total = 0;
    for (const work of circle) {
      if (due.isDue(work.name, msSinceRun(work)) === false) continue;
      const done = await run(work);
      // What only records calls has something to do as long as anybody calls.
      if (!recordingLoops.has(work.name)) total += done;
    }
    return total;
  };

  const untilIdle = async (circle: readonly Work[]): Promise<number> => {
    let total = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const done = await runDue(circle);
      if (done === 0) return total;
      total += done;
    }
    throw new Error("background work never comes to rest");
  };

  const requireIdle = async (circle: readonly Work[]): Promise<void> => {
    for (const work of circle) {
      const before = calls.count();
      const { isDue } = await findDueWork(db, clock.nowMs());
      if (isDue(work.name, 0) !== false) continue;
      const done = await run(work);
      // While others call, work may have come between the look and the round.
      if (done > 0 && before !== null && before === calls.count())
        throw new Error(`${work.name} did ${done} things of which due-work.ts knows nothing`);
    }
  };

  const drain = async (): Promise<number> => {
    const circle = works.filter((work) => !tidyingLoops.has(work.name) || hasWaited(work, MINUTE_MS));
    const done = await untilIdle(circle);
    if (isDeep) await requireIdle(circle);
    return done;
  };

  return {
    drain,
    advance: async (byMs, stepMs = STEP_MS) => {
      for (let left = byMs; left > 0; left -= stepMs) {
        clock.advance(Math.min(left, stepMs));
        const done = await runDue(works.filter((work) => hasWaited(work, isBeside(work) ? MINUTE_MS : 0)));
        if (left <= stepMs) await drain();
        else if (done > 0) await untilIdle(works.filter((work) => !isBeside(work)));
      }
    },
  };
}
