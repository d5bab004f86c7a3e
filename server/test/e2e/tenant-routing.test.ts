import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { createOwner, createTenant, logIn } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/**
 * What operators do with routing, and what payers see of it: rules, their dry run, bounds and outages. Every answer is held
 * against the document.
 */
let test: TestApp;
let contract: Contract;
let tokens: readonly [string, string];
let tenantId: string;
let accounts = 0;

beforeAll(async () => {
  test = await startTestApp();
  contract = await readContract(test);
  const [first, second] = [await test.operator("first"), await test.operator("second")];
  tokens = [first.token, second.token];
  tenantId = (await data("getRefundFeePolicy")).tenantId;
});
afterAll(() => test?.stop());

const call = (operation: string, options: Json = {}): Promise<Answer> =>
  contract.call(operation, { apiKey: tokens[0], ...options });
const data = async (operation: string, options: Json = {}): Promise<Json> => {
  const { status, body } = await call(operation, options);
  if (status >= 400) throw new Error(`${operation}: ${JSON.stringify(body.error)}`);
  return body.data;
};
const codeOf = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);
const sandboxRules = () => data("listRoutingRules", { query: { mode: "SANDBOX" } });

/** Another entity with an account at the simulator that carries everything. */
async function anotherAcquirer(over: Json = {}): Promise<{ subTenantId: string; accountId: string }> {
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
}

async function newSession(body: Json = {}): Promise<string> {
  const answer = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Commande", ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
const publicView = (id: string) => test.request("GET", `/checkout/pay/${id}`, { apiKey: null });
const methodsOf = async (id: string): Promise<Json> =>
  (await test.request("GET", `/checkout/pay/${id}/methods`, { apiKey: null })).body.data.methods;
const orangeOf = async (id: string) =>
  (await methodsOf(id)).find((row: Json) => row.operator === "ORANGE" && row.countryCode === "CI");
const phones = { ORANGE: "+2250700000789", MTN: "+2250500000789" } as const;
const complete = (id: string, operator: keyof typeof phones = "MTN") =>
  test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: phones[operator], operator, countryCode: "CI" },
    },
  });
/** Pays a new session to the end. Answers the stored id of the account that took it. */
async function pay(operator: keyof typeof phones = "MTN", body: Json = {}): Promise<string> {
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
}
/** The stored id of an account, by its public one. */
async function storedId(accountId: string): Promise<string> {
  const { name } = await data("getProviderAccount", { params: { id: accountId } });
  const [row] = await test.db.query<{ id: string }>({
    text: "select id from provider_accounts where name = $1",
    values: [name],
  });
  return row?.id ?? "";
}

describe("routing rules", () => {
  it("are listed in the order in which they are tried, page by page as well", async () => {
    const { subTenantId } = await anotherAcquirer();
    const made: string[] = [];
    for (const priority of [900, 50, 450]) {
      const body = { mode: "LIVE", method: "CARD", subTenantId, priority };
      made.push((await data("createRoutingRule", { body })).id);
    }
    const query = { mode: "LIVE" };
    const listed = await call("listRoutingRules", { query });
    expect(listed.body.data.map(({ id }: Json) => id)).toEqual([made[1], made[2], made[0]]);
    expect(listed.body.meta).toEqual({ page: 1, pageSize: 25, total: 3, totalPages: 1 });
    const behind = await call("listRoutingRules", {
      query: { ...query, limit: "1", starting_after: made[1] },
    });
    expect(behind.body.data.map(({ id }: Json) => id)).toEqual([made[2]]);
    expect(behind.body.meta).toMatchObject({ hasMore: true, nextCursor: made[2], total: null });
    const before = await call("listRoutingRules", { query: { ...query, ending_before: made[0] } });
    expect(before.body.data.map(({ id }: Json) => id)).toEqual([made[1], made[2]]);
    expect(before.body.meta).toMatchObject({ hasMore: false, nextCursor: null });
    for (const id of made) await data("deleteRoutingRule", { params: { id } });
    expect(await data("listRoutingRules", { query })).toEqual([]);
    expect(codeOf(await call("getRoutingRule", { params: { id: made[0] } }))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it("take payments at once, and give them back when they are deleted", async () => {
    const usual = await pay();
    const { subTenantId, accountId } = await anotherAcquirer();
    const body = { mode: "SANDBOX", method: "MOBILE_MONEY", subTenantId, priority: 1, operator: "MTN" };
    const rule = await data("createRoutingRule", { body });
    expect(await pay("MTN")).toBe(await storedId(accountId));
    expect(await pay("ORANGE")).toBe(usual);
    await data("updateRoutingRule", {
      params: { id: rule.id },
      body: { amountMax: "4999", currency: "XOF" },
    });
    expect(await pay("MTN")).toBe(usual);
    expect(await pay("MTN", { amount: "4999" })).toBe(await storedId(accountId));
    await data("deleteRoutingRule", { params: { id: rule.id } });
    expect(await pay("MTN", { amount: "4999" })).toBe(usual);
  });

  it("change what a payer is offered between two looks at the page", async () => {
    const session = await newSession({ allowedMethods: ["CARD", "QR"] });
    const offered = async () => {
      const { status, body } = await publicView(session);
      return status === 200 ? body.data.allowedMethods : `${status} ${body.error.code}`;
    };
    expect(await offered()).toEqual(["CARD", "QR"]);
    const rules = (await sandboxRules()).filter(({ method }: Json) => ["CARD", "QR"].includes(method));
    const enable = (id: string, enabled: boolean) =>
      data("updateRoutingRule", { params: { id }, body: { enabled } });
    await enable(rules[0].id, false);
    expect(await offered()).toEqual(["QR"]);
    await enable(rules[1].id, false);
    expect(await offered()).toBe("409 CHECKOUT_NO_PAYMENT_METHODS");
    for (const { id } of rules) await enable(id, true);
    expect(await offered()).toEqual(["CARD", "QR"]);
  });

  it("are put in another order whole, or not at all", async () => {
    const before = (await sandboxRules()).map(({ id }: Json) => id);
    const body = { mode: "SANDBOX", ruleIds: before.toReversed() };
    const headers = { "idempotency-key": "reorder" };
    expect((await data("reorderRoutingRules", { body, headers })).ruleIds).toEqual(body.ruleIds);
    expect((await call("reorderRoutingRules", { body, headers })).headers.get("idempotency-replayed")).toBe(
      "true",
    );
    const rules = await sandboxRules();
    expect(rules.map(({ id }: Json) => id)).toEqual(body.ruleIds);
    expect(rules.map(({ priority }: Json) => priority)).toEqual([100, 200, 300, 400, 500]);
    const short = { mode: "SANDBOX", ruleIds: before.slice(1) };
    expect(codeOf(await call("reorderRoutingRules", { body: short }))).toBe("409 VERSION_CONFLICT");
    const alien = { mode: "LIVE", ruleIds: before };
    expect(codeOf(await call("reorderRoutingRules", { body: alien }))).toBe("404 RESOURCE_NOT_FOUND");
    await data("reorderRoutingRules", { body: { mode: "SANDBOX", ruleIds: before } });
  });

  it.each([
    [{ method: "CARD", operator: "ORANGE" }, "operator"],
    [{ method: "MOBILE_MONEY", operator: "PI_SPI" }, "operator"],
    [{ method: "MOBILE_MONEY", operator: "MTN", country: "SN" }, "country"],
    [{ method: "MOBILE_MONEY", country: "FR" }, "country"],
    [{ method: "MOBILE_MONEY", operator: "MTN", country: "CI", currency: "XAF" }, "currency"],
    [{ method: "QR", operator: "WAVE", currency: "EUR" }, "currency"],
    [{ method: "CARD", amountMin: "100" }, "currency"],
    [{ method: "CARD", currency: "XOF", amountMin: "100", amountMax: "99" }, "amountMax"],
  ])("that nothing can meet are refused: %j", async (conditions, field) => {
    const { subTenantId } = (await sandboxRules())[0];
    const answer = await call("createRoutingRule", { body: { mode: "SANDBOX", subTenantId, ...conditions } });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("two operators at one row", () => {
  it("are told of each other by its version; without one the last word stands", async () => {
    const { subTenantId } = await anotherAcquirer();
    const body = { mode: "LIVE", method: "QR", subTenantId };
    const { id, version } = await data("createRoutingRule", { body });
    const edits = await Promise.all(
      tokens.map((apiKey, index) =>
        call("updateRoutingRule", { apiKey, params: { id }, body: { priority: 10 + index, version } }),
      ),
    );
    expect(edits.map(codeOf).toSorted()).toEqual(["200", "409 VERSION_CONFLICT"]);
    const refused = edits.find(({ status }) => status === 409);
    expect(refused?.body.error.details.version).toBe(2);
    const last = await data("updateRoutingRule", {
      apiKey: tokens[1],
      params: { id },
      body: { priority: 7 },
    });
    expect([last.priority, last.version]).toEqual([7, 3]);
    const same = await data("updateRoutingRule", { params: { id }, body: { priority: 7 } });
    expect(same.version).toBe(3);
    await data("deleteRoutingRule", { params: { id } });
  });

  it("who set a bound or a fee anew: of twenty at once who read the same version one wins", async () => {
    const bound = { mode: "LIVE", method: "WALLET", currency: "XOF", min: "1" };
    const { version } = await data("setAmountBound", { body: { ...bound, max: "1000" } });
    const fee = { mode: "LIVE", method: "WALLET", currency: "XOF" };
    const first = await data("setFeeSchedule", { body: { ...fee, basisPoints: 1 } });
    for (const [operation, bodyOf] of [
      ["setAmountBound", (n: number) => ({ ...bound, max: `${2_000 + n}`, version })],
      ["setFeeSchedule", (n: number) => ({ ...fee, basisPoints: 100 + n, version: first.version })],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, n) => call(operation, { body: bodyOf(n) })),
      );
      const codes = answers.map(codeOf);
      expect(
        codes.filter((code) => code === "200"),
        operation,
      ).toHaveLength(1);
      expect(
        codes.filter((code) => code === "409 VERSION_CONFLICT"),
        operation,
      ).toHaveLength(19);
    }
    expect(
      codeOf(await call("setAmountBound", { body: { ...bound, currency: "EUR", max: "9", version: 1 } })),
    ).toBe("409 VERSION_CONFLICT");
  });
});

describe("a dry run", () => {
  const orange = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    currency: "XOF",
    country: "CI",
    operator: "ORANGE",
    amount: "5000",
  };

  it("says which account would take a payment, and what became of every other rule", async () => {
    const off = await anotherAcquirer({ status: "DISABLED" });
    const narrow = await anotherAcquirer({ countries: ["SN"] });
    const [usual] = (await sandboxRules()).filter(({ method }: Json) => method === "MOBILE_MONEY");
    const rule = (subTenantId: string, more: Json = {}) => ({ method: "MOBILE_MONEY", subTenantId, ...more });
    const rules = [
      rule(off.subTenantId, { operator: "MTN" }),
      rule(off.subTenantId, { enabled: false }),
      rule(off.subTenantId),
      rule(narrow.subTenantId),
      rule(narrow.subTenantId, { currency: "XOF", amountMax: "4999" }),
      rule(usual.subTenantId),
      rule(narrow.subTenantId),
    ];
    const answer = await data("dryRunRouting", { body: { ...orange, rules } });
    expect(answer).toMatchObject({ moves: false, replayed: null, current: { routed: true, reason: null } });
    expect(answer.proposal).toMatchObject({
      routed: true,
      rulePosition: 6,
      subTenantId: usual.subTenantId,
      providerAccountId: answer.current.providerAccountId,
    });
    expect(
      answer.proposal.rules.map(({ verdict, accounts }: Json) => [
        verdict,
        ...accounts.map((one: Json) => one.verdict),
      ]),
    ).toEqual([
      ["DOES_NOT_MATCH"],
      ["RULE_DISABLED"],
      ["ACCOUNT_DISABLED", "ACCOUNT_DISABLED"],
      ["COUNTRY", "COUNTRY"],
      ["AMOUNT_ABOVE_MAX"],
      ["TAKES", "TAKES"],
      ["NOT_REACHED"],
    ]);
    const nobody = await data("dryRunRouting", { body: { ...orange, rules: [rule(off.subTenantId)] } });
    expect(nobody).toMatchObject({
      moves: true,
      proposal: {
        routed: false,
        reason: "ACCOUNT_DISABLED",
        failureCode: "PROVIDER_UNAVAILABLE",
        rulePosition: 1,
      },
    });
    const none = await data("dryRunRouting", { body: { ...orange, rules: [] } });
    expect(none.proposal).toMatchObject({ routed: false, reason: "NO_RULE", rules: [] });
  });

  it("says how many of the last charges a proposal would move, lose and gain; and changes nothing", async () => {
    for (const operator of ["ORANGE", "ORANGE", "MTN"] as const) await pay(operator);
    const { subTenantId, accountId } = await anotherAcquirer();
    const before = await sandboxRules();
    const rules = [{ method: "MOBILE_MONEY", operator: "ORANGE", subTenantId }];
    const { replayed } = await data("dryRunRouting", { body: { ...orange, rules, replay: 3 } });
    expect(replayed).toMatchObject({
      comparedWith: "CURRENT_RULES",
      charges: 3,
      same: 0,
      moved: 2,
      lost: 1,
      gained: 0,
    });
    const usual = before.find(({ method }: Json) => method === "MOBILE_MONEY");
    const now = await data("dryRunRouting", { body: orange });
    expect(now.current.rules[0]).toMatchObject({ ruleId: usual.id, verdict: "TAKES" });
    expect(replayed.moves).toEqual([
      { from: now.current.providerAccountId, to: accountId, count: 2 },
      { from: now.current.providerAccountId, to: null, count: 1 },
    ]);
    await data("updateRoutingRule", { params: { id: usual.id }, body: { enabled: false } });
    const closed = await data("dryRunRouting", { body: { ...orange, rules, replay: 3 } });
    expect(closed.replayed).toMatchObject({ same: 1, moved: 0, lost: 0, gained: 2 });
    const today = await data("dryRunRouting", {
      body: { ...orange, replay: 500, merchantId: test.merchantId },
    });
    expect(today.replayed).toMatchObject({ comparedWith: "WHAT_HAPPENED", moved: 0 });
    expect(today.replayed.lost).toBe(today.replayed.charges);
    await data("updateRoutingRule", { params: { id: usual.id }, body: { enabled: true } });
    const shape = (rows: Json) => rows.map(({ id, priority, enabled }: Json) => [id, priority, enabled]);
    expect(shape(await sandboxRules())).toEqual(shape(before));
  });

  it("tells of a merchant without a wallet in the currency", async () => {
    const body = { ...orange, method: "CARD", operator: null, currency: "USD", merchantId: test.merchantId };
    const answer = await call("dryRunRouting", { body });
    expect([codeOf(answer), answer.body.error.details.fields[0].rule]).toEqual([
      "400 VALIDATION_ERROR",
      "wallet",
    ]);
    expect((await data("dryRunRouting", { body: { ...body, currency: "EUR" } })).current.routed).toBe(true);
  });
});

describe("amount bounds", () => {
  it("hold at once for the operator they name, and end with their row", async () => {
    const session = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const put = (over: Json) =>
      data("setAmountBound", {
        body: {
          ...{ mode: "SANDBOX", method: "MOBILE_MONEY", operator: "ORANGE", country: "CI", currency: "XOF" },
          ...over,
        },
      });
    const bound = await put({ min: "5001", max: "9000" });
    expect(await orangeOf(session)).toBeUndefined();
    const refused = await complete(session, "ORANGE");
    expect(refused.body.error.details.failureCode).toBe("AMOUNT_OUT_OF_BOUNDS");
    const wide = await put({ min: "5000", max: "9000", step: "1000" });
    expect([wide.id, wide.version]).toEqual([bound.id, 2]);
    expect(await orangeOf(session)).toMatchObject({ min: "5000", max: "9000", step: "1000" });
    await put({ min: "7", max: "9000", step: "7" });
    const odd = await complete(await newSession({ allowedMethods: ["MOBILE_MONEY"] }), "ORANGE");
    expect(odd.body.error.details.failureCode).toBe("INVALID_AMOUNT");
    const dry = await data("dryRunRouting", {
      body: {
        mode: "SANDBOX",
        method: "MOBILE_MONEY",
        operator: "ORANGE",
        country: "CI",
        currency: "XOF",
        amount: "5000",
      },
    });
    expect(dry.current).toMatchObject({
      reason: "AMOUNT_STEP",
      failureCode: "INVALID_AMOUNT",
      bound: { id: bound.id },
    });
    await data("deleteAmountBound", { params: { id: bound.id } });
    expect(await orangeOf(session)).toMatchObject({ min: "1", max: "2000000", status: "OPERATIONAL" });
  });

  it.each([
    [{ min: "100", max: "99" }, "max"],
    [{ min: "101", max: "199", step: "200" }, "step"],
    [{ min: "0", max: "99" }, "min"],
    [{ min: "1", max: "99", operator: "MTN" }, "operator"],
  ])("that no amount meets are refused: %j", async (over, field) => {
    const body = { mode: "SANDBOX", method: "CARD", currency: "XOF", ...over };
    const answer = await call("setAmountBound", { body });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("outages", () => {
  const orange = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "ORANGE",
    country: "CI",
    reason: "Ticket 4711",
  };
  const open = (over: Json) => data("openOutage", { body: { ...orange, ...over } });

  it("keep payers from an operator at once, tell them, and leave the others alone", async () => {
    const session = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const closed = await open({ status: "CLOSED" });
    const { reason: _why, ...way } = orange;
    const ask = (more: Json) =>
      data("dryRunRouting", { body: { ...way, currency: "XOF", amount: "5000", ...more } });
    expect((await ask({})).current).toMatchObject({
      routed: false,
      reason: "OUTAGE",
      outage: { id: closed.id },
    });
    expect((await ask({ ignoreOutages: true })).current).toMatchObject({ routed: true, outage: null });
    expect(closed).toMatchObject({ state: "OPEN", endsAt: null, version: 1 });
    expect((await orangeOf(session)).status).toBe("CLOSED");
    const refused = await complete(session, "ORANGE");
    expect(refused.body.error.details.failureCode).toBe("PROVIDER_UNAVAILABLE");
    await pay("MTN");
    const listed = await data("listOutages", { query: { state: "OPEN", mode: "SANDBOX" } });
    expect(listed.map(({ id }: Json) => id)).toEqual([closed.id]);
    const ended = await data("closeOutage", { params: { id: closed.id }, body: {} });
    expect(ended).toMatchObject({ state: "ENDED", version: 2 });
    expect((await orangeOf(session)).status).toBe("OPERATIONAL");
    const again = await data("closeOutage", { params: { id: closed.id }, body: {} });
    expect(again).toEqual(ended);
    await pay("ORANGE");
  });

  it("that only degrade an operator stay payable", async () => {
    const { id } = await open({ status: "DEGRADED" });
    const session = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    expect((await orangeOf(session)).status).toBe("DEGRADED");
    await pay("ORANGE");
    await data("closeOutage", { params: { id }, body: { version: 1 } });
  });

  it("begin and end by themselves, and can be withdrawn before", async () => {
    const at = (inMs: number) => new Date(test.clock.nowMs() + inMs).toISOString();
    const session = await newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const planned = await open({ status: "CLOSED", startsAt: at(60_000), endsAt: at(120_000) });
    const withdrawn = await open({ status: "CLOSED", startsAt: at(60_000) });
    expect([planned.state, withdrawn.state]).toEqual(["ANNOUNCED", "ANNOUNCED"]);
    await data("closeOutage", { params: { id: withdrawn.id }, body: {} });
    const states = async () => [
      (await orangeOf(session)).status,
      (await data("getOutage", { params: { id: planned.id } })).state,
      (await data("getOutage", { params: { id: withdrawn.id } })).state,
    ];
    expect(await states()).toEqual(["OPERATIONAL", "ANNOUNCED", "ENDED"]);
    test.clock.advance(60_000);
    expect(await states()).toEqual(["CLOSED", "OPEN", "ENDED"]);
    const ended = await data("listOutages", { query: { state: "ENDED", method: "MOBILE_MONEY" } });
    expect(ended.map(({ id }: Json) => id)).toContain(withdrawn.id);
    test.clock.advance(60_000);
    expect(await states()).toEqual(["OPERATIONAL", "ENDED", "ENDED"]);
  });

  it.each([
    [{ status: "CLOSED", operator: "WAVE", country: "BJ" }, "country"],
    [{ status: "CLOSED", endsAt: "2020-01-01T00:00:00Z" }, "endsAt"],
    [{ status: "CLOSED", startsAt: "2026-11-22T00:00:00Z", endsAt: "2026-11-21T23:00:00Z" }, "endsAt"],
    [{ status: "CLOSED", startsAt: "2046-11-22T00:00:00Z" }, "startsAt"],
    [{ status: "SLOW" }, "status"],
    [{ status: "CLOSED", reason: " " }, "reason"],
  ])("that make no sense are refused: %j", async (over, field) => {
    const answer = await call("openOutage", { body: { ...orange, ...over } });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("another tenant's", () => {
  let foreign: { subTenantId: string; merchantId: string };
  beforeEach(async () => {
    if (foreign !== undefined) return;
    const abroad = await createTenant(test, "abroad");
    const { token } = await logIn(test, abroad, 1);
    const { id } = await data("createSubTenant", { apiKey: token, body: { name: "Abroad" } });
    foreign = { subTenantId: id, merchantId: (await createOwner(test, abroad, "Abroad")).merchantId };
    expect(await data("listSubTenants", { apiKey: token })).toHaveLength(2);
  });
  const cases: readonly (readonly [string, string, (own: Json) => Json, string])[] = [
    ["createRoutingRule", "subTenantId", () => ({ mode: "LIVE", method: "CARD" }), "subTenantId"],
    [
      "createProviderAccount",
      "subTenantId",
      () => ({
        ...{ mode: "SANDBOX", provider: "simulator", name: "Far", methods: ["CARD"] },
        settings: { apiKey: "api-key-from-afar", callbackSecret: "callback-from-afar" },
      }),
      "subTenantId",
    ],
    [
      "dryRunRouting",
      "merchantId",
      () => ({ mode: "LIVE", method: "CARD", currency: "XOF", amount: "1" }),
      "merchantId",
    ],
  ];
  it.each(cases)("named in a body of %s (%s) is not found", async (operation, field, bodyOf, named) => {
    const value = foreign[field as keyof typeof foreign];
    for (const given of [value, "sub_00000000000000000000000000"].slice(0, field === "merchantId" ? 1 : 2)) {
      const answer = await call(operation, { body: { ...bodyOf({}), [field]: given } });
      expect([codeOf(answer), answer.body.error.details.field]).toEqual(["404 RESOURCE_NOT_FOUND", named]);
    }
  });
  it("sub-tenant in a change and in a proposal is not found either", async () => {
    const [rule] = await sandboxRules();
    const { subTenantId } = foreign;
    const change = await call("updateRoutingRule", { params: { id: rule.id }, body: { subTenantId } });
    expect([codeOf(change), change.body.error.details.field]).toEqual([
      "404 RESOURCE_NOT_FOUND",
      "subTenantId",
    ]);
    const proposal = await call("dryRunRouting", {
      body: {
        ...{ mode: "SANDBOX", method: "CARD", currency: "XOF", amount: "5000" },
        rules: [
          { method: "CARD", subTenantId: rule.subTenantId },
          { method: "CARD", subTenantId },
        ],
      },
    });
    expect([codeOf(proposal), proposal.body.error.details.field]).toEqual([
      "404 RESOURCE_NOT_FOUND",
      "rules[1].subTenantId",
    ]);
  });
});

describe("what each payment looks through is bounded", () => {
  let subTenantId: string;
  let storedSubTenantId: string;
  beforeAll(async () => {
    subTenantId = (await data("createSubTenant", { body: { name: "Crowd" } })).id;
    const [row] = await test.db.query<{ id: string }>({
      text: "select id from sub_tenants where tenant_id = $1 and name = 'Crowd'",
      values: [tenantId],
    });
    storedSubTenantId = row?.id ?? "";
  });
  const at = "timestamptz '2026-01-01', timestamptz '2026-01-01'";
  const crowds: readonly (readonly [string, string, number, string, (n: number) => Json])[] = [
    [
      "createSubTenant",
      "sub_tenants",
      200,
      `(id, tenant_id, name, created_at, updated_at) select gen_random_uuid(), $1, 'x' || $2::uuid, ${at}`,
      (n) => ({ name: `One more ${n}` }),
    ],
    [
      "createRoutingRule",
      "routing_rules",
      500,
      `(id, tenant_id, sub_tenant_id, mode, priority, method, created_at, updated_at)
        select gen_random_uuid(), $1, $2::uuid, 'LIVE', 1, 'QR', ${at}`,
      () => ({ mode: "LIVE", method: "QR", subTenantId }),
    ],
    [
      "setAmountBound",
      "amount_bounds",
      1_000,
      `(id, tenant_id, mode, method, operator, currency, min, max, created_at, updated_at)
        select gen_random_uuid(), $1, 'LIVE', 'QR', 'X' || $2::uuid || n, 'XOF', 1, 2, ${at}`,
      (n) => ({ mode: "LIVE", method: "QR", currency: "XOF", country: `Z${"ABCDE"[n]}`, min: "1", max: "2" }),
    ],
    [
      "openOutage",
      "outages",
      500,
      `(id, tenant_id, mode, method, status, reason, starts_at, created_at, updated_at)
        select gen_random_uuid(), $1, 'LIVE', 'QR', 'DEGRADED', 'x' || $2::uuid, timestamptz '2026-01-01', ${at}`,
      () => ({ mode: "LIVE", method: "QR", status: "DEGRADED", reason: "One more" }),
    ],
    [
      "createProviderAccount",
      "provider_accounts",
      200,
      `(id, tenant_id, sub_tenant_id, mode, provider, name, status, methods, settings, created_at, updated_at)
        select gen_random_uuid(), $1, $2::uuid, 'SANDBOX', 'simulator', 'crowd ' || n, 'DISABLED', '{CARD}', '', ${at}`,
      (n) => ({
        ...{ mode: "SANDBOX", subTenantId, provider: "simulator", name: `One more ${n}`, methods: ["CARD"] },
        settings: { apiKey: `one-more-api-key-${n}`, callbackSecret: "one-more-secret" },
      }),
    ],
  ];
  it.each(crowds)(
    "%s: of five at once who want the last place one gets it",
    async (operation, table, max, fill, bodyOf) => {
      const mode =
        table === "sub_tenants" || table === "outages"
          ? ""
          : operation === "createProviderAccount"
            ? "and mode = 'SANDBOX'"
            : "and mode = 'LIVE'";
      const live = table === "outages" ? "and ends_at is null" : mode;
      await test.owner.query({
        text: `insert into ${table} ${fill} from generate_series(1, $3::int -
        (select count(*)::int from ${table} where tenant_id = $1 ${live}) - 1) n where $2::uuid is not null`,
        values: [tenantId, storedSubTenantId, max],
      });
      const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => call(operation, { body: bodyOf(n) })));
      const codes = answers.map(codeOf);
      expect(codes.filter((code) => code === "409 ROUTING_LIMIT_REACHED")).toHaveLength(4);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error.details.max).toBe(max);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      await test.owner.query({
        text: `delete from ${table} where tenant_id = $1 and created_at = timestamptz '2026-01-01'`,
        values: [tenantId],
      });
    },
  );
});

it("every change stands in the audit log with who, what was and what is", async () => {
  const rows = await test.db.query<{
    action: string;
    actor: string;
    before: string | null;
    after: string | null;
  }>({
    text: "select action, actor, before, after from audit_log where tenant_id = $1 and actor like 'op_%' order by sequence",
    values: [tenantId],
  });
  const of = (action: string) => rows.filter((row) => row.action === action);
  const counts = Object.fromEntries(
    [...new Set(rows.map(({ action }) => action))].map((one) => [one, of(one).length]),
  );
  for (const action of [
    ...["sub_tenant.created", "provider_account.created", "routing_rule.created", "routing_rule.updated"],
    ...["routing_rule.deleted", "routing_rules.reordered", "amount_bound.set", "amount_bound.deleted"],
    ...["outage.opened", "outage.ended", "fee_schedule.set"],
  ])
    expect(counts[action], action).toBeGreaterThan(0);
  const switched = of("routing_rule.updated").map(({ before, after }) => [
    JSON.parse(before ?? "null").enabled,
    JSON.parse(after ?? "null").enabled,
  ]);
  expect(switched).toContainEqual([true, false]);
  for (const { before, after } of of("routing_rule.deleted"))
    expect([Object.keys(JSON.parse(before ?? "{}")).includes("subTenantId"), after]).toEqual([true, null]);
  // The second close of an outage, and a change that changed nothing, are no acts.
  expect(counts["outage.ended"]).toBe(3);
});

it("the books are right after all of it", () => expectInvariants(test.owner));
