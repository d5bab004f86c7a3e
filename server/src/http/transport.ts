import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { ErrorDeclaration } from "../kit/errors.ts";
import { errorEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";

/**
 * Limits of a connection. A client that sends or reads too slowly is disconnected, so that some thousand of them cannot
 * exhaust the server. They concern the wire, not the business, and so use the machine's own clock.
 */
export const limits = {
  /** Until the headers are complete, also counted from the start of a connection. */
  headersTimeoutMs: 5_000,
  /** Until headers and body are complete. A long poll is received at once and may be answered later. */
  requestTimeoutMs: 8_000,
  /** Between two requests of one connection. */
  keepAliveTimeoutMs: 10_000,
  /** From the first byte of an answer until the client has received all of it. */
  responseTimeoutMs: 10_000,
  checkIntervalMs: 1_000,
  headerBytesMax: 16_384,
  headersMax: 100,
  bodyBytesMax: 65_536,
  paramLengthMax: 200,
  requestsPerSocketMax: 10_000,
  connectionsMax: 10_000,
  /** Per address. */
  connectionsPerAddressMax: 500,
  /** For this machine itself. */
  loopbackConnectionsMax: 5_000,
  /** For the rest of a body whose request is already answered. */
  lateBodyBytesMax: 16 * 1_024 * 1_024,
  lateBodyMs: 5_000,
} as const;

/** Like `limits`; tests reduce them. */
export type WireLimits = { readonly [Name in keyof typeof limits]: number };

/**
 * Closes connections whose client does not read its answer. Returns the hook to call when each answer is sent.
 *
 * Answers in flight are kept in reused numbered slots, not in a Map: a Map that is filled and emptied forever is copied
 * every few dozen answers, each old copy keeps the next one alive until it is collected itself, and so the answers in
 * them survive the cheap collections. That was 18 % of the processor time of a short request.
 */
export function guardSlowReaders(server: Server): (response: ServerResponse) => void {
  const places: ({ readonly response: ServerResponse; readonly sinceMs: number } | null)[] = [];
  const free: number[] = [];
  const timer = setInterval(() => {
    const oldest = performance.now() - limits.responseTimeoutMs;
    for (const sending of places)
      if (sending !== null && sending.sinceMs <= oldest) sending.response.socket?.destroy();
  }, limits.checkIntervalMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
  return (response) => {
    const place = free.pop() ?? places.length;
    places[place] = { response, sinceMs: performance.now() };
    response.once("close", () => {
      places[place] = null;
      free.push(place);
    });
  };
}

/**
 * Answers what Node refused before there was a request: in the envelope, if the client still listens. When the request
 * `isAnswered` and only its body is late, the connection is closed without an answer.
 */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  {
    requestId,
    version,
    isAnswered,
  }: { readonly requestId: string; readonly version: string; readonly isAnswered: boolean },
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (isAnswered) {
    socket.destroy();
    return;
  }
  // Another answer must not be written into one that has begun.
  const underWay = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
  if (socket.writable && !underWay?.headersSent) {
    const declaration = declarationOf(error.code);
    const details =
      declaration === errors.VALIDATION_ERROR.declaration
        ? { fields: [{ path: "request", rule: "http", message: "The request is not valid HTTP/1.1." }] }
        : {};
    const body = JSON.stringify(errorEnvelope(declaration, details, requestId));
    socket.write(
      `HTTP/1.1 ${declaration.status} ${STATUS_CODES[declaration.status] ?? "Error"}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Request-Id: ${requestId}\r\nCauris-Version: ${version}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

function declarationOf(code: string | undefined): ErrorDeclaration {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return errors.REQUEST_TIMEOUT.declaration;
    case "HPE_HEADER_OVERFLOW":
      return errors.HEADERS_TOO_LARGE.declaration;
    default:
      return errors.VALIDATION_ERROR.declaration;
  }
}

/** Signals for waiting handlers: aborted when the caller disconnects and when the server stops. */
export interface WaitingRequests {
  signalFor(response: ServerResponse<IncomingMessage>): AbortSignal;
  /** Aborts every wait, and each later one at once. */
  endAll(): void;
}

export function createWaitingRequests(): WaitingRequests {
  const waiting = new Set<AbortController>();
  let stopping = false;
  return {
    signalFor: (response) => {
      const controller = new AbortController();
      if (stopping || response.closed) {
        controller.abort();
        return controller.signal;
      }
      waiting.add(controller);
      response.once("close", () => {
        waiting.delete(controller);
        if (!response.writableFinished) controller.abort();
      });
      return controller.signal;
    },
    endAll: () => {
      stopping = true;
      for (const controller of waiting) controller.abort();
    },
  };
}
