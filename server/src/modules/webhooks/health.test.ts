import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import type { Id } from "../../kit/ids.ts";
import { viewHealth } from "./health.ts";
import { COUNTED_MAX, type DeliveryCount } from "./health-store.ts";
import { createSite, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const HOUR_MS = 3_600_000;

describe("the health of an endpoint", () => {
  let site: Site;
  let world: World;
  let owner: Caller;
  beforeAll(async () => {
    site = await createSite();
    ({ world } = site);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    ({ owner } = await site.renew());
  });
  const health = async (id: string) => {
    const answer = await site.call("GET", `/webhook-endpoints/${id}/health`);
    expect(answer.status).toBe(200);
    return answer.data;
  };

  it("counts what became of the events of the last 24 hours, of this endpoint alone", async () => {
    const { id } = await world.newEndpoint(owner, "/healthy");
    const { id: beside } = await world.newEndpoint(owner, "/beside");
    await world.emit(owner, [{ type: "payment.succeeded" }]);
    await world.drain();
    world.clock.advance(25 * HOUR_MS);
    await world.emit(owner, [{ type: "payment.succeeded" }, { type: "payment.failed" }]);
    await world.drain();
    world.receiver.answer("/healthy", (response) => response.writeHead(500).end());
    await world.emit(owner, [{ type: "payment.succeeded" }]);
    await world.drain();
    const nowMs = world.clock.nowMs();
    const seen = await health(id);
    expect(seen).toMatchObject({
      object: "webhook_endpoint_health",
      id,
      from: new Date(nowMs - 24 * HOUR_MS).toISOString(),
      to: new Date(nowMs).toISOString(),
      isWhole: true,
      deliveries: { total: 3, succeeded: 2, pending: 1, failed: 0, cancelled: 0 },
      refusals: [{ statusCode: 500, count: 1 }],
      failingSince: new Date(nowMs).toISOString(),
    });
    expect(seen.answers.samples).toBe(3);
    expect(seen.answers.p50Ms).toBeLessThanOrEqual(seen.answers.p95Ms);
    expect(await health(beside)).toMatchObject({
      deliveries: { total: 3, succeeded: 3 },
      refusals: [],
      failingSince: null,
    });
  });

  it("of one that got nothing is empty, and of one that is not there not found", async () => {
    const { id } = await world.newEndpoint(owner, "/quiet");
    world.clock.advance(48 * HOUR_MS);
    expect(await health(id)).toMatchObject({
      deliveries: { total: 0 },
      answers: { samples: 0, p50Ms: null, p95Ms: null },
    });
    const missing = await site.call("GET", "/webhook-endpoints/we_01kf0v0d1qf0w8x3z5c7b9n1m3/health");
    expect(missing.status).toBe(404);
  });
});

describe("what the counts say", () => {
  const nowMs = Date.parse("2026-11-22T10:00:00Z");
  const endpoint = { id: "x" as Id<"webhookEndpoint">, mode: "SANDBOX" as const, failingSinceMs: null };
  const counted = (change: Partial<DeliveryCount>): DeliveryCount => ({
    status: "PENDING",
    isTried: true,
    statusCode: null,
    count: 1,
    oldestAtMs: nowMs - HOUR_MS,
    ...change,
  });
  const view = (...counts: readonly DeliveryCount[]) =>
    viewHealth(
      { ...endpoint, id: "01a20396-d5c7-7075-88d4-d62532eb4e6c" as Id<"webhookEndpoint"> },
      counts,
      { samples: 0, p50Ms: null, p95Ms: null },
      nowMs,
    );

  it.each<[string, Partial<DeliveryCount>, readonly (number | null)[]]>([
    ["was not tried yet", { isTried: false }, []],
    ["was accepted", { status: "SUCCEEDED", statusCode: 204 }, []],
    ["was accepted and is sent again", { statusCode: 200 }, []],
    ["had no answer and waits", {}, [null]],
    ["had no answer and was given up", { status: "FAILED" }, [null]],
    ["was refused and waits", { statusCode: 503 }, [503]],
    ["was redirected", { status: "FAILED", statusCode: 302 }, [302]],
    ["was withdrawn before a try", { status: "CANCELLED", isTried: false }, []],
  ])("a delivery that %s", (_name, change, codes) => {
    expect(view(counted(change)).refusals.map(({ statusCode }) => statusCode)).toEqual(codes);
  });

  it("puts the most frequent refusal first", () => {
    const counts = [
      counted({ statusCode: 500, count: 2 }),
      counted({ statusCode: 404, count: 3 }),
      counted({ statusCode: 500, status: "FAILED", count: 2 }),
    ];
    expect(view(...counts).refusals).toEqual([
      { statusCode: 500, count: 4 },
      { statusCode: 404, count: 3 },
    ]);
  });

  it("begins where counting stopped when there are too many", () => {
    const oldestAtMs = nowMs - 60_000;
    const many = view(counted({ count: COUNTED_MAX, oldestAtMs }));
    expect([many.isWhole, many.from]).toEqual([false, new Date(oldestAtMs).toISOString()]);
    expect(view(counted({ count: COUNTED_MAX - 1 })).isWhole).toBe(true);
  });
});
