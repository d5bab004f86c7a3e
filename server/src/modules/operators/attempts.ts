import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { addressShare } from "../../http/limits/index.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { sha256 } from "../../kit/secret.ts";
import {
  ACCOUNT_ATTEMPTS_MAX,
  ACCOUNT_WINDOW_MS,
  judgeAccount,
  judgePair,
  LOCKED_FOR_MS,
} from "./attempt-rules.ts";
import type { FailedAttempt, Journal } from "./journal.ts";
import * as store from "./store-attempts.ts";
import type { Operator } from "./types.ts";

/** How long an address stays known after its last log-in. */
const KNOWN_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** After a colleague unlocks an account, it is free of the delay that strangers cause for this long. */
const UNLOCKED_FOR_MS = 15 * 60 * 1000;

/** An admitted attempt: its password may be checked. */
export interface Attempt {
  readonly pair: store.AttemptSubject;
  readonly address: string;
  /** From this attempt on the account has a delay between attempts. */
  readonly beginsDelay: boolean;
}

/** Counts log-in attempts: per account and address, and per account over all addresses. */
export function createAttempts(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly journal: Journal;
}) {
  const { db, clock, journal } = deps;
  const accountOf = (email: string): Buffer => sha256(`account\n${email.toLowerCase()}`);

  const refuse = (waitMs: number): never => {
    throw errors.RATE_LIMITED({ limit: "login" }, Math.ceil(waitMs / 1_000));
  };

  return {
    /**
     * Counts the attempt before the password is checked, whether the account exists or not. Refuses with RATE_LIMITED:
     * after `ATTEMPTS_MAX` at an account from one address for 15 minutes; after `ACCOUNT_ATTEMPTS_MAX` from any address
     * for a growing time, except from addresses where its holder has logged in before.
     */
    admit: async (email: string, operator: Operator | null, facts: RequestFacts): Promise<Attempt> => {
      const nowMs = clock.nowMs();
      const { requestId, ip } = facts;
      const address = addressShare(ip);
      const account = accountOf(email);
      const pair = { subject: sha256(`${email.toLowerCase()}\n${address}`), account };
      const blocked = (reason: string): void =>
        journal.note({ action: "operator.login_blocked", operator, reason, requestId, ip });

      const counted = await store.countAttempt(db, pair, nowMs, nowMs - LOCKED_FOR_MS);
      const lock = judgePair(counted, nowMs);
      if (lock !== null) {
        if (lock.isNew) blocked("ADDRESS");
        return refuse(lock.waitMs);
      }
      const isExempt = await store.isExempt(db, email, address, nowMs, nowMs - KNOWN_FOR_MS);
      const judged = await db.transaction(async (tx) => {
        const known = await store.lockAccountCount(tx, account, nowMs);
        const verdict = judgeAccount(known, nowMs, isExempt);
        if ("next" in verdict) await store.writeAccountCount(tx, account, verdict.next);
        return verdict;
      });
      if ("waitMs" in judged) return refuse(judged.waitMs);
      return { pair, address, beginsDelay: judged.next.attempts === ACCOUNT_ATTEMPTS_MAX };
    },

    /** The attempt succeeded: its counts are cleared, and its address becomes known. */
    succeed: async (tx: Transaction, operator: Operator, { pair, address }: Attempt): Promise<void> => {
      await store.clearAttempts(tx, pair);
      await store.rememberAddress(tx, operator.id, address, clock.nowMs());
    },

    /** Records a wrong attempt. */
    fail: (
      { beginsDelay }: Attempt,
      operator: Operator | null,
      reason: FailedAttempt["reason"],
      { requestId, ip }: RequestFacts,
    ): void => {
      journal.note({ action: "operator.login_failed", operator, reason, requestId, ip });
      if (beginsDelay)
        journal.note({ action: "operator.login_blocked", operator, reason: "ACCOUNT", requestId, ip });
    },

    /** Allows attempts at the account again at once, from every address. */
    unlock: async (tx: Transaction, operator: Operator): Promise<void> => {
      await store.clearAttempts(tx, { account: accountOf(operator.email) });
      await store.writeUnlocked(tx, operator.id, clock.nowMs() + UNLOCKED_FOR_MS);
    },

    /** Returns the number of rows. */
    forgetOld: (nowMs: number): Promise<number> =>
      store.deleteOldAttempts(db, nowMs - ACCOUNT_WINDOW_MS, nowMs - KNOWN_FOR_MS),
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
