import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  readonly way: MigrationWay;
}

/**
 * How a file is applied: as one transaction; as one statement outside of any, which may take hours and blocks nobody
 * (`create index concurrently`, `validate constraint`); or as one statement that is repeated for a few pages of the
 * table at a time.
 */
export type MigrationWay = "transaction" | "alone" | "rounds";

const filePattern = /^\d{4}_[a-z0-9_]+\.sql$/;
/** A file's first line says its way, when it is not a transaction. */
const ways: Readonly<Record<string, MigrationWay>> = {
  "-- run: outside a transaction": "alone",
  "-- run: in rounds": "rounds",
};

/** The migrations folder of the sources, for a program that runs from them and for one that runs from `dist`. */
export function migrationsFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, "server", "src", "db", "migrations");
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) throw new Error("the folder server/src/db/migrations is missing");
  }
}

/** The files of the folder in the order of their names. Throws for a name or a first line that it does not know. */
export async function readMigrations(folder: string): Promise<readonly MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const odd = names.find((name) => !filePattern.test(name));
  if (odd !== undefined) throw new Error(`migration ${odd} is not named like 0001_merchants.sql`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex"), way: wayOf(name, sql) };
    }),
  );
}

function wayOf(name: string, sql: string): MigrationWay {
  const [first = ""] = sql.split("\n", 1);
  if (!first.startsWith("-- run:")) return "transaction";
  const way = ways[first.trimEnd()];
  if (way === undefined) throw new Error(`migration ${name} begins with an unknown way: ${first}`);
  return way;
}
