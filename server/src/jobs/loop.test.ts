import { afterEach, describe, expect, test } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createManualClock } from "../kit/clock.ts";
import { createLoop, type Loop } from "./loop.ts";

const loops: Loop[] = [];
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop();
});

/** A loop whose database the test takes away, and that runs as fast as it can. */
function startLoop() {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 10));
  const { log, lines } = createRecordingLog();
  let rounds = 0;
  let isAway = false;
  const loop = createLoop({
    name: "expiry",
    intervalMs: 1,
    clock,
    log,
    run: async () => {
      rounds += 1;
      if (isAway) throw new Error("the database is away");
      return 0;
    },
  });
  loops.push(loop);
  loop.start();
  return {
    clock,
    lines,
    setAway: (away: boolean) => {
      isAway = away;
    },
    moreRounds: async (count: number) => {
      const goal = rounds + count;
      await expect.poll(() => rounds, { interval: 1 }).toBeGreaterThanOrEqual(goal);
    },
  };
}

describe("while every round fails", () => {
  test("one line says so, one each minute how often, and one when it works again", async () => {
    const { clock, lines, setAway, moreRounds } = startLoop();
    await moreRounds(3);
    expect(lines).toEqual([]);

    setAway(true);
    await moreRounds(20);
    expect(lines).toMatchObject([
      { level: "error", event: "loop.trouble.began", fields: { loop: "expiry", error: expect.any(Error) } },
    ]);
    clock.advance(60_000);
    await moreRounds(20);
    expect(lines.slice(1)).toMatchObject([{ event: "loop.trouble.lasts", fields: { seconds: 60 } }]);

    setAway(false);
    await moreRounds(3);
    expect(lines.slice(2)).toMatchObject([{ event: "loop.trouble.ended", fields: { loop: "expiry" } }]);
    expect(Number(lines[2]?.fields.failures)).toBeGreaterThanOrEqual(20);
  });
});
