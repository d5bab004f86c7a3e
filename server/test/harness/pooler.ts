import type { Socket } from "node:net";
import pg from "pg";
import { createFramer, type FakeServer, listenAsPostgres, message } from "./fake-postgres.ts";
import { createKeptStatements, type KeptStatements } from "./pooler-statements.ts";

/**
 * A pooler like PgBouncer: it drops the settings that a client asks for at its start. In transaction mode a client has
 * a connection for as long as its transaction lasts, in session mode until it disconnects.
 */
export interface Pooler extends FakeServer {
  readonly url: string;
}

export interface PoolerOptions {
  /** Number of its connections to PostgreSQL. */
  readonly size: number;
  /** Set on each of its own connections, as by `alter role`: none when absent. */
  readonly settings?: string;
  /** `transaction` when absent. */
  readonly mode?: "transaction" | "session";
  /** Whether a client's prepared statements follow it from connection to connection, as with `max_prepared_statements`. */
  readonly keepsStatements?: boolean;
}

interface Backend {
  readonly socket: Socket;
  readonly statements: KeptStatements | null;
  client: Client | null;
}

interface Client {
  readonly socket: Socket;
  /** Data that arrived while all connections were in use. */
  readonly waiting: Buffer[];
}

const IDLE = "I".charCodeAt(0);
const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);

/** Connects to `url`, and listens on a free port of 127.0.0.1. */
export async function startPooler(url: string, options: PoolerOptions): Promise<Pooler> {
  const { size, settings = "", mode = "transaction", keepsStatements = false } = options;
  const backends: Backend[] = [];
  const queue: Client[] = [];

  const send = ({ socket, statements }: Backend, client: Client, bytes: Buffer): void => {
    for (const each of statements?.toServer(client, bytes) ?? [bytes]) socket.write(each);
  };

  const serve = (): void => {
    for (const backend of backends) {
      if (backend.client !== null) continue;
      const next = queue.shift();
      if (next === undefined) return;
      backend.client = next;
      for (const bytes of next.waiting.splice(0)) send(backend, next, bytes);
    }
  };

  for (let index = 0; index < size; index += 1) {
    const owner = new pg.Client({ connectionString: url, options: settings });
    owner.on("error", () => {});
    await owner.connect();
    // From here on we use its connection directly; the driver sees nothing of it.
    const { stream } = (owner as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners("data");
    const statements = keepsStatements ? createKeptStatements() : null;
    const backend: Backend = { socket: stream, statements, client: null };
    const frame = createFramer();
    stream.on("data", (chunk: Buffer) => {
      for (const whole of frame(chunk)) {
        if (statements?.isForClient(whole) ?? true) backend.client?.socket.write(whole);
        if (mode === "transaction" && whole[0] === READY && whole[5] === IDLE) backend.client = null;
      }
      serve();
    });
    backends.push(backend);
  }

  const server = await listenAsPostgres((socket) => {
    const client: Client = { socket, waiting: [] };
    const frame = createFramer();
    const key = Buffer.alloc(8, 7);
    socket.write(
      Buffer.concat([message("R", Buffer.alloc(4)), message("K", key), message("Z", Buffer.from("I"))]),
    );
    socket.on("data", (chunk: Buffer) => {
      for (const whole of frame(chunk)) {
        if (whole[0] === TERMINATE) {
          socket.end();
          return;
        }
        const held = backends.find((backend) => backend.client === client);
        if (held !== undefined) send(held, client, whole);
        else {
          client.waiting.push(whole);
          if (!queue.includes(client)) queue.push(client);
        }
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
