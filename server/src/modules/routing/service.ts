import type { Database } from "../../db/database.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import { assert } from "../../kit/errors.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ProviderAccount } from "../../providers/provider.ts";
import type { CapabilitiesOf } from "./serving.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import * as store from "./store.ts";

export interface RoutingDeps {
  readonly capabilitiesOf: CapabilitiesOf;
  readonly db: Database;
  readonly clock: Clock;
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

/** The cached reads of the routing tables. Writes are in `manage/`: each is announced, and clears the cache of all instances. */
export function createRouting(deps: RoutingDeps): Routing {
  const { db, clock, keyring } = deps;

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
      return { id: row.id, provider: row.provider, mode: row.mode, settings: JSON.parse(opened) };
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

  return {
    snapshotFor: (tenantId, mode) => snapshots.get(`${tenantId} ${mode}`),
    providerAccount: async (id) => {
      const account = await findProviderAccount(id);
      assert(account !== null, `provider account ${id} exists`);
      return account;
    },
    findProviderAccount,

    forget,
    stop: stopListening,
  };
}
