import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createRecordingLog } from "../../test/harness/log.ts";
import { createSampleServer, type SampleOptions } from "../../test/harness/sample-http.ts";
import { limits } from "./transport.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A server and its callers: every address of 127.0.0.0/8 is this machine, so each can act as a different caller. */
async function serve(options: SampleOptions) {
  const server = await createSampleServer(database.db, options);
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  const sockets: Socket[] = [];
  /** Resolves with the status of the response, or null when the connection was closed. */
  const ask = async (localAddress: string): Promise<{ status: string | null; socket: Socket }> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
    const status = await new Promise<string | null>((resolve) => {
      socket.once("data", (chunk: Buffer) => resolve(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? ""));
      socket.once("close", () => resolve(null));
    });
    return { status, socket };
  };
  const openCount = (): Promise<number> =>
    new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
  return {
    ask,
    statuses: async (localAddress: string, times: number) => {
      const found: (string | null)[] = [];
      for (let time = 0; time < times; time += 1) found.push((await ask(localAddress)).status);
      return found;
    },
    openCount,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    },
  };
}

test("one address has its share of the connections and no more, and others go on", async () => {
  const { log, lines } = createRecordingLog();
  const service = await serve({ log, wire: { loopbackConnectionsMax: 3 } });
  const first = await service.ask("127.0.0.2");
  expect(first.status).toBe("200");
  expect(await service.statuses("127.0.0.2", 4)).toEqual(["200", "200", null, null]);
  expect(await service.statuses("127.0.0.3", 2)).toEqual(["200", "200"]);
  // One log line for all of them, not one each.
  expect(lines.filter(({ event }) => event === "http.connections.refused")).toMatchObject([
    { level: "warn", fields: { address: "127.0.0.2", open: 3, refused: 1 } },
  ]);
  const before = await service.openCount();
  first.socket.destroy();
  await once(first.socket, "close");
  while ((await service.openCount()) === before) await sleep(5);
  expect(await service.statuses("127.0.0.2", 2)).toEqual(["200", null]);
  await service.stop();
});

test("a proxy that is trusted stands for many callers", async () => {
  const wire = { loopbackConnectionsMax: 1 };
  const service = await serve({ wire, trustedProxies: ["127.0.1.0/24", "127.0.0.9"] });
  expect(await service.statuses("127.0.1.7", 3)).toEqual(["200", "200", "200"]);
  expect(await service.statuses("127.0.0.9", 2)).toEqual(["200", "200"]);
  expect(await service.statuses("127.0.0.8", 2)).toEqual(["200", null]);
  await service.stop();
});

test("no address can take a tenth of the places, nor this machine all of them", () => {
  expect(limits.connectionsPerAddressMax).toBe(500);
  expect(limits.connectionsPerAddressMax * 10).toBeLessThan(limits.connectionsMax);
  expect(limits.loopbackConnectionsMax * 2).toBeLessThanOrEqual(limits.connectionsMax);
});
