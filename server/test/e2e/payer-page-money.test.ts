import { beforeAll, describe, expect, it } from "vitest";
import type { PageSession } from "../../src/kit/payer-pages.ts";
import { type PayerWorld, usePayerWorld } from "../harness/payer-world.ts";
import { mtn } from "../simulation/payer.ts";

/** What the payer's page is told of money that arrived and did not pay: where it is, and that nobody is to pay it again. */
let test: PayerWorld["test"];
let payer: PayerWorld["payer"];
let wire: PayerWorld["wire"];
usePayerWorld((world) => {
  ({ test, payer, wire } = world);
});
let operator: string;
beforeAll(async () => {
  operator = (await test.operator()).token;
});

/** Half of the amount is taken. */
const HALF = "219";
/** Fails after 2 s and is confirmed a minute after it began. */
const LATE = "229";
const PAYS = "789";

const page = (id: string): Promise<PageSession> => test.app.checkout.page.page(id, true);
const decide = async (chargeId: string, what: "release" | "refund") => {
  const { status } = await test.request("POST", `/tenant/held-money/${chargeId}/${what}`, {
    apiKey: operator,
    body: { reason: "Ticket 1" },
  });
  expect(status).toBe(201);
};
/** A session that a first attempt failed to pay and a second paid. */
async function payTwice(session: Readonly<Record<string, unknown>> = {}) {
  const { id } = await payer.newSession(session);
  const { chargeId } = (await payer.complete(id, mtn(LATE))).body.data;
  await test.advance(3_000);
  await payer.complete(id, mtn(PAYS, 2));
  await test.advance(3_000);
  return { id: id as string, firstId: chargeId as string };
}

describe("money that waits for an operator's decision", () => {
  it("is told when another amount arrived, until the decision", async () => {
    const { id } = await payer.newSession();
    const { chargeId } = (await payer.complete(id, mtn(HALF))).body.data;
    expect(await page(id)).toMatchObject({ status: "PROCESSING", unknown: false, heldForReview: false });
    await test.advance(4_000);
    expect(await page(id)).toMatchObject({
      status: "PROCESSING",
      unknown: true,
      heldForReview: true,
      mayLeave: false,
      lateMoney: null,
    });
    await decide(chargeId, "refund");
    expect(await page(id)).toMatchObject({ status: "FAILED", unknown: false, heldForReview: false });
    await test.advance(5_000);
    await payer.complete(id, mtn(PAYS, 3));
    await test.advance(4_000);
    expect(await page(id)).toMatchObject({
      status: "SUCCEEDED",
      heldForReview: false,
      returnedDuplicates: [
        { amount: "2500", paymentMethod: "MOBILE_MONEY", operatorName: "MTN MoMo", state: "RETURNED" },
      ],
    });
  });

  it("is told when another amount arrived for an attempt that the payer had left", async () => {
    wire.keepsAll = true;
    const { id } = await payer.newSession();
    await payer.complete(id, mtn(HALF));
    const left = await test.request("POST", `/checkout/pay/${id}/leave`, { apiKey: null, body: {} });
    expect(left.status).toBe(200);
    await test.advance(4_000);
    expect(await page(id)).toMatchObject({ status: "OPEN", hasLeft: true, heldForReview: true });
  });

  it("is told beside late money that is held", async () => {
    const { id } = await payer.newSession({ latePaymentPolicy: "REVIEW", maxAttempts: 1 });
    await payer.complete(id, mtn(LATE));
    await test.advance(90_000, 5_000);
    expect(await page(id)).toMatchObject({ status: "FAILED", lateMoney: "HELD", heldForReview: true });
  });

  it("is not told while nobody knows whether any money arrived", async () => {
    const { id } = await payer.newSession();
    wire.faults.failNext("TIMEOUT_AFTER");
    await payer.complete(id, mtn("369"));
    await test.advance(1_000);
    expect(await page(id)).toMatchObject({ status: "PROCESSING", unknown: true, heldForReview: false });
  });
});

describe("a second debit", () => {
  it("is told while it goes back, and once it is back", async () => {
    const { id } = await payTwice();
    expect(await page(id)).toMatchObject({ status: "SUCCEEDED", returnedDuplicates: [] });
    await test.advance(50_000, 5_000);
    // Callback, the query that it causes, and then the refund, which does not arrive.
    wire.faults.failNext(null, null, "RESET_BEFORE", "RESET_BEFORE", "RESET_BEFORE");
    const seen: string[] = [];
    for (let second = 0; second < 90; second++) {
      await test.advance(1_000);
      const state = (await page(id)).returnedDuplicates[0]?.state;
      if (state !== undefined && seen.at(-1) !== state) seen.push(state);
    }
    expect(seen).toEqual(["RETURNING", "RETURNED"]);
    expect((await page(id)).returnedDuplicates).toEqual([
      { amount: "5000", paymentMethod: "MOBILE_MONEY", operatorName: "MTN MoMo", state: "RETURNED" },
    ]);
    expect(await page(id)).toMatchObject({ status: "SUCCEEDED", lateMoney: null, heldForReview: false });
  });

  it("is told while it waits for an operator, and not when the merchant may keep it", async () => {
    const { id } = await payer.newSession({ latePaymentPolicy: "REVIEW" });
    const { chargeId } = (await payer.complete(id, mtn(LATE))).body.data;
    await test.advance(90_000, 5_000);
    await payer.complete(id, mtn(PAYS, 2));
    await test.advance(4_000);
    expect((await page(id)).returnedDuplicates).toMatchObject([{ amount: "5000", state: "HELD" }]);
    await decide(chargeId, "release");
    expect(await page(id)).toMatchObject({ status: "SUCCEEDED", returnedDuplicates: [] });
  });
});
