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
import type { Audience } from "./audiences.ts";
import type { FailedAttempt, Journal } from "./journal.ts";
import * as store from "./store-attempts.ts";
import type { AccountId, AccountStore, LogInAccount } from "./types.ts";

/** How long an address stays known after its last log-in. */
const KNOWN_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** After an account is unlocked, it is free of the delay that strangers cause for this long. */
const UNLOCKED_FOR_MS = 15 * 60 * 1000;
/** Asked about when the account is unknown, so that the answer takes as long. */
const NOBODY = "00000000-0000-0000-0000-000000000000" as AccountId;

/** An admitted attempt: its password may be checked. */
export interface Attempt {
  readonly pair: store.AttemptSubject;
  readonly address: string;
  /** Whether the holder has logged in from this address before. */
  readonly isKnownAddress: boolean;
  /** From this attempt on the account has a delay between attempts. */
  readonly beginsDelay: boolean;
}

export interface AttemptsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audience: Audience;
  readonly accounts: AccountStore;
  readonly journal: Journal;
}

/** Counts log-in attempts: per account and address, and per account over all addresses. */
export function createAttempts({ db, clock, audience, accounts, journal }: AttemptsDeps) {
  const subjectOf = (kind: "account" | "pair", email: string, address = ""): Buffer =>
    sha256([audience.name, kind, email.toLowerCase(), address].join("\n"));

  const refuse = (waitMs: number): never => {
    throw errors.RATE_LIMITED({ limit: "login" }, Math.ceil(waitMs / 1_000));
  };

  return {
    /**
     * Counts the attempt before the password is checked, whether the account exists or not. Refuses with RATE_LIMITED:
     * after `ATTEMPTS_MAX` at an account from one address for 15 minutes; after `ACCOUNT_ATTEMPTS_MAX` from any address
     * for a growing time, except from addresses where its holder has logged in before.
     */
    admit: async (email: string, known: LogInAccount | null, facts: RequestFacts): Promise<Attempt> => {
      const nowMs = clock.nowMs();
      const { requestId, ip } = facts;
      const address = addressShare(ip);
      const account = subjectOf("account", email);
      const pair = { subject: subjectOf("pair", email, address), account };
      const blocked = (reason: string): void =>
        journal.note({ event: "login_blocked", account: known, reason, requestId, ip });

      const counted = await store.countAttempt(db, pair, nowMs, nowMs - LOCKED_FOR_MS);
      const lock = judgePair(counted, nowMs);
      if (lock !== null) {
        if (lock.isNew) blocked("ADDRESS");
        return refuse(lock.waitMs);
      }
      const holder = known ?? { audience: audience.name, id: NOBODY };
      const isKnownAddress = await store.isKnownAddress(db, holder, address, nowMs - KNOWN_FOR_MS);
      const isExempt = isKnownAddress || (known?.unlockedUntilMs ?? 0) > nowMs;
      const judged = await db.transaction(async (tx) => {
        const count = await store.lockAccountCount(tx, account, nowMs);
        const verdict = judgeAccount(count, nowMs, isExempt);
        if ("next" in verdict) await store.writeAccountCount(tx, account, verdict.next);
        return verdict;
      });
      if ("waitMs" in judged) return refuse(judged.waitMs);
      return { pair, address, isKnownAddress, beginsDelay: judged.next.attempts === ACCOUNT_ATTEMPTS_MAX };
    },

    /** The attempt succeeded: its counts are cleared, and its address becomes known. */
    succeed: async (tx: Transaction, account: LogInAccount, { pair, address }: Attempt): Promise<void> => {
      await store.clearAttempts(tx, pair);
      await store.rememberAddress(tx, account, address, clock.nowMs());
    },

    /** Records a wrong attempt. */
    fail: (
      { beginsDelay }: Attempt,
      account: LogInAccount | null,
      reason: FailedAttempt["reason"],
      { requestId, ip }: RequestFacts,
    ): void => {
      journal.note({ event: "login_failed", account, reason, requestId, ip });
      if (beginsDelay) journal.note({ event: "login_blocked", account, reason: "ACCOUNT", requestId, ip });
    },

    /** Allows attempts at the account again at once, from every address. The caller has locked the account. */
    unlock: async (tx: Transaction, account: LogInAccount): Promise<void> => {
      await store.clearAttempts(tx, { account: subjectOf("account", account.email) });
      await accounts.writeUnlocked(tx, account.id, clock.nowMs() + UNLOCKED_FOR_MS);
    },

    /** Returns the number of rows. */
    forgetOld: (nowMs: number): Promise<number> =>
      store.deleteOldAttempts(db, nowMs - ACCOUNT_WINDOW_MS, nowMs - KNOWN_FOR_MS),
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
