import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { probe } from "../harness/service-process.ts";

/**
 * A proxy as in front of any two instances: checks readiness of each, distributes requests among the ready ones, keeps
 * connections open. It tries another instance only when no connection could be opened, because then nothing was sent; a
 * request cut off half-way is a 502, as with any careful proxy.
 */
export interface TestProxy {
  readonly origin: string;
  /** Requests answered 502: what payers would have seen of a restart. */
  readonly failures: readonly string[];
  /** Requests answered by each upstream. */
  readonly answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const PROBE_INTERVAL_MS = 100;
/** For the case that no upstream is ready: longer than a check takes. */
const WAIT_MS_MAX = 10_000;
const BODY_BYTES_MAX = 1_000_000;

export async function startProxy(upstreams: readonly string[]): Promise<TestProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const ready = new Set<string>();
  const failures: string[] = [];
  const answered = new Map<string, number>();
  let turn = 0;
  let closed = false;

  const watch = async (origin: string): Promise<void> => {
    while (!closed) {
      if ((await probe(origin)) === 200) ready.add(origin);
      else ready.delete(origin);
      await sleep(PROBE_INTERVAL_MS);
    }
  };
  const watching = upstreams.map(watch);

  const choose = async (refused: ReadonlySet<string>): Promise<string | null> => {
    for (const deadline = performance.now() + WAIT_MS_MAX; performance.now() < deadline; ) {
      const fit = [...ready].filter((origin) => !refused.has(origin));
      turn += 1;
      const chosen = fit[turn % fit.length];
      if (chosen !== undefined) return chosen;
      await sleep(PROBE_INTERVAL_MS);
    }
    return null;
  };

  const forward = (
    origin: string,
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<IncomingMessage | { readonly error: NodeJS.ErrnoException; readonly sent: boolean }> =>
    new Promise((done) => {
      const { connection: _connection, ...headers } = incoming.headers;
      let connected = false;
      const outgoing = request(
        `${origin}${incoming.url ?? "/"}`,
        { method: incoming.method, headers, agent },
        done,
      );
      outgoing.once("socket", (socket) => {
        if (!socket.connecting) connected = true;
        else socket.once("connect", () => (connected = true));
      });
      outgoing.once("error", (error) => done({ error, sent: connected }));
      outgoing.end(body);
    });

  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => reply.destroy());
  });

  async function answer(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const refused = new Set<string>();
    for (;;) {
      const origin = await choose(refused);
      const result = origin === null ? null : await forward(origin, incoming, body);
      if (origin !== null && result !== null && "error" in result && !result.sent) {
        refused.add(origin);
        continue;
      }
      if (origin === null || result === null || "error" in result) {
        failures.push(
          `${incoming.method} ${result === null ? "nobody is ready" : `${"error" in result ? result.error.code : ""}`}`,
        );
        reply.writeHead(502).end("{}");
        return;
      }
      answered.set(origin, (answered.get(origin) ?? 0) + 1);
      const { connection: _connection, "transfer-encoding": _encoding, ...headers } = result.headers;
      reply.writeHead(result.statusCode ?? 502, headers);
      result.pipe(reply);
      return;
    }
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    failures,
    answered,
    close: async () => {
      closed = true;
      await Promise.all(watching);
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
      agent.destroy();
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("a body that no test sends");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
