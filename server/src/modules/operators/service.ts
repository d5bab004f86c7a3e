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
import { createLogIn, hashPassword, type Notifier, operatorAudience, passwordFits } from "../log-in/index.ts";
import { operatorErrors } from "./errors.ts";
import { createInvitations } from "./invitations.ts";
import { createOwnAccount } from "./own-account.ts";
import { refuseLesser } from "./rules.ts";
import * as store from "./store.ts";
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
  readonly notifier: Notifier;
  /** Operators without a second factor may do nothing but set one up; false when absent. */
  readonly requireSecondFactor?: boolean;
}

export type Operators = ReturnType<typeof createOperators>;

export function createOperators(deps: OperatorsDeps) {
  const { db, clock, ids, random, requireSecondFactor = false } = deps;
  const logIn = createLogIn({
    ...deps,
    audience: operatorAudience,
    accounts: store.operatorAccounts,
    requiresSecondFactor: async () => requireSecondFactor,
  });

  const insert = async (
    tx: Transaction,
    id: Id<"operator">,
    input: store.NewOperatorRow,
    actor: AuditActor,
  ): Promise<void> => {
    if (!(await store.insertOperator(tx, id, input, clock.nowMs())))
      throw operatorErrors.OPERATOR_EMAIL_TAKEN();
    const account = { audience: "operator", tenantId: input.tenantId, id } as const;
    await logIn.audit(tx, account, actor, "created", { after: input.permissions.join(" ") });
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
    logIn,
    ...createInvitations({ ...deps, logIn }),
    ...createOwnAccount({
      logIn,
      requireSecondFactor,
      find: (id) => store.operatorAccounts.findById(db, id),
      own,
    }),

    /** Adds an operator of a first start. Returns false when the address already exists. */
    addFirst: async (
      tx: Transaction,
      input: Omit<NewOperator, "permissions"> & { readonly password: string },
      permissions: readonly TenantPermission[],
    ): Promise<boolean> => {
      if ((await store.operatorAccounts.findByEmail(tx, input.email)) !== null) return false;
      const { password, ...rest } = input;
      const passwordHash = await hashPassword(password, random);
      const row = { ...rest, permissions, passwordHash, createdBy: null };
      await insert(tx, ids.next("operator"), row, systemActor);
      return true;
    },
    hasPassword: async (tx: Transaction, email: string, password: string): Promise<boolean> => {
      const known = await store.operatorAccounts.findByEmail(tx, email);
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
      const known = await store.operatorAccounts.findByEmail(tx, email);
      if (known === null || known.version !== 1 || known.createdBy !== null) return false;
      await store.replaceFirstPassword(tx, known.id, await hashPassword(password, random));
      await logIn.audit(tx, known, actor, "password_changed");
      return true;
    },

    /** `text`: part of the name or the address; null: everybody. */
    list: async (caller: OperatorCaller, text: string | null): Promise<OperatorView[]> =>
      (await store.listByTenant(db, caller.tenantId, text)).map(viewOperator),

    get: async (caller: OperatorCaller, id: string): Promise<OperatorView> =>
      viewOperator(await find(caller, id)),

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
        await logIn.unlock(tx, operator, operatorActor(caller, facts));
        return viewOperator(await reread(tx, operator));
      });
    },

    forgetOld: logIn.forgetOld,
    settled: logIn.settled,
  };
}

async function reread(
  tx: Transaction,
  { tenantId, id }: Pick<Operator, "tenantId" | "id">,
): Promise<Operator> {
  const operator = await store.findById(tx, tenantId, id);
  if (operator === null) throw new Error("a row that we hold has gone");
  return operator;
}
