import type { Transaction } from "../../../db/database.ts";
import type { Condition } from "../../../db/list.ts";
import { errors } from "../../../http/errors.ts";
import { inOrder, parseStatuses } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode } from "../../../kit/payment-terms.ts";
import type { Random } from "../../../kit/random.ts";
import type { CallbackUrls } from "../../../providers/callback-urls.ts";
import type { ProviderAccount } from "../../../providers/provider.ts";
import type { Providers } from "../../../providers/registry.ts";
import { settingsProblems } from "../../../providers/settings.ts";
import { routingErrors } from "../errors.ts";
import { forgetRefusals } from "../refused-credentials.ts";
import { type Routing, settingsContext } from "../service.ts";
import { unservedParts } from "../serving.ts";
import { type AccountRow, isNameTaken, lockAccount, readAccounts, writeAccount } from "./account-store.ts";
import { type AccountChange, mergeAccount, type NewAccount, newAccount } from "./account-terms.ts";
import { createAccountTest } from "./account-trial.ts";
import {
  describeAccount,
  openAccountSettings,
  type Settings,
  viewAccount,
  viewCredentials,
} from "./account-view.ts";
import { accountTakesTwo, takesTwo } from "./by-two.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import {
  type ActingOperator,
  createSettingsWriter,
  idOf,
  listNames,
  namedId,
  present,
  requireRoom,
  requireVersion,
  type SettingsWriterDeps,
} from "./settings-writer.ts";
import { readSubTenants } from "./sub-tenant-store.ts";
import { describeNewAccount, writeNewAccount } from "./writes.ts";

/** Per tenant and mode, including disabled ones. */
const ACCOUNTS_MAX = 200;
const list: TenantList = { table: "provider_accounts", names: listNames("providerAccount") };

/**
 * Registers an account with a provider that runs inside the service, in the transaction that makes or changes it.
 * False: another account already uses these credentials. For any other provider, people do this outside.
 */
export type IntroduceAccount = (tx: Transaction, account: ProviderAccount) => Promise<boolean>;

export interface ProviderAccountsDeps extends SettingsWriterDeps {
  readonly random: Random;
  readonly providers: Providers;
  readonly callbackUrls: Pick<CallbackUrls, "base" | "problem">;
  readonly introduce: IntroduceAccount;
  /** Whether addresses in settings may be http to this machine. */
  readonly allowsLocalProviders: boolean;
  readonly routing: Pick<Routing, "forget" | "providerAccount" | "readSnapshot">;
}

interface AccountUpdate {
  readonly id: string;
  readonly change: AccountChange;
}
type AccountView = ReturnType<typeof viewAccount>;

/** Operators' management of provider accounts. Nothing here returns a secret. */
export function createProviderAccounts(deps: ProviderAccountsDeps) {
  const { db, ids, keyring, providers, callbackUrls, introduce, allowsLocalProviders } = deps;
  const settingsWriter = createSettingsWriter(deps);

  const credentials = (tenantId: TenantId, provider: string, settings: Settings) =>
    viewCredentials(keyring, tenantId, providers.terms(provider).settings, settings);
  const view = (tenantId: TenantId, account: AccountRow) =>
    viewAccount(
      account,
      credentials(tenantId, account.provider, openAccountSettings(keyring, tenantId, account)),
      callbackUrls.base(account),
    );
  const checkSettings = (provider: string, settings: Settings): void => {
    const fields = settingsProblems(providers.terms(provider).settings, settings, allowsLocalProviders);
    if (fields.length > 0) throw errors.VALIDATION_ERROR({ fields });
  };
  const checkCallbackUrl = (account: { readonly id: string; readonly provider: string }): void => {
    const problem = callbackUrls.problem(account);
    if (problem !== null) throw errors.VALIDATION_ERROR({ fields: [problem] });
  };
  /**
   * Refuses with VALIDATION_ERROR settings that the provider does not serve: no payer would ever be offered the
   * account.
   */
  const checkServed = (account: AccountRow): void => {
    const { provider } = account;
    const { capabilities } = providers.terms(provider);
    const fields = unservedParts(account, { provider, can: capabilities }).map(({ path, sentence }) => ({
      path,
      rule: "provider",
      message: `${path}: ${sentence}.`,
    }));
    if (fields.length > 0) throw errors.VALIDATION_ERROR({ fields });
  };
  /** Refuses with VALIDATION_ERROR a list with two entries for one currency. */
  const checkCurrenciesOnce = (path: string, list: readonly { readonly currency: string }[] = []): void => {
    const twice = list.find(({ currency }, at) => list.findIndex((one) => one.currency === currency) < at);
    if (twice === undefined) return;
    const message = `${path}: ${twice.currency} is named twice.`;
    throw errors.VALIDATION_ERROR({ fields: [{ path, rule: "unique", message }] });
  };
  const read = async (tenantId: TenantId, text: string): Promise<AccountRow> => {
    const [row] = await readAccounts(db, tenantId, [idOf("providerAccount", text)]);
    return present(row);
  };
  const requireName = async (tx: Transaction, tenantId: TenantId, account: AccountRow): Promise<void> => {
    if (await isNameTaken(tx, tenantId, account)) throw routingErrors.PROVIDER_ACCOUNT_NAME_TAKEN();
  };
  const makeKnown = async (tx: Transaction, { id, provider, mode }: AccountRow, settings: Settings) => {
    if (!(await introduce(tx, { id, provider, mode, settings })))
      throw routingErrors.PROVIDER_CREDENTIALS_TAKEN();
  };

  const refusals = [
    errors.VALIDATION_ERROR,
    routingErrors.PROVIDER_ACCOUNT_NAME_TAKEN,
    routingErrors.PROVIDER_CREDENTIALS_TAKEN,
    routingErrors.PROVIDER_ACCOUNT_NOT_TESTED,
    routingErrors.ROUTING_LIMIT_REACHED,
  ];

  const create = settingsWriter.define<NewAccount, AccountView>({
    kind: "CREATE_PROVIDER_ACCOUNT",
    refusals,
    plan: async (tx, { tenantId, nowMs }, input) => {
      const { mode, provider } = input;
      if (!providers.terms(provider).modes.includes(mode)) {
        const message = `mode: ${provider} does not serve ${mode}.`;
        throw errors.VALIDATION_ERROR({ fields: [{ path: "mode", rule: "provider", message }] });
      }
      checkSettings(provider, input.settings);
      checkCurrenciesOnce("limits", input.limits);
      checkCurrenciesOnce("balanceTolerances", input.balanceTolerances);
      const room = {
        table: "provider_accounts",
        max: ACCOUNTS_MAX,
        where: "t.mode = $2",
        value: mode,
      } as const;
      await requireRoom(tx, tenantId, room);
      const id = ids.next("providerAccount");
      checkCallbackUrl({ id, provider });
      const subTenantId = namedId("subTenant", input.subTenantId, "subTenantId");
      const sealed = keyring.seal(JSON.stringify(input.settings), settingsContext(tenantId, id));
      const automaticSuspension = providers.terms(provider).failsOnRequest !== true;
      // A live account takes nothing before it was tested, whatever was asked for.
      const { status } = mode === "LIVE" ? ({ status: "DISABLED" } as const) : input;
      const written = { automaticSuspension, ...input, ...(status === undefined ? {} : { status }) };
      const account = newAccount(id, written, subTenantId, sealed, nowMs);
      checkServed(account);
      const [subTenant] = await readSubTenants(tx, tenantId, [subTenantId]);
      present(subTenant, "subTenantId");
      await requireName(tx, tenantId, account);
      return {
        subject: null,
        before: null,
        takesTwo: takesTwo(mode),
        input,
        after: {
          ...describeNewAccount(account),
          credentials: credentials(tenantId, provider, input.settings),
        },
        write: async (actor) => {
          await writeNewAccount(tx, ids, { tenantId, actor, nowMs }, account, Object.keys(input.settings));
          await makeKnown(tx, account, input.settings);
          return { view: view(tenantId, account), subject: publicId("providerAccount", id) };
        },
      };
    },
  });

  const update = settingsWriter.define<AccountUpdate, AccountView>({
    kind: "UPDATE_PROVIDER_ACCOUNT",
    refusals,
    plan: async (tx, { tenantId, nowMs }, { id, change }) => {
      const before = present(await lockAccount(tx, tenantId, idOf("providerAccount", id)));
      requireVersion(change.version, before);
      const { mode, provider } = before;
      const held = openAccountSettings(keyring, tenantId, before);
      const settings = { ...held, ...change.settings };
      const changed = changedSettings(before, held, change.settings);
      if (change.settings !== undefined) checkSettings(provider, sentOf(before, settings));
      checkCurrenciesOnce("limits", change.limits);
      checkCurrenciesOnce("balanceTolerances", change.balanceTolerances);
      const says = mergeAccount(before, change);
      const { methods, currencies, countries } = change;
      if (methods !== undefined || currencies !== undefined || countries !== undefined) checkServed(says);
      const [said, will] = [describeAccount(before), describeAccount(says)];
      if (JSON.stringify(said) === JSON.stringify(will) && changed.length === 0)
        return { unchanged: view(tenantId, before) };
      const sealed = () => keyring.seal(JSON.stringify(settings), settingsContext(tenantId, before.id));
      const testPassedAtMs = changed.length === 0 ? before.testPassedAtMs : null;
      const isEnabled = before.status === "DISABLED" && says.status === "ENABLED";
      if (mode === "LIVE" && isEnabled && testPassedAtMs === null)
        throw routingErrors.PROVIDER_ACCOUNT_NOT_TESTED();
      const after: AccountRow = {
        ...says,
        testPassedAtMs,
        settings: changed.length === 0 ? before.settings : sealed(),
        version: before.version + 1,
        updatedAtMs: nowMs,
      };
      await requireName(tx, tenantId, after);
      const subject = publicId("providerAccount", before.id);
      const shown = (all: Settings) =>
        changed.length === 0
          ? {}
          : {
              credentials: credentials(tenantId, provider, all).filter(({ name }) => changed.includes(name)),
            };
      return {
        subject,
        before: { ...said, ...shown(held) },
        after: { ...will, ...shown(settings) },
        takesTwo: accountTakesTwo(mode, said, will, changed),
        input: { id, change: { ...change, version: before.version } },
        write: async (actor) => {
          await writeAccount(tx, tenantId, after);
          if (changed.length > 0) await makeKnown(tx, after, settings);
          if (isEnabled) await forgetRefusals(tx, after.id);
          // Names only: the log shows that credentials changed, not their values.
          const told = { ...will, ...(changed.length === 0 ? {} : { settings: changed }) };
          const act = { action: "provider_account.updated", subject, before: said, after: told };
          await settingsWriter.record(tx, { tenantId, actor, nowMs }, act);
          return { view: view(tenantId, after), subject };
        },
      };
    },
  });

  return {
    /** The available connectors, with the settings that their accounts need. */
    providers: () =>
      providers.names.map((name) => {
        const { modes, capabilities, settings } = providers.terms(name);
        return {
          object: "provider" as const,
          id: name,
          modes: [...modes],
          canRefund: capabilities.refund !== "NONE",
          capabilities: {
            ...capabilities,
            methods: [...capabilities.methods],
            countries: listOf(capabilities.countries),
            currencies: listOf(capabilities.currencies),
            failureCodes: [...capabilities.failureCodes],
          },
          settings: settings.map(({ certificate: _pair, holds, ...setting }) => ({
            ...setting,
            holds: holds ?? null,
          })),
        };
      }),

    /**
     * Refuses with VALIDATION_ERROR (settings that the provider does not accept, a mode that it does not serve),
     * RESOURCE_NOT_FOUND (the sub-tenant), PROVIDER_ACCOUNT_NAME_TAKEN, PROVIDER_CREDENTIALS_TAKEN and
     * ROUTING_LIMIT_REACHED.
     */
    create: (acting: ActingOperator, input: NewAccount, claim: IdempotencyClaim | null) =>
      create({ acting, claim, status: 201 }, input),

    get: async (tenantId: TenantId, id: string) => view(tenantId, await read(tenantId, id)),

    list: async (
      tenantId: TenantId,
      query: PageQuery & { readonly mode?: Mode; readonly status?: string; readonly provider?: string },
    ) => {
      const conditions: Condition[] = [];
      if (query.mode !== undefined) conditions.push((bind) => `t.mode = ${bind(query.mode)}`);
      if (query.provider !== undefined) conditions.push((bind) => `t.provider = ${bind(query.provider)}`);
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, {
        statuses: parseStatuses(query.status),
        conditions,
      });
      const rows = await readAccounts(db, tenantId, found);
      return { data: inOrder(found, rows, ({ id }) => id).map((row) => view(tenantId, row)), meta };
    },

    /** Absent fields stay; lists are replaced as a whole. Refuses as `create` does, and with VERSION_CONFLICT. */
    update: (acting: ActingOperator, id: string, change: AccountChange, claim: IdempotencyClaim | null) =>
      update({ acting, claim, status: 200 }, { id, change }),

    /**
     * Makes the provider's cheapest authenticated call. No money moves. Works for disabled accounts too. A live account
     * can be enabled once this has passed.
     */
    test: createAccountTest(deps),
  };

  /** The settings that the connector declares: ours may contain an address that operators do not set. */
  function sentOf({ provider }: AccountRow, settings: Settings): Settings {
    const declared = new Set(providers.terms(provider).settings.map(({ name }) => name));
    const sent = Object.entries(settings).filter(([name]) => declared.has(name));
    return Object.fromEntries(sent);
  }

  /** Names of settings whose value changes. Refuses with VALIDATION_ERROR what the connector does not accept. */
  function changedSettings(before: AccountRow, held: Settings, sent: Settings = {}): readonly string[] {
    const problems = settingsProblems(
      providers.terms(before.provider).settings.map(({ certificate: _pair, ...setting }) => ({
        ...setting,
        required: false,
      })),
      sent,
      allowsLocalProviders,
    );
    if (problems.length > 0) throw errors.VALIDATION_ERROR({ fields: problems });
    return Object.entries(sent)
      .filter(([name, value]) => held[name] !== value)
      .map(([name]) => name);
  }
}

/** As accounts write it: empty means any. */
function listOf(served: readonly string[] | "ANY"): string[] {
  return served === "ANY" ? [] : [...served];
}

export type ProviderAccounts = ReturnType<typeof createProviderAccounts>;
