import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { storedMerchantActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { BatchRow, BatchRowError, PayoutBatch } from "./batch-types.ts";

const fields = [
  "merchantNo",
  "id",
  "walletId",
  "currency",
  "status",
  "reference",
  "rowCount",
  "acceptedCount",
  "refusedCount",
  "createdByKind",
  "createdBy",
  "version",
  "completedAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof BatchColumns)[];
/** A batch as stored. */
type BatchColumns = Omit<PayoutBatch, "createdBy"> & {
  readonly createdByKind: string;
  readonly createdBy: string;
};
const rowFields = [
  "index",
  "payoutId",
  "request",
  "status",
  "error",
] as const satisfies readonly (keyof BatchRow)[];
const jsonFields: ReadonlySet<string> = new Set(["request", "error"]);
const columns = selectList("b", fields);
const rowColumns = selectList("r", rowFields);

type Row = Readonly<Record<string, unknown>>;
function readBatch(row: Row): PayoutBatch {
  const { createdByKind, createdBy, ...rest } = readRow<BatchColumns>(row, fields, jsonFields);
  return { ...rest, createdBy: storedMerchantActor(createdByKind, createdBy) };
}
const readBatchRow = (row: Row): BatchRow => readRow<BatchRow>(row, rowFields, jsonFields);

/** Writes the batch and its rows, due at once: two statements, whatever the number of rows. */
export async function insertBatch(
  tx: Transaction,
  batch: PayoutBatch,
  rows: readonly Pick<BatchRow, "payoutId" | "request">[],
): Promise<void> {
  const { merchantNo, id } = batch;
  await tx.query({
    text: `
      insert into payout_batches (merchant_no, id, wallet_id, currency, status, reference, row_count, created_by,
        created_by_kind, next_check_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)`,
    values: [
      merchantNo,
      id,
      batch.walletId,
      batch.currency,
      batch.status,
      batch.reference,
      batch.rowCount,
      batch.createdBy.id,
      batch.createdBy.kind,
      new Date(batch.createdAtMs),
    ],
  });
  await tx.query({
    text: `
      insert into payout_batch_rows (merchant_no, batch_id, index, payout_id, request)
      select $1, $2, (place - 1)::int, payout_id, request
      from unnest($3::uuid[], $4::text[]) with ordinality as asked (payout_id, request, place)`,
    values: [
      merchantNo,
      id,
      rows.map(({ payoutId }) => payoutId),
      rows.map(({ request }) => JSON.stringify(request)),
    ],
  });
}

export async function findBatch(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"payoutBatch">,
): Promise<{ readonly batch: PayoutBatch; readonly rows: readonly BatchRow[] } | null> {
  const [batch] = await db.query<Row>({
    text: `select ${columns} from payout_batches b where b.merchant_no = $1 and b.id = $2`,
    values: [merchantNo, id],
  });
  if (batch === undefined) return null;
  const rows = await db.query<Row>({
    text: `select ${rowColumns} from payout_batch_rows r where r.merchant_no = $1 and r.batch_id = $2 order by r.index`,
    values: [merchantNo, id],
  });
  return { batch: readBatch(batch), rows: rows.map(readBatchRow) };
}

/** The merchant's batches of these ids, without their rows, in no order. */
export async function readBatches(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly PayoutBatch[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from payout_batches b where b.merchant_no = $1 and b.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readBatch);
}

/** Leases a due batch for `leaseMs`: when a worker dies, its lease expires. */
export async function claimDueBatch(
  db: Queryable,
  nowMs: number,
  leaseMs: number,
): Promise<PayoutBatch | null> {
  const [row] = await db.query<Row>({
    text: `
      update payout_batches b set next_check_at = $2
      where (merchant_no, id) in (
        select merchant_no, id from payout_batches where next_check_at <= $1 order by next_check_at limit 1
        for update skip locked
      )
      returning ${columns}`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs)],
  });
  return row === undefined ? null : readBatch(row);
}

/** Rows without a result, in the order of the request. */
export async function waitingRows(
  db: Queryable,
  { merchantNo, id }: PayoutBatch,
  limit: number,
): Promise<readonly BatchRow[]> {
  const rows = await db.query<Row>({
    text: `select ${rowColumns} from payout_batch_rows r
      where r.merchant_no = $1 and r.batch_id = $2 and r.status = 'WAITING' order by r.index limit $3`,
    values: [merchantNo, id, limit],
  });
  return rows.map(readBatchRow);
}

/** Writes the result of a row, once, and counts it; false: it already has one. The last result completes the batch. */
export async function endRow(
  tx: Transaction,
  { merchantNo, id }: PayoutBatch,
  { index }: BatchRow,
  error: BatchRowError | null,
  nowMs: number,
): Promise<boolean> {
  const ended = await tx.query({
    text: `update payout_batch_rows set status = $4, error = $5
      where merchant_no = $1 and batch_id = $2 and index = $3 and status = 'WAITING' returning 1`,
    values: [
      merchantNo,
      id,
      index,
      error === null ? "ACCEPTED" : "REFUSED",
      error === null ? null : JSON.stringify(error),
    ],
  });
  if (ended.length === 0) return false;
  await tx.query({
    text: `
      update payout_batches set accepted_count = accepted_count + $3, refused_count = refused_count + 1 - $3,
        version = version + 1, updated_at = $4,
        status = case when accepted_count + refused_count + 1 = row_count then 'COMPLETED' else status end,
        completed_at = case when accepted_count + refused_count + 1 = row_count then $4::timestamptz end,
        next_check_at = case when accepted_count + refused_count + 1 = row_count then null else next_check_at end
      where merchant_no = $1 and id = $2`,
    values: [merchantNo, id, error === null ? 1 : 0, new Date(nowMs)],
  });
  return true;
}

/** Releases a batch that still has rows to the next round. */
export async function releaseBatch(
  db: Queryable,
  { merchantNo, id }: PayoutBatch,
  nowMs: number,
): Promise<void> {
  await db.query({
    text: `update payout_batches set next_check_at = $3 where merchant_no = $1 and id = $2 and status = 'PROCESSING'`,
    values: [merchantNo, id, new Date(nowMs)],
  });
}
