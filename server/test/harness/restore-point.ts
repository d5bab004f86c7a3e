import type { Database } from "../../src/db/database.ts";

/** A test database as it was at a point, to which it can be set back while the service on it does nothing. */
export interface RestorePoint {
  restore(): Promise<void>;
}

/** Keeps all rows of all tables beside them. The owner of a test database may write past foreign keys. */
export async function keepRestorePoint(owner: Database): Promise<RestorePoint> {
  const tables = await owner.query<{ schema: string; name: string; columns: string }>({
    text: `
      select n.nspname as schema, c.relname as name,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname in ('public', 'simulator') group by 1, 2 order by 1, 2`,
  });
  await owner.query({ text: "create schema kept" });
  for (const { schema, name, columns } of tables)
    await owner.query({
      text: `create table kept."${schema}.${name}" as select ${columns} from ${schema}."${name}"`,
    });
  return {
    restore: () =>
      owner.transaction(async (tx) => {
        await tx.query({ text: "set local session_replication_role = replica" });
        const names = tables.map(({ schema, name }) => `${schema}."${name}"`);
        await tx.query({ text: `truncate ${names.join(", ")}` });
        for (const { schema, name, columns } of tables)
          await tx.query({
            text: `insert into ${schema}."${name}" (${columns}) overriding system value
                   select ${columns} from kept."${schema}.${name}"`,
          });
        await tx.query({ text: "drop schema kept cascade" });
      }),
  };
}
