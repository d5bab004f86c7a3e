import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathWithCurl } from "../../test/harness/curl.ts";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createSampleServer } from "../../test/harness/sample-http.ts";
import type { HttpServer } from "./server.ts";

const TIMES = 20;
const LARGE = Buffer.alloc(8_000_000, "x");
const LATE_BYTES_MAX = 12_000_000;
const LATE_MS = 400;

let database: TestDatabase;
let server: HttpServer;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const wire = { lateBodyBytesMax: LATE_BYTES_MAX, lateBodyMs: 5_000 };
  server = await createSampleServer(database.db, { wire });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const path = "/api/v1/samples";
const key = { authorization: "Bearer key-a", "content-type": "application/json" };

type Headers = Readonly<Record<string, string>>;
type Send = (headers: Headers) => Promise<string>;

const statusOf = (bytes: Buffer): string => /^HTTP\/1\.1 (\d+)/.exec(bytes.toString("latin1"))?.[1] ?? "none";

const byNodeHttp: Send = (headers) => askNodeHttp(headers, true);
const byClosing: Send = (headers) => askNodeHttp(headers, false);

function askNodeHttp(headers: Headers, keeps: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const to = { port, host: "127.0.0.1", path, method: "POST" };
    const sent = request({ ...to, headers, ...(keeps ? {} : { agent: false }) }, (response) => {
      response.resume();
      response.on("end", () => resolve(String(response.statusCode)));
    });
    sent.on("error", reject);
    for (let at = 0; at < LARGE.length; at += 1_000_000) sent.write(LARGE.subarray(at, at + 1_000_000));
    sent.end();
  });
}

/** Writes the whole body and reads the answer only then, as simple clients do. */
function byPatientSocket(headers: Headers): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").pause();
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      resolve(statusOf(Buffer.concat(chunks)));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed without an answer")));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("\r\n")}\r\n\r\n`);
    const isChunked = headers["transfer-encoding"] === "chunked";
    const body = isChunked
      ? Buffer.concat([Buffer.from(`${LARGE.length.toString(16)}\r\n`), LARGE, Buffer.from("\r\n0\r\n\r\n")])
      : LARGE;
    socket.pause();
    socket.write(body, () => socket.resume());
  });
}

const byFetch: Send = async (headers) => {
  const { "transfer-encoding": chunked, "content-length": _length, ...rest } = headers;
  const body = chunked === undefined ? LARGE : Readable.toWeb(Readable.from([LARGE, LARGE.subarray(0, 1)]));
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: rest,
    body: body as RequestInit["body"] & {},
    ...(chunked === undefined ? {} : { duplex: "half" }),
  });
  expect((await answer.json()) as object).toMatchObject({ success: false });
  return String(answer.status);
};

describe.each<[string, Send]>([
  ["fetch", byFetch],
  ["node:http", byNodeHttp],
  ["node:http, with Connection: close", byClosing],
  ["a socket that reads only when all is written", byPatientSocket],
])("%s reads why its body of 8 MB is refused", (_client, send) => {
  test.each<[string, Headers, string]>([
    ["too large", { ...key, "content-length": String(LARGE.length) }, "413"],
    ["too large, in chunks", { ...key, "transfer-encoding": "chunked" }, "413"],
    ["without a key", { "content-type": "application/json", "content-length": String(LARGE.length) }, "401"],
  ])(
    "%s, each time",
    async (_why, headers, status) => {
      const statuses: string[] = [];
      for (let time = 0; time < TIMES; time += 1)
        statuses.push(await send(headers).catch((error: Error) => `${error.message} ${String(error.cause)}`));
      expect(statuses).toEqual(Array.from({ length: TIMES }, () => status));
    },
    60_000,
  );
});

test("curl reads it too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "late-body-"));
  const file = join(folder, "body");
  await writeFile(file, LARGE);
  const statuses: string[] = [];
  const env = { ...process.env, PATH: await pathWithCurl(folder) };
  const headers = Object.entries(key).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-s", "-o", join(folder, "answer"), "-w", "%{stderr}%{http_code}", ...headers];
  const url = `http://127.0.0.1:${port}${path}`;
  for (let time = 0; time < TIMES; time += 1) {
    const { stderr } = await promisify(execFile)("curl", [...args, "--data-binary", `@${file}`, url], {
      env,
    });
    statuses.push(stderr);
  }
  await rm(folder, { recursive: true });
  expect(statuses).toEqual(Array.from({ length: TIMES }, () => "413"));
}, 60_000);

/** Everything received on a connection until it ends, and how much of the body the server took. */
function flood(to: number, send: (socket: ReturnType<typeof connect>) => Promise<void>): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(to, "127.0.0.1", () => void send(socket));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}
const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-a\r\ncontent-type: application/json\r\n`;

describe("the rest of a refused body is read", () => {
  test("and the connection serves its next request", async () => {
    const answers = await flood(port, async (socket) => {
      const body = LARGE.subarray(0, 200_000);
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`);
      await sleep(50);
      socket.write(body);
      socket.write("GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    });
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  test("and the connection ends then, where the client wants it", async () => {
    const startedMs = performance.now();
    const answers = await flood(port, async (socket) => {
      const body = LARGE.subarray(0, 200_000);
      socket.write(`${head}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
      await sleep(50);
      socket.write(body);
    });
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
  });

  test("no longer than so many bytes", async () => {
    let written = 0;
    const answer = await flood(port, async (socket) => {
      socket.write(`${head}content-length: 10000000000000\r\n\r\n`);
      while (!socket.destroyed) {
        await new Promise((resolve) => socket.write(LARGE, resolve));
        written += socket.destroyed ? 0 : LARGE.length;
      }
    });
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
    // The socket buffers of both sides add to this.
    expect(written).toBeLessThan(LATE_BYTES_MAX + 5 * LARGE.length);
  });

  test.each([
    ["a length that never comes", "content-length: 5000000"],
    ["a chunk of 100 KB and no end", "transfer-encoding: chunked"],
  ])("nor longer than its time: %s", async (_name, header) => {
    const impatient = await createSampleServer(database.db, { wire: { lateBodyMs: LATE_MS } });
    const to = await impatient.listen({ host: "127.0.0.1", port: 0 });
    const startedMs = performance.now();
    const answer = await flood(to, async (socket) => {
      socket.write(`${head}${header}\r\n\r\n${(100_000).toString(16)}\r\n`);
      socket.write(LARGE.subarray(0, 100_000));
    });
    // Only one answer, and not the one of the request timeout, which comes much later.
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(LATE_MS - 50);
    await impatient.stop();
  });
});
