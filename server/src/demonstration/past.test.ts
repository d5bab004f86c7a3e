import fastify from "fastify";
import { expect, it } from "vitest";
import { createManualClock } from "../kit/clock.ts";
import { createIdSource } from "../kit/ids.ts";
import { createSeededRandom } from "../kit/random.ts";
import { createCall } from "./past.ts";

const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 28)), createSeededRandom(20261128));

it("asks a busy service again, under the same key, and takes any other answer as it is", async () => {
  const http = { app: fastify() };
  const keys: unknown[] = [];
  let refusals = 0;
  http.app.post("/api/v1/busy", async ({ headers }, reply) => {
    keys.push(headers["idempotency-key"]);
    return keys.length < 3
      ? reply.code(503).send({ data: null, error: { code: "SERVICE_UNAVAILABLE" } })
      : reply.code(201).send({ data: { times: keys.length } });
  });
  http.app.post("/api/v1/refused", async (_request, reply) => {
    refusals += 1;
    return reply.code(503).send({ data: null, error: { code: "MAIL_NOT_CONFIGURED" } });
  });
  const call = createCall({ http, ids }, "sk_test");
  expect(await call("POST", "/busy", { body: {} })).toEqual({ status: 201, data: { times: 3 } });
  expect(new Set(keys).size).toBe(1);
  expect(await call("POST", "/refused", { body: {} })).toEqual({ status: 503, data: null });
  expect(refusals).toBe(1);
});
