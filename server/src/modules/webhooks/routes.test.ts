import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkAnswers } from "../../../test/harness/answer-check.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { poolBatchWriter } from "../../../test/harness/pool-batch-writer.ts";
import { errors } from "../../http/errors.ts";
import type { AccessPort, Caller } from "../../http/route.ts";
import { createHttpServer, type HttpServer } from "../../http/server.ts";
import { publicId } from "../../kit/ids.ts";
import { eventTypes } from "./events.ts";
import { ENDPOINTS_MAX } from "./register.ts";
import { webhookRoutes } from "./routes.ts";
import { createWorld, type World } from "./test-setup.ts";

let world: World;
let server: HttpServer;
/** The caller of each key, by the text after `Bearer `. */
const callers = new Map<string, Caller>();
let owner: Caller;
let stranger: Caller;

const access: AccessPort = {
  authenticateOperator: async () => {
    throw errors.INVALID_OPERATOR_TOKEN();
  },
  authenticateAccount: async () => {
    throw errors.LOG_IN_REQUIRED();
  },
  authenticate: async (header) => {
    const caller = callers.get(header?.replace(/^Bearer /, "") ?? "");
    if (caller === undefined) throw errors.INVALID_API_KEY();
    return caller;
  },
  actFor: async () => {
    throw errors.INVALID_MERCHANT_SCOPE();
  },
};

beforeAll(async () => {
  world = await createWorld();
  server = await createHttpServer({
    routes: webhookRoutes(world.webhooks),
    access,
    batchReader: poolBatchWriter(world.db),
    keyring: world.keyring,
    clock: world.clock,
    ids: world.ids,
    log: quietLog,
    config: { publicUrl: "http://localhost:3000", trustedProxies: [], version: "0.1.0" },
    readiness: { database: () => world.db.trouble() },
    plugins: [],
  });
  checkAnswers(server.app);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});
beforeEach(async () => {
  owner = await world.newMerchant();
  stranger = await world.newMerchant();
  callers.set("owner", owner);
  callers.set("stranger", stranger);
  callers.set("reader", { ...owner, permissions: ["merchant.webhooks.read"] });
  callers.set("other-area", { ...owner, permissions: ["merchant.links.manage"] });
  world.receiver.arrivals.length = 0;
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>> & readonly Readonly<Record<string, unknown>>[];
  readonly error: {
    code: string;
    details: { fields?: { path: string; rule: string; message: string }[]; required?: string };
  } | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
}

async function call(
  method: "GET" | "POST",
  path: string,
  more: { key?: string; body?: unknown; idempotencyKey?: string } = {},
): Promise<Answer> {
  const response = await server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${more.key ?? "owner"}`,
      ...(more.idempotencyKey === undefined ? {} : { "idempotency-key": more.idempotencyKey }),
    },
    ...(more.body === undefined ? {} : { payload: more.body as object }),
  });
  return { ...response.json<Answer>(), status: response.statusCode, headers: response.headers };
}

const endpointsOf = (caller: Caller) => `/merchant/merchants/${caller.merchantId}/webhook-endpoints`;
const url = "https://shop.example/webhooks";
const create = (body: unknown, more: { key?: string; idempotencyKey?: string } = {}) =>
  call("POST", endpointsOf(owner), { body, ...more });
const fieldsOf = ({ error }: Answer) => error?.details.fields?.map(({ path }) => path);

describe("201", () => {
  it("registers an endpoint with what is left out filled in, and shows the secret", async () => {
    const { status, data } = await create({ url });
    expect(status).toBe(201);
    expect(data).toEqual({
      object: "webhook_endpoint",
      id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
      merchantId: owner.merchantId,
      mode: "SANDBOX",
      url,
      events: ["*"],
      status: "ACTIVE",
      disabledReason: null,
      description: null,
      ordered: false,
      verifiedAt: null,
      failingSince: null,
      previousSecretExpiresAt: null,
      version: 1,
      createdAt: new Date(world.clock.nowMs()).toISOString(),
      updatedAt: new Date(world.clock.nowMs()).toISOString(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  it("takes every field, and every event there is", async () => {
    const body = { url, events: [...eventTypes], status: "DISABLED", description: "Shop", ordered: true };
    expect((await create(body)).data).toMatchObject({ ...body, disabledReason: "REQUESTED" });
    expect((await create({ url, events: ["payment.succeeded", "*"], description: null })).data).toMatchObject(
      {
        events: ["*"],
        description: null,
      },
    );
  });

  it("takes the bare text * for all events, and answers it as a list", async () => {
    const created = await create({ url, events: "*" });
    expect([created.status, created.data.events]).toEqual([201, ["*"]]);
    const read = await call("GET", `${endpointsOf(owner)}/${created.data.id}`);
    expect(read.data.events).toEqual(["*"]);
  });

  it("accepts http to localhost in sandbox", async () => {
    expect((await create({ url: "http://localhost:4000/hook" })).status).toBe(201);
  });

  it("answers a repetition with the same secret, and registers nothing more", async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ url }, { idempotencyKey });
    const again = await create({ url }, { idempotencyKey });
    expect(again.data).toEqual(first.data);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await call("GET", endpointsOf(owner))).data.length).toBe(1);
    expect((await create({ url, ordered: true }, { idempotencyKey })).status).toBe(422);
  });
});

describe("400", () => {
  it.each([
    ["no address", {}, "url"],
    ["a number", { url: 5 }, "url"],
    ["plain http", { url: "http://shop.example/" }, "url"],
    ["an inner address", { url: "https://10.0.0.1/" }, "url"],
    ["the metadata service", { url: "https://169.254.169.254/latest" }, "url"],
    ["a user name", { url: "https://a:b@shop.example/" }, "url"],
    ["another port", { url: "https://shop.example:8080/" }, "url"],
    ["no URL", { url: "shop.example" }, "url"],
    ["an unknown event", { url, events: ["payment.paid"] }, "events[0]"],
    ["no event", { url, events: [] }, "events"],
    ["the same event twice", { url, events: ["payment.failed", "payment.failed"] }, "events"],
    ["an event's name as bare text", { url, events: "payment.failed" }, "events"],
    ["a number for events", { url, events: 5 }, "events"],
    ["null for events", { url, events: null }, "events"],
    ["an unknown status", { url, status: "PAUSED" }, "status"],
    ["a text for ordered", { url, ordered: "true" }, "ordered"],
    ["an unknown field", { url, secret: "whsec_mine" }, "secret"],
  ])("refuses %s and names the field", async (_name, body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(fieldsOf(answer)).toContain(path);
    for (const field of answer.error?.details.fields ?? [])
      expect(field.message).toMatch(/^\S+ (?:must|is) /);
  });

  it("refuses http to localhost in live mode", async () => {
    callers.set("live", { ...(await world.newMerchant("LIVE")), merchantId: owner.merchantId });
    expect((await create({ url: "http://localhost:4000/hook" }, { key: "live" })).status).toBe(400);
  });

  it("refuses a cursor that is none of the list, and unknown filters", async () => {
    const { data } = await create({ url });
    const deliveries = `${endpointsOf(owner)}/${data.id}/deliveries`;
    const events = `/merchant/merchants/${owner.merchantId}/events`;
    for (const path of [
      `${deliveries}?starting_after=evt_1`,
      `${deliveries}?status=LOST`,
      `${deliveries}?page=2`,
      `${events}?starting_after=wd_1`,
      `${events}?type=payment.paid`,
      `${events}?color=red`,
    ]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 400]);
    }
  });
});

describe("401, 403", () => {
  it("refuses a wrong key, a key without the permission, and another merchant", async () => {
    const refusalOf = async (key: string, merchant = owner) => {
      const { status, error } = await call("POST", endpointsOf(merchant), { key, body: { url } });
      return [status, error?.code];
    };
    expect(await refusalOf("nobody")).toEqual([401, "Invalid API key"]);
    expect(await refusalOf("reader")).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    expect(await refusalOf("other-area")).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    expect(await refusalOf("stranger")).toEqual([403, "INVALID_MERCHANT_SCOPE"]);
    expect(await refusalOf("owner", stranger)).toEqual([403, "INVALID_MERCHANT_SCOPE"]);
    expect((await call("GET", endpointsOf(owner), { key: "reader" })).status).toBe(200);
    expect(
      (await call("GET", `/merchant/merchants/${owner.merchantId}/events`, { key: "reader" })).status,
    ).toBe(403);
  });
});

describe("404", () => {
  it("is the answer for what is unknown, malformed, or another merchant's: endpoint and delivery alike", async () => {
    const mine = await world.newEndpoint(owner, "/mine");
    const theirs = await world.newEndpoint(stranger, "/theirs");
    await world.emit(stranger, [{}]);
    await world.emit(owner, [{}]);
    await world.drain();
    const ofTheirs = await world.webhooks.listEndpointDeliveries(stranger, theirs.id, {});
    const ofMine = await world.webhooks.listEndpointDeliveries(owner, mine.id, {});
    const sibling = await world.newEndpoint(owner, "/sibling");
    const base = endpointsOf(owner);
    for (const id of [
      theirs.id,
      publicId("webhookEndpoint", world.ids.next("webhookEndpoint")),
      "we_1",
      "x",
    ]) {
      expect((await call("GET", `${base}/${id}`)).status).toBe(404);
      expect((await call("GET", `${base}/${id}/deliveries`)).status).toBe(404);
      expect((await call("POST", `${base}/${id}/deliveries/${ofTheirs.data[0]?.id}/resend`)).status).toBe(
        404,
      );
    }
    for (const deliveryId of [ofTheirs.data[0]?.id, "wd_1"]) {
      expect((await call("POST", `${base}/${mine.id}/deliveries/${deliveryId}/resend`)).status).toBe(404);
    }
    const crossed = `${base}/${sibling.id}/deliveries/${ofMine.data[0]?.id}/resend`;
    expect((await call("POST", crossed)).status).toBe(404);
    expect(world.receiver.at("/theirs").length).toBe(1);
  });
});

describe("409", () => {
  it("refuses the endpoint after the twentieth, however many come at once", async () => {
    const answers = await Promise.all(Array.from({ length: ENDPOINTS_MAX + 10 }, () => create({ url })));
    expect(answers.filter(({ status }) => status === 201).length).toBe(ENDPOINTS_MAX);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(
      new Set(["409 WEBHOOK_ENDPOINT_LIMIT_REACHED"]),
    );
    expect((await call("GET", endpointsOf(owner))).data.length).toBe(ENDPOINTS_MAX);
  });

  it("refuses to send again to a disabled endpoint", async () => {
    const { id } = await world.newEndpoint(owner, "/was-gone");
    world.receiver.answer("/was-gone", (response) => response.writeHead(410).end());
    await world.emit(owner, [{}]);
    await world.drain();
    const { data } = await call("GET", `${endpointsOf(owner)}/${id}/deliveries`);
    const answer = await call("POST", `${endpointsOf(owner)}/${id}/deliveries/${data[0]?.id}/resend`);
    expect([answer.status, answer.error?.code]).toEqual([409, "WEBHOOK_ENDPOINT_DISABLED"]);
  });
});

describe("reading endpoints", () => {
  it("shows all of them, the newest first, and no secret", async () => {
    const ids: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push((await create({ url: `${url}/${n}` })).data.id);
      world.clock.advance(1);
    }
    const list = await call("GET", endpointsOf(owner));
    expect(list.data.map(({ id }) => id)).toEqual(ids.reverse());
    expect(list.meta).toMatchObject({ page: 1, total: 3, totalPages: 1 });
    const one = await call("GET", `${endpointsOf(owner)}/${ids[0]}`);
    expect(one.data).toEqual(list.data[0]);
    expect(JSON.stringify([list, one])).not.toContain("whsec_");
    expect((await call("GET", endpointsOf(stranger), { key: "stranger" })).data).toEqual([]);
  });
});

describe("reading deliveries", () => {
  it("shows every attempt with the beginning of its answer, and filters by status", async () => {
    const { id } = await world.newEndpoint(owner, "/log");
    world.receiver.answer("/log", (response) => response.writeHead(500).end("<b>broken</b>"));
    const [event] = await world.emit(owner, [{}]);
    await world.drain();
    world.receiver.answer("/log", (response) => response.end("fine"));
    world.clock.advance(10_000);
    await world.drain();
    const path = `${endpointsOf(owner)}/${id}/deliveries`;
    const { data, meta } = await call("GET", path);
    expect(data).toMatchObject([
      {
        object: "webhook_delivery",
        mode: "SANDBOX",
        endpointId: id,
        eventId: publicId("event", event?.id ?? ("" as never)),
        eventType: "payment.succeeded",
        sequence: 1,
        status: "SUCCEEDED",
        attemptCount: 2,
        nextAttemptAt: null,
        lastStatusCode: 200,
        lastError: null,
        version: 3,
        attempts: [
          { attemptNumber: 1, statusCode: 500, error: "HTTP_STATUS", responseExcerpt: "<b>broken</b>" },
          { attemptNumber: 2, statusCode: 200, error: null, responseExcerpt: "fine" },
        ],
      },
    ]);
    expect(meta).toEqual({
      page: null,
      pageSize: 25,
      total: null,
      totalPages: null,
      hasMore: false,
      nextCursor: null,
    });
    expect((await call("GET", `${path}?status=SUCCEEDED,FAILED`)).data.length).toBe(1);
    expect((await call("GET", `${path}?status=PENDING`)).data).toEqual([]);
    const eventId = String(data[0]?.eventId);
    const at = new Date(event?.timestampMs ?? 0).toISOString();
    const after = new Date((event?.timestampMs ?? 0) + 1).toISOString();
    for (const [query, count] of [
      [`eventId=${eventId}`, 1],
      [`eventId=${eventId.slice(0, -2)}00`, 0],
      ["type=payment.succeeded,payment.failed", 1],
      ["type=payment.failed", 0],
      ["code=200", 1],
      ["code=500", 0],
      [`createdFrom=${at}&createdTo=${after}`, 1],
      [`createdFrom=${after}`, 0],
      [`createdTo=${at}`, 0],
    ] as const)
      expect([query, (await call("GET", `${path}?${query}`)).data.length]).toEqual([query, count]);
    for (const query of ["eventId=1", "type=paid", "code=99", `createdFrom=${after}&createdTo=${at}`])
      expect([query, (await call("GET", `${path}?${query}`)).status]).toEqual([query, 400]);
  });

  it("walks the whole list by cursor, in both orders and both directions, each entry once", async () => {
    const { id } = await world.newEndpoint(owner, "/walk");
    for (let n = 0; n < 7; n += 1) {
      await world.emit(owner, [{ sequence: n + 1 }]);
      world.clock.advance(1);
    }
    const path = `${endpointsOf(owner)}/${id}/deliveries?limit=3`;
    const walk = async (query: string, cursorName: string): Promise<unknown[]> => {
      const seen: unknown[] = [];
      let cursor = "";
      for (;;) {
        const { data, meta } = await call("GET", `${path}${query}${cursor}`);
        const page = data.map(({ sequence }) => sequence);
        seen.push(...(cursorName === "ending_before" ? page.reverse() : page));
        if (meta?.hasMore !== true) return seen;
        cursor = `&${cursorName}=${meta.nextCursor}`;
      }
    };
    expect(await walk("", "starting_after")).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await walk("&sort=createdAt", "starting_after")).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { data } = await call("GET", `${endpointsOf(owner)}/${id}/deliveries`);
    const before = await call("GET", `${path}&ending_before=${data[5]?.id}`);
    expect(before.data.map(({ sequence }) => sequence)).toEqual([5, 4, 3]);
    expect(before.meta).toMatchObject({ hasMore: true, nextCursor: data[2]?.id });
  });
});

describe("sending again", () => {
  it("delivers the same event under the same webhook-id, after success, after failure, and while it waits", async () => {
    const { id } = await world.newEndpoint(owner, "/again");
    const [event] = await world.emit(owner, [{}]);
    await world.drain();
    const path = `${endpointsOf(owner)}/${id}/deliveries`;
    const deliveryId = (await call("GET", path)).data[0]?.id;
    const resend = () => call("POST", `${path}/${deliveryId}/resend`);

    expect((await resend()).data).toMatchObject({ status: "PENDING", attemptCount: 1 });
    world.receiver.answer("/again", (response) => response.writeHead(500).end());
    await world.drain();
    expect((await resend()).data).toMatchObject({ status: "PENDING", attemptCount: 2 });
    world.receiver.answer("/again", (response) => response.end());
    await world.drain();
    const eventId = publicId("event", event?.id ?? ("" as never));
    expect(world.receiver.at("/again").map(({ headers }) => headers["webhook-id"])).toEqual([
      eventId,
      eventId,
      eventId,
    ]);
    const { data } = await call("GET", path);
    expect(data).toMatchObject([{ status: "SUCCEEDED", attemptCount: 3, attempts: [{}, {}, {}] }]);
  });

  it("happens once for one Idempotency-Key", async () => {
    const { id } = await world.newEndpoint(owner, "/once-more");
    await world.emit(owner, [{}]);
    await world.drain();
    const path = `${endpointsOf(owner)}/${id}/deliveries`;
    const deliveryId = (await call("GET", path)).data[0]?.id;
    const idempotencyKey = randomUUID();
    for (let n = 0; n < 3; n += 1) {
      expect((await call("POST", `${path}/${deliveryId}/resend`, { idempotencyKey })).status).toBe(200);
      await world.drain();
    }
    expect(world.receiver.at("/once-more").length).toBe(2);
  });
});

describe("reading events", () => {
  it("gives the very bodies that webhooks carry, endpoint or not, of this merchant alone", async () => {
    await world.newEndpoint(owner, "/same");
    await world.emit(owner, [{ data: { object: "charge", nested: { list: [1, "é", null] } } }]);
    world.clock.advance(1);
    await world.emit(owner, [{ type: "refund.created" }]);
    await world.emit(stranger, [{}]);
    await world.drain();
    const path = `/merchant/merchants/${owner.merchantId}/events`;
    const { data } = await call("GET", path);
    expect(data.map(({ type }) => type)).toEqual(["refund.created", "payment.succeeded"]);
    const bodies = world.receiver.at("/same").map(({ body }) => JSON.parse(body) as { type: string });
    expect(data[1]).toEqual(bodies.find(({ type }) => type === "payment.succeeded"));
    expect((await call("GET", `${path}?type=refund.created,refund.failed`)).data.length).toBe(1);
    const first = await call("GET", `${path}?limit=1&sort=createdAt`);
    const rest = await call("GET", `${path}?sort=createdAt&starting_after=${first.meta?.nextCursor}`);
    expect(rest.data.map(({ type }) => type)).toEqual(["refund.created"]);
  });
});
