import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Database } from "../../src/db/database.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { appRoleOf, reportRoleOf } from "../../src/db/schema-names.ts";
import { quietLog } from "./log.ts";

const distributeFile = "deploy/cells/citus-distribute.sql";

/** A cell's place on a Citus: a schema of its own, and a second one for its simulator. */
export interface CitusSchema {
  readonly schema: string;
  readonly ownerUrl: string;
  /** Hands the tables over to Citus, once they are made, with the file that operators use and `psql`, which comes with a Citus. */
  distribute(): Promise<void>;
  /** Moves both schemas of the cell to another worker, one after the other; returns how long each took, in milliseconds. */
  move(): Promise<readonly number[]>;
  /** Ends the connection whose `move` is under way, as a crash of the coordinator would. */
  killMove(): Promise<void>;
  /** For both schemas of the cell, the port of the worker that holds it. */
  workers(): Promise<readonly number[]>;
}

export interface Citus {
  /** A schema for a cell; it is dropped at the end, with its roles. */
  addSchema(): Promise<CitusSchema>;
  close(): Promise<void>;
}

async function moveSchema(db: Database, schema: string): Promise<void> {
  // What a killed move left on the other worker: Citus removes it by itself, but not at once.
  await db.query({ text: "call citus_cleanup_orphaned_resources()" });
  const moved = await db.query({
    text: `select citus_schema_move($1::regnamespace, n.nodename, n.nodeport)
             from (select nodename, nodeport from pg_dist_node
                    where noderole = 'primary' and isactive and shouldhaveshards
                      and groupid not in (select p.groupid from pg_dist_placement p join pg_dist_shard s using (shardid)
                                            join pg_class c on c.oid = s.logicalrelid where c.relnamespace = $1::regnamespace)
                    order by groupid limit 1) n`,
    values: [schema],
  });
  if (moved.length === 0) throw new Error("this Citus has no second worker to move a cell to");
}

/** A database on a Citus coordinator that has workers. Rejects when it has no Citus. */
export async function openCitus(url: string): Promise<Citus> {
  const db = createDatabase({
    url,
    max: 2,
    applicationName: "citus",
    log: quietLog,
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
      const schemasOfCell = [schema, `${schema}_simulator`];
      return {
        schema,
        ownerUrl: ownerUrl.href,
        distribute: async () => {
          await promisify(execFile)("psql", [url, "-q", "-v", `cell=${schema}`, "-f", distributeFile]);
        },
        move: async () => {
          const took: number[] = [];
          for (const each of schemasOfCell) {
            const startedAt = performance.now();
            await moveSchema(db, each);
            took.push(performance.now() - startedAt);
          }
          return took;
        },
        killMove: async () => {
          await db.query({
            text: `select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and query like '%citus_schema_move%' and state = 'active' and pid <> pg_backend_pid()`,
          });
        },
        workers: async () => {
          const rows = await db.query<{ port: number }>({
            text: `select distinct c.relnamespace, n.nodeport as port from pg_dist_shard s join pg_dist_placement p using (shardid)
                     join pg_dist_node n using (groupid) join pg_class c on c.oid = s.logicalrelid
                    where c.relnamespace::regnamespace::text = any($1) order by c.relnamespace`,
            values: [schemasOfCell],
          });
          return rows.map(({ port }) => port);
        },
      };
    },
    close: async () => {
      try {
        for (const schema of schemas) {
          await db.query({ text: `drop schema if exists ${schema}_simulator, ${schema} cascade` });
          // Roles are made by the first migration, which may have failed.
          const roles = await db.query<{ name: string }>({
            text: "select quote_ident(rolname) as name from pg_roles where rolname = any($1)",
            values: [[appRoleOf(schema), reportRoleOf(schema)]],
          });
          for (const { name } of roles) {
            await db.query({ text: `drop owned by ${name}` });
            await db.query({ text: `drop role ${name}` });
          }
        }
      } finally {
        await db.close();
      }
    },
  };
}
