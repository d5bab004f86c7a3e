import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { ConflictError, ConnectionError, InvalidRequestError, ServerError } from "./errors.ts";
import type { RequestNote } from "./transport.ts";

/** A server that answers as the test says, one function a request; the last one stays. */
type Reply = (request: IncomingMessage, response: ServerResponse) => void;
let replies: Reply[] = [];
const requests: {
  readonly method: string;
  readonly url: string;
  readonly key: string | undefined;
  readonly body: string;
}[] = [];
const notes: RequestNote[] = [];
const waits: number[] = [];
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, key: headers["idempotency-key"] as string | undefined, body });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      reply?.(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  for (const list of [requests, notes, waits]) list.length = 0;
});

const json =
  (status: number, envelope: object, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_request, response) =>
    response
      .writeHead(status, { "content-type": "application/json", "request-id": "req_1", ...headers })
      .end(JSON.stringify(envelope));
const done = (data: unknown, meta: object | null = null) =>
  json(200, { success: true, data, error: null, meta });
const refused = (status: number, code: string, details: object = {}, headers = {}) =>
  json(status, { success: false, data: null, error: { code, message: "No.", details }, meta: null }, headers);
const lost: Reply = (request) => request.socket.destroy();
const silent: Reply = () => {};

const client = (options = {}) =>
  createClient({
    baseUrl,
    apiKey: "sk_test_1",
    merchantId: "m1",
    onRequest: (note) => notes.push(note),
    sleep: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
const session = { amount: "5000", currency: "XOF", title: "Commande" } as const;

describe("a call", () => {
  it("sends the key, the body and a fresh idempotency key, and resolves with the data", async () => {
    replies = [done({ id: "cs_1" })];
    expect(await client().checkoutSessions.create(session)).toEqual({ id: "cs_1" });
    await client().checkoutSessions.create(session);
    const [first, second] = requests;
    expect(first).toMatchObject({ method: "POST", url: "/api/v1/checkout/sessions" });
    expect(JSON.parse(first?.body ?? "")).toEqual(session);
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.key).not.toBe(first?.key);
  });

  it("takes the caller's idempotency key, and puts ids into the path as they are", async () => {
    replies = [done({})];
    await client().refunds.create("ch_/?", { amount: "5" }, { idempotencyKey: "order 17" });
    expect(requests[0]).toMatchObject({ url: "/api/v1/payments/charges/ch_%2F%3F/refunds", key: "order 17" });
  });

  it.each(["", undefined])("with the id %j is refused here: it would be another operation", (id) => {
    expect(() => client().charges.get(id as string)).toThrow(/charges.get: id must be an id/);
    expect(requests).toEqual([]);
  });

  it.each(["/api/v1", "/api/v1/"])(
    "goes to an address that ends in %s, as that of sandbox.json does",
    async (end) => {
      replies = [done({})];
      await client({ baseUrl: `${baseUrl.replace(/\/$/, "")}${end}` }).charges.get("ch_1");
      expect(requests[0]).toMatchObject({ url: "/api/v1/payments/charges/ch_1" });
    },
  );

  it.each([undefined, "", "pay.example.com"])("is not made with the address %j", (given) => {
    expect(() => client({ baseUrl: given as string })).toThrow(/baseUrl is .*: give the service's address/);
  });

  it("below the merchant needs the client's merchant", () => {
    expect(() => client({ merchantId: undefined }).webhookEndpoints.get("we_1")).toThrow(/merchantId/);
  });

  it("tells of each try what a log may hold", async () => {
    replies = [refused(503, "SERVICE_UNAVAILABLE", {}, { "retry-after": "2" }), done({})];
    await client().checkoutSessions.create(session);
    expect(notes).toMatchObject([
      { method: "POST", path: "/checkout/sessions", status: 503, attempt: 1, retryInMs: 2_000 },
      { status: 200, requestId: "req_1", attempt: 2, retryInMs: null },
    ]);
    expect(waits).toEqual([2_000]);
    expect(JSON.stringify(notes)).not.toContain("sk_test");
  });
});

describe("a failure", () => {
  it("after a lost answer is repeated with the same idempotency key", async () => {
    replies = [lost, lost, done({ id: "cs_1" })];
    expect(await client().checkoutSessions.create(session)).toEqual({ id: "cs_1" });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  });

  it("of an operation without a key is not repeated: nobody knows whether it was done", async () => {
    replies = [lost];
    await expect(client().paymentLinks.update("plink_1", {})).rejects.toThrow(ConnectionError);
    expect(requests).toHaveLength(1);
  });

  it("that stays is told after three repetitions, as unknown", async () => {
    replies = [lost];
    const error = await client()
      .checkoutSessions.create(session)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: "NO_ANSWER", status: null });
    expect(requests).toHaveLength(4);
  });

  it("of a rule names the fields, and is not repeated", async () => {
    const fields = [{ path: "amount", rule: "pattern", message: "Whole number." }];
    replies = [refused(400, "VALIDATION_ERROR", { fields, requestId: "req_9" })];
    const error = await client()
      .checkoutSessions.create(session)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", requestId: "req_9", fields });
    expect(requests).toHaveLength(1);
  });

  it("of a state is an error of its own", async () => {
    replies = [refused(409, "ATTEMPT_IN_PROGRESS")];
    await expect(client().checkoutSessions.cancel("cs_1")).rejects.toThrow(ConflictError);
  });

  it("by a proxy's page is no answer of the service", async () => {
    replies = [(_request, response) => response.writeHead(200).end("<html>log in to the Wi-Fi</html>")];
    const error = await client({ retries: 0 })
      .charges.get("ch_1")
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ code: "NOT_JSON", status: 502 });
  });

  it("to answer in time is told with the time", async () => {
    replies = [silent];
    await expect(client({ timeoutMs: 50, retries: 0 }).charges.get("ch_1")).rejects.toThrow(
      /no answer within 50 ms/,
    );
  });

  it("is the caller's own when its signal ends the call, and nothing is repeated", async () => {
    replies = [silent];
    const stop = new AbortController();
    const call = client().charges.get("ch_1", { signal: stop.signal });
    await expect.poll(() => requests.length).toBe(1);
    stop.abort(new Error("the user left"));
    await expect(call).rejects.toThrow("the user left");
    expect(notes).toEqual([]);
  });
});

describe("a list", () => {
  const page = (ids: readonly string[], nextCursor: string | null) =>
    done(
      ids.map((id) => ({ id })),
      { nextCursor, hasMore: nextCursor !== null },
    );

  it("is read page by page, as far as the loop goes", async () => {
    replies = [page(["a", "b"], "b"), page(["c"], null)];
    const ids: string[] = [];
    for await (const { id } of client().charges.list({ limit: 2, status: "SUCCEEDED" })) ids.push(id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(requests.map(({ url }) => url)).toEqual([
      "/api/v1/payments/charges?limit=2&status=SUCCEEDED",
      "/api/v1/payments/charges?limit=2&status=SUCCEEDED&starting_after=b",
    ]);
  });

  it("asks for no page that the loop does not need", async () => {
    replies = [page(["a", "b"], "b")];
    for await (const { id } of client().charges.list()) if (id === "b") break;
    expect(requests).toHaveLength(1);
  });

  it("gives one page with its cursor", async () => {
    replies = [page(["a"], "a")];
    expect(await client().charges.list().page()).toEqual({
      items: [{ id: "a" }],
      nextCursor: "a",
      hasMore: true,
    });
  });
});

describe("waiting until a session has ended", () => {
  it("asks again until it has, and waits for a held answer longer than for others", async () => {
    replies = [
      (_request, response) => {
        setTimeout(() => done({ pollAfterMs: 1_000 })(_request, response), 150);
      },
      done({ pollAfterMs: null, status: "SUCCEEDED" }),
    ];
    const state = await client({ timeoutMs: 50, retries: 0 }).waitUntilDone("cs_1");
    expect(state.status).toBe("SUCCEEDED");
    expect(requests.map(({ url }) => url)).toEqual(
      Array(2).fill("/api/v1/checkout/pay/cs_1/status?waitMs=25000"),
    );
  });

  it("ends with the caller's signal", async () => {
    replies = [silent];
    const signal = AbortSignal.timeout(50);
    await expect(client().waitUntilDone("cs_1", { signal })).rejects.toThrow(/timeout/);
  });
});

it("a wait before a repetition ends with the caller's signal", async () => {
  replies = [refused(503, "SERVICE_UNAVAILABLE", {}, { "retry-after": "30" })];
  const stop = new AbortController();
  const call = client({ sleep: undefined }).charges.get("ch_1", { signal: stop.signal });
  await expect.poll(() => notes.length).toBe(1);
  stop.abort(new Error("the user left"));
  await expect(call).rejects.toThrow("the user left");
  expect(requests).toHaveLength(1);
});
