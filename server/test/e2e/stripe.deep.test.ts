import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, stripeScheme } from "../../src/providers/stripe/callbacks.ts";
import { STRIPE } from "../../src/providers/stripe/connector.ts";
import { stripeStandIn, webhookSecretOf } from "../../src/providers/stripe/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Whole payments and refunds with cards in live mode, through the running service and a stand-in of Stripe, over HTTP. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup(STRIPE, { mode: "LIVE", method: "CARD" });
  standIn = await openStandIn(stripeStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
  account = await setup.addAccount(stripeStandIn.accountSettings(standIn.url, "first"));
  standIn.setCallbackUrl("first", account.callbackUrl);
});
afterAll(async () => {
  await standIn?.close();
  await setup?.test.stop();
});
afterEach(async () => {
  standIn.faults.calm();
  // What ended in one test is not told in the next.
  await reported();
  await expectInvariants(setup.test.owner);
});

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const card = (cardToken?: string) => ({
  paymentMethod: "CARD",
  paymentDetails: cardToken === undefined ? {} : { cardToken },
});

/** A payment that waits, or has ended already: a card's token without 3-D Secure is charged at once. */
async function started(by = card(), amount = "5000") {
  const session = await setup.payer.newSession({ amount });
  const answer = done(await setup.payer.complete(session.id, by));
  const chargeId = answer.chargeId as string;
  return { sessionId: session.id as string, chargeId, reference: setup.payer.referenceOf(chargeId), answer };
}

/** Stripe settles and reports by itself: no background work of ours runs. */
async function reported(afterMs = 3_000): Promise<void> {
  setup.test.clock.advance(afterMs);
  await standIn.report();
  await setup.test.app.callbacksSettled();
}

const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
const taken = (reference: string) => standIn.book.moved("PAYMENT", reference);
const francs = (minor: bigint) => [{ minor, currency: "XOF" }];

async function paid(token = "pm_card_visa", amount = "5000") {
  const one = await started(card(token), amount);
  expect(await statusOf(one.sessionId)).toBe("SUCCEEDED");
  return one;
}

/** The payer decides on a page of Stripe's or of the bank's, and is sent on. */
async function decide(actionUrl: string, decision: "confirm" | "decline"): Promise<string> {
  const body = new URLSearchParams({ decision });
  const answer = await fetch(actionUrl, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
}

let unique = 0;
const keyed = () => {
  unique += 1;
  return { "idempotency-key": `stripe ${unique}` };
};
const refund = (chargeId: string, body: object) =>
  setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() });
const refundOf = async (id: string) => done(await setup.test.request("GET", `/payments/refunds/${id}`));

describe("a card's token", () => {
  it("is charged at once, and pays the merchant's wallet; brand and last digits are kept", async () => {
    const before = await setup.payer.wallet();
    const { reference, chargeId } = await paid();
    expect(taken(reference)).toEqual(francs(5_000n));
    expect((await setup.payer.wallet()).balance).toBeGreaterThan(before.balance);
    const charge = done(await setup.test.request("GET", `/payments/charges/${chargeId}`));
    expect(JSON.stringify(charge)).toContain("4242");
    await reported();
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("with 3-D Secure redirects to the bank's page, and ends with the payer's decision there", async () => {
    for (const [decision, status] of [
      ["confirm", "SUCCEEDED"],
      ["decline", "FAILED"],
    ] as const) {
      const { sessionId, answer } = await started(card("pm_card_threeDSecure2Required"));
      expect(answer).toMatchObject({ nextStep: "REDIRECT" });
      expect(await decide(answer.actionUrl, decision)).toContain(setup.test.origin);
      await reported();
      expect(await statusOf(sessionId)).toBe(status);
      if (status === "FAILED")
        expect(await setup.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
    }
  });

  it.each([
    ["pm_standin_declines_authentication_required", "PAYMENT_NOT_CONFIRMED"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "INSUFFICIENT_FUNDS"],
    ["pm_standin_declines_duplicate_transaction", "PAYMENT_IN_PROGRESS"],
    ["pm_card_visa_chargeDeclinedVelocityLimitExceeded", "LIMIT_EXCEEDED"],
    ["pm_standin_declines_invalid_amount", "INVALID_AMOUNT"],
    ["pm_standin_declines_currency_not_supported", "INVALID_CURRENCY"],
    ["pm_card_chargeDeclinedProcessingError", "PROVIDER_UNAVAILABLE"],
    ["pm_card_chargeDeclined", "CARD_DECLINED"],
    ["pm_card_visa_chargeDeclinedStolenCard", "CARD_DECLINED"],
    ["pm_no_such_token", "CARD_DECLINED"],
    ["pm_card_radarBlock", "RISK_BLOCKED"],
    ["pm_standin_refused", "UNKNOWN"],
  ])("%s fails as %s, takes nothing, and the payer may take another card", async (token, failureCode) => {
    const session = await setup.payer.newSession();
    const { status, body } = await setup.payer.complete(session.id, card(token));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
    done(await setup.payer.complete(session.id, card("pm_card_visa")));
    expect(await statusOf(session.id)).toBe("SUCCEEDED");
  });

  it("of less than Stripe charges fails as AMOUNT_OUT_OF_BOUNDS", async () => {
    const session = await setup.payer.newSession({ amount: "10" });
    const { body } = await setup.payer.complete(session.id, card("pm_card_visa"));
    expect(body.error).toMatchObject({ details: { failureCode: "AMOUNT_OUT_OF_BOUNDS" } });
  });

  it("that is cancelled in Stripe's dashboard fails as PAYMENT_CANCELLED", async () => {
    const { sessionId } = await started(card("pm_standin_cancelled"));
    await reported();
    expect(await setup.payer.status(sessionId)).toMatchObject({
      status: "FAILED",
      failureCode: "PAYMENT_CANCELLED",
    });
  });

  it("that is a card's number is refused, and reaches neither Stripe nor the database", async () => {
    const session = await setup.payer.newSession();
    const asked = setup.network.history.length;
    const { status } = await setup.payer.complete(session.id, card("4242424242424242"));
    expect(status).toBe(400);
    expect(setup.network.history.length).toBe(asked);
    const again = await setup.payer.complete(session.id, card("pm_4242 4242 4242 4242"));
    expect(again.status).toBe(400);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is unknown, found in Stripe's list, and charged once",
    async (fault) => {
      standIn.faults.next(fault, { method: "POST", path: /payment_intents$/ });
      const { sessionId, reference } = await started(card("pm_card_visa"));
      expect(await statusOf(sessionId)).toBe("PROCESSING");
      await setup.test.advance(6_000);
      expect(await statusOf(sessionId)).toBe("SUCCEEDED");
      expect(taken(reference)).toEqual(francs(5_000n));
    },
    30_000,
  );

  it("that never arrived is sent again with the same key, and charged once", async () => {
    standIn.faults.next("RESET_BEFORE", { method: "POST", path: /payment_intents$/ });
    const { sessionId, reference } = await started(card("pm_card_visa"));
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(taken(reference)).toEqual([]);
    await setup.test.advance(60_000, 5_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, chargeId, reference } = await started(card("pm_card_visa"));
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(await setup.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
    expect(taken(reference)).toEqual(francs(4_999n));
  });
});

describe("Stripe's page", () => {
  it("is where the payer is sent; the event alone brings the success, by one question", async () => {
    const { sessionId, answer, reference } = await started();
    expect(answer).toMatchObject({ nextStep: "REDIRECT" });
    expect(answer.actionUrl).toContain(standIn.url);
    const page = await fetch(`${setup.test.origin}/checkout/${sessionId}`);
    expect(await page.text()).toContain(answer.actionUrl);
    await decide(answer.actionUrl, "confirm");
    const asked = setup.network.history.length;
    await reported(0);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(setup.network.history.slice(asked)).toHaveLength(1);
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("may refuse a card: that is no failure, and the payer takes another one there", async () => {
    const { sessionId, answer } = await started(card(), "7129");
    expect(await decide(answer.actionUrl, "decline")).toBe(answer.actionUrl);
    await setup.test.advance(60_000, 5_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await decide(answer.actionUrl, "confirm");
    await reported(0);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("is closed by us when our time is over, long before Stripe would", async () => {
    const { sessionId, answer, reference } = await started(card(), "7129");
    const session = await setup.payer.session(sessionId);
    const leftMs = Date.parse(session.expiresAt) - setup.test.clock.nowMs();
    await setup.test.advance(leftMs - 60_000, 60_000);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    expect(standIn.book.find("PAYMENT", "first", reference)?.status).toBe("PENDING");
    await setup.test.advance(16 * 60_000, 60_000);
    expect(standIn.book.find("PAYMENT", "first", reference)).toMatchObject({
      status: "FAILED",
      plan: { end: { code: "expired" } },
    });
    expect(["FAILED", "EXPIRED"]).toContain(await statusOf(sessionId));
    const [attempt] = await setup.payer.attempts(sessionId);
    expect(attempt).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    const shown = await (await fetch(answer.actionUrl)).text();
    expect(shown).toContain("has ended");
  });

  it("whose event is lost succeeds by our own question; a late event and a second one change nothing", async () => {
    standIn.faults.next("CALLBACK_MISSING");
    const first = await started();
    await reported();
    expect(await statusOf(first.sessionId)).toBe("PROCESSING");
    await setup.test.advance(12_000);
    expect(await statusOf(first.sessionId)).toBe("SUCCEEDED");

    standIn.faults.next("CALLBACK_LATE", { delayMs: 60_000 });
    const second = await started();
    await reported();
    await setup.test.advance(30_000);
    expect(await statusOf(second.sessionId)).toBe("SUCCEEDED");
    const wallet = await setup.payer.wallet();
    await reported(60_000);
    expect(await setup.payer.wallet()).toEqual(wallet);

    standIn.faults.next("CALLBACK_TWICE");
    const third = await started();
    await reported();
    expect(await statusOf(third.sessionId)).toBe("SUCCEEDED");
    expect(taken(third.reference)).toEqual(francs(5_000n));
  });
});

describe("Stripe's events", () => {
  const send = async (body: object, header: (text: string) => string) => {
    const text = JSON.stringify(body);
    const headers = { [SIGNATURE_HEADER]: header(text) };
    return (await fetch(account.callbackUrl, { method: "POST", headers, body: text })).status;
  };
  const seconds = () => Math.floor(setup.test.clock.nowMs() / 1_000);
  const signedBy = (secret: string, at: number) => (text: string) =>
    hmacSignatureHeader(stripeScheme, secret, at, text);
  const own = webhookSecretOf("first");
  const about = (reference: string) => ({
    id: "evt_forged",
    type: "payment_intent.succeeded",
    livemode: true,
    data: { object: { object: "payment_intent", metadata: { cauris_reference: reference } } },
  });

  it("that are forged, old or unsigned are 401 and cost no question; a true one costs one and tells no lie", async () => {
    const { sessionId, reference } = await started(card(), "7129");
    const asked = setup.network.history.length;
    const event = about(reference);
    expect(await send(event, () => "")).toBe(401);
    expect(await send(event, signedBy("whsec_demo_another", seconds()))).toBe(401);
    expect(await send(event, signedBy(own, seconds() - 301))).toBe(401);
    expect(await send(event, signedBy(own, seconds() + 301))).toBe(401);
    expect(await send(event, (text) => signedBy(own, seconds())(text).replace("v1=", "v0="))).toBe(401);
    expect(setup.network.history.length).toBe(asked);
    // While the secret is replaced Stripe signs with both.
    const both = (text: string) =>
      `${signedBy("whsec_old", seconds())(text)},${signedBy(own, seconds())(text).split(",")[1]},v0=00`;
    expect(await send(event, both)).toBe(204);
    await setup.test.app.callbacksSettled();
    expect(setup.network.history.length - asked).toBe(1);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
  });

  it("about nothing of ours are answered, and about an unknown reference of ours 404", async () => {
    const header = signedBy(own, seconds());
    const other = { ...about("x"), data: { object: { object: "payment_intent", metadata: {} } } };
    expect(await send(other, header)).toBe(204);
    expect(await send({ ...other, type: "customer.created", data: {} }, header)).toBe(204);
    expect(await send(about("0193f000-0000-7000-8000-000000000001"), header)).toBe(404);
    expect(await send(["no event"], header)).toBe(401);
  });
});

describe("a refund", () => {
  it("gives back parts, each once, and never more than was paid", async () => {
    const { chargeId, reference } = await paid();
    const parts = [];
    for (const amount of ["1200", "3800"]) {
      const made = done(await refund(chargeId, { amount }));
      expect(made.route).toBe("ORIGINAL_RAIL");
      parts.push(made);
    }
    expect((await refund(chargeId, { amount: "1" })).status).toBeGreaterThanOrEqual(400);
    await setup.test.advance(60_000, 5_000);
    for (const { id } of parts) expect((await refundOf(id)).status).toBe("SUCCEEDED");
    expect(standIn.book.refunded("first", reference)).toBe(5_000n);
  });

  it("whose answer was lost is found in Stripe's list and made once", async () => {
    const { chargeId, reference } = await paid();
    standIn.faults.next("RESET_AFTER", { method: "POST", path: /refunds$/ });
    const { id } = done(await refund(chargeId, {}));
    await setup.test.advance(120_000, 5_000);
    expect((await refundOf(id)).status).toBe("SUCCEEDED");
    expect(standIn.book.refunded("first", reference)).toBe(5_000n);
  });

  it("that Stripe has not carried out yet succeeds with its event", async () => {
    const { chargeId } = await paid("pm_card_pendingRefund");
    const { id } = done(await refund(chargeId, {}));
    await setup.test.advance(60_000, 5_000);
    expect((await refundOf(id)).status).toBe("SUCCEEDED");
  });
});
