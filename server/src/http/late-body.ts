import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** How much of a body is read after its request was answered; beyond either limit the connection is closed. */
export interface LateBodyBounds {
  readonly lateBodyBytesMax: number;
  readonly lateBodyMs: number;
}

/**
 * A client that is still sending when it is refused (too large, no key, too many requests) must be able to read why. If
 * the connection is closed while it sends, the answer is lost: the operating system discards what the client has not
 * read yet. So the rest of the body is read and dropped, within bounds, and the connection continues.
 */
export interface LateBodies {
  /** Whether more of the request's body is still to come. */
  arrives(request: IncomingMessage): boolean;
  /** Call it when the answer is sent: the connection ends after the body, not with the answer. */
  drop(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Whether the current request on this connection has been answered: another answer would be taken for that of the
   * next request.
   */
  isAnswered(socket: Socket): boolean;
}

export function createLateBodies({ lateBodyBytesMax, lateBodyMs }: LateBodyBounds): LateBodies {
  const answered = new WeakSet<Socket>();
  return {
    // A request injected by a test has no connection.
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
