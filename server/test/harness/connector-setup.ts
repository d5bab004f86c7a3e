import { expect } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import type { Egress } from "../../src/http-out/index.ts";
import { type MerchantNo, publicId, type TenantId } from "../../src/kit/ids.ts";
import type { Mode, PaymentMethod } from "../../src/kit/payment-terms.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createPayer } from "../simulation/payer.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { createFaultyHttp, type FaultyHttp } from "./faulty-http.ts";

/** The running service with one connector to try, and the operator who adds an account of it. */
export interface ConnectorSetup {
  readonly test: TestApp;
  readonly payer: ReturnType<typeof createPayer>;
  /** The network between the service and its providers. */
  readonly network: FaultyHttp;
  /** As an operator with every permission. */
  operate(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds an account to a new sub-tenant, and leads all payments of its method to it. */
  addAccount(settings: Readonly<Record<string, string>>): Promise<Account>;
}

export interface Account {
  readonly id: string;
  readonly subTenantId: string;
  readonly callbackUrl: string;
}

export interface ConnectorChoice {
  /** `SANDBOX` when absent; in `LIVE` the merchant pays and is paid with a live key. */
  readonly mode?: Mode;
  /** Mobile money when absent. */
  readonly method?: PaymentMethod;
}

/** `connector`: one that is not registered, or the name of one that is. */
export async function openConnectorSetup(
  connector: Provider | string,
  { mode = "SANDBOX", method = "MOBILE_MONEY" }: ConnectorChoice = {},
): Promise<ConnectorSetup> {
  const provider = typeof connector === "string" ? connector : connector.name;
  let inner: Egress["trusted"] | null = null;
  const network = createFaultyHttp({
    random: createSeededRandom(1),
    inner: async (request) => {
      if (inner === null) throw new Error("the network is not connected");
      return inner(request);
    },
  });
  const sandbox = await startTestApp({
    connectors: typeof connector === "string" ? [] : [connector],
    egress: (egress) => {
      inner = egress.trusted;
      return { ...egress, trusted: network.http };
    },
  });
  const test = mode === "LIVE" ? await withLiveKey(sandbox) : sandbox;
  let unique = 0;
  const operate: ConnectorSetup["operate"] = async (method, path, body) => {
    unique += 1;
    // Tests let hours pass, and a log-in ends after half an hour without use.
    const { token } = await test.operator();
    const headers = { "idempotency-key": `operator ${unique}` };
    return test.request(method, path, { apiKey: token, headers, ...(body === undefined ? {} : { body }) });
  };
  const made = async (path: string, body: unknown): Promise<Answer["body"]> => {
    const answer = await operate("POST", path, body);
    expect([answer.status, answer.body.error]).toEqual([201, null]);
    return answer.body.data;
  };

  return {
    test,
    payer: createPayer(test),
    network,
    operate,
    addAccount: async (settings) => {
      if (mode === "LIVE") return addLiveAccount(test, { provider, method, settings });
      const { id: subTenantId } = await made("/tenant/sub-tenants", { name: "Second entity" });
      const account = await made("/tenant/provider-accounts", {
        mode,
        subTenantId,
        provider,
        name: "First",
        methods: [method],
        settings,
      });
      const rule = { mode, method, subTenantId, priority: 1 };
      await made("/tenant/routing/rules", rule);
      return { id: account.id, subTenantId, callbackUrl: account.callbackUrl };
    },
  };
}

/** Live accounts need a second operator and a passed test before they are enabled: a test of a connector is not one of that. */
async function addLiveAccount(
  { app, db, keyring, clock, owner, merchantId, origin }: TestApp,
  account: {
    readonly provider: string;
    readonly method: PaymentMethod;
    readonly settings: Readonly<Record<string, string>>;
  },
): Promise<Account> {
  const [row] = await owner.query<{ tenantId: TenantId }>({
    text: `select tenant_id as "tenantId" from merchants where id = $1`,
    values: [merchantId],
  });
  if (row === undefined) throw new Error("the merchant has its tenant");
  const { tenantId } = row;
  const { provider, method, settings } = account;
  const setUp = createRoutingSetUp({ ids: app.ids, keyring, clock });
  const scope = { tenantId, mode: "LIVE" } as const;
  const everything = { currencies: [], countries: [], operators: [] };
  const made = await db.transaction(async (tx) => {
    const subTenantId = await setUp.createSubTenant(tx, { tenantId, name: "Live entity" }, systemActor);
    const id = await setUp.createProviderAccount(
      tx,
      {
        ...scope,
        ...everything,
        subTenantId,
        provider,
        name: "First",
        methods: [method],
        // It fails on request.
        automaticSuspension: false,
        settings,
      },
      systemActor,
    );
    await setUp.createRule(tx, { ...scope, method, subTenantId, priority: 1 }, systemActor);
    const callbackUrl = `${origin}/provider-callbacks/${publicId("providerAccount", id)}`;
    return { id, subTenantId, callbackUrl };
  });
  await owner.query({
    text: "update provider_accounts set status = 'ENABLED' where id = $1",
    values: [made.id],
  });
  await owner.query({ text: "select pg_notify('routing_changed', $1)", values: [tenantId] });
  return made;
}

/** The same application, with the live key of the same merchant in place of its sandbox key. */
async function withLiveKey(test: TestApp): Promise<TestApp> {
  const [row] = await test.owner.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = 'LIVE'`,
    values: [test.merchantId],
  });
  if (row === undefined) throw new Error("the merchant has its live number");
  const { merchantNo } = row;
  const { access, merchants, ids } = test.app;
  const made = await test.db.transaction(async (tx) => {
    const id = ids.next("wallet");
    await merchants.provisionWallet(tx, { merchantNo, id, label: "Live", currency: "XOF" });
    return access.createApiKey(
      tx,
      {
        merchantNo,
        id: ids.next("apiKey"),
        name: "Live",
        permissions: allPermissions,
        expiresAtMs: null,
      },
      systemActor,
    );
  });
  const apiKey = made.key.reveal();
  return {
    ...test,
    merchantNo,
    apiKey,
    request: (method, path, options = {}) => test.request(method, path, { apiKey, ...options }),
  };
}
