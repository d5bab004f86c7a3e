import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicId } from "../../kit/ids.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { sealAddress } from "./addresses.ts";
import { LEASE_MS, type LocalWebhookWorker } from "./jobs.ts";
import { createWorld, type World } from "./test-setup.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.startAfresh());

interface DeliveryRow {
  readonly status: string;
  readonly attemptCount: number;
  readonly nextAttemptAtMs: number | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
}

function deliveriesOf(merchantNo: number): Promise<readonly DeliveryRow[]> {
  return world.db.query<DeliveryRow>({
    text: `select status, attempt_count as "attemptCount", next_attempt_at as "nextAttemptAtMs",
        last_status_code as "lastStatusCode", last_error as "lastError"
      from webhook_deliveries where merchant_no = $1 order by created_at, event_id`,
    values: [merchantNo],
  });
}

const statusesOf = async (merchantNo: number) => (await deliveriesOf(merchantNo)).map(({ status }) => status);
const idsAt = (path: string) => world.receiver.at(path).map(({ headers }) => headers["webhook-id"]);

describe("an event", () => {
  it("arrives once, with the body that was stored, signed so that a foreign implementation agrees", async () => {
    const caller = await world.newMerchant();
    const { secret } = await world.newEndpoint(caller, "/once");
    const [event] = await world.emit(caller, [{ sequence: 3 }]);
    if (event === undefined) throw new Error("no event");
    expect(await world.drain()).toBe(1);

    const [arrival, ...more] = world.receiver.at("/once");
    expect(more).toEqual([]);
    expect(JSON.parse(arrival?.body ?? "")).toEqual({
      id: publicId("event", event.id),
      object: "event",
      type: "payment.succeeded",
      timestamp: new Date(event.timestampMs).toISOString(),
      apiVersion: "v1",
      mode: "SANDBOX",
      merchantId: caller.merchantId,
      sequence: 3,
      data: event.data,
    });
    const sentAt = new Date(world.clock.nowMs());
    expect(arrival?.headers["content-type"]).toMatch(/^application\/json/);
    expect(arrival?.headers["webhook-id"]).toBe(publicId("event", event.id));
    expect(arrival?.headers["webhook-timestamp"]).toBe(String(sentAt.getTime() / SECOND_MS));
    expect(arrival?.headers["webhook-signature"]).toBe(
      new Webhook(secret).sign(publicId("event", event.id), sentAt, arrival?.body ?? ""),
    );
    expect(await deliveriesOf(caller.merchantNo)).toEqual([
      { status: "SUCCEEDED", attemptCount: 1, nextAttemptAtMs: null, lastStatusCode: 200, lastError: null },
    ]);
  });

  it("goes to each ACTIVE endpoint that subscribed, of this merchant and mode alone", async () => {
    const caller = await world.newMerchant();
    const other = await world.newMerchant();
    await world.newEndpoint(caller, "/all");
    await world.newEndpoint(caller, "/named", { events: ["payment.failed", "payment.succeeded"] });
    await world.newEndpoint(caller, "/unsubscribed", { events: ["payment.failed"] });
    await world.newEndpoint(other, "/foreign");
    await world.webhooks.createEndpoint(
      caller,
      { url: `${world.receiver.origin}/disabled`, status: "DISABLED" },
      null,
      world.clock.nowMs(),
    );
    const events = await world.emit(caller, [{}, { type: "refund.created" }]);
    await world.drain();
    const ids = events.map(({ id }) => publicId("event", id));
    expect(idsAt("/all").sort()).toEqual([...ids].sort());
    expect(idsAt("/named")).toEqual([ids[0]]);
    expect(world.receiver.arrivals.length).toBe(3);
  });

  it("holds the payer's session id whole when it leaves, and never in the database", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/session");
    world.receiver.answer("/session", (response, { body }) => response.end(body));
    const sessionId = formatSessionId(world.keyring, {
      merchantNo: caller.merchantNo,
      id: world.ids.next("checkoutSession"),
    });
    await world.emit(caller, [{ data: { object: "checkout.session", id: sessionId } }]);
    await world.drain();
    expect(world.receiver.at("/session")[0]?.body).toContain(sessionId);
    const [stored] = await world.db.query<{ payload: string; excerpt: string }>({
      text: `select e.payload, a.response_excerpt as excerpt from events e join webhook_attempts a using (merchant_no)
        where e.merchant_no = $1`,
      values: [caller.merchantNo],
    });
    expect(stored?.payload).toContain(sessionId.slice(0, 35));
    expect(stored?.payload).not.toContain(sessionId);
    expect(stored?.excerpt).toContain(sessionId.slice(0, 35));
    expect(stored?.excerpt).not.toContain(sessionId);
  });
});

/** A worker that sends, gets its answer, and then does nothing with it until it is released. */
function stalledWorker(): { readonly worker: LocalWebhookWorker; release(): void } {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const worker = world.newWorker({
    egress: {
      guarded: (mode) => async (request) => {
        const answer = await world.egress.guarded(mode)(request);
        await gate;
        return answer;
      },
    },
  });
  return { worker, release: () => release() };
}

describe("a worker that dies between sending and writing down", () => {
  it("leaves a delivery that comes again when its lease ends, with the same webhook-id", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/crash");
    const [event] = await world.emit(caller, [{}]);
    const dying = stalledWorker();
    const round = dying.worker.runOnce();
    await expect.poll(() => world.receiver.at("/crash").length).toBe(1);
    expect(await world.drain()).toBe(0);
    world.clock.advance(LEASE_MS);
    expect(await world.drain()).toBe(1);
    expect(idsAt("/crash")).toEqual(Array(2).fill(publicId("event", event?.id ?? ("" as never))));
    const before = await deliveriesOf(caller.merchantNo);
    expect(before).toMatchObject([{ status: "SUCCEEDED", attemptCount: 1 }]);

    // It was only slow: its late write changes nothing.
    dying.release();
    await round;
    expect(await deliveriesOf(caller.merchantNo)).toEqual(before);
  });

  it("does not use up a second try when it comes back late", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/late");
    world.receiver.answer("/late", (response) => response.writeHead(500).end());
    await world.emit(caller, [{}]);
    const slow = stalledWorker();
    const round = slow.worker.runOnce();
    await expect.poll(() => world.receiver.at("/late").length).toBe(1);
    world.clock.advance(LEASE_MS);
    expect(await world.drain()).toBe(1);
    const before = await deliveriesOf(caller.merchantNo);
    expect(before).toMatchObject([{ status: "PENDING", attemptCount: 1 }]);
    slow.release();
    await round;
    expect(await deliveriesOf(caller.merchantNo)).toEqual(before);
  });

  it("shares no delivery with another worker that is alive", async () => {
    const caller = await world.newMerchant();
    for (const n of [1, 2, 3]) await world.newEndpoint(caller, `/shared/${n}`);
    await world.emit(
      caller,
      Array.from({ length: 60 }, () => ({})),
    );
    const second = world.newWorker();
    await Promise.all([world.drain(), world.drain(second)]);
    await world.drain();
    expect(world.receiver.arrivals.length).toBe(180);
    expect(
      new Set(world.receiver.arrivals.map(({ path, headers }) => `${path} ${headers["webhook-id"]}`)).size,
    ).toBe(180);
  });
});

describe("a receiver that refuses", () => {
  it("is tried ten times by the table, then the delivery has failed and every attempt is on record", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/never");
    world.receiver.answer("/never", (response) => response.writeHead(500).end("no\0pe"));
    await world.emit(caller, [{}]);
    const waits: number[] = [];
    for (let tries = 1; tries <= 10; tries += 1) {
      expect(await world.drain()).toBe(1);
      const [delivery] = await deliveriesOf(caller.merchantNo);
      expect(delivery?.attemptCount).toBe(tries);
      if (delivery?.nextAttemptAtMs == null) break;
      waits.push(delivery.nextAttemptAtMs - world.clock.nowMs());
      world.clock.set(delivery.nextAttemptAtMs - 1);
      expect(await world.drain()).toBe(0);
      world.clock.set(delivery.nextAttemptAtMs);
    }
    const table = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * SECOND_MS);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual((table[index] ?? 0) * 0.9);
      expect(wait).toBeLessThanOrEqual((table[index] ?? 0) * 1.1);
    }
    expect(waits.length).toBe(9);
    expect(await deliveriesOf(caller.merchantNo)).toEqual([
      {
        status: "FAILED",
        attemptCount: 10,
        nextAttemptAtMs: null,
        lastStatusCode: 500,
        lastError: "HTTP_STATUS",
      },
    ]);
    const attempts = await world.db.query<{ n: number; excerpt: string }>({
      text: `select attempt_number as n, response_excerpt as excerpt from webhook_attempts where merchant_no = $1
        order by attempt_number`,
      values: [caller.merchantNo],
    });
    expect(attempts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(attempts[0]?.excerpt).toBe("no\uFFFDpe");
  });

  it("with Retry-After is left in peace for as long as it asks, with all its deliveries", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/later");
    world.receiver.answer("/later", (response) => response.writeHead(429, { "retry-after": "600" }).end());
    await world.emit(caller, [{}]);
    await world.drain();
    await world.emit(caller, [{}]);
    world.clock.advance(599 * SECOND_MS);
    expect(await world.drain()).toBe(0);
    world.receiver.answer("/later", (response) => response.end());
    world.clock.advance(SECOND_MS);
    expect(await world.drain()).toBe(2);
    expect(await statusesOf(caller.merchantNo)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });

  it("by a redirect has not received, and the redirect is not followed", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/moved");
    world.receiver.answer("/moved", (response) =>
      response.writeHead(308, { location: `${world.receiver.origin}/target` }).end(),
    );
    await world.emit(caller, [{}]);
    await world.drain();
    expect(await deliveriesOf(caller.merchantNo)).toMatchObject([{ status: "PENDING", lastStatusCode: 308 }]);
    expect(world.receiver.at("/target")).toEqual([]);
  });

  it("with 410 is disabled: the merchant's other endpoint learns so, and what was pending is cancelled", async () => {
    const caller = await world.newMerchant();
    const gone = await world.newEndpoint(caller, "/gone", { events: ["payment.succeeded"] });
    await world.newEndpoint(caller, "/witness", { events: ["webhook_endpoint.disabled"] });
    world.receiver.answer("/gone", (response) => response.writeHead(410).end());
    await world.emit(caller, [{}, {}, {}, {}]);
    await world.drain();
    expect(world.receiver.at("/gone").length).toBeLessThanOrEqual(2);
    const statuses = await statusesOf(caller.merchantNo);
    expect(statuses.filter((status) => status === "PENDING")).toEqual([]);
    expect(statuses).toContain("FAILED");
    expect(statuses).toContain("CANCELLED");
    const [told] = world.receiver.at("/witness");
    const body = JSON.parse(told?.body ?? "") as { type: string; data: Record<string, unknown> };
    expect(body.type).toBe("webhook_endpoint.disabled");
    expect(body.data).toMatchObject({ id: gone.id, status: "DISABLED", disabledReason: "GONE", version: 2 });
    expect(body.data).not.toHaveProperty("secret");
    await world.emit(caller, [{}]);
    expect(await world.drain()).toBe(0);
  });

  it("for five days, without one success, is disabled with an event", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/dead", { events: ["payment.succeeded"] });
    await world.newEndpoint(caller, "/witness5", { events: ["webhook_endpoint.disabled"] });
    world.receiver.answer("/dead", (response) => response.writeHead(503).end());
    await world.emit(caller, [{}]);
    await world.drain();
    world.clock.advance(5 * DAY_MS - MINUTE_MS);
    await world.emit(caller, [{}]);
    await world.drain();
    expect(world.receiver.at("/witness5")).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await world.drain();
    const body = JSON.parse(world.receiver.at("/witness5")[0]?.body ?? "{}") as { data: unknown };
    expect(body.data).toMatchObject({ status: "DISABLED", disabledReason: "FAILING" });
    // What waits for a retry is cancelled with the rest; only what may be in flight is left until its lease ends.
    world.clock.advance(LEASE_MS);
    await world.drain();
    expect(await statusesOf(caller.merchantNo)).toEqual(["CANCELLED", "CANCELLED", "SUCCEEDED"]);
  });

  it("for five days with one success in between stays enabled", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/flaky");
    const answerWith = (status: number) =>
      world.receiver.answer("/flaky", (response) => response.writeHead(status).end());
    for (const status of [500, 200, 500]) {
      answerWith(status);
      await world.emit(caller, [{}]);
      await world.drain();
      world.clock.advance(3 * DAY_MS);
    }
    answerWith(200);
    await world.drain();
    expect(await statusesOf(caller.merchantNo)).toEqual(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED"]);
  });
});

describe("a hostile receiver", () => {
  it("is cut off, and no more than a kilobyte of its answer is kept", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/huge");
    world.receiver.answer("/huge", (response) => response.end(Buffer.alloc(10 * 1024 * 1024, "é")));
    await world.emit(caller, [{}]);
    await world.drain();
    expect(await statusesOf(caller.merchantNo)).toEqual(["SUCCEEDED"]);
    const [attempt] = await world.db.query<{ bytes: number }>({
      text: `select octet_length(response_excerpt) as bytes from webhook_attempts where merchant_no = $1`,
      values: [caller.merchantNo],
    });
    expect(attempt?.bytes).toBeLessThanOrEqual(1024);
    expect(attempt?.bytes).toBeGreaterThan(1000);
  });

  it("that never answers is a time-out, and is tried again", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/mute");
    world.receiver.answer("/mute", () => {});
    await world.emit(caller, [{}]);
    await world.drain(world.newWorker({ timeoutMs: 100 }));
    expect(await deliveriesOf(caller.merchantNo)).toMatchObject([
      { status: "PENDING", attemptCount: 1, lastStatusCode: null, lastError: "TIMEOUT" },
    ]);
  });

  it("on an inner address is never connected to, even when it got into the table", async () => {
    const caller = await world.newMerchant("LIVE");
    await expect(world.newEndpoint(caller, "/inner")).rejects.toMatchObject({
      declaration: { name: "VALIDATION_ERROR" },
    });
    const id = world.ids.next("webhookEndpoint");
    await world.owner.query({
      text: `insert into webhook_endpoints (merchant_no, id, sealed_url, events, status, secret, proved_at, created_at,
          updated_at)
        values ($1, $2, $3, array['*'], 'ACTIVE', $4, $5, $5, $5)`,
      values: [
        caller.merchantNo,
        id,
        sealAddress(world.keyring, { merchantNo: caller.merchantNo, id }, `${world.receiver.origin}/inner`),
        world.keyring.seal("whsec_AAAA", `webhook_endpoints.secret ${caller.merchantNo} ${id}`),
        new Date(world.clock.nowMs()),
      ],
    });
    await world.emit(caller, [{}]);
    await world.drain();
    expect(world.receiver.at("/inner")).toEqual([]);
    expect(await deliveriesOf(caller.merchantNo)).toMatchObject([
      { status: "PENDING", lastError: "BLOCKED" },
    ]);
  });
});

describe("secrets", () => {
  it("lie sealed in the table, stand in no log, and cannot be opened for another row", async () => {
    const caller = await world.newMerchant();
    const { id, secret } = await world.newEndpoint(caller, "/sealed");
    await world.emit(caller, [{}]);
    await world.drain();
    const rows = await world.owner.query<{ text: string; secret: Buffer }>({
      text: "select p::text as text, p.secret from webhook_endpoints p where merchant_no = $1",
      values: [caller.merchantNo],
    });
    const [row] = rows;
    if (row === undefined) throw new Error("no endpoint");
    const raw = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(row.text).not.toContain(secret);
    expect(row.text).not.toContain(raw.toString("hex"));
    expect(row.secret.includes(raw)).toBe(false);
    expect(row.secret.includes(Buffer.from(secret))).toBe(false);
    expect(() =>
      world.keyring.open(row.secret, `webhook_endpoints.secret ${caller.merchantNo + 1} ${id}`),
    ).toThrow();
    expect(JSON.stringify(world.logLines)).not.toContain("whsec_");
  });
});
