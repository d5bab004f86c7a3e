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
  /** To open a connection, in milliseconds, within `timeoutMs`; 10 s when absent. */
  readonly connectTimeoutMs?: number;
  /** Shown to a server that asks who calls. Connections are shared only by calls that show the same one. */
  readonly clientCertificate?: ClientCertificate;
  /** The response body is truncated after this many bytes. */
  readonly responseBytesMax: number;
}

/** Both as PEM; the certificate may be followed by those that vouch for it. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly privateKey: string;
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

/** No response. Unless `sent` is false, the request may have reached the other side. */
export class HttpOutError extends Error {
  override readonly name = "HttpOutError";
  readonly reason: "timeout" | "refused" | "reset" | "dns" | "tls" | "blocked" | "protocol";
  /** False: no byte of the request has left, because there was no connection for it. */
  readonly sent: boolean;
  constructor(reason: HttpOutError["reason"], message: string, sent = reason !== "blocked") {
    super(message);
    this.reason = reason;
    this.sent = sent;
  }
}
