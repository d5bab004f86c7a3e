import { DEFAULT_SCHEMA } from "../kit/database-address.ts";

/** The role of the running service: it may read and write rows, and nothing else. */
export const appRole = "cauris_app";

/** The role for reports, granted to people and tools that evaluate data. It cannot log in. */
export const reportRole = "cauris_readonly";

/** Roles belong to the whole server, so each schema has its own: the service of one cell cannot read another's rows. */
export const appRoleOf = (schema: string): string => named(appRole, schema);
export const reportRoleOf = (schema: string): string => named(reportRole, schema);

const named = (role: string, schema: string): string =>
  schema === DEFAULT_SCHEMA ? role : `${role}_${schema}`;

/**
 * The text of a migration for another schema than `public`, whose names landed files have. Tables of the simulator go into
 * `<schema>_simulator`; days of logs into the schema itself, because Citus wants a day where its table is (0102).
 */
export function migrationIn(schema: string, sql: string): string {
  if (schema === DEFAULT_SCHEMA) return sql;
  return statementIn(schema, sql)
    .replace(/^create schema (?:payment_step_days|request_log_days);$/gm, "")
    .replace(/\bpublic\.(?=[a-z])/g, `"${schema}".`)
    .replace(/\b(search_path = pg_catalog, )public\b/g, `$1"${schema}"`)
    .replace(/\bschema simulator\b/g, `schema ${schema}_simulator`)
    .replace(/\bcauris_app\b/g, appRoleOf(schema));
}

/** The text of a statement of the service for another schema than `public`: it names no schema but the simulator's. */
export function statementIn(schema: string, sql: string): string {
  return schema === DEFAULT_SCHEMA ? sql : sql.replace(/\bsimulator\.(?=[a-z])/g, `${schema}_simulator.`);
}
