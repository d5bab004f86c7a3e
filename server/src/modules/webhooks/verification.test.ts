import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { publicId } from "../../kit/ids.ts";
import { claimDeliveries, FIRST_ENDPOINT, findDueEndpoints } from "./delivery-store.ts";
import { createSite, isSignedBy, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
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
  await world.startAfresh();
  ({ owner } = await site.renew());
});

const at = (id: string) => `/webhook-endpoints/${id}`;
const typesAt = (path: string): readonly string[] =>
  world.receiver.at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);
interface Row {
  readonly status: string;
  readonly lastError: string | null;
}
const refuse = (path: string, status = 404) =>
  world.receiver.answer(path, (response) => response.writeHead(status).end());
const accept = (path: string) => world.receiver.answer(path, (response) => response.end());
const deliveriesOf = async (id: string) => (await call("GET", `${at(id)}/deliveries?sort=createdAt`)).data;
const eventsOf = async (id: string) =>
  (await deliveriesOf(id)).filter(({ eventType }: { eventType: string }) => eventType !== "endpoint.ping");

describe("an endpoint that has been registered", () => {
  it("is sent one signed ping at once, and its 2xx verifies the address", async () => {
    const { id, secret } = await world.registerEndpoint(owner, "/fresh", { events: ["payout.paid"] });
    expect((await call("GET", at(id))).data.verifiedAt).toBeNull();
    await world.drain();
    const [ping, ...more] = world.receiver.at("/fresh");
    if (ping === undefined) throw new Error("no ping arrived");
    expect(more).toEqual([]);
    expect(isSignedBy(secret, ping)).toBe(true);
    expect(JSON.parse(ping.body)).toMatchObject({ type: "endpoint.ping", sequence: 1, data: { id } });
    expect((await call("GET", at(id))).data.verifiedAt).toBe(new Date(world.clock.nowMs()).toISOString());
  });

  it("gets nothing else until then, and then what happened meanwhile in its order, at once", async () => {
    refuse("/shy");
    const { id } = await world.registerEndpoint(owner, "/shy");
    const happened: string[] = [];
    for (let sequence = 1; sequence <= 12; sequence += 1) {
      happened.push(...(await world.emit(owner, [{ sequence }])).map((event) => publicId("event", event.id)));
      world.clock.advance(10 * SECOND_MS);
      await world.drain();
    }
    expect(new Set(typesAt("/shy"))).toEqual(new Set(["endpoint.ping"]));
    const waiting = await eventsOf(id);
    expect(waiting).toHaveLength(12);
    for (const each of waiting) {
      expect(each).toMatchObject({
        status: "PENDING",
        heldUntilVerified: true,
        nextAttemptAt: null,
        attemptCount: 0,
      });
    }
    accept("/shy");
    world.receiver.arrivals.length = 0;
    await call("POST", `${at(id)}/ping`);
    // The clock stands still: all of it leaves in the rounds that follow the answer.
    await world.drain();
    expect(world.receiver.at("/shy")).toHaveLength(1 + 12);
    const order = world.receiver.at("/shy").map(({ headers }) => String(headers["webhook-id"]));
    // Those in flight at the same time may change places; at first that is a pair.
    expect(new Set(order.slice(1, 3))).toEqual(new Set(happened.slice(0, 2)));
    expect(new Set(order.slice(1))).toEqual(new Set(happened));
    for (const each of await eventsOf(id)) {
      expect(each).toMatchObject({ status: "SUCCEEDED", heldUntilVerified: false, attemptCount: 1 });
    }
  });

  it("has all tries of an event left, however long that was held", async () => {
    refuse("/late");
    const { id } = await world.registerEndpoint(owner, "/late");
    await world.emit(owner, [{}]);
    world.clock.advance(4 * DAY_MS);
    accept("/late");
    await call("POST", `${at(id)}/ping`);
    let pinged = false;
    world.receiver.answer("/late", (response, { body }) => {
      const isPing = body.includes('"endpoint.ping"');
      pinged ||= isPing;
      response.writeHead(isPing ? 204 : 503).end();
    });
    await world.drain();
    expect(pinged).toBe(true);
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ status: "PENDING", attemptCount: 1, heldUntilVerified: false });
    const waitMs = Date.parse(event.nextAttemptAt) - world.clock.nowMs();
    expect(waitMs).toBeGreaterThanOrEqual(4_500);
    expect(waitMs).toBeLessThanOrEqual(5_500);
  });

  it("is asked again by the table of retries, and is not verified when none was answered", async () => {
    refuse("/mute");
    const { id } = await world.registerEndpoint(owner, "/mute");
    await world.emit(owner, [{}]);
    for (let tries = 1; tries <= 10; tries += 1) {
      await world.drain();
      const [ping] = await deliveriesOf(id);
      expect([ping.attemptCount, ping.status]).toEqual([tries, tries === 10 ? "FAILED" : "PENDING"]);
      if (ping.nextAttemptAt !== null) world.clock.set(Date.parse(ping.nextAttemptAt));
    }
    expect(world.receiver.at("/mute")).toHaveLength(10);
    expect((await call("GET", at(id))).data).toMatchObject({ status: "ACTIVE", verifiedAt: null });
    expect(await eventsOf(id)).toMatchObject([{ status: "PENDING", heldUntilVerified: true }]);
    accept("/mute");
    // It has failed ten times in a row: the breaker looks at it once in half a minute.
    world.clock.advance(30 * SECOND_MS);
    expect((await call("POST", `${at(id)}/ping`)).status).toBe(201);
    await world.drain();
    expect(await eventsOf(id)).toMatchObject([{ status: "SUCCEEDED" }]);
  });

  it("that has failed for five days is disabled, and what was held is cancelled", async () => {
    refuse("/never");
    const { id } = await world.registerEndpoint(owner, "/never");
    await world.emit(owner, [{}]);
    await world.drain();
    world.clock.advance(5 * DAY_MS);
    await world.drain();
    await world.drain();
    expect((await call("GET", at(id))).data).toMatchObject({ status: "DISABLED", disabledReason: "FAILING" });
    expect(await eventsOf(id)).toMatchObject([{ status: "CANCELLED", lastError: "ENDPOINT_DISABLED" }]);
  });

  it("DISABLED from the start is not asked before it is ACTIVE", async () => {
    const made = await call("POST", "/webhook-endpoints", {
      body: { url: `${world.receiver.origin}/later`, status: "DISABLED" },
    });
    await world.drain();
    expect(typesAt("/later")).toEqual([]);
    await call("PATCH", at(made.data.id), { body: { status: "ACTIVE" } });
    await world.drain();
    expect(typesAt("/later")).toEqual(["endpoint.ping"]);
    expect((await call("GET", at(made.data.id))).data.verifiedAt).not.toBeNull();
    await call("PATCH", at(made.data.id), { body: { status: "DISABLED" } });
    await call("PATCH", at(made.data.id), { body: { status: "ACTIVE" } });
    await world.drain();
    // It was verified before: there is nothing to ask.
    expect(typesAt("/later")).toEqual(["endpoint.ping"]);
  });

  it("does not hold up its merchant's other endpoints", async () => {
    refuse("/held");
    await world.registerEndpoint(owner, "/held");
    await world.newEndpoint(owner, "/flowing");
    await world.emit(owner, [{}, {}]);
    await world.drain();
    expect(typesAt("/flowing")).toHaveLength(2);
    expect(typesAt("/held")).toEqual(["endpoint.ping"]);
  });
});

describe("another address of an endpoint", () => {
  it("is asked before anything goes there, and what the old one was to get waits for it", async () => {
    const { id } = await world.newEndpoint(owner, "/old");
    refuse("/old", 500);
    refuse("/new");
    await world.emit(owner, [{ sequence: 1 }]);
    await world.drain();
    expect(typesAt("/old")).toEqual(["payment.succeeded"]);
    const moved = await call("PATCH", at(id), { body: { url: `${world.receiver.origin}/new` } });
    expect(moved.data.verifiedAt).toBeNull();
    await world.emit(owner, [{ sequence: 2 }]);
    world.clock.advance(10 * SECOND_MS);
    await world.drain();
    expect([typesAt("/old").length, new Set(typesAt("/new"))]).toEqual([1, new Set(["endpoint.ping"])]);
    accept("/new");
    await call("POST", `${at(id)}/ping`);
    await world.drain();
    expect(typesAt("/new").filter((type) => type === "payment.succeeded")).toHaveLength(2);
  });

  it("gets one ping of its own, and none that was due to the old address", async () => {
    refuse("/here");
    const { id } = await world.registerEndpoint(owner, "/here");
    for (let count = 0; count < 5; count += 1) await call("POST", `${at(id)}/ping`);
    await call("PATCH", at(id), { body: { url: `${world.receiver.origin}/there` } });
    await world.drain();
    expect([typesAt("/here"), typesAt("/there")]).toEqual([[], ["endpoint.ping"]]);
    const statuses = (await deliveriesOf(id)).map(({ status, lastError }: Row) => [status, lastError]);
    expect(statuses).toEqual([...Array(6).fill(["CANCELLED", "ENDPOINT_MOVED"]), ["SUCCEEDED", null]]);
  });

  it("is not verified by the answer of the one before it", async () => {
    let release = (): void => {};
    world.receiver.answer("/first", (response) => {
      release = () => response.end();
    });
    const { id } = await world.registerEndpoint(owner, "/first");
    const round = world.worker.runOnce();
    await expect.poll(() => world.receiver.at("/first").length).toBe(1);
    refuse("/second");
    await call("PATCH", at(id), { body: { url: `${world.receiver.origin}/second` } });
    release();
    await round;
    await world.emit(owner, [{}]);
    await world.drain();
    expect((await call("GET", at(id))).data.verifiedAt).toBeNull();
    expect(new Set(typesAt("/second"))).toEqual(new Set(["endpoint.ping"]));
  });

  it("that is set between a worker's read and its claim gets none of the claimed deliveries", async () => {
    const { id } = await world.newEndpoint(owner, "/look");
    await world.emit(owner, [{}]);
    refuse("/claim");
    const worker = world.newWorker({
      db: {
        ...world.db,
        query: async (query) => {
          if (query.text.includes("with picked as")) {
            await call("PATCH", at(id), { body: { url: `${world.receiver.origin}/claim` } });
          }
          return world.db.query(query);
        },
      },
    });
    await worker.runOnce();
    await world.drain();
    expect([typesAt("/look"), new Set(typesAt("/claim"))]).toEqual([[], new Set(["endpoint.ping"])]);
  });
});

describe("what happens by request", () => {
  it("is held too: a delivery sent again waits, a ping does not", async () => {
    refuse("/asked");
    const { id } = await world.registerEndpoint(owner, "/asked");
    await world.emit(owner, [{}]);
    const [held] = await eventsOf(id);
    const again = await call("POST", `${at(id)}/deliveries/${held.id}/resend`);
    expect(again.data).toMatchObject({ status: "PENDING", heldUntilVerified: true, nextAttemptAt: null });
    const ping = await call("POST", `${at(id)}/ping`);
    expect(ping.data).toMatchObject({ heldUntilVerified: false, nextAttemptAt: expect.any(String) });
    await world.drain();
    expect(new Set(typesAt("/asked"))).toEqual(new Set(["endpoint.ping"]));
  });
});

describe("a delivery that is written as held by its writer", () => {
  it("never goes to an address that is not verified, or has just been: what was held goes first", async () => {
    const { id } = await world.registerEndpoint(owner, "/leased");
    const lease = { endsAtMs: world.clock.nowMs() + 25 * SECOND_MS, take: () => {} };
    const leasedNow = async () => (await world.emitLeased(owner, lease)).leased;
    expect(await leasedNow()).toBe(0);
    await world.drain();
    expect((await call("GET", at(id))).data.verifiedAt).not.toBeNull();
    expect(await leasedNow()).toBe(0);
    world.clock.advance(2 * SECOND_MS + 1);
    expect(await leasedNow()).toBe(1);
  });
});

describe("what is held for more than 31 days", () => {
  it("is cancelled; what is younger and the pings are not", async () => {
    refuse("/old-hold");
    const { id } = await world.registerEndpoint(owner, "/old-hold");
    await world.emit(owner, [{}]);
    // Another address each day: it never fails for five days.
    for (let day = 1; day <= 31; day += 1) {
      world.clock.advance(day === 31 ? DAY_MS - 1 : DAY_MS);
      await world.owner.query({
        text: "update webhook_endpoints set failing_since = null where merchant_no = $1",
        values: [owner.merchantNo],
      });
      await world.drain();
    }
    await world.emit(owner, [{}]);
    world.clock.advance(1);
    expect(await world.drain()).toBeGreaterThan(0);
    expect((await eventsOf(id)).map(({ status, lastError }: Row) => [status, lastError])).toEqual([
      ["CANCELLED", "ENDPOINT_UNVERIFIED"],
      ["PENDING", null],
    ]);
    expect((await deliveriesOf(id))[0].eventType).toBe("endpoint.ping");
  });
});

describe("a look of the worker", () => {
  it("finds a ping without reading held deliveries, however many they are", async () => {
    await world.registerEndpoint(owner, "/much");
    const [event] = await world.emit(owner, [{}]);
    await world.owner.query({
      text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
          status, next_attempt_at, created_at, updated_at)
        select merchant_no, gen_random_uuid(), endpoint_id, event_id, event_type, subject_id, sequence, status,
          next_attempt_at - n * interval '1 millisecond', created_at, updated_at
        from webhook_deliveries cross join generate_series(1, 20000) n where event_id = $1`,
      values: [event?.id],
    });
    await world.owner.query({ text: "analyze webhook_deliveries" });
    const read = await world.db.transaction(async (tx) => {
      // Counts what this connection has read before as well.
      const readSoFar = async (): Promise<number> => {
        const [row] = await tx.query<{ count: bigint }>({
          text: "select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'webhook_deliveries'",
        });
        return Number(row?.count);
      };
      const before = await readSoFar();
      const nowMs = world.clock.nowMs();
      const { endpoints } = await findDueEndpoints(tx, FIRST_ENDPOINT, 1_000, nowMs);
      const turns = endpoints.map(({ merchantNo, endpointId, verified }) => ({
        merchantNo,
        endpointId,
        verified,
        room: 10,
      }));
      expect(turns).toMatchObject([{ merchantNo: owner.merchantNo, verified: false }]);
      const claimed = await claimDeliveries(tx, "pings", turns, 10, nowMs, nowMs + 1_000);
      expect(claimed.map(({ unverified }) => unverified)).toEqual([true]);
      return (await readSoFar()) - before;
    });
    expect(read).toBeLessThan(10);
  });
});
