import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Money, money } from "../../kit/money.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import type {
  PaymentQuestion,
  ProviderAccount,
  ProviderCall,
  ProviderReference,
  StartRequest,
} from "../provider.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInWorld } from "../testing/stand-in-world.ts";
import { createStripeConnector, STRIPE } from "./connector.ts";
import { keyOf, stripeStandIn, webhookSecretOf } from "./stand-in.ts";

let world: Awaited<ReturnType<typeof openStandInWorld>>;
let standIn: RunningStandIn;
let count = 0;
beforeEach(async () => {
  world = await openStandInWorld(createStripeConnector());
  standIn = await openStandIn(stripeStandIn, { clock: world.clock, random: createSeededRandom(1) });
});
afterEach(async () => {
  await world?.close(standIn);
});

const accountWith = (secretKey: string, more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  id: "0193f000-0000-7000-9000-000000000001",
  provider: STRIPE,
  mode: "SANDBOX",
  settings: { secretKey, webhookSecret: webhookSecretOf("first"), baseUrl: standIn.url, timeoutMs: "500" },
  ...more,
});
const account = () => accountWith(keyOf("test", "first"));
const calls = () => world.of(account());
const request = (cardToken: string | null, amount: Money = money(5_000n, "XOF")): StartRequest => {
  count += 1;
  const reference = `0193f000-0000-7000-8000-${String(count).padStart(12, "0")}` as ProviderReference;
  return {
    reference,
    ownId: reference,
    method: "CARD",
    amount,
    payer: { ...nobody, cardToken },
    title: "Panier",
    merchantName: "Maison Akwaba",
    locale: "fr",
    returnUrl: "https://merchant.example/back",
    callbackUrl: "https://pay.example/provider-callbacks/a",
    expiresAtMs: world.clock.nowMs() + 30 * 60_000,
  };
};
const questionOf = (
  { reference, ownId, method, amount }: StartRequest,
  handle: PaymentQuestion["handle"] = null,
): PaymentQuestion => ({
  reference,
  ownId,
  method,
  amount,
  handle,
  startedAtMs: world.clock.nowMs(),
});
const pathsFrom = (from: number) =>
  world.network.history
    .slice(from)
    .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{24}/, "…")}`);

describe("a start", () => {
  it("by a card's token keeps the payment's number, the brand and the last digits", async () => {
    expect(await calls().start(request("pm_card_visa"))).toMatchObject({
      kind: "succeeded",
      amount: { minor: 5_000n, currency: "XOF" },
      transactionId: expect.stringMatching(/^pi_/),
      method: { brand: "visa", last4: "4242" },
      handle: { paymentIntent: expect.stringMatching(/^pi_/) },
    });
  });

  it.each<[bigint, "MGA" | "KWD"]>([
    [50_001n, "MGA"],
    [12_341n, "KWD"],
  ])(
    "of %s minor units of %s, which Stripe cannot express, fails and sends nothing",
    async (minor, currency) => {
      const outcome = await calls().start(request("pm_card_visa", money(minor, currency)));
      expect(outcome).toMatchObject({ kind: "failed", failureCode: "INVALID_AMOUNT" });
      expect(world.network.history).toEqual([]);
    },
  );

  it.each<[bigint, "UGX" | "MGA" | "KWD" | "EUR"]>([
    [5_000n, "UGX"],
    [500_000n, "MGA"],
    [12_340n, "KWD"],
    [1_050n, "EUR"],
  ])("of %s minor units of %s succeeds with the same amount", async (minor, currency) => {
    const outcome = await calls().start(request("pm_card_visa", money(minor, currency)));
    expect(outcome).toMatchObject({ kind: "succeeded", amount: { minor, currency } });
  });

  it("with a refused key fails, and operators are told: nothing was taken", async () => {
    expect(await world.of(accountWith("sk_test_not_a_key")).start(request("pm_card_visa"))).toEqual({
      kind: "failed",
      failureCode: "PROVIDER_UNAVAILABLE",
      providerCode: "http_401",
      alarm: true,
    });
  });

  it("with a key of the other environment fails and sends nothing", async () => {
    const accounts = [accountWith(keyOf("live", "first")), { ...account(), mode: "LIVE" as const }];
    for (const one of accounts) {
      expect(await world.of(one).start(request("pm_card_visa"))).toMatchObject({
        kind: "failed",
        failureCode: "PROVIDER_UNAVAILABLE",
        providerCode: "wrong_environment",
        alarm: true,
      });
    }
    expect(world.network.history).toEqual([]);
  });

  it("whose error is stored with the key stays unknown, however often it is repeated", async () => {
    const one = request("pm_standin_error");
    expect(await calls().start(one)).toMatchObject({ kind: "unknown", reason: "http_500" });
    expect(await calls().start(one)).toMatchObject({ kind: "unknown", reason: "http_500" });
  });

  it("that is too much for Stripe now is unknown, and the pause is its own", async () => {
    standIn.faults.next("TOO_MANY", { retryAfterSeconds: 7 });
    expect(await calls().start(request("pm_card_visa"))).toMatchObject({
      kind: "unknown",
      askAfterMs: 7_000,
    });
  });
});

describe("the time of a payment", () => {
  it.each([
    ["on Stripe's page", null, "POST /v1/checkout/sessions/cs_…/expire"],
    ["at the payer's bank", "pm_card_threeDSecure2Required", "POST /v1/payment_intents/pi_…/cancel"],
  ])("%s ends when ours does: the next question closes it there", async (_where, token, closing) => {
    const one = request(token, money(5_129n, "XOF"));
    const started = await calls().start(one);
    expect(started).toMatchObject({ kind: "pending", nextStep: { kind: "REDIRECT" } });
    standIn.book.end({ kind: "PAYMENT", holder: "first", id: one.ownId }, "NEVER");
    const question = questionOf(one, started.kind === "pending" ? (started.handle ?? null) : null);
    world.clock.advance(29 * 60_000);
    expect((await calls().query(question)).kind).toBe("pending");
    world.clock.advance(60_000);
    const from = world.network.history.length;
    expect(await calls().query(question)).toMatchObject({
      kind: "failed",
      failureCode: "PAYMENT_CANCELLED",
    });
    expect(pathsFrom(from)).toContain(closing);
    expect(standIn.book.moved("PAYMENT", one.ownId)).toEqual([]);
  });

  it("that was paid in the last moment is a success, not a cancellation", async () => {
    const one = request(null, money(5_129n, "XOF"));
    await calls().start(one);
    const question = questionOf(one);
    world.clock.advance(31 * 60_000);
    const http: ProviderCall["http"] = (sent) => {
      // Between our question and our closing the payer pays.
      const id = { kind: "PAYMENT", holder: "first", id: one.ownId } as const;
      if (sent.url.endsWith("/expire")) standIn.book.end(id, "SUCCESS");
      return world.network.http({ responseBytesMax: 100_000, ...sent, timeoutMs: 1_000 });
    };
    const call = { account: account(), nowMs: world.clock.nowMs(), http };
    const outcome = await createStripeConnector().query(call, question);
    expect(outcome).toMatchObject({ kind: "succeeded", amount: one.amount });
  });
});

describe("a payment whose number was lost", () => {
  it("is found by the search where the lists are too long, and is unknown while the search is behind", async () => {
    const one = request("pm_card_visa");
    standIn.faults.next("RESET_AFTER", { method: "POST" });
    await calls().start(one);
    const question = questionOf(one);
    for (let made = 0; made < 501; made += 1) {
      standIn.book.add({
        kind: "PAYMENT",
        holder: "first",
        id: `other ${made}`,
        reference: null,
        amount: money(5_000n, "XOF"),
        paymentId: null,
        callbackUrl: null,
        plan: { end: "SUCCESS", reports: 0, afterMs: 0 },
        details: {
          number: `pi_${made}`,
          intent: `pi_${made}`,
          metadata: "{}",
          livemode: "false",
          returnUrl: "",
        },
      });
    }
    world.clock.advance(20_000);
    expect(await calls().query(question)).toMatchObject({ kind: "unknown", reason: "too_many_to_read" });
    world.clock.advance(60_000);
    expect(await calls().query(question)).toMatchObject({ kind: "succeeded" });
  });

  it("is not called unpaid because another account's key does not see it", async () => {
    const one = request("pm_card_visa");
    const started = await calls().start(one);
    const handle = started.kind === "succeeded" ? (started.handle ?? null) : null;
    const elsewhere = world.of(accountWith(keyOf("test", "second")));
    expect(await elsewhere.query(questionOf(one, handle))).toEqual({
      kind: "unknown",
      reason: "number_not_known",
      alarm: true,
    });
  });

  it("of the other environment is not believed", async () => {
    const { mode: _sandbox, ...rest } = account();
    const hidden = {
      ...rest,
      mode: "LIVE",
      settings: { ...rest.settings, secretKey: "k".repeat(20) },
    } as const;
    expect((await world.of(hidden).query(questionOf(request(null)))).kind).toBe("unknown");
  });
});

describe("the account's test", () => {
  const problemOf = async (one: ProviderAccount) => {
    const outcome = await world.of(one).test?.();
    return outcome?.kind === "problem" ? outcome.problem : outcome?.kind;
  };

  it("passes, or names the problem", async () => {
    const { settings } = account();
    expect(await problemOf(account())).toBe("passed");
    expect(await problemOf(accountWith(keyOf("live", "first"), { mode: "LIVE" }))).toBe("passed");
    expect(await problemOf(accountWith("sk_test_not_a_key"))).toBe("KEY_REFUSED");
    expect(await problemOf(accountWith(keyOf("test", "first"), { mode: "LIVE" }))).toBe("WRONG_ENVIRONMENT");
    expect(await problemOf(accountWith(keyOf("live", "first")))).toBe("WRONG_ENVIRONMENT");
    const nowhere = { ...settings, baseUrl: "http://127.0.0.1:9" };
    expect(await problemOf({ ...account(), settings: nowhere })).toBe("UNREACHABLE");
    standIn.faults.next("HTML");
    expect(await problemOf(account())).toBe("UNEXPECTED_ANSWER");
  });

  it("tells no secret", async () => {
    const outcome = await world.of(accountWith("sk_test_not_a_key")).test?.();
    expect(JSON.stringify(outcome)).not.toContain("sk_test_not_a_key");
  });
});

describe("the client", () => {
  it("sends our reference, the key and the version, and nothing about this machine", async () => {
    const sent: Readonly<Record<string, string>>[] = [];
    const connector = createStripeConnector();
    const one = request("pm_card_visa");
    await expect(
      connector.start(
        {
          account: account(),
          nowMs: world.clock.nowMs(),
          http: async ({ headers }) => {
            sent.push(headers);
            return { status: 500, headers: {}, body: Buffer.from("{}"), cut: false };
          },
        },
        one,
      ),
    ).rejects.toMatchObject({ reason: "http_500" });
    expect(sent).toEqual([
      {
        accept: "application/json",
        authorization: `Bearer ${keyOf("test", "first")}`,
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": one.ownId,
        "stripe-version": "2026-10-28.endive",
      },
    ]);
  });

  it.each([
    [500, '{"message":"no error object"}', "http_500"],
    [200, '"a text"', "http_200"],
    [200, "null", "http_200"],
    [200, '{"id":"pi_1"}', "http_200"],
    [200, '{"object":"balance"}', "unreadable"],
    [409, '{"error":{"type":"invalid_request_error","code":"idempotency_key_in_use"}}', "http_409"],
    [429, '{"error":{"type":"rate_limit_error"}}', "http_429"],
    [503, '{"error":{"type":"api_error"}}', "http_503"],
    [400, '{"error":{"type":"idempotency_error"}}', "idempotency_error"],
    [200, '{"error":{"type":"card_error"},"object":"x"}', "http_200"],
  ])("does not take %s %s for an outcome, nor ask twice", async (status, body, reason) => {
    let asked = 0;
    const http = async () => {
      asked += 1;
      return { status, headers: { "stripe-notice": "printed?" }, body: Buffer.from(body), cut: false };
    };
    const call = { account: account(), nowMs: world.clock.nowMs(), http };
    const starting = createStripeConnector().start(call, request("pm_card_visa"));
    await expect(starting).rejects.toMatchObject({ reason });
    expect(asked).toBe(1);
  });
});

describe("Stripe's book", () => {
  const lines = async (fromMs: number) => {
    const told = await calls().statement(fromMs, world.clock.nowMs() + 1_000);
    return told.kind === "lines" ? told.lines : expect.fail(told.kind);
  };

  it("tells payments with their fees, refunds, and that a refund came back", async () => {
    const fromMs = world.clock.nowMs();
    const one = request("pm_card_refundFail", money(10_000n, "XOF"));
    const started = await calls().start(one);
    const handle = started.kind === "succeeded" ? (started.handle ?? null) : null;
    const ids = request(null);
    const refund = {
      reference: ids.reference,
      ownId: ids.ownId,
      amount: money(4_000n, "XOF"),
      payment: questionOf(one, handle),
    };
    expect(await calls().refund({ ...refund, payer: nobody, callbackUrl: "" })).toMatchObject({
      kind: "succeeded",
    });
    const amount = money(4_000n, "XOF");
    expect(await lines(fromMs)).toMatchObject([
      { type: "PAYMENT", reference: one.reference, amount: one.amount, fee: money(300n, "XOF") },
      { type: "REFUND", reference: ids.reference, status: "SUCCEEDED", amount },
    ]);
    world.clock.advance(3_000);
    const question = { ...refund, startedAtMs: fromMs, handle: null };
    expect(await calls().queryRefund(question)).toMatchObject({
      kind: "failed",
      failureCode: "CARD_DECLINED",
      providerCode: "expired_or_canceled_card",
    });
    expect(await lines(fromMs)).toMatchObject([
      { type: "PAYMENT" },
      { type: "REFUND", reference: ids.reference, status: "FAILED" },
      { type: "REFUND", reference: ids.reference, status: "FAILED" },
    ]);
    expect(await calls().balance()).toEqual({
      kind: "balances",
      balances: [{ available: money(9_700n, "XOF"), wallet: null }],
    });
  });
});
