import { randomBytes } from "node:crypto";
import { createDatabase } from "../server/src/db/pool.ts";
import { appRoleOf, reportRoleOf } from "../server/src/db/schema-names.ts";
import { createLogger } from "../server/src/log/logger.ts";

export interface Citus {
  /** A schema for a cell; it is dropped at the end, with its roles. */
  addSchema(): Promise<{
    readonly schema: string;
    readonly ownerUrl: string;
    /** Hands the tables over to Citus, once they are made. */
    distribute(): Promise<void>;
  }>;
  close(): Promise<void>;
}

const log = createLogger({ level: "error", format: "json" });

/** A database on a Citus coordinator that has workers. Rejects when it has no Citus. */
export async function openCitus(url: string): Promise<Citus> {
  const db = createDatabase({
    url,
    max: 2,
    applicationName: "citus",
    log,
    statementTimeoutMs: 600_000,
    connectionWaitMs: 30_000,
  });
  const schemas: string[] = [];
  await db.query({ text: "select citus_version()" });
  return {
    addSchema: async () => {
      const schema = `cell_${randomBytes(4).toString("hex")}`;
      schemas.push(schema);
      const ownerUrl = new URL(url);
      ownerUrl.searchParams.set("schema", schema);
      return {
        schema,
        ownerUrl: ownerUrl.href,
        distribute: async () => {
          for (const each of [schema, `${schema}_simulator`])
            await db.query({ text: "select citus_schema_distribute($1::regnamespace)", values: [each] });
        },
      };
    },
    close: async () => {
      try {
        for (const schema of schemas) {
          await db.query({ text: `drop schema if exists ${schema}_simulator, ${schema} cascade` });
          for (const role of [appRoleOf(schema), reportRoleOf(schema)]) {
            await db.query({ text: `drop owned by ${role}` });
            await db.query({ text: `drop role ${role}` });
          }
        }
      } finally {
        await db.close();
      }
    },
  };
}
