import type { Queryable } from "./database.ts";

/**
 * How far a sweep has come, kept across processes: everything before it has been seen. Milliseconds; 0, the beginning,
 * when never written.
 */
export async function readWatermark(db: Queryable, name: string): Promise<number> {
  const [row] = await db.query<{ sweptUntilMs: number }>({
    text: `select swept_until as "sweptUntilMs" from sweeps where name = $1`,
    values: [name],
  });
  return row?.sweptUntilMs ?? 0;
}

/** Never moves back: another process may have come further. */
export async function writeWatermark(db: Queryable, name: string, untilMs: number): Promise<void> {
  await db.query({
    text: `
      insert into sweeps (name, swept_until) values ($1, $2)
      on conflict (name) do update set swept_until = greatest(sweeps.swept_until, excluded.swept_until)`,
    values: [name, new Date(untilMs)],
  });
}
