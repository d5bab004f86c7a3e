import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { constraintOf } from "../../db/errors.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import { heldSource, unresolvedSource } from "./sources.ts";
import type { HeldCharge, MoneyDecision, Unresolved } from "./types.ts";

type Row = Readonly<Record<string, unknown>>;

const heldFields = [
  "tenantId",
  "mode",
  "merchantId",
  "merchantNo",
  "id",
  "sessionId",
  "paymentIntentId",
  "reason",
  "status",
  "amount",
  "amountConfirmed",
  "currency",
  "paymentMethod",
  "operator",
  "provider",
  "providerTransactionId",
  "late",
  "duplicate",
  "reference",
  "openDecisionId",
  "version",
  "heldSinceMs",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof HeldCharge)[];
const unresolvedFields = [
  "tenantId",
  "mode",
  "merchantId",
  "merchantNo",
  "type",
  "id",
  "sessionId",
  "status",
  "operator",
  "provider",
  "amount",
  "currency",
  "sinceMs",
  "asked",
  "nextCheckAtMs",
  "openDecisionId",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof Unresolved)[];
const decisionFields = [
  "tenantId",
  "id",
  "merchantNo",
  "mode",
  "subjectType",
  "subjectId",
  "kind",
  "status",
  "heldBecause",
  "amount",
  "currency",
  "reason",
  "evidence",
  "transactionId",
  "refundRoute",
  "refundId",
  "fourEyes",
  "proposedBy",
  "decidedBy",
  "version",
  "decidedAtMs",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof MoneyDecision)[];

const NO_JSON: ReadonlySet<string> = new Set();

/** The tenant's held charges of these ids, in no order. */
export async function readHeld(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly HeldCharge[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", heldFields)} from ${heldSource} t where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<HeldCharge>(row, heldFields, NO_JSON));
}

/** The tenant's unresolved subjects of these ids, in no order. */
export async function readUnresolved(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Unresolved[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", unresolvedFields)} from ${unresolvedSource} t
      where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<Unresolved>(row, unresolvedFields, NO_JSON));
}

/** The number of unresolved subjects per type and age, with sums by currency. */
export function countUnresolved(
  db: Queryable,
  tenantId: TenantId,
  mode: string,
  nowMs: number,
  endsMs: readonly number[],
) {
  return db.query<{ type: Unresolved["type"]; currency: string; bucket: number; n: bigint; amount: bigint }>({
    text: `
      select t.type, t.currency, width_bucket(extract(epoch from ($3::timestamptz - t.since)) * 1000, $4::numeric[]) as bucket,
        count(*) as n, sum(t.amount)::bigint as amount
      from ${unresolvedSource} t where t.tenant_id = $1 and t.mode = $2 group by 1, 2, 3 order by 1, 2, 3`,
    values: [tenantId, mode, new Date(nowMs), endsMs.filter(Number.isFinite)],
  });
}

/** Whether the money under review is in `held`: money taken in another currency never was. */
export async function isHeldBooked(db: Queryable, held: HeldCharge): Promise<boolean> {
  if (held.reason === "UNRESOLVED") return false;
  const [row] = await db.query({
    text: `select 1 from ledger_transfers
      where merchant_no = $1 and source_id = $2 and to_account = 'held' and source_type = 'charge' limit 1`,
    values: [held.merchantNo, held.id],
  });
  return row !== undefined;
}

const decisionColumns = `${selectList("d", decisionFields)}, n.merchant_id as "merchantId"`;
const decisionFrom = "money_decisions d join merchant_numbers n on n.merchant_no = d.merchant_no";
const decisionRead = [...decisionFields, "merchantId"];
const readDecisionRow = (row: Row) => readRow<MoneyDecision>(row, decisionRead, NO_JSON);

export async function readDecisions(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly MoneyDecision[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${decisionColumns} from ${decisionFrom} where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readDecisionRow);
}

/** Every decision about these charges, refunds or payouts of a merchant, oldest first. */
export async function readDecisionsOf(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectIds: readonly string[],
): Promise<readonly MoneyDecision[]> {
  const rows = await db.query<Row>({
    text: `select ${decisionColumns} from ${decisionFrom}
            where d.merchant_no = $1 and d.subject_id = any($2::uuid[]) order by d.id`,
    values: [merchantNo, subjectIds],
  });
  return rows.map(readDecisionRow);
}

/** The open decision on this money that waits for its second operator; null when there is none. */
export async function findOpenDecision(
  db: Queryable,
  merchantNo: MerchantNo,
  subjectId: string,
): Promise<Id<"moneyDecision"> | null> {
  const [row] = await db.query<{ id: Id<"moneyDecision"> }>({
    text: "select id from money_decisions where merchant_no = $1 and subject_id = $2 and status = 'PROPOSED'",
    values: [merchantNo, subjectId],
  });
  return row?.id ?? null;
}

/** Locks it until the end of the transaction; null when the tenant has no such decision. */
export async function lockDecision(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"moneyDecision">,
): Promise<MoneyDecision | null> {
  const [row] = await tx.query<Row>({
    text: `select ${decisionColumns} from ${decisionFrom} where d.tenant_id = $1 and d.id = $2 for update of d`,
    values: [tenantId, id],
  });
  return row === undefined ? null : readDecisionRow(row);
}

/** False: another decision on this money waits for its second operator. */
export async function insertDecision(tx: Transaction, decision: MoneyDecision): Promise<boolean> {
  const rows = await tx
    .query({
      text: `
        insert into money_decisions (tenant_id, id, merchant_no, mode, subject_type, subject_id, kind, status, held_because,
          amount, currency, reason, evidence, transaction_id, refund_route, refund_id, four_eyes, proposed_by, decided_by,
          decided_at, created_at, updated_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21
        -- Done at once or proposed: either waits for an open one.
        where not exists (
          select 1 from money_decisions where merchant_no = $3 and subject_id = $6::uuid and status = 'PROPOSED')
        returning 1`,
      values: [
        decision.tenantId,
        decision.id,
        decision.merchantNo,
        decision.mode,
        decision.subjectType,
        decision.subjectId,
        decision.kind,
        decision.status,
        decision.heldBecause,
        decision.amount,
        decision.currency,
        decision.reason,
        decision.evidence,
        decision.transactionId,
        decision.refundRoute,
        decision.refundId,
        decision.fourEyes,
        decision.proposedBy,
        decision.decidedBy,
        decision.decidedAtMs === null ? null : new Date(decision.decidedAtMs),
        new Date(decision.createdAtMs),
      ],
    })
    .catch((error: unknown) => {
      if (constraintOf(error) === "money_decisions_one_open") return [];
      throw error;
    });
  return rows.length > 0;
}

/** Writes the end of a locked decision. */
export async function endDecision(
  tx: Transaction,
  decision: MoneyDecision,
  end: {
    readonly status: "DONE" | "REJECTED";
    readonly decidedBy: Id<"operator">;
    readonly refundId: Id<"refund"> | null;
  },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update money_decisions set status = $3, decided_by = $4, decided_at = $5, refund_id = $6, version = version + 1,
        updated_at = $5
      where tenant_id = $1 and id = $2`,
    values: [decision.tenantId, decision.id, end.status, end.decidedBy, new Date(nowMs), end.refundId],
  });
}
