import { describe, expect, it } from "vitest";
import { BEAT_MS, createWatchdog, MISSED_BEATS_MAX } from "./watchdog.ts";

/** A watchdog whose ticks the test triggers. */
function watch() {
  const hung: number[] = [];
  let onTick: (() => void) | null = null;
  const dog = createWatchdog(
    (silentMs) => hung.push(silentMs),
    (everyMs, tick) => {
      expect(everyMs).toBe(BEAT_MS);
      onTick = tick;
      return () => {
        onTick = null;
      };
    },
  );
  const pass = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick += 1) onTick?.();
  };
  return { dog, hung, pass };
}

describe("the watchdog of a process", () => {
  it("is content with one that beats, however long", () => {
    const { dog, hung, pass } = watch();
    for (let round = 0; round < 20; round += 1) {
      pass(MISSED_BEATS_MAX);
      dog.beat();
    }
    expect(hung).toEqual([]);
  });

  it("tells once of one that has missed more than ten beats", () => {
    const { hung, pass } = watch();
    pass(MISSED_BEATS_MAX);
    expect(hung).toEqual([]);
    pass(5);
    expect(hung).toEqual([11_000]);
  });

  it("tells nothing once it is stopped", () => {
    const { dog, hung, pass } = watch();
    dog.stop();
    pass(50);
    expect(hung).toEqual([]);
  });
});
