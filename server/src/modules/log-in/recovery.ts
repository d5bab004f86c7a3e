import type { AuditActor } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Random } from "../../kit/random.ts";
import type { AfterAnswer } from "./after-answer.ts";
import type { Attempts } from "./attempts.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import type { Credentials } from "./credentials.ts";
import { logInErrors } from "./errors.ts";
import type { Gates, PageHolder } from "./gates.ts";
import type { Links } from "./links.ts";
import type { Notifier } from "./notices.ts";
import { hashPassword } from "./password.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import type { Holder } from "./sessions.ts";
import type { SetPassword } from "./set-password.ts";
import { useLink } from "./store-links.ts";
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
  readonly setPassword: SetPassword;
  readonly gates: Gates;
}

type Facts = Pick<RequestFacts, "requestId" | "ip" | "nowMs">;
interface NewPassword {
  readonly token: string;
  readonly password: string;
}

/** Passwords: changed, forgotten and set by a link; and accounts that are locked or lost. */
export function createRecovery(deps: RecoveryDeps) {
  const { db, random, accounts, audit, attempts, credentials, links, notifier, afterAnswer } = deps;
  const { setPassword, gates } = deps;

  return {
    /**
     * Changes one's own password. Ends every other log-in of the account. Refuses as `Credentials.prove` does, a weak
     * password with VALIDATION_ERROR, and an account that has none with PASSWORD_ABSENT.
     */
    changePassword: async (
      holder: Holder,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<void> => {
      const own = await accounts.findById(db, holder.id);
      if (own === null) throw errors.LOG_IN_REQUIRED();
      if (own.passwordHash === null) throw logInErrors.PASSWORD_ABSENT();
      await refuseWeakPassword("newPassword", passwords.newPassword, own);
      const given = { password: passwords.currentPassword };
      const passwordHash = await hashPassword(passwords.newPassword, random);
      await credentials.prove(own.email, given, "password", facts, async (tx, account) => {
        await setPassword(tx, account, passwordHash, holder.sessionId, facts.nowMs);
        await audit(tx, account, holderActor(account, facts), "password_changed");
      });
    },

    /**
     * Sets the first password of an account that was opened with a passkey. Ends every other log-in of the account. Refuses
     * a weak password, and an account that has a password, with VALIDATION_ERROR, and without a proof of presence with
     * STEP_UP_REQUIRED.
     */
    setFirstPassword: async (holder: PageHolder, password: string, facts: RequestFacts): Promise<void> => {
      const own = await accounts.findById(db, holder.id);
      if (own === null) throw errors.LOG_IN_REQUIRED();
      const gate = gates.byPresence(holder, {}, facts);
      await refuseWeakPassword("newPassword", password, own);
      const passwordHash = await hashPassword(password, random);
      await gate(async (tx, account) => {
        if (account.passwordHash !== null)
          throw errors.VALIDATION_ERROR({ fields: [currentPasswordMissing] });
        await setPassword(tx, account, passwordHash, holder.sessionId, facts.nowMs);
        await audit(tx, account, holderActor(account, facts), "password_changed", { before: "NONE" });
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
  };
}

const currentPasswordMissing = {
  path: "currentPassword",
  rule: "required",
  message: "currentPassword is required: the account has a password.",
};
