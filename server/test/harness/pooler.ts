import type { Socket } from "node:net";
import pg from "pg";
import { createFramer, type FakeServer, listenAsPostgres, message } from "./fake-postgres.ts";

/**
 * A pooler in transaction mode, as PgBouncer is one without `max_prepared_statements`: a client has a connection for as long
 * as its transaction lasts, and what a client asks for at its start is dropped.
 */
export interface Pooler extends FakeServer {
  readonly url: string;
}

interface Backend {
  readonly socket: Socket;
  client: Socket | null;
}

const IDLE = "I".charCodeAt(0);

/** Connects `size` times as `url` says. `settings` are given to each of its own connections, as `alter role` would. */
export async function startPooler(url: string, size: number, settings = ""): Promise<Pooler> {
  const backends: Backend[] = [];
  const waiting: { readonly client: Socket; readonly bytes: Buffer[] }[] = [];

  const serve = (): void => {
    for (const backend of backends) {
      if (backend.client !== null) continue;
      const next = waiting.shift();
      if (next === undefined) return;
      backend.client = next.client;
      for (const bytes of next.bytes) backend.socket.write(bytes);
    }
  };

  for (let index = 0; index < size; index += 1) {
    const owner = new pg.Client({ connectionString: url, options: settings });
    owner.on("error", () => {});
    await owner.connect();
    // From here on its connection is ours: the driver sees nothing of it any more.
    const { stream } = (owner as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners("data");
    const backend: Backend = { socket: stream, client: null };
    const frame = createFramer();
    stream.on("data", (chunk: Buffer) => {
      for (const whole of frame(chunk)) {
        backend.client?.write(whole);
        if (whole[0] === "Z".charCodeAt(0) && whole[5] === IDLE) backend.client = null;
      }
      serve();
    });
    backends.push(backend);
  }

  const server = await listenAsPostgres((client) => {
    const frame = createFramer();
    const key = Buffer.alloc(8, 7);
    client.write(
      Buffer.concat([message("R", Buffer.alloc(4)), message("K", key), message("Z", Buffer.from("I"))]),
    );
    client.on("data", (chunk: Buffer) => {
      for (const whole of frame(chunk)) {
        if (whole[0] === "X".charCodeAt(0)) {
          client.end();
          return;
        }
        const held = backends.find((backend) => backend.client === client);
        const queued = waiting.find((each) => each.client === client);
        if (held !== undefined) held.socket.write(whole);
        else if (queued !== undefined) queued.bytes.push(whole);
        else waiting.push({ client, bytes: [whole] });
      }
      serve();
    });
  });
  const address = new URL(url);
  address.port = String(server.port);
  return {
    ...server,
    url: address.href,
    close: async () => {
      await server.close();
      for (const { socket } of backends) socket.destroy();
    },
  };
}
