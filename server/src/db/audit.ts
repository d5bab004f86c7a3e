import type { IdSource, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Transaction } from "./database.ts";

/** A privileged act: who did what to which object. Values are short public text, never a secret. */
export interface AuditEntry {
  readonly tenantId: TenantId | null;
  readonly merchantNo: MerchantNo | null;
  /** `system`, or the public id of the key or person. */
  readonly actor: string;
  /** `noun.verb`, as in `api_key.revoked`. */
  readonly action: string;
  /** The public id of the object. */
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly requestId: string | null;
}

/** Who acts, and in which request: what use cases take to write their audit entry. */
export interface Actor {
  readonly name: string;
  readonly requestId: string | null;
}

/** Acts that nobody asked for: the first start, background work. */
export const systemActor: Actor = { name: "system", requestId: null };

/** Writes the entry in the transaction of the act. The service's role can add to the log and never change it. */
export async function writeAudit(
  tx: Transaction,
  ids: IdSource,
  nowMs: number,
  entry: AuditEntry,
): Promise<void> {
  await tx.query({
    text: `insert into audit_log (id, tenant_id, merchant_no, actor, action, subject, before, after, request_id, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ids.uuid(),
      entry.tenantId,
      entry.merchantNo,
      entry.actor,
      entry.action,
      entry.subject,
      entry.before,
      entry.after,
      entry.requestId,
      new Date(nowMs),
    ],
  });
}
