import { type AuditActor, systemActor } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { TenantPermission } from "../../http/permissions.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { bearerOf } from "../access/index.ts";
import { createOperatorAudit } from "./audit.ts";
import { operatorErrors } from "./errors.ts";
import { createInvitations } from "./invitations.ts";
import { hashPassword, makePassword, passwordFits } from "./password.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { refuseExcess, refuseLesser } from "./rules.ts";
import * as store from "./store.ts";
import { endInvitation } from "./store-invitations.ts";
import { isOperatorToken, makeOperatorToken } from "./token.ts";
import type { NewOperator, Operator } from "./types.ts";
import { type OperatorView, viewOperator } from "./view.ts";

export interface OperatorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  /** Where people reach the service, without a slash at the end. */
  readonly publicUrl: string;
}

export interface Login {
  readonly operator: Operator;
  readonly token: string;
  readonly expiresAtMs: number;
}

export interface OperatorChange {
  readonly name?: string;
  readonly permissions?: readonly TenantPermission[];
  readonly status?: "ACTIVE" | "DISABLED";
}

export type Operators = ReturnType<typeof createOperators>;

/** A log-in lasts a working day. */
export const SESSION_LIFE_MS = 10 * 60 * 60 * 1000;
/** After `ATTEMPTS_MAX` wrong passwords an account rests this long for that address. */
export const LOCKED_FOR_MS = 15 * 60 * 1000;

export function createOperators({ db, clock, ids, random, keyring, publicUrl }: OperatorsDeps) {
  const audit = createOperatorAudit({ ids, clock });
  const invitations = createInvitations({ db, ids, random, keyring, publicUrl, audit });
  // Compared when the account is unknown, so that it takes as long as a wrong password.
  const nobody = hashPassword(makePassword(random), random);
  // A failure shows at the first log-in; here it must not end the process.
  nobody.catch(() => {});

  const insert = async (
    tx: Transaction,
    id: Id<"operator">,
    input: store.NewOperatorRow,
    actor: AuditActor,
  ): Promise<void> => {
    if (!(await store.insertOperator(tx, id, input, clock.nowMs())))
      throw operatorErrors.OPERATOR_EMAIL_TAKEN();
    await audit(tx, { tenantId: input.tenantId, id }, actor, "operator.created", {
      after: input.permissions.join(" "),
    });
  };

  const find = async (caller: OperatorCaller, id: string): Promise<Operator> => {
    const stored = parsePublicId("operator", id);
    const operator = stored === null ? null : await store.findById(db, caller.tenantId, stored);
    if (operator === null) throw errors.RESOURCE_NOT_FOUND();
    return operator;
  };

  const own = (caller: OperatorCaller): Promise<Operator> =>
    find(caller, publicId("operator", caller.operatorId));

  /** Counts the attempt before the password is looked at. Refuses with RATE_LIMITED one too many. */
  const admitAttempt = async (email: string, facts: RequestFacts): Promise<Buffer> => {
    const nowMs = clock.nowMs();
    const subject = sha256(`${email.toLowerCase()}\n${facts.ip}`);
    const { attempts, lastAtMs } = await store.countAttempt(db, subject, nowMs, nowMs - LOCKED_FOR_MS);
    if (attempts <= store.ATTEMPTS_MAX) return subject;
    throw errors.RATE_LIMITED({ limit: "login" }, Math.ceil((lastAtMs + LOCKED_FOR_MS - nowMs) / 1_000));
  };

  return {
    ...invitations,

    /** Refuses with INVALID_OPERATOR_TOKEN, whatever is wrong. */
    authenticate: async (authorizationHeader: string | undefined): Promise<OperatorCaller> => {
      const text = bearerOf(authorizationHeader);
      if (text === null || !isOperatorToken(text)) throw errors.INVALID_OPERATOR_TOKEN();
      const sessionHash = sha256(text);
      const operator = await store.findByToken(db, sessionHash, clock.nowMs());
      if (operator === null || operator.status !== "ACTIVE") throw errors.INVALID_OPERATOR_TOKEN();
      return callerOf(operator, sessionHash);
    },

    /** An operator of a first start. Returns false when there is one with this address already. */
    addFirst: async (
      tx: Transaction,
      input: Omit<NewOperator, "permissions"> & { readonly password: string },
      permissions: readonly TenantPermission[],
    ): Promise<boolean> => {
      if ((await store.findByEmail(tx, input.email)) !== null) return false;
      const { password, ...rest } = input;
      const passwordHash = await hashPassword(password, random);
      const row = { ...rest, permissions, passwordHash, createdBy: null };
      await insert(tx, ids.next("operator"), row, systemActor);
      return true;
    },
    hasPassword: async (tx: Transaction, email: string, password: string): Promise<boolean> => {
      const known = await store.findByEmail(tx, email);
      return known?.passwordHash != null && passwordFits(known.passwordHash, password);
    },
    /** Only of an account that nobody has touched: a password that a person chose stays. Returns whether it did. */
    replaceFirstPassword: async (
      tx: Transaction,
      email: string,
      password: string,
      actor: AuditActor,
    ): Promise<boolean> => {
      const known = await store.findByEmail(tx, email);
      if (known === null || known.version !== 1 || known.createdBy !== null) return false;
      await store.replaceFirstPassword(tx, known.id, await hashPassword(password, random));
      await audit(tx, known, actor, "operator.password_changed");
      return true;
    },

    /**
     * Refuses with INVALID_CREDENTIALS whatever is wrong, and RATE_LIMITED after `ATTEMPTS_MAX` wrong passwords for an
     * account from one address, whether the account exists or not.
     */
    logIn: async (email: string, password: string, facts: RequestFacts): Promise<Login> => {
      const subject = await admitAttempt(email, facts);
      const nowMs = clock.nowMs();
      const operator = await store.findByEmail(db, email);
      const fits = await passwordFits(operator?.passwordHash ?? (await nobody), password);
      if (operator === null || !fits || operator.status !== "ACTIVE")
        throw operatorErrors.INVALID_CREDENTIALS();
      const token = makeOperatorToken(random).reveal();
      const expiresAtMs = nowMs + SESSION_LIFE_MS;
      await db.transaction(async (tx) => {
        await store.clearAttempts(tx, subject);
        const session = { hash: sha256(token), operatorId: operator.id, ip: facts.ip, expiresAtMs };
        await store.insertSession(tx, session, nowMs);
        const actor = operatorActor(callerOf(operator, session.hash), facts);
        await audit(tx, operator, actor, "operator.logged_in");
      });
      return { operator: { ...operator, lastLoginAtMs: nowMs }, token, expiresAtMs };
    },

    /** Ends the log-in that asks. */
    logOut: async (caller: OperatorCaller, facts: RequestFacts): Promise<OperatorView> => {
      const operator = await own(caller);
      await db.transaction(async (tx) => {
        await store.deleteSession(tx, caller.sessionHash);
        await audit(tx, operator, operatorActor(caller, facts), "operator.logged_out");
      });
      return viewOperator(operator);
    },

    /**
     * One's own password. Ends every log-in of the account, the one that asks too. Refuses with
     * INVALID_CREDENTIALS when the current password is wrong; wrong ones count as those of log-ins do.
     */
    changePassword: async (
      caller: OperatorCaller,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { email, name } = await own(caller);
      const subject = await admitAttempt(email, facts);
      const known = await store.findByEmail(db, email);
      if (known?.passwordHash == null || !(await passwordFits(known.passwordHash, passwords.currentPassword)))
        throw operatorErrors.INVALID_CREDENTIALS();
      await refuseWeakPassword("newPassword", passwords.newPassword, { email, name });
      const passwordHash = await hashPassword(passwords.newPassword, random);
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, caller.operatorId);
        // Somebody else changed it while we looked.
        if (operator?.passwordHash !== known.passwordHash) throw operatorErrors.INVALID_CREDENTIALS();
        await store.updatePassword(tx, operator.id, passwordHash, facts.nowMs);
        await store.deleteSessions(tx, operator.id);
        await store.clearAttempts(tx, subject);
        await audit(tx, operator, operatorActor(caller, facts), "operator.password_changed");
        return viewOperator(await reread(tx, operator));
      });
    },

    /** Who asks. */
    me: async (caller: OperatorCaller): Promise<OperatorView> => viewOperator(await own(caller)),

    list: async (caller: OperatorCaller): Promise<OperatorView[]> =>
      (await store.listByTenant(db, caller.tenantId)).map(viewOperator),

    get: async (caller: OperatorCaller, id: string): Promise<OperatorView> =>
      viewOperator(await find(caller, id)),

    /**
     * Refuses with OPERATOR_OWN_ACCOUNT a change of one's own permissions or status, with OPERATOR_EXCEEDS_CALLER that of
     * somebody who may do more, with OPERATOR_EXCEEDS_CREATOR more permissions than the caller has. Disabling ends every
     * log-in and the open link at once.
     */
    change: async (
      caller: OperatorCaller,
      id: string,
      change: OperatorChange,
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { id: operatorId } = await find(caller, id);
      const isOwn = operatorId === caller.operatorId;
      if (isOwn && (change.permissions !== undefined || change.status !== undefined)) {
        throw operatorErrors.OPERATOR_OWN_ACCOUNT();
      }
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, operatorId);
        if (operator === null) throw errors.RESOURCE_NOT_FOUND();
        if (!isOwn) refuseLesser(caller, operator);
        if (change.permissions !== undefined) refuseExcess(caller, change.permissions);
        const status = change.status ?? operator.status;
        const next = {
          name: change.name ?? operator.name,
          permissions: change.permissions ?? operator.permissions,
          status: status === "ACTIVE" && operator.passwordHash === null ? ("INVITED" as const) : status,
        };
        await store.updateOperator(tx, operatorId, next, facts.nowMs);
        if (next.status === "DISABLED") {
          await store.deleteSessions(tx, operatorId);
          await endInvitation(tx, operatorId, facts.nowMs);
        }
        await audit(tx, operator, operatorActor(caller, facts), "operator.changed", {
          before: words(operator),
          after: words(next),
        });
        return viewOperator(await reread(tx, operator));
      });
    },

    /** Forgets log-ins that have expired. Returns the number of rows. */
    forgetOld: (nowMs: number): Promise<number> => store.deleteOld(db, nowMs, nowMs - LOCKED_FOR_MS),
  };
}

const words = (operator: {
  readonly name: string;
  readonly status: string;
  readonly permissions: readonly string[];
}): string => [operator.name, operator.status, ...operator.permissions].join(" ");

const callerOf = (operator: Operator, sessionHash: Buffer): OperatorCaller => ({
  operatorId: operator.id,
  tenantId: operator.tenantId,
  scopeNo: operator.scopeNo,
  name: operator.name,
  permissions: operator.permissions,
  sessionHash,
});

async function reread(
  tx: Transaction,
  { tenantId, id }: Pick<Operator, "tenantId" | "id">,
): Promise<Operator> {
  const operator = await store.findById(tx, tenantId, id);
  if (operator === null) throw new Error("a row that we hold has gone");
  return operator;
}
