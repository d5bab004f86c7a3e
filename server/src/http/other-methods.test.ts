import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Refusal } from "../kit/errors.ts";
import { createOtherMethods } from "./other-methods.ts";
import type { Route } from "./route.ts";

const routes = (
  [
    ["GET", "/rules", "key"],
    ["POST", "/rules", "key"],
    ["POST", "/rules/reorder", "key"],
    ["GET", "/rules/:id", "key"],
    ["DELETE", "/rules/:ruleId", "key"],
    ["GET", "/pay/:id", "public"],
    ["POST", "/pay/:id/confirm.now", "public"],
  ] as const
).map(([method, path, auth]) => ({ method, path, auth }) as Route);

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify({ logger: false });
  app.setErrorHandler(({ declaration, details }: Refusal, _request, reply) =>
    reply.code(declaration.status).send(declaration.status === 404 ? details : undefined),
  );
  const otherMethods = createOtherMethods(app, "/api");
  app.addHook("onRequest", (request, reply, done) =>
    request.is404 ? otherMethods.answer(request, reply) : done(),
  );
  await app.register(
    (api, _options, done) => {
      otherMethods.declare(api, routes);
      for (const { method, path } of routes)
        api.route({ method, url: path, handler: async () => `${method} ${path}` });
      done();
    },
    { prefix: "/api" },
  );
  app.get("/files/*", async () => "a file");
  app.post("/files/new", async () => "made");
});
afterAll(() => app.close());

const ask = async (method: string, url: string) => {
  const { statusCode, headers, body } = await app.inject({ method: method as "GET", url });
  return { statusCode, headers, body };
};

describe("a method that the address does not take", () => {
  test.each([
    ["PUT", "/api/rules", "HEAD, GET, POST, OPTIONS"],
    ["PUT", "/api/rules?limit=1", "HEAD, GET, POST, OPTIONS"],
    ["PUT", "/api/rules/7", "HEAD, GET, DELETE, OPTIONS"],
    ["TRACE", "/api/rules/7", "HEAD, GET, DELETE, OPTIONS"],
    ["GET", "/api/rules/reorder", "POST, OPTIONS"],
    ["HEAD", "/api/rules/reorder", "POST, OPTIONS"],
    ["DELETE", "/api/rules/reorder", "POST, OPTIONS"],
    ["PUT", "/api/rules/reorder", "POST, OPTIONS"],
    ["GET", "/api/pay/7/confirm.now", "POST, OPTIONS"],
    ["POST", "/files/a/b", "GET, HEAD"],
    ["OPTIONS", "/files/a", "GET, HEAD"],
    ["PUT", "/files/new", "POST"],
  ])("%s %s is refused with those that it takes: %s", async (method, url, allow) => {
    const { statusCode, headers, body } = await ask(method, url);
    expect([statusCode, headers.allow, body]).toEqual([405, allow, ""]);
  });
});

test.each([
  ["PUT", "/api/rules/7/8"],
  ["PUT", "/api/ruless"],
  ["PUT", "/api/pay/7/confirm-now"],
  ["OPTIONS", "/api/nothing"],
  ["POST", "/"],
])("%s %s is an address that is not there", async (method, url) => {
  expect((await ask(method, url)).statusCode).toBe(404);
});

test.each([
  ["POST", "/api/rules/", "/api/rules"],
  ["POST", "/api/rules//reorder", "/api/rules/reorder"],
  ["POST", "/rules", "/api/rules"],
  ["POST", "/v1/rules/", "/api/rules"],
  ["POST", "/api/rule", "/api/rules"],
  ["POST", "/rule?limit=1", "/api/rules"],
  ["POST", "/api/rulers", undefined],
  ["POST", "/file", undefined],
])("%s %s is not there; meant was probably %s", async (method, url, similar) => {
  const { statusCode, body } = await ask(method, url);
  expect(statusCode).toBe(404);
  expect(JSON.parse(body)).toEqual({
    reason: "unknown_path",
    ...(similar === undefined ? {} : { similar }),
  });
});

test("what is taken is not in the way", async () => {
  expect((await ask("POST", "/api/rules/reorder")).body).toBe("POST /rules/reorder");
  expect((await ask("GET", "/api/rules/reordered")).body).toBe("GET /rules/:id");
  expect((await ask("DELETE", "/api/rules/7")).body).toBe("DELETE /rules/:ruleId");
});

describe("OPTIONS of the API", () => {
  test("is answered with the methods", async () => {
    const { statusCode, headers, body } = await ask("OPTIONS", "/api/rules/7");
    expect([statusCode, headers.allow, body]).toEqual([204, "HEAD, GET, DELETE, OPTIONS", ""]);
    expect(headers["access-control-allow-methods"]).toBeUndefined();
  });

  test("lets pages of other origins call what is public", async () => {
    const { headers } = await ask("OPTIONS", "/api/pay/7");
    expect(headers["access-control-allow-methods"]).toBe("HEAD, GET, OPTIONS");
  });
});
