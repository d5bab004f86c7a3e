import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTenantPermissions } from "../../src/http/permissions.ts";
import { type Id, publicId, type TenantId } from "../../src/kit/ids.ts";
import type { Json } from "../contract/document.ts";
import { createOwner, createTenant, logIn } from "../contract/estate.ts";
import { joinOperator } from "../harness/operators.ts";
import { codeOf, openRoutingSetup, type RoutingSetup } from "../harness/routing-setup.ts";

/** No single operator changes a live setting that moves money; one operator can stop money at once. */
let setup: RoutingSetup;
let subTenantId: string;
beforeAll(async () => {
  setup = await openRoutingSetup();
  subTenantId = (await setup.data("createSubTenant", { body: { name: "Live acquirer" } })).id;
});
afterAll(() => setup?.close());

let terms = 0;
/** A fee that was not requested before. */
const fee = (over: Json = {}): Json => {
  terms += 1;
  return { mode: "LIVE", method: "CARD", currency: "XOF", basisPoints: 100, fixed: `${terms}`, ...over };
};
const proposed = async (operation: string, options: Json): Promise<Json> => {
  const { status, body } = await setup.call(operation, options);
  expect([status, body.data?.object], JSON.stringify(body.error)).toEqual([202, "change_request"]);
  return body.data;
};
const end = (
  verb: "confirm" | "refuse" | "withdraw",
  id: string,
  apiKey = setup.tokens[1],
  more: Json = {},
) => setup.call(`${verb}ChangeRequest`, { params: { id }, apiKey, ...more });
const read = (id: string): Promise<Json> => setup.data("getChangeRequest", { params: { id } });
const liveFees = async (): Promise<Json> =>
  (await setup.data("listFeeSchedules", { query: { mode: "LIVE", method: "CARD", currency: "XOF" } }))[0];
const actsOf = (subject: string) =>
  setup.test.owner.query<{ action: string; actor: string }>({
    text: "select action, actor from audit_log where subject = $1 order by sequence",
    values: [subject],
  });
const operatorIds = async () => [
  (await setup.test.operator("first")).operatorId,
  (await setup.test.operator("second")).operatorId,
];
/** An operator of the tenant with these permissions. */
const colleague = async (number: number, permissions: readonly string[] = allTenantPermissions) => {
  const login = await logIn(setup.test, setup.tenantId as TenantId, number);
  await setup.test.owner.query({
    text: "update operators set permissions = $2 where email = $1",
    values: [login.email, permissions],
  });
  return login;
};

describe("a live setting that moves money", () => {
  it("changes when another operator confirms it, in both names, and not before", async () => {
    const body = fee();
    const request = await proposed("setFeeSchedule", { body });
    const [first, second] = await operatorIds();
    expect(request).toMatchObject({
      kind: "SET_FEE_SCHEDULE",
      subject: null,
      status: "PROPOSED",
      before: null,
      version: 1,
      after: { mode: "LIVE", method: "CARD", currency: "XOF", basisPoints: 100, fixed: body.fixed },
      proposedBy: first,
      decidedBy: null,
      decidedAt: null,
    });
    expect(Date.parse(request.expiresAt) - Date.parse(request.createdAt)).toBe(7 * 86_400_000);
    expect(await liveFees()).toBeUndefined();
    const confirmed = (await end("confirm", request.id)).body.data;
    const set = await liveFees();
    expect(set).toMatchObject({ fixed: body.fixed, version: 1 });
    expect(confirmed).toMatchObject({ status: "CONFIRMED", subject: set.id, decidedBy: second, version: 2 });
    expect(await read(request.id)).toEqual(confirmed);
    expect(await actsOf(request.id)).toEqual([
      { action: "change_request.proposed", actor: first },
      { action: "change_request.confirmed", actor: second },
    ]);
    expect(await actsOf(set.id)).toEqual([{ action: "fee_schedule.set", actor: first }]);
  });

  it("is not confirmed by its proposer, whom the database refuses too", async () => {
    const { id } = await proposed("setFeeSchedule", { body: fee() });
    expect(codeOf(await end("confirm", id, setup.tokens[0]))).toBe("403 FOUR_EYES_REQUIRED");
    expect((await read(id)).status).toBe("PROPOSED");
    await expect(
      setup.test.owner.query({
        text: `update change_requests set status = 'CONFIRMED', decided_by = proposed_by, decided_at = created_at,
          input = null where status = 'PROPOSED'`,
      }),
    ).rejects.toThrow(/check/);
  });

  it.each([
    ["createRoutingRule", () => ({ body: { mode: "LIVE", method: "CARD", subTenantId } })],
    ["setFeeSchedule", () => ({ body: fee() })],
    ["setRefundFeePolicy", () => ({ body: { policy: "RETURN" } })],
  ])("%s: asked for twice by one operator is one request", async (operation, optionsOf) => {
    const options = optionsOf();
    const first = await proposed(operation, options);
    expect((await proposed(operation, options)).id).toBe(first.id);
    expect((await proposed(operation, { ...options, apiKey: setup.tokens[1] })).id).not.toBe(first.id);
    expect(codeOf(await end("withdraw", first.id, setup.tokens[0]))).toBe("200");
    expect((await proposed(operation, options)).id).not.toBe(first.id);
  });

  it("says what it says already: nothing is proposed", async () => {
    const { mode, method, currency, basisPoints, fixed } = await liveFees();
    const same = await setup.call("setFeeSchedule", { body: { mode, method, currency, basisPoints, fixed } });
    expect([codeOf(same), same.body.data.object]).toEqual(["200", "fee_schedule"]);
  });

  it("is proposed once for an Idempotency-Key, and the confirmation is done once", async () => {
    const headers = { "idempotency-key": "one rule" };
    const body = { mode: "LIVE", method: "QR", subTenantId, priority: 7 };
    const first = await setup.call("createRoutingRule", { body, headers });
    const again = await setup.call("createRoutingRule", { body, headers });
    expect([again.status, again.headers.get("idempotency-replayed"), again.body.data]).toEqual([
      202,
      "true",
      first.body.data,
    ]);
    const { id } = first.body.data;
    const done = await end("confirm", id, setup.tokens[1], { headers });
    const replayed = await end("confirm", id, setup.tokens[1], { headers });
    expect([done.status, replayed.status, replayed.body.data]).toEqual([200, 200, done.body.data]);
    const rules = await setup.data("listRoutingRules", { query: { mode: "LIVE", method: "QR" } });
    expect(rules.map((rule: Json) => rule.id)).toEqual([done.body.data.subject]);
  });
});

describe("what one operator does at once in live mode", () => {
  const made = (body: Json) =>
    setup.data("createRoutingRule", { body: { mode: "LIVE", subTenantId, ...body } });

  it("disabling a rule; enabling it and everything else takes two", async () => {
    const { id } = await made({ method: "WALLET" });
    const change = (body: Json) => setup.call("updateRoutingRule", { params: { id }, body });
    expect(codeOf(await change({ enabled: false, priority: 3 }))).toBe("202");
    const off = await change({ enabled: false });
    expect([codeOf(off), off.body.data.enabled]).toEqual(["200", false]);
    expect(codeOf(await change({ enabled: true }))).toBe("202");
    const gone = await proposed("deleteRoutingRule", { params: { id } });
    expect(gone).toMatchObject({ kind: "DELETE_ROUTING_RULE", subject: id, after: null });
    await end("confirm", gone.id);
    expect(codeOf(await setup.call("getRoutingRule", { params: { id } }))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it("opening and ending an outage, and bounding amounts", async () => {
    const way = { mode: "LIVE", method: "CARD" };
    const outage = await setup.call("openOutage", { body: { ...way, status: "CLOSED", reason: "Ticket 1" } });
    expect(outage.status).toBe(201);
    const { id } = outage.body.data;
    expect((await setup.call("closeOutage", { params: { id }, body: {} })).status).toBe(200);
    const bound = { ...way, currency: "XOF", min: "100", max: "1000" };
    expect((await setup.call("setAmountBound", { body: bound })).status).toBe(200);
  });

  it("lowering a payout threshold, and setting a first one; raising or removing it takes two", async () => {
    const { merchantId } = await createOwner(setup.test, setup.tenantId as TenantId, "Payer");
    const wallets = await setup.test.owner.query<{ id: string; mode: string }>({
      text: `select w.id, n.mode from wallets w join merchant_numbers n on n.merchant_no = w.merchant_no
        where n.merchant_id = $1 and w.currency = 'XOF'`,
      values: [merchantId],
    });
    const walletOf = (mode: string) =>
      publicId("wallet", (wallets.find((one) => one.mode === mode)?.id ?? "") as Id<"wallet">);
    const set = (above: string | null, mode = "LIVE") =>
      setup.call("setPayoutApproval", { params: { id: walletOf(mode) }, body: { above } });
    for (const above of ["5000", "4999"]) expect(codeOf(await set(above))).toBe("200");
    for (const above of ["5000", null]) expect(codeOf(await set(above))).toBe("202");
    const [request] = await setup.data("listChangeRequests", {
      query: { subject: walletOf("LIVE"), status: "PROPOSED" },
    });
    expect(request).toMatchObject({
      kind: "SET_PAYOUT_APPROVAL",
      before: { above: "4999", currency: "XOF" },
      after: { above: null, currency: "XOF" },
    });
    await end("confirm", request.id);
    const now = await setup.data("getPayoutApproval", { params: { id: walletOf("LIVE") } });
    expect(now.above).toBeNull();
    for (const above of ["10", "20", null]) expect(codeOf(await set(above, "SANDBOX"))).toBe("200");
  });

  it("everything, in the sandbox", async () => {
    const rules = await setup.sandboxRules();
    const ruleIds = rules.map(({ id }: Json) => id);
    const body = { mode: "SANDBOX", ruleIds: ruleIds.toReversed() };
    expect(codeOf(await setup.call("reorderRoutingRules", { body }))).toBe("200");
    await setup.call("reorderRoutingRules", { body: { mode: "SANDBOX", ruleIds } });
    expect(codeOf(await setup.call("setFeeSchedule", { body: fee({ mode: "SANDBOX" }) }))).toBe("200");
    const rule = { mode: "SANDBOX", method: "CARD", subTenantId, enabled: false };
    const added = await setup.call("createRoutingRule", { body: rule });
    expect(codeOf(added)).toBe("201");
    const { id } = added.body.data;
    expect(codeOf(await setup.call("deleteRoutingRule", { params: { id } }))).toBe("200");
  });
});

describe("who cannot confirm", () => {
  it("an account that the proposer has made, nor its maker what it has proposed", async () => {
    const puppet = await joinOperator(setup.test, {
      email: "puppet@example.com",
      permissions: allTenantPermissions,
      by: setup.tokens[0],
    });
    const byMaker = await proposed("setFeeSchedule", { body: fee() });
    const byMade = await proposed("setFeeSchedule", { body: fee(), apiKey: puppet.token });
    for (const answer of [
      await end("confirm", byMaker.id, puppet.token),
      await end("confirm", byMade.id, setup.tokens[0]),
    ]) {
      expect([codeOf(answer), answer.body.error.details.reason]).toEqual([
        "403 FOUR_EYES_REQUIRED",
        "COMMON_ORIGIN",
      ]);
    }
    expect((await end("confirm", byMade.id)).body.data.status).toBe("CONFIRMED");
    expect((await end("refuse", byMaker.id, puppet.token)).body.data.status).toBe("REFUSED");
  });

  it("an operator without the permission of the operation: 403 that names it, for each kind", async () => {
    const request = await proposed("setFeeSchedule", { body: fee() });
    const { token } = await colleague(51, ["tenant.routing.manage", "tenant.fees.read"]);
    for (const verb of ["confirm", "refuse", "withdraw"] as const) {
      const answer = await end(verb, request.id, token);
      expect([codeOf(answer), answer.body.error.details.required]).toEqual([
        "403 INSUFFICIENT_PERMISSIONS",
        "tenant.fees.manage",
      ]);
    }
    expect((await setup.data("getChangeRequest", { params: { id: request.id }, apiKey: token })).id).toBe(
      request.id,
    );
  });

  it.each([
    ["DISABLED", 61, { status: "DISABLED" }],
    ["PERMISSION_LOST", 62, { permissions: ["tenant.fees.read"] }],
  ])("anybody, once its proposer could not propose it any more: %s", async (reason, number, change) => {
    const { token, operatorId } = await colleague(number, ["tenant.fees.manage"]);
    const { version } = (await liveFees()) ?? { version: 0 };
    const { id } = await proposed("setFeeSchedule", { apiKey: token, body: fee() });
    const changed = await setup.call("updateOperator", { params: { id: operatorId }, body: change });
    expect(codeOf(changed)).toBe("200");
    const answer = await end("confirm", id);
    expect([codeOf(answer), answer.body.error.details.reason]).toEqual([
      "409 CHANGE_REQUEST_PROPOSER_UNABLE",
      reason,
    ]);
    expect([(await read(id)).status, (await liveFees())?.version ?? 0]).toEqual(["PROPOSED", version]);
    expect(codeOf(await end("refuse", id))).toBe("200");
  });

  it("who may not read an area is shown none of its requests", async () => {
    const request = await proposed("setFeeSchedule", { body: fee() });
    const { token } = await colleague(52, ["tenant.routing.read"]);
    const listed = await setup.data("listChangeRequests", { apiKey: token });
    expect(listed.map(({ kind }: Json) => kind)).not.toContain("SET_FEE_SCHEDULE");
    const one = await setup.call("getChangeRequest", { params: { id: request.id }, apiKey: token });
    expect(one.body.error.details.required).toBe("tenant.fees.read");
  });

  it("an operator of another tenant: there is no such request", async () => {
    const request = await proposed("setFeeSchedule", { body: fee() });
    const abroad = await createTenant(setup.test, "abroad");
    await createOwner(setup.test, abroad, "Abroad");
    const { token } = await logIn(setup.test, abroad, 1);
    for (const verb of ["confirm", "refuse", "withdraw"] as const)
      expect(codeOf(await end(verb, request.id, token))).toBe("404 RESOURCE_NOT_FOUND");
    expect(await setup.data("listChangeRequests", { apiKey: token })).toEqual([]);
    expect((await read(request.id)).status).toBe("PROPOSED");
  });

  it("a colleague who wants to withdraw what somebody else has proposed: refusing it is the way", async () => {
    const { id, after } = await proposed("setFeeSchedule", { body: fee() });
    expect(codeOf(await end("withdraw", id))).toBe("403 CHANGE_REQUEST_NOT_YOURS");
    const reason = "Not agreed with the acquirer";
    const refused = await end("refuse", id, setup.tokens[1], { body: { reason } });
    expect(refused.body.data).toMatchObject({ status: "REFUSED", reason, subject: expect.any(String) });
    expect((await liveFees()).fixed).not.toBe(after.fixed);
  });
});

describe("a request ends once", () => {
  it("of two who confirm at the same moment one does it", async () => {
    const { version } = await liveFees();
    const { id } = await proposed("setFeeSchedule", { body: fee() });
    const third = (await colleague(53)).token;
    const answers = await Promise.all([setup.tokens[1], third].map((token) => end("confirm", id, token)));
    expect(answers.map(codeOf).toSorted()).toEqual(["200", "409 CHANGE_REQUEST_NOT_OPEN"]);
    expect((await liveFees()).version).toBe(version + 1);
  });

  it("of confirming and withdrawing at the same moment one happens", async () => {
    const { version } = await liveFees();
    const { id } = await proposed("setFeeSchedule", { body: fee() });
    const answers = await Promise.all([end("confirm", id), end("withdraw", id, setup.tokens[0])]);
    expect(answers.map(codeOf).toSorted()).toEqual(["200", "409 CHANGE_REQUEST_NOT_OPEN"]);
    const { status } = await read(id);
    expect((await liveFees()).version).toBe(status === "CONFIRMED" ? version + 1 : version);
  });

  it("by time: it cannot be confirmed any more, and a loop drops what it held", async () => {
    const { id } = await proposed("setFeeSchedule", { body: fee() });
    setup.test.clock.advance(7 * 86_400_000);
    // Tokens do not live that long.
    const { token: apiKey } = await setup.test.operator("first");
    const late = await end("confirm", id, (await setup.test.operator("second")).token);
    expect([codeOf(late), late.body.error.details.status]).toEqual([
      "409 CHANGE_REQUEST_NOT_OPEN",
      "EXPIRED",
    ]);
    const listed = await setup.data("listChangeRequests", { apiKey, query: { status: "EXPIRED" } });
    expect(listed.map((one: Json) => one.id)).toContain(id);
    const open = await setup.data("listChangeRequests", { apiKey, query: { status: "PROPOSED" } });
    expect(open).toEqual([]);
    await setup.test.app.loops.changeRequests?.runOnce();
    const [row] = await setup.test.owner.query<{ held: number }>({
      text: "select count(*)::int as held from change_requests where input is not null",
    });
    expect(row?.held).toBe(0);
    expect((await actsOf(id)).map(({ action, actor }) => [action, actor]).at(-1)).toEqual([
      "change_request.expired",
      "system",
    ]);
  });
});
