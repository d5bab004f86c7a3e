import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectEntriesBySource } from "../harness/entries-of-source.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { joinOperator } from "../harness/operators.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** Money that no rule can assign waits for an operator, and a large amount for two. */
const seed = testSeed();
const wire = createWire(seed);
const HOUR_MS = 3_600_000;
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let first: string;
let second: string;

beforeAll(async () => {
  test = await startTestApp({ seed, egress: wire.wrap });
  wire.clock = test.clock;
  payer = createPayer(test);
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
}, 60_000);
afterAll(() => test?.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

const ask = (method: string, path: string, body?: unknown, apiKey = first, headers = {}) =>
  test.request(method, path, { apiKey, headers, ...(body === undefined ? {} : { body }) });
const act = (chargeId: string, what: string, body: object = {}, apiKey = first) =>
  ask("POST", `/tenant/held-money/${chargeId}/${what}`, { reason: "Ticket 1", ...body }, apiKey);

/** A session whose payer's number has this ending, after its provider has answered. */
async function pay(suffix: string, session: Readonly<Record<string, unknown>> = {}, afterMs = 4_000) {
  const { id } = await payer.newSession(session);
  const { data } = (await payer.complete(id, mtn(suffix))).body;
  await test.advance(afterMs, Math.max(1_000, afterMs / 20));
  return { id: id as string, chargeId: data.chargeId as string, intentId: data.paymentIntentId as string };
}
/** Half of the amount is taken. */
const payHalf = (amount = "5000") => pay("219", { amount });
/** Confirmed after the session is over, with the policy REVIEW. */
async function payLate(amount = "5000") {
  const paid = await pay("229", { amount, latePaymentPolicy: "REVIEW", maxAttempts: 1 });
  await test.advance(90_000, 5_000);
  return paid;
}
const reasonOf = async (chargeId: string) =>
  (await ask("GET", `/tenant/held-money/${chargeId}`)).body.data?.reason ?? null;
const auditOf = async (subject: string) =>
  (
    await test.owner.query<{ action: string }>({
      text: "select action from audit_log where subject = $1 and action like 'money_decision.%' order by created_at, id",
      values: [subject],
    })
  ).map(({ action }) => action);

describe(`held money is released to the merchant (seed ${seed})`, () => {
  it("another amount than asked for pays the session at what came", async () => {
    const before = await payer.wallet();
    const { id, chargeId, intentId } = await payHalf();
    expect((await payer.wallet()).held - before.held).toBe(2_500);
    expect((await ask("GET", `/tenant/held-money/${chargeId}`)).body.data).toMatchObject({
      object: "held_money",
      reason: "AMOUNT_MISMATCH",
      expectedAmount: "5000",
      receivedAmount: "2500",
      possibleDecisions: ["RELEASE", "REFUND"],
      needsSecondOperator: false,
      openDecisionId: null,
    });
    const released = await act(chargeId, "release");
    expect(released.status).toBe(201);
    expect(released.body.data).toMatchObject({ status: "DONE", kind: "RELEASE", fourEyes: false });
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId, paidLate: false });
    expect(await payer.intent(intentId)).toMatchObject({ status: "SUCCEEDED", amountReceived: "2500" });
    const after = await payer.wallet();
    // 2 500 F less 1.5 %, rounded half up.
    expect([after.held - before.held, after.available - before.available]).toEqual([0, 2_462]);
    expect((await payer.events(intentId)).slice(-2)).toEqual([
      "payment.succeeded",
      "checkout.session.completed",
    ]);
    expect(await reasonOf(chargeId)).toBeNull();
    expect(await auditOf(chargeId)).toEqual(["money_decision.done"]);
    const again = await act(chargeId, "release");
    expect([again.status, again.body.error.code]).toEqual([409, "NOTHING_TO_DECIDE"]);
  });

  it("late money pays the session that nothing else paid", async () => {
    const { id, chargeId } = await payLate();
    expect(await payer.status(id)).toMatchObject({ status: "FAILED" });
    expect((await act(chargeId, "release")).status).toBe(201);
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId, paidLate: true });
  });

  it("late money beside what paid is the merchant's, and the session keeps what paid it", async () => {
    const session = await payer.newSession({ latePaymentPolicy: "REVIEW" });
    const late = (await payer.complete(session.id, mtn("229"))).body.data.chargeId;
    await test.advance(90_000, 5_000);
    const paid = (await payer.complete(session.id, mtn("789", 2))).body.data.chargeId;
    await test.advance(4_000);
    const before = await payer.wallet();
    expect((await act(late, "release")).status).toBe(201);
    expect(await payer.session(session.id)).toMatchObject({ status: "SUCCEEDED", chargeId: paid });
    const after = await payer.wallet();
    expect([after.held - before.held, after.available - before.available]).toEqual([-5_000, 5_000]);
    // It belongs to the merchant now, so the merchant can refund it.
    const refund = await test.request("POST", `/payments/charges/${late}/refunds`, {
      body: { amount: "1000" },
      headers: { "idempotency-key": `held ${late}` },
    });
    expect(refund.status).toBe(201);
    await test.advance(10_000);
    expect(await payer.attempts(session.id)).toMatchObject([
      { amountRefunded: "1000" },
      { amountRefunded: "0" },
    ]);
  });
});

describe("held money goes back to the payer", () => {
  it("another amount: the attempt fails, what came is refunded, the payer may try again", async () => {
    const refunded = await payer.refunded();
    const before = await payer.wallet();
    const { id, chargeId, intentId } = await payHalf();
    const decided = await act(chargeId, "refund");
    expect(decided.body.data).toMatchObject({ status: "DONE", kind: "REFUND", refundRoute: "ORIGINAL_RAIL" });
    expect(decided.body.data.refundId).toMatch(/^re_/);
    expect(await payer.status(id)).toMatchObject({
      status: "FAILED",
      failureCode: "INVALID_AMOUNT",
      retryable: true,
    });
    await test.advance(5_000);
    expect((await payer.refunded()) - refunded).toBe(2_500);
    expect(await payer.wallet()).toMatchObject({ held: before.held, balance: before.balance });
    expect((await payer.events(intentId)).slice(-2)).toEqual(["payment.failed", "refund.succeeded"]);
    // Its provider still says that half was taken: nothing is booked twice.
    const check = await ask("POST", `/tenant/unresolved-payments/${chargeId}/check`, {});
    expect(check.body.data).toMatchObject({ statusBefore: "FAILED", status: "FAILED", resolved: true });
    expect(await payer.wallet()).toMatchObject({ held: before.held, balance: before.balance });
    await payer.complete(id, mtn("789", 3));
    await test.advance(4_000);
    expect((await payer.status(id)).status).toBe("SUCCEEDED");
  });

  it("a refund that fails comes back for another decision, and can go as a payout", async () => {
    const before = await payer.wallet();
    // The payer's operator rejects a refund of an amount with this ending.
    const { chargeId } = await payLate("5089");
    await act(chargeId, "refund");
    await test.advance(10_000);
    expect(await reasonOf(chargeId)).toBe("REFUND_FAILED");
    expect((await payer.wallet()).held - before.held).toBe(5_089);
    const again = await act(chargeId, "refund", { route: "PAYOUT_TO_PAYER" });
    expect(again.body.data).toMatchObject({ status: "DONE", heldBecause: "REFUND_FAILED" });
    await test.advance(10_000);
    expect((await payer.wallet()).held).toBe(before.held);
    expect(await auditOf(chargeId)).toEqual(["money_decision.done", "money_decision.done"]);
  });
});

describe("four eyes", () => {
  it("much money is proposed by one operator and released by another", async () => {
    const { id, chargeId } = await payLate("250000");
    const proposed = await act(chargeId, "release");
    expect(proposed.body.data).toMatchObject({ status: "PROPOSED", fourEyes: true, decidedBy: null });
    const decision = `/tenant/money-decisions/${proposed.body.data.id}`;
    expect((await payer.status(id)).status).toBe("FAILED");
    expect((await act(chargeId, "refund", {}, second)).body.error.code).toBe("DECISION_PENDING");
    const own = await ask("POST", `${decision}/confirm`, {});
    expect([own.status, own.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    const made = await joinOperator(test, {
      email: "made@example.com",
      permissions: ["tenant.payments.manage"],
      by: first,
    });
    const byMade = await ask("POST", `${decision}/confirm`, {}, made.token);
    expect([byMade.status, byMade.body.error.details.reason]).toEqual([403, "COMMON_ORIGIN"]);
    const confirmed = await ask("POST", `${decision}/confirm`, {}, second);
    expect(confirmed.body.data).toMatchObject({ status: "DONE", version: 2 });
    expect((await payer.status(id)).status).toBe("SUCCEEDED");
    const late = await ask("POST", `${decision}/reject`, {}, second);
    expect([late.status, late.body.error.code]).toEqual([409, "DECISION_NOT_OPEN"]);
    expect(await auditOf(chargeId)).toEqual(["money_decision.proposed", "money_decision.confirmed"]);
  });

  it("the database refuses a decision that one operator agreed with alone", async () => {
    await expect(
      test.owner.query({
        text: `update money_decisions set decided_by = proposed_by where status = 'DONE' and four_eyes`,
      }),
    ).rejects.toThrow(/check/);
  });

  it("of two who confirm at once one does, and the money moves once", async () => {
    const before = await payer.wallet();
    const { chargeId } = await payLate("300000");
    const { id } = (await act(chargeId, "release")).body.data;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask("POST", `/tenant/money-decisions/${id}/confirm`, {}, second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    const after = await payer.wallet();
    expect([after.held - before.held, after.available - before.available]).toEqual([0, 295_500]);
  });

  it("a proposal that is taken back leaves the money where it is", async () => {
    const { chargeId } = await payLate("260000");
    const { id } = (await act(chargeId, "refund")).body.data;
    const rejected = await ask("POST", `/tenant/money-decisions/${id}/reject`, {});
    expect(rejected.body.data.status).toBe("REJECTED");
    expect(await reasonOf(chargeId)).toBe("LATE_PAYMENT");
    expect((await act(chargeId, "refund", {}, second)).body.data.status).toBe("PROPOSED");
  });
});

describe("what the provider never tells", () => {
  it("is listed, counted by age, and settled by two persons after 72 hours", async () => {
    // 503 to every call, always.
    const { id, chargeId } = await pay("329");
    const early = await act(chargeId, "settle-as", { outcome: "FAILED", evidence: "none yet" });
    expect([early.status, early.body.error.code]).toEqual([409, "NOTHING_TO_DECIDE"]);
    const listed = await ask("GET", "/tenant/unresolved-payments?type=CHARGE&mode=SANDBOX");
    expect(listed.body.data).toMatchObject([
      { id: chargeId, operator: "MTN", ageBucket: "UNDER_15_MINUTES", needsDecision: false },
    ]);
    const check = await ask("POST", `/tenant/unresolved-payments/${chargeId}/check`, {});
    expect(check.body.data).toMatchObject({ resolved: false });
    const path = `/tenant/unresolved-payments/${chargeId}`;
    const { since, decidableAt, ...young } = (await ask("GET", path)).body.data;
    expect(young).toMatchObject({ id: chargeId, needsDecision: false, possibleDecisions: [] });
    expect(Date.parse(decidableAt) - Date.parse(since)).toBe(72 * HOUR_MS);

    await test.advance(74 * HOUR_MS, 6 * HOUR_MS);
    first = (await test.operator()).token;
    second = (await test.operator("second")).token;
    expect(await reasonOf(chargeId)).toBe("UNRESOLVED");
    const possible = ["SETTLE_SUCCEEDED", "SETTLE_FAILED"];
    expect((await ask("GET", path)).body.data).toMatchObject({
      needsDecision: true,
      possibleDecisions: possible,
    });
    const summary = (await ask("GET", "/tenant/unresolved-payments/summary?mode=SANDBOX")).body.data;
    expect(summary).toMatchObject({
      count: 1,
      ages: [{ ageBucket: "OVER_3_DAYS", type: "CHARGE", currency: "XOF", count: 1, amount: "5000" }],
    });
    expect((await act(chargeId, "release")).body.error).toMatchObject({
      code: "DECISION_NOT_POSSIBLE",
      details: { possible },
    });
    const bare = await act(chargeId, "settle-as", { outcome: "SUCCEEDED", evidence: "a letter" });
    expect(bare.body.error.details.fields[0].path).toBe("transactionId");
    const proposed = await act(chargeId, "settle-as", {
      outcome: "SUCCEEDED",
      evidence: "Letter of MTN, line 17",
      transactionId: "MP261121.A1",
    });
    expect(proposed.body.data).toMatchObject({ status: "PROPOSED", kind: "SETTLE_SUCCEEDED" });
    await ask("POST", `/tenant/money-decisions/${proposed.body.data.id}/confirm`, {}, second);
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", chargeId });
    expect(await payer.attempts(id)).toMatchObject([{ provider: { transactionId: "MP261121.A1" } }]);
    expect((await ask("GET", "/tenant/unresolved-payments?mode=SANDBOX")).body.meta.total).toBe(0);
    expect((await ask("GET", path)).body.error.code).toBe("RESOURCE_NOT_FOUND");
    const decided = await ask("GET", `/tenant/money-decisions?subjectId=${chargeId}`);
    expect(decided.body.data).toMatchObject([{ id: proposed.body.data.id, subjectId: chargeId }]);
  });

  it("can be tried in a sandbox: what its clock made old is listed for a decision, and can be decided at once", async () => {
    const { id, chargeId } = await pay("329");
    const moved = await test.request("POST", "/sandbox/clock/advance", { body: { seconds: 72 * 3_600 } });
    expect(moved.status).toBe(200);
    const entry = async () =>
      (await ask("GET", "/tenant/unresolved-payments?type=CHARGE&mode=SANDBOX")).body.data.find(
        (one: { id: string }) => one.id === chargeId,
      );
    expect(await entry()).toMatchObject({ needsDecision: true, ageBucket: "OVER_3_DAYS" });
    const proposed = await act(chargeId, "settle-as", { outcome: "FAILED", evidence: "Statement, no line" });
    expect(proposed.body.data).toMatchObject({ status: "PROPOSED", kind: "SETTLE_FAILED" });
    // The resolver agrees: it queries no more, and the charge is listed with what needs a decision.
    await test.drain();
    expect(await entry()).toMatchObject({ needsDecision: true, nextCheckAt: null });
    expect(await reasonOf(chargeId)).toBe("UNRESOLVED");
    const { id: decisionId } = proposed.body.data;
    const done = await ask("POST", `/tenant/money-decisions/${decisionId}/confirm`, {}, second);
    expect(done.body.data.status).toBe("DONE");
    expect((await payer.status(id)).status).toBe("FAILED");
    expect(await entry()).toBeUndefined();
  });

  it("is measured: how long each operator left us without an answer", async () => {
    wire.faults.failNext("TIMEOUT_AFTER", "ERROR_500", "ERROR_500");
    const { id } = await pay("789", {}, 60_000);
    expect((await payer.status(id)).status).toBe("SUCCEEDED");
    const { timeToTruth } = (await ask("GET", "/tenant/unresolved-payments/summary?mode=SANDBOX")).body.data;
    const [mtnResolution] = timeToTruth.filter(({ operator }: { operator: string }) => operator === "MTN");
    expect(mtnResolution).toMatchObject({ type: "CHARGE" });
    expect(mtnResolution.p99Ms).toBeGreaterThanOrEqual(mtnResolution.p50Ms);
    expect(mtnResolution.p50Ms).toBeLessThan(120_000);
  });
});

it("a decision under one Idempotency-Key is one decision, done or proposed", async () => {
  const before = await payer.wallet();
  for (const [amount, status] of [
    ["6000", "DONE"],
    ["600000", "PROPOSED"],
  ] as const) {
    const { chargeId } = await payHalf(amount);
    const path = `/tenant/held-money/${chargeId}/release`;
    const headers = { "idempotency-key": `decide ${amount}` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask("POST", path, { reason: "Ticket 2" }, first, headers)),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    expect(made[0]?.body.data.status).toBe(status);
    const again = await ask("POST", path, { reason: "Ticket 2" }, first, headers);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect((await ask("POST", path, { reason: "Another" }, first, headers)).status).toBe(422);
  }
  const after = await payer.wallet();
  // One was released, one waits for a second operator.
  expect([after.held - before.held, after.available - before.available]).toEqual([300_000, 2_955]);
});

it("the list shows the tenant's held money, filtered and by page or cursor", async () => {
  const { chargeId } = await payHalf("7000");
  const all = await ask("GET", "/tenant/held-money?mode=SANDBOX&reason=AMOUNT_MISMATCH&pageSize=1");
  expect(all.body.data).toMatchObject([{ id: chargeId }]);
  expect(all.body.meta).toMatchObject({ page: 1, pageSize: 1, total: 2 });
  const behind = await ask("GET", `/tenant/held-money?starting_after=${chargeId}&pageSize=1`);
  expect(behind.body.meta.page).toBeNull();
  expect((await ask("GET", "/tenant/held-money?mode=LIVE")).body.data).toEqual([]);
  expect((await ask("GET", "/tenant/held-money?status=X")).status).toBe(400);
});

it("money that was decided on is found in the ledger by its charge", async () => {
  expect([...(await expectEntriesBySource(test))]).toEqual(
    expect.arrayContaining(["CHARGE", "FEE", "RELEASE"]),
  );
});

it("one unresolved payment, and the decisions on one charge, are only found by an id that names them", async () => {
  const wrong = await ask("GET", "/tenant/money-decisions?subjectId=pi_06f4c1n9k3v7x2m5t8b1d6q4r0");
  expect([wrong.status, wrong.body.error.details.fields[0]]).toMatchObject([400, { path: "subjectId" }]);
  const other = await ask("GET", "/tenant/money-decisions?subjectId=ch_06f4c1n9k3v7x2m5t8b1d6q4r0");
  expect(other.body.data).toEqual([]);
  for (const id of ["ch_06f4c1n9k3v7x2m5t8b1d6q4r0", "dec_06f4c1n9k3v7x2m5t8b1d6q4r0", "summary2"])
    expect((await ask("GET", `/tenant/unresolved-payments/${id}`)).status).toBe(404);
  // A charge that still waits is no refund with the same stored id.
  const { chargeId } = await pay("329");
  expect((await ask("GET", `/tenant/unresolved-payments/${chargeId}`)).status).toBe(200);
  expect((await ask("GET", `/tenant/unresolved-payments/re_${chargeId.slice(3)}`)).status).toBe(404);
});
