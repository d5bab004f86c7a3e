import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createManualClock } from "../../kit/clock.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import { openInbox } from "../testing/inbox.ts";
import { START_MS } from "../testing/stand-in-world.ts";
import { API_VERSION } from "./client.ts";
import { keyOf, stripeStandIn, webhookSecretOf } from "./stand-in.ts";

/** The stand-in, used as Stripe is used: by the official client, over its own connections. */
const clock = createManualClock(START_MS);
let standIn: RunningStandIn;
let inbox: Awaited<ReturnType<typeof openInbox>>;
let stripe: Stripe;

const clientFor = (key: string): Stripe => {
  const { hostname, port } = new URL(standIn.url);
  return new Stripe(key, {
    apiVersion: API_VERSION,
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
};
beforeAll(async () => {
  standIn = await openStandIn(stripeStandIn, { clock, random: createSeededRandom(1) });
  inbox = await openInbox(clock);
  standIn.setCallbackUrl("first", inbox.addressOf("first"));
  stripe = clientFor(keyOf("test", "first"));
});
afterAll(async () => {
  await standIn?.close();
  await inbox?.close();
});

const intentParams = (card: string, amount = 5_000): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: "xof",
  payment_method: card,
  allowed_payment_method_types: ["card"],
  confirm: true,
  return_url: "https://merchant.example/back",
  metadata: { order: card },
});
const sessionParams = (amount: number): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  allowed_payment_method_types: ["card"],
  line_items: [
    { quantity: 1, price_data: { currency: "xof", unit_amount: amount, product_data: { name: "Panier" } } },
  ],
  success_url: "https://merchant.example/back",
  metadata: { order: String(amount) },
});
const refusal = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => expect.fail("it was not refused"),
    (error: Stripe.errors.StripeError) => error,
  );
const settle = async (): Promise<void> => {
  clock.advance(3_000);
  await standIn.report();
};

describe("payments with a card's token", () => {
  it("are made, read, listed and found, the search a minute later", async () => {
    const made = await stripe.paymentIntents.create(intentParams("pm_card_visa"));
    expect(made).toMatchObject({ status: "succeeded", amount_received: 5_000, livemode: false });
    const read = await stripe.paymentIntents.retrieve(made.id);
    expect(read).toMatchObject({ id: made.id, status: "succeeded", metadata: { order: "pm_card_visa" } });
    const { data } = await stripe.paymentIntents.list({ created: { gte: made.created }, limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([made.id]);
    const query = "metadata['order']:'pm_card_visa'";
    expect((await stripe.paymentIntents.search({ query })).data).toEqual([]);
    clock.advance(61_000);
    expect((await stripe.paymentIntents.search({ query })).data.map(({ id }) => id)).toEqual([made.id]);
  });

  it.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_standin_declines_pickup_card", "card_declined", "pickup_card"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
  ])("%s is refused with %s %s, and shows the payment", async (card, code, decline) => {
    const error = await refusal(stripe.paymentIntents.create(intentParams(card)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: decline });
    expect(error.payment_intent).toMatchObject({ status: "requires_payment_method" });
  });

  it("wait for the payer's bank, and are paid on its page or end there", async () => {
    const [paid, refused] = await Promise.all(
      ["confirm", "decline"].map(async (decision) => {
        const made = await stripe.paymentIntents.create(intentParams("pm_card_threeDSecure2Required"));
        expect(made.status).toBe("requires_action");
        const url = made.next_action?.redirect_to_url?.url ?? "";
        const body = new URLSearchParams({ decision });
        const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
        expect(answer.headers.get("location")).toBe("https://merchant.example/back");
        return stripe.paymentIntents.retrieve(made.id);
      }),
    );
    expect(paid?.status).toBe("succeeded");
    expect(refused).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
  });

  it("that wait are cancelled, others not", async () => {
    const waiting = await stripe.paymentIntents.create(intentParams("pm_card_threeDSecure2Required"));
    expect((await stripe.paymentIntents.cancel(waiting.id)).status).toBe("canceled");
    const paid = await stripe.paymentIntents.create(intentParams("pm_card_visa"));
    const error = await refusal(stripe.paymentIntents.cancel(paid.id));
    expect(error).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
  });
});

describe("a key of a request", () => {
  it("repeats the stored answer, also an error, and refuses other parameters", async () => {
    const options = { idempotencyKey: "key 1" };
    const first = await stripe.paymentIntents.create(intentParams("pm_card_visa"), options);
    const again = await stripe.paymentIntents.create(intentParams("pm_card_visa"), options);
    expect(again.id).toBe(first.id);
    const other = await refusal(stripe.paymentIntents.create(intentParams("pm_card_visa", 5_005), options));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const broken = { idempotencyKey: "key 2" };
    for (let round = 0; round < 2; round += 1) {
      const error = await refusal(stripe.paymentIntents.create(intentParams("pm_standin_error"), broken));
      expect(error).toMatchObject({ statusCode: 500, rawType: "api_error" });
    }
  });

  it("is each account's own, and a key of nobody is refused", async () => {
    const second = clientFor(keyOf("live", "second"));
    const made = await second.paymentIntents.create(intentParams("pm_card_visa"), {
      idempotencyKey: "key 1",
    });
    expect(made.livemode).toBe(true);
    expect(await refusal(stripe.paymentIntents.retrieve(made.id))).toMatchObject({ statusCode: 404 });
    const nobody = clientFor("sk_test_not_a_key");
    expect(await refusal(nobody.balance.retrieve())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });
});

describe("Stripe's page", () => {
  it("is made, paid and read with its payment", async () => {
    const made = await stripe.checkout.sessions.create(sessionParams(7_000));
    expect(made).toMatchObject({ status: "open", payment_intent: null, amount_total: 7_000 });
    await settle();
    const paid = await stripe.checkout.sessions.retrieve(made.id);
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(paid.payment_intent).toMatchObject({ status: "succeeded", amount_received: 7_000 });
  });

  it("stays open after a refused card, and is closed by us or by time", async () => {
    const made = await stripe.checkout.sessions.create(sessionParams(7_129));
    const body = new URLSearchParams({ decision: "decline" });
    await fetch(made.url ?? "", { method: "POST", body, redirect: "manual" });
    const refused = await stripe.checkout.sessions.retrieve(made.id);
    expect(refused).toMatchObject({
      status: "open",
      payment_intent: { last_payment_error: { decline_code: "generic_decline" } },
    });
    expect((await stripe.checkout.sessions.expire(made.id)).status).toBe("expired");
    expect(await refusal(stripe.checkout.sessions.expire(made.id))).toMatchObject({ statusCode: 400 });
    const left = await stripe.checkout.sessions.create(sessionParams(7_129));
    clock.advance(24 * 3_600_000);
    expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe("expired");
  });

  it("lives half an hour at least and a day at most", async () => {
    const nowSeconds = Math.floor(clock.nowMs() / 1_000);
    for (const expires_at of [nowSeconds + 1_700, nowSeconds + 25 * 3_600]) {
      const error = await refusal(stripe.checkout.sessions.create({ ...sessionParams(7_000), expires_at }));
      expect(error).toMatchObject({ statusCode: 400, param: "expires_at" });
    }
  });
});

describe("refunds, the balance and events", () => {
  it("are refunded in parts and never above the payment", async () => {
    const { id } = await stripe.paymentIntents.create(intentParams("pm_card_visa"));
    const part = await stripe.refunds.create({ payment_intent: id, amount: 2_000 });
    expect(part).toMatchObject({ status: "succeeded", amount: 2_000, currency: "xof" });
    const above = await refusal(stripe.refunds.create({ payment_intent: id, amount: 3_001 }));
    expect(above).toMatchObject({ statusCode: 400, code: "amount_too_large" });
    await stripe.refunds.create({ payment_intent: id });
    const again = await refusal(stripe.refunds.create({ payment_intent: id }));
    expect(again.code).toBe("charge_already_refunded");
    const listed: string[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 1 })) listed.push(refund.id);
    expect(listed).toHaveLength(2);
  });

  it("move the balance, and one that fails afterwards comes back, by an event that the client accepts", async () => {
    clock.advance(1_000);
    const before = await stripe.balance.retrieve();
    const { id } = await stripe.paymentIntents.create(intentParams("pm_card_refundFail", 10_000));
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 4_000 });
    expect(refund.status).toBe("succeeded");
    inbox.take();
    await settle();
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe("failed");
    const { available } = await stripe.balance.retrieve();
    expect((available[0]?.amount ?? 0) - (before.available[0]?.amount ?? 0)).toBe(10_000 - 300);
    const events = inbox
      .take()
      .map(({ rawBody, headers }) =>
        Stripe.webhooks.constructEvent(
          rawBody,
          headers["stripe-signature"] ?? "",
          webhookSecretOf("first"),
          300,
          undefined,
          clock.nowMs(),
        ),
      );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["payment_intent.succeeded", "refund.updated", "refund.failed"]),
    );
    const moved = await stripe.balanceTransactions.list({ limit: 3, expand: ["data.source"] });
    expect(moved.data.map(({ type, amount }) => [type, amount])).toEqual([
      ["refund_failure", 4_000],
      ["refund", -4_000],
      ["charge", 10_000],
    ]);
  });
});
