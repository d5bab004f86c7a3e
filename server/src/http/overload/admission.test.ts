import type { FastifyPluginAsync } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createRecordingLog } from "../../../test/harness/log.ts";
import { createSampleServer } from "../../../test/harness/sample-http.ts";
import { OverloadedError } from "../../db/errors.ts";
import { createSeededRandom } from "../../kit/random.ts";
import type { HttpServer } from "../server.ts";
import { shedPages } from "./admission.ts";
import { createOverload } from "./overload.ts";

const { log, lines } = createRecordingLog();
const overload = createOverload({ log, random: createSeededRandom(7), databaseDelayMs: () => 0 });
let nowMs = 0;
/** As measured for a minute: every request waits this long. */
const standing = (delayMs: number): void => {
  for (let window = 0; window < 600; window += 1) {
    nowMs += 100;
    overload.observe(delayMs, 100, nowMs);
  }
};
/** A server whose overload the test controls: it does not measure. */
const admission = { ...overload, start: () => () => {} };
const pages: FastifyPluginAsync = async (scope) => {
  scope.get("/checkout/:sessionId", async () => "a page");
  scope.get("/late", async () => {
    throw new OverloadedError("batch writer write 0 is behind");
  });
};

let database: TestDatabase;
let server: HttpServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db, {
    log,
    overload: admission,
    plugins: [shedPages(admission, pages)],
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(() => standing(0));

const get = (url: string, headers = {}) => server.app.inject({ method: "GET", url, headers });
const key = { authorization: "Bearer key-a" };

describe("while everybody waits too long", () => {
  test("a request is turned away before its key is looked at, in the envelope, with Retry-After", async () => {
    standing(5_000);
    const refused = await get("/api/v1/samples", { authorization: "Bearer nobody" });
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(4);
    expect(refused.json()).toMatchObject({
      success: false,
      error: { code: "SERVICE_UNAVAILABLE", details: { reason: "overloaded" } },
    });
  });

  test("a creation that is turned away has no effect and may be repeated under its key", async () => {
    standing(5_000);
    const create = () =>
      server.app.inject({
        method: "POST",
        url: "/api/v1/samples",
        headers: { ...key, "idempotency-key": "overload-1", "content-type": "application/json" },
        payload: { name: "once" },
      });
    const countOf = async () =>
      (
        await database.owner.query<{ n: bigint }>({
          text: "select count(*) as n from tenants where name = 'once'",
        })
      )[0]?.n;
    expect((await create()).statusCode).toBe(503);
    expect(await countOf()).toBe(0n);
    standing(0);
    expect((await create()).statusCode).toBe(201);
    expect(await countOf()).toBe(1n);
  });

  test("a browser may read the refusal of a public operation", async () => {
    standing(5_000);
    const refused = await get("/api/v1/checkout/samples/1", { origin: "https://shop.example" });
    expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([503, "*"]);
  });

  test("the pages of payers stand behind the same admission, probes do not", async () => {
    standing(5_000);
    expect((await get("/checkout/cs_1")).statusCode).toBe(503);
    expect((await get("/livez")).statusCode).toBe(200);
    expect((await get("/readyz")).statusCode).toBe(200);
    standing(0);
    expect((await get("/checkout/cs_1")).statusCode).toBe(200);
  });

  test("no line is written for each one who is turned away", async () => {
    standing(5_000);
    const before = lines.filter(({ level }) => level !== "debug").length;
    for (let count = 0; count < 20; count += 1) await get("/api/v1/samples", key);
    expect(lines.filter(({ level }) => level !== "debug").length).toBe(before);
  });
});

test("what was let in and waited too long is 503 with Retry-After and counted, without an error in the log", async () => {
  const errorsBefore = lines.filter(({ level }) => level === "error").length;
  const late = await get("/late");
  expect([late.statusCode, late.headers["retry-after"]]).toEqual([503, "1"]);
  expect(lines.filter(({ level }) => level === "error").length).toBe(errorsBefore);
  standing(0);
  expect(lines.some(({ fields }) => fields.late === 1)).toBe(true);
});
