import { expect, it } from "vitest";
import { createManualClock } from "../kit/clock.ts";
import { createSystemRandom } from "../kit/random.ts";
import type { Span } from "./span.ts";
import { createTracing } from "./tracing.ts";

function tracingOf(share: number) {
  const given: Span[] = [];
  const clock = createManualClock(Date.UTC(2026, 10, 24));
  const tracing = createTracing({
    clock,
    random: createSystemRandom(),
    share,
    give: (span) => given.push(span),
  });
  /** A request that belongs to no trace. Whether a span was made. */
  const alone = (keepsTrace: boolean): boolean => {
    const ids = tracing.beginAlone(keepsTrace);
    if (ids === null) return false;
    const nowMs = clock.nowMs();
    tracing.end({
      ...ids,
      name: "GET /somewhere",
      kind: "server",
      startMs: nowMs,
      // A clock that was set back during the request.
      endMs: nowMs - 5,
      attributes: {},
      isError: keepsTrace,
      keepsTrace,
      link: null,
    });
    return true;
  };
  return { given, alone };
}

it.each([
  ["in the share", 1, false, 1],
  ["in the share, with trouble", 1, true, 1],
  ["outside the share", 0, false, 0],
  ["outside the share, with trouble", 0, true, 1],
])("a span alone in its trace, %s, is made only to be exported", (_name, share, keepsTrace, exported) => {
  const { given, alone } = tracingOf(share);
  expect(alone(keepsTrace)).toBe(exported === 1);
  expect(given).toHaveLength(exported);
});

it("of many that are alone, the share is exported", () => {
  const { given, alone } = tracingOf(0.5);
  for (let request = 0; request < 1_000; request += 1) alone(false);
  expect(given.length).toBeGreaterThan(400);
  expect(given.length).toBeLessThan(600);
});

it("a span never ends before its start", () => {
  const { given, alone } = tracingOf(1);
  alone(false);
  expect(given[0]?.endMs).toBe(given[0]?.startMs);
});
