import { type AuditActor, systemActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import {
  type IdempotencyClaim,
  type OperatorCaller,
  operatorActor,
  type RequestFacts,
} from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { bearerOf } from "../access/index.ts";
import { operatorErrors } from "./errors.ts";
import { hashPassword, makePassword, passwordFits } from "./password.ts";
import * as store from "./store.ts";
import { isOperatorToken, makeOperatorToken } from "./token.ts";
import type { NewOperator, Operator, OperatorStatus } from "./types.ts";
import { type OperatorView, viewOperator } from "./view.ts";

export interface OperatorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
}

export interface Login {
  readonly operator: Operator;
  readonly token: string;
  readonly expiresAtMs: number;
}

export interface NewOperatorBody {
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly TenantPermission[];
}

export interface OperatorChange {
  readonly name?: string;
  readonly permissions?: readonly TenantPermission[];
  readonly status?: OperatorStatus;
}

export type Operators = ReturnType<typeof createOperators>;

/** A log-in lasts a working day. */
export const SESSION_LIFE_MS = 10 * 60 * 60 * 1000;
/** After `ATTEMPTS_MAX` wrong passwords an account rests this long for that address. */
export const LOCKED_FOR_MS = 15 * 60 * 1000;

export function createOperators({ db, clock, ids, random, keyring }: OperatorsDeps) {
  // Compared when the account is unknown, so that it takes as long as a wrong password.
  const nobody = hashPassword(makePassword(random), random);
  // A failure shows at the first log-in; here it must not end the process.
  nobody.catch(() => {});

  const audit = (
    tx: Transaction,
    operator: Pick<Operator, "tenantId" | "id">,
    actor: AuditActor,
    action: string,
    words: { readonly before: string | null; readonly after: string | null },
  ): Promise<void> =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: operator.tenantId,
      merchantNo: null,
      actor,
      action,
      subject: publicId("operator", operator.id),
      ...words,
    });

  const insert = async (
    tx: Transaction,
    id: Id<"operator">,
    input: store.NewOperatorRow,
    actor: AuditActor,
  ): Promise<void> => {
    if (!(await store.insertOperator(tx, id, input, clock.nowMs())))
      throw operatorErrors.OPERATOR_EMAIL_TAKEN();
    await audit(tx, { tenantId: input.tenantId, id }, actor, "operator.created", {
      before: null,
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

  /** Nobody hands out what it has not. */
  const refuseExcess = (caller: OperatorCaller, wanted: readonly TenantPermission[]): void => {
    const exceeds = wanted.filter((permission) => !hasPermission(caller.permissions, permission));
    if (exceeds.length > 0) throw operatorErrors.OPERATOR_EXCEEDS_CREATOR({ exceeds });
  };

  return {
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
      input: Omit<NewOperator, "permissions">,
      permissions: readonly TenantPermission[],
    ): Promise<boolean> => {
      if ((await store.findByEmail(tx, input.email)) !== null) return false;
      const { password, ...rest } = input;
      const passwordHash = await hashPassword(password, random);
      const row = { ...rest, permissions, passwordHash, passwordIsTemporary: false };
      await insert(tx, ids.next("operator"), row, systemActor);
      return true;
    },
    hasPassword: async (tx: Transaction, email: string, password: string): Promise<boolean> => {
      const known = await store.findByEmail(tx, email);
      return known !== null && passwordFits(known.passwordHash, password);
    },
    /** Only of an account that nobody has touched: a password that a person chose stays. Returns whether it did. */
    replaceFirstPassword: async (
      tx: Transaction,
      email: string,
      password: string,
      actor: AuditActor,
    ): Promise<boolean> => {
      const known = await store.findByEmail(tx, email);
      if (known === null || known.version !== 1) return false;
      await store.replaceFirstPassword(tx, known.id, await hashPassword(password, random));
      const words = { before: null, after: null };
      await audit(tx, known, actor, "operator.password_changed", words);
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
        await audit(tx, operator, actor, "operator.logged_in", {
          before: null,
          after: null,
        });
      });
      return { operator: { ...operator, lastLoginAtMs: nowMs }, token, expiresAtMs };
    },

    /** Ends the log-in that asks. */
    logOut: async (caller: OperatorCaller, facts: RequestFacts): Promise<OperatorView> => {
      const operator = await own(caller);
      await db.transaction(async (tx) => {
        await store.deleteSession(tx, caller.sessionHash);
        const words = { before: null, after: null };
        await audit(tx, operator, operatorActor(caller, facts), "operator.logged_out", words);
      });
      return viewOperator(operator);
    },

    /**
     * One's own password, also a temporary one's. Ends every log-in of the account, the one that asks too. Refuses with
     * INVALID_CREDENTIALS when the current password is wrong; wrong ones count as those of log-ins do.
     */
    changePassword: async (
      caller: OperatorCaller,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { email } = await own(caller);
      const subject = await admitAttempt(email, facts);
      const known = await store.findByEmail(db, email);
      if (known === null || !(await passwordFits(known.passwordHash, passwords.currentPassword)))
        throw operatorErrors.INVALID_CREDENTIALS();
      const passwordHash = await hashPassword(passwords.newPassword, random);
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, caller.operatorId);
        // Somebody else changed it while we looked.
        if (operator?.passwordHash !== known.passwordHash) throw operatorErrors.INVALID_CREDENTIALS();
        await store.updatePassword(tx, operator.id, { passwordHash, isTemporary: false }, facts.nowMs);
        await store.deleteSessions(tx, operator.id);
        await store.clearAttempts(tx, subject);
        const words = { before: null, after: null };
        await audit(tx, operator, operatorActor(caller, facts), "operator.password_changed", words);
        return viewOperator(await reread(tx, operator));
      });
    },

    /** Who asks. */
    me: async (caller: OperatorCaller): Promise<OperatorView> => viewOperator(await own(caller)),

    list: async (caller: OperatorCaller): Promise<OperatorView[]> =>
      (await store.listByTenant(db, caller.tenantId)).map(viewOperator),

    get: async (caller: OperatorCaller, id: string): Promise<OperatorView> =>
      viewOperator(await find(caller, id)),

    /** The password is in this answer only, and must be changed before anything else is done with it. */
    create: async (
      caller: OperatorCaller,
      body: NewOperatorBody,
      claim: IdempotencyClaim | null,
      facts: RequestFacts,
    ): Promise<OperatorView & { readonly temporaryPassword: string }> => {
      refuseExcess(caller, body.permissions);
      const id = ids.next("operator");
      const temporaryPassword = makePassword(random);
      const passwordHash = await hashPassword(temporaryPassword, random);
      const { tenantId, scopeNo } = caller;
      const scope = { claim, merchantNo: scopeNo, owner: id, nowMs: facts.nowMs, status: 201 } as const;
      return once(db, keyring, scope, async (tx) => {
        const input = { ...body, tenantId, passwordHash, passwordIsTemporary: true };
        await insert(tx, id, input, operatorActor(caller, facts));
        return { ...viewOperator(await reread(tx, { tenantId, id })), temporaryPassword };
      });
    },

    /**
     * Refuses with OPERATOR_OWN_ACCOUNT a change of one's own permissions or status. Disabling ends every log-in at once.
     */
    change: async (
      caller: OperatorCaller,
      id: string,
      change: OperatorChange,
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { id: operatorId } = await find(caller, id);
      if (
        operatorId === caller.operatorId &&
        (change.permissions !== undefined || change.status !== undefined)
      ) {
        throw operatorErrors.OPERATOR_OWN_ACCOUNT();
      }
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, operatorId);
        if (operator === null) throw errors.RESOURCE_NOT_FOUND();
        const { permissions } = change;
        // What it had it can keep; only what is new must be the giver's to give.
        if (permissions !== undefined)
          refuseExcess(
            caller,
            permissions.filter((permission) => !hasPermission(operator.permissions, permission)),
          );
        const next = {
          name: change.name ?? operator.name,
          permissions: permissions ?? operator.permissions,
          status: change.status ?? operator.status,
        };
        await store.updateOperator(tx, operatorId, next, facts.nowMs);
        if (next.status === "DISABLED") await store.deleteSessions(tx, operatorId);
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
  mustChangePassword: operator.passwordIsTemporary,
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
