import type { Transaction } from "../../../db/database.ts";
import type { Condition } from "../../../db/list.ts";
import { errors } from "../../../http/errors.ts";
import { inOrder, parseStatuses } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { ProviderAccount, ProviderReference } from "../../../providers/provider.ts";
import type { Providers } from "../../../providers/registry.ts";
import { settingsProblems } from "../../../providers/settings.ts";
import { routingErrors } from "../errors.ts";
import { type Routing, settingsContext } from "../service.ts";
import { insertProviderAccount } from "../store.ts";
import { type AccountRow, isNameTaken, lockAccount, readAccounts, writeAccount } from "./account-store.ts";
import {
  describeAccount,
  openAccountSettings,
  type Settings,
  viewAccount,
  viewCredentials,
} from "./account-view.ts";
import {
  type By,
  createDesk,
  type DeskDeps,
  idOf,
  listNames,
  namedId,
  present,
  requireRoom,
  requireVersion,
} from "./desk.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import { readSubTenants } from "./sub-tenant-store.ts";

/** Of one tenant in one mode, disabled ones included. */
export const ACCOUNTS_MAX = 200;
const list: TenantList = { table: "provider_accounts", names: listNames("providerAccount") };

/**
 * Makes a provider that runs inside the service know an account, in the transaction that makes or changes it. False: it
 * knows these credentials as another account's. Any other provider has been told by people.
 */
export type IntroduceAccount = (tx: Transaction, account: ProviderAccount) => Promise<boolean>;

export interface AccountDeskDeps extends DeskDeps {
  readonly providers: Providers;
  readonly introduce: IntroduceAccount;
  readonly routing: Pick<Routing, "forget" | "providerAccount">;
}

export interface NewAccount {
  readonly mode: Mode;
  readonly subTenantId: string;
  readonly provider: string;
  readonly name: string;
  readonly status?: "ENABLED" | "DISABLED";
  readonly methods: readonly PaymentMethod[];
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
  readonly operators?: readonly string[];
  readonly settings: Settings;
}
export type AccountChange = Partial<Omit<NewAccount, "mode" | "subTenantId" | "provider" | "settings">> & {
  /** Those that are sent are replaced, the others stay. */
  readonly settings?: Settings;
  readonly version?: number;
};

/** Accounts at providers, as operators keep them. Nothing here gives a secret back. */
export function createAccountDesk(deps: AccountDeskDeps) {
  const { db, ids, keyring, providers, introduce, routing } = deps;
  const desk = createDesk(deps);

  const view = (tenantId: TenantId, account: AccountRow) => {
    const declared = providers.get(account.provider).settings;
    return viewAccount(
      account,
      viewCredentials(keyring, tenantId, declared, openAccountSettings(keyring, tenantId, account)),
    );
  };
  const checkSettings = (provider: string, settings: Settings): void => {
    const fields = settingsProblems(providers.get(provider).settings, settings);
    if (fields.length > 0) throw errors.VALIDATION_ERROR({ fields });
  };
  const read = async (tenantId: TenantId, text: string): Promise<AccountRow> => {
    const [row] = await readAccounts(db, tenantId, [idOf("providerAccount", text)]);
    return present(row);
  };
  const requireName = async (tx: Transaction, tenantId: TenantId, account: AccountRow): Promise<void> => {
    if (await isNameTaken(tx, tenantId, account)) throw routingErrors.PROVIDER_ACCOUNT_NAME_TAKEN();
  };
  const makeKnown = async (tx: Transaction, { id, provider }: AccountRow, settings: Settings) => {
    if (!(await introduce(tx, { id, provider, settings }))) throw routingErrors.PROVIDER_CREDENTIALS_TAKEN();
  };

  return {
    /** What can be chosen from: every connector of the program, with what its accounts need. */
    providers: () =>
      providers.names.map((name) => {
        const { modes, canRefund, settings } = providers.get(name);
        return {
          object: "provider" as const,
          id: name,
          modes: [...modes],
          canRefund,
          settings: settings.map((setting) => ({ ...setting })),
        };
      }),

    /**
     * Refuses with VALIDATION_ERROR (settings that the provider does not take, a mode that it does not serve),
     * RESOURCE_NOT_FOUND (the sub-tenant), PROVIDER_ACCOUNT_NAME_TAKEN, PROVIDER_CREDENTIALS_TAKEN and
     * ROUTING_LIMIT_REACHED.
     */
    create: (by: By, input: NewAccount, claim: IdempotencyClaim | null) => {
      const { tenantId } = by.operator;
      const { nowMs } = by.facts;
      if (!providers.get(input.provider).modes.includes(input.mode)) {
        const message = `mode: ${input.provider} does not serve ${input.mode}.`;
        throw errors.VALIDATION_ERROR({ fields: [{ path: "mode", rule: "provider", message }] });
      }
      checkSettings(input.provider, input.settings);
      const id = ids.next("providerAccount");
      const account: AccountRow = {
        id,
        subTenantId: namedId("subTenant", input.subTenantId, "subTenantId"),
        mode: input.mode,
        provider: input.provider,
        name: input.name,
        status: input.status ?? "ENABLED",
        methods: input.methods,
        currencies: input.currencies ?? [],
        countries: input.countries ?? [],
        operators: input.operators ?? [],
        settings: keyring.seal(JSON.stringify(input.settings), settingsContext(tenantId, id)),
        version: 1,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      return desk.create(by, { claim, owner: id, status: 201 }, async (tx) => {
        await requireRoom(tx, tenantId, {
          table: "provider_accounts",
          max: ACCOUNTS_MAX,
          where: "t.mode = $2",
          value: account.mode,
        });
        const [subTenant] = await readSubTenants(tx, tenantId, [account.subTenantId]);
        present(subTenant, "subTenantId");
        await requireName(tx, tenantId, account);
        await insertProviderAccount(tx, id, { ...account, tenantId }, account.settings, nowMs);
        await makeKnown(tx, account, input.settings);
        await desk.record(tx, by, {
          action: "provider_account.created",
          subject: publicId("providerAccount", id),
          before: null,
          after: {
            mode: account.mode,
            provider: account.provider,
            subTenantId: input.subTenantId,
            ...describeAccount(account),
            settings: Object.keys(input.settings),
          },
        });
        return view(tenantId, account);
      });
    },

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

    /** Absent fields stay; lists are replaced whole. Refuses as `create` does, and with VERSION_CONFLICT. */
    update: (by: By, text: string, change: AccountChange) =>
      desk.change(by, async (tx) => {
        const { tenantId } = by.operator;
        const before = present(await lockAccount(tx, tenantId, idOf("providerAccount", text)));
        requireVersion(change.version, before);
        const settings = { ...openAccountSettings(keyring, tenantId, before), ...change.settings };
        const changed = changedSettings(tenantId, before, change.settings);
        if (change.settings !== undefined) checkSettings(before.provider, sentOf(before, settings));
        const says: AccountRow = {
          ...before,
          name: change.name ?? before.name,
          status: change.status ?? before.status,
          methods: change.methods ?? before.methods,
          currencies: change.currencies ?? before.currencies,
          countries: change.countries ?? before.countries,
          operators: change.operators ?? before.operators,
        };
        const isSame = JSON.stringify(describeAccount(before)) === JSON.stringify(describeAccount(says));
        if (isSame && changed.length === 0) return view(tenantId, before);
        const after: AccountRow = {
          ...says,
          settings:
            changed.length === 0
              ? before.settings
              : keyring.seal(JSON.stringify(settings), settingsContext(tenantId, before.id)),
          version: before.version + 1,
          updatedAtMs: by.facts.nowMs,
        };
        await requireName(tx, tenantId, after);
        await writeAccount(tx, tenantId, after);
        if (changed.length > 0) await makeKnown(tx, after, settings);
        await desk.record(tx, by, {
          action: "provider_account.updated",
          subject: publicId("providerAccount", after.id),
          before: describeAccount(before),
          // Names only: the log tells that credentials changed, not what they are.
          after: { ...describeAccount(after), ...(changed.length === 0 ? {} : { settings: changed }) },
        });
        return view(tenantId, after);
      }),

    /**
     * Asks the provider about a payment that does not exist. An answer, that it knows of none, proves address and
     * credentials; nothing moves. Works for disabled accounts too.
     */
    test: async (by: By, text: string) => {
      const account = await read(by.operator.tenantId, text);
      const outcome = await providers
        .get(account.provider)
        .query(await routing.providerAccount(account.id), ids.uuid() as ProviderReference);
      const answered = outcome.kind !== "unknown";
      return {
        object: "provider_account.test" as const,
        providerAccountId: publicId("providerAccount", account.id),
        mode: account.mode,
        provider: account.provider,
        answered,
        reason: answered ? null : outcome.reason,
        testedAt: new Date(by.facts.nowMs).toISOString(),
      };
    },
  };

  /** The settings that the connector declares: ours may hold an address that operators do not set. */
  function sentOf({ provider }: AccountRow, settings: Settings): Settings {
    const declared = new Set(providers.get(provider).settings.map(({ name }) => name));
    const sent = Object.entries(settings).filter(([name]) => declared.has(name));
    return Object.fromEntries(sent);
  }

  function changedSettings(tenantId: TenantId, before: AccountRow, sent: Settings = {}): readonly string[] {
    const problems = settingsProblems(
      providers.get(before.provider).settings.map((setting) => ({ ...setting, required: false })),
      sent,
    );
    if (problems.length > 0) throw errors.VALIDATION_ERROR({ fields: problems });
    const held = openAccountSettings(keyring, tenantId, before);
    return Object.entries(sent)
      .filter(([name, value]) => held[name] !== value)
      .map(([name]) => name);
  }
}
export type AccountDesk = ReturnType<typeof createAccountDesk>;
