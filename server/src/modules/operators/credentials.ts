import type { Database, Transaction } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Random } from "../../kit/random.ts";
import type { Attempts } from "./attempts.ts";
import { operatorErrors } from "./errors.ts";
import { hashPassword, makePassword, passwordFits } from "./password.ts";
import type { SecondFactorCheck } from "./second-factor-check.ts";
import * as store from "./store.ts";
import type { GivenCredentials, Operator } from "./types.ts";

export interface CredentialsDeps {
  readonly db: Database;
  readonly random: Random;
  readonly attempts: Attempts;
  readonly checkSecondFactor: SecondFactorCheck;
}

/** What must be right: the password alone, or also the second factor of an account that has one. */
export type RequiredProof = "password" | "everything";

/** Checks identity: the only place that compares passwords and codes. */
export function createCredentials({ db, random, attempts, checkSecondFactor }: CredentialsDeps) {
  // Compared when the account is unknown, so that it takes as long as a wrong password.
  const nobody = hashPassword(makePassword(random), random);
  // A failure shows at the first log-in; here it must not crash the process.
  nobody.catch(() => {});

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
      work: (tx: Transaction, operator: Operator) => Promise<T>,
    ): Promise<T> => {
      const known = await store.findByEmail(db, email);
      const attempt = await attempts.admit(email, known, facts);
      const fits = await passwordFits(known?.passwordHash ?? (await nobody), given.password);
      if (known === null || !fits || known.status !== "ACTIVE") {
        attempts.fail(attempt, known, fits && known !== null ? "STATUS" : "PASSWORD", facts);
        throw operatorErrors.INVALID_CREDENTIALS();
      }
      const done = await db.transaction(async (tx) => {
        const operator = await store.lockById(tx, known.tenantId, known.id);
        // The password was changed or the account disabled during the check.
        if (operator?.passwordHash !== known.passwordHash || operator.status !== "ACTIVE") return "changed";
        const second =
          asked === "password" ? "right" : await checkSecondFactor(tx, operator, given, facts.nowMs);
        if (second !== "right") return second;
        await attempts.succeed(tx, operator, attempt);
        return { result: await work(tx, operator) };
      });
      if (typeof done === "object") return done.result;
      if (done === "missing") throw operatorErrors.SECOND_FACTOR_REQUIRED();
      if (done === "changed") throw operatorErrors.INVALID_CREDENTIALS();
      attempts.fail(attempt, known, "SECOND_FACTOR", facts);
      throw operatorErrors.SECOND_FACTOR_INVALID();
    },
  };
}
export type Credentials = ReturnType<typeof createCredentials>;
