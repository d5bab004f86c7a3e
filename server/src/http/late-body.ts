import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** How much of a body is read after its request was answered: beyond either, the connection is cut. */
export interface LateBodyBounds {
  readonly lateBodyBytesMax: number;
  readonly lateBodyMs: number;
}

/**
 * A client that is still sending when it is refused (too large, no key, too many requests) must be able to read why. A
 * connection that is closed under its hands loses the answer: the operating system throws away what the client has not
 * read yet. So the rest of the body is read and dropped, within bounds, and the connection goes on.
 */
export interface LateBodies {
  /** Whether more of the request's body is to come. */
  arrives(request: IncomingMessage): boolean;
  /** Call it as the answer is sent: the connection ends after the body, not with the answer. */
  drop(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request under way on this connection has its answer: another one would be taken for the next one's. */
  isAnswered(socket: Socket): boolean;
}

export function createLateBodies({ lateBodyBytesMax, lateBodyMs }: LateBodyBounds): LateBodies {
  const answered = new WeakSet<Socket>();
  return {
    // What a test injects has no connection.
    arrives: ({ complete, headers, socket }) =>
      !complete &&
      (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0) &&
      socket instanceof Socket,
    isAnswered: (socket) => answered.has(socket),
    drop: (request, response) => {
      const { socket } = request;
      const isLast = !response.shouldKeepAlive;
      response.setHeader("Connection", "keep-alive");
      answered.add(socket);
      let bytes = 0;
      const cut = setTimeout(() => socket.destroy(), lateBodyMs);
      cut.unref();
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > lateBodyBytesMax) socket.destroy();
      });
      const end = (): void => {
        clearTimeout(cut);
        answered.delete(socket);
        if (isLast) socket.destroySoon();
      };
      request.once("end", end);
      request.once("close", () => clearTimeout(cut));
      request.resume();
    },
  };
}
