import type { Database, Transaction } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Random } from "../../kit/random.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import { logInErrors } from "./errors.ts";
import { hashPassword, makePassword, passwordFits } from "./password.ts";
import { type CodeVerdict, type SecondFactorCheck, secondFactorMethods } from "./second-factor-check.ts";
import { readSecondFactor } from "./store-second-factor.ts";
import type { AccountStore, GivenCredentials, LogInAccount } from "./types.ts";

export interface CredentialsDeps<A extends LogInAccount> {
  readonly db: Database;
  readonly random: Random;
  readonly accounts: AccountStore<A>;
  readonly attempts: Attempts;
  readonly checkSecondFactor: SecondFactorCheck;
}

/** What must be right: the password alone, or also the second factor of an account that has one. */
export type RequiredProof = "password" | "everything";

/** What was proved besides the password, and where. */
export interface Proof {
  readonly second: Extract<CodeVerdict, "right" | "not needed">;
  readonly isKnownAddress: Attempt["isKnownAddress"];
}

/** Checks identity: the only place that compares passwords and codes. */
export function createCredentials<A extends LogInAccount>(deps: CredentialsDeps<A>) {
  const { db, random, accounts, attempts, checkSecondFactor } = deps;
  let made: Promise<string> | undefined;
  /** Compared when the account is unknown, so that it takes as long as a wrong password. */
  const nobody = (): Promise<string> => {
    made ??= hashPassword(makePassword(random), random);
    return made;
  };

  return {
    /**
     * Runs `work` in the transaction that uses the code up, once all credentials are right. Refuses with
     * INVALID_CREDENTIALS whatever is wrong with account or password, with SECOND_FACTOR_REQUIRED,
     * SECOND_FACTOR_INVALID, and with RATE_LIMITED for too many attempts, whether the account exists or not.
     */
    prove: async <T>(
      email: string,
      given: GivenCredentials,
      asked: RequiredProof,
      facts: RequestFacts,
      work: (tx: Transaction, account: A, proof: Proof) => Promise<T>,
    ): Promise<T> => {
      const known = await accounts.findByEmail(db, email);
      const attempt = await attempts.admit(email, known, facts);
      // Awaited for known accounts too, which are then not faster at the first attempt of a process.
      const standIn = await nobody();
      const fits = await passwordFits(known?.passwordHash ?? standIn, given.password);
      if (known === null || !fits || known.status !== "ACTIVE") {
        attempts.fail(attempt, known, fits && known !== null ? "STATUS" : "PASSWORD", facts);
        throw logInErrors.INVALID_CREDENTIALS();
      }
      const done = await db.transaction(async (tx) => {
        const account = await accounts.lock(tx, known.id);
        // The password was changed or the account disabled during the check.
        if (account?.passwordHash !== known.passwordHash || account.status !== "ACTIVE") return "changed";
        const second =
          asked === "password" ? "not needed" : await checkSecondFactor(tx, account, given, facts.nowMs);
        if (second === "wrong" || second === "missing") return second;
        await attempts.succeed(tx, account, attempt);
        const { isKnownAddress } = attempt;
        return { result: await work(tx, account, { second, isKnownAddress }) };
      });
      if (typeof done === "object") return done.result;
      if (done === "changed") throw logInErrors.INVALID_CREDENTIALS();
      if (done === "missing") {
        const methods = secondFactorMethods(await readSecondFactor(db, known));
        throw logInErrors.SECOND_FACTOR_REQUIRED({ methods });
      }
      attempts.fail(attempt, known, "SECOND_FACTOR", facts);
      throw logInErrors.SECOND_FACTOR_INVALID();
    },
  };
}
export type Credentials<A extends LogInAccount = LogInAccount> = ReturnType<typeof createCredentials<A>>;
