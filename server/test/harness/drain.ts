import type { Loop } from "../../src/jobs/loop.ts";
import type { ManualClock } from "../../src/kit/clock.ts";
import { nightlyLoops, recordingLoops, tellingLoops, tidyingLoops } from "./loop-kinds.ts";

const ROUNDS_MAX = 200;
const STEP_MS = 1_000;
const MINUTE_MS = 60_000;

/** The background work of an application under test, run by the test and by its clock. */
export interface Drain {
  /** Runs all background work until nothing is due; returns the number of things done. */
  readonly drain: () => Promise<number>;
  /**
   * Moves the clock in steps. After each step it runs the loops whose interval has passed, as in production, and all
   * that money waits for when one found something to do; the others run once a minute. It drains after the last step.
   */
  readonly advance: (byMs: number, stepMs?: number) => Promise<void>;
}

interface Work {
  readonly name: string;
  readonly intervalMs: number;
  readonly runOnce: () => Promise<number>;
}

export function createDrain({
  loops,
  webhooks,
  clock,
  settled,
}: {
  readonly loops: Readonly<Record<string, Loop>>;
  /** The webhook worker, which is no loop of the application's own. */
  readonly webhooks: Pick<Loop, "runOnce">;
  readonly clock: ManualClock;
  /** Resolves when the callbacks that the work has caused are processed. */
  readonly settled: () => Promise<void>;
}): Drain {
  const works: readonly Work[] = [
    ...Object.entries(loops)
      .filter(([name]) => !nightlyLoops.has(name))
      .map(([name, { intervalMs, runOnce }]) => ({ name, intervalMs, runOnce })),
    { name: "webhooks", intervalMs: 0, runOnce: webhooks.runOnce },
  ];
  const ranAtMs = new Map<string, number>();
  const isBeside = ({ name }: Work): boolean => tidyingLoops.has(name) || tellingLoops.has(name);
  const isDue = (work: Work): boolean =>
    clock.nowMs() - (ranAtMs.get(work.name) ?? Number.NEGATIVE_INFINITY) >=
    (isBeside(work) ? Math.max(work.intervalMs, MINUTE_MS) : work.intervalMs);

  const run = async ({ name, runOnce }: Work): Promise<number> => {
    ranAtMs.set(name, clock.nowMs());
    const done = await runOnce();
    await settled();
    return done;
  };

  // It ends after a whole circle in which nothing was done, apart from loops that only record calls.
  const untilIdle = async (circle: readonly Work[]): Promise<number> => {
    let total = 0;
    let idle = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      for (const work of circle) {
        const done = await run(work);
        total += done;
        idle = done === 0 || recordingLoops.has(work.name) ? idle + 1 : 0;
        if (idle === circle.length) return total;
      }
    }
    throw new Error("background work never comes to rest");
  };

  const drain = (): Promise<number> =>
    untilIdle(works.filter((work) => !tidyingLoops.has(work.name) || isDue(work)));

  return {
    drain,
    advance: async (byMs, stepMs = STEP_MS) => {
      for (let left = byMs; left > 0; left -= stepMs) {
        clock.advance(Math.min(left, stepMs));
        let done = 0;
        for (const work of works.filter(isDue)) done += await run(work);
        if (left <= stepMs) await drain();
        else if (done > 0) await untilIdle(works.filter((work) => !isBeside(work)));
      }
    },
  };
}
