import type { Database } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type IdSource, parsePublicId } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { bearerOf } from "../access/index.ts";
import type { AuditOperator } from "./audit.ts";
import type { Credentials } from "./credentials.ts";
import * as store from "./store-sessions.ts";
import { isOperatorToken, makeOperatorToken } from "./token.ts";
import type { GivenCredentials, Operator } from "./types.ts";
import { type SessionView, viewSession } from "./view.ts";

/** A log-in lasts a working day. */
export const SESSION_LIFE_MS = 10 * 60 * 60 * 1000;
/** A log-in that is idle for this long ends. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** How often at most the last use of a log-in is written. */
const SEEN_EVERY_MS = 60_000;

export interface Login {
  readonly operator: Operator;
  readonly session: SessionView;
  readonly token: string;
}

export interface SessionsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly audit: AuditOperator;
  readonly credentials: Credentials;
  /** Whether operators without a second factor may do nothing but set one up. */
  readonly requireSecondFactor: boolean;
}

/** Log-ins: their begin, their check, and their end. */
export function createSessions(deps: SessionsDeps) {
  const { db, clock, ids, random, audit, credentials, requireSecondFactor } = deps;

  const callerOf = (operator: Operator, sessionId: OperatorCaller["sessionId"]): OperatorCaller => ({
    operatorId: operator.id,
    tenantId: operator.tenantId,
    scopeNo: operator.scopeNo,
    name: operator.name,
    permissions: operator.permissions,
    mustEnrolSecondFactor: requireSecondFactor && !operator.hasSecondFactor,
    sessionId,
  });
  const idOf = ({ operatorId: id, tenantId }: OperatorCaller) => ({ id, tenantId });

  return {
    /** Refuses with INVALID_OPERATOR_TOKEN, whatever is wrong. */
    authenticate: async (authorizationHeader: string | undefined): Promise<OperatorCaller> => {
      const text = bearerOf(authorizationHeader);
      if (text === null || !isOperatorToken(text)) throw errors.INVALID_OPERATOR_TOKEN();
      const nowMs = clock.nowMs();
      const holder = await store.findByToken(db, sha256(text), nowMs, nowMs - SESSION_IDLE_MS);
      if (holder === null || holder.status !== "ACTIVE") throw errors.INVALID_OPERATOR_TOKEN();
      const seenBeforeMs = nowMs - SEEN_EVERY_MS;
      if (holder.lastSeenAtMs <= seenBeforeMs)
        await store.touchSession(db, holder.sessionId, nowMs, seenBeforeMs);
      return callerOf(holder, holder.sessionId);
    },

    /** Refuses as `Credentials.prove` does. */
    logIn: (email: string, given: GivenCredentials, facts: RequestFacts): Promise<Login> =>
      credentials.prove(email, given, "everything", facts, async (tx, operator) => {
        const { nowMs, ip } = facts;
        const token = makeOperatorToken(random).reveal();
        const id = ids.next("operatorSession");
        const expiresAtMs = nowMs + SESSION_LIFE_MS;
        const row = { id, hash: sha256(token), operatorId: operator.id, ip, expiresAtMs };
        await store.insertSession(tx, row, nowMs);
        const after = given.totp === undefined && given.recoveryCode !== undefined ? "RECOVERY_CODE" : null;
        const actor = operatorActor(callerOf(operator, id), facts);
        await audit(tx, operator, actor, "operator.logged_in", { after });
        const session = { id, ip, createdAtMs: nowMs, lastSeenAtMs: nowMs, expiresAtMs };
        return { operator: { ...operator, lastLoginAtMs: nowMs }, session: viewSession(session, id), token };
      }),

    /** The caller's open log-ins. */
    listSessions: async (caller: OperatorCaller): Promise<SessionView[]> => {
      const nowMs = clock.nowMs();
      const open = await store.listSessions(db, caller.operatorId, nowMs, nowMs - SESSION_IDLE_MS);
      return open.map((session) => viewSession(session, caller.sessionId));
    },

    /** Ends the caller's log-in, or another one of the same account. Refuses with RESOURCE_NOT_FOUND. */
    endSession: (caller: OperatorCaller, text: string | "current", facts: RequestFacts): Promise<void> => {
      const id = text === "current" ? caller.sessionId : parsePublicId("operatorSession", text);
      if (id === null) throw errors.RESOURCE_NOT_FOUND();
      return db.transaction(async (tx) => {
        const ended = await store.deleteSession(tx, caller.operatorId, id);
        if (!ended && text !== "current") throw errors.RESOURCE_NOT_FOUND();
        const action = id === caller.sessionId ? "operator.logged_out" : "operator.session_ended";
        await audit(tx, idOf(caller), operatorActor(caller, facts), action);
      });
    },

    /** Ends all of the caller's other log-ins. Returns how many. */
    endOtherSessions: (caller: OperatorCaller, facts: RequestFacts): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessions(tx, caller.operatorId, caller.sessionId);
        await audit(tx, idOf(caller), operatorActor(caller, facts), "operator.sessions_ended", {
          after: `${ended}`,
        });
        return ended;
      }),

    /** Deletes ended log-ins. Returns the number of rows. */
    forgetOldSessions: (nowMs: number): Promise<number> =>
      store.deleteOldSessions(db, nowMs, nowMs - SESSION_IDLE_MS),
  };
}
