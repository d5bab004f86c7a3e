import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import { isSteppedUp } from "../../http/step-up.ts";
import type { Credentials } from "./credentials.ts";
import type { Holder } from "./sessions.ts";
import type { AccountStore, GivenCredentials, LogInAccount } from "./types.ts";

/** Runs work on the holder's own account, locked, once what is asked for was proved. */
export type Gate = <T>(work: (tx: Transaction, account: LogInAccount) => Promise<T>) => Promise<T>;

/** The holder of a log-in by cookie, and when they last proved to be present. */
export interface PageHolder extends Holder {
  readonly steppedUpAtMs: number | null;
}

export function createGates(deps: {
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly credentials: Credentials;
}) {
  const { db, accounts, credentials } = deps;

  /** Nothing but the log-in. Refuses with LOG_IN_REQUIRED when the account has been disabled meanwhile. */
  const byLogIn =
    ({ id }: Holder): Gate =>
    (work) =>
      db.transaction(async (tx) => {
        const account = await accounts.lock(tx, id);
        if (account?.status !== "ACTIVE") throw errors.LOG_IN_REQUIRED();
        return work(tx, account);
      });

  /** Password, and the second factor of an account that has one. Refuses as `Credentials.prove` does. */
  const byProof =
    ({ id }: Holder, given: GivenCredentials, facts: RequestFacts): Gate =>
    async (work) => {
      const account = await accounts.findById(db, id);
      if (account === null) throw errors.LOG_IN_REQUIRED();
      return credentials.prove(account.email, given, "everything", facts, work);
    };

  return {
    byLogIn,
    byProof,
    /**
     * A proof within the last minutes, or the one that came with the request. Refuses with STEP_UP_REQUIRED without
     * either, else as `Credentials.prove` does.
     */
    byPresence: (
      holder: PageHolder,
      { password, ...codes }: Partial<GivenCredentials>,
      facts: RequestFacts,
    ): Gate => {
      if (password !== undefined) return byProof(holder, { password, ...codes }, facts);
      if (!isSteppedUp(holder.steppedUpAtMs, facts.nowMs)) throw errors.STEP_UP_REQUIRED();
      return byLogIn(holder);
    },
  };
}
export type Gates = ReturnType<typeof createGates>;
