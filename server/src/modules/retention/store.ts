import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { MerchantNo } from "../../kit/ids.ts";

export interface Forgotten {
  readonly deliveries: number;
  readonly attempts: number;
  readonly events: number;
}

/** The merchant and mode after this number; null after the last one. */
export async function nextMerchant(db: Queryable, after: number): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_no > $1 order by 1 limit 1`,
    values: [after],
  });
  return row?.merchantNo ?? null;
}

/** One bounded round of one merchant and mode. Rejects for a time within the last 35 days. */
export async function forgetWebhooks(
  db: Queryable,
  merchantNo: MerchantNo,
  beforeMs: number,
  rowsMax: number,
): Promise<Forgotten> {
  const [row] = await db.query<Forgotten>({
    text: "select deliveries, attempts, events from forget_webhooks($1, $2, $3)",
    values: [merchantNo, new Date(beforeMs), rowsMax],
  });
  return row ?? { deliveries: 0, attempts: 0, events: 0 };
}

/** The old rows of a table. */
export interface OldRows {
  readonly table: string;
  readonly rows: number;
  /** Their share of the table with its indexes, in bytes. An estimate. */
  readonly bytes: number;
  /** Null when there is none. */
  readonly oldestMs: number | null;
}

/** By table: what was written before `beforeMs`. Reads the beginning of each merchant's key, and nothing else. */
export async function countOldWebhooks(db: Queryable, beforeMs: number): Promise<readonly OldRows[]> {
  const ofMerchants = (table: string, key: string) =>
    `merchant_numbers m cross join lateral (
       select t.created_at from ${table} t where t.merchant_no = m.merchant_no and t.${key} < $1 offset 0) old`;
  const sources: Readonly<Record<string, string>> = {
    events: ofMerchants("events", "id"),
    webhook_deliveries: `webhook_endpoints p cross join lateral (
       select d.created_at from webhook_deliveries d
        where d.merchant_no = p.merchant_no and d.endpoint_id = p.id and d.id < $1 and d.status <> 'PENDING' offset 0) old`,
    webhook_attempts: ofMerchants("webhook_attempts", "delivery_id"),
  };
  const counted: OldRows[] = [];
  for (const [table, source] of Object.entries(sources)) {
    const [row] = await db.query<Omit<OldRows, "table">>({
      text: `select old.rows, old.oldest as "oldestMs",
               round(old.rows * pg_total_relation_size('${table}'::regclass)
                 / greatest(c.reltuples, old.rows, 1))::float8 as bytes
               from (select count(*)::float8 as rows, min(old.created_at) as oldest from ${source}) old,
                    pg_class c where c.oid = '${table}'::regclass`,
      values: [uuidFloor(beforeMs)],
    });
    counted.push({ table, rows: row?.rows ?? 0, bytes: row?.bytes ?? 0, oldestMs: row?.oldestMs ?? null });
  }
  return counted;
}
