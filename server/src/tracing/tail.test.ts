import { describe, expect, it } from "vitest";
import { createManualClock } from "../kit/clock.ts";
import type { Span } from "./span.ts";
import { createTail } from "./tail.ts";

const clock = createManualClock(Date.UTC(2026, 10, 24));
/** The last digits decide about the share: these are in none but all. */
const traceOf = (number: number) => `${number.toString(16).padStart(19, "0")}fffffffffffff`;

function span(trace: number, name: string, keepsTrace = false): Span {
  return {
    traceId: traceOf(trace),
    spanId: "00f067aa0ba902b7",
    parentSpanId: null,
    name,
    kind: "internal",
    startMs: clock.nowMs(),
    endMs: clock.nowMs(),
    attributes: {},
    isError: keepsTrace,
    keepsTrace,
    link: null,
  };
}

function newTail(share: number) {
  const given: string[] = [];
  return { given, end: createTail({ clock, share, give: ({ name }) => given.push(name) }) };
}

describe("what is exported", () => {
  it("is every span of a trace in the share, at once", () => {
    const { given, end } = newTail(1);
    end(span(1, "request"));
    expect(given).toEqual(["request"]);
  });

  it("is no span of another trace", () => {
    const { given, end } = newTail(0.01);
    end(span(1, "request"));
    end(span(1, "choose route"));
    expect(given).toEqual([]);
  });

  it("is the whole trace once there is trouble, and what follows", () => {
    const { given, end } = newTail(0.01);
    end(span(1, "choose route"));
    end(span(2, "choose route of another"));
    end(span(1, "provider start", true));
    end(span(1, "request"));
    expect(given).toEqual(["choose route", "provider start", "request"]);
  });

  it("is not what came more than a minute before the trouble", () => {
    const { given, end } = newTail(0);
    end(span(1, "old"));
    clock.advance(60_000);
    end(span(2, "sweeps"));
    end(span(1, "trouble", true));
    expect(given).toEqual(["trouble"]);
  });

  it("is no longer what comes ten minutes after the trouble", () => {
    const { given, end } = newTail(0);
    end(span(1, "trouble", true));
    clock.advance(10 * 60_000);
    end(span(2, "sweeps"));
    end(span(1, "late"));
    expect(given).toEqual(["trouble"]);
  });

  it("holds at most 5 000 traces, the newest, and 50 spans of each", () => {
    const { given, end } = newTail(0);
    for (let trace = 0; trace <= 5_000; trace += 1) end(span(trace, `of ${trace}`));
    for (let more = 0; more < 60; more += 1) end(span(5_000, `more ${more}`));
    end(span(0, "trouble of the oldest", true));
    end(span(5_000, "trouble of the newest", true));
    expect(given[0]).toBe("trouble of the oldest");
    expect(given.slice(1, 3)).toEqual(["of 5000", "more 0"]);
    expect(given).toHaveLength(1 + 50 + 1);
  });
});
