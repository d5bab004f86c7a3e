import type { Queryable, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** For how long the oldest of a queue has waited. */
export interface QueueAge {
  /** Null: a queue of the whole installation. */
  readonly tenantId: TenantId | null;
  /** Null: of both modes. */
  readonly mode: Mode | null;
  readonly queue: string;
  readonly oldestSeconds: number;
}

/** The row that each reading has: it tells a queue that was empty from a queue that nobody looked at. */
const READ = "READ";

/** Whether the queues were read at this instant. */
export async function wereRead(db: Queryable, atMs: number): Promise<boolean> {
  const rows = await db.query({
    text: "select 1 from queue_ages where read_at = $1 and queue = $2",
    values: [new Date(atMs), READ],
  });
  return rows.length > 0;
}

/** Writes a reading; false: another process wrote the one of this instant. */
export async function writeAges(tx: Transaction, atMs: number, ages: readonly QueueAge[]): Promise<boolean> {
  const all = [{ tenantId: null, mode: null, queue: READ, oldestSeconds: 0 }, ...ages];
  const rows = await tx.query({
    text: `insert into queue_ages (tenant_id, mode, queue, oldest_seconds, read_at)
      select t.*, $5::timestamptz from unnest($1::uuid[], $2::text[], $3::text[], $4::int[]) as t
      on conflict do nothing returning 1`,
    values: [
      all.map(({ tenantId }) => tenantId),
      all.map(({ mode }) => mode),
      all.map(({ queue }) => queue),
      all.map(({ oldestSeconds }) => oldestSeconds),
      new Date(atMs),
    ],
  });
  return rows.length > 0;
}

export async function forgetAges(tx: Transaction, beforeMs: number): Promise<void> {
  await tx.query({ text: "delete from queue_ages where read_at < $1", values: [new Date(beforeMs)] });
}

export function readTenantIds(db: Queryable): Promise<readonly { readonly id: TenantId }[]> {
  return db.query({ text: "select id from tenants order by id" });
}

/** The greatest age in each interval that was read; an interval without a row of its queue was read and found empty. */
export interface AgesOfInterval {
  /** From 0. */
  readonly interval: number;
  /** By the name of the queue, in seconds. */
  readonly ages: Readonly<Record<string, number>>;
}

export function readAges(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  { fromMs, intervalMs }: { readonly fromMs: number; readonly intervalMs: number },
): Promise<readonly AgesOfInterval[]> {
  return db.query<AgesOfInterval>({
    text: `
      select a.interval, jsonb_object_agg(a.queue, a.oldest) as ages
      from (
        select floor(extract(epoch from (read_at - $3::timestamptz)) * 1000 / $4)::int as interval, queue,
          max(oldest_seconds) as oldest
        from queue_ages
        where read_at >= $3 and (tenant_id = $1 or tenant_id is null) and (mode = $2 or mode is null)
        group by 1, 2
      ) a group by a.interval order by a.interval`,
    values: [tenantId, mode, new Date(fromMs), intervalMs],
  });
}
