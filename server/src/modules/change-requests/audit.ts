import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { ChangeRequest } from "./types.ts";

/**
 * The audit entry of a request's step, with the requested change: a secret appears as its last characters and its
 * fingerprint.
 */
export function auditRequest(
  tx: Transaction,
  ids: IdSource,
  request: ChangeRequest,
  actor: AuditActor,
  nowMs: number,
): Promise<void> {
  const { tenantId, kind, subject, status, reason, before, after } = request;
  return writeAudit(tx, ids, nowMs, {
    tenantId,
    actor,
    action: `change_request.${status.toLowerCase()}`,
    subject: publicId("changeRequest", request.id),
    before,
    after: {
      kind,
      subject,
      reason,
      after: after === null ? null : (JSON.parse(after) as unknown),
    },
  });
}
