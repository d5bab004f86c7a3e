import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { callerOf, createReadApi, type ReadApi } from "../../../test/harness/read-api.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  intentRow,
  recount,
  sessionRow,
  type TestMerchant,
} from "../../../test/harness/rows.ts";
import { compileBody } from "../../http/validation.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { formatSessionId } from "../../kit/session-id.ts";
import { shortReference } from "../../kit/short-reference.ts";
import { phoneMac, sealCustomer } from "./payer.ts";
import { chargeExample, intentExample } from "./read-examples.ts";
import { createPaymentsRoutes } from "./routes.ts";
import { ChargeView, PaymentIntentView } from "./schemas.ts";

const START_MS = Date.UTC(2026, 10, 18, 12);
const HOUR_MS = 3_600_000;
const PHONE = "+2250707070789";

const clock = createManualClock(START_MS);
const ids = createIdSource(clock, createSystemRandom());
const keyring = createTestKeyring();
const linkId = ids.next("paymentLink");

let database: TestDatabase;
let api: ReadApi;
let merchant: TestMerchant;
let stranger: TestMerchant;
/** Public ids, oldest first: one session, intent and charge an hour, over three days. */
const charges: string[] = [];
const intents: string[] = [];
const sessions: string[] = [];
let foreign: { readonly charge: string; readonly intent: string; readonly session: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner } = database;
  merchant = await insertMerchant(owner, ids, START_MS);
  stranger = await insertMerchant(owner, ids, START_MS);
  const rows = Array.from({ length: 72 }, (_none, index) => {
    clock.set(START_MS + index * HOUR_MS);
    const who = index === 71 ? stranger : merchant;
    const session = sessionRow(who, ids, clock.nowMs(), {
      reference: `order-${index % 10}`,
      currency: index % 9 === 0 ? "EUR" : "XOF",
      paymentLinkId: index % 6 === 0 ? linkId : null,
    });
    const charge = chargeRow(session, who, ids, clock.nowMs(), {
      status: index % 4 === 0 ? "FAILED" : "SUCCEEDED",
      failureCode: index % 4 === 0 ? (index === 8 ? "LIMIT_EXCEEDED" : "INSUFFICIENT_FUNDS") : null,
      fee: index % 4 === 0 ? 0n : 100n,
      amount: index === 30 ? 900_000n : 5_000n,
      // Of charge 13, the provider took less than was asked for, and all of that was given back.
      amountConfirmed: index === 13 ? 2_000n : null,
      amountRefunded:
        index === 13 ? 2_000n : index === 14 || index === 15 ? 400n : index === 17 ? 5_000n : 0n,
      late: index === 21 || index === 71,
      duplicate: index === 22 || index === 71,
      methodDetails: JSON.stringify({
        phone: "+225 07 ** ** ** 89",
        operator: index % 3 === 0 ? "MTN" : "ORANGE",
        countryCode: "CI",
      }),
      paymentMethod: index % 5 === 0 ? "CARD" : "MOBILE_MONEY",
      payerPhoneMac: index % 7 === 0 || index === 71 ? phoneMac(keyring, PHONE) : null,
      providerTransactionId: `MP.${index}`,
    });
    const intent = intentRow(session, {
      status: index % 4 === 0 ? "REQUIRES_PAYMENT_METHOD" : "SUCCEEDED",
      amountReceived: index % 4 === 0 ? 0n : 5_000n,
      failureCode: index % 4 === 0 ? "INSUFFICIENT_FUNDS" : null,
      chargeIds: [charge.id],
      latestChargeId: charge.id,
      customer:
        index === 1
          ? sealCustomer(keyring, session.merchantNo, session.paymentIntentId, { name: "Awa", phone: PHONE })
          : null,
    });
    return { session, charge, intent };
  });
  await insertRows(
    owner,
    "checkout_sessions",
    rows.map((row) => row.session),
  );
  await insertRows(
    owner,
    "payment_intents",
    rows.map((row) => row.intent),
  );
  await insertRows(
    owner,
    "charges",
    rows.map((row) => row.charge),
  );
  await recount(owner);
  const named = rows.map(({ session, charge, intent }) => ({
    charge: publicId("charge", charge.id),
    intent: publicId("paymentIntent", intent.id),
    session: formatSessionId(keyring, session),
  }));
  const last = named.pop();
  if (last === undefined) throw new Error("the stranger has a row");
  foreign = last;
  for (const each of named) {
    charges.push(each.charge);
    intents.push(each.intent);
    sessions.push(each.session);
  }
  const profile = async (merchantNo: MerchantNo) =>
    ({ merchantNo, locale: "fr", countryCode: "CI" }) as const;
  const all = ["merchant.charges.read", "merchant.payments.read"];
  const spare = await insertMerchant(owner, ids, START_MS);
  api = await createReadApi(
    createPaymentsRoutes({ db: database.db, keyring, clock, merchants: { profile } }),
    {
      owner: callerOf(merchant, ids, all),
      stranger: callerOf(stranger, ids, all),
      "other-area": callerOf(merchant, ids, ["merchant.wallets.read"]),
      partner: { ...callerOf(spare, ids, all), actsFor: [merchant] },
    },
    { database, clock, ids, keyring },
  );
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** What the payer of this charge reads. */
const shortOf = (chargeId: string | undefined) =>
  shortReference(parsePublicId("charge", chargeId ?? "") ?? "");
const idsOf = (body: { readonly data: readonly { readonly id: string }[] }) => body.data.map(({ id }) => id);
const newest = (all: readonly string[], keep: (index: number) => boolean = () => true) =>
  all.filter((_id, index) => keep(index)).toReversed();

describe("200: a page", () => {
  it("of charges: 25 of them, the newest first, with totals", async () => {
    const { status, body } = await api.get("/payments/charges");
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newest(charges).slice(0, 25));
    expect(body.meta).toMatchObject({ page: 1, pageSize: 25, total: 71, totalPages: 3, hasMore: true });
  });

  it("of charges behind a cursor, on to the end, oldest first when asked", async () => {
    const seen: string[] = [];
    let cursor: string | null = charges[0] ?? null;
    while (cursor !== null) {
      const { body } = await api.get(`/payments/charges?sort=createdAt&limit=30&starting_after=${cursor}`);
      expect(body.meta).toMatchObject({ page: null, pageSize: 30, total: null, totalPages: null });
      seen.push(...idsOf(body));
      cursor = body.meta.hasMore ? body.meta.nextCursor : null;
    }
    expect(seen).toEqual(charges.slice(1));
  });

  it("of charges before a cursor ends right before it", async () => {
    const { body } = await api.get(`/payments/charges?pageSize=2&ending_before=${charges[60]}`);
    expect(idsOf(body)).toEqual([charges[62], charges[61]]);
    expect(body.meta).toMatchObject({ hasMore: true, nextCursor: charges[62] });
  });

  it("of another merchant is read by a key that lists it", async () => {
    const path = `/merchant/merchants/${merchant.merchantId}/charges?limit=3`;
    for (const key of ["owner", "partner"]) {
      const { status, body } = await api.get(path, key);
      expect(status).toBe(200);
      expect(idsOf(body)).toEqual(newest(charges).slice(0, 3));
      expect(body.data[0].merchantId).toBe(merchant.merchantId);
    }
  });

  it("of payment intents, each with its charges", async () => {
    const { body } = await api.get("/payments/payment-intents?pageSize=100");
    expect(idsOf(body)).toEqual(newest(intents));
    expect(
      body.data.map((intent: { charges: { id: string }[] }) => intent.charges.map(({ id }) => id)),
    ).toEqual(newest(charges).map((id) => [id]));
    expect(body.meta.total).toBe(71);
  });

  it("is empty, not an error, behind the last", async () => {
    const { status, body } = await api.get("/payments/charges?page=4");
    expect([status, body.data, body.meta.total]).toEqual([200, [], 71]);
  });
});

describe("200: filters of charges", () => {
  const isXof = (index: number) => index % 9 !== 0;
  const cases: readonly [string, string | (() => string), (index: number) => boolean][] = [
    ["one status", "status=FAILED", (index) => index % 4 === 0],
    ["several statuses", "status=FAILED,SUCCEEDED", () => true],
    ["a status without rows", "status=CANCELLED", () => false],
    ["a method", "paymentMethod=CARD", (index) => index % 5 === 0],
    ["a currency", "currency=XOF", isXof],
    ["a reference", "reference=order-3", (index) => index % 10 === 3],
    ["a link", () => `paymentLinkId=${publicId("paymentLink", linkId)}`, (index) => index % 6 === 0],
    ["an intent", () => `paymentIntentId=${intents[5]}`, (index) => index === 5],
    ["another's intent", () => `paymentIntentId=${foreign.intent}`, () => false],
    ["a session", () => `sessionId=${sessions[6]}`, (index) => index === 6],
    ["another's session", () => `sessionId=${foreign.session}`, () => false],
    ["a phone", `phone=${encodeURIComponent(PHONE)}`, (index) => index % 7 === 0],
    ["a phone whose plus became a space", `phone=${PHONE}`, (index) => index % 7 === 0],
    ["a phone in national form", "phone=07%2007%2007%2007%2089", (index) => index % 7 === 0],
    ["a phone nobody paid from", "phone=%2B2250101010101", () => false],
    ["q: a transaction id", "q=MP.17", (index) => index === 17],
    ["q: a reference", "q=order-4", (index) => index % 10 === 4],
    ["an operator", "operator=MTN", (index) => index % 3 === 0],
    ["an operator nobody used", "operator=WAVE", () => false],
    ["a reason", "failureCode=LIMIT_EXCEEDED", (index) => index === 8],
    ["reasons", "failureCode=INSUFFICIENT_FUNDS,LIMIT_EXCEEDED", (index) => index % 4 === 0],
    ["late", "late=true", (index) => index === 21],
    ["not late", "late=false", (index) => index !== 21],
    ["duplicate", "duplicate=true", (index) => index === 22],
    ["not duplicate", "duplicate=false", (index) => index !== 22],
    ["late and duplicate", "late=true&duplicate=true", () => false],
    ["given back in part", "refundStatus=PARTIAL", (index) => index === 14 || index === 15],
    ["given back in full, of what was taken", "refundStatus=FULL", (index) => index === 13 || index === 17],
    ["given back at all", "refundStatus=FULL,PARTIAL", (index) => [13, 14, 15, 17].includes(index)],
    ["never given back", "refundStatus=NONE", (index) => ![13, 14, 15, 17].includes(index)],
    ["an amount at least", "amountMin=900000", (index) => index === 30],
    ["an amount at most", "amountMax=5000", (index) => index !== 30],
    ["an amount between", "amountMin=5000&amountMax=5000", (index) => index !== 30],
    ["q: a phone in national form", "q=07%2007%2007%2007%2089", (index) => index % 7 === 0],
    ["q: a phone as chats write it", "q=2250707070789", (index) => index % 7 === 0],
    ["q: a charge", () => `q=${charges[8]}`, (index) => index === 8],
    ["q: another's charge", () => `q=${foreign.charge}`, () => false],
    ["q: a short reference", () => `q=${shortOf(charges[11])}`, (index) => index === 11],
    [
      "q: a short reference as people type it",
      () => `q=${shortOf(charges[11]).toLowerCase().replace("-", "%20")}`,
      (index) => index === 11,
    ],
    ["q: another's short reference", () => `q=${shortOf(foreign.charge)}`, () => false],
    ["q: an intent", () => `q=${intents[9]}`, (index) => index === 9],
    ["q: a session", () => `q=${sessions[10]}`, (index) => index === 10],
    ["q: another's session", () => `q=${foreign.session}`, () => false],
    ["q: another's transaction id", "q=MP.71", () => false],
    [
      "creation, half-open",
      "createdFrom=2026-11-19T00:00:00Z&createdTo=2026-11-20T00:00:00.000Z",
      (index) => index >= 12 && index < 36,
    ],
    [
      "creation within a day, in another zone",
      "createdFrom=2026-11-19T12:30:00%2B01:00&createdTo=2026-11-19T14:00:00Z",
      (index) => index === 24 || index === 25,
    ],
    [
      "all at once",
      "status=SUCCEEDED&currency=XOF&paymentMethod=MOBILE_MONEY&createdFrom=2026-11-19T00:00:00Z&reference=order-7",
      (index) => index >= 12 && index % 4 !== 0 && isXof(index) && index % 5 !== 0 && index % 10 === 7,
    ],
  ];

  it.each(cases)("%s", async (_name, query, keep) => {
    const text = typeof query === "string" ? query : query();
    const { status, body } = await api.get(`/payments/charges?pageSize=100&${text}`);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newest(charges, keep));
    expect(body.meta.total).toBe(body.data.length);
  });
});

describe("200: filters of payment intents", () => {
  const cases: readonly [string, () => string, (index: number) => boolean][] = [
    ["a status", () => "status=REQUIRES_PAYMENT_METHOD", (index) => index % 4 === 0],
    ["a currency", () => "currency=EUR", (index) => index % 9 === 0],
    ["a reference", () => "reference=order-3", (index) => index % 10 === 3],
    ["a link", () => `paymentLinkId=${publicId("paymentLink", linkId)}`, (index) => index % 6 === 0],
    ["a session", () => `sessionId=${sessions[6]}`, (index) => index === 6],
    ["another's session", () => `sessionId=${foreign.session}`, () => false],
    ["q: a charge", () => `q=${charges[8]}`, (index) => index === 8],
    ["q: another's charge", () => `q=${foreign.charge}`, () => false],
    ["q: an intent", () => `q=${intents[9]}`, (index) => index === 9],
    ["q: a session", () => `q=${sessions[10]}`, (index) => index === 10],
    ["q: a short reference", () => `q=${shortOf(charges[11])}`, (index) => index === 11],
    ["q: another's short reference", () => `q=${shortOf(foreign.charge)}`, () => false],
    ["q: a reference", () => "q=order-4", (index) => index % 10 === 4],
    [
      "creation",
      () => "createdFrom=2026-11-19T00:00:00Z&createdTo=2026-11-20T00:00:00Z",
      (index) => index >= 12 && index < 36,
    ],
  ];

  it.each(cases)("%s", async (_name, query, keep) => {
    const { status, body } = await api.get(`/payments/payment-intents?pageSize=100&${query()}`);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newest(intents, keep));
    expect(body.meta.total).toBe(body.data.length);
  });
});

describe("200: one object", () => {
  it("a charge, with fee and net once it has succeeded, in the merchant's language", async () => {
    const { status, body } = await api.get(`/payments/charges/${charges[1]}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: "charge",
      id: charges[1],
      mode: "SANDBOX",
      merchantId: merchant.merchantId,
      sessionId: sessions[1],
      paymentIntentId: intents[1],
      amount: "5000",
      fee: "100",
      net: "4900",
      refundStatus: "NONE",
      createdAt: "2026-11-18T13:00:00.000Z",
      paymentMethodDetails: {
        phone: "+225 07 ** ** ** 89",
        operator: "ORANGE",
        countryCode: "CI",
        last4: null,
      },
      provider: { name: "simulator", transactionId: "MP.1" },
    });
    expect(body.data.amountDisplay.replace(/\s/g, " ")).toBe("5 000 F CFA");
  });

  it("a failed charge says why, in the merchant's language", async () => {
    const { body } = await api.get(`/payments/charges/${charges[4]}`);
    expect(body.data).toMatchObject({
      status: "FAILED",
      failureCode: "INSUFFICIENT_FUNDS",
      fee: null,
      net: null,
    });
    expect(body.data.failureMessage).toMatch(/\S/);
  });

  it("an intent, with its charges and its customer opened", async () => {
    const { status, body } = await api.get(`/payments/payment-intents/${intents[1]}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: "payment_intent",
      id: intents[1],
      status: "SUCCEEDED",
      amountReceived: "5000",
      latestChargeId: charges[1],
      charges: [{ id: charges[1] }],
      customer: { name: "Awa", phone: PHONE },
      lastFailure: null,
    });
  });
});

describe("400: VALIDATION_ERROR names the parameter", () => {
  it.each([
    ["status=PAID", "status"],
    ["status=FAILED,", "status"],
    ["status=", "status"],
    ["unknown=1", "unknown"],
    ["createdAt=2026", "createdAt"],
    ["createdFrom=yesterday", "createdFrom"],
    ["createdFrom=2026-11-20T00:00:00Z&createdTo=2026-11-19T00:00:00Z", "createdTo"],
    ["pageSize=101", "pageSize"],
    ["limit=0", "limit"],
    ["page=0", "page"],
    ["page=1&starting_after=ch_1", "page"],
    ["starting_after=ch_1", "starting_after"],
    ["ending_before=pi_06f4c1k8t2w3y7m1n5b9d0e4g8", "ending_before"],
    ["sort=amount", "sort"],
    ["currency=FCFA", "currency"],
    ["paymentMethod=CASH", "paymentMethod"],
    ["paymentIntentId=12", "paymentIntentId"],
    ["paymentLinkId=pi_06f4c1k8t2w3y7m1n5b9d0e4g8", "paymentLinkId"],
    ["sessionId=cs_forged", "sessionId"],
    ["phone=12345", "phone"],
    ["operator=VODAFONE", "operator"],
    ["failureCode=BROKE", "failureCode"],
    ["late=yes", "late"],
    ["duplicate=1", "duplicate"],
    ["refundStatus=SOME", "refundStatus"],
    ["amountMin=-1", "amountMin"],
    ["amountMax=50.00", "amountMax"],
    ["amountMin=2&amountMax=1", "amountMax"],
  ])("%s", async (query, path) => {
    const { status, body } = await api.get(`/payments/charges?${query}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe("VALIDATION_ERROR");
    expect(body.error.details.fields.map((field: { path: string }) => field.path)).toContain(path);
  });

  it("intents know no phone", async () => {
    expect((await api.get(`/payments/payment-intents?phone=${PHONE}`)).status).toBe(400);
  });
});

it.each([
  ["failure_code = 'LIMIT_EXCEEDED'", "charges_failure"],
  ["status = 'CANCELLED'", "charges_apart"],
  ["status = 'IN_RECONCILIATION'", "charges_apart"],
  ["late", "charges_exceptional"],
  ["duplicate", "charges_exceptional"],
  ["amount_refunded > 0 and amount_refunded < coalesce(amount_confirmed, amount)", "charges_refunded"],
])("charges with %s are read along %s", async (condition, index) => {
  const plan = await database.owner.transaction(async (tx) => {
    // A table this small is cheapest to read whole, and sorting its few rows costs nothing.
    await tx.query({ text: "set local enable_seqscan = off" });
    await tx.query({ text: "set local enable_sort = off" });
    return tx.query({
      text: `explain select id from charges where merchant_no = 1 and ${condition} order by id desc limit 26`,
    });
  });
  expect(JSON.stringify(plan)).toContain(index);
});

it.each(["/payments/charges", "/payments/payment-intents"])("401 and 403: %s", async (path) => {
  expect((await api.get(path, "nobody")).body.error.code).toBe("Invalid API key");
  const { status, body } = await api.get(path, "other-area");
  expect([status, body.error.code]).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
});

it("403: INVALID_MERCHANT_SCOPE for a merchant that the key does not list", async () => {
  const { status, body } = await api.get(`/merchant/merchants/${merchant.merchantId}/charges`, "stranger");
  expect([status, body.error.code]).toEqual([403, "INVALID_MERCHANT_SCOPE"]);
});

describe("404: RESOURCE_NOT_FOUND", () => {
  it.each([
    () => "/payments/charges/ch_unknown",
    () => `/payments/charges/${publicId("charge", ids.next("charge"))}`,
    () => `/payments/charges/${foreign.charge}`,
    () => `/payments/charges/${intents[0]}`,
    () => `/payments/payment-intents/${foreign.intent}`,
    () => `/payments/payment-intents/${charges[0]}`,
  ])("for what is unknown, of another kind or another merchant's (%#)", async (path) => {
    const { status, body } = await api.get(path());
    expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });

  it("while its own merchant finds it", async () => {
    expect((await api.get(`/payments/charges/${foreign.charge}`, "stranger")).status).toBe(200);
  });
});

it("the examples in the documentation are answers as the schemas describe them", () => {
  for (const [schema, example] of [
    [ChargeView, chargeExample],
    [PaymentIntentView, intentExample],
  ] as const) {
    const validate = compileBody(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(Object.keys(example).sort()).toEqual(Object.keys(schema.properties).sort());
  }
});
