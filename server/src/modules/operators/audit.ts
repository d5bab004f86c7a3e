import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { Operator } from "./types.ts";

/** `before` and `after` are short public texts; absent when the act has none. */
export interface AuditTexts {
  readonly before?: string | null;
  readonly after?: string | null;
}

/** Writes an act on an account of this tenant, in the transaction of the act. */
export type AuditOperator = (
  tx: Transaction,
  operator: Pick<Operator, "tenantId" | "id">,
  actor: AuditActor,
  action: string,
  texts?: AuditTexts,
) => Promise<void>;

export function createOperatorAudit({
  ids,
  clock,
}: {
  readonly ids: IdSource;
  readonly clock: Clock;
}): AuditOperator {
  return (tx, operator, actor, action, { before = null, after = null } = {}) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: operator.tenantId,
      actor,
      action,
      subject: publicId("operator", operator.id),
      before,
      after,
    });
}
