import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Database } from "../../src/db/database.ts";
import type { SandboxFile } from "../../src/seed/index.ts";

/** The data of a release, as `tools/keep-release.mjs` wrote it down after a day of payments. */
export interface KeptRelease {
  readonly migrations: readonly { readonly name: string; readonly sql: string }[];
  /** By table: its rows as PostgreSQL wrote them, a JSON array. */
  readonly tables: Readonly<Record<string, string>>;
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  readonly masterKey: string;
  readonly sandbox: SandboxFile & {
    readonly operator: { readonly email: string; readonly password: string };
  };
}

const folder = new URL("../releases/", import.meta.url);

export async function keptReleases(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".json.gz")).sort();
}

export async function readKeptRelease(name: string): Promise<KeptRelease> {
  const packed = await readFile(fileURLToPath(new URL(name, folder)));
  return JSON.parse(gunzipSync(packed).toString());
}

/** Builds the tables by the release's own files and fills them, in an empty database. */
export async function restoreRelease(owner: Database, release: KeptRelease): Promise<void> {
  for (const { sql } of release.migrations) await owner.query({ text: `begin; ${sql}; commit` });
  await owner.query({
    text: `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)`,
  });
  await owner.transaction(async (tx) => {
    // Rows come in any order: references are not checked until all are there.
    await tx.query({ text: "set local session_replication_role = replica" });
    for (const [table, rows] of Object.entries(release.tables)) {
      const columns = await tx.query<{ name: string }>({
        text: `select quote_ident(attname) as name from pg_attribute
                where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        values: [table],
      });
      const list = columns.map(({ name }) => name).join(", ");
      await tx.query({ text: `delete from ${table}` });
      await tx.query({
        text: `insert into ${table} (${list}) overriding system value
               select ${list} from json_populate_recordset(null::${table}, $1::json)`,
        values: [rows],
      });
    }
    for (const { name, value } of release.sequences) {
      await tx.query({ text: "select setval($1::regclass, $2::bigint)", values: [name, value] });
    }
  });
}
