/**
 * The only way out to the network. The simulation replaces it, and the guard against internal addresses sits behind it.
 */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Limit for the whole exchange, connection included, in milliseconds. */
  readonly timeoutMs: number;
  /** The response body is truncated after this many bytes. */
  readonly responseBytesMax: number;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True when the body was longer than `responseBytesMax`. */
  readonly cut: boolean;
}

/** Rejects with `HttpOutError` when there was no response. Redirects are never followed. */
export type HttpOut = (request: OutgoingRequest) => Promise<OutgoingResponse>;

/**
 * No response. `blocked` means that nothing was sent; after any other reason the request may have reached the other
 * side.
 */
export class HttpOutError extends Error {
  override readonly name = "HttpOutError";
  readonly reason: "timeout" | "refused" | "reset" | "dns" | "tls" | "blocked" | "protocol";
  constructor(reason: HttpOutError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
