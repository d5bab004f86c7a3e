import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../sdk/js/src/index.ts";
import type { CaurisOptions } from "../../../shops/medusa/src/options.ts";
import { createPayments, type PaymentInput } from "../../../shops/medusa/src/payments.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { mtn } from "../simulation/payer.ts";

/** Medusa's payment provider against the running service: what Medusa asks of it, in the order in which Medusa asks. */
let test: TestApp;
let payments: ReturnType<typeof createPayments>;
let options: CaurisOptions;
let receiver: Server;
const hooks: { readonly rawData: Buffer; readonly headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  test = await startTestApp();
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      hooks.push({ rawData: Buffer.concat(parts), headers: request.headers });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cauris = createClient({ baseUrl: test.origin, apiKey: test.apiKey, merchantId: test.merchantId });
  const endpoint = await cauris.webhookEndpoints.create({
    url: `http://localhost:${port}/hooks`,
    events: "*",
  });
  await test.drain();
  options = {
    baseUrl: test.origin,
    apiKey: test.apiKey,
    webhookSecret: endpoint.secret ?? "",
    successUrl: "http://localhost:8000/checkout/return?session={PAYMENT_SESSION_ID}",
  };
  payments = createPayments(cauris, options, test.clock.nowMs);
});
afterAll(async () => {
  await test.stop();
  receiver.closeAllConnections();
  receiver.close();
});

let sessionNo = 0;
function cart(change: Partial<PaymentInput> = {}): PaymentInput & { readonly data: Record<string, unknown> } {
  sessionNo += 1;
  const data = { session_id: `payses_${sessionNo}`, ...change.data };
  return { amount: { value: "5000", precision: 20 }, currency_code: "xof", ...change, data };
}

async function pay(data: Record<string, unknown>, phone = "789"): Promise<void> {
  const { status } = await test.request("POST", `/checkout/pay/${data.id}/complete`, {
    body: mtn(phone),
    apiKey: null,
  });
  expect(status).toBe(200);
  await test.advance(10_000);
}

const tenMinutesLater = () =>
  createPayments(createClient(options), options, () => test.clock.nowMs() + 600_000);

const sessionOf = async (data: Record<string, unknown>) =>
  (await test.request("GET", `/checkout/sessions/${data.id}`)).body.data;

async function paid(change: Partial<PaymentInput> = {}): Promise<Record<string, unknown>> {
  const { data } = await payments.initiate(cart(change));
  await pay(data);
  const { status, data: after } = await payments.authorize({ data });
  expect(status).toBe("captured");
  return after;
}

describe("a payment session", () => {
  it("is one checkout session, however often Medusa initiates it", async () => {
    const input = cart();
    const first = await payments.initiate(input);
    const second = await payments.initiate(input);
    expect(second.id).toBe(first.id);
    expect(first).toMatchObject({ status: "pending", data: { amount: "5000", currency: "XOF" } });
    expect(await sessionOf(first.data)).toMatchObject({
      reference: input.data.session_id,
      title: "Commande",
      successUrl: `http://localhost:8000/checkout/return?session=${input.data.session_id}`,
    });
  });

  it("does not let a customer's odd phone number keep them from paying", async () => {
    const customer = { email: "awa@example.com", first_name: "Awa", last_name: "Koné", phone: "12" };
    const { data } = await payments.initiate(cart({ context: { customer } }));
    expect(await sessionOf(data)).toMatchObject({ status: "OPEN", customer: null });
    const reachable = { ...customer, phone: "+2250500000789" };
    const { data: other } = await payments.initiate(cart({ context: { customer: reachable } }));
    expect(await sessionOf(other)).toMatchObject({
      customer: { name: "Awa Koné", email: "awa@example.com" },
    });
  });

  it("takes its language and the address of return from the storefront, but no foreign address", async () => {
    const successUrl = "http://localhost:8000/ci/checkout?s={PAYMENT_SESSION_ID}";
    const { data } = await payments.initiate(cart({ data: { locale: "en", successUrl } }));
    expect(await sessionOf(data)).toMatchObject({
      locale: "en",
      title: "Order",
      successUrl: `http://localhost:8000/ci/checkout?s=${data.session_id}`,
    });
    const foreign = cart({ data: { successUrl: "https://shop.example.evil/" } });
    await expect(payments.initiate(foreign)).rejects.toThrow("must begin with http://localhost:8000");
  });

  it.each([
    [{ amount: "1179.82" }, /1179.82 XOF has more than 0 decimals/],
    [{ currency_code: "xxx" }, /XXX is not a currency/],
  ])("is refused for %j", async (change, message) => {
    await expect(payments.initiate(cart(change))).rejects.toThrow(message);
  });

  it("gets another checkout session for another amount, and the one before is cancelled", async () => {
    const { data } = await payments.initiate(cart());
    expect((await payments.update({ data, amount: 5000, currency_code: "xof" })).data.id).toBe(data.id);
    const { data: after } = await payments.update({ data, amount: 7000, currency_code: "xof" });
    expect(after).toMatchObject({ amount: "7000", session_id: data.session_id });
    expect((await sessionOf(data)).status).toBe("CANCELLED");
    expect((await sessionOf(after)).status).toBe("OPEN");
    // Back to the first amount: a payable session again, not the cancelled one.
    const { data: back } = await payments.update({ data: after, amount: 5000, currency_code: "xof" });
    expect((await sessionOf(back)).status).toBe("OPEN");
  });

  it("gets another checkout session after the end of the first", async () => {
    const { data } = await payments.initiate(cart());
    await test.request("POST", `/checkout/sessions/${data.id}/expire`);
    expect((await payments.authorize({ data })).status).toBe("canceled");
    const { data: after } = await payments.update({ data, amount: 5000, currency_code: "xof" });
    expect((await sessionOf(after)).status).toBe("OPEN");
  });
});

describe("authorizing asks the service", () => {
  it("and is captured when it is paid, whatever the browser says", async () => {
    const { data } = await payments.initiate(cart());
    const claimed = { ...data, status: "SUCCEEDED", chargeId: "ch_x" };
    expect((await payments.authorize({ data: claimed })).status).toBe("pending");
    await expect(payments.capture({ data: claimed })).rejects.toThrow("is OPEN");
    await pay(data);
    expect((await payments.authorize({ data })).status).toBe("captured");
    expect((await payments.capture({ data })).data).toMatchObject({ status: "SUCCEEDED" });
  });

  it("and is pending while the outcome is unknown: neither cancelled nor paid again", async () => {
    const { data } = await payments.initiate(cart());
    await pay(data, "329");
    expect((await payments.authorize({ data })).status).toBe("pending");
    await expect(payments.cancel({ data })).rejects.toThrow("A payment is under way");
    await expect(payments.update({ data, amount: 7000, currency_code: "xof" })).rejects.toThrow("under way");
    expect((await sessionOf(data)).status).toBe("PROCESSING");
  });

  it("and needs more after a refusal that can be repeated", async () => {
    const { data } = await payments.initiate(cart());
    await pay(data, "049");
    const { status, data: after } = await payments.authorize({ data });
    expect(status).toBe("requires_more");
    expect(after).toMatchObject({ failureCode: "INSUFFICIENT_FUNDS" });
  });

  it("and refuses the checkout session of somebody else", async () => {
    const data = await paid();
    await expect(payments.authorize({ data: { ...data, session_id: "payses_other" } })).rejects.toThrow(
      "is not the checkout session of payses_other",
    );
    await expect(payments.authorize({ data: { id: data.id } })).rejects.toThrow("has no checkout session");
  });
});

describe("cancelling", () => {
  it("ends what nobody has paid; twice is once", async () => {
    const { data } = await payments.initiate(cart());
    await payments.cancel({ data });
    await payments.cancel({ data });
    expect((await sessionOf(data)).status).toBe("CANCELLED");
  });

  it("refuses what is paid", async () => {
    await expect(payments.cancel({ data: await paid() })).rejects.toThrow("It is paid: refund it instead.");
  });

  it("leaves the session alone that a storefront names without being its owner", async () => {
    const { data } = await payments.initiate(cart());
    await payments.cancel({ data: { id: data.id } });
    expect((await sessionOf(data)).status).toBe("OPEN");
  });
});

describe("refunds", () => {
  const refund = (data: Record<string, unknown>, amount: number, id: string) =>
    payments.refund({ data, amount: { value: String(amount) }, context: { idempotency_key: id } });
  const refundsOf = async ({ chargeId }: Record<string, unknown>) =>
    (await test.request("GET", `/payments/refunds?chargeId=${chargeId}`)).body.data;
  beforeAll(async () => {
    // A refund of a whole payment needs its fee from other money.
    await paid({ amount: 50_000 });
  });

  it("returns a part, and then the rest", async () => {
    let data = await paid();
    ({ data } = await refund(data, 2000, "ref_part"));
    ({ data } = await refund(data, 2000, "ref_part"));
    await test.advance(70_000);
    ({ data } = await refund(data, 3000, "ref_rest"));
    expect(Object.keys(data.refunds as object)).toEqual(["ref_part", "ref_rest"]);
    expect((await refundsOf(data)).map(({ amount }: { amount: string }) => amount)).toEqual(["3000", "2000"]);
    await test.advance(70_000);
    await expect(refund(data, 1, "ref_more")).rejects.toMatchObject({
      code: "REFUND_AMOUNT_EXCEEDS_REMAINING",
    });
  });

  it("is made once when its answer was lost and somebody tries again", async () => {
    const data = await paid();
    // Medusa forgot ref_lost and asks for the same amount under another id, with the data of before.
    const { data: lost } = await refund(data, 2000, "ref_lost");
    await expect(refund(data, 2000, "ref_again")).rejects.toThrow("was made just now: try again in a minute");
    const later = tenMinutesLater();
    const again = { context: { idempotency_key: "ref_again" }, data, amount: 2000 };
    await expect(later.refund({ ...again, amount: 1500 })).rejects.toThrow("repeat that amount first");
    const { data: adopted } = await later.refund(again);
    expect(Object.values(adopted.refunds as object)).toEqual(Object.values(lost.refunds as object));
    expect(await refundsOf(data)).toHaveLength(1);
  });

  it("is refused before anything was paid", async () => {
    const { data } = await payments.initiate(cart());
    await expect(refund(data, 1000, "ref_none")).rejects.toThrow("nothing to refund");
  });
});

describe("webhooks", () => {
  const received = (type: string) => {
    const found = hooks.filter(({ rawData }) => JSON.parse(rawData.toString()).type === type).at(-1);
    if (found === undefined) throw new Error(`no ${type} arrived`);
    return found;
  };

  it("name the payment session and the amount in units of the currency", async () => {
    const data = await paid();
    await test.drain();
    expect(await payments.webhook(received("checkout.session.completed"))).toEqual({
      action: "captured",
      data: { session_id: data.session_id, amount: 5000 },
    });
    expect(await payments.webhook(received("payment.succeeded"))).toEqual({ action: "not_supported" });
    const { rawData, headers } = received("checkout.session.completed");
    const changed = Buffer.from(rawData.toString().replace('"5000"', '"5001"'));
    await expect(payments.webhook({ rawData: changed, headers })).rejects.toThrow("no signature fits");
    await expect(tenMinutesLater().webhook({ rawData, headers })).rejects.toThrow(
      "too old, or a clock is wrong",
    );
  });

  it("of sessions that Medusa did not open are not for it", async () => {
    const { body } = await test.request("POST", "/checkout/sessions", {
      body: { amount: "5000", currency: "XOF", title: "Autre" },
    });
    await test.request("POST", `/checkout/sessions/${body.data.id}/cancel`);
    await test.drain();
    expect(await payments.webhook(received("checkout.session.cancelled"))).toEqual({
      action: "not_supported",
    });
  });
});
