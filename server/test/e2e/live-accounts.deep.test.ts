import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { SNAPSHOT_LIFE_MS } from "../../src/modules/routing/index.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import { createKey, createOwner } from "../contract/estate.ts";
import { type Answer, type RequestOptions, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/**
 * Live accounts: made disabled, enabled after their test has passed, limited while trust is being built. Two operators,
 * as in live mode always.
 */
type Json = Answer["body"];

let test: TestApp;
let provider: RunningStandIn;
let subTenantId: string;
let shop: {
  readonly merchantNo: number;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
};

beforeAll(async () => {
  test = await startTestApp();
  provider = await openStandIn(mtnMomoStandIn, { clock: test.clock, random: createSystemRandom() });
  subTenantId = (await operate("POST", "/tenant/sub-tenants", { name: "Live entity" })).id;
  const [tenant] = await test.owner.query<{ id: TenantId }>({ text: "select id from tenants" });
  if (tenant === undefined) throw new Error("there is a tenant");
  const merchantNo = (await createOwner(test, tenant.id, "Live shop")).numbers.LIVE;
  const { key } = await createKey(test, merchantNo);
  shop = {
    merchantNo,
    request: (method, path, options = {}) => test.request(method, path, { apiKey: key, ...options }),
  };
});
afterAll(async () => {
  await provider?.close();
  await test?.stop();
});

let unique = 0;
const ask = async (which: "first" | "second", method: string, path: string, body?: unknown) => {
  unique += 1;
  const { token } = await test.operator(which);
  const headers = { "idempotency-key": `operator ${unique}` };
  return test.request(method, path, { apiKey: token, headers, ...(body === undefined ? {} : { body }) });
};
/** Done by the first operator; what takes two is confirmed by the second, and the object is read. */
const operate = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await ask("first", method, path, body);
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  if (answer.status !== 202) return answer.body.data;
  const confirmed = await ask("second", "POST", `/tenant/change-requests/${answer.body.data.id}/confirm`, {});
  expect(confirmed.status, JSON.stringify(confirmed.body.error)).toBeLessThan(300);
  const { subject } = confirmed.body.data;
  const base = path.startsWith("/tenant/routing") ? "/tenant/routing/rules" : "/tenant/provider-accounts";
  return (await ask("first", "GET", `${base}/${subject}`)).body.data;
};
const codeOf = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);

const settings = () => mtnMomoStandIn.accountSettings(provider.url, "first");

let number = 0;
const newAccount = (over: Json = {}): Promise<Json> => {
  number += 1;
  return operate("POST", "/tenant/provider-accounts", {
    mode: "LIVE",
    subTenantId,
    provider: "mtn_momo",
    name: `Live ${number}`,
    methods: ["MOBILE_MONEY"],
    settings: settings(),
    ...over,
  });
};
const change = (id: string, body: Json) => operate("PATCH", `/tenant/provider-accounts/${id}`, body);
const tested = (id: string) => operate("POST", `/tenant/provider-accounts/${id}/test`, {});
const enabled = async (over: Json = {}): Promise<Json> => {
  const { id } = await newAccount(over);
  await tested(id);
  return change(id, { status: "ENABLED" });
};
const open = (amount: string) =>
  shop.request("POST", "/checkout/sessions", { body: { amount, currency: "XOF", title: "Commande" } });
const pay = async (amount: string, suffix = "789"): Promise<Answer> => {
  // Ids of the same millisecond have no order.
  test.clock.advance(1);
  const session = await open(amount);
  expect(session.status, JSON.stringify(session.body.error)).toBe(201);
  return test.request("POST", `/checkout/pay/${session.body.data.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: `+2250500000${suffix}`, operator: "MTN", countryCode: "CI" },
    },
  });
};
const usedAccounts = async (): Promise<readonly (string | null)[]> =>
  (
    await test.owner.query<{ id: string | null }>({
      text: "select provider_account_id as id from charges where merchant_no = $1 order by charges.id",
      values: [shop.merchantNo],
    })
  ).map(({ id }) => id);

describe("a live session", () => {
  it("is refused at its creation while no live account can take it, with a sentence that says so", async () => {
    const refused = await open("5000");
    expect(codeOf(refused)).toBe("409 CHECKOUT_NO_LIVE_ACCOUNT");
    expect(refused.body.error.message).toContain("an operator must enable one");
  });
});

describe("a live account", () => {
  it("is made disabled, whatever was asked for", async () => {
    expect(await newAccount({ status: "ENABLED" })).toMatchObject({
      status: "DISABLED",
      testPassedAt: null,
      limits: [],
    });
  });

  it("is not enabled before its test has passed with its present settings", async () => {
    const { id } = await newAccount({
      settings: { ...settings(), collectionApiKey: "a-key-that-is-wrong" },
    });
    const enable = () => ask("first", "PATCH", `/tenant/provider-accounts/${id}`, { status: "ENABLED" });
    expect(codeOf(await enable())).toBe("409 PROVIDER_ACCOUNT_NOT_TESTED");
    expect(await tested(id)).toMatchObject({
      answered: false,
      passed: false,
      problem: "KEY_REFUSED",
      sentence: expect.stringContaining("keys of Collection"),
      reason: "KEY_REFUSED",
    });
    expect(codeOf(await enable())).toBe("409 PROVIDER_ACCOUNT_NOT_TESTED");
    await change(id, { settings: { collectionApiKey: settings().collectionApiKey } });
    expect(await tested(id)).toMatchObject({ passed: true, problem: null });
    // A new setting needs a new test.
    await change(id, { settings: { timeoutMs: "5000" } });
    expect(codeOf(await enable())).toBe("409 PROVIDER_ACCOUNT_NOT_TESTED");
    const { sentence } = await tested(id);
    expect(sentence).toMatch(/A real provider would refuse our callback address/);
    const now = await change(id, { status: "ENABLED" });
    expect(now).toMatchObject({ status: "ENABLED", testPassedAt: expect.any(String) });
    await change(id, { status: "DISABLED" });
  });

  it("whose provider does not answer says so in words", async () => {
    const { id } = await newAccount({ settings: { ...settings(), baseUrl: "http://127.0.0.1:1" } });
    expect(await tested(id)).toMatchObject({
      passed: false,
      problem: "UNREACHABLE",
      sentence: expect.stringMatching(/address/),
    });
  });

  it.each(["http://10.0.0.1", "http://provider.example"])(
    "has no plain address elsewhere: %s",
    async (baseUrl) => {
      const answer = await ask("first", "POST", "/tenant/provider-accounts", {
        mode: "LIVE",
        subTenantId,
        provider: "mtn_momo",
        name: "Elsewhere",
        methods: ["MOBILE_MONEY"],
        settings: { ...settings(), baseUrl },
      });
      expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
      expect(answer.body.error.details.fields[0].path).toBe("settings.baseUrl");
    },
  );

  it("names a currency once in its limits", async () => {
    const limits = [
      { currency: "XOF", perPayment: "1" },
      { currency: "XOF", perDay: "1" },
    ];
    const answer = await ask("first", "POST", "/tenant/provider-accounts", {
      mode: "LIVE",
      subTenantId,
      provider: "mtn_momo",
      name: "Twice",
      methods: ["MOBILE_MONEY"],
      limits,
      settings: settings(),
    });
    expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
  });
});

describe("limits of a live account", () => {
  let first: Json;
  let second: Json;
  beforeAll(async () => {
    first = await enabled({ limits: [{ currency: "XOF", perPayment: "6000", perDay: "10000" }] });
    second = await enabled();
    const rule = { mode: "LIVE", method: "MOBILE_MONEY", subTenantId };
    await operate("POST", "/tenant/routing/rules", rule);
  });
  const limit = (perDay: string | null, perPayment: string | null = null) => ({
    limits: [{ currency: "XOF", perPayment, perDay }],
  });
  const uuidOf = async (account: Json): Promise<string> => {
    const [row] = await test.owner.query<{ id: string }>({
      text: "select id from provider_accounts where name = $1",
      values: [account.name],
    });
    return row?.id ?? "";
  };

  it("send a payment above them, and what is too much for the day, to the next account", async () => {
    const [a, b] = [await uuidOf(first), await uuidOf(second)];
    for (const amount of ["6001", "6000", "4000", "1"]) expect(codeOf(await pay(amount))).toBe("200");
    expect(await usedAccounts()).toEqual([b, a, a, b]);
  });

  it("count an attempt that failed for nothing, and begin again with the day", async () => {
    const a = await uuidOf(first);
    await test.advance(24 * 3_600_000, 6 * 3_600_000);
    expect(codeOf(await pay("6000", "455"))).toBe("200");
    await test.advance(60_000, 5_000);
    for (const amount of ["6000", "4000"]) expect(codeOf(await pay(amount))).toBe("200");
    expect((await usedAccounts()).slice(-3)).toEqual([a, a, a]);
  });

  it("are never passed, however many pay at the same time", async () => {
    await test.advance(24 * 3_600_000, 6 * 3_600_000);
    const before = (await usedAccounts()).length;
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay("1500")));
    expect(answers.map(codeOf)).toEqual(Array(12).fill("200"));
    const a = await uuidOf(first);
    const taken = (await usedAccounts()).slice(before).filter((id) => id === a);
    expect(taken).toHaveLength(6);
  });

  it("leave other methods, and no way at all, where no other account can take the payment", async () => {
    await change(second.id, { status: "DISABLED" });
    await test.advance(24 * 3_600_000, 6 * 3_600_000);
    await pay("6000");
    await test.advance(SNAPSHOT_LIFE_MS);
    // The day's room is no reason to refuse a session, which may be paid tomorrow; the size of a payment is.
    const session = await open("5000");
    expect(codeOf(session)).toBe("201");
    const read = await test.request("GET", `/checkout/pay/${session.body.data.id}`, { apiKey: null });
    expect(codeOf(read)).toBe("409 CHECKOUT_NO_PAYMENT_METHODS");
    const explained = await shop.request("GET", `/checkout/sessions/${session.body.data.id}/methods/explain`);
    const [mtn] = explained.body.data.methods.filter(
      ({ operator, countryCode }: Json) => operator === "MTN" && countryCode === "CI",
    );
    expect(mtn).toMatchObject({ offered: false, reason: "ACCOUNT_LIMIT", providerAccountId: first.id });
    expect(codeOf(await open("6001"))).toBe("409 CHECKOUT_NO_LIVE_ACCOUNT");
  });

  it("are lowered by one operator and raised by two", async () => {
    const patch = (body: Json) => ask("first", "PATCH", `/tenant/provider-accounts/${first.id}`, body);
    const lowered = await patch(limit("5000", "5000"));
    expect([lowered.status, lowered.body.data.limits]).toEqual([
      200,
      [{ currency: "XOF", perPayment: "5000", perDay: "5000", countsPayouts: false }],
    ]);
    expect((await patch(limit("5001", "5000"))).status).toBe(202);
    expect((await patch({ limits: [] })).status).toBe(202);
    expect((await change(first.id, limit(null))).limits).toEqual([]);
  });

  it("keep the books right", async () => {
    await test.advance(60_000, 5_000);
    await expectInvariants(test.owner);
  });
});
