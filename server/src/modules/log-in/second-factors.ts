import type { Database, Transaction } from "../../db/database.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import { logInErrors } from "./errors.ts";
import type { Gate } from "./gates.ts";
import type { Notifier, SecondFactorChange } from "./notices.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { secretContext } from "./second-factor-check.ts";
import type { Holder } from "./sessions.ts";
import * as store from "./store-second-factor.ts";
import { deleteSessions } from "./store-sessions.ts";
import { base32, makeTotpSecret, matchTotp, otpauthUrl } from "./totp.ts";
import type { AccountKey, LogInAccount } from "./types.ts";

/** How long a new secret waits for its first code. */
const PENDING_FOR_MS = 60 * 60 * 1000;

export interface SecondFactorsDeps {
  readonly db: Database;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly audit: AuditAccount;
  readonly notifier: Notifier;
  /** Whether the account needs a second factor for what it may do. */
  readonly requiresSecondFactor: (account: AccountKey) => Promise<boolean>;
}

/** A holder's own one-time passwords and recovery codes: set up, replace, remove. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { db, random, keyring, audit, notifier, requiresSecondFactor } = deps;

  const record = async (
    tx: Transaction,
    account: LogInAccount,
    verb: string,
    change: SecondFactorChange,
    facts: RequestFacts,
  ): Promise<void> => {
    await audit(tx, account, holderActor(account, facts), verb);
    await notifier.notify(tx, account, { kind: "SECOND_FACTOR_CHANGED", change, atMs: facts.nowMs });
  };

  /** Ten codes that replace all earlier ones. */
  const makeCodes = async (tx: Transaction, account: AccountKey): Promise<readonly string[]> => {
    const codes = makeRecoveryCodes(random);
    await store.replaceRecoveryCodes(tx, account, codes.map(recoveryCodeHash));
    return codes;
  };

  return {
    record,
    makeCodes,

    /** The state of the second factor, without secrets. */
    secondFactor: async (account: AccountKey) => {
      const found = await store.readSecondFactor(db, account);
      return {
        object: "second_factor" as const,
        enrolled: found.secret !== null || found.passkeys > 0,
        required: await requiresSecondFactor(account),
        confirmedAt: found.confirmedAtMs === null ? null : new Date(found.confirmedAtMs).toISOString(),
        totp: found.secret !== null,
        passkeys: found.passkeys,
        recoveryCodesLeft: found.codesLeft,
      };
    },

    /** A secret to be confirmed within an hour; the current one stays in force until then. Refuses as the gate does. */
    beginSecondFactor: (gate: Gate, facts: RequestFacts) =>
      gate(async (tx, account) => {
        const secret = makeTotpSecret(random);
        await store.writePending(tx, account, keyring.seal(secret, secretContext(account)), facts.nowMs);
        await audit(tx, account, holderActor(account, facts), "second_factor_begun");
        return {
          object: "second_factor_secret" as const,
          secret: base32(secret),
          otpauthUrl: otpauthUrl(secret, { issuer: "Cauris", account: account.email }),
          confirmBefore: new Date(facts.nowMs + PENDING_FOR_MS).toISOString(),
        };
      }),

    /**
     * Puts the secret in force once its holder has proved to know it, and returns the recovery codes. Ends the
     * account's other log-ins. Refuses as the gate does, and with SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_INVALID.
     */
    confirmSecondFactor: (gate: Gate, { sessionId }: Holder, totp: string, facts: RequestFacts) =>
      gate(async (tx, account) => {
        const { pendingSecret, pendingAtMs } = await store.readSecondFactor(tx, account);
        const { nowMs } = facts;
        if (pendingSecret === null || pendingAtMs === null || pendingAtMs + PENDING_FOR_MS <= nowMs)
          throw logInErrors.SECOND_FACTOR_NOT_BEGUN();
        const secret = keyring.open(pendingSecret, secretContext(account));
        const step = matchTotp(secret, totp, nowMs, null);
        if (step === null) throw logInErrors.SECOND_FACTOR_INVALID();
        await store.confirmPending(tx, account, step, nowMs);
        await deleteSessions(tx, account, sessionId);
        await record(tx, account, "second_factor_confirmed", "TOTP_SET", facts);
        return { object: "recovery_codes" as const, recoveryCodes: [...(await makeCodes(tx, account))] };
      }),

    /** Ten new codes. Refuses as the gate does, and with SECOND_FACTOR_ABSENT. */
    renewRecoveryCodes: (gate: Gate, facts: RequestFacts) =>
      gate(async (tx, account) => {
        const { secret, passkeys } = await store.readSecondFactor(tx, account);
        if (secret === null && passkeys === 0) throw logInErrors.SECOND_FACTOR_ABSENT();
        await record(tx, account, "recovery_codes_renewed", "RECOVERY_CODES_MADE", facts);
        return { object: "recovery_codes" as const, recoveryCodes: [...(await makeCodes(tx, account))] };
      }),

    /**
     * Removes the one-time passwords, and with the last factor the recovery codes. Refuses as the gate does, with
     * SECOND_FACTOR_ABSENT, and with SECOND_FACTOR_DEMANDED when the account needs a second factor and has no passkey.
     */
    removeSecondFactor: (gate: Gate, holder: Holder, facts: RequestFacts): Promise<void> =>
      gate(async (tx, account) => {
        const { secret, passkeys } = await store.readSecondFactor(tx, account);
        if (passkeys === 0 && (await requiresSecondFactor(account)))
          throw logInErrors.SECOND_FACTOR_DEMANDED();
        if (secret === null) throw logInErrors.SECOND_FACTOR_ABSENT();
        await store.deleteTotp(tx, account);
        if (passkeys === 0) await store.deleteRecoveryCodes(tx, account);
        await deleteSessions(tx, account, holder.sessionId);
        await record(tx, account, "second_factor_removed", "TOTP_REMOVED", facts);
      }),
  };
}
export type SecondFactors = ReturnType<typeof createSecondFactors>;
