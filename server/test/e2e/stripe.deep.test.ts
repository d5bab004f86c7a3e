import { describe, expect, it } from "vitest";
import { hmacSignatureHeader } from "../../src/providers/hmac-signatures.ts";
import { SIGNATURE_HEADER, stripeScheme } from "../../src/providers/stripe/callbacks.ts";
import { stripeStandIn, webhookSecretOf } from "../../src/providers/stripe/stand-in.ts";
import { expectOwnQuestionIsEnough } from "../harness/journey-cases.ts";
import { accepted, useProviderJourney } from "../harness/provider-journey.ts";

/** Whole payments and refunds with cards in live mode, through the running service and a stand-in of Stripe, over HTTP. */
const journey = useProviderJourney({ standIn: stripeStandIn, method: "CARD" });
const card = (cardToken?: string) => ({
  paymentMethod: "CARD",
  paymentDetails: cardToken === undefined ? {} : { cardToken },
});

/** A payment that waits, or has ended already: a card's token without 3-D Secure is charged at once. */
async function started(by = card(), amount = "5000") {
  const one = await journey.start(by, amount);
  return { ...one, reference: journey.payer.referenceOf(one.chargeId) };
}

const taken = (reference: string) => journey.standIn.book.moved("PAYMENT", reference);
const francs = (minor: bigint) => [{ minor, currency: "XOF" }];

async function paid(token = "pm_card_visa", amount = "5000") {
  const one = await started(card(token), amount);
  expect(await journey.statusOf(one.sessionId)).toBe("SUCCEEDED");
  return one;
}

/** The payer decides on a page of Stripe's or of the bank's, and is sent on. */
async function decide(actionUrl: string, decision: "confirm" | "decline"): Promise<string> {
  const body = new URLSearchParams({ decision });
  const answer = await fetch(actionUrl, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
  return answer.headers.get("location") ?? "";
}

describe("a card's token", () => {
  it("is charged at once, and pays the merchant's wallet; brand and last digits are kept", async () => {
    const before = await journey.payer.wallet();
    const { reference, chargeId } = await paid();
    expect(taken(reference)).toEqual(francs(5_000n));
    expect((await journey.payer.wallet()).balance).toBeGreaterThan(before.balance);
    const charge = accepted(await journey.test.request("GET", `/payments/charges/${chargeId}`));
    expect(JSON.stringify(charge)).toContain("4242");
    await journey.reported();
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("with 3-D Secure redirects to the bank's page, and ends with the payer's decision there", async () => {
    for (const [decision, status] of [
      ["confirm", "SUCCEEDED"],
      ["decline", "FAILED"],
    ] as const) {
      const { sessionId, answer } = await started(card("pm_card_threeDSecure2Required"));
      expect(answer).toMatchObject({ nextStep: "REDIRECT" });
      expect(await decide(answer.actionUrl, decision)).toContain(journey.test.origin);
      await journey.reported();
      expect(await journey.statusOf(sessionId)).toBe(status);
      if (status === "FAILED")
        expect(await journey.payer.status(sessionId)).toMatchObject({ failureCode: "PAYMENT_NOT_CONFIRMED" });
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
    const session = await journey.payer.newSession();
    const { status, body } = await journey.payer.complete(session.id, card(token));
    expect([status, body.error]).toMatchObject([409, { code: "PAYMENT_FAILED", details: { failureCode } }]);
    accepted(await journey.payer.complete(session.id, card("pm_card_visa")));
    expect(await journey.statusOf(session.id)).toBe("SUCCEEDED");
  });

  it("of less than Stripe charges fails as AMOUNT_OUT_OF_BOUNDS", async () => {
    const session = await journey.payer.newSession({ amount: "10" });
    const { body } = await journey.payer.complete(session.id, card("pm_card_visa"));
    expect(body.error).toMatchObject({ details: { failureCode: "AMOUNT_OUT_OF_BOUNDS" } });
  });

  it("that is cancelled in Stripe's dashboard fails as PAYMENT_CANCELLED", async () => {
    const { sessionId } = await started(card("pm_standin_cancelled"));
    await journey.reported();
    expect(await journey.payer.status(sessionId)).toMatchObject({
      status: "FAILED",
      failureCode: "PAYMENT_CANCELLED",
    });
  });

  it("that is a card's number is refused, and reaches neither Stripe nor the database", async () => {
    const session = await journey.payer.newSession();
    const asked = journey.network.history.length;
    const { status } = await journey.payer.complete(session.id, card("4242424242424242"));
    expect(status).toBe(400);
    expect(journey.network.history.length).toBe(asked);
    const again = await journey.payer.complete(session.id, card("pm_4242 4242 4242 4242"));
    expect(again.status).toBe(400);
  });

  it.each(["SILENT_AFTER", "RESET_AFTER", "ERROR_AFTER", "HTML"] as const)(
    "whose answer met %s is unknown, found in Stripe's list, and charged once",
    async (fault) => {
      journey.standIn.faults.next(fault, { method: "POST", path: /payment_intents$/ });
      const { sessionId, reference } = await started(card("pm_card_visa"));
      expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
      await journey.advance(6_000);
      expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
      expect(taken(reference)).toEqual(francs(5_000n));
    },
    30_000,
  );

  it("that never arrived is sent again with the same key, and charged once", async () => {
    journey.standIn.faults.next("RESET_BEFORE", { method: "POST", path: /payment_intents$/ });
    const { sessionId, reference } = await started(card("pm_card_visa"));
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(taken(reference)).toEqual([]);
    await journey.advance(60_000, 5_000);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("of another amount waits for an operator and does not pay the session", async () => {
    journey.standIn.faults.next("WRONG_AMOUNT");
    const { sessionId, chargeId, reference } = await started(card("pm_card_visa"));
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(await journey.payer.stored(chargeId, "review_reason")).toBe("AMOUNT_MISMATCH");
    expect(taken(reference)).toEqual(francs(4_999n));
  });
});

describe("Stripe's page", () => {
  it("is where the payer is sent; the event alone brings the success, by one question", async () => {
    const { sessionId, answer, reference } = await started();
    expect(answer).toMatchObject({ nextStep: "REDIRECT" });
    expect(answer.actionUrl).toContain(journey.standIn.url);
    const page = await fetch(`${journey.test.origin}/checkout/${sessionId}`);
    expect(await page.text()).toContain(answer.actionUrl);
    await decide(answer.actionUrl, "confirm");
    const asked = journey.network.history.length;
    await journey.reported(0);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
    expect(journey.network.history.slice(asked)).toHaveLength(1);
    expect(taken(reference)).toEqual(francs(5_000n));
  });

  it("may refuse a card: that is no failure, and the payer takes another one there", async () => {
    const { sessionId, answer } = await started(card(), "7129");
    expect(await decide(answer.actionUrl, "decline")).toBe(answer.actionUrl);
    await journey.advance(60_000, 5_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    await decide(answer.actionUrl, "confirm");
    await journey.reported(0);
    expect(await journey.statusOf(sessionId)).toBe("SUCCEEDED");
  });

  it("is closed by us when our time is over, long before Stripe would", async () => {
    const { sessionId, answer, reference } = await started(card(), "7129");
    const session = await journey.payer.session(sessionId);
    const leftMs = Date.parse(session.expiresAt) - journey.test.clock.nowMs();
    await journey.advance(leftMs - 60_000, 60_000);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
    expect(journey.standIn.book.find("PAYMENT", "first", reference)?.status).toBe("PENDING");
    await journey.advance(16 * 60_000, 60_000);
    expect(journey.standIn.book.find("PAYMENT", "first", reference)).toMatchObject({
      status: "FAILED",
      plan: { end: { code: "expired" } },
    });
    expect(["FAILED", "EXPIRED"]).toContain(await journey.statusOf(sessionId));
    const [attempt] = await journey.payer.attempts(sessionId);
    expect(attempt).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    const shown = await (await fetch(answer.actionUrl)).text();
    expect(shown).toContain("has ended");
  });

  it("whose event is lost succeeds by our own question; a late event and a second one change nothing", async () => {
    await expectOwnQuestionIsEnough(journey, started);
    journey.standIn.faults.next("CALLBACK_TWICE");
    const third = await started();
    await journey.reported();
    expect(await journey.statusOf(third.sessionId)).toBe("SUCCEEDED");
    expect(taken(third.reference)).toEqual(francs(5_000n));
  });
});

describe("Stripe's events", () => {
  const send = async (body: object, header: (text: string) => string) => {
    const text = JSON.stringify(body);
    const headers = { [SIGNATURE_HEADER]: header(text) };
    return (await fetch(journey.account.callbackUrl, { method: "POST", headers, body: text })).status;
  };
  const seconds = () => Math.floor(journey.test.clock.nowMs() / 1_000);
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
    const asked = journey.network.history.length;
    const event = about(reference);
    expect(await send(event, () => "")).toBe(401);
    expect(await send(event, signedBy("whsec_demo_another", seconds()))).toBe(401);
    expect(await send(event, signedBy(own, seconds() - 301))).toBe(401);
    expect(await send(event, signedBy(own, seconds() + 301))).toBe(401);
    expect(await send(event, (text) => signedBy(own, seconds())(text).replace("v1=", "v0="))).toBe(401);
    expect(journey.network.history.length).toBe(asked);
    // While the secret is replaced Stripe signs with both.
    const both = (text: string) =>
      `${signedBy("whsec_old", seconds())(text)},${signedBy(own, seconds())(text).split(",")[1]},v0=00`;
    expect(await send(event, both)).toBe(204);
    await journey.test.app.callbacksSettled();
    expect(journey.network.history.length - asked).toBe(1);
    expect(await journey.statusOf(sessionId)).toBe("PROCESSING");
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
      const made = accepted(await journey.refund(chargeId, { amount }));
      expect(made.route).toBe("ORIGINAL_RAIL");
      parts.push(made);
    }
    expect((await journey.refund(chargeId, { amount: "1" })).status).toBeGreaterThanOrEqual(400);
    await journey.advance(60_000, 5_000);
    for (const { id } of parts) expect((await journey.refundOf(id)).status).toBe("SUCCEEDED");
    expect(journey.standIn.book.refunded("first", reference)).toBe(5_000n);
  });

  it("whose answer was lost is found in Stripe's list and made once", async () => {
    const { chargeId, reference } = await paid();
    journey.standIn.faults.next("RESET_AFTER", { method: "POST", path: /refunds$/ });
    const { id } = accepted(await journey.refund(chargeId));
    await journey.advance(120_000, 5_000);
    expect((await journey.refundOf(id)).status).toBe("SUCCEEDED");
    expect(journey.standIn.book.refunded("first", reference)).toBe(5_000n);
  });

  it("that Stripe has not carried out yet succeeds with its event", async () => {
    const { chargeId } = await paid("pm_card_pendingRefund");
    const { id } = accepted(await journey.refund(chargeId));
    await journey.advance(60_000, 5_000);
    expect((await journey.refundOf(id)).status).toBe("SUCCEEDED");
  });
});
