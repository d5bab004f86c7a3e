import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher, Pool } from "undici";
import { HttpOutError, type OutgoingRequest, type OutgoingResponse } from "../kit/http-out.ts";
import { toHttpOutError } from "./failure.ts";

/** Joins a header that came several times. Nearly no response has one: usually the headers are returned unchanged. */
function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  if (isFlat(headers)) return headers;
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function isFlat(headers: IncomingHttpHeaders): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== "string") return false;
  return true;
}

/**
 * One request over `pool`. Settles within `timeoutMs` whatever the other side does: the timer covers the wait for a
 * connection, the handshake, the headers and the last byte. A body beyond `responseBytesMax` is truncated and its
 * connection closed. Nothing is decompressed: a small response can never grow.
 */
export function exchange(pool: Pool, path: string, request: OutgoingRequest): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let settled = false;
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let bytes = 0;

    const settle = (finish: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    const answer = (cut: boolean): void => {
      const [first] = chunks;
      const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      const body = whole.subarray(0, request.responseBytesMax);
      settle(() => resolve({ status, headers, body, cut }));
    };
    // Made on demand: creating an error captures the stack, which costs more than the timer.
    // undici announces the request to its connection right before it writes the first byte.
    const isSent = () => controller !== null;
    const deadline = () =>
      new HttpOutError("timeout", `no whole answer within ${request.timeoutMs} ms`, isSent());
    const timer = setTimeout(() => {
      const late = deadline();
      settle(() => reject(late));
      controller?.abort(late);
    }, request.timeoutMs);

    pool.dispatch(
      {
        method: request.method,
        path,
        headers: { "accept-encoding": "identity", ...request.headers },
        body: request.body ?? null,
      },
      {
        onRequestStart: (started) => {
          controller = started;
          // The caller timed out while the request waited for a connection: it must not be sent now.
          if (settled) started.abort(deadline());
        },
        onResponseStart: (_controller, statusCode, responseHeaders) => {
          status = statusCode;
          headers = flatten(responseHeaders);
        },
        onResponseData: (current, chunk) => {
          if (settled) return;
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes <= request.responseBytesMax) return;
          answer(true);
          current.abort(new Error("the answer is longer than anyone reads"));
        },
        onResponseEnd: () => answer(false),
        onResponseError: (_controller, error) => settle(() => reject(toHttpOutError(error, isSent()))),
      },
    );
  });
}
