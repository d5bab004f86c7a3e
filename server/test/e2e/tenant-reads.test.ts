import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { concealSessionIds } from "../../src/kit/session-id.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { joinOperator } from "../harness/operators.ts";
import { keyOf, newNeighbour } from "../harness/sandbox-world.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Operators read payments and money of all merchants of their tenant as the merchants read them. */
const seed = testSeed();
let test: TestApp;
let operator: string;
let neighbourKey: string;
let neighbourId: string;
/** Charges of both merchants in turn, the oldest first. */
const paid: { readonly chargeId: string; readonly paymentIntentId: string; readonly sessionId: string }[] =
  [];

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed });
  operator = (await test.operator()).token;
  const neighbourNo = await newNeighbour(test);
  neighbourKey = await keyOf(test, neighbourNo);
  neighbourId = (await test.app.merchants.profile(neighbourNo)).merchantId;
  const payer = createPayer(test);
  for (const [index, suffix] of ["789", "789", "119", "789", "789", "119"].entries()) {
    const body = { amount: `${1_000 * (index + 1)}`, currency: "XOF", title: "Commande" };
    const apiKey = index % 2 === 0 ? test.apiKey : neighbourKey;
    const session = (await test.request("POST", "/checkout/sessions", { apiKey, body })).body.data;
    await payer.complete(session.id, mtn(suffix, index));
    await test.advance(4_000, 1_000);
    const shown = await test.request("GET", `/checkout/sessions/${session.id}/attempts`, { apiKey });
    const [charge] = shown.body.data;
    paid.push({ chargeId: charge.id, paymentIntentId: charge.paymentIntentId, sessionId: session.id });
  }
}, 60_000);
afterAll(() => test?.stop());

const read = (path: string, apiKey = operator) => test.request("GET", path, { apiKey });
const idsOf = (answer: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  answer.body.data.map(({ id }) => id);
const newestFirst = () => paid.map(({ chargeId }) => chargeId).toReversed();

describe("payments of all merchants", () => {
  it("are listed newest first, each with its merchant's name, phones masked", async () => {
    const listed = await read("/tenant/payments");
    expect(listed.status).toBe(200);
    expect(idsOf(listed)).toEqual(newestFirst());
    const names = listed.body.data.map(({ merchantName }: { merchantName: string }) => merchantName);
    expect(new Set(names).size).toBe(2);
    expect(listed.body.meta).toMatchObject({ total: null, hasMore: false, nextCursor: null });
    for (const { paymentMethodDetails } of listed.body.data)
      expect(paymentMethodDetails.phone).toMatch(/•|\*/);
  });

  it("are read on by cursor in both orders and both directions", async () => {
    for (const [sort, all] of [
      ["-createdAt", newestFirst()],
      ["createdAt", newestFirst().toReversed()],
    ] as const) {
      const walked: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await read(
          `/tenant/payments?sort=${sort}&limit=2${cursor === null ? "" : `&starting_after=${cursor}`}`,
        );
        walked.push(...idsOf(page));
        cursor = page.body.meta.nextCursor;
      } while (cursor !== null);
      expect(walked).toEqual(all);
      const before = await read(`/tenant/payments?sort=${sort}&limit=2&ending_before=${all[4]}`);
      expect(idsOf(before)).toEqual(all.slice(2, 4));
    }
  });

  it.each([
    ["status=FAILED", [5, 2]],
    ["status=FAILED&limit=1", [5]],
    ["late=true", []],
    ["late=false&duplicate=false&refundStatus=NONE", [5, 4, 3, 2, 1, 0]],
    ["duplicate=true", []],
    ["refundStatus=FULL,PARTIAL", []],
    ["operator=MTN", [5, 4, 3, 2, 1, 0]],
    ["operator=WAVE", []],
    ["failureCode=INSUFFICIENT_FUNDS,PAYMENT_CANCELLED&status=SUCCEEDED", []],
    ["amountMin=999999999", []],
    ["amountMin=1&amountMax=999999999", [5, 4, 3, 2, 1, 0]],
    ["reference=nobody-has-it", []],
    ["phone=%2B2250100000000", []],
    ["currency=EUR", []],
    ["provider=simulator&paymentMethod=MOBILE_MONEY", [5, 4, 3, 2, 1, 0]],
    ["mode=LIVE", []],
  ])("are filtered by %s", async (query, expected) => {
    const listed = await read(`/tenant/payments?${query}`);
    expect(idsOf(listed)).toEqual(expected.map((index) => paid[index]?.chargeId));
  });

  it.each([
    ["amountMin=10&amountMax=9", "amountMax"],
    ["phone=nobody", "phone"],
    ["late=perhaps", "late"],
    ["refundStatus=HALF", "refundStatus"],
  ])("are refused %s, which names the field", async (query, field) => {
    const refused = await read(`/tenant/payments?${query}`);
    expect([refused.status, refused.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(refused.body.error.details.fields.map(({ path }: { path: string }) => path)).toContain(field);
  });

  it("are filtered by failure and by amount as they were", async () => {
    const failed = await read("/tenant/payments?status=FAILED");
    const [{ failureCode, amount }] = failed.body.data;
    const ofCode = await read(`/tenant/payments?failureCode=${failureCode}`);
    expect(idsOf(ofCode)).toEqual(idsOf(failed));
    const ofAmount = await read(`/tenant/payments?amountMin=${amount}&amountMax=${amount}`);
    expect(idsOf(ofAmount)).toContain(idsOf(failed)[0]);
  });

  it("are filtered by merchant and by period", async () => {
    const ofNeighbour = await read(`/tenant/payments?merchantId=${neighbourId}`);
    expect(idsOf(ofNeighbour)).toEqual([5, 3, 1].map((index) => paid[index]?.chargeId));
    const { createdAt } = (await read("/tenant/payments?sort=createdAt")).body.data[2];
    const since = await read(`/tenant/payments?createdFrom=${createdAt}`);
    expect(idsOf(since)).toEqual(newestFirst().slice(0, 4));
    const until = await read(`/tenant/payments?createdTo=${createdAt}`);
    expect(idsOf(until)).toEqual(newestFirst().slice(4));
  });

  it("a search that stops before the end of the list says where to go on", async () => {
    // A page looks through a fixed number of each merchant's charges; here they are more than that.
    const { merchantNo } = test;
    await test.owner.query({
      text: `insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
               wallet_id, payment_method, method_details, payer, request_fingerprint, created_at, updated_at)
             select merchant_no, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
               ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, session_id, 1, 'CANCELLED', amount, currency,
               wallet_id, payment_method, method_details, payer, request_fingerprint, to_timestamp(0), to_timestamp(0)
             from charges cross join generate_series(1, 12000) n where merchant_no = $1 and id = (
               select id from charges where merchant_no = $1 order by id limit 1)`,
      values: [merchantNo],
    });
    try {
      const failed = await read("/tenant/payments?status=FAILED");
      expect(idsOf(failed)).toEqual([5, 2].map((index) => paid[index]?.chargeId));
      const { hasMore, nextCursor } = failed.body.meta;
      expect(hasMore).toBe(true);
      const rest = await read(`/tenant/payments?status=FAILED&starting_after=${nextCursor}`);
      expect(rest.body).toMatchObject({ data: [], meta: { hasMore: false } });
    } finally {
      await test.owner.query({ text: "delete from charges where created_at = to_timestamp(0)" });
    }
  });

  it("one is found by the id of the intent, of a charge and of the session", async () => {
    const [, one] = paid;
    if (one === undefined) throw new Error("there are payments");
    for (const id of [one.paymentIntentId, one.chargeId, one.sessionId]) {
      const { status, body } = await read(`/tenant/payments/${id}`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        id: one.paymentIntentId,
        merchantId: neighbourId,
        merchantName: "Voisin",
      });
      expect(body.data.charges).toMatchObject([{ id: one.chargeId, status: "SUCCEEDED" }]);
    }
  });

  it("a session that nobody tried to pay has no payment, and nothing else is one", async () => {
    const open = await createPayer(test).newSession();
    for (const id of [open.id, "po_01kf0v0d1qf0w8x3z5c7b9n1m3", "nonsense"]) {
      expect((await read(`/tenant/payments/${id}`)).body.error.code, id).toBe("RESOURCE_NOT_FOUND");
    }
  });
});

describe("a merchant's own lists", () => {
  it.each([
    ["charges", "/payments/charges"],
    ["sessions", "/checkout/sessions"],
    ["refunds", "/payments/refunds"],
    ["payouts", "/payments/payouts"],
    ["wallets", "/payments/wallets"],
  ])("%s: the operator reads what the merchant reads", async (path, own) => {
    const forOperator = await read(`/tenant/merchants/${neighbourId}/${path}?limit=2&mode=SANDBOX`);
    const forMerchant = await read(`${own}?limit=2`, neighbourKey);
    expect(forOperator.status).toBe(200);
    expect(forOperator.body.data).toEqual(forMerchant.body.data);
    expect(forOperator.body.meta).toEqual(forMerchant.body.meta);
  });

  it("a session is read by the part of its id that is no secret, at its own merchant and mode", async () => {
    const { id } = await createPayer(test).newSession();
    const handle = concealSessionIds(id);
    expect(handle).not.toBe(id);
    const known = await read(`/tenant/merchants/${test.merchantId}/sessions/${handle}`);
    expect(known.body.data).toMatchObject({ object: "checkout.session", id, status: "OPEN" });
    for (const path of [
      `${neighbourId}/sessions/${handle}`,
      `${test.merchantId}/sessions/${handle}?mode=LIVE`,
    ])
      expect((await read(`/tenant/merchants/${path}`)).body.error.code).toBe("RESOURCE_NOT_FOUND");
  });

  it("entries and events too", async () => {
    const [wallet] = (await read(`/tenant/merchants/${neighbourId}/wallets`)).body.data;
    const entries = await read(`/tenant/merchants/${neighbourId}/wallets/${wallet.id}/entries`);
    expect(entries.body.data).toEqual(
      (await read(`/payments/wallets/${wallet.id}/entries`, neighbourKey)).body.data,
    );
    expect(entries.body.data.length).toBeGreaterThan(0);
    const events = await read(`/tenant/merchants/${neighbourId}/events?type=payment.succeeded`);
    expect(events.body.data).toHaveLength(2);
    expect(JSON.stringify(events.body)).not.toContain("2250500001");
  });

  it("of an endpoint's address the query is left out", async () => {
    const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
      body: { url: "http://localhost:9/hooks?token=marker", events: ["*"] },
    });
    expect(made.status).toBe(201);
    const { body } = await read(`/tenant/merchants/${test.merchantId}/endpoints`);
    expect(body.data).toMatchObject([{ url: "http://localhost:9/hooks" }]);
    expect(JSON.stringify(body)).not.toContain("marker");
  });

  it("a mode is never mixed with the other", async () => {
    const live = await read(`/tenant/merchants/${neighbourId}/charges?mode=LIVE`);
    expect(live.body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it("need the permission to read payments", async () => {
    const permissions = ["tenant.merchants.manage", "tenant.audit.manage"];
    const other = await joinOperator(test, { email: "other@example.org", permissions, by: operator });
    for (const path of ["/tenant/payments", `/tenant/merchants/${neighbourId}/charges`]) {
      const refused = await read(path, other.token);
      expect([refused.status, refused.body.error.code]).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    }
  });
});
