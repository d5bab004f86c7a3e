import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRecordingLog } from "../../test/harness/log.ts";
import { Secret } from "../kit/secret.ts";
import { openExporter } from "./exporter.ts";
import type { Span } from "./span.ts";

/** A collector: what it was sent, and the status that it answers with. */
const requests: {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}[] = [];
let status = 200;
let collector: Server;
let endpoint: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const span: Span = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  parentSpanId: "53995c3f42cd8ad8",
  name: "mtn-momo start",
  kind: "client",
  startMs: 1_795_478_400_000.5,
  endMs: 1_795_478_400_250,
  attributes: { "cauris.outcome": "unknown" },
  isError: true,
  keepsTrace: true,
  link: { traceId: "11".repeat(16), spanId: "22".repeat(8) },
};
const bytes = (digits: string) => Buffer.from(digits, "hex");
const settings = { serviceName: "cauris-ci", version: "1.2.3" };

it("sends a span to the collector by OTLP, with its headers, when it is closed at the latest", async () => {
  const { log, lines } = createRecordingLog();
  const headers = new Secret({ "x-key": "k 1" });
  const exporter = await openExporter({ endpoint, headers, ...settings, log });
  exporter.give(span);
  await exporter.close();
  expect(requests).toHaveLength(1);
  const [sent] = requests;
  expect(sent?.url).toBe("/v1/traces");
  expect(sent?.headers).toMatchObject({ "content-type": "application/x-protobuf", "x-key": "k 1" });
  // Texts and ids stand in protobuf as they are; a time is nanoseconds in eight bytes, the lowest first.
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(1_795_478_400_000_500_000n);
  const { traceId, spanId, parentSpanId, link } = span;
  const ids = [traceId, spanId, parentSpanId, link?.traceId, link?.spanId].map((digits) =>
    bytes(digits ?? ""),
  );
  for (const part of [...ids, start, "mtn-momo start", "cauris.outcome", "unknown", "cauris-ci", "1.2.3"])
    expect(sent?.body.includes(part)).toBe(true);
  expect(lines).toEqual([]);
});

it("logs once that the collector refuses, and goes on", async () => {
  status = 400;
  const { log, lines } = createRecordingLog();
  const exporter = await openExporter({ endpoint, headers: undefined, ...settings, log });
  exporter.give(span);
  await exporter.close();
  expect(lines.map(({ event }) => event)).toEqual(["traces.not_sent"]);
});
