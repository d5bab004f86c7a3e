import { expect, it } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createManualClock } from "./clock.ts";
import { createClockWatch } from "./clock-watch.ts";

function watch() {
  const { log, lines } = createRecordingLog();
  const clock = createManualClock(1_700_000_000_000);
  let steadyMs = 500;
  const look = createClockWatch({ clock, log, monotonicMs: () => steadyMs });
  const pass = (ms: number): void => {
    clock.advance(ms);
    steadyMs += ms;
  };
  return { look, lines, clock, pass };
}

it("says nothing of time that passes, however long it takes to the next look", () => {
  const { look, lines, pass } = watch();
  for (const ms of [0, 1_000, 3_600_000]) {
    pass(ms);
    expect(look()).toBe(0);
  }
  expect(lines).toEqual([]);
});

it.each([3_600_000, -3_600_000])("tells once of a clock that was set by %i ms", (byMs) => {
  const { look, lines, clock, pass } = watch();
  pass(1_000);
  clock.advance(byMs);
  expect([look(), look()]).toEqual([byMs, 0]);
  expect(lines).toMatchObject([{ level: "warn", event: "clock.jumped", fields: { byMs } }]);
});

it("leaves out what a clock is slewed by", () => {
  const { look, lines, clock, pass } = watch();
  for (let round = 0; round < 100; round += 1) {
    pass(1_000);
    clock.advance(-500);
    expect(look()).toBe(0);
  }
  expect(lines).toEqual([]);
});
