import { isIPv6 } from "node:net";
import { sqlState } from "./errors.ts";
import { parseDatabaseUrl } from "./session.ts";

/** Why a connection was not made, as a person needs it. */
export interface ConnectFailure {
  /** PostgreSQL's or the network's own words, in one line and without the password. */
  readonly words: string;
  /** Trying again changes nothing: somebody has to mend the address, the password or the server. */
  readonly isPermanent: boolean;
}

/**
 * SQLSTATEs with which a server refuses for good: 28 the log-in, 3D000 the database, 42501 the right to connect, 22023 the
 * value of a parameter, 42704 its name, 0A000 the protocol.
 */
const permanentStates = /^(?:28...|3D000|42501|42704|22023|0A000)$/;
/** PgBouncer gives all of its refusals one SQLSTATE (08P01), those that pass and those that stay: its words tell. */
const permanentWords =
  /unsupported startup parameter|no such (?:database|user)|auth(?:entication)? failed|password|pg_hba|does not support SSL/i;
/** Of Node's network and TLS. A name that is not found yet may be of a container that is just being started. */
const passingCodes = /^(?:E(?:CONN|HOST|NET|AI_AGAIN|TIMEDOUT|PIPE|NOTFOUND)|57P0|53|08)/;
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;

/** What an error of the driver's `connect` says. `url` is where it was to lead. */
export function connectFailure(error: unknown, url: string): ConnectFailure {
  const message = withoutPassword(messageOf(error), url).replaceAll(/\s+/g, " ");
  const state = sqlState(error);
  if (state !== undefined) {
    const isPermanent =
      permanentStates.test(state) || (state.startsWith("08") && permanentWords.test(message));
    return { words: `${message} (SQLSTATE ${state})`, isPermanent };
  }
  const code = codeOf(error);
  if (certificateCodes.test(code))
    return { words: `its certificate is refused: ${message}`, isPermanent: true };
  if (passingCodes.test(code) || code === "") {
    return { words: message, isPermanent: permanentWords.test(message) };
  }
  return { words: message, isPermanent: true };
}

/** `db.example.org:5432, database cauris`: where an address leads, without who goes there. */
export function placeOf(address: string): string {
  const url = parseDatabaseUrl(address);
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  const port = url.searchParams.get("port") ?? (url.port === "" ? "5432" : url.port);
  const at = host.startsWith("/") ? host : `${isIPv6(host) ? `[${host}]` : host || "localhost"}:${port}`;
  const database = decodeURIComponent(url.pathname.slice(1));
  return database === "" ? at : `${at}, database ${database}`;
}

/** The driver's errors say it themselves; those of a host with several addresses say it once for each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map((each: unknown) => messageOf(each)))].join("; ");
  }
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? codeOf(error) || error.name : error.message;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** No server quotes a password; what stands between may. */
function withoutPassword(text: string, address: string): string {
  const url = parseDatabaseUrl(address);
  const given = [url.password, decodeURIComponent(url.password), url.searchParams.get("password") ?? ""];
  return given.filter((each) => each.length > 0).reduce((left, each) => left.replaceAll(each, "…"), text);
}
