import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import { assert } from "../../kit/errors.ts";
import type { IdSource, TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ProviderAccount } from "../../providers/provider.ts";
import type { CapabilitiesOf } from "./serving.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import * as store from "./store.ts";
import * as tables from "./table-store.ts";

export interface RoutingDeps {
  readonly capabilitiesOf: CapabilitiesOf;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  /**
   * Settings that this process overrides in the stored row, by provider: the address of a provider that runs inside it.
   * Several instances share the row, but each has its own address.
   */
  readonly ownSettings?: (provider: string) => Readonly<Record<string, string>>;
}

export interface Routing {
  /**
   * Everything that routes the tenant's payments now: at most `SNAPSHOT_LIFE_MS` old, and fresh after every announced
   * change.
   */
  snapshotFor(tenantId: TenantId, mode: Mode): Promise<RoutingSnapshot>;
  /** The account with its secrets, enabled or not. Throws when it does not exist: its id came from our own rows. */
  providerAccount(id: string): Promise<ProviderAccount>;
  /** The same for an id from outside: null when it does not exist. `id` is a UUID. */
  findProviderAccount(id: string): Promise<ProviderAccount | null>;

  createSubTenant(
    tx: Transaction,
    input: { readonly tenantId: TenantId; readonly name: string },
  ): Promise<string>;
  setSubTenantStatus(
    tenantId: TenantId,
    id: string,
    status: "ACTIVE" | "DISABLED",
    actor: AuditActor,
  ): Promise<boolean>;
  createProviderAccount(
    tx: Transaction,
    input: store.NewProviderAccount & { readonly settings: Readonly<Record<string, string>> },
    actor: AuditActor,
  ): Promise<string>;
  setProviderAccountStatus(
    tenantId: TenantId,
    id: string,
    status: "ENABLED" | "DISABLED",
    actor: AuditActor,
  ): Promise<boolean>;
  setProviderAccountSettings(
    tx: Transaction,
    tenantId: TenantId,
    id: string,
    settings: Readonly<Record<string, string>>,
    actor: AuditActor,
  ): Promise<boolean>;
  createRule(tx: Transaction, input: tables.NewRule, actor: AuditActor): Promise<string>;
  setRuleEnabled(tenantId: TenantId, id: string, enabled: boolean, actor: AuditActor): Promise<boolean>;
  setAmountBound(tx: Transaction, input: tables.NewBound, actor: AuditActor): Promise<void>;
  openOutage(tx: Transaction, input: tables.NewOutage, actor: AuditActor): Promise<string>;
  endOutage(tenantId: TenantId, id: string, actor: AuditActor): Promise<boolean>;
  setFee(tx: Transaction, input: tables.NewFee, actor: AuditActor): Promise<void>;
  /** Clears the cache of this instance: called after a change of its own, without waiting for the announcement. */
  forget(): void;
  /** Stops listening for changes. */
  stop(): void;
}

/** How long routing can be stale after a change whose announcement was lost, in milliseconds. */
export const SNAPSHOT_LIFE_MS = 2_000;
const SNAPSHOTS_MAX = 1_000;
const ACCOUNTS_MAX = 1_000;

/** The sealing context of an account's settings: a ciphertext moved to another row does not open. */
export function settingsContext(tenantId: TenantId, accountId: string): string {
  return `provider_accounts.settings ${tenantId} ${accountId}`;
}

/** The settings of an account, unsealed. Throws when they were altered, or sealed for another account or tenant. */
export function openSettings(
  keyring: Keyring,
  { tenantId, id, settings }: { readonly tenantId: TenantId; readonly id: string; readonly settings: Buffer },
): string {
  return keyring
    .open(settings, settingsContext(tenantId, id), `provider_accounts.settings.${id}`)
    .toString("utf8");
}

/**
 * Routing tables and their cached reads. Writes that take a transaction join the caller's; the others have their own
 * and return false when the tenant has no such row. Every write has an audit entry and is announced to all instances.
 */
export function createRouting(deps: RoutingDeps): Routing {
  const { db, clock, ids, keyring } = deps;

  const snapshots = createLoadingCache({
    clock,
    lifeMs: SNAPSHOT_LIFE_MS,
    entriesMax: SNAPSHOTS_MAX,
    load: (key) => {
      const [tenantId, mode] = key.split(" ") as [TenantId, Mode];
      return store.readSnapshot(db, tenantId, mode, clock.nowMs(), deps.capabilitiesOf);
    },
  });
  const accounts = createLoadingCache({
    clock,
    lifeMs: SNAPSHOT_LIFE_MS,
    entriesMax: ACCOUNTS_MAX,
    load: async (id): Promise<ProviderAccount | null> => {
      const row = await store.findProviderAccount(db, id);
      if (row === null) return null;
      const opened = openSettings(keyring, row);
      return { id: row.id, provider: row.provider, settings: JSON.parse(opened) };
    },
  });
  const forget = (): void => {
    snapshots.clear();
    accounts.clear();
  };
  const stopListening = db.listen(store.ROUTING_CHANGED, forget);

  const findProviderAccount = async (id: string): Promise<ProviderAccount | null> => {
    const account = await accounts.get(id);
    const own = account === null ? undefined : deps.ownSettings?.(account.provider);
    if (account === null || own === undefined) return account;
    return { ...account, settings: { ...account.settings, ...own } };
  };

  /** Writes the audit entry and announces a change in its transaction. */
  const record = async (
    tx: Transaction,
    actor: AuditActor,
    tenantId: TenantId,
    action: string,
    subject: string,
    change: { readonly before?: string; readonly after?: string } = {},
  ): Promise<void> => {
    await writeAudit(tx, ids, clock.nowMs(), {
      tenantId,
      merchantNo: null,
      actor,
      action,
      subject,
      before: change.before ?? null,
      after: change.after ?? null,
    });
    await notify(tx, store.ROUTING_CHANGED, tenantId);
  };

  return {
    snapshotFor: (tenantId, mode) => snapshots.get(`${tenantId} ${mode}`),
    providerAccount: async (id) => {
      const account = await findProviderAccount(id);
      assert(account !== null, `provider account ${id} exists`);
      return account;
    },
    findProviderAccount,

    createSubTenant: async (tx, { tenantId, name }) => {
      const id = ids.uuid();
      await store.insertSubTenant(tx, { id, tenantId, name }, clock.nowMs());
      return id;
    },
    setSubTenantStatus: (tenantId, id, status, actor) =>
      db.transaction(async (tx) => {
        const before = await store.updateSubTenantStatus(tx, tenantId, id, status, clock.nowMs());
        if (before === null) return false;
        await record(tx, actor, tenantId, "sub_tenant.status_set", id, { before, after: status });
        return true;
      }),

    createProviderAccount: async (tx, { settings, ...account }, actor) => {
      const id = ids.uuid();
      const sealed = keyring.seal(JSON.stringify(settings), settingsContext(account.tenantId, id));
      const inserted = await store.insertProviderAccount(tx, id, account, sealed, clock.nowMs());
      assert(inserted, "the sub-tenant belongs to the tenant");
      await record(tx, actor, account.tenantId, "provider_account.created", id, { after: account.provider });
      return id;
    },
    setProviderAccountStatus: (tenantId, id, status, actor) =>
      db.transaction(async (tx) => {
        const before = await store.updateProviderAccountStatus(tx, tenantId, id, status, clock.nowMs());
        if (before === null) return false;
        await record(tx, actor, tenantId, "provider_account.status_set", id, { before, after: status });
        return true;
      }),
    setProviderAccountSettings: async (tx, tenantId, id, settings, actor) => {
      const sealed = keyring.seal(JSON.stringify(settings), settingsContext(tenantId, id));
      const found = await store.updateProviderAccountSettings(tx, tenantId, id, sealed, clock.nowMs());
      // The settings contain credentials: the log shows that they changed, not their values.
      if (found) await record(tx, actor, tenantId, "provider_account.settings_set", id);
      return found;
    },

    createRule: async (tx, rule, actor) => {
      const id = ids.uuid();
      const inserted = await tables.insertRule(tx, id, rule, clock.nowMs());
      assert(inserted, "the sub-tenant belongs to the tenant");
      await record(tx, actor, rule.tenantId, "routing_rule.created", id, { after: describe(rule) });
      return id;
    },
    setRuleEnabled: (tenantId, id, enabled, actor) =>
      db.transaction(async (tx) => {
        const before = await tables.updateRuleEnabled(tx, tenantId, id, enabled, clock.nowMs());
        if (before === null) return false;
        const change = { before: `enabled ${before}`, after: `enabled ${enabled}` };
        await record(tx, actor, tenantId, "routing_rule.enabled_set", id, change);
        return true;
      }),

    setAmountBound: async (tx, bound, actor) => {
      const id = await tables.upsertBound(tx, ids.uuid(), bound, clock.nowMs());
      await record(tx, actor, bound.tenantId, "amount_bound.set", id, { after: describe(bound) });
    },
    openOutage: async (tx, outage, actor) => {
      const id = ids.uuid();
      await tables.insertOutage(tx, id, outage, clock.nowMs());
      await record(tx, actor, outage.tenantId, "outage.opened", id, { after: describe(outage) });
      return id;
    },
    endOutage: (tenantId, id, actor) =>
      db.transaction(async (tx) => {
        const ended = await tables.endOutage(tx, tenantId, id, clock.nowMs());
        if (ended) await record(tx, actor, tenantId, "outage.ended", id);
        return ended;
      }),
    setFee: async (tx, fee, actor) => {
      const id = ids.uuid();
      await tables.lockRouting(tx, fee.tenantId);
      await tables.insertFee(tx, id, fee, clock.nowMs());
      await record(tx, actor, fee.tenantId, "fee_schedule.set", id, { after: describe(fee) });
    },

    forget,
    stop: stopListening,
  };
}

/** A row's fields for the audit log. Rules, bounds, outages and fees contain nothing secret. */
function describe(row: object): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
