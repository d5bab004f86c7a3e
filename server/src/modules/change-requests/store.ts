import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { ChangeRequest } from "./types.ts";

const fields = [
  "tenantId",
  "id",
  "kind",
  "subject",
  "before",
  "after",
  "input",
  "status",
  "reason",
  "proposedBy",
  "decidedBy",
  "version",
  "decidedAtMs",
  "expiresAtMs",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof ChangeRequest)[];
const NO_JSON: ReadonlySet<string> = new Set();
const columns = selectList("c", fields);

type Row = Readonly<Record<string, unknown>>;
const readRequest = (row: Row) => readRow<ChangeRequest>(row, fields, NO_JSON);

export async function insertRequest(tx: Transaction, request: ChangeRequest): Promise<void> {
  await tx.query({
    text: `insert into change_requests (tenant_id, id, kind, subject, before, after, input, status, proposed_by,
        expires_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [
      request.tenantId,
      request.id,
      request.kind,
      request.subject,
      request.before,
      request.after,
      request.input,
      request.status,
      request.proposedBy,
      new Date(request.expiresAtMs),
      new Date(request.createdAtMs),
    ],
  });
}

/** The tenant's requests of these ids, in no order. */
export async function readRequests(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly ChangeRequest[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from change_requests c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readRequest);
}

/** Locks it until the end of the transaction; null when the tenant has no such request. */
export async function lockRequest(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"changeRequest">,
): Promise<ChangeRequest | null> {
  const [row] = await tx.query<Row>({
    text: `select ${columns} from change_requests c where c.tenant_id = $1 and c.id = $2 for update`,
    values: [tenantId, id],
  });
  return row === undefined ? null : readRequest(row);
}

/** The operator's present state, locked until the end of the transaction. */
export async function lockProposer(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"operator">,
): Promise<{ readonly status: string; readonly permissions: readonly string[] } | null> {
  const [row] = await tx.query<{ status: string; permissions: readonly string[] }>({
    text: "select status, permissions from operators where tenant_id = $1 and id = $2 for share",
    values: [tenantId, id],
  });
  return row ?? null;
}

/** How many of the tenant's requests are still open. */
export async function countOpen(db: Queryable, tenantId: TenantId, nowMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    text: `select count(*)::int as count from change_requests
      where tenant_id = $1 and status = 'PROPOSED' and expires_at > $2`,
    values: [tenantId, new Date(nowMs)],
  });
  return row?.count ?? 0;
}

/** The open request of this operator for exactly the same change, or null. */
export async function findSame(
  db: Queryable,
  { tenantId, kind, subject, before, after, proposedBy }: ChangeRequest,
  nowMs: number,
): Promise<ChangeRequest | null> {
  const [row] = await db.query<Row>({
    text: `select ${columns} from change_requests c
      where c.tenant_id = $1 and c.status = 'PROPOSED' and c.expires_at > $2 and c.proposed_by = $3 and c.kind = $4
        and c.subject is not distinct from $5 and c.before is not distinct from $6 and c.after is not distinct from $7
      order by c.id limit 1`,
    values: [tenantId, new Date(nowMs), proposedBy, kind, subject, before, after],
  });
  return row === undefined ? null : readRequest(row);
}

/** Writes the end of a locked request, and deletes its sealed content. */
export async function endRequest(tx: Transaction, ended: ChangeRequest): Promise<void> {
  await tx.query({
    text: `update change_requests set status = $3, subject = $4, reason = $5, decided_by = $6, decided_at = $7,
        version = $8, updated_at = $7, input = null
      where tenant_id = $1 and id = $2`,
    values: [
      ended.tenantId,
      ended.id,
      ended.status,
      ended.subject,
      ended.reason,
      ended.decidedBy,
      new Date(ended.updatedAtMs),
      ended.version,
    ],
  });
}

/** Ends up to `max` expired requests. Returns them in their new state. */
export async function expireRequests(
  tx: Transaction,
  nowMs: number,
  max: number,
): Promise<readonly ChangeRequest[]> {
  const rows = await tx.query<Row>({
    text: `update change_requests c set status = 'EXPIRED', decided_at = $1, updated_at = $1, version = version + 1,
        input = null
      where (c.tenant_id, c.id) in (
        select tenant_id, id from change_requests where status = 'PROPOSED' and expires_at <= $1
        order by expires_at limit $2 for update skip locked)
      returning ${columns}`,
    values: [new Date(nowMs), max],
  });
  return rows.map(readRequest);
}
