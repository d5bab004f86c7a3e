import { connect, type Socket } from "node:net";

/**
 * A minimal HTTP/1.1 client: one kept-alive connection, one request at a time. A load generator shares the machine with
 * what it measures, so every microsecond it saves makes the figures more accurate.
 */
export interface Connection {
  /** `head` ends before `Content-Length`; the body is ASCII. Rejects when the connection breaks. */
  send(head: string, body: string): Promise<{ readonly status: number; readonly text: string }>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: { readonly status: number; readonly text: string }) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = "\r\n\r\n";

/** Connects on the first request, and again when the server has closed the connection. */
export function createConnection(port: number): Connection {
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;
  let received: Buffer = Buffer.alloc(0);

  const fail = (error: Error): void => {
    socket = null;
    received = Buffer.alloc(0);
    const { reject } = waiting ?? {};
    waiting = null;
    reject?.(error);
  };

  const onData = (chunk: Buffer): void => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString("latin1", 0, headEnd);
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const bodyAt = headEnd + HEAD_END.length;
    if (received.length < bodyAt + length) return;
    const text = received.toString("utf8", bodyAt, bodyAt + length);
    received = received.subarray(bodyAt + length);
    const { resolve } = waiting ?? {};
    waiting = null;
    if (/connection: *close/i.test(head)) {
      socket?.destroy();
      socket = null;
      received = Buffer.alloc(0);
    }
    resolve?.({ status: Number(head.slice(9, 12)), text });
  };

  const open = (): Socket => {
    const fresh = connect({ port, host: "127.0.0.1", noDelay: true });
    fresh.on("data", onData);
    fresh.on("error", (error) => {
      if (socket === fresh) fail(error);
    });
    fresh.on("close", () => {
      if (socket === fresh) fail(new Error("the server closed the connection"));
    });
    return fresh;
  };

  return {
    send: (head, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket ??= open();
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      }),
    close: () => {
      const closing = socket;
      socket = null;
      closing?.destroy();
    },
  };
}
