import type { NameOf } from "../../db/names.ts";
import { publicId } from "../../kit/ids.ts";
import type { AuditEntryView, ListedAuditEntryView } from "./schemas.ts";
import { type AuditRow, type OwnPart, PLATFORM } from "./store.ts";

/** Contains every hashed field, so that a reader of the entries can check the chain. */
function auditEntryView(row: AuditRow): AuditEntryView {
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

/** Entries as a file has them, one a line. */
export function* linesOf(entries: readonly AuditRow[]): Iterable<string> {
  for (const entry of entries) yield `${JSON.stringify(auditEntryView(entry))}\n`;
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

/**
 * The entry as the merchant sees that it concerns. Of the platform's acts it sees the new state alone: who acted for the
 * platform, from where, and the reason behind the colon stay inside.
 */
export function activityView(row: AuditRow, nameOf: NameOf, merchant: Pick<OwnPart, "merchantId" | "mode">) {
  const isOwn = row.actor.startsWith("usr_") || row.actor.startsWith("key_");
  const shown = (text: string | null) => (isOwn || text === null ? text : (text.split(":")[0] ?? text));
  return {
    object: "activity" as const,
    id: publicId("auditEntry", row.id),
    merchantId: merchant.merchantId as string,
    mode: merchant.mode,
    actor: isOwn ? row.actor : PLATFORM,
    actorName: isOwn ? nameOf(row.actor) : null,
    action: row.action,
    subject: row.subject,
    before: shown(row.before),
    after: shown(row.after),
    beforeData: isOwn ? dataOf(row.before) : null,
    afterData: isOwn ? dataOf(row.after) : null,
    ip: isOwn ? row.ip : null,
    requestId: isOwn ? row.requestId : null,
    createdAt: new Date(row.createdAtMs).toISOString(),
  };
}
export type Activity = ReturnType<typeof activityView>;

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
