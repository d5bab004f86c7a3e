import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import { type AccountActor, formatActor } from "../../kit/actor.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource, TenantId } from "../../kit/ids.ts";
import type { AccountKey } from "./types.ts";

/** `before` and `after` are short public texts; absent when the act has none. */
export interface AuditTexts {
  readonly before?: string | null;
  readonly after?: string | null;
}

/** An account as an actor. */
export const actorOf = ({ audience, id }: AccountKey): AccountActor =>
  audience === "operator"
    ? { kind: "operator", id: id as Id<"operator"> }
    : { kind: "person", id: id as Id<"person"> };

/** The holder of the account, for the audit log. */
export const holderActor = (
  account: AccountKey,
  { requestId, ip }: Pick<RequestFacts, "requestId" | "ip">,
): AuditActor => ({ ...actorOf(account), requestId, ip });

/**
 * Writes an act on an account in the transaction of the act. `verb` follows the kind of the account: `logged_in` of an
 * operator is `operator.logged_in`.
 */
export type AuditAccount = (
  tx: Transaction,
  account: AccountKey & { readonly tenantId: TenantId },
  actor: AuditActor,
  verb: string,
  texts?: AuditTexts,
) => Promise<void>;

export function createAccountAudit({
  ids,
  clock,
}: {
  readonly ids: IdSource;
  readonly clock: Clock;
}): AuditAccount {
  return (tx, account, actor, verb, { before = null, after = null } = {}) => {
    const subject = actorOf(account);
    return writeAudit(tx, ids, clock.nowMs(), {
      tenantId: account.tenantId,
      actor,
      action: `${subject.kind}.${verb}`,
      subject: formatActor(subject),
      before,
      after,
    });
  };
}
