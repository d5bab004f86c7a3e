import type { Queryable } from "../../../db/database.ts";
import type { TenantId } from "../../../kit/ids.ts";
import type { ChainPoint } from "./verify-file.ts";

/** Tenants with an audit log. */
export async function listTenants(db: Queryable): Promise<readonly TenantId[]> {
  const rows = await db.query<{ id: TenantId }>({
    text: "select t.id from tenants t join audit_heads h on h.tenant_id = t.id order by t.tenant_no",
  });
  return rows.map(({ id }) => id);
}

/** The entry up to which a log is detached already; zero and zeros when none of it is. */
export async function findBeginning(db: Queryable, tenantId: TenantId): Promise<ChainPoint> {
  const [row] = await db.query<ChainPoint>({
    text: `select last_sequence as sequence, encode(last_hash, 'hex') as hash from audit_detachments
            where tenant_id = $1 order by last_sequence desc limit 1`,
    values: [tenantId],
  });
  return row ?? { sequence: 0n, hash: "0".repeat(64) };
}

/** The last entry of the log's beginning in which everything was written before `beforeMs`; zero: there is none. */
export async function findEnd(db: Queryable, tenantId: TenantId, beforeMs: number): Promise<bigint> {
  // Transactions commit in another order than their times, so a later entry may carry an earlier one.
  const [row] = await db.query<{ end: bigint }>({
    text: `select coalesce((select min(sequence) from audit_log where tenant_id = $1 and created_at >= $2),
             (select sequence + 1 from audit_heads where tenant_id = $1)) - 1 as end`,
    values: [tenantId, new Date(beforeMs)],
  });
  return row?.end ?? 0n;
}

/** The hash that the entry after `sequence` names, or the end of the chain. Null: the chain is broken there. */
export async function findHashNamedAfter(
  db: Queryable,
  tenantId: TenantId,
  sequence: bigint,
): Promise<string | null> {
  const [row] = await db.query<{ hash: string | null }>({
    text: `select encode(case when h.sequence = $2 then h.hash else
             (select a.previous_hash from audit_log a where a.tenant_id = $1 and a.sequence = $2::bigint + 1) end, 'hex') as hash
             from audit_heads h where h.tenant_id = $1`,
    values: [tenantId, sequence],
  });
  return row?.hash ?? null;
}

/** A file that was written and verified. */
export interface AuditDetachment {
  readonly tenantId: TenantId;
  readonly firstSequence: bigint;
  readonly lastSequence: bigint;
  /** Hexadecimal, as the next. */
  readonly lastHash: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly removedThrough: bigint;
}

/** From its commit on the log begins at the last of these entries. */
export async function insertDetachment(db: Queryable, made: AuditDetachment, nowMs: number): Promise<void> {
  await db.query({
    text: `
      insert into audit_detachments (tenant_id, first_sequence, last_sequence, last_hash, file_name, file_sha256,
        removed_through, detached_at)
      values ($1, $2, $3, decode($4, 'hex'), $5, decode($6, 'hex'), $7, $8)`,
    values: [
      made.tenantId,
      made.firstSequence,
      made.lastSequence,
      made.lastHash,
      made.fileName,
      made.sha256,
      made.removedThrough,
      new Date(nowMs),
    ],
  });
}

/** Files whose rows are not all removed: a run before was cut short. */
export function listUnfinished(db: Queryable): Promise<readonly AuditDetachment[]> {
  return db.query<AuditDetachment>({
    text: `select tenant_id as "tenantId", first_sequence as "firstSequence", last_sequence as "lastSequence",
             encode(last_hash, 'hex') as "lastHash", encode(file_sha256, 'hex') as sha256, file_name as "fileName",
             removed_through as "removedThrough"
             from audit_detachments where removed_through < last_sequence - 1 order by tenant_id, last_sequence`,
  });
}

/**
 * Removes the next entries of a file, at most `rowsMax`, in one statement. The last entry stays. Returns up to where all are
 * removed.
 */
export async function removeNext(
  db: Queryable,
  { tenantId, lastSequence, removedThrough }: AuditDetachment,
  rowsMax: bigint,
): Promise<bigint> {
  const last = lastSequence - 1n;
  const through = removedThrough + rowsMax < last ? removedThrough + rowsMax : last;
  await db.query({
    text: `
      with gone as (
        delete from audit_log where tenant_id = $1 and sequence > $2::bigint and sequence <= $3::bigint)
      update audit_detachments set removed_through = $3 where tenant_id = $1 and last_sequence = $4`,
    values: [tenantId, removedThrough, through, lastSequence],
  });
  return through;
}
