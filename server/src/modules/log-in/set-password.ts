import type { Transaction } from "../../db/database.ts";
import type { Notifier } from "./notices.ts";
import type { Holder } from "./sessions.ts";
import { revokeLink } from "./store-links.ts";
import { deleteSessions } from "./store-sessions.ts";
import type { AccountStore, LogInAccount } from "./types.ts";

/**
 * Writes a password, or null for an account that is opened with a passkey. Ends every log-in but `except`, and the open
 * link to a new password. The caller has locked the account.
 */
export type SetPassword = (
  tx: Transaction,
  account: LogInAccount,
  passwordHash: string | null,
  except: Holder["sessionId"] | null,
  nowMs: number,
) => Promise<void>;

/** The one place that writes a password. The holder of an account that was open before is told. */
export function createSetPassword({
  accounts,
  notifier,
}: {
  readonly accounts: AccountStore;
  readonly notifier: Notifier;
}): SetPassword {
  return async (tx, account, passwordHash, except, nowMs) => {
    await accounts.writePassword(tx, account.id, passwordHash, nowMs);
    await deleteSessions(tx, account, except);
    await revokeLink(tx, account, "RESET", nowMs);
    if (passwordHash !== null && account.status !== "INVITED")
      await notifier.notify(tx, account, { kind: "PASSWORD_CHANGED", atMs: nowMs });
  };
}
