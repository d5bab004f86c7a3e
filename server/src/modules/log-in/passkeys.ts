import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import { type Id, type IdSource, parsePublicId } from "../../kit/ids.ts";
import type { Audience } from "./audiences.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import { logInErrors } from "./errors.ts";
import type { Gate } from "./gates.ts";
import * as ceremony from "./passkey-ceremony.ts";
import type { PasskeyQuestions } from "./passkey-questions.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { Holder, LoggedIn, Renewed, Sessions } from "./sessions.ts";
import * as store from "./store-passkeys.ts";
import { deleteRecoveryCodes, readSecondFactor } from "./store-second-factor.ts";
import { deleteSessions } from "./store-sessions.ts";
import type { AccountKey, AccountStore, LogInAccount } from "./types.ts";

/** Enough for the devices of one person. */
const PASSKEYS_MAX = 10;

export interface PasskeysDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly audience: Audience;
  readonly accounts: AccountStore;
  readonly questions: PasskeyQuestions;
  readonly audit: AuditAccount;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly requiresSecondFactor: (account: AccountKey) => Promise<boolean>;
}

/** Passkeys (WebAuthn): set up, used to log in or to prove to be present, removed. */
export function createPasskeys(deps: PasskeysDeps) {
  const { db, ids, audience, accounts, sessions, secondFactors } = deps;
  const { place, ask, take, verified } = deps.questions;

  /** Checks the answer of a passkey of this audience and writes its use. Returns whose it is, locked. */
  const use = async (
    tx: Transaction,
    response: AuthenticationResponseJSON,
    challenge: Buffer,
    facts: RequestFacts,
  ): Promise<LogInAccount> => {
    const credentialId = Buffer.from(response.id, "base64url");
    const owner = await store.findOwner(tx, audience.name, credentialId);
    // The account first, as everywhere, so that two transactions cannot wait for each other.
    const account = owner === null ? null : await accounts.lock(tx, owner);
    const passkey = await store.lockPasskey(tx, audience.name, credentialId);
    if (account?.status !== "ACTIVE" || passkey === null) throw logInErrors.PASSKEY_INVALID();
    const counted = await verified(ceremony.verifyRequest(response, challenge, passkey, place()), facts);
    await store.writePasskeyUse(tx, passkey.id, counted, facts.nowMs);
    return account;
  };

  return {
    listPasskeys: (account: AccountKey): Promise<readonly store.Passkey[]> => store.listPasskeys(db, account),

    /** Refuses as the gate does, with PASSKEYS_UNAVAILABLE and PASSKEY_LIMIT_REACHED. */
    beginPasskey: async (gate: Gate, { nowMs }: RequestFacts) => {
      const where = place();
      const { account, existing } = await gate(async (tx, holder) => ({
        account: holder,
        existing: await store.listPasskeys(tx, holder),
      }));
      if (existing.length >= PASSKEYS_MAX) throw logInErrors.PASSKEY_LIMIT_REACHED();
      const challenge = await ask("REGISTER", account.id, nowMs);
      return ceremony.creationOptions(account, existing, challenge, where);
    },

    /**
     * Keeps the public key of a new passkey. The account's first second factor brings its recovery codes. Refuses with
     * PASSKEY_INVALID, PASSKEY_EXISTS, PASSKEY_LIMIT_REACHED, and as the gate does.
     */
    addPasskey: async (
      gate: Gate,
      holder: Holder,
      { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
      facts: RequestFacts,
    ) => {
      const where = place();
      const challenge = await take("REGISTER", holder.id, response.response.clientDataJSON, facts.nowMs);
      const made = await verified(ceremony.verifyCreation(response, challenge, where), facts);
      return gate(async (tx, account) => {
        const before = await readSecondFactor(tx, account);
        if (before.passkeys >= PASSKEYS_MAX) throw logInErrors.PASSKEY_LIMIT_REACHED();
        const passkey = { ...made, id: ids.next("passkey"), name, createdAtMs: facts.nowMs };
        if (!(await store.insertPasskey(tx, account, passkey))) throw logInErrors.PASSKEY_EXISTS();
        await secondFactors.record(tx, account, "passkey_added", "PASSKEY_ADDED", facts);
        const isFirst = before.secret === null && before.passkeys === 0;
        const recoveryCodes = isFirst ? await secondFactors.makeCodes(tx, account) : [];
        return { passkey: { ...passkey, lastUsedAtMs: null }, recoveryCodes };
      });
    },

    /**
     * Removes one; the account's other log-ins end. Refuses with RESOURCE_NOT_FOUND, PASSKEY_DEMANDED for the last one of
     * an account without a password, SECOND_FACTOR_DEMANDED for the last factor of an account that needs one, and as the
     * gate does.
     */
    removePasskey: (gate: Gate, holder: Holder, publicText: string, facts: RequestFacts): Promise<void> => {
      const id: Id<"passkey"> | null = parsePublicId("passkey", publicText);
      if (id === null) throw errors.RESOURCE_NOT_FOUND();
      return gate(async (tx, account) => {
        if (!(await store.deletePasskey(tx, account, id))) throw errors.RESOURCE_NOT_FOUND();
        const left = await readSecondFactor(tx, account);
        if (left.passkeys === 0 && account.passwordHash === null) throw logInErrors.PASSKEY_DEMANDED();
        if (left.secret === null && left.passkeys === 0) {
          if (await deps.requiresSecondFactor(account)) throw logInErrors.SECOND_FACTOR_DEMANDED();
          await deleteRecoveryCodes(tx, account);
        }
        await deleteSessions(tx, account, holder.sessionId);
        await secondFactors.record(tx, account, "passkey_removed", "PASSKEY_REMOVED", facts);
      });
    },

    /** The question for a log-in: it names no account. Refuses with PASSKEYS_UNAVAILABLE. */
    beginPasskeyLogIn: async ({ nowMs }: RequestFacts) => {
      const where = place();
      return ceremony.requestOptions(null, await ask("LOG_IN", null, nowMs), where);
    },

    /** A log-in by the passkey alone: it proves possession and, by finger, face or PIN, the person. */
    logInByPasskey: async (response: AuthenticationResponseJSON, facts: RequestFacts): Promise<LoggedIn> => {
      const challenge = await take("LOG_IN", null, response.response.clientDataJSON, facts.nowMs);
      return db.transaction(async (tx) => {
        const account = await use(tx, response, challenge, facts);
        return sessions.open(tx, account, "COOKIE", { isKnownAddress: true, means: "PASSKEY" }, facts);
      });
    },

    /** The question for a proof of presence, for the account's own passkeys. Refuses with PASSKEYS_UNAVAILABLE. */
    beginPasskeyStepUp: async (account: AccountKey, { nowMs }: RequestFacts) => {
      const where = place();
      const own = await store.listPasskeys(db, account);
      return ceremony.requestOptions(own, await ask("STEP_UP", account.id, nowMs), where);
    },

    /** Proves presence by one of the holder's own passkeys. The log-in goes on under a new token. */
    stepUpByPasskey: async (
      holder: Holder,
      response: AuthenticationResponseJSON,
      facts: RequestFacts,
    ): Promise<Renewed> => {
      const challenge = await take("STEP_UP", holder.id, response.response.clientDataJSON, facts.nowMs);
      return db.transaction(async (tx) => {
        const account = await use(tx, response, challenge, facts);
        if (account.id !== holder.id) throw logInErrors.PASSKEY_INVALID();
        await deps.audit(tx, account, holderActor(account, facts), "stepped_up", { after: "PASSKEY" });
        return sessions.renew(tx, holder, facts.nowMs);
      });
    },

    /** Deletes questions that nobody answered. Returns the number of rows. */
    forgetOldChallenges: (nowMs: number): Promise<number> => store.deleteOldChallenges(db, nowMs),
  };
}
