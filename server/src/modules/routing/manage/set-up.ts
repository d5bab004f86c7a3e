import type { AuditActor } from "../../../db/audit.ts";
import type { Transaction } from "../../../db/database.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Id, IdSource, TenantId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import { settingsContext } from "../service.ts";
import type { NewProviderAccount } from "../store.ts";
import { lockRouting, type NewBound, type NewFee, type NewRule } from "../table-store.ts";
import { newAccount } from "./account-terms.ts";
import type { Author } from "./record.ts";
import { findBound, findFee } from "./table-rows.ts";
import {
  describeBound,
  describeTerms,
  writeBound,
  writeFee,
  writeNewAccount,
  writeNewRule,
  writeNewSubTenant,
} from "./writes.ts";

/**
 * Makes a tenant's routing inside the caller's transaction, without an operator: what a first start needs. The rows, audit entries and
 * announcements are those of an operator's change; input is the service's own and is not checked.
 */
export function createRoutingSetUp({
  ids,
  keyring,
  clock,
}: {
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly clock: Clock;
}) {
  const authorOf = async (tx: Transaction, tenantId: TenantId, actor: AuditActor): Promise<Author> => {
    await lockRouting(tx, tenantId);
    return { tenantId, actor, nowMs: clock.nowMs() };
  };
  return {
    createSubTenant: async (
      tx: Transaction,
      { tenantId, name }: { readonly tenantId: TenantId; readonly name: string },
      actor: AuditActor,
    ): Promise<Id<"subTenant">> => {
      const id = ids.next("subTenant");
      await writeNewSubTenant(tx, ids, await authorOf(tx, tenantId, actor), { id, name });
      return id;
    },

    createProviderAccount: async (
      tx: Transaction,
      input: NewProviderAccount & { readonly settings: Readonly<Record<string, string>> },
      actor: AuditActor,
    ): Promise<Id<"providerAccount">> => {
      const { tenantId, subTenantId, settings } = input;
      const author = await authorOf(tx, tenantId, actor);
      const id = ids.next("providerAccount");
      const sealed = keyring.seal(JSON.stringify(settings), settingsContext(tenantId, id));
      const account = newAccount(id, input, subTenantId as Id<"subTenant">, sealed, author.nowMs);
      await writeNewAccount(tx, ids, author, account, Object.keys(settings));
      return id;
    },

    createRule: async (tx: Transaction, rule: NewRule, actor: AuditActor): Promise<Id<"routingRule">> => {
      const author = await authorOf(tx, rule.tenantId, actor);
      const id = ids.next("routingRule");
      const { mode, priority, method, currency = null, country = null, operator = null } = rule;
      const { amountMin = null, amountMax = null, enabled = true } = rule;
      await writeNewRule(tx, ids, author, {
        id,
        subTenantId: rule.subTenantId as Id<"subTenant">,
        mode,
        priority,
        method,
        currency,
        country,
        operator,
        amountMin,
        amountMax,
        enabled,
        version: 1,
        createdAtMs: author.nowMs,
        updatedAtMs: author.nowMs,
      });
      return id;
    },

    setAmountBound: async (tx: Transaction, bound: NewBound, actor: AuditActor): Promise<void> => {
      const author = await authorOf(tx, bound.tenantId, actor);
      const { mode, method, currency, operator = null, country = null, min, max, step = 1n } = bound;
      const whole = { mode, method, currency, operator, country, min, max, step };
      const before = await findBound(tx, bound.tenantId, whole);
      await writeBound(tx, ids, author, whole, before === null ? null : describeBound(before));
    },

    setFee: async (tx: Transaction, fee: NewFee, actor: AuditActor): Promise<void> => {
      const author = await authorOf(tx, fee.tenantId, actor);
      const { mode, method, currency, basisPoints, fixed = 0n, minimum = 0n, maximum = null } = fee;
      const { settlementDelaySeconds = 0 } = fee;
      const whole = {
        mode,
        method,
        currency,
        basisPoints,
        fixed,
        minimum,
        maximum,
        settlementDelaySeconds,
      };
      const before = await findFee(tx, fee.tenantId, whole);
      await writeFee(tx, ids, author, whole, before === null ? null : describeTerms(before));
    },
  };
}
