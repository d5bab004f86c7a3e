import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Group } from "../bench.ts";
import { measurePair } from "../pair.ts";

/** What traces cost a payment: with a collector and the settings' share of 1 %, and without one. */
export const traces: Group = {
  name: "traces",
  about: "the cost of traces, sent to a collector, beside none",
  run: async (bench) => {
    const collector = await startCollector();
    try {
      return await measurePair(bench, {
        name: "traces",
        on: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
        costMax: 1.02,
        problems: () => (collector.received().bytes === 0 ? ["the collector received nothing"] : []),
        data: () => ({ received: collector.received() }),
      });
    } finally {
      await collector.stop();
    }
  },
};

interface Received {
  readonly requests: number;
  readonly bytes: number;
}

/** Takes what is exported, and counts it. */
async function startCollector() {
  let received: Received = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    request.on("data", (part: Buffer) => {
      received = { ...received, bytes: received.bytes + part.length };
    });
    request.on("end", () => {
      received = { ...received, requests: received.requests + 1 };
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
