import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Attempts } from "./attempts.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import type { Credentials } from "./credentials.ts";
import { logInErrors } from "./errors.ts";
import type { SecondFactorCheck } from "./second-factor-check.ts";
import type { Holder, Renewed, Sessions } from "./sessions.ts";
import { readSecondFactor, type SecondFactor } from "./store-second-factor.ts";
import type { AccountKey, AccountStore, LogInAccount } from "./types.ts";

export type StepUpMethod = "totp" | "passkey" | "password";

/**
 * How an account can prove that its holder is present: by its second factors, or by the password where there is none
 * and none is needed. Pure.
 */
export function stepUpMethods(
  { secret, passkeys }: Pick<SecondFactor, "secret" | "passkeys">,
  isRequired: boolean,
): readonly StepUpMethod[] {
  if (secret === null && passkeys === 0) return isRequired ? [] : ["password"];
  return [...(secret === null ? [] : ["totp" as const]), ...(passkeys === 0 ? [] : ["passkey" as const])];
}

export interface StepUpDeps {
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly audit: AuditAccount;
  readonly attempts: Attempts;
  readonly credentials: Credentials;
  readonly checkSecondFactor: SecondFactorCheck;
  readonly sessions: Sessions;
  readonly requiresSecondFactor: (account: AccountKey) => Promise<boolean>;
}

/** Proofs that the holder of an open log-in is still the one who sits there. */
export function createStepUp(deps: StepUpDeps) {
  const { db, accounts, audit, attempts, credentials, checkSecondFactor, sessions } = deps;

  const methodsOf = async (account: AccountKey): Promise<readonly StepUpMethod[]> =>
    stepUpMethods(await readSecondFactor(db, account), await deps.requiresSecondFactor(account));

  const refuseOther = async (account: AccountKey, method: StepUpMethod): Promise<void> => {
    const methods = await methodsOf(account);
    if (!methods.includes(method)) throw logInErrors.STEP_UP_METHOD_REFUSED({ methods });
  };

  const ownAccount = async ({ id }: Holder): Promise<LogInAccount> => {
    const account = await accounts.findById(db, id);
    if (account === null) throw errors.LOG_IN_REQUIRED();
    return account;
  };

  return {
    stepUpMethods: methodsOf,

    /**
     * Proves presence by a code of the authenticator app; the log-in goes on under a new token. Wrong
     * codes count like wrong passwords. Refuses with STEP_UP_METHOD_REFUSED, SECOND_FACTOR_INVALID, RATE_LIMITED.
     */
    stepUpByTotp: async (holder: Holder, totp: string, facts: RequestFacts): Promise<Renewed> => {
      const known = await ownAccount(holder);
      await refuseOther(known, "totp");
      const attempt = await attempts.admit(known.email, known, facts);
      const renewed = await db.transaction(async (tx) => {
        const account = await accounts.lock(tx, known.id);
        if (account?.status !== "ACTIVE") throw errors.LOG_IN_REQUIRED();
        if ((await checkSecondFactor(tx, account, { totp }, facts.nowMs)) !== "right") return null;
        await attempts.succeed(tx, account, attempt);
        await audit(tx, account, holderActor(account, facts), "stepped_up", { after: "TOTP" });
        return sessions.renew(tx, holder, facts.nowMs);
      });
      if (renewed !== null) return renewed;
      attempts.fail(attempt, known, "SECOND_FACTOR", facts);
      throw logInErrors.SECOND_FACTOR_INVALID();
    },

    /** The same by the password, as `stepUpMethods` allows. Refuses with STEP_UP_METHOD_REFUSED and as `prove` does. */
    stepUpByPassword: async (holder: Holder, password: string, facts: RequestFacts): Promise<Renewed> => {
      const { email, ...account } = await ownAccount(holder);
      await refuseOther(account, "password");
      return credentials.prove(email, { password }, "everything", facts, async (tx, own) => {
        await audit(tx, own, holderActor(own, facts), "stepped_up", { after: "PASSWORD" });
        return sessions.renew(tx, holder, facts.nowMs);
      });
    },
  };
}
