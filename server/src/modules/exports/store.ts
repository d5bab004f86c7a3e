import type { Queryable, Transaction } from "../../db/database.ts";
import type { ListSource } from "../../db/list.ts";
import { REQUEST_DRIFT } from "../../db/list.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { ExportFailure, ExportKey, ListExport } from "./types.ts";

export const exportSource: ListSource = { table: "exports", counters: null, drift: REQUEST_DRIFT };

export const exportColumns = `t.merchant_no as "merchantNo", t.id, t.tenant_id as "tenantId", t.maker_kind as "makerKind",
  t.maker as "makerId", t.log_in as "logIn", t.operation, t.list, t.format, t.heads, t.locale, t.separator, t.time_zone as "timeZone",
  t.status, t.failure_code as "failureCode", t.rows_written as "rowsWritten", t.rows_total as "rowsTotal", t.parts,
  t.bytes::float8 as bytes, t.cursor, t.lease_no as "leaseNo", t.failures, t.created_at as "createdAtMs",
  t.finished_at as "finishedAtMs", t.expires_at as "expiresAtMs", t.version`;

export type ExportRow = Omit<ListExport, "maker"> & {
  readonly makerKind: AccountActor["kind"];
  readonly makerId: string;
};

export function readExport({ makerKind, makerId, ...rest }: ExportRow): ListExport {
  return { ...rest, maker: { kind: makerKind, id: makerId } as AccountActor };
}

const first = (rows: readonly ExportRow[]): ListExport | null => {
  const [row] = rows;
  return row === undefined ? null : readExport(row);
};

export async function insertExport(tx: Transaction, made: ListExport): Promise<void> {
  await tx.query({
    text: `insert into exports (merchant_no, id, tenant_id, maker_kind, maker, log_in, operation, list, heads, locale,
             separator, time_zone, status, rows_written, rows_total, bytes, cursor, leased_until, created_at, finished_at,
             expires_at, format)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21)`,
    values: [
      made.merchantNo,
      made.id,
      made.tenantId,
      made.maker.kind,
      made.maker.id,
      made.logIn,
      made.operation,
      made.list,
      made.heads,
      made.locale,
      made.separator,
      made.timeZone,
      made.status,
      made.rowsWritten,
      made.rowsTotal,
      made.bytes,
      made.cursor,
      new Date(made.createdAtMs),
      made.finishedAtMs === null ? null : new Date(made.finishedAtMs),
      new Date(made.expiresAtMs),
      made.format,
    ],
  });
}

/** Adds a part behind the others. `content` is compressed. */
export async function insertPart(tx: Transaction, key: ExportKey, content: Buffer): Promise<void> {
  await tx.query({
    text: `with counted as (update exports set parts = parts + 1 where merchant_no = $1 and id = $2 returning parts)
           insert into export_parts (merchant_no, export_id, part_no, content) select $1, $2, parts, $3 from counted`,
    values: [key.merchantNo, key.id, content],
  });
}

/** How many are being made in this scope; no other begins there until the transaction ends. */
export async function lockPending(tx: Transaction, merchantNo: MerchantNo): Promise<number> {
  await tx.query({
    text: "select pg_advisory_xact_lock(hashtext('exports'), $1)",
    values: [merchantNo],
  });
  const [row] = await tx.query<{ count: number }>({
    text: "select count(*)::int as count from exports where merchant_no = $1 and status = 'PENDING'",
    values: [merchantNo],
  });
  return row?.count ?? 0;
}

export async function findExport(db: Queryable, { merchantNo, id }: ExportKey): Promise<ListExport | null> {
  return first(
    await db.query<ExportRow>({
      text: `select ${exportColumns} from exports t where t.merchant_no = $1 and t.id = $2`,
      values: [merchantNo, id],
    }),
  );
}

/**
 * Takes up the export that waits the longest, so that nobody else writes it until `untilMs`; null: none waits. One that a
 * process left behind waits since its lease has ended; so does one that seems to be due after `latestMs`.
 */
export async function takeUp(
  db: Queryable,
  nowMs: number,
  untilMs: number,
  latestMs: number,
): Promise<ListExport | null> {
  return first(
    await db.query<ExportRow>({
      text: `update exports t set leased_until = $2, lease_no = lease_no + 1
              where (t.merchant_no, t.id) = (
                select merchant_no, id from exports where status = 'PENDING' and (leased_until <= $1 or leased_until > $3)
                 order by leased_until limit 1 for update skip locked)
             returning ${exportColumns}`,
      values: [new Date(nowMs), new Date(untilMs), new Date(latestMs)],
    }),
  );
}

interface Progress {
  readonly rows: number;
  readonly bytes: number;
  /** Null: the list has ended, and the file is whole. */
  readonly cursor: string | null;
  readonly nowMs: number;
  /** Nobody else writes it until then. */
  readonly leasedUntilMs: number;
}

/** Returns false when somebody else holds it now, or it has been cancelled: then nothing may be added. */
export async function writeProgress(
  tx: Transaction,
  { merchantNo, id, leaseNo }: ListExport,
  { rows, bytes, cursor, nowMs, leasedUntilMs }: Progress,
): Promise<boolean> {
  const written = await tx.query({
    text: `update exports set rows_written = rows_written + $4, bytes = bytes + $5, cursor = $6, failures = 0,
             leased_until = $8, status = case when $6::text is null then 'READY' else 'PENDING' end,
             finished_at = case when $6::text is null then $7::timestamptz end, version = version + 1
            where merchant_no = $1 and id = $2 and lease_no = $3 and status = 'PENDING' returning 1`,
    values: [merchantNo, id, leaseNo, rows, bytes, cursor, new Date(nowMs), new Date(leasedUntilMs)],
  });
  return written.length === 1;
}

/** Gives it back, to be taken up again at `dueAtMs`; `failed`: the round brought nothing. */
export async function giveBack(
  db: Queryable,
  { merchantNo, id, leaseNo }: ListExport,
  dueAtMs: number,
  failed: boolean,
): Promise<void> {
  await db.query({
    text: `update exports set leased_until = $4, failures = failures + $5
            where merchant_no = $1 and id = $2 and lease_no = $3 and status = 'PENDING'`,
    values: [merchantNo, id, leaseNo, new Date(dueAtMs), failed ? 1 : 0],
  });
}

/** Ends one without a file, and removes what was made. Returns false when it had ended before. */
export async function endExport(
  tx: Transaction,
  { merchantNo, id }: ExportKey,
  ending:
    | { readonly status: "CANCELLED" | "EXPIRED" }
    | { readonly status: "FAILED"; readonly failureCode: ExportFailure },
  nowMs: number,
): Promise<boolean> {
  const ended = await tx.query({
    text: `update exports set status = $3, failure_code = $4, finished_at = coalesce(finished_at, $5), version = version + 1
            where merchant_no = $1 and id = $2 and status in ('PENDING', 'READY') returning 1`,
    values: [
      merchantNo,
      id,
      ending.status,
      ending.status === "FAILED" ? ending.failureCode : null,
      new Date(nowMs),
    ],
  });
  if (ended.length === 0) return false;
  await tx.query({
    text: "delete from export_parts where merchant_no = $1 and export_id = $2",
    values: [merchantNo, id],
  });
  return true;
}

/** Compressed; null: it has been removed. */
export async function readPartContent(
  db: Queryable,
  { merchantNo, id }: ExportKey,
  partNo: number,
): Promise<Buffer | null> {
  const [row] = await db.query<{ content: Buffer }>({
    text: "select content from export_parts where merchant_no = $1 and export_id = $2 and part_no = $3",
    values: [merchantNo, id, partNo],
  });
  return row?.content ?? null;
}

/** Files that are too old; at most `limit`. */
export function findExpired(db: Queryable, nowMs: number, limit: number): Promise<readonly ExportKey[]> {
  return db.query<ExportKey>({
    text: `select merchant_no as "merchantNo", id from exports where status = 'READY' and expires_at <= $1
            order by expires_at limit $2`,
    values: [new Date(nowMs), limit],
  });
}

/** Forgets exports that were made before; returns how many. */
export async function forgetBefore(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query({
    text: `delete from exports where (merchant_no, id) in (
             select merchant_no, id from exports where created_at < $1 and status <> 'PENDING' limit $2) returning 1`,
    values: [new Date(beforeMs), limit],
  });
  return rows.length;
}
