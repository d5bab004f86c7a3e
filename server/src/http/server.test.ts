import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createSampleServer, merchantA, merchantB } from "../../test/harness/sample-http.ts";
import { DatabaseUnavailableError } from "../db/errors.ts";
import { errorResponse } from "./error-response.ts";
import { createReadiness, STARTED } from "./health.ts";
import type { HttpServer } from "./server.ts";

const { log, lines } = createRecordingLog();
let database: TestDatabase;
let server: HttpServer;
let trouble: string | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db, { log, databaseTrouble: async () => trouble });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "HEAD";
  readonly url: string;
  readonly bearer?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call({ method = "GET", url, bearer = "key-a", body, headers = {} }: Call) {
  const response = await server.app.inject({
    method,
    url: url.startsWith("//") ? url.slice(1) : `/api/v1${url}`,
    headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const json = response.body.startsWith("{") ? response.json<Envelope>() : undefined;
  return { status: response.statusCode, headers: response.headers, text: response.body, json };
}

interface Envelope {
  readonly success: boolean;
  readonly data: unknown;
  readonly error: { code: string; message: string; details: Record<string, unknown> } | null;
  readonly meta: unknown;
}

const creation = (body: unknown, more: Partial<Call> = {}): Call => ({
  method: "POST",
  url: "/samples",
  body,
  ...more,
  headers: { "idempotency-key": crypto.randomUUID(), ...more.headers },
});

describe("every answer", () => {
  test.each<[string, Call, number]>([
    ["200", { url: "/checkout/samples/1", bearer: null }, 200],
    ["a list", { url: "/samples" }, 200],
    ["201", creation({ name: "envelope" }), 201],
    ["400", creation({}), 400],
    ["401", { url: "/samples", bearer: null }, 401],
    ["403", creation({ name: "x" }, { bearer: "key-read" }), 403],
    ["404 of an operation", { url: "/checkout/samples/missing" }, 404],
    ["404 of a path", { url: "/nowhere" }, 404],
    ["404 outside the API", { url: "//nowhere" }, 404],
    ["405", { method: "PUT", url: "/samples" }, 405],
    ["415", creation("name=x", { headers: { "content-type": "application/x-www-form-urlencoded" } }), 415],
    ["500", creation({ name: "break" }), 500],
    ["liveness", { url: "//livez" }, 200],
    ["readiness", { url: "//readyz" }, 200],
  ])("has the four keys and a request id: %s", async (_name, request, status) => {
    const answer = await call(request);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.json ?? {}).sort()).toEqual(["data", "error", "meta", "success"]);
    expect(answer.json?.success).toBe(status < 400);
    const requestId = answer.headers["request-id"];
    expect(requestId).toMatch(/^req_[0-9a-z]{26}$/);
    if (status >= 400) expect(answer.json?.error?.details.requestId).toBe(requestId);
    expect(answer.headers["cauris-version"]).toBe("0.1.0");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("shows nothing that its schema does not declare", async () => {
    const { json, text } = await call(creation({ name: "leak" }));
    expect(json?.data).toEqual({ object: "sample", id: expect.any(String), name: "leak" });
    expect(text).not.toContain("undeclared");
  });

  test("carries meta exactly when it is a list", async () => {
    expect((await call({ url: "/samples?pageSize=7" })).json?.meta).toEqual({
      page: 1,
      pageSize: 7,
      total: 0,
      totalPages: 0,
      hasMore: false,
      nextCursor: null,
    });
    expect((await call(creation({ name: "meta" }))).json?.meta).toBeNull();
  });
});

describe("the order of checks", () => {
  test("a wrong key is refused before permission, path and body are looked at", async () => {
    for (const bearer of [null, "wrong"]) {
      const answer = await call({ method: "POST", url: "/samples", bearer, body: { nonsense: true } });
      expect([answer.status, answer.json?.error?.code]).toEqual([401, "Invalid API key"]);
    }
  });
  test("a missing permission is named and refused before the body is looked at", async () => {
    const answer = await call({
      method: "POST",
      url: "/samples",
      bearer: "key-read",
      body: { nonsense: true },
    });
    expect(answer.json?.error).toMatchObject({
      code: "INSUFFICIENT_PERMISSIONS",
      details: { required: "merchant.links.manage" },
    });
  });
  test("the body is judged before the missing Idempotency-Key", async () => {
    const answer = await call({ method: "POST", url: "/samples", body: {} });
    expect(answer.json?.error?.code).toBe("VALIDATION_ERROR");
  });
});

describe("the merchant in the path", () => {
  const at = (merchantId: string, bearer = "key-a") =>
    call({ url: `/merchant/merchants/${merchantId}/samples`, bearer });
  test("may be the key's own", async () => expect((await at(merchantA)).status).toBe(200));
  test.each([
    ["another", merchantB],
    ["unknown", "0190ffff-0000-7000-8000-000000000009"],
    ["malformed", "42"],
    ["in upper case", merchantA.toUpperCase()],
    ["with a quote", "1'%20or%20'1'='1"],
  ])("is refused with 403 when it is %s", async (_name, merchantId) => {
    const answer = await at(merchantId);
    expect([answer.status, answer.json?.error?.code]).toEqual([403, "INVALID_MERCHANT_SCOPE"]);
  });
});

describe("card numbers", () => {
  const card = "4242 4242 4242 4242";
  test.each<[string, Call]>([
    ["in a declared field", creation({ name: card })],
    ["in an unknown field", creation({ name: "x", pan: card })],
    ["in a nested field", creation({ name: "x", a: { b: [card] } })],
    ["as a number", creation({ name: "x", reference: 4242424242424242 })],
    ["in the query", { url: "/samples?q=4242424242424242" }],
  ])("are refused %s, and appear in no log line", async (_where, request) => {
    const answer = await call(request);
    expect([answer.status, answer.json?.error?.code]).toEqual([400, "CARD_DATA_NOT_ALLOWED"]);
    expect(answer.text).not.toContain("4242");
    expect(JSON.stringify(lines)).not.toContain("4242");
  });
  test("are not mistaken in phones and amounts", async () => {
    const body = { name: "x", phone: "+2250701234566", amount: "378282246310005", currency: "XOF" };
    expect((await call(creation(body))).status).toBe(201);
  });
});

describe("other methods", () => {
  test("are refused with the ones that exist", async () => {
    const answer = await call({ method: "DELETE", url: "/samples", bearer: null });
    expect([answer.status, answer.headers.allow]).toEqual([405, "HEAD, POST, GET, OPTIONS"]);
  });
  test("HEAD answers like GET without a body", async () => {
    const answer = await call({ method: "HEAD", url: "/samples" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect((await call({ method: "HEAD", url: "/samples", bearer: null })).status).toBe(401);
  });
});

describe("browsers of other origins", () => {
  test("may call public operations, without credentials", async () => {
    const preflight = await call({ method: "OPTIONS", url: "/checkout/samples/1", bearer: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "HEAD, GET, POST, OPTIONS",
      "access-control-allow-headers": "Content-Type, Idempotency-Key, Sandbox-Scenario",
    });
    expect(preflight.headers["access-control-allow-credentials"]).toBeUndefined();
    for (const url of ["/checkout/samples/1", "/checkout/samples/missing"]) {
      const headers = { origin: "https://shop.example" };
      expect((await call({ url, bearer: null, headers })).headers["access-control-allow-origin"]).toBe("*");
      const own = await call({ url, bearer: null });
      expect(own.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
  test("may not call operations with a key", async () => {
    const preflight = await call({ method: "OPTIONS", url: "/samples", bearer: null });
    expect([preflight.status, preflight.headers.allow]).toEqual([204, "HEAD, POST, GET, OPTIONS"]);
    const headers = { origin: "https://shop.example" };
    for (const answer of [preflight, await call({ url: "/samples", headers })]) {
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("a body", () => {
  test("may be absent where no field is needed", async () => {
    for (const body of [undefined, {}]) {
      expect((await call({ method: "POST", url: "/checkout/samples/1", body })).status).toBe(200);
    }
    expect((await call({ method: "POST", url: "/checkout/samples/1", body: { x: 1 } })).status).toBe(400);
  });
  test("above 64 KB is refused", async () => {
    const answer = await call(creation({ name: "x".repeat(65_536) }));
    expect([answer.status, answer.json?.error?.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });
});

describe("errors that nobody declared", () => {
  test("show the request id and nothing of their cause, which the log has", async () => {
    const answer = await call(creation({ name: "break" }));
    expect(answer.text).not.toContain("cause");
    const line = lines.find(
      ({ event, fields }) => event === "http.request.failed" && fields.error instanceof Error,
    );
    expect(line?.fields).toMatchObject({ method: "POST", route: "/api/v1/samples" });
  });
  const refusedWith = (code: string) => Object.assign(new pg.DatabaseError("no", 2, "error"), { code });
  test.each([
    ["a database that is away", new DatabaseUnavailableError("away")],
    ["a server that has become read-only", refusedWith("25006")],
    ["a full disk", refusedWith("53100")],
    ["a server that is told to stop", refusedWith("57P01")],
    ["a server that crashed", refusedWith("57P02")],
    ["a server that starts", refusedWith("57P03")],
  ])("%s is 503 with Retry-After", (_name, error) => {
    const answer = errorResponse(error, { requestId: "req_1", method: "GET", route: "/x" }, log);
    expect(answer).toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
    expect(answer.body.error.code).toBe("SERVICE_UNAVAILABLE");
  });
});

describe("readiness", () => {
  test("is red while a check fails, and green again after", async () => {
    trouble = "PostgreSQL is a standby";
    const red = await call({ url: "//readyz" });
    await call({ url: "//readyz" });
    expect([red.status, red.json?.error?.details]).toMatchObject([
      503,
      { checks: { database: "down" }, reasons: { database: "PostgreSQL is a standby" } },
    ]);
    expect(red.headers["retry-after"]).toBe("1");
    expect((await call({ url: "//livez" })).status).toBe(200);
    trouble = null;
    expect((await call({ url: "//readyz" })).status).toBe(200);
    expect(lines.filter(({ event }) => event.startsWith("readiness."))).toMatchObject([
      { event: "readiness.lost", fields: { check: "database", reason: "PostgreSQL is a standby" } },
      { event: "readiness.regained", fields: { check: "database" } },
    ]);
  });
});

test("what a start does not have yet is shown, and not logged as lost", async () => {
  const own = createRecordingLog();
  let isStarted = false;
  const readiness = createReadiness(
    {
      [STARTED]: async () => (isStarted ? null : "the service is still starting"),
      database: async () => trouble,
    },
    own.log,
    () => {},
  );
  expect(await readiness.look()).toEqual({ [STARTED]: "the service is still starting", database: null });
  isStarted = true;
  expect(await readiness.look()).toEqual({ [STARTED]: null, database: null });
  expect(own.lines).toEqual([]);
});

test("a line per request names the operation and never the address, which can hold a token", async () => {
  await call({ url: "/checkout/samples/cs_secret?waitMs=0", bearer: null });
  const line = lines.filter(({ event }) => event === "http.request").at(-1);
  expect(line?.fields).toMatchObject({ method: "GET", route: "/api/v1/checkout/samples/:id", status: 200 });
  expect(JSON.stringify(lines)).not.toContain("cs_secret");
});

test("HSTS is sent where the service is reached by HTTPS, and only there", async () => {
  const secure = await createSampleServer(database.db, { publicUrl: "https://pay.example.com" });
  const answer = await secure.app.inject("/livez");
  expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d+/);
  await secure.stop();
  expect((await call({ url: "//livez" })).headers["strict-transport-security"]).toBeUndefined();
});

test("what a plugin serves has its own rules, the request id and the limits", async () => {
  const other = await createSampleServer(database.db, {
    plugins: [
      async (scope) => {
        scope.addContentTypeParser(
          "*",
          { parseAs: "buffer" },
          async (_request: unknown, body: unknown) => body,
        );
        scope.post("/callbacks/x", async (request, reply) =>
          reply.type("text/plain").send(`got ${(request.body as Buffer).length}`),
        );
      },
    ],
  });
  const answer = await other.app.inject({
    method: "POST",
    url: "/callbacks/x",
    payload: "raw",
    headers: { "content-type": "application/xml" },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, "got 3"]);
  expect(answer.headers["request-id"]).toMatch(/^req_/);
  await other.stop();
});

test("a stop answers waiting polls at once, finishes what runs, and takes no new connection", async () => {
  const stopping = await createSampleServer(database.db);
  const port = await stopping.listen({ host: "127.0.0.1", port: 0 });
  const poll = get(port, "/api/v1/checkout/samples/1?waitMs=25000");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const startedAt = performance.now();
  await stopping.stop();
  const answer = await poll;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(answer).toMatchObject({ status: 200, connection: "close" });
  expect(answer.body).toContain('"name":"aborted"');
  await expect(get(port, "/livez")).rejects.toThrow("ECONNREFUSED");
});

test("a request that comes after the doors were closed is refused in order", async () => {
  const stopping = await createSampleServer(database.db);
  const port = await stopping.listen({ host: "127.0.0.1", port: 0 });
  const begun = connect(port, "127.0.0.1");
  let answer = "";
  begun.on("data", (chunk: Buffer) => {
    answer += chunk.toString();
  });
  // A partial request keeps the connection open: it is not idle.
  begun.write("GET /api/v1/checkout/samples/1 HTTP/1.1\r\nHost: x\r\n");
  await expect.poll(() => get(port, "/livez").then(({ status }) => status)).toBe(200);
  const stopped = stopping.stop();
  await expect.poll(() => get(port, "/livez").catch(String)).toContain("ECONNREFUSED");
  begun.write("\r\n");
  await once(begun, "close");
  await stopped;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head.toLowerCase()).toContain("connection: close");
  expect(head.toLowerCase()).toContain("retry-after: 1");
  expect(JSON.parse(body).error).toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    details: { reason: "stopping" },
  });
});

test("a poll whose caller hangs up ends", async () => {
  const polled = await createSampleServer(database.db);
  const port = await polled.listen({ host: "127.0.0.1", port: 0 });
  const request = httpRequest({ port, host: "127.0.0.1", path: "/api/v1/checkout/samples/1?waitMs=20000" });
  request.on("error", () => {});
  request.end();
  await new Promise((resolve) => setTimeout(resolve, 100));
  request.destroy();
  const startedAt = performance.now();
  await polled.stop();
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

function get(
  port: number,
  path: string,
): Promise<{ status: number; body: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: "127.0.0.1", path, agent: false, headers: { connection: "keep-alive" } },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body, connection: response.headers.connection }),
        );
      },
    );
    request.on("error", reject);
    request.end();
  });
}

test("an undeclared proxy is logged once, with the setting that declares it", async () => {
  const told = () => lines.filter(({ event }) => event === "http.proxy_undeclared");
  await call({ url: "/samples" });
  expect(told()).toEqual([]);
  for (let number = 1; number <= 3; number += 1)
    await call({ url: "/samples", headers: { "x-forwarded-for": `198.51.100.${number}` } });
  expect(told()).toMatchObject([{ level: "warn", fields: { address: "127.0.0.1" } }]);
  expect(told()[0]?.fields.cure).toContain("TRUSTED_PROXIES");
});
