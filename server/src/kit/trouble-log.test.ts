import { describe, expect, test } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createManualClock } from "./clock.ts";
import { createTroubleLog, type TroubleLogOptions } from "./trouble-log.ts";

const MINUTE_MS = 60_000;
const away = new Error("connect ECONNREFUSED");

function setUp({ quietMs, reminds }: Pick<TroubleLogOptions, "quietMs" | "reminds"> = {}) {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 10));
  const { log, lines } = createRecordingLog();
  const trouble = createTroubleLog({
    log,
    event: "loop.trouble",
    level: "error",
    fields: { loop: "expiry" },
    nowMs: clock.nowMs,
    ...(quietMs === undefined ? {} : { quietMs }),
    ...(reminds === undefined ? {} : { reminds }),
  });
  return { clock, lines, trouble };
}

describe("an outage", () => {
  test("is logged when it begins, each minute, and when it ends", () => {
    const { clock, lines, trouble } = setUp();
    trouble.worked();
    expect(lines).toEqual([]);
    // Two and a half minutes, one attempt per second.
    for (let second = 0; second < 150; second++) {
      trouble.failed(away);
      clock.advance(1_000);
    }
    trouble.worked();
    trouble.worked();
    const common = { loop: "expiry" };
    expect(lines).toEqual([
      { level: "error", event: "loop.trouble.began", fields: { ...common, error: away } },
      {
        level: "error",
        event: "loop.trouble.lasts",
        fields: { ...common, failures: 61, seconds: 60, error: away },
      },
      {
        level: "error",
        event: "loop.trouble.lasts",
        fields: { ...common, failures: 121, seconds: 120, error: away },
      },
      { level: "error", event: "loop.trouble.ended", fields: { ...common, failures: 150, seconds: 150 } },
    ]);
  });

  test("is logged at its begin and end only, when no reminders are wanted", () => {
    const { clock, lines, trouble } = setUp({ reminds: false });
    for (let second = 0; second < 150; second++) {
      trouble.failed(away);
      clock.advance(1_000);
    }
    trouble.worked();
    expect(lines.map(({ event, fields }) => [event, fields.failures, fields.seconds])).toEqual([
      ["loop.trouble.began", undefined, undefined],
      ["loop.trouble.ended", 150, 150],
    ]);
  });

  test("that comes again is logged again", () => {
    const { lines, trouble } = setUp();
    for (let time = 0; time < 2; time++) {
      trouble.failed(away);
      trouble.worked();
    }
    expect(lines.map(({ event }) => event)).toEqual([
      "loop.trouble.began",
      "loop.trouble.ended",
      "loop.trouble.began",
      "loop.trouble.ended",
    ]);
  });

  test("is still logged each minute after the clock was set back an hour", () => {
    const { clock, lines, trouble } = setUp();
    trouble.failed(away);
    clock.advance(-60 * MINUTE_MS);
    trouble.failed(away);
    expect(lines.at(-1)).toMatchObject({ event: "loop.trouble.lasts", fields: { failures: 2, seconds: 0 } });
  });
});

test("with some failing and some working, it ends after a quiet time and not with the first success", () => {
  const { clock, lines, trouble } = setUp({ quietMs: 10_000 });
  for (let second = 0; second < 30; second++) {
    trouble.failed(away, { requestId: `req_${second}` });
    clock.advance(1_000);
    trouble.worked();
  }
  expect(lines.map(({ event, fields }) => [event, fields.requestId])).toEqual([
    ["loop.trouble.began", "req_0"],
  ]);
  clock.advance(9_000);
  trouble.worked();
  expect(lines.at(-1)).toMatchObject({ event: "loop.trouble.ended", fields: { failures: 30 } });
});
