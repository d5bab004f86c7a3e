import type { Database } from "../../db/database.ts";
import { createLoadingCache } from "../../kit/cache.ts";
import type { Clock } from "../../kit/clock.ts";
import { assert } from "../../kit/errors.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { AccountTerms, ProviderAccount } from "../../providers/provider.ts";
import { type LimitedAttempt, reserveOfToday } from "./account-limits.ts";
import { chooseRoute, type RouteRefusal, withFullDay } from "./choose.ts";
import type { Route, RouteQuestion } from "./rules.ts";
import { type CapabilitiesOf, servedAccount, type WrittenAccount } from "./serving.ts";
import type { RoutableAccount, RoutingSnapshot } from "./snapshot.ts";
import * as store from "./store.ts";

export interface RoutingDeps {
  readonly capabilitiesOf: CapabilitiesOf;
  /** How an account's settings narrow its provider's capabilities; null where they do not. None do when absent. */
  readonly accountTermsOf?: (
    provider: string,
  ) => ((account: Pick<ProviderAccount, "mode" | "settings">) => AccountTerms) | null;
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log?: Pick<Logger, "error">;
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
  /** The same, read now. */
  readSnapshot(tenantId: TenantId, mode: Mode, nowMs: number): Promise<RoutingSnapshot>;
  /**
   * `chooseRoute`, and the attempt's amount taken from what the account may take today. An account that has no room left
   * is passed over. To be called once for an attempt, just before it is written.
   */
  takeRoute(
    snapshot: RoutingSnapshot,
    question: RouteQuestion,
    attempt: LimitedAttempt,
    nowMs: number,
  ): Promise<Route | RouteRefusal>;
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

  const openRow = (
    tenantId: TenantId,
    mode: Mode,
    { id, provider, settings }: store.ProviderAccountRow | WrittenAccount,
  ): ProviderAccount => ({
    id,
    provider,
    mode,
    settings: JSON.parse(openSettings(keyring, { tenantId, id, settings })),
  });
  const serve = (tenantId: TenantId, mode: Mode, account: WrittenAccount): RoutableAccount => {
    const can = deps.capabilitiesOf(account.provider);
    const termsOf = deps.accountTermsOf?.(account.provider) ?? null;
    if (can === null || termsOf === null) return servedAccount(account, can);
    try {
      return servedAccount(account, { ...can, ...termsOf(openRow(tenantId, mode, account)) });
    } catch (error) {
      // Settings that cannot be read make one account useless, and must not stop the routing of all others.
      deps.log?.error("provider_account.settings.unreadable", { accountId: account.id, error });
      return servedAccount(account, null);
    }
  };
  const readSnapshot: Routing["readSnapshot"] = (tenantId, mode, nowMs) =>
    store.readSnapshot(db, tenantId, mode, nowMs, (account) => serve(tenantId, mode, account));
  const snapshots = createLoadingCache({
    clock,
    lifeMs: SNAPSHOT_LIFE_MS,
    entriesMax: SNAPSHOTS_MAX,
    load: (key) => {
      const [tenantId, mode] = key.split(" ") as [TenantId, Mode];
      return readSnapshot(tenantId, mode, clock.nowMs());
    },
  });
  const accounts = createLoadingCache({
    clock,
    lifeMs: SNAPSHOT_LIFE_MS,
    entriesMax: ACCOUNTS_MAX,
    load: async (id): Promise<ProviderAccount | null> => {
      const row = await store.findProviderAccount(db, id);
      if (row === null) return null;
      const account = openRow(row.tenantId, row.mode, row);
      const own = deps.ownSettings?.(account.provider);
      return own === undefined ? account : { ...account, settings: { ...account.settings, ...own } };
    },
  });
  const forget = (): void => {
    snapshots.clear();
    accounts.clear();
  };
  const stopListening = db.listen(store.ROUTING_CHANGED, forget);

  const takeRoute: Routing["takeRoute"] = async (snapshot, question, attempt, nowMs) => {
    let candidates = snapshot;
    for (;;) {
      const route = chooseRoute(candidates, question, nowMs);
      if ("refused" in route) return route;
      const { providerAccountId: id } = route;
      const { currency } = question.amount;
      const limits = snapshot.accounts.find((account) => account.id === id)?.limits ?? [];
      const isLimited = limits.some((limit) => limit.currency === currency && limit.perDay !== null);
      if (!isLimited || (await reserveOfToday(db, id, question.amount, attempt, nowMs))) return route;
      candidates = withFullDay(candidates, id, currency);
    }
  };

  return {
    readSnapshot,
    takeRoute,
    snapshotFor: (tenantId, mode) => snapshots.get(`${tenantId} ${mode}`),
    providerAccount: async (id) => {
      const account = await accounts.get(id);
      assert(account !== null, `provider account ${id} exists`);
      return account;
    },
    findProviderAccount: (id) => accounts.get(id),
    forget,
    stop: stopListening,
  };
}
