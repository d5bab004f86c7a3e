import type { NameOf } from "../../db/names.ts";
import { publicId } from "../../kit/ids.ts";
import type { AuditEntryView, ListedAuditEntryView } from "./schemas.ts";
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

/** The entry with its names, and with objects as data. */
export function listedEntryView(row: AuditRow, nameOf: NameOf): ListedAuditEntryView {
  return {
    ...auditEntryView(row),
    actorName: nameOf(row.actor),
    merchantName: nameOf(row.merchantId),
    beforeData: dataOf(row.before),
    afterData: dataOf(row.after),
  };
}

/** The object that `writeAudit` has written as JSON; null for the short texts that it writes as they are. */
function dataOf(text: string | null): ListedAuditEntryView["afterData"] {
  if (text === null || !text.startsWith("{")) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    // A short text may begin with a brace too.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
