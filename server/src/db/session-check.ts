import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DEFAULT_SCHEMA, parseDatabaseUrl, schemaOf } from "../kit/database-address.ts";
import type { Logger } from "../kit/logger.ts";
import { createClient } from "./client.ts";
import { connectFailure, placeOf } from "./connect-failure.ts";
import { DatabaseRefusedError, sqlState } from "./errors.ts";
import { createSession, type Session } from "./session.ts";

/** After this many rounds a pooler that mixes sessions is detected, whichever of its connections it gives out first. */
const ROUNDS = 3;
/** A pooler with a single connection makes the second client wait while the first is working. */
const TURN_WAIT_MS = 1_000;
/** A prepared statement that the connection does not know, and one that another client has prepared on it. */
const foreignStatement = new Set(["26000", "42P05"]);

export interface PoolingExpected {
  /** What needs a session goes elsewhere: a pooler in transaction mode is nothing to tell. */
  readonly mayBePooled?: boolean;
  /** Refuse a pooler in transaction mode. */
  readonly mustBeDirect?: boolean;
}

/**
 * Refuses, with DatabaseRefusedError and one line, what the service's sessions cannot work on: an isolation other than
 * read committed, timeouts and formats that a pooler has dropped, prepared statements that do not outlive a
 * transaction. `url` is the service's own. Logs `database.pooled` when messages between processes are lost behind a
 * pooler in transaction mode, and returns whether there is one.
 */
export async function checkSessions(
  url: string,
  log: Logger,
  { mayBePooled = false, mustBeDirect = false }: PoolingExpected = {},
): Promise<{ readonly isPooled: boolean }> {
  const refuse = (explanation: string, cause?: unknown): never => {
    throw new DatabaseRefusedError(`PostgreSQL at ${placeOf(url)}: ${explanation}`, { cause });
  };
  const clients = [newClient(url), newClient(url)] as const;
  const [one, other] = clients.map((client) => createSession(client, { url })) as [Session, Session];
  try {
    for (const client of clients) await client.connect();
    const fault = faultOf(await readSettings(one), url);
    if (fault !== null) refuse(fault);
    if (await isDirect(clients[0], one)) return { isPooled: false };
    const found = await mixSessions(one, other);
    if (found.foreignStatement) {
      refuse(
        "a pooler in transaction mode stands before it and keeps no prepared statements; set max_prepared_statements " +
          "(PgBouncer 1.21 or newer), use session mode, or give the address of PostgreSQL itself",
      );
    }
    if (found.mixed && mustBeDirect)
      refuse(
        "a pooler in transaction mode stands before it; DATABASE_DIRECT_URL must lead past every pooler",
      );
    if (found.mixed && !mayBePooled) {
      const reason =
        "a pooler in transaction mode stands between: messages between processes are lost and found late; set DATABASE_DIRECT_URL";
      log.warn("database.pooled", { reason });
    }
    return { isPooled: found.mixed };
  } catch (error) {
    if (error instanceof DatabaseRefusedError) throw error;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return refuse(connectFailure(cause, url).explanation, error);
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

const newClient = (url: string): pg.Client => createClient({ url, applicationName: "cauris start" });

interface Settings {
  readonly isolation: string;
  readonly zone: string;
  readonly dateStyle: string;
  readonly searchPath: string;
  /** Names of timeouts that are not set. */
  readonly endless: readonly string[];
}

async function readSettings(session: Session): Promise<Settings> {
  const { rows } = await session.query<Settings>({
    text: `select current_setting('default_transaction_isolation') as isolation, current_setting('TimeZone') as zone,
                  current_setting('DateStyle') as "dateStyle",
                  current_setting('search_path') as "searchPath",
                  array(select name::text from pg_settings where setting = '0' and name in (
                    'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name) as endless`,
  });
  const [settings] = rows;
  if (settings === undefined) throw new Error("a select without a row");
  return settings;
}

/** What is wrong with a session, and how to fix it; null when nothing is. */
function faultOf({ isolation, zone, dateStyle, searchPath, endless }: Settings, url: string): string | null {
  if (isolation !== "read committed") {
    return `default_transaction_isolation is "${isolation}", and the service needs "read committed"`;
  }
  const schema = schemaOf(url);
  const lost = [
    ...endless,
    ...(zone === "UTC" || zone === "Etc/UTC" ? [] : ["TimeZone"]),
    ...(dateStyle.startsWith("ISO") ? [] : ["DateStyle"]),
    // The tables of another cell may be where it leads.
    ...(schema === DEFAULT_SCHEMA || searchPath === schema ? [] : ["search_path"]),
  ];
  if (lost.length === 0) return null;
  return (
    `what stands before it drops what a session asks for at its start (${lost.join(", ")}); set it by ` +
    `alter role ${userOf(url)} set …, as docs/operating/database.md says`
  );
}

function userOf(address: string): string {
  const url = parseDatabaseUrl(address);
  return url.searchParams.get("user") ?? decodeURIComponent(url.username);
}

/** Whether PostgreSQL itself answered the log-in: a pooler invents its own backend ids. */
async function isDirect(client: pg.Client, session: Session): Promise<boolean> {
  const { processID } = client as pg.Client & { readonly processID?: number | null };
  return processID === (await backendOf(session));
}

async function backendOf(session: Session): Promise<number> {
  const { rows } = await session.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
  return rows[0]?.pid ?? 0;
}

interface Mixed {
  /** Two clients were given one connection, or one client was given two. */
  readonly mixed: boolean;
  readonly foreignStatement: boolean;
}

/**
 * Prepares a statement, lets another client connect, and runs the statement again: if the connection was given away
 * meanwhile, the statement is unknown or belongs to the other client.
 */
async function mixSessions(one: Session, other: Session): Promise<Mixed> {
  const backends = new Map<Session, Set<number>>([
    [one, new Set()],
    [other, new Set()],
  ]);
  const errors: unknown[] = [];
  const work = async (session: Session, whileOpen?: () => Promise<unknown>): Promise<void> => {
    await session.query({ text: "begin" });
    try {
      backends.get(session)?.add(await backendOf(session));
      await session.query({ name: "cauris.start", text: "select $1::int", values: [1] });
      await whileOpen?.();
    } catch (error) {
      errors.push(error);
    } finally {
      await session.query({ text: "rollback" });
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await work(one);
    let second = Promise.resolve();
    await work(other, () => {
      second = work(one);
      return Promise.race([second, sleep(TURN_WAIT_MS)]);
    });
    await second;
  }
  const foreign = errors.filter((error) => foreignStatement.has(sqlState(error) ?? ""));
  const unknown = errors.find((error) => !foreign.includes(error));
  if (unknown !== undefined) throw unknown;
  const [ofOne = new Set(), ofOther = new Set()] = backends.values();
  const mixed = ofOne.size > 1 || [...ofOne].some((backend) => ofOther.has(backend));
  return { mixed, foreignStatement: foreign.length > 0 };
}
