import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/log/logger.ts";
import { type DumpedRow, dumpDatabase } from "../contract/database-dump.ts";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { createKey, createOwner, createTenant, type Owner } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { digitsOf, formsOf, type Needle, shownInLines, shownInRows } from "../harness/secret-search.ts";

/**
 * Secrets and payers' details are planted in every journey; then the whole database is read as by a thief of a backup,
 * and the log at its most verbose level. Neither may show one of them.
 */
const planted = {
  phones: [
    "+2250512345789",
    "+2250512346049",
    "+2250712347789",
    "+22670123789",
    "+2250512348159",
    "+2250512349789",
  ],
  customerPhone: "+2250598765432",
  customerEmail: "awa.planted@payers.example",
  payerName: "Awa Plantée-Kouamé",
  customerName: "Moussa Planté-Diarra",
  customPhone: "+2250587654321",
  otp: "48215937",
  wrongPin: "92837465",
  cards: ["4242424242424242", "4000001111111118", "4000008400001629"],
  madeUpKey: `svc_mk_sandbox_${"Planted".repeat(5)}abc`,
  tenant: "vault",
} as const;

const logged: string[] = [];
const sessionIds: string[] = [];
/** Those that the merchant writes into its own texts. */
const noted: string[] = [];
let app: TestApp;
let contract: Contract;
let owner: Owner;
let apiKey: string;
let whsec: string;
/** Made through the API, which shows it once and in replays. */
let createdKey: string;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) };
  app = await startTestApp({ log: createLogger({ level: "debug", format: "json", destination }) });
  contract = await readContract(app);
  owner = await createOwner(app, await createTenant(app, planted.tenant), "Planted");
  apiKey = (await createKey(app, owner.numbers.SANDBOX)).key;
  receiver = await startEcho();
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const endpoint = await contract.call("createWebhookEndpoint", {
    apiKey,
    params: { merchantId: owner.merchantId },
    body: { url: `http://localhost:${port}/hooks` },
    headers: { "idempotency-key": "endpoint" },
  });
  whsec = endpoint.body.data.secret;
  const made = await contract.call("createApiKey", {
    apiKey,
    params: { merchantId: owner.merchantId },
    body: { name: "Planted", permissions: ["merchant.charges.read"] },
    headers: { "idempotency-key": "api key" },
  });
  createdKey = made.body.data.key;
  expect(createdKey).toMatch(/^svc_mk_sandbox_/);
}, 60_000);
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await app?.stop();
});

/** A receiver that echoes everything it gets, and accepts only the second time. */
function startEcho(): Promise<Server> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const body = Buffer.concat(parts).toString();
      received.push(body);
      response.statusCode = seen.has(id) ? 200 : 500;
      seen.add(id);
      response.end(JSON.stringify({ echo: sessionIds, headers: request.headers, body }));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

async function newSession(fields: Record<string, unknown> = {}): Promise<string> {
  const body = {
    amount: "5000",
    currency: "XOF",
    title: "Order",
    customer: { name: planted.customerName, email: planted.customerEmail, phone: planted.customerPhone },
    ...fields,
  };
  const answer = await contract.call("createCheckoutSession", {
    apiKey,
    body,
    headers: { "idempotency-key": `session ${sessionIds.length}` },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  sessionIds.push(answer.body.data.id);
  return answer.body.data.id;
}

async function pay(
  sessionId: string,
  paymentMethod: string,
  paymentDetails: object,
  more: object = {},
): Promise<Json> {
  const { status, body } = await contract.call("completeCheckoutSession", {
    apiKey: null,
    params: { sessionId },
    body: { paymentMethod, paymentDetails, ...more },
  });
  return { status, ...body };
}

/** A form as a browser sends it. */
const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

const statusOf = async (sessionId: string): Promise<string> =>
  (await contract.call("readPublicCheckoutStatus", { apiKey: null, params: { sessionId } })).body.data.status;

describe("journeys with planted secrets", () => {
  const [paid, declined, onPage, otp, busy, refunded] = planted.phones;
  it("mobile money: paid, declined, with a one-time code, by the page, over a busy operator", async () => {
    const field = { key: "guest", label: "Guest's phone", type: "PHONE", required: true };
    const first = await newSession({
      customFields: [field],
      successUrl: "https://shop.example/ok?s={CHECKOUT_SESSION_ID}",
    });
    const answers = { customFieldValues: { guest: planted.customPhone } };
    expect((await pay(first, "MOBILE_MONEY", { phone: paid, operator: "MTN" }, answers)).status).toBe(200);
    const second = await newSession();
    expect((await pay(second, "MOBILE_MONEY", { phone: declined, operator: "MTN" })).status).toBe(200);
    const third = await newSession();
    const shown = await submit(`${app.origin}/checkout/${third}`, {
      method: "MOBILE_MONEY",
      country: "CI",
      operator: "ORANGE",
      phone: onPage,
    });
    expect(shown.status).toBe(303);
    const fourth = await newSession();
    await pay(fourth, "MOBILE_MONEY", {
      phone: otp,
      operator: "ORANGE",
      countryCode: "BF",
      otp: planted.otp,
    });
    const fifth = await newSession();
    await pay(fifth, "MOBILE_MONEY", { phone: busy, operator: "MTN" });
    await app.advance(20_000);
    expect(await Promise.all([first, second, third, fourth, fifth].map(statusOf))).toEqual([
      ...["SUCCEEDED", "FAILED", "SUCCEEDED", "FAILED", "SUCCEEDED"],
    ]);
  });
  it("card: typed on the acquirer's page, unknown, refused after 3-D Secure, accepted", async () => {
    const [accepted, unknown, refused] = planted.cards;
    for (const [number, expected] of [
      [unknown, "PROCESSING"],
      [refused, "FAILED"],
      [accepted, "SUCCEEDED"],
    ] as const) {
      const session = await newSession();
      const { data } = await pay(session, "CARD", { returnUrl: "https://shop.example/back" });
      await submit(data.actionUrl, { act: "card", number, expiry: "12/39", cvc: "987" });
      await submit(data.actionUrl, { act: "confirm" });
      await app.advance(10_000);
      expect([number, await statusOf(session)]).toEqual([number, expected]);
    }
  });
  it("wallet: a wrong PIN, then the right one", async () => {
    const wallet = app.payerWallets.find(
      ({ currency, balance }) => currency === "XOF" && Number(balance) > 5_000,
    );
    const session = await newSession();
    const { data } = await pay(session, "WALLET", { phone: wallet?.phone });
    await submit(data.actionUrl, { act: "pin", pin: planted.wrongPin });
    await submit(data.actionUrl, { act: "pin", pin: wallet?.pin ?? "" });
    await app.advance(10_000);
    expect(await statusOf(session)).toBe("SUCCEEDED");
  });
  it("QR and bank transfer", async () => {
    const scanned = await newSession();
    const code = await pay(scanned, "QR", { scheme: "EMVCO", countryCode: "CI" });
    await submit(code.data.actionUrl, { act: "scan" });
    const ordered = await newSession();
    const { data } = await pay(ordered, "BANK_TRANSFER", { countryCode: "CI", payerName: planted.payerName });
    await submit(`${app.origin}/simulator/bank`, { reference: data.instructions.reference, entry: "EXACT" });
    await app.advance(10_000);
    expect(await Promise.all([scanned, ordered].map(statusOf))).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });
  it("refund, and a link's session", async () => {
    const session = await newSession();
    noted.push(session);
    await pay(session, "MOBILE_MONEY", { phone: refunded, operator: "MTN" });
    await app.advance(5_000);
    const charges = await contract.call("listCharges", { apiKey, query: { sessionId: session } });
    const refund = await contract.call("createRefund", {
      apiKey,
      params: { id: charges.body.data[0].id },
      body: { amount: "100", note: `for ${session}` },
      headers: { "idempotency-key": `refund of ${session}` },
    });
    expect(refund.status).toBe(201);
    const link = await contract.call("createPaymentLink", {
      apiKey,
      body: {
        amount: "5000",
        currency: "XOF",
        description: `after ${session}`,
        metadata: { after: session },
      },
      headers: { "idempotency-key": session },
    });
    const opened = await contract.call("openPaymentLinkSession", {
      apiKey: null,
      params: { slug: link.body.data.slug },
      headers: { "idempotency-key": `link of ${session}` },
    });
    sessionIds.push(opened.body.data.id);
    await app.advance(20_000);
  });
  it("session ids in whatever a merchant writes down, and read back whole", async () => {
    const other = sessionIds[0] ?? "";
    noted.push(other);
    const fields = {
      reference: "again",
      description: `see ${other}`,
      metadata: { before: other, [`k${other.slice(0, 20)}`]: "x" },
    };
    const id = await newSession({
      ...fields,
      title: `Again ${other}`,
      successUrl: `https://shop.example/?was=${other}`,
    });
    const { body } = await contract.call("getCheckoutSession", { apiKey, params: { id } });
    expect(body.data).toMatchObject({ ...fields, title: `Again ${other}` });
    const key = { "idempotency-key": `cancel ${other}` };
    await contract.call("cancelCheckoutSession", { apiKey, params: { id }, headers: key });
  });
  it("requests that go wrong with secrets in them", async () => {
    const [id = ""] = sessionIds;
    for (const path of [
      `/api/v1/checkout/pay/${id}/nothing`,
      `/api/v1/${id}?apiKey=${apiKey}`,
      `/api/v1/payments/charges?apiKey=${apiKey}&phone=${encodeURIComponent(planted.customerPhone)}`,
      `/checkout/${id}x`,
      `/simulator/pay/${id}`,
      `/${apiKey}`,
    ]) {
      const answer = await app.request("GET", `${app.origin}${path}`, { apiKey: planted.madeUpKey });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    const charges = await contract.call("listCharges", { apiKey, query: { phone: planted.phones[0] } });
    expect(charges.body.data).toHaveLength(1);
    for (const body of [
      {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: `${planted.customerPhone}0000000`, pin: planted.wrongPin },
      },
      { paymentMethod: "CARD", paymentDetails: { cardToken: planted.cards[0] } },
    ]) {
      expect((await app.request("POST", `/checkout/pay/${id}/complete`, { apiKey: null, body })).status).toBe(
        400,
      );
    }
  });
});

describe("afterwards", () => {
  let rows: readonly DumpedRow[];
  beforeAll(async () => {
    await app.advance(10 * 60_000, 60_000);
    await app.app.access.writeLastUsed();
    rows = await dumpDatabase(app.owner);
  }, 60_000);

  /** Each secret under the name it is reported by, in every form it could be written in. */
  function needles(): readonly Needle[] {
    const [digits, forms] = [digitsOf, formsOf];
    const phones = [...planted.phones, planted.customerPhone, planted.customPhone];
    const { tenant } = planted;
    return [
      ["API key", forms(apiKey)],
      ["body of the API key", [apiKey.slice(15)]],
      ["created key", [...forms(createdKey), createdKey.slice(15)]],
      ["made-up key", forms(planted.madeUpKey)],
      ["webhook secret", forms(whsec)],
      [
        "bytes of the webhook secret",
        [
          whsec.slice(6),
          ...["hex", "latin1"].map((form) => Buffer.from(whsec.slice(6), "base64").toString(form as "hex")),
        ],
      ],
      ["provider key", forms(`provider-${tenant}`)],
      ["callback secret", forms(`callback-${tenant}`)],
      ...phones.map((phone) => [`phone ${phone}`, [...digits(phone), ...forms(phone)]] as const),
      ...[...new Set(app.payerWallets.map(({ phone }) => phone))].map(
        (phone) => [`phone ${phone}`, digits(phone)] as const,
      ),
      ["e-mail", forms(planted.customerEmail)],
      ["payer's name", [planted.payerName, JSON.stringify(planted.payerName)]],
      ["customer's name", forms(planted.customerName)],
      ...planted.cards.map(
        (card) => [`card ${card}`, [card, card.replace(/(\d{4})(?=\d)/g, "$1 ")]] as const,
      ),
      ["one-time code", [planted.otp]],
      ["PIN", [planted.wrongPin]],
      ...sessionIds.map((id, index) => [`session ${index}`, [id, id.slice(35)]] as const),
    ];
  }

  it("receivers were sent the whole session ids, so there was something to keep", () => {
    expect(received.some((body) => body.includes(sessionIds[0] ?? "-"))).toBe(true);
    expect(sessionIds.length).toBeGreaterThan(12);
    expect(rows.length).toBeGreaterThan(200);
    expect(new Set(rows.map(({ table }) => table)).size).toBeGreaterThan(15);
  });
  /**
   * Texts kept as written: what events told the merchant of its customer, and session ids that a merchant wrote into
   * its own texts.
   */
  const keptIn = ([name, forms]: Needle): readonly string[] => {
    if (name === "e-mail" || name === "customer's name") return ["public.events"];
    const isNoted = noted.some((id) => forms.includes(id));
    return isNoted ? ["public.checkout_sessions", "public.payment_links", "public.refunds"] : [];
  };
  it("no row of any table shows one", () => {
    expect(shownInRows(needles(), rows, keptIn)).toEqual([]);
  });
  it("no line of the log shows one", () => {
    expect(logged.length).toBeGreaterThan(100);
    expect(logged.some((line) => line.includes('"level":"debug"'))).toBe(true);
    expect(shownInLines(needles(), logged)).toEqual([]);
  });
  it("the search would have found one", async () => {
    const id = sessionIds[1] ?? "";
    await app.owner.query({
      text: "insert into sweeps (name, swept_until) values ($1, $2)",
      values: [`planted ${id}`, new Date(0)],
    });
    const after = await dumpDatabase(app.owner);
    expect(after.filter(({ text }) => text.includes(id.slice(35))).map(({ table }) => table)).toEqual([
      "public.sweeps",
    ]);
    const keys = await app.owner.query<{ hash: Buffer }>({ text: "select hash from api_keys limit 1" });
    const hash = keys[0]?.hash.toString("latin1") ?? "-";
    expect(after.some(({ table, text }) => table === "public.api_keys" && text.includes(hash))).toBe(true);
  });
});
