import type { Queryable } from "../../db/database.ts";
import { startOfDay, uuidFloor } from "../../db/list-days.ts";
import type { KeptDays } from "../../kit/retention.ts";

/** The old rows of a table. */
export interface OldRows {
  readonly table: string;
  readonly rows: number;
  /** Their share of the table with its indexes, in bytes. An estimate. */
  readonly bytes: number;
  /** Null when there is none. */
  readonly oldestMs: number | null;
}

interface Source {
  readonly table: string;
  /** Selects `created_at` of the rows that would go; `$1` is the smallest id that stays, `$2` the instant. */
  readonly sql: string;
}

const ofMerchants = (table: string, key: string): string =>
  `select old.created_at from merchant_numbers m cross join lateral (
     select t.created_at from ${table} t where t.merchant_no = m.merchant_no and t.${key} < $1 offset 0) old`;

/** A row written under an id of this time has no time of its own. */
const timeOf = (id: string): string =>
  `to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;
const byId = (table: string, key = "id"): string =>
  `select ${timeOf(`t.${key}`)} as created_at from ${table} t where t.${key} < $1`;

/** What goes by each setting, table by table. */
const sources: { readonly [Kept in keyof KeptDays]: readonly Source[] } = {
  events: [
    { table: "events", sql: ofMerchants("events", "id") },
    {
      table: "webhook_deliveries",
      sql: `select old.created_at from webhook_endpoints p cross join lateral (
        select d.created_at from webhook_deliveries d where d.merchant_no = p.merchant_no and d.endpoint_id = p.id
          and d.id < $1 and d.status <> 'PENDING' offset 0) old`,
    },
    { table: "webhook_attempts", sql: ofMerchants("webhook_attempts", "delivery_id") },
  ],
  sessions: [
    {
      table: "checkout_sessions",
      sql: `select s.created_at from merchant_numbers m cross join lateral (
        select x.created_at from checkout_sessions x where x.merchant_no = m.merchant_no and x.id < $1
          and x.status in ('EXPIRED', 'CANCELLED') and x.attempt_count = 0 offset 0) s`,
    },
  ],
  simulator: [
    {
      table: "simulator.operations",
      sql: `select o.created_at from simulator.operations o where o.id < $1 and o.next_step_at is null`,
    },
    {
      table: "simulator.book",
      sql: `select o.created_at from simulator.operations o where o.id < $1 and o.next_step_at is null and o.status = 'SUCCEEDED'`,
    },
    {
      table: "simulator.callbacks",
      sql: `select c.created_at from simulator.callbacks c where c.id < $1 and c.due_at is null`,
    },
    {
      table: "simulator.bank_entries",
      sql: `select e.booked_at as created_at from simulator.bank_entries e where e.booked_at < $2`,
    },
  ],
  idempotencyKeys: [
    {
      table: "idempotency_keys",
      sql: "select k.created_at from idempotency_keys k where k.created_at < $2",
    },
  ],
  requestLog: [{ table: "request_log", sql: byId("request_log") }],
  paymentSteps: [{ table: "payment_steps", sql: byId("payment_steps") }],
  providerCalls: [{ table: "provider_calls", sql: byId("provider_calls") }],
  exports: [
    {
      // Their end was written into them when they were asked for.
      table: "export_parts",
      sql: `select e.created_at from exports e join export_parts p on p.merchant_no = e.merchant_no and p.export_id = e.id
        where e.created_at < $2`,
    },
  ],
};

/** Whole days are dropped of these. */
const byDay: ReadonlySet<keyof KeptDays> = new Set(["requestLog", "paymentSteps"]);

/**
 * By table: what was written so many days before `nowMs`, and would go if that were the setting. Changes nothing. Keys that begin with
 * the time are read at their beginning alone; tables without one are read whole.
 */
export async function countOld(
  db: Queryable,
  kept: keyof KeptDays,
  days: number,
  nowMs: number,
): Promise<readonly OldRows[]> {
  const atMs = nowMs - days * 86_400_000;
  const beforeMs = byDay.has(kept) ? startOfDay(atMs) : atMs;
  const counted: OldRows[] = [];
  for (const { table, sql } of sources[kept]) {
    const [row] = await db.query<Omit<OldRows, "table">>({
      text: `
        with old as materialized (
          select count(*)::float8 as rows, min(created_at) as oldest from (${sql}) each_row
           where $1::uuid is not null and $2::timestamptz is not null),
        tables as (
          select sum(pg_total_relation_size(c.oid)) as bytes, sum(greatest(c.reltuples, 0)) as rows
            from pg_partition_tree('${table}'::regclass) p join pg_class c on c.oid = p.relid where p.isleaf
          )
        select old.rows, old.oldest as "oldestMs",
          coalesce(round(old.rows * coalesce(tables.bytes, pg_total_relation_size('${table}'::regclass))
            / greatest(tables.rows, (select reltuples from pg_class where oid = '${table}'::regclass), old.rows, 1)), 0)::float8 as bytes
        from old, tables`,
      values: [uuidFloor(beforeMs), new Date(beforeMs)],
    });
    counted.push({ table, rows: row?.rows ?? 0, bytes: row?.bytes ?? 0, oldestMs: row?.oldestMs ?? null });
  }
  return counted;
}
