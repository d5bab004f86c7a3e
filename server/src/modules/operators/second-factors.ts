import type { Database, Transaction } from "../../db/database.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import type { AuditOperator } from "./audit.ts";
import type { Credentials } from "./credentials.ts";
import { operatorErrors } from "./errors.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { secretContext } from "./second-factor-check.ts";
import * as store from "./store-second-factor.ts";
import { deleteSessions } from "./store-sessions.ts";
import { base32, makeTotpSecret, matchTotp, otpauthUrl } from "./totp.ts";
import type { GivenCredentials, Operator } from "./types.ts";

/** How long a new secret waits for its first code. */
const PENDING_FOR_MS = 60 * 60 * 1000;

export interface SecondFactorsDeps {
  readonly db: Database;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly audit: AuditOperator;
  readonly credentials: Credentials;
  readonly requireSecondFactor: boolean;
  /** The caller's account. */
  readonly own: (caller: OperatorCaller) => Promise<Operator>;
}

/** An operator's own second factor: set up, replace, remove, and its recovery codes. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { db, random, keyring, audit, credentials, requireSecondFactor, own } = deps;

  /** New codes that replace all earlier ones. */
  const renewCodes = async (tx: Transaction, operator: Operator): Promise<readonly string[]> => {
    const codes = makeRecoveryCodes(random);
    await store.replaceRecoveryCodes(tx, operator.id, codes.map(recoveryCodeHash));
    return codes;
  };

  const requireEnrolled = (operator: Operator): void => {
    if (!operator.hasSecondFactor) throw operatorErrors.SECOND_FACTOR_ABSENT();
  };

  return {
    /** The state of the second factor, without secrets. */
    secondFactor: async (caller: OperatorCaller) => {
      const found = await store.readSecondFactor(db, caller.operatorId, "look");
      return {
        object: "second_factor" as const,
        enrolled: found.secret !== null,
        required: requireSecondFactor,
        confirmedAt: found.confirmedAtMs === null ? null : new Date(found.confirmedAtMs).toISOString(),
        recoveryCodesLeft: found.codesLeft,
      };
    },

    /**
     * A secret to be confirmed within an hour; the current one stays in force until then. Refuses as
     * `Credentials.prove` does: an operator who already has a second factor must prove it.
     */
    beginSecondFactor: async (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) => {
      const { email } = await own(caller);
      return credentials.prove(email, given, "everything", facts, async (tx, operator) => {
        const secret = makeTotpSecret(random);
        const sealed = keyring.seal(secret, secretContext(operator));
        await store.writePending(tx, operator.id, sealed, facts.nowMs);
        await audit(tx, operator, operatorActor(caller, facts), "operator.second_factor_begun");
        return {
          object: "second_factor_secret" as const,
          secret: base32(secret),
          otpauthUrl: otpauthUrl(secret, { issuer: "Cauris", account: operator.email }),
          confirmBefore: new Date(facts.nowMs + PENDING_FOR_MS).toISOString(),
        };
      });
    },

    /**
     * Puts the secret in force once its holder has proved to know it, and returns the recovery codes. Ends the
     * account's other log-ins. Refuses with SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_INVALID.
     */
    confirmSecondFactor: async (caller: OperatorCaller, totp: string, facts: RequestFacts) => {
      const operator = await own(caller);
      return db.transaction(async (tx) => {
        const { pendingSecret, pendingAtMs } = await store.readSecondFactor(tx, operator.id, "lock");
        const { nowMs } = facts;
        if (pendingSecret === null || pendingAtMs === null || pendingAtMs + PENDING_FOR_MS <= nowMs)
          throw operatorErrors.SECOND_FACTOR_NOT_BEGUN();
        const secret = keyring.open(pendingSecret, secretContext(operator));
        const step = matchTotp(secret, totp, nowMs, null);
        if (step === null) throw operatorErrors.SECOND_FACTOR_INVALID();
        await store.confirmPending(tx, operator.id, step, nowMs);
        await deleteSessions(tx, operator.id, caller.sessionId);
        await audit(tx, operator, operatorActor(caller, facts), "operator.second_factor_confirmed");
        return { object: "recovery_codes" as const, recoveryCodes: await renewCodes(tx, operator) };
      });
    },

    /** Ten new codes. Refuses as `Credentials.prove` does, and with SECOND_FACTOR_ABSENT. */
    renewRecoveryCodes: async (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) => {
      const { email } = await own(caller);
      return credentials.prove(email, given, "everything", facts, async (tx, operator) => {
        requireEnrolled(operator);
        await audit(tx, operator, operatorActor(caller, facts), "operator.recovery_codes_renewed");
        return { object: "recovery_codes" as const, recoveryCodes: await renewCodes(tx, operator) };
      });
    },

    /**
     * Removes it. Refuses as `Credentials.prove` does, with SECOND_FACTOR_ABSENT, and with SECOND_FACTOR_DEMANDED when
     * every operator needs one.
     */
    removeSecondFactor: async (caller: OperatorCaller, given: GivenCredentials, facts: RequestFacts) => {
      if (requireSecondFactor) throw operatorErrors.SECOND_FACTOR_DEMANDED();
      const { email } = await own(caller);
      await credentials.prove(email, given, "everything", facts, async (tx, operator) => {
        requireEnrolled(operator);
        await store.deleteSecondFactor(tx, operator.id);
        await deleteSessions(tx, operator.id, caller.sessionId);
        await audit(tx, operator, operatorActor(caller, facts), "operator.second_factor_removed");
      });
    },
  };
}
