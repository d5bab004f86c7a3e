import { expect } from "vitest";
import type { Egress } from "../../src/http-out/index.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createPayer } from "../simulation/payer.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { createFaultyHttp, type FaultyHttp } from "./faulty-http.ts";

/** The running service with one more connector, and the operator who adds an account of it. */
export interface ConnectorSetup {
  readonly test: TestApp;
  readonly payer: ReturnType<typeof createPayer>;
  /** The network between the service and its providers. */
  readonly network: FaultyHttp;
  /** As an operator with every permission. */
  operate(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds an account to a new sub-tenant, and leads all mobile money to it. */
  addAccount(settings: Readonly<Record<string, string>>): Promise<Account>;
}

export interface Account {
  readonly id: string;
  readonly subTenantId: string;
  readonly callbackUrl: string;
}

export async function openConnectorSetup(connector: Provider): Promise<ConnectorSetup> {
  let inner: Egress["trusted"] | null = null;
  const network = createFaultyHttp({
    random: createSeededRandom(1),
    inner: async (request) => {
      if (inner === null) throw new Error("the network is not connected");
      return inner(request);
    },
  });
  const test = await startTestApp({
    connectors: [connector],
    egress: (egress) => {
      inner = egress.trusted;
      return { ...egress, trusted: network.http };
    },
  });
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
      const { id: subTenantId } = await made("/tenant/sub-tenants", { name: "Second entity" });
      const account = await made("/tenant/provider-accounts", {
        mode: "SANDBOX",
        subTenantId,
        provider: connector.name,
        name: "First",
        methods: ["MOBILE_MONEY"],
        settings,
      });
      const rule = { mode: "SANDBOX", method: "MOBILE_MONEY", subTenantId, priority: 1 };
      await made("/tenant/routing/rules", rule);
      return { id: account.id, subTenantId, callbackUrl: account.callbackUrl };
    },
  };
}
