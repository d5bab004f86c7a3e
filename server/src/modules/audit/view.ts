import { publicId } from "../../kit/ids.ts";
import type { AuditEntryView } from "./schemas.ts";
import type { AuditRow } from "./store.ts";

/** Contains every hashed field, so that a reader of the entries can check the chain. */
export function auditEntryView(row: AuditRow): AuditEntryView {
  return {
    object: "audit_entry",
    id: publicId("auditEntry", row.id),
    tenantId: row.tenantId,
    sequence: Number(row.sequence),
    merchantId: row.merchantId,
    mode: row.mode,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    before: row.before,
    after: row.after,
    ip: row.ip,
    requestId: row.requestId,
    createdAt: new Date(row.createdAtMs).toISOString(),
    previousHash: row.previousHash.toString("hex"),
    hash: row.hash.toString("hex"),
  };
}
