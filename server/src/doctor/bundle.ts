import { writeFile } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { type Config, settings, shownName } from "../config.ts";
import type { Queryable } from "../db/database.ts";
import { redactText } from "../log/redact.ts";
import type { Setting } from "../setting.ts";
import type { Finding } from "./finding.ts";

/** What the report says of the database: sizes and settings, no row of anybody. */
export interface DatabaseReport {
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
  readonly connections: readonly {
    readonly application: string;
    readonly state: string;
    readonly count: number;
  }[];
  readonly migrations: readonly string[];
}

export interface BundleParts {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly nowMs: number;
  readonly findings: readonly Finding[];
  readonly database: DatabaseReport | null;
  /** Lines of the running service's metrics; null when it shows none here. */
  readonly metrics: readonly string[] | null;
}

/** Settings of PostgreSQL that explain its speed and its limits. */
const serverSettings = [
  "server_version",
  "max_connections",
  "shared_buffers",
  "work_mem",
  "synchronous_commit",
  "fsync",
  "full_page_writes",
  "wal_level",
  "max_wal_size",
  "archive_mode",
  "autovacuum",
  "statement_timeout",
  "idle_in_transaction_session_timeout",
];

export async function readDatabaseReport(db: Queryable): Promise<DatabaseReport> {
  const settingsRead = await db.query<{ name: string; value: string }>({
    text: "select name, setting || coalesce(' ' || unit, '') as value from pg_settings where name = any ($1) order by name",
    values: [serverSettings],
  });
  const tables = await db.query<{ name: string; bytes: number; rows: number }>({
    text: `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes, c.reltuples::float8 as rows
      from pg_class c where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema()::text) order by 2 desc`,
  });
  const connections = await db.query<{ application: string; state: string; count: number }>({
    text: `select application_name as application, coalesce(state, '') as state, count(*)::int as count
      from pg_stat_activity where datname = current_database() and application_name like 'cauris%'
      group by 1, 2 order by 1, 2`,
  });
  const [migrated] = await db.query<{ isThere: boolean }>({
    text: `select to_regclass('schema_migrations') is not null as "isThere"`,
  });
  const migrations =
    migrated?.isThere === true
      ? await db.query<{ name: string }>({ text: "select name from schema_migrations order by name" })
      : [];
  return { settings: settingsRead, tables, connections, migrations: migrations.map(({ name }) => name) };
}

/**
 * The report as text. Of settings it holds whether they are set, and values only where those are one of a few words or a
 * number. Every other text passes the filter of the log, and then one that knows this installation's secrets.
 */
export function bundleText(parts: BundleParts): string {
  const { config, env, version, nowMs, findings, database, metrics } = parts;
  const report = {
    object: "cauris_support_bundle",
    made_at: new Date(nowMs).toISOString(),
    version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: availableParallelism(),
    memory_bytes: totalmem(),
    settings: settingsOf(config, env),
    findings,
    database,
  };
  const secrets = secretsOf(env);
  const text = JSON.stringify(
    report,
    (_key, value: unknown) => (typeof value === "string" ? cleaned(value, secrets) : value),
    2,
  );
  // Labels of metrics are bounded by their rules; the filter of the log would take large numbers for phone numbers.
  const lines = metrics?.map((line) => withoutSecrets(line, secrets)) ?? null;
  return `${text.slice(0, -2)},\n  "metrics": ${JSON.stringify(lines, null, 2)}\n}\n`;
}

/** Writes it for its owner alone. Rejects when the file exists: nothing is overwritten. */
export async function writeBundle(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: "wx" });
}

function settingsOf(config: Config, env: BundleParts["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => {
      const given = env[`CAURIS_${name}`] ?? (setting.onlyPrefixed ? undefined : env[name]);
      const isSet = given !== undefined && given.trim() !== "";
      const isPlain = /^(?:whole number|auto \| whole number|off \| whole number)$|^\w+(?: \| \w+)+$/.test(
        setting.type,
      );
      const key = name.toLowerCase().replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
      const value = isPlain ? String(config[key as keyof Config]) : isSet ? "(set)" : "(not set)";
      return [shownName(name), value];
    }),
  );
}

/** Values that must not appear anywhere: secret settings as a whole, and the user and the password within an address. */
function secretsOf(env: BundleParts["env"]): readonly string[] {
  const secretNames = Object.entries(settings).flatMap(([name, setting]: [string, Setting<unknown>]) =>
    setting.type === "secret" ? [name, `CAURIS_${name}`] : [],
  );
  return secretNames
    .flatMap((name) => {
      const value = env[name]?.trim() ?? "";
      const [, user = "", password = ""] = /^[a-z]+:\/\/([^:@/]*):?([^@/]*)@/i.exec(value) ?? [];
      return [value, user, password, decoded(user), decoded(password)];
    })
    .filter((secret) => secret.length >= SECRET_CHARACTERS_MIN)
    .sort((one, other) => other.length - one.length);
}

/** Shorter ones are words that stand everywhere, such as a role named `app`. */
const SECRET_CHARACTERS_MIN = 5;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const mailAddresses = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/g;

const cleaned = (text: string, secrets: readonly string[]): string =>
  redactText(withoutSecrets(text, secrets)).replace(mailAddresses, "[mail address]");

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, "[redacted]"), text);
