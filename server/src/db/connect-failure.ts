import { hostsOf, hostText, parseDatabaseUrl } from "../kit/database-address.ts";
import { sqlState } from "./errors.ts";

/** Why a connection failed, in words for a person. */
export interface ConnectFailure {
  /** The message of PostgreSQL or of the network, on one line and without the password. */
  readonly explanation: string;
  /** A retry cannot help: an operator must correct the address, the password or the server. */
  readonly isPermanent: boolean;
}

/**
 * SQLSTATEs of a permanent refusal: 28 the log-in, 3D000 the database, 42501 the right to connect, 22023 the value of a
 * parameter, 42704 its name, 0A000 the protocol.
 */
const permanentStates = /^(?:28...|3D000|42501|42704|22023|0A000)$/;
/**
 * PgBouncer uses one SQLSTATE (08P01) for temporary and for permanent refusals; only the message distinguishes them.
 */
const permanentMessage =
  /unsupported startup parameter|no such (?:database|user)|auth(?:entication)? failed|password|pg_hba|does not support SSL/i;
/** Codes of Node's network and TLS. An unknown host name may belong to a container that is still starting. */
const passingCodes = /^(?:E(?:CONN|HOST|NET|AI_AGAIN|TIMEDOUT|PIPE|NOTFOUND)|57P0|53|08)/;
/** Newer versions of Node append this advice to the error: it names a flag that the service does not use. */
const adviceOfNode = /; if the root CA is installed locally, .*$/;
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;

/** Describes an error of the driver's `connect`. `url` is the address of the attempt. */
export function connectFailure(error: unknown, url: string): ConnectFailure {
  const message = withoutPassword(messageOf(error), url).replaceAll(/\s+/g, " ");
  const state = sqlState(error);
  if (state !== undefined) {
    const isPermanent =
      permanentStates.test(state) || (state.startsWith("08") && permanentMessage.test(message));
    return { explanation: `${message} (SQLSTATE ${state})`, isPermanent };
  }
  const code = codeOf(error);
  if (certificateCodes.test(code))
    return {
      explanation: `its certificate is refused: ${message.replace(adviceOfNode, "")}`,
      isPermanent: true,
    };
  if (passingCodes.test(code) || code === "") {
    return { explanation: message, isPermanent: permanentMessage.test(message) };
  }
  return { explanation: message, isPermanent: true };
}

/** `db.example.org:5432, database cauris`: the target of an address, or its several, without user and password. */
export function placeOf(address: string): string {
  const url = parseDatabaseUrl(address);
  const at = hostsOf(address).map(hostText).join(" or ");
  const database = decodeURIComponent(url.pathname.slice(1));
  return database === "" ? at : `${at}, database ${database}`;
}

/** Errors of the driver carry the message; for a host with several addresses there is one error for each. */
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

/** A server does not quote a password, but a pooler or proxy in between may. */
function withoutPassword(text: string, address: string): string {
  const url = parseDatabaseUrl(address);
  const given = [url.password, decodeURIComponent(url.password), url.searchParams.get("password") ?? ""];
  return given.filter((each) => each.length > 0).reduce((left, each) => left.replaceAll(each, "…"), text);
}
