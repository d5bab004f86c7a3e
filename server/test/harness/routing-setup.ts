import { expect } from "vitest";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { expectInvariants } from "./invariants.ts";
import { agreed } from "./two-operators.ts";

const phones = { ORANGE: "+2250700000789", MTN: "+2250500000789" } as const;
type Operator = keyof typeof phones;

/**
 * Operators' changes of routing, and what payers see of them. Every answer to an operator is checked against the
 * document.
 */
export interface RoutingSetup {
  readonly test: TestApp;
  readonly contract: Contract;
  /** Tokens of two operators of the tenant; the first is the default. */
  readonly tokens: readonly [string, string];
  readonly tenantId: string;
  call(operation: string, options?: Json): Promise<Answer>;
  /** The same for calls that must succeed; when they take two operators, the other one confirms. */
  data(operation: string, options?: Json): Promise<Json>;
  sandboxRules(): Promise<Json>;
  /** Another sub-tenant with an account at the simulator that accepts everything. */
  anotherAcquirer(over?: Json): Promise<{ readonly subTenantId: string; readonly accountId: string }>;
  newSession(body?: Json): Promise<string>;
  publicView(id: string): Promise<Answer>;
  /** Orange Money of Côte d'Ivoire as the payer of a session sees it; undefined when it is not offered. */
  orangeOf(id: string): Promise<Json>;
  complete(id: string, operator?: Operator): Promise<Answer>;
  /** Pays a new session. Returns the stored id of the account that took it. */
  pay(operator?: Operator, body?: Json): Promise<string>;
  /** The stored id of an account, by its public one. */
  storedId(accountId: string): Promise<string>;
  /** Checks the books and stops. */
  close(): Promise<void>;
}

export const codeOf = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;

export async function openRoutingSetup(): Promise<RoutingSetup> {
  const test = await startTestApp();
  const contract = await readContract(test);
  const tokens = [(await test.operator("first")).token, (await test.operator("second")).token] as const;
  let accounts = 0;

  const call: RoutingSetup["call"] = (operation, options = {}) =>
    contract.call(operation, { apiKey: tokens[0], ...options });
  const data: RoutingSetup["data"] = async (operation, options) => {
    const answer = await call(operation, options);
    if (answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer.body.error)}`);
    return agreed(contract, answer, options?.apiKey === tokens[1] ? tokens[0] : tokens[1]);
  };
  const newSession: RoutingSetup["newSession"] = async (body = {}) => {
    const answer = await test.request("POST", "/checkout/sessions", {
      body: { amount: "5000", currency: "XOF", title: "Commande", ...body },
    });
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const complete: RoutingSetup["complete"] = (id, operator = "MTN") =>
    test.request("POST", `/checkout/pay/${id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: phones[operator], operator, countryCode: "CI" },
      },
    });

  return {
    test,
    contract,
    tokens,
    call,
    data,
    newSession,
    complete,
    tenantId: (await data("getRefundFeePolicy")).tenantId,
    sandboxRules: () => data("listRoutingRules", { query: { mode: "SANDBOX" } }),
    anotherAcquirer: async (over = {}) => {
      accounts += 1;
      const subTenantId = (await data("createSubTenant", { body: { name: `Acquirer ${accounts}` } })).id;
      const { id } = await data("createProviderAccount", {
        body: {
          mode: "SANDBOX",
          subTenantId,
          provider: "simulator",
          name: `Account ${accounts}`,
          methods: ["MOBILE_MONEY", "CARD", "QR", "BANK_TRANSFER", "WALLET"],
          settings: { apiKey: `api-key-number-${accounts}`, callbackSecret: `callback-secret-${accounts}` },
          ...over,
        },
      });
      return { subTenantId, accountId: id };
    },
    publicView: (id) => test.request("GET", `/checkout/pay/${id}`, { apiKey: null }),
    orangeOf: async (id) => {
      const { body } = await test.request("GET", `/checkout/pay/${id}/methods`, { apiKey: null });
      return body.data.methods.find((row: Json) => row.operator === "ORANGE" && row.countryCode === "CI");
    },
    pay: async (operator = "MTN", body = {}) => {
      const session = await newSession(body);
      const { status, body: answer } = await complete(session, operator);
      expect([status, answer.error]).toEqual([200, null]);
      await test.advance(3_000);
      const paid = await test.request("GET", `/checkout/pay/${session}/status`, { apiKey: null });
      expect(paid.body.data.status).toBe("SUCCEEDED");
      const [row] = await test.db.query<{ account: string }>({
        text: "select provider_account_id as account from charges where merchant_no = $1 order by id desc limit 1",
        values: [test.merchantNo],
      });
      return row?.account ?? "";
    },
    storedId: async (accountId) => {
      const { name } = await data("getProviderAccount", { params: { id: accountId } });
      const [row] = await test.db.query<{ id: string }>({
        text: "select id from provider_accounts where name = $1",
        values: [name],
      });
      return row?.id ?? "";
    },
    close: async () => {
      try {
        await expectInvariants(test.owner);
      } finally {
        await test.stop();
      }
    },
  };
}
