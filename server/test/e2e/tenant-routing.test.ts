import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../contract/document.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";

/** Operators' changes of routing, and what payers see of them: rules, bounds and outages. */
let setup: RoutingSetup;
beforeAll(async () => {
  setup = await openRoutingSetup();
});
afterAll(() => setup?.close());

it("an amount bound, an account and a sub-tenant are changed once by a repeated request", async () => {
  const { subTenantId, accountId } = await setup.anotherAcquirer();
  const bound = { mode: "LIVE", method: "CARD", currency: "XOF", min: "100", max: "5000" };
  const changes = [
    ["setAmountBound", {}, bound, { ...bound, max: "6000" }],
    ["updateProviderAccount", { id: accountId }, { name: "Renamed once" }, { name: "Renamed twice" }],
    ["updateSubTenant", { id: subTenantId }, { name: "Entity once" }, { name: "Entity twice" }],
  ] as const;
  for (const [name, params, body, other] of changes) {
    const headers = { "idempotency-key": `once ${name}` };
    const first = await setup.data(name, { params, body, headers });
    const again = await setup.call(name, { params, body, headers });
    expect(again.headers.get("idempotency-replayed"), name).toBe("true");
    expect(again.body.data).toEqual(first);
    const misused = await setup.call(name, { params, body: other, headers });
    expect(misused.status, name).toBe(422);
    // Nothing was changed by the two that came later.
    const { version } = await setup.data(name, { params, body });
    expect(version, name).toBe(first.version);
  }
});

describe("routing rules", () => {
  it("are listed in the order in which they are tried, page by page as well", async () => {
    const { subTenantId } = await setup.anotherAcquirer();
    const made: string[] = [];
    for (const priority of [900, 50, 450]) {
      const body = { mode: "LIVE", method: "CARD", subTenantId, priority };
      made.push((await setup.data("createRoutingRule", { body })).id);
    }
    const query = { mode: "LIVE" };
    const listed = await setup.call("listRoutingRules", { query });
    expect(listed.body.data.map(({ id }: Json) => id)).toEqual([made[1], made[2], made[0]]);
    expect(listed.body.meta).toMatchObject({ page: 1, pageSize: 25, total: 3, totalPages: 1 });
    const behind = await setup.call("listRoutingRules", {
      query: { ...query, limit: "1", starting_after: made[1] },
    });
    expect(behind.body.data.map(({ id }: Json) => id)).toEqual([made[2]]);
    expect(behind.body.meta).toMatchObject({ hasMore: true, nextCursor: made[2], total: null });
    const before = await setup.call("listRoutingRules", { query: { ...query, ending_before: made[0] } });
    expect(before.body.data.map(({ id }: Json) => id)).toEqual([made[1], made[2]]);
    expect(before.body.meta).toMatchObject({ hasMore: false, nextCursor: null });
    for (const id of made) await setup.data("deleteRoutingRule", { params: { id } });
    expect(await setup.data("listRoutingRules", { query })).toEqual([]);
    expect(codeOf(await setup.call("getRoutingRule", { params: { id: made[0] } }))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
  });

  it("take payments at once, and give them back when they are deleted", async () => {
    const usual = await setup.pay();
    const { subTenantId, accountId } = await setup.anotherAcquirer();
    const body = { mode: "SANDBOX", method: "MOBILE_MONEY", subTenantId, priority: 1, operator: "MTN" };
    const rule = await setup.data("createRoutingRule", { body });
    expect(await setup.pay("MTN")).toBe(await setup.storedId(accountId));
    expect(await setup.pay("ORANGE")).toBe(usual);
    await setup.data("updateRoutingRule", {
      params: { id: rule.id },
      body: { amountMax: "4999", currency: "XOF" },
    });
    expect(await setup.pay("MTN")).toBe(usual);
    expect(await setup.pay("MTN", { amount: "4999" })).toBe(await setup.storedId(accountId));
    await setup.data("deleteRoutingRule", { params: { id: rule.id } });
    expect(await setup.pay("MTN", { amount: "4999" })).toBe(usual);
  });

  it("change what a payer is offered between two looks at the page", async () => {
    const session = await setup.newSession({ allowedMethods: ["CARD", "QR"] });
    const offered = async () => {
      const { status, body } = await setup.publicView(session);
      return status === 200 ? body.data.allowedMethods : `${status} ${body.error.code}`;
    };
    expect(await offered()).toEqual(["CARD", "QR"]);
    const rules = (await setup.sandboxRules()).filter(({ method }: Json) => ["CARD", "QR"].includes(method));
    const enable = (id: string, enabled: boolean) =>
      setup.data("updateRoutingRule", { params: { id }, body: { enabled } });
    await enable(rules[0].id, false);
    expect(await offered()).toEqual(["QR"]);
    await enable(rules[1].id, false);
    expect(await offered()).toBe("409 CHECKOUT_NO_PAYMENT_METHODS");
    for (const { id } of rules) await enable(id, true);
    expect(await offered()).toEqual(["CARD", "QR"]);
  });

  it("are put in another order whole, or not at all", async () => {
    const before = (await setup.sandboxRules()).map(({ id }: Json) => id);
    const body = { mode: "SANDBOX", ruleIds: before.toReversed() };
    const headers = { "idempotency-key": "reorder" };
    expect((await setup.data("reorderRoutingRules", { body, headers })).ruleIds).toEqual(body.ruleIds);
    expect(
      (await setup.call("reorderRoutingRules", { body, headers })).headers.get("idempotency-replayed"),
    ).toBe("true");
    const rules = await setup.sandboxRules();
    expect(rules.map(({ id }: Json) => id)).toEqual(body.ruleIds);
    expect(rules.map(({ priority }: Json) => priority)).toEqual([100, 200, 300, 400, 500]);
    const short = { mode: "SANDBOX", ruleIds: before.slice(1) };
    expect(codeOf(await setup.call("reorderRoutingRules", { body: short }))).toBe("409 VERSION_CONFLICT");
    const alien = { mode: "LIVE", ruleIds: before };
    expect(codeOf(await setup.call("reorderRoutingRules", { body: alien }))).toBe("404 RESOURCE_NOT_FOUND");
    await setup.data("reorderRoutingRules", { body: { mode: "SANDBOX", ruleIds: before } });
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
    const { subTenantId } = (await setup.sandboxRules())[0];
    const answer = await setup.call("createRoutingRule", {
      body: { mode: "SANDBOX", subTenantId, ...conditions },
    });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("a rule that no account can take", () => {
  it("says so when it is made, listed and tried, and counts its accounts once there are any", async () => {
    const way = { mode: "SANDBOX", method: "QR", currency: "XOF", amount: "5000" };
    const { id: subTenantId } = await setup.data("createSubTenant", { body: { name: "Without accounts" } });
    const body = { mode: "SANDBOX", method: "QR", priority: 1, subTenantId };
    const { id, accountCount } = await setup.data("createRoutingRule", { body });
    expect(accountCount).toBe(0);
    const counted = async () => (await setup.data("getRoutingRule", { params: { id } })).accountCount;
    const tried = await setup.data("dryRunRouting", { body: way });
    expect(tried.current.rules[0]).toMatchObject({ ruleId: id, verdict: "NO_ACCOUNT", accounts: [] });
    const add = (method: string) =>
      setup.data("createProviderAccount", {
        body: {
          mode: "SANDBOX",
          subTenantId,
          provider: "simulator",
          name: method,
          methods: [method],
          settings: { apiKey: `api-key-for-${method}`, callbackSecret: "callback-secret-counted" },
        },
      });
    await add("CARD");
    expect(await counted()).toBe(0);
    const { id: accountId } = await add("QR");
    expect(await counted()).toBe(1);
    await setup.data("updateSubTenant", { params: { id: subTenantId }, body: { status: "DISABLED" } });
    expect(await counted()).toBe(0);
    await setup.data("updateSubTenant", { params: { id: subTenantId }, body: { status: "ACTIVE" } });
    await setup.data("updateProviderAccount", { params: { id: accountId }, body: { status: "DISABLED" } });
    const changed = await setup.data("updateRoutingRule", { params: { id }, body: { priority: 2 } });
    expect([changed.accountCount, changed.version]).toEqual([0, 2]);
    await setup.data("deleteRoutingRule", { params: { id } });
  });
});

describe("two operators at one row", () => {
  it("notice each other by the row's version; without a version the last change wins", async () => {
    const { subTenantId } = await setup.anotherAcquirer();
    const body = { mode: "SANDBOX", method: "QR", subTenantId };
    const { id, version } = await setup.data("createRoutingRule", { body });
    const edits = await Promise.all(
      setup.tokens.map((apiKey, index) =>
        setup.call("updateRoutingRule", { apiKey, params: { id }, body: { priority: 10 + index, version } }),
      ),
    );
    expect(edits.map(codeOf).toSorted()).toEqual(["200", "409 VERSION_CONFLICT"]);
    const refused = edits.find(({ status }) => status === 409);
    expect(refused?.body.error.details.version).toBe(2);
    const last = await setup.data("updateRoutingRule", {
      apiKey: setup.tokens[1],
      params: { id },
      body: { priority: 7 },
    });
    expect([last.priority, last.version]).toEqual([7, 3]);
    const same = await setup.data("updateRoutingRule", { params: { id }, body: { priority: 7 } });
    expect(same.version).toBe(3);
    await setup.data("deleteRoutingRule", { params: { id } });
  });

  it("who set a bound or a fee anew: of twenty at once who read the same version one wins", async () => {
    const bound = { mode: "LIVE", method: "WALLET", currency: "XOF", min: "1" };
    const { version } = await setup.data("setAmountBound", { body: { ...bound, max: "1000" } });
    const fee = { mode: "SANDBOX", method: "WALLET", currency: "XOF" };
    const first = await setup.data("setFeeSchedule", { body: { ...fee, basisPoints: 1 } });
    for (const [operation, bodyOf] of [
      ["setAmountBound", (n: number) => ({ ...bound, max: `${2_000 + n}`, version })],
      ["setFeeSchedule", (n: number) => ({ ...fee, basisPoints: 100 + n, version: first.version })],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, n) => setup.call(operation, { body: bodyOf(n) })),
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
      codeOf(
        await setup.call("setAmountBound", { body: { ...bound, currency: "EUR", max: "9", version: 1 } }),
      ),
    ).toBe("409 VERSION_CONFLICT");
  });
});

describe("amount bounds", () => {
  it("hold at once for the operator they name, and end with their row", async () => {
    const session = await setup.newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const put = (over: Json) =>
      setup.data("setAmountBound", {
        body: {
          mode: "SANDBOX",
          method: "MOBILE_MONEY",
          operator: "ORANGE",
          country: "CI",
          currency: "XOF",
          ...over,
        },
      });
    const bound = await put({ min: "5001", max: "9000" });
    expect(await setup.orangeOf(session)).toBeUndefined();
    const refused = await setup.complete(session, "ORANGE");
    expect(refused.body.error.details.failureCode).toBe("AMOUNT_OUT_OF_BOUNDS");
    const wide = await put({ min: "5000", max: "9000", step: "1000" });
    expect([wide.id, wide.version]).toEqual([bound.id, 2]);
    expect(await setup.orangeOf(session)).toMatchObject({ min: "5000", max: "9000", step: "1000" });
    await put({ min: "7", max: "9000", step: "7" });
    const odd = await setup.complete(await setup.newSession({ allowedMethods: ["MOBILE_MONEY"] }), "ORANGE");
    expect(odd.body.error.details.failureCode).toBe("INVALID_AMOUNT");
    const dry = await setup.data("dryRunRouting", {
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
    await setup.data("deleteAmountBound", { params: { id: bound.id } });
    expect(await setup.orangeOf(session)).toMatchObject({ min: "1", max: "2000000", status: "OPERATIONAL" });
  });

  it.each([
    [{ min: "100", max: "99" }, "max"],
    [{ min: "101", max: "199", step: "200" }, "step"],
    [{ min: "0", max: "99" }, "min"],
    [{ min: "1", max: "99", operator: "MTN" }, "operator"],
  ])("that no amount meets are refused: %j", async (over, field) => {
    const body = { mode: "SANDBOX", method: "CARD", currency: "XOF", ...over };
    const answer = await setup.call("setAmountBound", { body });
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
  const open = (over: Json) => setup.data("openOutage", { body: { ...orange, ...over } });

  it("close an operator to payers at once, say so, and leave other operators open", async () => {
    const session = await setup.newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const closed = await open({ status: "CLOSED" });
    const { reason: _why, ...way } = orange;
    const ask = (more: Json) =>
      setup.data("dryRunRouting", { body: { ...way, currency: "XOF", amount: "5000", ...more } });
    expect((await ask({})).current).toMatchObject({
      routed: false,
      reason: "OUTAGE",
      outage: { id: closed.id },
    });
    expect((await ask({ ignoreOutages: true })).current).toMatchObject({ routed: true, outage: null });
    expect(closed).toMatchObject({ state: "OPEN", endsAt: null, version: 1 });
    expect((await setup.orangeOf(session)).status).toBe("CLOSED");
    const refused = await setup.complete(session, "ORANGE");
    expect(refused.body.error.details.failureCode).toBe("PROVIDER_UNAVAILABLE");
    await setup.pay("MTN");
    const listed = await setup.data("listOutages", { query: { state: "OPEN", mode: "SANDBOX" } });
    expect(listed.map(({ id }: Json) => id)).toEqual([closed.id]);
    const ended = await setup.data("closeOutage", { params: { id: closed.id }, body: {} });
    expect(ended).toMatchObject({ state: "ENDED", version: 2 });
    expect((await setup.orangeOf(session)).status).toBe("OPERATIONAL");
    const again = await setup.data("closeOutage", { params: { id: closed.id }, body: {} });
    expect(again).toEqual(ended);
    await setup.pay("ORANGE");
  });

  it("that only degrade an operator stay payable", async () => {
    const { id } = await open({ status: "DEGRADED" });
    const session = await setup.newSession({ allowedMethods: ["MOBILE_MONEY"] });
    expect((await setup.orangeOf(session)).status).toBe("DEGRADED");
    await setup.pay("ORANGE");
    await setup.data("closeOutage", { params: { id }, body: { version: 1 } });
  });

  it("begin and end by themselves, and can be withdrawn before", async () => {
    const at = (inMs: number) => new Date(setup.test.clock.nowMs() + inMs).toISOString();
    const session = await setup.newSession({ allowedMethods: ["MOBILE_MONEY"] });
    const planned = await open({ status: "CLOSED", startsAt: at(60_000), endsAt: at(120_000) });
    const withdrawn = await open({ status: "CLOSED", startsAt: at(60_000) });
    expect([planned.state, withdrawn.state]).toEqual(["ANNOUNCED", "ANNOUNCED"]);
    await setup.data("closeOutage", { params: { id: withdrawn.id }, body: {} });
    const states = async () => [
      (await setup.orangeOf(session)).status,
      (await setup.data("getOutage", { params: { id: planned.id } })).state,
      (await setup.data("getOutage", { params: { id: withdrawn.id } })).state,
    ];
    expect(await states()).toEqual(["OPERATIONAL", "ANNOUNCED", "ENDED"]);
    setup.test.clock.advance(60_000);
    expect(await states()).toEqual(["CLOSED", "OPEN", "ENDED"]);
    const ended = await setup.data("listOutages", { query: { state: "ENDED", method: "MOBILE_MONEY" } });
    expect(ended.map(({ id }: Json) => id)).toContain(withdrawn.id);
    setup.test.clock.advance(60_000);
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
    const answer = await setup.call("openOutage", { body: { ...orange, ...over } });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      field,
    ]);
  });
});

it("every change is in the audit log with its operator, the old and the new values", async () => {
  const rows = await setup.test.db.query<{
    action: string;
    actor: string;
    before: string | null;
    after: string | null;
  }>({
    text: "select action, actor, before, after from audit_log where tenant_id = $1 and actor like 'op_%' order by sequence",
    values: [setup.tenantId],
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
  // The second close of an outage, and a change that changes nothing, are not audited.
  expect(counts["outage.ended"]).toBe(3);
});

it("the books are right after all of it", () => expectInvariants(setup.test.owner));
