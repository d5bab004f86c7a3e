import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { publicId } from "../../kit/ids.ts";
import { REPLAY_MAX } from "./manage.ts";
import { createSite, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const HOUR_MS = 3_600_000;
let site: Site;
let world: World;
let owner: Caller;
let call: Site["call"];
beforeAll(async () => {
  site = await createSite();
  ({ world, call } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  ({ owner } = await site.renew());
});
const at = (id: string) => `/webhook-endpoints/${id}`;
/** Makes its address accept something: until then nothing is replayed to it. */
async function prove(id: string): Promise<void> {
  await call("POST", `${at(id)}/ping`);
  await world.drain();
}

describe("a replay", () => {
  const idsAt = (path: string) => world.receiver.at(path).map(({ headers }) => headers["webhook-id"]);
  const span = (fromMs: number, toMs: number) => ({
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  });

  it("sends the events of the time again, with the same ids, to this endpoint alone, and says how many", async () => {
    const { id } = await world.newEndpoint(owner, "/replayed", { events: ["payment.succeeded"] });
    await world.newEndpoint(owner, "/beside");
    await world.emit(owner, [{ type: "payment.succeeded" }]);
    world.clock.advance(HOUR_MS);
    const fromMs = world.clock.nowMs();
    const [wanted, other] = await world.emit(owner, [
      { type: "payment.succeeded" },
      { type: "payment.failed" },
    ]);
    if (wanted === undefined || other === undefined) throw new Error("no events");
    const toMs = world.clock.nowMs();
    world.clock.advance(HOUR_MS);
    await world.emit(owner, [{ type: "payment.succeeded" }]);
    await call("POST", `${at(id)}/ping`);
    await world.drain();
    world.receiver.arrivals.length = 0;
    const body = span(fromMs, toMs);
    const answer = await call("POST", `${at(id)}/replay`, { body });
    expect([answer.status, answer.data]).toEqual([
      200,
      {
        object: "webhook_replay",
        mode: "SANDBOX",
        endpointId: id,
        matched: 1,
        replayed: 1,
        nextCursor: null,
      },
    ]);
    const counted = await call("POST", `${at(id)}/replay`, { body: { ...body, events: "*", dryRun: true } });
    expect([counted.status, counted.data]).toEqual([200, { ...answer.data, matched: 2, replayed: 0 }]);
    const pending = await call("POST", `${at(id)}/replay`, { body });
    expect(pending.data).toMatchObject({ matched: 1, replayed: 0 });
    await world.drain();
    expect(idsAt("/replayed")).toEqual([publicId("event", wanted.id)]);
    expect(idsAt("/beside")).toEqual([]);
    const all = await call("POST", `${at(id)}/replay`, { body: { ...body, events: "*" } });
    expect(all.data).toMatchObject({ matched: 2, replayed: 2 });
    await world.drain();
    expect(idsAt("/replayed").slice(1).sort()).toEqual(
      [publicId("event", wanted.id), publicId("event", other.id)].sort(),
    );
  });

  it("gives an endpoint what happened before it was there, and what it missed while it was disabled", async () => {
    const fromMs = world.clock.nowMs();
    const before = await world.emit(owner, [{ sequence: 1 }, { sequence: 2 }]);
    world.clock.advance(1_000);
    const { id } = await world.newEndpoint(owner, "/late");
    await prove(id);
    world.receiver.arrivals.length = 0;
    const answer = await call("POST", `${at(id)}/replay`, { body: { from: new Date(fromMs).toISOString() } });
    expect(answer.data).toMatchObject({ matched: 2, replayed: 2 });
    await world.drain();
    expect(idsAt("/late").sort()).toEqual(before.map((event) => publicId("event", event.id)).sort());
  });

  it("of failed deliveries repeats neither accepted ones nor events that the endpoint never had", async () => {
    const fromMs = world.clock.nowMs();
    await world.emit(owner, [{}]);
    world.clock.advance(1_000);
    const { id } = await world.newEndpoint(owner, "/half");
    await world.emit(owner, [{}]);
    await world.drain();
    world.receiver.answer("/half", (response) => response.writeHead(500).end());
    const [failed] = await world.emit(owner, [{}]);
    await world.drain();
    await world.owner.query({
      text: `update webhook_deliveries set status = 'FAILED', next_attempt_at = null
        where merchant_no = $1 and status = 'PENDING'`,
      values: [owner.merchantNo],
    });
    world.receiver.answer("/half", (response) => response.end());
    world.receiver.arrivals.length = 0;
    const body = { ...span(fromMs, world.clock.nowMs()), onlyFailed: true };
    expect((await call("POST", `${at(id)}/replay`, { body })).data).toMatchObject({
      matched: 1,
      replayed: 1,
    });
    await world.drain();
    expect(idsAt("/half")).toEqual([failed === undefined ? "" : publicId("event", failed.id)]);
    expect((await call("POST", `${at(id)}/replay`, { body })).data).toMatchObject({
      matched: 0,
      replayed: 0,
    });
  });

  it("of the failed ones takes those that are still tried when that is asked for", async () => {
    const fromMs = world.clock.nowMs();
    const { id } = await world.newEndpoint(owner, "/tried");
    await world.emit(owner, [{}]);
    await world.drain();
    world.receiver.answer("/tried", (response) => response.writeHead(500).end());
    const [tried] = await world.emit(owner, [{}]);
    await world.drain();
    world.receiver.answer("/tried", (response) => response.end());
    world.receiver.arrivals.length = 0;
    // Never tried: it is sent anyway.
    const body = { ...span(fromMs, world.clock.nowMs()), onlyFailed: true };
    const replay = async (more: object) =>
      (await call("POST", `${at(id)}/replay`, { body: { ...body, ...more } })).data;
    expect(await replay({})).toMatchObject({ matched: 0, replayed: 0 });
    expect(await replay({ includeRetrying: true })).toMatchObject({ matched: 1, replayed: 1 });
    await world.drain();
    expect(idsAt("/tried")).toEqual([tried === undefined ? "" : publicId("event", tried.id)]);
    expect(await replay({ includeRetrying: true })).toMatchObject({ matched: 0, replayed: 0 });
    const refused = await call("POST", `${at(id)}/replay`, {
      body: { ...span(fromMs, world.clock.nowMs()), includeRetrying: true },
    });
    expect([refused.status, refused.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  it("is bounded, and goes on from its cursor until everything was sent", async () => {
    const fromMs = world.clock.nowMs();
    const count = REPLAY_MAX + 5;
    await world.emit(
      owner,
      Array.from({ length: count }, (_none, index) => ({ sequence: index + 1 })),
    );
    const { id } = await world.newEndpoint(owner, "/much");
    await prove(id);
    // Until the budget is full again.
    world.clock.advance(60_000);
    const body = { from: new Date(fromMs).toISOString() };
    const first = await call("POST", `${at(id)}/replay`, { body });
    expect(first.data).toMatchObject({ matched: REPLAY_MAX, replayed: REPLAY_MAX });
    expect(first.data.nextCursor).toMatch(/^evt_/);
    world.clock.advance(HOUR_MS);
    const second = await call("POST", `${at(id)}/replay`, {
      body: { ...body, startingAfter: first.data.nextCursor },
    });
    expect(second.data).toMatchObject({ matched: 5, replayed: 5, nextCursor: null });
    const [row] = await world.db.query<{ n: number }>({
      text: "select count(*)::int as n from webhook_deliveries where merchant_no = $1 and status = 'PENDING'",
      values: [owner.merchantNo],
    });
    expect(row?.n).toBe(count);
    await call("DELETE", at(id));
    await world.drain();
  });

  it.each([
    ["no from", {}, "from"],
    ["a date without its offset", { from: "2026-01-15T08:00:00" }, "from"],
    ["an end before its beginning", { from: "2026-01-15T08:00:00Z", to: "2026-01-15T07:00:00Z" }, "to"],
    ["more than a month", { from: "2025-12-01T08:00:00Z", to: "2026-01-15T07:00:00Z" }, "to"],
    ["an unknown event", { from: "2026-01-15T08:00:00Z", events: ["payment.paid"] }, "events[0]"],
    ["a cursor of another kind", { from: "2026-01-15T08:00:00Z", startingAfter: "wd_1" }, "startingAfter"],
  ])("refuses %s", async (_name, body, path) => {
    const { id } = await world.newEndpoint(owner, "/kept");
    const refused = await call("POST", `${at(id)}/replay`, { body });
    expect([refused.status, refused.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(refused.error.details.fields[0].path).toBe(path);
  });

  it("is refused for an endpoint that is disabled", async () => {
    const { id } = await world.newEndpoint(owner, "/off");
    await call("PATCH", at(id), { body: { status: "DISABLED" } });
    const body = { from: new Date(0).toISOString(), to: new Date(1).toISOString() };
    const refused = await call("POST", `${at(id)}/replay`, { body });
    expect([refused.status, refused.code]).toEqual([409, "WEBHOOK_ENDPOINT_DISABLED"]);
  });
});

describe("one delivery", () => {
  it("shows the request, and where, when and how long each attempt went", async () => {
    const { id } = await world.newEndpoint(owner, "/shown");
    world.receiver.answer("/shown", (response) => {
      world.clock.advance(120);
      response.writeHead(503).end("later");
    });
    await world.emit(owner, [{}]);
    const sentAtMs = world.clock.nowMs();
    await world.drain();
    const { data } = await call("GET", `${at(id)}/deliveries`);
    const [arrival] = world.receiver.at("/shown");
    const one = await call("GET", `${at(id)}/deliveries/${data[0].id}`);
    const headers = {
      "webhook-id": arrival?.headers["webhook-id"],
      "webhook-timestamp": arrival?.headers["webhook-timestamp"],
      "webhook-signature": arrival?.headers["webhook-signature"],
    };
    expect(one.data).toEqual({
      ...data[0],
      attempts: [{ ...data[0].attempts[0], headers }],
      request: {
        method: "POST",
        url: `${world.receiver.origin}/shown`,
        headers: {
          "content-type": arrival?.headers["content-type"],
          "user-agent": arrival?.headers["user-agent"],
          "webhook-id": arrival?.headers["webhook-id"],
        },
        body: arrival?.body,
      },
    });
    expect(one.data.attempts).toMatchObject([
      {
        url: `${world.receiver.origin}/shown`,
        statusCode: 503,
        responseExcerpt: "later",
        startedAt: new Date(sentAtMs).toISOString(),
        durationMs: 120,
      },
    ]);
    const reader = await call("GET", `${at(id)}/deliveries/${data[0].id}`, { key: "reader" });
    expect([reader.status, reader.data.request.body]).toEqual([200, null]);
    expect(reader.data.attempts[0].headers).toBeNull();
    // While a rotation overlaps, both secrets are kept: what was sent before is still among the signatures.
    await call("POST", `${at(id)}/rotate-secret`, { body: { overlapHours: 1 } });
    const rotated = await call("GET", `${at(id)}/deliveries/${data[0].id}`);
    expect(rotated.data.attempts[0].headers["webhook-signature"].split(" ")).toContain(
      headers["webhook-signature"],
    );
  });
});
