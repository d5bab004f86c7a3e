import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { type Id, publicId, type TenantId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { AuditOperator } from "./audit.ts";

/**
 * An attempt that failed. Contains neither password nor e-mail address, because people type one in place of the other.
 */
export interface FailedAttempt {
  readonly action: "operator.login_failed" | "operator.login_blocked";
  /** Null: there is no such account. */
  readonly operator: { readonly id: Id<"operator">; readonly tenantId: TenantId } | null;
  readonly reason: string;
  readonly requestId: string;
  readonly ip: string;
}

/** More than this at once is an attack, which the log shows anyway. */
const WAITING_MAX = 1_000;

/**
 * Records failed log-ins: in the log at once, in the audit log of the account's tenant right after the answer. So an
 * existing account answers as fast as an unknown one.
 */
export function createJournal(deps: {
  readonly db: Database;
  readonly log: Logger;
  readonly audit: AuditOperator;
}) {
  const { db, log, audit } = deps;
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const write = async (attempt: FailedAttempt): Promise<void> => {
    const { operator, requestId, ip, action, reason } = attempt;
    try {
      if (operator === null) return;
      const actor = { ...systemActor, requestId, ip };
      await db.transaction((tx) => audit(tx, operator, actor, action, { after: reason }));
    } catch (error) {
      log.error("operator.login.unrecorded", { requestId, error });
    } finally {
      waiting -= 1;
    }
  };

  return {
    note: (attempt: FailedAttempt): void => {
      const { operator, requestId, ip, action, reason } = attempt;
      const account = operator === null ? "unknown" : publicId("operator", operator.id);
      log.warn(action, { account, address: ip, reason, requestId });
      if (waiting >= WAITING_MAX) return;
      waiting += 1;
      last = last.then(() => write(attempt));
    },
    /** Resolves once all recorded attempts are written. */
    settled: (): Promise<void> => last,
  };
}
export type Journal = ReturnType<typeof createJournal>;
