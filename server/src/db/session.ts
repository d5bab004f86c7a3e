import pg from "pg";
import { DEFAULT_SCHEMA, hostsOf, parseDatabaseUrl, schemaOf } from "../kit/database-address.ts";
import { statementSeconds } from "../metrics/table.ts";
import { columnTypes } from "./column-types.ts";
import type { SqlQuery } from "./database.ts";
import { endsSession, sqlState } from "./errors.ts";
import { firstWord } from "./first-word.ts";
import { createPreparedRunner, isPrepared } from "./prepared.ts";
import { isReadOnly, type RefusedWrites } from "./refused-writes.ts";
import { statementIn } from "./schema-names.ts";

export interface SessionOptions {
  readonly url: string;
  /** Seen in `pg_stat_activity`. */
  readonly applicationName: string;
  /** PostgreSQL settings of the session, as startup parameters. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
}

const STATEMENT_TIMEOUT_MS = 5_000;
/** Lock timeout: callers get an answer (503) within 2 s instead of queueing. */
export const LOCK_TIMEOUT_MS = 1_500;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How long past the server's own timeout an answer may take before the connection counts as dead. */
const ANSWER_GRACE_MS = 3_000;

/**
 * Configuration of one connection. Timeouts are startup parameters: they cost no round trip and hold from the first
 * query.
 */
export function sessionConfig(options: SessionOptions): pg.ClientConfig {
  const { applicationName, settings = {} } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const url = parseDatabaseUrl(options.url);
  const schema = schemaOf(options.url);
  url.searchParams.delete("schema");
  const own = {
    TimeZone: "UTC",
    DateStyle: "ISO",
    IntervalStyle: "iso_8601",
    ...(schema === DEFAULT_SCHEMA ? {} : { search_path: schema }),
    ...settings,
  };
  // For the driver the address overrides the configuration, so the options of the address are merged in here.
  const given = url.searchParams.get("options");
  url.searchParams.delete("options");
  const [first, ...others] = hostsOf(options.url);
  url.searchParams.delete("target_session_attrs");
  // Of several the client chooses when it connects.
  if (first !== undefined && others.length > 0) {
    url.searchParams.set("host", first.host);
    url.searchParams.set("port", String(first.port));
  }
  const flags = Object.entries(own).map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, "\\$&")}`);
  return {
    connectionString: url.href,
    application_name: applicationName,
    options: [...(given === null ? [] : [given]), ...flags].join(" "),
    types: columnTypes,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

/** The connection broke. `sent`: the statement had been sent, so outside a transaction its effect is unknown. */
export class ConnectionBrokenError extends Error {
  override readonly name = "ConnectionBrokenError";
  readonly sent: boolean;
  constructor(sent: boolean, cause: unknown) {
    super("the connection to PostgreSQL broke", { cause });
    this.sent = sent;
  }
}

/** Runs the statements of one connection one after the other. */
export interface Session {
  query<Row>(query: SqlQuery): Promise<{ readonly rows: readonly Row[]; readonly command: string }>;
  /** Why the connection is unusable; null while it works. */
  brokenBy(): Error | null;
  /** Resolves with the reason once the connection is unusable. */
  readonly broken: Promise<Error>;
}

/**
 * Follows one client for its whole life. It has one error listener from the start, so that a connection which dies
 * between two statements is recorded and does not raise an uncaught exception.
 */
export function createSession(
  client: pg.ClientBase,
  { url, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: Pick<SessionOptions, "url" | "statementTimeoutMs">,
  refusedWrites?: RefusedWrites,
): Session {
  const inOwnSchema = queriesIn(schemaOf(url));
  let reason: Error | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const { promise: broken, resolve: resolveBroken } = promiseWithResolver<Error>();
  const breakBy = (error: Error): void => {
    if (reason !== null) return;
    reason = error;
    resolveBroken(error);
  };
  client.on("error", breakBy);
  client.on("end", () => breakBy(new Error("the connection ended")));

  const runPrepared = createPreparedRunner(client, columnTypes);
  const send = async <Row>(asked: SqlQuery) => {
    if (reason !== null) throw new ConnectionBrokenError(false, reason);
    // A server that disappeared silently (a cable, a frozen machine) never answers, so this process keeps its own
    // timeout.
    const deadline = setTimeout(() => {
      breakBy(new Error(`no answer within ${statementTimeoutMs + ANSWER_GRACE_MS} ms`));
      if (client instanceof pg.Client) client.end().catch(() => {});
    }, statementTimeoutMs + ANSWER_GRACE_MS);
    const startedMs = performance.now();
    const query = inOwnSchema(asked);
    try {
      if (isPrepared(query)) return await runPrepared<Row>(query);
      const { text, values, name } = query;
      const result = await client.query<Row & pg.QueryResultRow>({
        text,
        ...(values === undefined ? {} : { values: [...values] }),
        ...(name === undefined ? {} : { name }),
      });
      return { rows: result.rows, command: result.command };
    } catch (error) {
      const state = sqlState(error);
      if (state !== undefined) refusedWrites?.note(state);
      // Nothing took effect, and only a new connection can reach the server that now has the address.
      if (isReadOnly(state) && error instanceof Error) {
        breakBy(error);
        throw new ConnectionBrokenError(false, error);
      }
      if (endsSession(error) && error instanceof Error) breakBy(error);
      if (reason !== null) throw new ConnectionBrokenError(true, error);
      throw error;
    } finally {
      clearTimeout(deadline);
      statementSeconds.observe(
        { db_operation_name: query.name ?? firstWord(query.text) },
        (performance.now() - startedMs) / 1_000,
      );
    }
  };

  return {
    query: <Row>(query: SqlQuery) => {
      const answer = last.then(() => send<Row>(query));
      last = answer.catch(() => {});
      return answer;
    },
    brokenBy: () => reason,
    broken,
  };
}

/** Statements are written for the schema `public`. */
const queriesIn = (schema: string): ((query: SqlQuery) => SqlQuery) =>
  schema === DEFAULT_SCHEMA
    ? (query) => query
    : (query) => ({ ...query, text: statementIn(schema, query.text) });

/** `Promise.withResolvers` is not in Node 20. */
function promiseWithResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
