import { describe, expect, it } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

describe("traceparent", () => {
  it.each([
    ["an example of the standard", `00-${traceId}-${spanId}-01`],
    ["not sampled", `00-${traceId}-${spanId}-00`],
    ["a later version with more parts", `cc-${traceId}-${spanId}-01-what-comes`],
  ])("%s is read", (_what, header) => {
    expect(parseTraceparent(header)).toEqual({ traceId, spanId });
  });

  it.each([
    ["none", undefined],
    ["an empty one", ""],
    ["two", [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
    ["upper case", `00-${traceId.toUpperCase()}-${spanId}-01`],
    ["a trace of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
    ["a span of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["the version that is none", `ff-${traceId}-${spanId}-01`],
    ["version 00 with more parts", `00-${traceId}-${spanId}-01-more`],
    ["a short trace", `00-${traceId.slice(1)}-${spanId}-01`],
    ["text around it", ` 00-${traceId}-${spanId}-01`],
  ])("%s begins a trace", (_what, header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  it("is written with the flag of what is exported", () => {
    expect(formatTraceparent({ traceId, spanId }, true)).toBe(`00-${traceId}-${spanId}-01`);
    expect(formatTraceparent({ traceId, spanId }, false)).toBe(`00-${traceId}-${spanId}-00`);
  });
});
