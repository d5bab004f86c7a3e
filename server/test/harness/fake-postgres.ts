import { createServer, type Server, type Socket } from "node:net";

/** A replacement for PostgreSQL: it speaks enough of the protocol for a test. */
export interface FakeServer {
  readonly port: number;
  close(): Promise<void>;
}

const SSL_REQUEST = 80_877_103;

export function message(type: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(payload.length + 4, 1);
  return Buffer.concat([head, payload]);
}

/** ErrorResponse, as a server that refuses a connection sends it. */
export function fatal(state: string, text: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${state}`, `M${text}`, ""].join("\0");
  return message("E", Buffer.from(`${fields}\0`));
}

/**
 * Listens on a free port of 127.0.0.1. `onStart` gets each connection with its startup message (parameter names and
 * values, separated by zeros), after an SSLRequest before it was refused.
 */
export async function listenAsPostgres(
  onStart: (socket: Socket, startup: string) => void,
): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    const first = (chunk: Buffer): void => {
      if (chunk.readInt32BE(4) === SSL_REQUEST) {
        socket.write("N");
        socket.once("data", first);
      } else {
        onStart(socket, chunk.toString("utf8", 8));
      }
    };
    socket.once("data", first);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Splits a byte stream into whole messages; an incomplete one waits for the next chunk. */
export function createFramer(): (chunk: Buffer) => readonly Buffer[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      whole.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return whole;
  };
}
