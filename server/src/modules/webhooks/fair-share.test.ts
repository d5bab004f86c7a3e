import { describe, expect, it } from "vitest";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import {
  type DueEndpoint,
  type EndpointLoad,
  LIMIT_INITIAL,
  loadAfterEnd,
  loadAfterStart,
  newLoad,
  planFairShares,
  SLOW_MS,
} from "./fair-share.ts";

const NOW_MS = Date.UTC(2026, 0, 15, 8);
const endpoint = (id: string, more: Partial<DueEndpoint> = {}): DueEndpoint => ({
  merchantNo: 1 as MerchantNo,
  endpointId: id as Id<"webhookEndpoint">,
  status: "ACTIVE",
  verified: true,
  pausedUntilMs: null,
  failureStreak: 0,
  ...more,
});
const roomsOf = (shares: readonly { endpointId: string; room: number }[]) =>
  Object.fromEntries(shares.map(({ endpointId, room }) => [endpointId, room]));

describe("who may send how much", () => {
  it("keeps endpoints that fail or are slow apart from those that answer", () => {
    const loads: Record<string, EndpointLoad> = {
      quick: { inFlight: 3, limit: 16, slow: false },
      slow: { inFlight: 1, limit: 4, slow: true },
      full: { inFlight: 16, limit: 16, slow: false },
      probed: { inFlight: 0, limit: 64, slow: false },
      probing: { inFlight: 1, limit: 64, slow: false },
    };
    const plan = planFairShares(
      [
        endpoint("new"),
        endpoint("quick"),
        endpoint("slow"),
        endpoint("full"),
        endpoint("failing", { failureStreak: 1 }),
        endpoint("probed", { failureStreak: 5, pausedUntilMs: NOW_MS }),
        endpoint("probing", { failureStreak: 9, pausedUntilMs: NOW_MS - 1 }),
        endpoint("paused", { failureStreak: 9, pausedUntilMs: NOW_MS + 1 }),
        endpoint("gone", { status: "DISABLED" }),
      ],
      (id) => loads[id] ?? newLoad,
      NOW_MS,
    );
    expect(roomsOf(plan.healthy)).toEqual({ new: LIMIT_INITIAL, quick: 13 });
    expect(roomsOf(plan.unhealthy)).toEqual({ slow: 3, failing: LIMIT_INITIAL, probed: 1 });
    expect(plan.disabled.map(({ endpointId }) => endpointId)).toEqual(["gone"]);
  });

  it("lets an endpoint grow with quick successes and shrinks it with anything else", () => {
    let load = newLoad;
    for (let n = 0; n < 20; n += 1) load = loadAfterEnd(loadAfterStart(load), true, 50);
    expect(load).toEqual({ inFlight: 0, limit: 256, slow: false });
    expect(loadAfterEnd(loadAfterStart(load), false, 50)).toEqual({ inFlight: 0, limit: 128, slow: false });
    load = loadAfterEnd(loadAfterStart(load), true, SLOW_MS + 1);
    expect(load).toEqual({ inFlight: 0, limit: 128, slow: true });
    for (let n = 0; n < 20; n += 1) load = loadAfterEnd(loadAfterStart(load), false, SLOW_MS + 1);
    expect(load).toEqual({ inFlight: 0, limit: 1, slow: true });
  });
});
