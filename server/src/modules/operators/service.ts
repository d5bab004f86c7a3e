import { type AuditActor, systemActor } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { TenantPermission } from "../../http/permissions.ts";
import { type OperatorCaller, operatorActor, type RequestFacts } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Random } from "../../kit/random.ts";
import { createAttempts } from "./attempts.ts";
import { createOperatorAudit } from "./audit.ts";
import { createCredentials } from "./credentials.ts";
import { operatorErrors } from "./errors.ts";
import { createInvitations } from "./invitations.ts";
import { createJournal } from "./journal.ts";
import { hashPassword, passwordFits } from "./password.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { changedAccount, type OperatorChange, refuseExcess, refuseLesser, refuseOwn } from "./rules.ts";
import { createSecondFactorCheck } from "./second-factor-check.ts";
import { createSecondFactors } from "./second-factors.ts";
import { createSessions } from "./sessions.ts";
import * as store from "./store.ts";
import { endInvitation } from "./store-invitations.ts";
import { deleteSessions } from "./store-sessions.ts";
import type { NewOperator, Operator } from "./types.ts";
import { type OperatorView, viewOperator } from "./view.ts";

export interface OperatorsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Operators without a second factor may do nothing but set one up; false when absent. */
  readonly requireSecondFactor?: boolean;
}

export type Operators = ReturnType<typeof createOperators>;

export function createOperators(deps: OperatorsDeps) {
  const { db, clock, ids, random, keyring, log, publicUrl, requireSecondFactor = false } = deps;
  const audit = createOperatorAudit({ ids, clock });
  const journal = createJournal({ db, log, audit });
  const attempts = createAttempts({ db, clock, journal });
  const checkSecondFactor = createSecondFactorCheck(keyring);
  const credentials = createCredentials({ db, random, attempts, checkSecondFactor });
  const invitations = createInvitations({ db, ids, random, keyring, publicUrl, audit });
  const sessions = createSessions({ db, clock, ids, random, audit, credentials, requireSecondFactor });

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

  return {
    ...invitations,
    ...sessions,
    ...createSecondFactors({ db, random, keyring, audit, credentials, requireSecondFactor, own }),

    /** Adds an operator of a first start. Returns false when the address already exists. */
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
    /**
     * Only for an account that was never used: a password that a person chose stays. Returns whether it was replaced.
     */
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
     * Changes one's own password. Ends every other log-in of the account. Refuses as `Credentials.prove` does, and a
     * weak password with VALIDATION_ERROR.
     */
    changePassword: async (
      caller: OperatorCaller,
      passwords: { readonly currentPassword: string; readonly newPassword: string },
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { email, name } = await own(caller);
      await refuseWeakPassword("newPassword", passwords.newPassword, { email, name });
      const given = { password: passwords.currentPassword };
      const passwordHash = await hashPassword(passwords.newPassword, random);
      return credentials.prove(email, given, "password", facts, async (tx, operator) => {
        await store.updatePassword(tx, operator.id, passwordHash, facts.nowMs);
        await deleteSessions(tx, operator.id, caller.sessionId);
        await audit(tx, operator, operatorActor(caller, facts), "operator.password_changed");
        return viewOperator(await reread(tx, operator));
      });
    },

    /** The caller. */
    me: async (caller: OperatorCaller): Promise<OperatorView> => viewOperator(await own(caller)),

    list: async (caller: OperatorCaller): Promise<OperatorView[]> =>
      (await store.listByTenant(db, caller.tenantId)).map(viewOperator),

    get: async (caller: OperatorCaller, id: string): Promise<OperatorView> =>
      viewOperator(await find(caller, id)),

    /**
     * Refuses with OPERATOR_OWN_ACCOUNT a change of one's own permissions or status, with OPERATOR_EXCEEDS_CALLER a
     * change of an operator who may do more, with OPERATOR_EXCEEDS_CREATOR more permissions than the caller has.
     * Disabling ends every log-in and the open link at once.
     */
    change: async (
      caller: OperatorCaller,
      id: string,
      change: OperatorChange,
      facts: RequestFacts,
    ): Promise<OperatorView> => {
      const { id: operatorId } = await find(caller, id);
      const isOwn = operatorId === caller.operatorId;
      if (isOwn) refuseOwn(change);
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, operatorId);
        if (operator === null) throw errors.RESOURCE_NOT_FOUND();
        if (!isOwn) refuseLesser(caller, operator);
        if (change.permissions !== undefined) refuseExcess(caller, change.permissions);
        const next = changedAccount(operator, change);
        await store.updateOperator(tx, operatorId, next, facts.nowMs);
        if (next.status === "DISABLED") {
          await deleteSessions(tx, operatorId);
          await endInvitation(tx, operatorId, facts.nowMs);
        }
        await audit(tx, operator, operatorActor(caller, facts), "operator.changed", {
          before: words(operator),
          after: words(next),
        });
        return viewOperator(await reread(tx, operator));
      });
    },

    /**
     * Unlocks a colleague whose account is locked by wrong passwords, their own or a stranger's. Refuses with
     * RESOURCE_NOT_FOUND, OPERATOR_OWN_ACCOUNT, OPERATOR_EXCEEDS_CALLER.
     */
    unlock: async (caller: OperatorCaller, id: string, facts: RequestFacts): Promise<OperatorView> => {
      const { id: operatorId } = await find(caller, id);
      if (operatorId === caller.operatorId) throw operatorErrors.OPERATOR_OWN_ACCOUNT();
      return db.transaction(async (tx) => {
        const operator = await store.lockById(tx, caller.tenantId, operatorId);
        if (operator === null) throw errors.RESOURCE_NOT_FOUND();
        refuseLesser(caller, operator);
        await attempts.unlock(tx, operator);
        await audit(tx, operator, operatorActor(caller, facts), "operator.unlocked");
        return viewOperator(await reread(tx, operator));
      });
    },

    /** Deletes ended log-ins and expired counts. Returns the number of rows. */
    forgetOld: async (nowMs: number): Promise<number> =>
      (await sessions.forgetOldSessions(nowMs)) + (await attempts.forgetOld(nowMs)),

    /** Resolves once every failed log-in is in the audit log. */
    settled: journal.settled,
  };
}

const words = (operator: {
  readonly name: string;
  readonly status: string;
  readonly permissions: readonly string[];
}): string => [operator.name, operator.status, ...operator.permissions].join(" ");

async function reread(
  tx: Transaction,
  { tenantId, id }: Pick<Operator, "tenantId" | "id">,
): Promise<Operator> {
  const operator = await store.findById(tx, tenantId, id);
  if (operator === null) throw new Error("a row that we hold has gone");
  return operator;
}
