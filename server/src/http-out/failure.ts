import { HttpOutError } from "../kit/http-out.ts";

/** Thrown by the guard inside a connection attempt: no byte was sent. */
export class Blocked extends Error {
  override readonly name = "Blocked";
}

/** Thrown inside a connection attempt when the name cannot be resolved. */
export class Unresolved extends Error {
  override readonly name = "Unresolved";
}

const reasons: Readonly<Record<string, HttpOutError["reason"]>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  EADDRNOTAVAIL: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  ENODATA: "dns",
};
const tlsCode =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/**
 * Translates what Node and undici throw. Messages contain host names and codes, never a path or a query. `sent`: whether
 * a byte of the request may have left.
 */
export function toHttpOutError(error: unknown, sent = true): HttpOutError {
  if (error instanceof HttpOutError) return error;
  if (error instanceof Blocked) return new HttpOutError("blocked", error.message);
  if (error instanceof Unresolved) return new HttpOutError("dns", error.message, sent);
  // Several addresses were tried: the last error is reported.
  if (error instanceof AggregateError && error.errors.length > 0)
    return toHttpOutError(error.errors.at(-1), sent);
  const code = codeOf(error);
  const reason = reasons[code] ?? (tlsCode.test(code) ? "tls" : "protocol");
  return new HttpOutError(reason, code === "" ? "the exchange broke off" : code, sent);
}
