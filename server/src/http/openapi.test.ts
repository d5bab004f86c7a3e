import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutReferences } from "../../test/contract/references.ts";
import { launchBrowser, type TestBrowser } from "../../test/harness/browser.ts";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { routeProblems } from "../../test/harness/route-problems.ts";
import { createSampleServer, sampleRoutes } from "../../test/harness/sample-http.ts";
import { publicRoute, type Route } from "./route.ts";
import type { HttpServer } from "./server.ts";

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly "x-permission"?: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: { "application/json": { schema: object; example?: unknown } } };
  readonly responses: Readonly<Record<string, { "x-error-codes"?: readonly string[]; content: object }>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { title: string };
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let database: TestDatabase;
let server: HttpServer;
let port: number;
let document: Document;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db);
  port = await server.listen({ host: "127.0.0.1", port: 0 });
  document = withoutReferences((await server.app.inject("/api/v1/docs-json")).json()) as Document;
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const operationAt = (path: string, method: string): Operation => {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`no ${method} ${path}`);
  return operation;
};
const codesOf = (operation: Operation): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(operation.responses).flatMap(([status, response]) =>
      response["x-error-codes"] === undefined ? [] : [[status, response["x-error-codes"]]],
    ),
  );

const ofPersons = [
  "INVALID_MERCHANT_SCOPE",
  "NO_ROLE_IN_MODE",
  "LIVE_MODE_REFUSED",
  "SECOND_FACTOR_ENROLMENT_REQUIRED",
];

describe("the OpenAPI document", () => {
  test("holds every route once, under the address the outside uses", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "http://localhost:3000/api/v1" }]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(operations).toHaveLength(sampleRoutes(database.db).length);
    expect(Object.keys(document.paths)).toContain("/merchant/merchants/{merchantId}/samples");
  });

  test("says for an operation with a key: permission, key, Idempotency-Key, example and each error code", () => {
    const operation = operationAt("/samples", "post");
    // Or a person's log-in.
    const security = [{ apiKey: [] }, { logIn: [] }];
    expect(operation).toMatchObject({ security, "x-permission": "merchant.links.manage" });
    expect(operation.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header", required: true }]);
    expect(operation.requestBody?.content["application/json"]).toMatchObject({
      schema: { type: "object", additionalProperties: false, required: ["name"] },
      example: { name: "first" },
    });
    expect(codesOf(operation)).toEqual({
      400: [
        "VALIDATION_ERROR",
        "CARD_DATA_NOT_ALLOWED",
        "IDEMPOTENCY_KEY_REQUIRED",
        "MERCHANT_KYB_NOT_APPROVED",
      ],
      401: ["Invalid API key", "LOG_IN_REQUIRED"],
      403: ["INSUFFICIENT_PERMISSIONS", ...ofPersons, "FOREIGN_REQUEST"],
      409: ["IDEMPOTENCY_REQUEST_IN_PROGRESS"],
      422: ["IDEMPOTENCY_KEY_MISMATCH"],
      default: [
        "PAYLOAD_TOO_LARGE",
        "UNSUPPORTED_MEDIA_TYPE",
        "RATE_LIMITED",
        "INTERNAL_ERROR",
        "SERVICE_UNAVAILABLE",
        "METHOD_NOT_ALLOWED",
        "HEADERS_TOO_LARGE",
        "REQUEST_TIMEOUT",
      ],
    });
  });

  test("says for a public operation that it takes no key, and what its query may hold", () => {
    const operation = operationAt("/checkout/samples/{id}", "get");
    expect(operation.security).toEqual([]);
    expect(operation["x-permission"]).toBeUndefined();
    expect(operation.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
      { name: "waitMs", in: "query", schema: { type: "integer", maximum: 25_000 } },
    ]);
    expect(codesOf(operation)).toMatchObject({ 404: ["RESOURCE_NOT_FOUND"] });
    expect(codesOf(operation)).not.toHaveProperty("401");
  });

  test("names what persons are refused with, and for reads not that they come from elsewhere", () => {
    expect(codesOf(operationAt("/merchant/merchants/{merchantId}/samples", "get"))["403"]).toEqual([
      "INSUFFICIENT_PERMISSIONS",
      ...ofPersons,
    ]);
  });
});

describe("the page", () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test("shows the operations with no network but this server, and breaks no rule of its own policy; it finds operations and keeps the key", async () => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== "data:" && host !== `127.0.0.1:${port}`) problems.push(`asked ${request.url()}`);
    });
    await page.goto(`http://127.0.0.1:${port}/docs`);
    await page.locator(".opblock-tag").first().click();
    await page.getByText("Create a sample").first().click();
    await page.getByText("IDEMPOTENCY_KEY_MISMATCH").first().waitFor({ state: "attached" });
    expect(await page.title()).toBe("Cauris API reference");
    expect(page.url()).toContain("/api/v1/docs");
    await page.getByRole("button", { name: "Try it out" }).click();
    await page.getByPlaceholder("Idempotency-Key").fill("from-the-page");
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("Invalid API key").first().waitFor();
    await page.locator(".auth-wrapper .authorize").first().click();
    await page.locator("#auth-bearer-value").first().fill("key-a");
    await page.locator(".auth-btn-wrapper .authorize").first().click();
    await page.reload();
    const search = page.locator(".operation-filter-input");
    await search.fill("createsample");
    await page.getByText("Create a sample").first().waitFor();
    await search.fill("nothing of the kind");
    await page.locator(".opblock-tag").first().waitFor({ state: "detached" });
    await page.locator(".auth-wrapper .authorize.locked").waitFor();
    problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes("401")));
    expect(problems).toEqual([]);
    const screenshot = process.env.SCREENSHOT_DOCS;
    if (screenshot !== undefined) await page.screenshot({ path: screenshot });
    await context.close();
  });
});

test("short addresses lead to the page and the document", async () => {
  for (const [from, to] of [
    ["/docs", "/api/v1/docs"],
    ["/docs-json", "/api/v1/docs-json"],
    ["/docs/operators", "/api/v1/docs/operators"],
    ["/docs-json/operators", "/api/v1/docs-json/operators"],
  ]) {
    const answer = await server.app.inject(from ?? "");
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  }
});

describe("declarations", () => {
  const sound: Route = publicRoute({
    method: "POST",
    path: "/things/:id",
    operationId: "makeThing",
    tag: "Things",
    summary: "Make a thing",
    description: "Makes it.",
    successStatus: 201,
    errors: [],
    idempotency: "optional",
    schemas: { body: Type.Object({ name: Type.String() }), response: Type.Object({ id: Type.String() }) },
    examples: { body: { name: "x" }, data: { id: "x" } },
    handle: async () => ({ data: { id: "x" } }),
  });
  test("that are correct raise no error", () => {
    expect(routeProblems([...sampleRoutes(database.db), sound])).toEqual([]);
  });
  test.each<[string, Partial<Route>, RegExp]>([
    [
      "an example its schema refuses",
      { examples: { body: { name: 1 } } },
      /example of the body: name must be text/,
    ],
    ["an example with a field too many", { examples: { body: { name: "x", y: 1 } } }, /y is not a field/],
    [
      "an example of data that cannot be sent",
      { examples: { body: { name: "x" }, data: {} } },
      /id is required/,
    ],
    ["no example", { examples: {} }, /no example/],
    ["no description", { description: " " }, /description is empty/],
    [
      "a secret that a repeat would show to another caller",
      {
        idempotency: "optional",
        schemas: { response: Type.Object({ made: Type.Object({ newPassword: Type.String() }) }) },
      },
      /show made.newPassword to another caller/,
    ],
    ["an operation id in another form", { operationId: "Make-Thing" }, /camelCase/],
  ])("are refused with %s", (_name, change, problem) => {
    expect(routeProblems([{ ...sound, ...change } as Route]).join("\n")).toMatch(problem);
  });
  test("are refused when two say the same", () => {
    const problems = routeProblems([sound, { ...sound, path: "/things/:thingId" }]).join("\n");
    expect(problems).toContain("operation makeThing is declared twice");
    expect(problems).toContain("POST /things/: is declared twice");
  });
});
