import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectEntriesBySource } from "../harness/entries-of-source.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { agreed } from "../harness/two-operators.ts";

/** Operators' changes of prices, and which payments they affect. */
let test: TestApp;
let contract: Contract;
let token: string;
let secondToken: string;

beforeAll(async () => {
  test = await startTestApp();
  contract = await readContract(test);
  token = (await test.operator()).token;
  secondToken = (await test.operator("second")).token;
});
afterAll(() => test?.stop());

const call = (operation: string, options: Json = {}): Promise<Answer> =>
  contract.call(operation, { apiKey: token, ...options });
const data = async (operation: string, options: Json = {}): Promise<Json> => {
  const answer = await call(operation, options);
  if (answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer.body.error)}`);
  return agreed(contract, answer, secondToken);
};
const codeOf = ({ status, body }: Answer) => (status < 400 ? `${status}` : `${status} ${body.error.code}`);
const mobileMoney = { mode: "SANDBOX", method: "MOBILE_MONEY", currency: "XOF" };
const setFee = (over: Json) => data("setFeeSchedule", { body: { ...mobileMoney, ...over } });

async function begin(): Promise<string> {
  const session = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Commande" },
  });
  const { id } = session.body.data;
  const begun = await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  return begun.body.data.chargeId;
}
const chargeOf = async (id: string): Promise<Json> =>
  (await test.request("GET", `/payments/charges/${id}`)).body.data;
const pay = async (): Promise<Json> => {
  const id = await begin();
  await test.advance(3_000);
  return chargeOf(id);
};
const xof = async (): Promise<Json> => {
  const { body } = await test.request("GET", "/payments/wallets");
  return body.data.find(({ currency }: Json) => currency === "XOF");
};

describe("a fee schedule", () => {
  it("holds for payments that begin after it, and never for those under way", async () => {
    const before = await pay();
    expect([before.fee, before.net]).toEqual(["75", "4925"]);
    const underWay = await begin();
    test.clock.advance(1);
    const set = await setFee({ basisPoints: 300, fixed: "10" });
    expect(set).toMatchObject({ version: 2, basisPoints: 300, fixed: "10", minimum: "0", maximum: null });
    expect(set.effectiveFrom).toBe(new Date(test.clock.nowMs()).toISOString());
    const after = await begin();
    await test.advance(3_000);
    const [old, next] = [await chargeOf(underWay), await chargeOf(after)];
    expect([old.status, old.fee, old.net]).toEqual(["SUCCEEDED", "75", "4925"]);
    expect([next.status, next.fee, next.net]).toEqual(["SUCCEEDED", "160", "4840"]);
  });

  it("keeps its history: nothing is overwritten", async () => {
    await setFee({ basisPoints: 300, fixed: "10", minimum: "200", maximum: "1000" });
    const query = { mode: "SANDBOX", method: "MOBILE_MONEY", currency: "XOF" };
    const current = await data("listFeeSchedules", { query });
    expect(current.map(({ version, minimum }: Json) => [version, minimum])).toEqual([[3, "200"]]);
    const all = await call("listFeeSchedules", { query: { ...query, history: "true" } });
    expect(all.body.data.map(({ version }: Json) => version)).toEqual([3, 2, 1]);
    expect(all.body.meta.total).toBe(3);
    const same = await setFee({ basisPoints: 300, fixed: "10", minimum: "200", maximum: "1000" });
    expect(same.version).toBe(3);
    const stale = await call("setFeeSchedule", { body: { ...mobileMoney, basisPoints: 1, version: 2 } });
    expect([codeOf(stale), stale.body.error.details.version]).toEqual(["409 VERSION_CONFLICT", 3]);
  });

  it("delays settlement by as much as it says", async () => {
    await setFee({ basisPoints: 100, settlementDelaySeconds: 3_600 });
    const { available, pending } = await xof();
    await pay();
    const held = await xof();
    expect([held.available, Number(held.pending)]).toEqual([available, Number(pending) + 4_950]);
    await test.advance(3_600_000, 600_000);
    token = (await test.operator()).token;
    secondToken = (await test.operator("second")).token;
    const settled = await xof();
    expect([Number(settled.available), settled.pending]).toEqual([Number(available) + 4_950, pending]);
    // An hour later is found in the ledger too, by the charge's id.
    expect([...(await expectEntriesBySource(test))]).toContain("SETTLEMENT");
    await setFee({ basisPoints: 150 });
  });

  it.each([
    [{ basisPoints: 10_001 }, "basisPoints"],
    [{ basisPoints: 1.5 }, "basisPoints"],
    [{ basisPoints: 1, fixed: "01" }, "fixed"],
    [{ basisPoints: 1, fixed: "-1" }, "fixed"],
    [{ basisPoints: 1, minimum: "2", maximum: "1" }, "maximum"],
    [{ basisPoints: 1, settlementDelaySeconds: 7_776_001 }, "settlementDelaySeconds"],
    [{ basisPoints: 1, currency: "EUR" }, "currency"],
  ])("that makes no sense is refused: %j", async (over, path) => {
    const answer = await call("setFeeSchedule", { body: { ...mobileMoney, ...over } });
    expect([codeOf(answer), answer.body.error.details.fields[0].path]).toEqual([
      "400 VALIDATION_ERROR",
      path,
    ]);
  });
});

describe("a preview", () => {
  it.each([
    ["5000", { basisPoints: 200 }, "75", "100"],
    ["33", { basisPoints: 150, minimum: "50" }, "0", "33"],
    ["34", { basisPoints: 0 }, "1", "0"],
    ["999999999999999", { basisPoints: 150, maximum: "25000" }, "15000000000000", "25000"],
  ])("of %s by %j says what it costs now and would cost", async (amount, proposed, now, then) => {
    const answer = await data("previewFee", { body: { ...mobileMoney, amount, proposed } });
    const net = (fee: string) => `${BigInt(amount) - BigInt(fee)}`;
    expect(answer.current).toMatchObject({ fee: now, net: net(now), settlementDelaySeconds: 0 });
    expect(answer.proposal).toEqual({ fee: then, net: net(then), settlementDelaySeconds: 0 });
  });
  it("is what a payment then costs, and sets nothing", async () => {
    const body = { ...mobileMoney, amount: "5000" };
    const { current, proposal } = await data("previewFee", { body });
    expect(proposal).toBeNull();
    expect(await pay()).toMatchObject({ fee: current.fee, net: current.net });
    const unpriced = await data("previewFee", { body: { ...body, mode: "LIVE" } });
    expect(unpriced.current).toEqual({
      feeScheduleId: null,
      fee: "0",
      net: "5000",
      settlementDelaySeconds: 0,
    });
    const crossed = await call("previewFee", {
      body: { ...body, proposed: { basisPoints: 1, minimum: "2", maximum: "1" } },
    });
    expect(crossed.body.error.details.fields[0].path).toBe("proposed.maximum");
  });
});

describe("the refund fee policy", () => {
  const refund = async (): Promise<string> => {
    const charge = await pay();
    const before = Number((await xof()).available);
    const made = await test.request("POST", `/payments/charges/${charge.id}/refunds`, {
      body: {},
      headers: { "idempotency-key": charge.id },
    });
    expect(made.status).toBe(201);
    await test.advance(20_000, 5_000);
    return `${Number((await xof()).available) - before}`;
  };
  it("decides whether merchants get the fee back with what they give back", async () => {
    expect((await data("getRefundFeePolicy")).policy).toBe("KEEP");
    expect(await refund()).toBe("-5000");
    const set = await data("setRefundFeePolicy", { body: { policy: "RETURN" } });
    expect(set).toMatchObject({ object: "refund_fee_policy", policy: "RETURN" });
    expect(await data("getRefundFeePolicy")).toEqual(set);
    expect(await refund()).toBe("-4925");
    const [entry] = await test.db.query<{ before: string; after: string; actor: string }>({
      text: "select before, after, actor from audit_log where action = 'tenant.refund_fee_policy_changed'",
    });
    expect(entry).toMatchObject({ before: "KEEP", after: "RETURN", actor: expect.stringMatching(/^op_/) });
  });
});

it("the books are right after all of it", () => expectInvariants(test.owner));
