import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/logger.ts";
import { createTroubleLog } from "../kit/trouble-log.ts";

/** Background work that repeats: the sweeper, the resolver, the webhook worker. */
export interface Loop {
  start(): void;
  /** Runs as soon as the round under way is over, instead of waiting for the interval. */
  wake(): void;
  /** One round now, for tests and the simulation: the number of things done. Rejects when the round fails. */
  runOnce(): Promise<number>;
  /** No further round; resolves when the one under way is over. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  /** The wait between rounds that found nothing to do. A round that did something is followed at once by another. */
  readonly intervalMs: number;
  /** One round. Returns how many things it did. */
  readonly run: (nowMs: number) => Promise<number>;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createLoop({ name, intervalMs, run, clock, log }: LoopOptions): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let woken = false;
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

  // A failed round is told and the next one comes after the interval: work is claimed by leases or guarded by
  // versions, so a round that broke off has lost nothing.
  const round = async (): Promise<void> => {
    woken = false;
    let done = 0;
    try {
      done = await run(clock.nowMs());
      trouble.worked();
    } catch (error) {
      trouble.failed(error);
    }
    schedule(done > 0 || woken ? 0 : intervalMs);
  };

  return {
    start: () => {
      if (!stopped) return;
      stopped = false;
      schedule(0);
    },
    wake: () => {
      woken = true;
      if (stopped || running !== null || timer === null) return;
      clearTimeout(timer);
      schedule(0);
    },
    runOnce: () => run(clock.nowMs()),
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
