import type { FastifyReply, FastifyRequest } from "fastify";

/** What a client waits before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000;
/** A client that leaves more than this unread is too slow, or gone. */
const UNREAD_BYTES_MAX = 65_536;

/** One message of a stream (`text/event-stream`). */
export interface StreamMessage {
  /** What the client sends as `Last-Event-ID` when it comes back. */
  readonly position: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** An answer that stays open. Writing to one that has ended does nothing. */
export interface EventStream {
  send(message: StreamMessage): void;
  /** A sign of life, for proxies, which close silent connections, and for clients, to whom a network that is gone says nothing. */
  beat(): void;
  end(): void;
  /** `run` is called once, when the stream has ended, whoever ended it. */
  onEnd(run: () => void): void;
}

/** Whether the caller reads a stream, as the browser's EventSource does. Pure. */
export function acceptsStream({ method, headers }: Pick<FastifyRequest, "method" | "headers">): boolean {
  return method === "GET" && /(?:^|,)\s*text\/event-stream\s*(?:[;,]|$)/i.test(headers.accept ?? "");
}

/**
 * Begins the stream: from here on the answer is ours and not the framework's. It ends when the caller disconnects, when
 * the caller reads too slowly, or when `signal` is aborted because the server stops. `X-Accel-Buffering` keeps a proxy
 * from collecting messages.
 */
export function openEventStream(reply: FastifyReply, signal: AbortSignal): EventStream {
  reply.hijack();
  const { raw } = reply;
  const headers = reply.getHeaders() as Record<string, string>;
  raw.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy();
    else raw.write(text);
  };
  const end = (): void => {
    if (!raw.writableEnded) raw.end();
  };
  write(`retry: ${RECONNECT_MS}\n\n`);
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return {
    send: ({ position, data }) => write(`id: ${position}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write("event: beat\ndata:\n\n"),
    end,
    onEnd: (run) => {
      if (raw.closed) run();
      else raw.once("close", run);
    },
  };
}
