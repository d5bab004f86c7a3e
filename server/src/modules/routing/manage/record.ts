import { type AuditActor, writeAudit } from "../../../db/audit.ts";
import type { Transaction } from "../../../db/database.ts";
import { notify } from "../../../db/notify.ts";
import type { IdSource, TenantId } from "../../../kit/ids.ts";
import { ROUTING_CHANGED } from "../store.ts";

/** An act for the audit log: the row before and after. Never a secret. */
export interface AuditedChange {
  /** `noun.verb`. */
  readonly action: string;
  /** Public id. */
  readonly subject: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** The author of a change, and its time. */
export interface Author {
  readonly tenantId: TenantId;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** Writes the audit entry of a change of routing, and announces it to all instances, in the change's transaction. */
export async function recordChange(
  tx: Transaction,
  ids: IdSource,
  { tenantId, actor, nowMs }: Author,
  { action, subject, before, after }: AuditedChange,
): Promise<void> {
  await writeAudit(tx, ids, nowMs, {
    tenantId,
    actor,
    action,
    subject,
    before,
    after,
  });
  await notify(tx, ROUTING_CHANGED, tenantId);
}
