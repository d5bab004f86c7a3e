import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { parseDatabaseUrl, schemaOf } from "../kit/database-address.ts";
import type { Queryable } from "./database.ts";
import { sqlState } from "./errors.ts";
import { appRoleOf, reportRoleOf } from "./schema-names.ts";
import { appendOnlyTables, keptTables, ownersTables, readViews, reportTables } from "./table-rights.ts";

export { appRole, appRoleOf, reportRole, reportRoleOf } from "./schema-names.ts";

/** The service may only read it. */
export const migrationsTable = "schema_migrations";

/**
 * The service's address, made from the owner's. The password is derived from the owner's, so every instance that knows
 * `DATABASE_URL` knows it and no password must be stored or distributed; the owner's password cannot be computed from
 * it.
 */
export function appUrlOf(ownerUrl: string): string {
  const owner = credentialsOf(ownerUrl);
  if (owner.password === null)
    throw new Error("the database address holds no password to derive the service's from");
  const role = appRoleOf(schemaOf(ownerUrl));
  const password = createHmac("sha256", owner.password)
    .update(`${role} of ${owner.user}`)
    .digest("base64url");
  return withCredentials(ownerUrl, role, password);
}

/**
 * The owner's address, with sessions that begin in the service's role. Weaker, because a session could leave the role
 * again.
 */
export function asAppRoleUrl(ownerUrl: string): string {
  const url = parseDatabaseUrl(ownerUrl);
  const options = url.searchParams.get("options");
  const role = `-c role=${appRoleOf(schemaOf(ownerUrl))}`;
  url.searchParams.set("options", [options, role].filter((part) => part !== null).join(" "));
  return url.href;
}

export function hasPassword(ownerUrl: string): boolean {
  return credentialsOf(ownerUrl).password !== null;
}

export function userOf(address: string): string {
  return credentialsOf(address).user;
}

function credentialsOf(address: string): { readonly user: string; readonly password: string | null } {
  const url = parseDatabaseUrl(address);
  const user = url.searchParams.get("user") ?? decodeURIComponent(url.username);
  const password = url.searchParams.get("password") ?? decodeURIComponent(url.password);
  return { user, password: password === "" ? null : password };
}

function withCredentials(address: string, user: string, password: string): string {
  const url = parseDatabaseUrl(address);
  if (url.hostname === "" || url.searchParams.has("user")) {
    // The form for a Unix socket, `postgres:///cauris?host=/run/postgresql`, has no place before the host.
    url.searchParams.set("user", user);
    url.searchParams.set("password", password);
  } else {
    url.username = user;
    url.password = encodeURIComponent(password);
  }
  return url.href;
}

const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";
const INSUFFICIENT_PRIVILEGE = "42501";

/** Makes the role unless it exists. Refuses a role whose powers would defeat its purpose. */
export async function ensureAppRole(owner: Queryable, appRole: string): Promise<void> {
  const [role] = await owner.query<{ powerful: boolean }>({
    text: `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful
             from pg_roles where rolname = $1`,
    values: [appRole],
  });
  if (role?.powerful === true) {
    throw new Error(
      `The role ${appRole} has more than ordinary rights. Take them away: the service must not have them.`,
    );
  }
  if (role !== undefined) return;
  try {
    await owner.query({ text: `create role ${appRole} login nosuperuser nocreatedb nocreaterole` });
  } catch (error) {
    // Roles belong to the whole cluster: a start on another database may just have made it.
    if (sqlState(error) === DUPLICATE_OBJECT || sqlState(error) === UNIQUE_VIOLATION) return;
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      `The role of DATABASE_URL may not create the role ${appRole}, under which the service works. Ask an administrator ` +
        `to run: create role ${appRole} login; grant ${appRole} to <the role of DATABASE_URL>;`,
      { cause: error },
    );
  }
}

/**
 * Makes the role for reports unless it exists. False when the owner may not make roles: the service does not need it.
 * An administrator can make it, and the next start grants its rights.
 */
export async function ensureReportRole(owner: Queryable, reportRole: string): Promise<boolean> {
  const exists = await owner.query({ text: "select from pg_roles where rolname = $1", values: [reportRole] });
  if (exists.length > 0) return true;
  try {
    await owner.query({ text: `create role ${reportRole} nologin nosuperuser nocreatedb nocreaterole` });
    return true;
  } catch (error) {
    if (sqlState(error) === DUPLICATE_OBJECT || sqlState(error) === UNIQUE_VIOLATION) return true;
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

/** Makes the schema unless it exists; then nobody but its owner may use it. Refuses where the owner may not make any. */
export async function ensureSchema(owner: Queryable, schema: string): Promise<void> {
  const exists = await owner.query({ text: "select from pg_namespace where nspname = $1", values: [schema] });
  if (exists.length > 0) return;
  try {
    await owner.query({ text: `create schema if not exists ${pg.escapeIdentifier(schema)}` });
  } catch (error) {
    // Another start may just have made it.
    if (sqlState(error) === UNIQUE_VIOLATION) return;
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      `The role of the database address may not create the schema ${schema}. Ask an administrator to run: ` +
        `create schema ${schema} authorization <that role>; grant create on database <the database> to <that role>;`,
      { cause: error },
    );
  }
}

/** Runs `statement` for each existing table of the list; it names the table as %I and its readable columns as %s. */
function forEachTable(schema: string, tables: readonly string[], statement: string): string {
  return `do $$ declare t record; begin
    for t in
      select c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum)
          filter (where a.atttypid <> 'bytea'::regtype) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = '${schema}'::regnamespace and c.relname in (${tables.map(pg.escapeLiteral).join(", ")})
       group by c.relname
    loop ${statement}; end loop;
  end $$`;
}

/** Days of partitioned tables are used through their table. In the schema `public` they lie in schemas of their own. */
const daysOutOfReach = (schema: string, app: string): string => `do $$ declare day record; begin
    for day in select c.relname from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relispartition and c.relkind = 'r'
    loop execute format('revoke all on %I from ${app}', day.relname); end loop;
  end $$`;

/**
 * The rights of both roles on the schema, which must be the first of the search path. Repeatable: a new release adds or
 * revokes rights with it. `hasReportRole`: the answer of `ensureReportRole`.
 */
export function grantStatements(database: string, schema: string, hasReportRole: boolean): readonly string[] {
  const app = pg.escapeIdentifier(appRoleOf(schema));
  const own = pg.escapeIdentifier(schema);
  const reports = pg.escapeIdentifier(reportRoleOf(schema));
  return [
    `revoke create on schema ${own} from public`,
    `revoke temporary on database ${pg.escapeIdentifier(database)} from public`,
    `grant connect on database ${pg.escapeIdentifier(database)} to ${app}`,
    `grant usage on schema ${own} to ${app}`,
    `grant select, insert, update, delete on all tables in schema ${own} to ${app}`,
    `grant usage, select on all sequences in schema ${own} to ${app}`,
    `alter default privileges in schema ${own} grant select, insert, update, delete on tables to ${app}`,
    `alter default privileges in schema ${own} grant usage, select on sequences to ${app}`,
    forEachTable(
      schema,
      appendOnlyTables,
      `execute format('revoke update, delete on %I from ${app}', t.relname)`,
    ),
    forEachTable(schema, keptTables, `execute format('revoke delete on %I from ${app}', t.relname)`),
    forEachTable(
      schema,
      [...readViews, ...ownersTables],
      `execute format('revoke insert, update, delete on %I from ${app}', t.relname)`,
    ),
    `revoke insert, update, delete on ${migrationsTable} from ${app}`,
    daysOutOfReach(schema, app),
    ...(hasReportRole
      ? [
          `grant usage on schema ${own} to ${reports}`,
          `revoke all on all tables in schema ${own} from ${reports}`,
          forEachTable(
            schema,
            reportTables,
            `execute format('grant select (%s) on %I to ${reports}', t.columns, t.relname)`,
          ),
        ]
      : []),
  ];
}

const SCRAM_ITERATIONS = 4096;

/**
 * PostgreSQL's stored form of a password. It is sent instead of the password, so that no server log ever holds the
 * password.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
