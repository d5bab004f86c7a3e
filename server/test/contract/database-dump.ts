import type { Database } from "../../src/db/database.ts";

/** One row as text. Bytes appear twice: as hexadecimal digits, and as characters. */
export interface DumpedRow {
  readonly table: string;
  readonly text: string;
}

const bytesPattern = /\\\\?x((?:[0-9a-f]{2})+)/g;

/** Every row of every table of ours, in all schemas: what a thief of a backup could read. */
export async function dumpDatabase(owner: Database): Promise<readonly DumpedRow[]> {
  const tables = await owner.query<{ schema: string; name: string }>({
    text: `select n.nspname as schema, c.relname as name
             from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^(pg_|information_schema)' order by 1, 2`,
  });
  const rows: DumpedRow[] = [];
  for (const { schema, name } of tables) {
    const found = await owner.query<{ text: string }>({
      text: `select t::text as text from "${schema}"."${name}" t`,
    });
    for (const { text } of found) {
      const decoded = [...text.matchAll(bytesPattern)].map(([, hex = ""]) =>
        Buffer.from(hex, "hex").toString("latin1"),
      );
      rows.push({ table: `${schema}.${name}`, text: [text, ...decoded].join(" ") });
    }
  }
  return rows;
}
