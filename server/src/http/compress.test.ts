import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/app.ts";
import { acceptsGzip, COMPRESS_FROM_BYTES, isCompressed, padded } from "./compress.ts";

test.each([
  ["gzip", true],
  ["gzip, deflate, br", true],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", true],
  ["GZIP", true],
  ["*", true],
  [undefined, false],
  ["", false],
  ["identity", false],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip;q=0.000, *", false],
  ["*;q=0", false],
])("a client that sends Accept-Encoding %j takes gzip: %s", (header, takes) => {
  expect(acceptsGzip(header)).toBe(takes);
});

test("padding makes an answer longer and nothing else of it", () => {
  const text = Buffer.from("a text ".repeat(500));
  for (const length of [0, 1, 63]) {
    const longer = padded(gzipSync(text), Buffer.alloc(length, 7));
    expect(longer.length).toBe(gzipSync(text).length + 6 + length);
    expect(gunzipSync(longer).equals(text)).toBe(true);
  }
});

describe("the service", () => {
  const ROWS = 50;
  const WIRE_BYTES_MAX = 8 * 1024;
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    for (let index = 0; index < ROWS; index += 1) {
      const made = await app.request("POST", "/payments/charges", {
        headers: { "idempotency-key": `row-${index}`, "sandbox-scenario": "instant" },
        body: {
          amount: String(1_000 + index),
          currency: "XOF",
          paymentMethod: "MOBILE_MONEY",
          paymentDetails: { phone: `+22505${10_000_000 + index}`, operator: "MTN", countryCode: "CI" },
        },
      });
      expect(made.status).toBe(201);
    }
  }, 60_000);
  afterAll(() => app?.stop());

  /** The raw response, not decoded. */
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.app.http.app.inject({
      url,
      headers: { authorization: `Bearer ${app.apiKey}`, "accept-encoding": "gzip", ...headers },
    });
  const list = "/api/v1/payments/charges?pageSize=50";

  it("sends a list of 50 rows in under 8 KB to clients that accept gzip, and uncompressed to others", async () => {
    const zipped = await get(list);
    const plain = await get(list, { "accept-encoding": "identity" });
    expect([zipped.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual([
      "gzip",
      undefined,
    ]);
    for (const answer of [zipped, plain]) expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(zipped.headers["content-length"]).toBe(String(zipped.rawPayload.length));
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString()).data).toEqual(plain.json().data);
    expect(plain.json().data).toHaveLength(ROWS);
    expect(zipped.rawPayload.length).toBeLessThan(WIRE_BYTES_MAX);
    console.info(`50 charges: ${plain.rawPayload.length} bytes, ${zipped.rawPayload.length} on the wire`);
  });

  it("sends the OpenAPI document once, and only its name to who has it", async () => {
    const plain = await get("/api/v1/docs-json", { "accept-encoding": "identity" });
    const zipped = await get("/api/v1/docs-json");
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(zipped.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length);
    console.info(`OpenAPI: ${plain.rawPayload.length} bytes, ${zipped.rawPayload.length} on the wire`);
    const { etag } = zipped.headers;
    expect(etag).not.toBe(plain.headers.etag);
    const again = await get("/api/v1/docs-json", { "if-none-match": String(etag) });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
  });

  it("leaves short answers and refusals as they are", async () => {
    for (const url of ["/api/v1/payments/charges?pageSize=1", "/api/v1/payments/charges/ch_none"]) {
      const answer = await get(url);
      expect(answer.rawPayload.length).toBeLessThan(COMPRESS_FROM_BYTES);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.json().meta).toBeDefined();
    }
  });

  it("compresses no answer of a payer, and none that shows a secret", () => {
    const compressed = app.app.routes.filter(isCompressed);
    expect(compressed.length).toBeGreaterThan(50);
    // A provider setting has a boolean named `secret`, which is not a secret.
    const secrets = /"(?:secret|apiKey|token|temporaryPassword|recoveryCodes)":\{(?!"type":"boolean")/;
    const found = compressed.filter(({ schemas }) => secrets.test(JSON.stringify(schemas.response)));
    expect(found.map(({ operationId }) => operationId)).toEqual([]);
    // The creation of an endpoint shows that the pattern finds secrets.
    const shown = app.app.routes.filter(({ schemas }) => secrets.test(JSON.stringify(schemas.response)));
    expect(shown.map(({ operationId }) => operationId)).toContain("createWebhookEndpoint");
  });
});
