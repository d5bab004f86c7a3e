import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import { errors } from "./errors.ts";
import type { HttpServer } from "./server.ts";

let database: TestDatabase;
let server: HttpServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db, {
    plugins: [
      async (scope) => {
        scope.post("/notices/:account", async (_request, reply) => reply.code(401).send());
      },
    ],
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const ask = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  server.app.inject({ method: method as Method, url, headers });
const codeOf = (answer: { json(): { error: { code: string } } }) => answer.json().error.code;

describe("/", () => {
  test.each(["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"])(
    "leads a browser to the documentation: %s",
    async (accept) => {
      const answer = await ask("/", { accept });
      expect([answer.statusCode, answer.headers.location, answer.headers.vary]).toEqual([
        302,
        "/api/v1/docs",
        "Accept",
      ]);
      expect((await ask("/api/v1/docs")).statusCode).toBe(200);
    },
  );
  test.each([{}, { accept: "*/*" }, { accept: "application/json, text/html" }])(
    "tells a program where things are: %j",
    async (headers) => {
      const answer = await ask("/", headers);
      expect(answer.statusCode).toBe(200);
      const { success, data } = answer.json();
      expect([success, data.object]).toEqual([true, "service"]);
      for (const url of [data.documentation, data.openapi, data.health.alive, data.health.ready])
        expect((await ask(url)).statusCode).toBe(200);
    },
  );
});

describe("with pages for people", () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  let withFront: HttpServer;
  beforeAll(async () => {
    withFront = await createSampleServer(database.db, {
      front: {
        home: async (_request, reply) => reply.type("text/html").send("home"),
        notFound: async (_request, reply) => reply.code(404).type("text/html").send("not found"),
      },
      plugins: [
        async (scope) => {
          scope.post("/notices/:account", async (_request, reply) => reply.code(401).send());
        },
      ],
    });
  });
  afterAll(() => withFront.stop());
  const read = (url: string, accept = browser, method: Method = "GET") =>
    withFront.app.inject({ method, url, headers: { accept } });

  test("a person reads what / is; a program is told where things are", async () => {
    const home = await read("/");
    expect([home.statusCode, home.body]).toEqual([200, "home"]);
    for (const accept of ["*/*", "application/json", "application/json, text/html"])
      expect((await read("/", accept)).json().data.object).toBe("service");
  });
  test.each(["/nothing", "/PAY/x", "/xyz/", "/api/v10", "/checkout/a/b/c?lang=en"])(
    "a person reads that there is no %s; a program gets the envelope",
    async (url) => {
      const page = await read(url);
      expect([page.statusCode, page.body]).toEqual([404, "not found"]);
      for (const accept of ["*/*", "application/json"])
        expect(codeOf(await read(url, accept))).toBe("RESOURCE_NOT_FOUND");
      expect(codeOf(await read(url, browser, "POST"))).toBe("RESOURCE_NOT_FOUND");
    },
  );
  test.each(["/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1?x", "/livez/x", "/healthz"])(
    "%s stays with programs",
    async (url) => {
      expect(codeOf(await read(url))).toBe("RESOURCE_NOT_FOUND");
    },
  );
  test("an address that takes another method says so", async () => {
    expect(codeOf(await read("/notices/a"))).toBe("METHOD_NOT_ALLOWED");
  });
});

test("/healthz names the two probes and is neither", async () => {
  const answer = await ask("/healthz");
  expect([answer.statusCode, codeOf(answer)]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  expect(answer.json().error.details).toMatchObject({ alive: "/livez", ready: "/readyz" });
});

describe("a slash at the end, or nothing where an id belongs", () => {
  test.each(["/samples/", "/checkout/samples/", "/checkout/samples//", "/samples//"])(
    "is another address, and there is none: GET %s",
    async (path) => {
      for (const authorization of ["Bearer key-a", "Bearer nobody"]) {
        const answer = await ask(`/api/v1${path}`, { authorization });
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      }
    },
  );
});

describe("TRACE and other methods", () => {
  test.each([
    ["TRACE", "/api/v1/samples", "HEAD, POST, GET, OPTIONS"],
    ["QUERY", "/api/v1/samples", "HEAD, POST, GET, OPTIONS"],
    ["TRACE", "/api/v1/checkout/samples/1", "HEAD, GET, POST, OPTIONS"],
    ["TRACE", "/livez", "GET, HEAD"],
    ["POST", "/readyz", "GET, HEAD"],
    ["TRACE", "/api/v1/docs-json", "GET, HEAD"],
    ["DELETE", "/", "GET, HEAD"],
    ["GET", "/notices/a", "POST"],
    ["TRACE", "/notices/a", "POST"],
  ])("%s %s is 405 with Allow", async (method, url, allow) => {
    const answer = await ask(url, {}, method);
    expect([answer.statusCode, codeOf(answer), answer.headers.allow]).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      allow,
    ]);
  });
  test("TRACE of what does not exist is 404", async () => {
    expect((await ask("/api/v1/nothing", {}, "TRACE")).statusCode).toBe(404);
  });
});

describe("401 says how to prove who calls", () => {
  test.each([
    ["without a key", {}, 'Bearer realm="Cauris"'],
    ["with a wrong one", { authorization: "Bearer x" }, 'Bearer realm="Cauris", error="invalid_token"'],
  ])("%s", async (_name, headers, challenge) => {
    const answer = await ask("/api/v1/samples", headers as Record<string, string>);
    expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([401, challenge]);
    expect(codeOf(answer)).toBe(errors.INVALID_API_KEY.declaration.wire);
  });
  test("in what a plugin serves, too, and never with another status", async () => {
    expect((await ask("/notices/a", {}, "POST")).headers["www-authenticate"]).toMatch(/^Bearer /);
    const forbidden = await ask("/api/v1/samples", { authorization: "Bearer key-read" }, "POST");
    expect([forbidden.statusCode, forbidden.headers["www-authenticate"]]).toEqual([403, undefined]);
  });
});
