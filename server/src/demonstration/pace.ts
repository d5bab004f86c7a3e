import { setTimeout as sleep } from "node:timers/promises";
import type { Loop } from "../jobs/loop.ts";

export interface Pace {
  /** How many scenes are played while the service's loops stand still. The same at every start. */
  readonly scenesPerPart: number;
  /** After a part the service has this many times as long for itself, and never less than `PAUSE_MS_MIN`. */
  readonly pauseFactor: number;
}

const PAUSE_MS_MIN = 250;

/** Waits; returns at once when told to stop. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  await sleep(ms, undefined, { signal: stopping }).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
  });
}

/**
 * Does one part of the work while the loops stand still: they would take what is due in the past for overdue, and end it
 * now. Then it pauses for a multiple of the time that the part took, so that a busy machine gets longer pauses.
 */
export async function inPart(
  loops: readonly Loop[],
  stopping: AbortSignal,
  pauseFactor: number,
  work: () => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  await Promise.all(loops.map((loop) => loop.stop()));
  try {
    await work();
  } finally {
    for (const loop of loops) loop.start();
  }
  await pause(Math.max(PAUSE_MS_MIN, (performance.now() - startedMs) * pauseFactor), stopping);
}
