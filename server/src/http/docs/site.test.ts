import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createSampleServer } from "../../../test/harness/sample-http.ts";
import type { HttpServer } from "../server.ts";

/** The documentation as the service serves it; `npm run build` has made it. */
let database: TestDatabase;
let server: HttpServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({ method: "GET", url, headers });

describe("the documentation", () => {
  test.each([
    ["/documentation/", "text/html; charset=utf-8"],
    ["/documentation/guides/accept-a-payment.html", "text/html; charset=utf-8"],
    ["/documentation/guides/fr/", "text/html; charset=utf-8"],
    ["/documentation/guides/accept-a-payment.md", "text/markdown; charset=utf-8"],
    ["/documentation/site.css", "text/css; charset=utf-8"],
    ["/documentation/site.js", "text/javascript; charset=utf-8"],
    ["/documentation/llms.txt", "text/plain; charset=utf-8"],
    ["/documentation/cauris.postman_collection.json", "application/json; charset=utf-8"],
    ["/documentation/images/pay-choose.png", "image/png"],
  ])("%s is %s, and may load and frame nothing foreign", async (url, type) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, type]);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(policy).not.toContain("unsafe");
  });

  test.each([
    ["/documentation", "/documentation/"],
    ["/llms.txt", "/documentation/llms.txt"],
    ["/documentation/guides/accept-a-payment", "/documentation/guides/accept-a-payment.html"],
  ])("%s leads to %s", async (url, location) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  });

  test.each([
    "/documentation/nothing.html",
    "/documentation/../package.json",
    "/documentation/..%2f..%2fpackage.json",
    "/documentation/%2e%2e/%2e%2e/package.json",
  ])("%s is not found", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });

  test("is compressed, and not sent again to a reader who has it", async () => {
    const first = await get("/documentation/", { "accept-encoding": "br" });
    expect(first.headers["content-encoding"]).toBe("br");
    const etag = String(first.headers.etag);
    const again = await get("/documentation/", { "accept-encoding": "br", "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});
