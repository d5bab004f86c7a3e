import type { Queryable } from "../server/src/db/database.ts";

/** The settings by which a server counts its statements. They cost a little, so only a profiled run has them. */
export const statementSettings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
} as const;

export async function countStatements(db: Queryable): Promise<void> {
  await db.query({ text: "create extension if not exists pg_stat_statements" });
}

export async function forgetStatements(db: Queryable): Promise<void> {
  await db.query({ text: "select pg_stat_statements_reset()" });
}

interface StatementRow {
  readonly ms: number;
  readonly calls: number;
  readonly micros: number;
  readonly planning: number;
  readonly kilobytes: number;
  readonly text: string;
}

/** PostgreSQL's statements by their total time. */
export async function statementsText(db: Queryable): Promise<string> {
  const rows = await db.query<StatementRow>({
    text: `select total_exec_time + total_plan_time as ms, calls::int as calls, mean_exec_time * 1000 as micros,
        total_plan_time * 1000 / greatest(calls, 1) as planning, wal_bytes::float8 / 1024 as kilobytes,
        left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      order by 1 desc limit 40`,
  });
  const head = "    ms together       calls    µs to run   µs to plan   log KiB each  statement";
  const lines = rows.map(({ ms, calls, micros, planning, kilobytes, text }) =>
    [
      ms.toFixed(0).padStart(15),
      String(calls).padStart(11),
      micros.toFixed(0).padStart(12),
      planning.toFixed(0).padStart(12),
      (kilobytes / Math.max(calls, 1)).toFixed(1).padStart(14),
      ` ${text}`,
    ].join(" "),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
