import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { WorkKind } from "./kinds.ts";
import { branchOf } from "./sources.ts";

/** A row of the queue as it is read. */
export interface WorkRow {
  readonly item: string;
  readonly mode: Mode | null;
  readonly merchantNo: MerchantNo | null;
  readonly merchantId: MerchantId | null;
  readonly merchantName: string | null;
  readonly amount: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly detail: string | null;
  readonly proposedBy: Id<"operator"> | null;
  readonly sinceMs: number;
  readonly dueMs: number;
  readonly takenBy: Id<"operator"> | null;
  readonly takenAtMs: number | null;
}

/** Who reads, and what of the queue. */
export interface WorkQuestion {
  readonly tenantId: TenantId;
  readonly nowMs: number;
  /** Those that the reader may see; never empty. */
  readonly kinds: readonly WorkKind[];
  readonly changeKinds: readonly string[];
  readonly mode?: Mode | undefined;
  readonly merchantId?: string | undefined;
  readonly takenBy?: Id<"operator"> | "nobody" | undefined;
  /** Only this row. */
  readonly item?: string | undefined;
}

/** How much of a kind waits, in one currency. */
export interface WorkCount {
  readonly kind: WorkKind;
  readonly currency: CurrencyCode | null;
  readonly count: number;
  readonly overdue: number;
  readonly amount: bigint | null;
  readonly oldestMs: number;
}

/**
 * The queue as a table expression. A mark counts only from when the thing waits: what came back after it was seen to waits
 * anew, and nobody has it.
 */
function queueOf(question: WorkQuestion): { readonly text: string; readonly values: unknown[] } {
  const { tenantId, nowMs, kinds, changeKinds, mode, merchantId, takenBy, item } = question;
  const values: unknown[] = [tenantId, new Date(nowMs), [...changeKinds]];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const named = item === undefined ? null : bind(item);
  const where = [
    "(mark.done_at is null or mark.done_at < w.since)",
    ...(mode === undefined ? [] : [`(w.mode = ${bind(mode)} or w.mode is null)`]),
    ...(merchantId === undefined ? [] : [`n.merchant_id = ${bind(merchantId)}::uuid`]),
    ...(takenBy === undefined
      ? []
      : [takenBy === "nobody" ? "t.by is null" : `t.by = ${bind(takenBy)}::uuid`]),
    ...(named === null ? [] : [`w.item = ${named}`]),
  ];
  const text = `
    from (${kinds.map((kind) => `(${branchOf(kind, named)})`).join("\n union all ")}) w
    left join work_marks mark on mark.tenant_id = $1 and mark.item = w.item
    left join lateral (select mark.taken_by as by, mark.taken_at as at where mark.taken_at >= w.since) t on true
    left join merchant_numbers n on n.merchant_no = w.merchant_no
    left join merchants m on m.id = n.merchant_id
    where ${where.join(" and ")}
    -- Each kind reads its parameters or not.
    and ($2::timestamptz is not null and $3::text[] is not null)`;
  return { text, values };
}

/** The oldest first, of those that came at the same instant the largest. */
export function readWork(db: Queryable, question: WorkQuestion, limit: number): Promise<readonly WorkRow[]> {
  const { text, values } = queueOf(question);
  return db.query<WorkRow>({
    text: `select w.item, w.mode, w.merchant_no as "merchantNo", n.merchant_id as "merchantId",
        m.display_name as "merchantName", w.amount, w.currency, w.detail, w.proposed_by as "proposedBy",
        w.since as "sinceMs", w.due as "dueMs", t.by as "takenBy", t.at as "takenAtMs"
      ${text} order by w.since, w.amount desc nulls last, w.item limit ${limit}`,
    values,
  });
}

export function countWork(db: Queryable, question: WorkQuestion): Promise<readonly WorkCount[]> {
  const { text, values } = queueOf(question);
  return db.query<WorkCount>({
    text: `select split_part(w.item, ':', 1) as kind, w.currency, count(*)::int as count,
        (count(*) filter (where w.due <= $2))::int as overdue, sum(w.amount)::bigint as amount, min(w.since) as "oldestMs"
      ${text} group by 1, 2 order by 1, 2`,
    values,
  });
}

/** Since when the oldest row of a kind waits, in a mode; null: of both. */
export interface OldestWork {
  readonly kind: WorkKind;
  readonly mode: Mode | null;
  readonly oldestMs: number;
}

export function readOldest(db: Queryable, question: WorkQuestion): Promise<readonly OldestWork[]> {
  const { text, values } = queueOf(question);
  return db.query<OldestWork>({
    text: `select split_part(w.item, ':', 1) as kind, w.mode, min(w.since) as "oldestMs" ${text} group by 1, 2`,
    values,
  });
}

/** Who has a row since when; null: nobody. Locks the row's mark until the transaction ends. */
export async function lockMark(
  tx: Transaction,
  tenantId: TenantId,
  item: string,
  nowMs: number,
): Promise<{ readonly takenBy: Id<"operator"> | null; readonly takenAtMs: number | null }> {
  await tx.query({
    text: `insert into work_marks (tenant_id, item, updated_at) values ($1, $2, $3)
           on conflict (tenant_id, item) do nothing`,
    values: [tenantId, item, new Date(nowMs)],
  });
  const [row] = await tx.query<{ takenBy: Id<"operator"> | null; takenAtMs: number | null }>({
    text: `select taken_by as "takenBy", taken_at as "takenAtMs" from work_marks
            where tenant_id = $1 and item = $2 for update`,
    values: [tenantId, item],
  });
  if (row === undefined) throw new Error("a row that we hold has gone");
  return row;
}

/** Null: nobody has it any more. */
export async function writeTaken(
  tx: Transaction,
  tenantId: TenantId,
  item: string,
  operatorId: Id<"operator"> | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update work_marks set taken_by = $3, taken_at = case when $3::uuid is null then null else $4::timestamptz end, updated_at = $4
            where tenant_id = $1 and item = $2`,
    values: [tenantId, item, operatorId, new Date(nowMs)],
  });
}

/** Somebody has seen to it. */
export async function writeDone(
  tx: Transaction,
  tenantId: TenantId,
  item: string,
  operatorId: Id<"operator">,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "update work_marks set done_by = $3, done_at = $4, updated_at = $4 where tenant_id = $1 and item = $2",
    values: [tenantId, item, operatorId, new Date(nowMs)],
  });
}

/** Marks of what has long gone. Returns the number of rows. */
export async function forgetMarks(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query({
    text: "delete from work_marks where updated_at < $1 returning 1",
    values: [new Date(beforeMs)],
  });
  return rows.length;
}
