import type { AuditActor } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { recordOrigin } from "../../db/origins.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Random } from "../../kit/random.ts";
import type { AfterAnswer } from "./after-answer.ts";
import type { Attempts } from "./attempts.ts";
import { type AuditAccount, actorOf, holderActor } from "./audit.ts";
import type { Credentials } from "./credentials.ts";
import { logInErrors } from "./errors.ts";
import type { Links } from "./links.ts";
import type { Notifier } from "./notices.ts";
import { hashPassword } from "./password.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import type { Holder } from "./sessions.ts";
import { revokeLink, useLink } from "./store-links.ts";
import { deletePasskeys } from "./store-passkeys.ts";
import { deleteRecoveryCodes, deleteTotp } from "./store-second-factor.ts";
import { deleteSessions } from "./store-sessions.ts";
import type { AccountStore, LogInAccount } from "./types.ts";

export interface RecoveryDeps {
  readonly db: Database;
  readonly random: Random;
  readonly accounts: AccountStore;
  readonly audit: AuditAccount;
  readonly attempts: Attempts;
  readonly credentials: Credentials;
  readonly links: Links;
  readonly notifier: Notifier;
  readonly afterAnswer: AfterAnswer;
}

type Facts = Pick<RequestFacts, "requestId" | "ip" | "nowMs">;
interface NewPassword {
  readonly token: string;
  readonly password: string;
}

/** Passwords: changed, forgotten and set by a link; and accounts that are locked or lost. */
export function createRecovery(deps: RecoveryDeps) {
  const { db, random, accounts, audit, attempts, credentials, links, notifier, afterAnswer } = deps;

  /** The one place that writes a password. Ends every log-in but `except`, and the open link to a new password. */
  const setPassword = async (
    tx: Transaction,
    account: LogInAccount,
    passwordHash: string,
    except: Holder["sessionId"] | null,
    nowMs: number,
  ): Promise<void> => {
    await accounts.writePassword(tx, account.id, passwordHash, nowMs);
    await deleteSessions(tx, account, except);
    await revokeLink(tx, account, "RESET", nowMs);
    if (account.passwordHash !== null)
      await notifier.notify(tx, account, { kind: "PASSWORD_CHANGED", atMs: nowMs });
  };

  return {
    /**
     * Changes one's own password. Ends every other log-in of the account. Refuses as `Credentials.prove` does, and a
     * weak password with VALIDATION_ERROR.
     */
    changePassword: async (
      holder: Holder,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<void> => {
      const own = await accounts.findById(db, holder.id);
      if (own === null) throw errors.LOG_IN_REQUIRED();
      await refuseWeakPassword("newPassword", passwords.newPassword, own);
      const given = { password: passwords.currentPassword };
      const passwordHash = await hashPassword(passwords.newPassword, random);
      await credentials.prove(own.email, given, "password", facts, async (tx, account) => {
        await setPassword(tx, account, passwordHash, holder.sessionId, facts.nowMs);
        await audit(tx, account, holderActor(account, facts), "password_changed");
      });
    },

    /**
     * Sends a link to a new password after the answer, which is the same for an unknown account. Refuses with
     * MAIL_NOT_CONFIGURED, whoever asks.
     */
    forgot: (email: string, { requestId, nowMs }: Facts): void => {
      notifier.requireMail();
      afterAnswer.run(requestId, async () => {
        const account = await accounts.findByEmail(db, email);
        if (account !== null) await db.transaction((tx) => links.sendReset(tx, account.id, nowMs));
      });
    },

    /**
     * Sets a password by a link. Ends every log-in; the second factor stays. Refuses with LOG_IN_LINK_INVALID whatever
     * is wrong with the link, and a weak password with VALIDATION_ERROR.
     */
    reset: async ({ token, password }: NewPassword, facts: Facts): Promise<void> => {
      const found = await links.find("RESET", token);
      if (found === null) throw logInErrors.LOG_IN_LINK_INVALID();
      await refuseWeakPassword("password", password, found.account);
      const passwordHash = await hashPassword(password, random);
      await db.transaction(async (tx) => {
        const account = await accounts.lock(tx, found.account.id);
        if (account?.status !== "ACTIVE" || !(await useLink(tx, found.hash, facts.nowMs)))
          throw logInErrors.LOG_IN_LINK_INVALID();
        await setPassword(tx, account, passwordHash, null, facts.nowMs);
        await attempts.unlock(tx, account);
        await audit(tx, account, holderActor(account, facts), "password_reset");
      });
    },

    /** Ends the delays after wrong passwords by a link. Refuses with LOG_IN_LINK_INVALID. */
    unlockByLink: async (token: string, facts: Facts): Promise<void> => {
      const found = await links.find("UNLOCK", token);
      if (found === null) throw logInErrors.LOG_IN_LINK_INVALID();
      await db.transaction(async (tx) => {
        const account = await accounts.lock(tx, found.account.id);
        if (account === null || !(await useLink(tx, found.hash, facts.nowMs)))
          throw logInErrors.LOG_IN_LINK_INVALID();
        await attempts.unlock(tx, account);
        await audit(tx, account, holderActor(account, facts), "unlocked");
      });
    },

    /** Ends them on behalf of somebody else, in their transaction. The caller has locked the account. */
    unlock: async (tx: Transaction, account: LogInAccount, actor: AuditActor): Promise<void> => {
      await attempts.unlock(tx, account);
      await audit(tx, account, actor, "unlocked");
    },

    /**
     * Opens the account of an invitation with a password that only its holder knows: an account that was never used, or
     * one whose second factor is lost. Ends every log-in and removes every second factor. Null whatever is wrong with
     * the link; refuses a weak password with VALIDATION_ERROR.
     */
    acceptInvitation: async (
      { token, password }: NewPassword,
      facts: Facts,
    ): Promise<LogInAccount | null> => {
      const found = await links.find("INVITATION", token);
      if (found === null) return null;
      await refuseWeakPassword("password", password, found.account);
      const passwordHash = await hashPassword(password, random);
      return db.transaction(async (tx) => {
        const account = await accounts.lock(tx, found.account.id);
        if (account === null || account.status === "DISABLED") return null;
        if (!(await useLink(tx, found.hash, facts.nowMs))) return null;
        await setPassword(tx, account, passwordHash, null, facts.nowMs);
        await deleteTotp(tx, account);
        await deletePasskeys(tx, account);
        await deleteRecoveryCodes(tx, account);
        const { issuer } = found;
        // The person who issued the link may have read it.
        if (issuer !== null) {
          const maker = actorOf({
            audience: issuer.kind === "operator" ? "operator" : "merchant",
            id: issuer.id,
          });
          await recordOrigin(tx, actorOf(account), maker, "created", facts.nowMs);
        }
        const texts = { before: account.status };
        await audit(tx, account, holderActor(account, facts), "invitation_accepted", texts);
        return account;
      });
    },
  };
}
