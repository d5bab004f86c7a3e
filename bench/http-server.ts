import { createServer, type Server, type Socket } from "node:net";

/**
 * A minimal HTTP/1.1 server: complete requests with a Content-Length, kept-alive connections. Like the load generator,
 * it shares the machine with what it measures.
 */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Answers with JSON text. Not called for a request that is to have no answer. */
export type Answer = (status: number, text: string) => void;

const HEAD_END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: *(\d+)/i;
/** Longer than any wait between two deliveries of a run, so that clients keep their connections. */
const KEEP_ALIVE_SECONDS = 60;

export function createPlainServer(handle: (request: PlainRequest, answer: Answer) => void): Server {
  return createServer({ noDelay: true }, (socket) => serve(socket, handle));
}

function serve(socket: Socket, handle: (request: PlainRequest, answer: Answer) => void): void {
  let received: Buffer = Buffer.alloc(0);
  const answer: Answer = (status, text) => {
    socket.write(
      `HTTP/1.1 ${status} -\r\ncontent-type: application/json\r\nkeep-alive: timeout=${KEEP_ALIVE_SECONDS}\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  };
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    for (;;) {
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = received.toString("latin1", 0, headEnd);
      const bodyAt = headEnd + HEAD_END.length;
      const length = Number(LENGTH.exec(head)?.[1] ?? 0);
      if (received.length < bodyAt + length) return;
      const [method = "", path = ""] = head.slice(0, head.indexOf("\r\n")).split(" ");
      const body = received.toString("utf8", bodyAt, bodyAt + length);
      received = received.subarray(bodyAt + length);
      handle({ method, path, body }, answer);
    }
  });
  // A client that disconnects is not our problem: the service reports what it could not send.
  socket.on("error", () => socket.destroy());
}
