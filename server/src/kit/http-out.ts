/** The only way out to the network: what the simulation replaces, and where the guard against inner addresses sits. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whole exchange, connection included, in milliseconds. */
  readonly timeoutMs: number;
  /** The answer's body is cut here, in bytes. */
  readonly responseBytesMax: number;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True when the body was longer than `responseBytesMax`. */
  readonly cut: boolean;
}

/** Rejects with `HttpOutError` when no answer came. Redirects are never followed. */
export type HttpOut = (request: OutgoingRequest) => Promise<OutgoingResponse>;

/** No answer: `blocked` means that nothing was sent, every other reason may have reached the other side. */
export class HttpOutError extends Error {
  override readonly name = "HttpOutError";
  readonly reason: "timeout" | "refused" | "reset" | "dns" | "tls" | "blocked" | "protocol";
  constructor(reason: HttpOutError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
