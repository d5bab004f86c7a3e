import { setTimeout as sleep } from "node:timers/promises";
import type { TestApp } from "./app.ts";

const TICK_MS = 25;

/**
 * Lets the clock of the service run ahead of the real one, for programs that wait for what takes minutes: `stepMs` every 25 ms, with
 * the work that is due. Call the result, which ends it, before the service stops.
 */
export function passTime(app: TestApp, stepMs: number): () => Promise<void> {
  let isOver = false;
  const pass = async (): Promise<void> => {
    while (!isOver) {
      app.clock.advance(stepMs);
      await app.drain();
      await sleep(TICK_MS);
    }
  };
  const passing = pass();
  return async () => {
    isOver = true;
    await passing;
  };
}
