import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import type { HttpServer } from "./server.ts";

let database: TestDatabase;
let server: HttpServer;
let port: number;
const crashes: unknown[] = [];
const noteCrash = (error: unknown): void => void crashes.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db);
  port = await server.listen({ host: "127.0.0.1", port: 0 });
  process.on("uncaughtException", noteCrash);
  process.on("unhandledRejection", noteCrash);
});
afterAll(async () => {
  process.off("uncaughtException", noteCrash);
  process.off("unhandledRejection", noteCrash);
  await server.stop();
  await database.drop();
});

/** Sends raw bytes; resolves with everything received until the connection ended, or with "" when there was nothing. */
function exchange(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes);
      // Half-closed: the server answers, then nothing keeps the connection open.
      setTimeout(() => socket.end(), 300);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}

const crlf = (...lines: readonly string[]): string => `${lines.join("\r\n")}\r\n\r\n`;
const auth = "Authorization: Bearer key-a";
const json = "Content-Type: application/json";
const key = "Idempotency-Key: malformed";

function post(body: string | Buffer, ...headers: readonly string[]): Buffer {
  const bytes = Buffer.from(body as string);
  const head = crlf(
    "POST /api/v1/samples HTTP/1.1",
    "Host: x",
    auth,
    key,
    ...headers,
    `Content-Length: ${bytes.length}`,
  );
  return Buffer.concat([Buffer.from(head), bytes]);
}
const raw = (...lines: readonly string[]): Buffer => Buffer.from(crlf(...lines), "latin1");

const cases: readonly [name: string, bytes: Buffer, status: RegExp][] = [
  ["a form for JSON", post("name=x", "Content-Type: application/x-www-form-urlencoded"), /^415/],
  ["no content type", post('{"name":"x"}'), /^415/],
  ["a content type that is none", post('{"name":"x"}', "Content-Type: ;;;"), /^4/],
  ["text for JSON", post('{"name":"x"}', "Content-Type: text/plain"), /^415/],
  ["another charset", post('{"name":"x"}', "Content-Type: application/json; charset=utf-16"), /^415/],
  ["broken JSON", post('{"name":', json), /^400/],
  ["a JSON text that is no object", post('"name"', json), /^400/],
  ["bad UTF-8", post(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json), /^400/],
  ["a NUL byte in the body", post('{"name":"a\0"}', json), /^400/],
  ["prototype keys", post('{"__proto__":{"admin":true},"name":"x"}', json), /^400/],
  ["a field twice", post('{"name":"a","name":"b"}', json), /^400/],
  ["nesting of 30 000 levels", post("[".repeat(30_000) + "]".repeat(30_000), json), /^400/],
  ["an enormous number", post(`{"name":${"9".repeat(50_000)}}`, json), /^400/],
  ["a gzip body", post(gzipSync(Buffer.alloc(10_000_000)), json, "Content-Encoding: gzip"), /^415/],
  ["a body of 1 MB", post(`{"name":"${"x".repeat(1_000_000)}"}`, json), /^413/],
  [
    "a length of 10 TB",
    raw("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: 10000000000000"),
    /^413/,
  ],
  [
    "a negative length",
    raw("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: -1"),
    /^400/,
  ],
  [
    "a length in words",
    raw("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: ten"),
    /^400/,
  ],
  [
    "two lengths",
    raw("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: 2", "Content-Length: 3"),
    /^400/,
  ],
  [
    "Transfer-Encoding and Content-Length",
    Buffer.from(
      `${crlf("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    ),
    /^400/,
  ],
  [
    "an unknown Transfer-Encoding",
    raw("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Transfer-Encoding: cow"),
    /^400/,
  ],
  [
    "a broken chunk",
    Buffer.from(
      `${crlf("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Transfer-Encoding: chunked")}zz\r\nhello\r\n`,
    ),
    /^400/,
  ],
  ["headers of 1 MB", raw("GET /livez HTTP/1.1", "Host: x", `X-Big: ${"a".repeat(1_000_000)}`), /^431/],
  [
    "5 000 headers",
    raw("GET /livez HTTP/1.1", "Host: x", ...Array.from({ length: 5_000 }, (_, index) => `X-${index}: 1`)),
    /^431/,
  ],
  ["a control character in a header", raw("GET /livez HTTP/1.1", "Host: x", "X-A: a\u0001b"), /^400/],
  ["a header that is folded", raw("GET /livez HTTP/1.1", "Host: x", "X-A: a", " b: c"), /^400/],
  [
    "10 000 query keys",
    raw(
      `GET /api/v1/samples?${Array.from({ length: 10_000 }, (_, index) => `k${index}=1`).join("&")} HTTP/1.1`,
      "Host: x",
      auth,
    ),
    /^431/,
  ],
  [
    "a query key of a prototype",
    raw("GET /api/v1/samples?__proto__=1&constructor=2 HTTP/1.1", "Host: x", auth),
    /^400/,
  ],
  ["bad UTF-8 in the query", raw("GET /api/v1/samples?q=%ff%fe HTTP/1.1", "Host: x", auth), /^400/],
  ["NUL in the query", raw("GET /api/v1/samples?q=a%00b HTTP/1.1", "Host: x", auth), /^400/],
  [
    "broken percent-encoding in the path",
    raw("GET /api/v1/checkout/samples/%zz HTTP/1.1", "Host: x"),
    /^400/,
  ],
  ["NUL in the path", raw("GET /api/v1/checkout/samples/a%00b HTTP/1.1", "Host: x"), /^400/],
  [
    "a path of 10 000 characters",
    raw(`GET /api/v1/checkout/samples/${"a".repeat(10_000)} HTTP/1.1`, "Host: x"),
    /^4/,
  ],
  ["no Host", raw("GET /livez HTTP/1.1"), /^400/],
  ["two Hosts", raw("GET /livez HTTP/1.1", "Host: a", "Host: b"), /^400/],
  ["the same Host twice", raw("GET /livez HTTP/1.1", "Host: x", "HOST: x"), /^400/],
  ["a version of HTTP that does not exist", raw("GET /livez HTTP/9.9", "Host: x"), /^(?:400|505)/],
  ["a method that does not exist", raw("STEAL /livez HTTP/1.1", "Host: x"), /^4/],
  ["noise", Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 37) % 256)), /^400/],
  ["a TLS greeting", Buffer.from("1603010200010001fc0303", "hex"), /^400/],
];

test.each(cases)("%s is answered 4xx or closed", async (_name, bytes, status) => {
  const answer = await exchange(bytes);
  const [statusLine = "", ...rest] = answer.split("\r\n");
  if (answer !== "") {
    expect(statusLine.replace("HTTP/1.1 ", "")).toMatch(status);
    expect(rest.join("\n")).toMatch(/request-id: req_[0-9a-z]{26}/i);
    expect(rest.join("\n")).toMatch(/cauris-version: \S+/i);
    expect(answer).toContain('"success":false');
  }
});

test("the catalogue holds at least 30 cases, none stopped the server, and none was taken for a creation", async () => {
  expect(cases.length).toBeGreaterThanOrEqual(30);
  expect(crashes).toEqual([]);
  expect(await exchange(raw("GET /livez HTTP/1.1", "Host: x", "Connection: close"))).toMatch(
    /^HTTP\/1\.1 200/,
  );
  expect(await database.db.query({ text: "select 1 from tenants" })).toHaveLength(0);
});

test("a second request hidden behind the first one's body is not served", async () => {
  const smuggled = `${crlf("POST /api/v1/samples HTTP/1.1", "Host: x", auth, json, "Content-Length: 6", "Transfer-Encoding: chunked")}0\r\n\r\n${crlf("GET /livez HTTP/1.1", "Host: x")}`;
  expect(await exchange(Buffer.from(smuggled))).not.toContain("alive");
});
