import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/log/logger.ts";
import { dumpDatabase } from "../contract/database-dump.ts";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/**
 * Sub-tenants and their provider accounts: what operators may write, what can never be read again, and what happens to
 * payments when an account is disabled, loses its credentials or gets new ones.
 */
const secrets = {
  apiKey: "planted-provider-api-key-77aa",
  callbackSecret: "planted-provider-callback-secret-88bb",
  secondKey: "planted-provider-second-key-99cc",
  refusedKey: "planted-refused \u0007 key",
  shortKey: "pl4nt3d",
} as const;

const logged: string[] = [];
const answers: string[] = [];
let test: TestApp;
let contract: Contract;
let token: string;
let subTenantId: string;

beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) };
  test = await startTestApp({ log: createLogger({ level: "debug", format: "json", destination }) });
  contract = await readContract(test);
  token = (await test.operator()).token;
  subTenantId = (await data("createSubTenant", { body: { name: "Second entity" } })).id;
});
afterAll(() => test?.stop());

const call = async (operation: string, options: Json = {}): Promise<Answer> => {
  const answer = await contract.call(operation, { apiKey: token, ...options });
  answers.push(JSON.stringify(answer.body));
  return answer;
};
const data = async (operation: string, options: Json = {}): Promise<Json> => {
  const { status, body } = await call(operation, options);
  if (status >= 400) throw new Error(`${operation}: ${JSON.stringify(body.error)}`);
  return body.data;
};
const codeOf = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);

const accountBody = (over: Json = {}): Json => ({
  mode: "SANDBOX",
  subTenantId,
  provider: "simulator",
  name: "Second acquirer",
  methods: ["MOBILE_MONEY"],
  settings: { apiKey: secrets.apiKey, callbackSecret: secrets.callbackSecret },
  ...over,
});

async function start(amount = "5000"): Promise<string> {
  const session = await test.request("POST", "/checkout/sessions", {
    body: { amount, currency: "XOF", title: "Commande" },
  });
  const { id } = session.body.data;
  const { status } = await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  expect(status).toBe(200);
  return id;
}
const statusOf = async (id: string) =>
  (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data.status;

describe("a provider account", () => {
  let account: Json;

  it("is made with what its provider asks for, and shows no secret", async () => {
    const [simulator] = await data("listProviders");
    expect(simulator).toMatchObject({ object: "provider", id: "simulator", modes: ["SANDBOX"] });
    const asked = simulator.settings.map(({ name, secret, required }: Json) => [name, secret, required]);
    expect(asked).toEqual([
      ["apiKey", true, true],
      ["callbackSecret", true, true],
      ["connectTimeoutMs", false, false],
      ["timeoutMs", false, false],
    ]);
    account = await data("createProviderAccount", { body: accountBody() });
    expect(account).toMatchObject({
      status: "ENABLED",
      version: 1,
      subTenantId,
      currencies: [],
      operators: [],
    });
    expect(account.credentials).toMatchObject([
      { name: "apiKey", secret: true, set: true, value: null, last4: "77aa" },
      { name: "callbackSecret", secret: true, set: true, value: null, last4: "88bb" },
      { name: "connectTimeoutMs", secret: false, set: false, value: null, last4: null },
      { name: "timeoutMs", secret: false, set: false, value: null, last4: null },
    ]);
    const prints = account.credentials.slice(0, 2).map(({ fingerprint }: Json) => fingerprint);
    for (const print of prints) expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(prints).size).toBe(2);
    const params = { id: account.id };
    expect(await data("getProviderAccount", { params })).toEqual(account);
    const query = { mode: "SANDBOX", provider: "simulator", status: "ENABLED" };
    const listed = await data("listProviderAccounts", { query });
    expect(listed.map(({ id }: Json) => id)).toContain(account.id);
    expect(await data("listProviderAccounts", { query: { mode: "LIVE" } })).toEqual([]);
  });

  it("is known to the simulator at once: a test of it is answered", async () => {
    const tested = await data("testProviderAccount", { params: { id: account.id } });
    expect(tested).toMatchObject({ object: "provider_account.test", answered: true, reason: null });
  });

  it("with wrong credentials says so when it is tested", async () => {
    await test.owner.query({
      text: "update simulator.accounts set api_key_hash = sha256(api_key_hash) where id = $1",
      values: [await storedIdOf("Second acquirer")],
    });
    const tested = await data("testProviderAccount", { params: { id: account.id } });
    expect(tested).toMatchObject({ answered: false, reason: "http_401" });
    const settings = { apiKey: secrets.secondKey };
    const changed = await data("updateProviderAccount", { params: { id: account.id }, body: { settings } });
    expect(changed.version).toBe(2);
    expect(changed.credentials[0].fingerprint).not.toBe(account.credentials[0].fingerprint);
    expect(changed.credentials[0].last4).toBe("99cc");
    expect(changed.credentials[1]).toEqual(account.credentials[1]);
    expect((await data("testProviderAccount", { params: { id: account.id } })).answered).toBe(true);
    const same = await data("updateProviderAccount", { params: { id: account.id }, body: { settings } });
    expect(same.version).toBe(2);
  });

  it("may have its own time-outs, which anybody who may read it sees", async () => {
    const params = { id: account.id };
    const body = { settings: { timeoutMs: "4000" } };
    const changed = await data("updateProviderAccount", { params, body });
    expect(changed.credentials.at(-1)).toMatchObject({ name: "timeoutMs", set: true, value: "4000" });
    expect((await data("testProviderAccount", { params })).answered).toBe(true);
    expect((await data("updateProviderAccount", { params, body })).version).toBe(changed.version);
  });

  const refusals: readonly (readonly [string, Json, string, string])[] = [
    [
      "a time-out that outlasts the lease on a payment",
      { settings: { apiKey: secrets.apiKey, callbackSecret: secrets.callbackSecret, timeoutMs: "12001" } },
      "settings.timeoutMs",
      "format",
    ],
    ["no settings", { settings: {} }, "settings.apiKey", "required"],
    ["one of two", { settings: { apiKey: secrets.apiKey } }, "settings.callbackSecret", "required"],
    [
      "a setting it does not know",
      {
        settings: {
          apiKey: secrets.apiKey,
          callbackSecret: secrets.callbackSecret,
          baseUrl: "http://10.0.0.1",
        },
      },
      "settings.baseUrl",
      "unknown",
    ],
    [
      "a secret that is too short",
      { settings: { apiKey: secrets.shortKey, callbackSecret: secrets.callbackSecret } },
      "settings.apiKey",
      "length",
    ],
    [
      "a secret with a control character",
      { settings: { apiKey: secrets.refusedKey, callbackSecret: secrets.callbackSecret } },
      "settings.apiKey",
      "format",
    ],
    ["live mode at the simulator", { mode: "LIVE" }, "mode", "provider"],
    ["a provider that there is not", { provider: "acme" }, "provider", "enum"],
    ["no method", { methods: [] }, "methods", "minItems"],
    ["a country that is none", { countries: ["Mali"] }, "countries[0]", "pattern"],
  ];
  it.each(refusals)("is refused with %s", async (_name, over, path, rule) => {
    const answer = await call("createProviderAccount", { body: accountBody({ name: "Refused", ...over }) });
    const [field] = answer.body.error.details.fields;
    expect([codeOf(answer), field.path, field.rule]).toEqual(["400 VALIDATION_ERROR", path, rule]);
  });

  it("keeps its name and its key to itself", async () => {
    const sameName = await call("createProviderAccount", {
      body: accountBody({ settings: { apiKey: "another-api-key", callbackSecret: "another-secret" } }),
    });
    expect(codeOf(sameName)).toBe("409 PROVIDER_ACCOUNT_NAME_TAKEN");
    const sameKey = accountBody({
      name: "Third",
      settings: { apiKey: secrets.secondKey, callbackSecret: "another-secret" },
    });
    expect(codeOf(await call("createProviderAccount", { body: sameKey }))).toBe(
      "409 PROVIDER_CREDENTIALS_TAKEN",
    );
    const { id } = await data("createProviderAccount", {
      body: accountBody({
        name: "Third",
        settings: { apiKey: "a-third-api-key", callbackSecret: "a-third-secret" },
      }),
    });
    const params = { id };
    const rename = await call("updateProviderAccount", { params, body: { name: "Second acquirer" } });
    expect(codeOf(rename)).toBe("409 PROVIDER_ACCOUNT_NAME_TAKEN");
    const settings = { apiKey: secrets.secondKey };
    expect(codeOf(await call("updateProviderAccount", { params, body: { settings } }))).toBe(
      "409 PROVIDER_CREDENTIALS_TAKEN",
    );
    const bad = await call("updateProviderAccount", { params, body: { settings: { nonsense: "x" } } });
    expect(bad.body.error.details.fields[0].path).toBe("settings.nonsense");
    expect((await data("getProviderAccount", { params })).version).toBe(1);
    expect(
      codeOf(await call("updateProviderAccount", { params, body: { status: "DISABLED", version: 2 } })),
    ).toBe("409 VERSION_CONFLICT");
    // Short secrets show no ending: four of fifteen characters are too many.
    expect((await data("getProviderAccount", { params })).credentials[0].last4).toBeNull();
  });
});

describe("an account that is switched off", () => {
  let ownId: string;
  let usualId: string;
  const rule = async () => {
    const body = { mode: "SANDBOX", method: "MOBILE_MONEY", subTenantId, priority: 1 };
    return (await data("createRoutingRule", { body })).id;
  };
  const set = (id: string, status: string) =>
    data("updateProviderAccount", { params: { id }, body: { status } });
  const lastAccount = async (): Promise<string> => {
    const [row] = await test.db.query<{ name: string }>({
      text: `select a.name from charges c join provider_accounts a on a.id = c.provider_account_id
              where c.merchant_no = $1 order by c.id desc limit 1`,
      values: [test.merchantNo],
    });
    return row?.name ?? "";
  };

  it("finishes the payments that it has begun, and new ones go to the next account", async () => {
    const accounts = await data("listProviderAccounts");
    ownId = accounts.find(({ name }: Json) => name === "Second acquirer").id;
    usualId = accounts.find(({ name }: Json) => name === "Built-in simulator").id;
    await set(accounts.find(({ name }: Json) => name === "Third").id, "DISABLED");
    await rule();
    const begun = await start();
    expect(await lastAccount()).toBe("Second acquirer");
    await set(ownId, "DISABLED");
    const next = await start("5001");
    expect(await lastAccount()).toBe("Built-in simulator");
    await test.advance(3_000);
    expect([await statusOf(begun), await statusOf(next)]).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });

  it("and so with its sub-tenant", async () => {
    await set(ownId, "ENABLED");
    await start("5002");
    expect(await lastAccount()).toBe("Second acquirer");
    const off = await data("updateSubTenant", { params: { id: subTenantId }, body: { status: "DISABLED" } });
    expect([off.status, off.version]).toEqual(["DISABLED", 2]);
    await start("5003");
    expect(await lastAccount()).toBe("Built-in simulator");
    expect(await data("listSubTenants", { query: { status: "DISABLED" } })).toEqual([off]);
    const stale = { params: { id: subTenantId }, body: { status: "ACTIVE", version: 1 } };
    expect(codeOf(await call("updateSubTenant", stale))).toBe("409 VERSION_CONFLICT");
    await data("updateSubTenant", { params: { id: subTenantId }, body: { status: "ACTIVE", version: 2 } });
    await start("5004");
    expect(await lastAccount()).toBe("Second acquirer");
  });

  it("leaves nobody to pay through when it was the last", async () => {
    await set(ownId, "DISABLED");
    await set(usualId, "DISABLED");
    const session = await test.request("POST", "/checkout/sessions", {
      body: { amount: "5005", currency: "XOF", title: "Commande" },
    });
    const view = () => test.request("GET", `/checkout/pay/${session.body.data?.id}`, { apiKey: null });
    expect([session.status, codeOf(await view())]).toEqual([201, "409 CHECKOUT_NO_PAYMENT_METHODS"]);
    const explained = await test.request("GET", `/checkout/sessions/${session.body.data.id}/methods/explain`);
    const mtn = explained.body.data.methods.find(
      (row: Json) => row.operator === "MTN" && row.countryCode === "CI",
    );
    expect(mtn).toMatchObject({ reason: "ACCOUNT_DISABLED", subTenantId, providerAccountId: ownId });
    await set(usualId, "ENABLED");
    expect((await view()).status).toBe(200);
  });
});

it("no secret stands in an answer, the log, the audit log or the database", async () => {
  expect(answers.length).toBeGreaterThan(40);
  const planted = Object.values(secrets);
  const dumped = (await dumpDatabase(test.owner)).map((row) => JSON.stringify(row));
  expect(dumped.length).toBeGreaterThan(100);
  const forms = planted.flatMap((text) => [
    text,
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  ]);
  for (const [where, texts] of Object.entries({ answers, logged, dumped })) {
    const hits = forms.filter((form) => texts.some((text) => text.includes(form)));
    expect(hits, where).toEqual([]);
  }
  const [row] = await test.db.query<{ after: string }>({
    text: `select after from audit_log where action = 'provider_account.updated' and after like '%settings%' limit 1`,
  });
  expect(JSON.parse(row?.after ?? "{}").settings).toEqual(["apiKey"]);
});

it("the books are right after all of it", () => expectInvariants(test.owner));

async function storedIdOf(name: string): Promise<string> {
  const [row] = await test.db.query<{ id: string }>({
    text: "select id from provider_accounts where name = $1",
    values: [name],
  });
  return row?.id ?? "";
}
