import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, parsePublicId } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { countryOfAddress } from "./address-country.ts";
import type { Audience } from "./audiences.ts";
import { type AuditAccount, holderActor } from "./audit.ts";
import type { Credentials, Proof } from "./credentials.ts";
import { deviceOf } from "./device.ts";
import type { Notifier } from "./notices.ts";
import { revokeLink } from "./store-links.ts";
import * as store from "./store-sessions.ts";
import { isSessionToken, makeSessionToken } from "./token.ts";
import type {
  AccountKey,
  AccountStore,
  GivenCredentials,
  LogInAccount,
  Session,
  SessionId,
} from "./types.ts";

/** How often at most the last use of a log-in is written. */
const SEEN_EVERY_MS = 60_000;

/** A log-in, and the token that is shown once. */
export interface LoggedIn<A extends LogInAccount = LogInAccount> {
  readonly account: A;
  readonly session: Session;
  readonly token: string;
}

/** A log-in that goes on under a new token. */
export interface Renewed {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** The log-in that makes a request, and whose it is. */
export interface Holder extends AccountKey {
  readonly tenantId: LogInAccount["tenantId"];
  readonly sessionId: SessionId;
}

export interface SessionsDeps<A extends LogInAccount> {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly audience: Audience;
  readonly accounts: AccountStore<A>;
  readonly audit: AuditAccount;
  readonly credentials: Credentials<A>;
  readonly notifier: Notifier;
}

/** Log-ins: their begin, their check, and their end. */
export function createSessions<A extends LogInAccount>(deps: SessionsDeps<A>) {
  const { db, clock, ids, random, audience, accounts, audit, credentials, notifier } = deps;

  const isNewDevice = async (
    account: LogInAccount,
    device: string | null,
    nowMs: number,
  ): Promise<boolean> => {
    if (account.lastLoginAtMs === null) return false;
    const open = await store.listSessions(db, audience, account.id, nowMs);
    return !open.some((session) => session.device === device);
  };

  /**
   * Begins a log-in of an account that this transaction has locked, once its holder has proved who they are. The holder
   * is told when neither the address nor the device is known.
   */
  const open = async <B extends LogInAccount>(
    tx: Transaction,
    account: B,
    carrier: store.Carrier,
    by: { readonly isKnownAddress: boolean; readonly means: string | null },
    facts: RequestFacts,
  ): Promise<LoggedIn<B>> => {
    const { nowMs, ip } = facts;
    const device = deviceOf(facts.userAgent);
    const token = makeSessionToken(carrier, audience.name, random).reveal();
    const session: Session = {
      id: ids.next(audience.sessionKind),
      ip,
      device,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      steppedUpAtMs: nowMs,
      expiresAtMs: nowMs + audience.lifeMs,
    };
    if (!by.isKnownAddress && (await isNewDevice(account, device, nowMs)))
      await notifier.notify(tx, account, {
        kind: "NEW_DEVICE",
        device,
        place: ip,
        countryCode: countryOfAddress(ip),
        atMs: nowMs,
      });
    await store.insertSession(tx, account, { ...session, hash: sha256(token), carrier });
    await accounts.writeLogin(tx, account.id, nowMs);
    // Whoever can log in needs no way back: an open one could only serve somebody else.
    if (await revokeLink(tx, account, "INVITATION", nowMs))
      await audit(tx, account, holderActor(account, facts), "invitation_revoked");
    await audit(tx, account, holderActor(account, facts), "logged_in", { after: by.means });
    return { account: { ...account, lastLoginAtMs: nowMs }, session, token };
  };

  const meansOf = ({ second }: Proof, { totp }: GivenCredentials): string | null =>
    second === "right" && totp === undefined ? "RECOVERY_CODE" : null;

  return {
    open,

    /** The open log-in of a token and its account, which is ACTIVE; null whatever is wrong. */
    find: async (
      carrier: store.Carrier,
      token: string | null,
    ): Promise<{ readonly account: A; readonly session: Session } | null> => {
      if (token === null || !isSessionToken(carrier, audience.name, token)) return null;
      const nowMs = clock.nowMs();
      const session = await store.findByToken(db, audience, carrier, sha256(token), nowMs);
      const account = session === null ? null : await accounts.findById(db, session.accountId);
      if (session === null || account?.status !== "ACTIVE") return null;
      const seenBeforeMs = nowMs - SEEN_EVERY_MS;
      if (session.lastSeenAtMs <= seenBeforeMs) await store.touchSession(db, session.id, nowMs, seenBeforeMs);
      return { account, session };
    },

    /** Refuses as `Credentials.prove` does. */
    logIn: (
      email: string,
      given: GivenCredentials,
      carrier: store.Carrier,
      facts: RequestFacts,
    ): Promise<LoggedIn<A>> =>
      credentials.prove(email, given, "everything", facts, async (tx, account, proof) => {
        const means = meansOf(proof, given);
        if (means === "RECOVERY_CODE") {
          const change = "RECOVERY_CODE_USED";
          await notifier.notify(tx, account, { kind: "SECOND_FACTOR_CHANGED", change, atMs: facts.nowMs });
        }
        return open(tx, account, carrier, { ...proof, means }, facts);
      }),

    /**
     * The holder has proved to be present: the log-in goes on under a new token, so that one read before is worth
     * nothing. Refuses with LOG_IN_REQUIRED when it has ended.
     */
    renew: async (tx: Transaction, holder: Holder, nowMs: number): Promise<Renewed> => {
      const token = makeSessionToken("COOKIE", audience.name, random).reveal();
      const expiresAtMs = await store.renewSession(tx, holder, holder.sessionId, sha256(token), nowMs);
      if (expiresAtMs === null) throw errors.LOG_IN_REQUIRED();
      return { token, expiresAtMs };
    },

    /** The holder's account and this log-in; null when one of them has ended. */
    findOwn: async (holder: Holder): Promise<{ readonly account: A; readonly session: Session } | null> => {
      const account = await accounts.findById(db, holder.id);
      const open = await store.listSessions(db, audience, holder.id, clock.nowMs());
      const session = open.find(({ id }) => id === holder.sessionId);
      return account?.status !== "ACTIVE" || session === undefined ? null : { account, session };
    },

    /** The account's open log-ins, newest first. */
    listSessions: ({ id }: Pick<AccountKey, "id">): Promise<readonly Session[]> =>
      store.listSessions(db, audience, id, clock.nowMs()),

    /** Ends the holder's log-in, or another one of the same account. Refuses with RESOURCE_NOT_FOUND. */
    endSession: (holder: Holder, text: string | "current", facts: RequestFacts): Promise<void> => {
      const id = text === "current" ? holder.sessionId : parsePublicId(audience.sessionKind, text);
      if (id === null) throw errors.RESOURCE_NOT_FOUND();
      return db.transaction(async (tx) => {
        const ended = await store.deleteSession(tx, holder, id);
        if (!ended && text !== "current") throw errors.RESOURCE_NOT_FOUND();
        const verb = id === holder.sessionId ? "logged_out" : "session_ended";
        await audit(tx, holder, holderActor(holder, facts), verb);
      });
    },

    /** Ends all of the holder's other log-ins. Returns how many. */
    endOtherSessions: (holder: Holder, facts: RequestFacts): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessions(tx, holder, holder.sessionId);
        await audit(tx, holder, holderActor(holder, facts), "sessions_ended", { after: `${ended}` });
        return ended;
      }),

    /** Ends one log-in of an account, for somebody who may. False: there is none of this id. */
    endSessionOf: async (tx: Transaction, account: AccountKey, text: string): Promise<boolean> => {
      const id = parsePublicId(audience.sessionKind, text);
      return id !== null && store.deleteSession(tx, account, id);
    },

    /** Ends every log-in of an account: after a change of its status or of what it may do. */
    endAllSessions: (tx: Transaction, account: AccountKey): Promise<number> =>
      store.deleteSessions(tx, account),
  };
}
export type Sessions = ReturnType<typeof createSessions<LogInAccount>>;
