import { describe, expect, it } from "vitest";
import { createManualClock } from "../kit/clock.ts";
import { base32OfPair, createIdSource, type Id, publicId } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import {
  isInShare,
  operationOf,
  operationOfAnswer,
  operationOfEvent,
  operationOfPublicId,
  operationOfReference,
} from "./operations.ts";

const uuid = "019a9c5e-1a2b-7c3d-8e4f-0123456789ab";
const charge = publicId("charge", uuid as Id<"charge">);
const operation = {
  traceId: "019a9c5e1a2b7c3d8e4f0123456789ab",
  rootSpanId: "8e4f0123456789ab",
  madeAtMs: 0x019a9c5e1a2b,
};

describe("the trace of an operation", () => {
  it("is the same by its id, its public id, and its name at a provider", () => {
    expect(operationOf(uuid)).toEqual(operation);
    expect(operationOfPublicId(charge)).toEqual(operation);
    expect(operationOfReference(base32OfPair(uuid, 4_711))).toEqual(operation);
  });

  it.each([
    ["a charge", { id: charge }],
    ["a refund of a charge", { id: publicId("refund", uuid as Id<"refund">), chargeId: "ch_other" }],
    ["a payout", { id: publicId("payout", uuid as Id<"payout">) }],
    ["a session with its attempt", { id: "cs_0123", chargeId: charge }],
    ["a completion", { sessionId: "cs_0123", chargeId: charge }],
  ])("is found in %s", (_what, data) => {
    expect(operationOfAnswer(data)).toEqual(operation);
    expect(operationOfEvent(JSON.stringify({ id: "evt_1", data }))).toEqual(operation);
  });

  it.each([
    ["nothing", null],
    ["a list", [{ id: charge }]],
    ["a session nobody has paid", { id: "cs_0123", chargeId: null }],
    ["another kind of object", { id: publicId("wallet", uuid as Id<"wallet">) }],
    ["text that only begins like an id", { id: "ch_" }],
    ["a number", { id: 7 }],
  ])("is absent from %s", (_what, data) => {
    expect(operationOfAnswer(data)).toBeNull();
    expect(operationOfEvent(JSON.stringify({ data }))).toBeNull();
  });

  it.each(["", "!", "0123", "u".repeat(32)])("is absent from the reference %j", (reference) => {
    expect(operationOfReference(reference)).toBeNull();
  });
});

describe("the share that is exported", () => {
  const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 24)), createSystemRandom());
  const traces = Array.from({ length: 20_000 }, () => operationOf(ids.uuid()).traceId);

  it("is none, all, or about what was asked for, of ids made in one millisecond", () => {
    const sharesIn = (share: number) => traces.filter((traceId) => isInShare(traceId, share)).length;
    expect(sharesIn(0)).toBe(0);
    expect(sharesIn(1)).toBe(20_000);
    // 200 expected, with a deviation of 14: six of them are one run in a billion.
    expect(sharesIn(0.01)).toBeGreaterThan(115);
    expect(sharesIn(0.01)).toBeLessThan(285);
  });

  it("grows by what is added: a trace in a small share is in every larger one", () => {
    const small = traces.filter((traceId) => isInShare(traceId, 0.1));
    expect(small.every((traceId) => isInShare(traceId, 0.2))).toBe(true);
  });
});
