import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";
import { loopRounds, loopSeconds } from "../metrics/table.ts";

/** Background work that repeats: the sweeper, the resolver, the webhook worker. */
export interface Loop {
  /** Milliseconds between two rounds that find nothing to do. */
  readonly intervalMs: number;
  start(): void;
  /** Starts another round as soon as the current one ends, instead of waiting for the interval. */
  wake(): void;
  /**
   * Runs one round now, for tests and the simulation; resolves to the number of things done. Rejects when the round
   * fails.
   */
  runOnce(): Promise<number>;
  /** Starts no further round; resolves when the current one has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  /** The delay after a round that found nothing to do. A round that did something is followed at once by another. */
  readonly intervalMs: number;
  /** One round. Returns how many things it did. */
  readonly run: (nowMs: number) => Promise<number>;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createLoop({ name, intervalMs, run, clock, log }: LoopOptions): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let wakeAsked = false;
  let stopped = true;
  const trouble = createTroubleLog({
    log,
    event: "loop.trouble",
    level: "error",
    fields: { loop: name },
    nowMs: clock.nowMs,
  });

  const schedule = (delayMs: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      timer = null;
      running = round().finally(() => {
        running = null;
      });
    }, delayMs);
    timer.unref();
  };

  const runOnce = async (): Promise<number> => {
    const startedMs = performance.now();
    let result = "failed";
    try {
      const done = await run(clock.nowMs());
      result = done > 0 ? "worked" : "idle";
      return done;
    } finally {
      loopRounds.add({ loop: name, result });
      loopSeconds.observe({ loop: name }, (performance.now() - startedMs) / 1_000);
    }
  };

  // A failed round is logged and the next one follows after the interval. Work is claimed by leases or guarded by
  // versions, so an interrupted round loses nothing.
  const round = async (): Promise<void> => {
    wakeAsked = false;
    let done = 0;
    try {
      done = await runOnce();
      trouble.worked();
    } catch (error) {
      trouble.failed(error);
    }
    schedule(done > 0 || wakeAsked ? 0 : intervalMs);
  };

  return {
    intervalMs,
    start: () => {
      if (!stopped) return;
      stopped = false;
      schedule(0);
    },
    wake: () => {
      wakeAsked = true;
      if (stopped || running !== null || timer === null) return;
      clearTimeout(timer);
      schedule(0);
    },
    runOnce,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
