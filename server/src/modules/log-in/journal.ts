import { systemActor } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { formatActor } from "../../kit/actor.ts";
import type { Logger } from "../../kit/logger.ts";
import type { AfterAnswer } from "./after-answer.ts";
import type { Audience } from "./audiences.ts";
import { type AuditAccount, actorOf } from "./audit.ts";
import type { LogInAccount } from "./types.ts";

/**
 * An attempt that failed. Contains neither password nor e-mail address, because people type one in place of the other.
 */
export interface FailedAttempt {
  readonly event: "login_failed" | "login_blocked";
  /** Null: there is no such account. */
  readonly account: LogInAccount | null;
  readonly reason: string;
  readonly requestId: string;
  readonly ip: string;
}

export interface JournalDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly audience: Audience;
  readonly audit: AuditAccount;
  readonly afterAnswer: AfterAnswer;
  /** Called in the transaction that records that attempts at an account have to wait. */
  readonly onBlocked: (tx: Transaction, account: LogInAccount) => Promise<void>;
}

/**
 * Records failed log-ins: in the log at once, in the audit log of the account's tenant right after the answer. So an
 * existing account answers as fast as an unknown one.
 */
export function createJournal({ db, log, audience, audit, afterAnswer, onBlocked }: JournalDeps) {
  return {
    note: ({ account, requestId, ip, event, reason }: FailedAttempt): void => {
      const name = account === null ? "unknown" : formatActor(actorOf(account));
      log.warn(`${audience.kind}.${event}`, { account: name, address: ip, reason, requestId });
      if (account === null) return;
      afterAnswer.run(requestId, () =>
        db.transaction(async (tx) => {
          await audit(tx, account, { ...systemActor, requestId, ip }, event, { after: reason });
          if (event === "login_blocked") await onBlocked(tx, account);
        }),
      );
    },
  };
}
export type Journal = ReturnType<typeof createJournal>;
