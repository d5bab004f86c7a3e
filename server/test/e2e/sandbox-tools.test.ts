import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MerchantId, MerchantNo } from "../../src/kit/ids.ts";
import { carriedColumns } from "../../src/modules/sandbox/reset-store.ts";
import { eventTypes } from "../../src/modules/webhooks/index.ts";
import { scenarioGuide } from "../../src/providers/simulator/index.ts";
import { type Answer, type RequestOptions, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import {
  type HooksReceiver,
  keyOf,
  newNeighbour,
  numbersOf,
  startHooksReceiver,
} from "../harness/sandbox-world.ts";
import { testSeed } from "../harness/seed.ts";

/** Tools for trying things out: they may not affect a live merchant, or another one's sandbox. */
const seed = testSeed();
let test: TestApp;
let liveKey: string;
let neighbourKey: string;
let receiver: HooksReceiver;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed });
  const { LIVE } = await numbersOf(test, test.merchantId);
  if (LIVE === undefined) throw new Error("a merchant has a number in each mode");
  liveKey = await keyOf(test, LIVE);
  neighbourKey = await keyOf(test, await newNeighbour(test));
  receiver = await startHooksReceiver();
}, 60_000);
afterAll(async () => {
  await test?.stop();
  receiver?.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith = 204;
});
afterEach(() => expectInvariants(test.owner));

const data = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
};
const code = ({ status, body }: Answer) => `${status} ${body.error?.code}`;
const get = async (path: string) => data(await test.request("GET", path));
const post = async (path: string, body: unknown = {}, more: Omit<RequestOptions, "body"> = {}) =>
  data(await test.request("POST", path, { ...more, body }));
let unique = 0;
const idempotent = () => {
  unique += 1;
  return { headers: { "idempotency-key": `once ${unique}` } };
};

const newSession = (more: Readonly<Record<string, unknown>> = {}, apiKey = test.apiKey) =>
  post("/checkout/sessions", { amount: "5000", currency: "XOF", title: "Panier", ...more }, { apiKey });
const complete = (id: string, scenario?: string, phone = "+2250500000789") =>
  test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    headers: scenario === undefined ? {} : { "sandbox-scenario": scenario },
    body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone, operator: "MTN", countryCode: "CI" } },
  });
const statusOf = async (id: string) =>
  (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data;
const advance = (seconds: number, more: Omit<RequestOptions, "body"> = {}) =>
  test.request("POST", "/sandbox/clock/advance", { ...more, body: { seconds } });
const registerEndpoint = () =>
  post(`/merchant/merchants/${test.merchantId}/webhook-endpoints`, { url: receiver.url, events: ["*"] });
/** One that has answered its ping. */
const newEndpoint = async () => {
  const endpoint = await registerEndpoint();
  await test.drain();
  expect(receiver.received.map(({ type }) => type)).toEqual(["endpoint.ping"]);
  receiver.received.length = 0;
  return endpoint;
};
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

describe("a live key", () => {
  it.each([
    ["GET", "/sandbox/clock", undefined],
    ["GET", "/sandbox/scenarios", undefined],
    ["POST", "/sandbox/clock/advance", { seconds: 60 }],
    ["POST", "/sandbox/events", { type: "payment.succeeded" }],
    ["POST", "/sandbox/reset", { confirm: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" }],
  ])("is refused by %s %s", async (method, path, body) => {
    expect(code(await test.request(method, path, { apiKey: liveKey, body }))).toBe("403 SANDBOX_ONLY");
  });

  it("cannot choose a scenario", async () => {
    const refused = await test.request("POST", "/payments/charges", {
      apiKey: liveKey,
      headers: { ...idempotent().headers, "sandbox-scenario": "no_funds" },
      body: {
        amount: "5000",
        currency: "XOF",
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN" },
      },
    });
    expect(code(refused)).toBe("403 SANDBOX_ONLY");
  });
});

describe("Sandbox-Scenario", () => {
  it("decides instead of the phone number, and a query later says the same", async () => {
    const { id } = await newSession();
    expect((await complete(id, "no_funds")).status).toBe(200);
    await test.advance(3_000);
    expect(await statusOf(id)).toMatchObject({ status: "FAILED", failureCode: "INSUFFICIENT_FUNDS" });
    // The same payer, without the header: by the number it succeeds.
    expect((await complete(id)).status).toBe(200);
    await test.advance(3_000);
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
  });

  it("is kept with the attempt: a start that is sent again asks for the same", async () => {
    const { id } = await newSession();
    expect((await complete(id, "forgotten", "+2250500000049")).body.data.status).toBe("PROCESSING");
    await test.advance(30_000);
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
  });

  it("refuses at once what is refused in the answer, and needs no page where one would have been", async () => {
    const refused = await complete((await newSession()).id, "in_progress");
    expect([code(refused), refused.body.error.details.failureCode]).toEqual([
      "409 PAYMENT_FAILED",
      "PAYMENT_IN_PROGRESS",
    ]);
    const { id } = await newSession();
    const card = await test.request("POST", `/checkout/pay/${id}/complete`, {
      apiKey: null,
      headers: { "sandbox-scenario": "success" },
      body: { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://shop.example/back" } },
    });
    expect(card.body.data.nextStep).toBe("POLL");
    await test.advance(3_000);
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
  });

  it("takes every scenario that is listed, each explained in the reader's language", async () => {
    const read = async (language: string) =>
      data(await test.request("GET", "/sandbox/scenarios", { headers: { "accept-language": language } }))
        .scenarios;
    const english = await read("en");
    expect(english.map(({ name }: { name: string }) => name)).toEqual(scenarioGuide.map(({ name }) => name));
    expect(english).toContainEqual({
      name: "no_funds",
      phoneSuffix: "049",
      description: "fails: balance too low",
      failureCode: "INSUFFICIENT_FUNDS",
      paymentsOnly: false,
    });
    expect(english).toContainEqual(
      expect.objectContaining({ name: "success", phoneSuffix: null, failureCode: null }),
    );
    expect(await read("fr")).toContainEqual(
      expect.objectContaining({ name: "no_funds", description: "échoue : solde insuffisant" }),
    );
  });

  it("names that there are not are refused with those that there are", async () => {
    const refused = await complete((await newSession()).id, "no_such_thing");
    expect(code(refused)).toBe("400 VALIDATION_ERROR");
    const [field] = refused.body.error.details.fields;
    expect(field.path).toBe("Sandbox-Scenario");
    for (const { name } of scenarioGuide) expect(field.message).toContain(name);
  });

  it("goes for refunds and payouts too, and for charges without a session", async () => {
    const body = {
      amount: "5000",
      currency: "XOF",
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000049", operator: "MTN", countryCode: "CI" },
    };
    const scenario = (name: string) => ({
      headers: { ...idempotent().headers, "sandbox-scenario": name },
    });
    const charge = await post("/payments/charges", body, scenario("success"));
    await test.advance(3_000);
    expect((await get(`/payments/charges/${charge.id}`)).status).toBe("SUCCEEDED");

    const refund = await post(
      `/payments/charges/${charge.id}/refunds`,
      { amount: "100" },
      scenario("recipient"),
    );
    await test.advance(30_000, 5_000);
    expect(await get(`/payments/refunds/${refund.id}`)).toMatchObject({
      status: "FAILED",
      failureCode: "INVALID_RECIPIENT",
    });

    const [wallet] = (await get("/payments/wallets")).filter(
      (each: { currency: string }) => each.currency === "XOF",
    );
    const beneficiary = await post(
      "/payments/beneficiaries",
      {
        name: "Awa Koné",
        type: "MOBILE_MONEY",
        currency: "XOF",
        details: { phone: "+2250500000789", operator: "MTN" },
      },
      idempotent(),
    );
    const payout = await post(
      "/payments/payouts",
      { walletId: wallet.id, beneficiaryId: beneficiary.id, amount: "200" },
      scenario("risk"),
    );
    await test.advance(30_000, 5_000);
    expect(await get(`/payments/payouts/${payout.id}`)).toMatchObject({
      status: "FAILED",
      failureCode: "RISK_BLOCKED",
    });
  });
});

describe("the clock", () => {
  it("makes sessions and links expire, for this merchant alone", async () => {
    const session = await newSession();
    const theirs = await newSession({}, neighbourKey);
    const link = await post(
      "/payments/links",
      {
        amount: "5000",
        currency: "XOF",
        title: "Cotisation",
        expiresAt: new Date(test.clock.nowMs() + 2 * DAY * 1_000).toISOString(),
      },
      idempotent(),
    );
    const before = await get("/sandbox/clock");
    const moved = data(await advance(29 * MINUTE));
    expect(moved).toMatchObject({
      movedSeconds: 29 * MINUTE,
      advancedSeconds: before.advancedSeconds + 29 * MINUTE,
      version: before.version + 1,
    });
    expect(moved.moved).toMatchObject({ checkoutSessions: expect.any(Number), paymentLinks: 1 });
    await test.drain();
    expect((await get(`/checkout/sessions/${session.id}`)).status).toBe("OPEN");
    data(await advance(MINUTE + 1));
    await test.drain();
    expect((await get(`/checkout/sessions/${session.id}`)).status).toBe("EXPIRED");
    const events = await get(`/merchant/merchants/${test.merchantId}/events?type=checkout.session.expired`);
    expect(events[0].data.id).toBe(session.id);
    expect((await get(`/payments/links/${link.id}`)).linkStatus).toBe("ACTIVE");
    data(await advance(2 * DAY));
    await test.drain();
    expect((await get(`/payments/links/${link.id}`)).linkStatus).toBe("EXPIRED");
    const neighbour = await test.request("GET", `/checkout/sessions/${theirs.id}`, { apiKey: neighbourKey });
    expect(neighbour.body.data).toMatchObject({ status: "OPEN", version: 1 });
    expect(await get("/sandbox/clock")).toMatchObject({
      advancedSeconds: before.advancedSeconds + 30 * MINUTE + 1 + 2 * DAY,
    });
  });

  it("lets a payment end at the provider, and a late one come after its session", async () => {
    const slow = await newSession();
    expect((await complete(slow.id, "slow")).status).toBe(200);
    data(await advance(5 * MINUTE));
    await test.drain();
    expect((await statusOf(slow.id)).status).toBe("SUCCEEDED");

    const late = await newSession();
    expect((await complete(late.id, "late")).status).toBe(200);
    await test.advance(3_000);
    expect((await statusOf(late.id)).status).toBe("FAILED");
    data(await advance(40 * MINUTE));
    await test.drain();
    expect(await statusOf(late.id)).toMatchObject({ status: "SUCCEEDED", paidLate: true });
  });

  it("settles what is pending, and tries webhooks again", async () => {
    await test.owner.query({
      text: "update fee_schedules set settlement_delay_seconds = 86400 where method = 'MOBILE_MONEY' and mode = 'SANDBOX'",
    });
    // Routing reads its tables again after a while.
    test.clock.advance(60_000);
    const endpoint = await newEndpoint();
    receiver.answerWith = 500;
    const { id } = await newSession({ amount: "7000" });
    await complete(id, "instant");
    await test.drain();
    const pending = async () => BigInt((await xof()).pending);
    const xof = async () =>
      (await get("/payments/wallets")).find((each: { currency: string }) => each.currency === "XOF");
    expect(await pending()).toBeGreaterThan(0n);
    const firstTries = receiver.received.length;
    expect(firstTries).toBeGreaterThan(0);
    data(await advance(DAY));
    receiver.answerWith = 204;
    await test.drain();
    expect(await pending()).toBe(0n);
    expect(receiver.received.length).toBe(2 * firstTries);
    await test.owner.query({
      text: "update fee_schedules set settlement_delay_seconds = 0 where method = 'MOBILE_MONEY' and mode = 'SANDBOX'",
    });
    await test.request("DELETE", `/merchant/merchants/${test.merchantId}/webhook-endpoints/${endpoint.id}`);
  });

  it("moves once for a repeated request, and only by what it takes", async () => {
    const key = idempotent();
    const first = await advance(60, key);
    const again = await advance(60, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    for (const seconds of [0, -1, 30 * DAY + 1, 1.5, "60"]) {
      const refused = await test.request("POST", "/sandbox/clock/advance", { body: { seconds } });
      expect(code(refused), String(seconds)).toBe("400 VALIDATION_ERROR");
    }
  });
});

describe("a sample event", () => {
  it("of a ping asks no address: one that is not verified is not sent it", async () => {
    receiver.answerWith = 500;
    const endpoint = await registerEndpoint();
    const made = await post("/sandbox/events", { type: "endpoint.ping" });
    expect(made).toMatchObject({ type: "endpoint.ping", deliveries: 0 });
    await test.drain();
    expect(receiver.received).toHaveLength(1);
    await test.request("DELETE", `/merchant/merchants/${test.merchantId}/webhook-endpoints/${endpoint.id}`);
  });

  it("of every type is delivered like a real one, and says that it is a test", async () => {
    const endpoint = await newEndpoint();
    for (const type of eventTypes) {
      const made = await post("/sandbox/events", { type });
      expect(made).toMatchObject({ object: "sandbox.event", type, deliveries: 1 });
      const listed = await get(`/merchant/merchants/${test.merchantId}/events/${made.id}`);
      expect(listed.data).toMatchObject({ test: true, mode: "SANDBOX" });
    }
    await test.drain();
    expect(receiver.received.map(({ type }) => type).toSorted()).toEqual([...eventTypes].toSorted());
    const bodies = receiver.received as unknown as readonly {
      sequence: number;
      merchantId: string;
      data: { id: string };
    }[];
    expect(bodies.every(({ sequence, merchantId }) => sequence === 1 && merchantId === test.merchantId)).toBe(
      true,
    );
    const session = receiver.received.find(({ type }) => type === "checkout.session.completed");
    const sessionId = String(session?.data.id);
    expect(sessionId).toMatch(/^cs_[0-9a-z]{58}$/);
    // Well-formed, but unknown.
    expect(code(await test.request("GET", `/checkout/sessions/${sessionId}`))).toBe(
      "404 CHECKOUT_SESSION_NOT_FOUND",
    );
    await test.request("DELETE", `/merchant/merchants/${test.merchantId}/webhook-endpoints/${endpoint.id}`);
  });
});

describe("a reset", () => {
  const paths = {
    session: "/checkout/sessions/",
    charge: "/payments/charges/",
    intent: "/payments/payment-intents/",
    link: "/payments/links/",
    wallet: "/payments/wallets/",
  };

  /** A paid session, an open one, a link: ids by what they name. */
  async function fill() {
    const paid = await newSession();
    await complete(paid.id, "instant");
    const open = await newSession();
    const link = await post(
      "/payments/links",
      { amount: "5000", currency: "XOF", title: "Lien" },
      idempotent(),
    );
    const session = await get(`/checkout/sessions/${paid.id}`);
    const [wallet] = (await get("/payments/wallets")).filter(
      (each: { currency: string }) => each.currency === "XOF",
    );
    expect(Number(wallet.balance)).toBeGreaterThan(0);
    return {
      open: open.id as string,
      slug: link.slug as string,
      ids: {
        session: session.id as string,
        charge: session.chargeId as string,
        intent: session.paymentIntentId as string,
        link: link.id as string,
        wallet: wallet.id as string,
      },
    };
  }

  it("leaves nothing that the merchant had, twice; keys and endpoints work on; books stay whole", async () => {
    const endpoint = await newEndpoint();
    const before = await numbersOf(test, test.merchantId);
    for (const round of [1, 2]) {
      const had = await fill();
      const running = await newSession();
      expect((await complete(running.id, "success")).body.data.status).toBe("PROCESSING");
      const done = await post("/sandbox/reset", { confirm: test.merchantId });
      expect(done.kept.webhookEndpoints).toBe(1);
      expect(done.wallets.map(({ currency }: { currency: string }) => currency).toSorted()).toEqual([
        "EUR",
        "XOF",
      ]);

      for (const [name, path] of Object.entries(paths)) {
        const id = had.ids[name as keyof typeof paths];
        expect(code(await test.request("GET", `${path}${id}`)), name).toBe("404 RESOURCE_NOT_FOUND");
      }
      for (const list of [
        "/checkout/sessions",
        "/payments/charges",
        "/payments/links",
        "/payments/payouts",
      ]) {
        expect(await get(list), list).toEqual([]);
      }
      expect(await get(`/merchant/merchants/${test.merchantId}/events`)).toEqual([]);
      for (const wallet of await get("/payments/wallets")) {
        expect(wallet).toMatchObject({ balance: expect.stringMatching(/^0(\.00)?$/), version: 1 });
      }
      expect((await get("/sandbox/clock")).advancedSeconds).toBe(0);
      // Sessions that payers have open have ended; payments in flight end normally.
      const shown = await test.request("GET", `/checkout/pay/${had.open}`, { apiKey: null });
      expect(code(shown)).toBe("409 CHECKOUT_SESSION_EXPIRED");
      const linked = await test.request("GET", `/checkout/links/${had.slug}`, { apiKey: null });
      expect(code(linked)).toBe("409 PAYMENT_LINK_EXPIRED");
      receiver.received.length = 0;
      await test.advance(5_000);
      expect((await statusOf(running.id)).status).toBe("SUCCEEDED");
      expect(receiver.received).toEqual([]);

      const fresh = await newSession();
      await complete(fresh.id, "instant");
      await test.drain();
      expect((await get(`/checkout/sessions/${fresh.id}`)).status).toBe("SUCCEEDED");
      expect(receiver.received.map(({ type }) => type)).toContain("payment.succeeded");
      const endpoints = await get(`/merchant/merchants/${test.merchantId}/webhook-endpoints`);
      expect(endpoints).toMatchObject([{ id: endpoint.id, status: "ACTIVE", version: 1 + round }]);
      await expectInvariants(test.owner);
    }
    const after = await numbersOf(test, test.merchantId);
    expect(after.LIVE).toBe(before.LIVE);
    expect(after.SANDBOX).not.toBe(before.SANDBOX);
    const archives = await test.owner.query<{ status: string }>({
      text: "select status from merchants where archive_of = $1",
      values: [test.merchantId],
    });
    expect(archives).toEqual([{ status: "CLOSED" }, { status: "CLOSED" }]);
  });

  it("asks an endpoint again that has not answered yet", async () => {
    receiver.answerWith = 500;
    const endpoint = await registerEndpoint();
    await test.drain();
    await post("/sandbox/reset", { confirm: test.merchantId });
    receiver.received.length = 0;
    receiver.answerWith = 204;
    await test.drain();
    expect(receiver.received.map(({ type }) => type)).toEqual(["endpoint.ping"]);
    const path = `/merchant/merchants/${test.merchantId}/webhook-endpoints/${endpoint.id}`;
    expect((await get(path)).verifiedAt).toEqual(expect.any(String));
    await expectInvariants(test.owner);
    await test.request("DELETE", path);
  });

  it("is one for a repeated request, and one of two at once", async () => {
    const key = idempotent();
    const options = { ...key, body: { confirm: test.merchantId } };
    const first = await test.request("POST", "/sandbox/reset", options);
    const again = await test.request("POST", "/sandbox/reset", options);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    const both = await Promise.all(
      [1, 2].map(() => test.request("POST", "/sandbox/reset", { body: { confirm: test.merchantId } })),
    );
    const outcomes = both.map((answer) => (answer.status === 200 ? "200" : code(answer))).toSorted();
    // Two sequential resets are two resets; of two concurrent ones the second finds nothing to empty.
    expect(["200 409 SANDBOX_RESET_UNDER_WAY", "200 200"]).toContain(outcomes.join(" "));
  });

  it("wants the merchant's id, and leaves live data alone", async () => {
    const wrong = { confirm: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" };
    expect(code(await test.request("POST", "/sandbox/reset", { body: wrong }))).toBe("400 VALIDATION_ERROR");
    const { LIVE } = await numbersOf(test, test.merchantId);
    expect((await test.app.merchants.profile(LIVE as MerchantNo)).merchantId).toBe(
      test.merchantId as MerchantId,
    );
  });

  it("carries every setting of the number that is replaced", async () => {
    const columns = await test.owner.query<{ name: string }>({
      text: `select column_name as name from information_schema.columns
              where table_name = 'merchant_numbers' and column_name not in ('merchant_no', 'merchant_id', 'archived_from')`,
    });
    expect([...carriedColumns].toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  });
});
