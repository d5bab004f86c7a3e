import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allPermissions, allTenantPermissions } from "../../src/http/permissions.ts";
import { type Id, parsePublicId, publicId } from "../../src/kit/ids.ts";
import { concealSessionIds } from "../../src/kit/session-id.ts";
import { shortReference } from "../../src/kit/short-reference.ts";
import { createEstate, createKey, createOwner, createTenant } from "../contract/estate.ts";
import type { Estate } from "../contract/estate-shape.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createRecordingLog } from "../harness/log.ts";

/**
 * Three merchants, two of one tenant, have objects with the same references, paid from the same phone: each search shows
 * those of its own merchant, or tenant.
 */
const MARKER = "market";
const PHONE = "+2250500000789";

const recorded = createRecordingLog();
let test: TestApp;
let own: Estate;
let neighbour: Estate;
let stranger: Estate;

beforeAll(async () => {
  test = await startTestApp({ log: recorded.log });
  const home = await createTenant(test, "home");
  const abroad = await createTenant(test, "abroad");
  const estateOf = async (tenantId: Estate["tenantId"], name: string) =>
    createEstate(
      test,
      await createOwner(test, tenantId, name),
      "SANDBOX",
      MARKER,
      "http://localhost:4000/hook",
    );
  own = await estateOf(home, "Épicerie Koffi");
  neighbour = await estateOf(home, "Librairie");
  stranger = await estateOf(abroad, "Ailleurs");
}, 90_000);
afterAll(() => test?.stop());

const paidOf = ({ paid }: Estate) => {
  if (paid === null) throw new Error("a sandbox estate has a payment");
  return paid;
};
interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly matchedBy: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

async function search(q: string, estate = own, apiKey = estate.apiKey) {
  const path = `/merchant/merchants/${estate.merchantId}/search?q=${encodeURIComponent(q)}`;
  const answer = await test.request("GET", path, { apiKey });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
}
async function searchTenant(q: string, estate = own, headers = {}) {
  const path = `/tenant/search?q=${encodeURIComponent(q)}`;
  const answer = await test.request("GET", path, { apiKey: estate.operator.token, headers });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
}
const faces = (found: { readonly hits: readonly Hit[] }): readonly string[] =>
  found.hits.map(({ kind, id, matchedBy }) => `${kind} ${id} by ${matchedBy}`).toSorted();
const merchantsIn = (found: { readonly hits: readonly Hit[] }) =>
  new Set(found.hits.map(({ merchantId }) => merchantId));

/** Every id that a merchant can type, with the kind that it is. */
const idsOf = (estate: Estate): readonly (readonly [string, string])[] => [
  ["checkout_session", estate.sessionId],
  ["payment_link", estate.linkId],
  ["webhook_endpoint", estate.endpointId],
  ["wallet", estate.walletId],
  ["beneficiary", estate.beneficiaryId],
  ["payout_batch", estate.batchId],
  ["api_key", estate.keyId],
  ["payment_intent", paidOf(estate).intentId],
  ["charge", paidOf(estate).chargeId],
  ["refund", paidOf(estate).refundId],
  ["payout", paidOf(estate).payoutId],
  ["event", paidOf(estate).eventId],
  ["webhook_delivery", paidOf(estate).deliveryId],
];

describe("a merchant's search", () => {
  it("finds each of its objects by id, and no other merchant's", async () => {
    for (const [kind, id] of idsOf(own)) {
      expect(faces(await search(id))).toEqual([`${kind} ${id} by id`]);
      expect(faces(await search(id, neighbour)), id).toEqual([]);
      expect(faces(await search(id, stranger)), id).toEqual([]);
    }
  });

  it("finds a payment by the short reference that its payer reads, however typed, and no other merchant's", async () => {
    const { chargeId } = paidOf(own);
    const id = parsePublicId("charge", chargeId);
    const reference = shortReference(id ?? "");
    const face = [`charge ${chargeId} by shortReference`];
    for (const typed of [reference, reference.toLowerCase().replace("-", " "), reference.replace("-", "")])
      expect(faces(await search(typed))).toEqual(face);
    expect(faces(await search(reference, neighbour))).toEqual([]);
    expect(faces(await searchTenant(reference))).toEqual(face);
    expect(faces(await searchTenant(reference, neighbour))).toEqual(face);
    expect(faces(await searchTenant(reference, stranger))).toEqual([]);
  });

  it("finds by reference, slug and address of a link", async () => {
    const byReference = await search(MARKER);
    expect(new Set(byReference.hits.map(({ kind }: Hit) => kind))).toEqual(
      new Set([
        "payment_intent",
        "charge",
        "checkout_session",
        "payment_link",
        "beneficiary",
        "payout",
        "payout_batch",
      ]),
    );
    expect(merchantsIn(byReference)).toEqual(new Set([own.merchantId]));
    const face = [`payment_link ${own.linkId} by slug`];
    expect(faces(await search(own.slug))).toEqual(face);
    expect(faces(await search(`https://pay.example/pay/${own.slug}`))).toEqual(face);
    expect(faces(await search(own.slug, neighbour))).toEqual([]);
  });

  it.each(["+225 05 00 00 07 89", "05 00 00 07 89", "00225.0500000789", "2250500000789", "(05) 00-00-07-89"])(
    "finds who paid and who is paid by the phone %s",
    async (text) => {
      expect(faces(await search(text))).toEqual([
        `beneficiary ${own.beneficiaryId} by account`,
        `charge ${paidOf(own).chargeId} by phone`,
      ]);
    },
  );

  it("finds by the provider's transaction id, and shows amount and state", async () => {
    const charge = await test.request("GET", `/payments/charges/${paidOf(own).chargeId}`, {
      apiKey: own.apiKey,
    });
    const found = await search(charge.body.data.provider.transactionId);
    expect(found.hits).toEqual([
      {
        object: "search_hit",
        kind: "charge",
        id: paidOf(own).chargeId,
        matchedBy: "providerTransactionId",
        merchantId: own.merchantId,
        merchantName: "Épicerie Koffi",
        mode: "SANDBOX",
        label: MARKER,
        paymentIntentId: charge.body.data.paymentIntentId,
        amount: "5000",
        amountDisplay: "5\u202f000\u00a0F\u202fCFA",
        currency: "XOF",
        status: "SUCCEEDED",
        createdAt: charge.body.data.createdAt,
      },
    ]);
    expect(found).toMatchObject({ hasMore: false, notSearched: [] });
    expect(faces(await search(charge.body.data.provider.transactionId, neighbour))).toEqual([]);
  });

  it("finds a payment by the payer's e-mail address in any capitals, and no other merchant's", async () => {
    const address = "Awa.Kone+shop@Example.com";
    const make = async (estate: Estate, path: string, email: string) => {
      const answer = await test.request("POST", path, {
        apiKey: estate.apiKey,
        body: {
          amount: "700",
          currency: "XOF",
          customer: { name: "Awa", email },
          ...(path === "/checkout/sessions" ? { title: "Order" } : {}),
        },
      });
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(201);
      return answer.body.data.id as string;
    };
    const session = await make(own, "/checkout/sessions", address);
    const withoutSession = await make(own, "/payments/payment-intents", address.toUpperCase());
    await make(own, "/checkout/sessions", "somebody.else@example.com");
    const theirs = await make(neighbour, "/checkout/sessions", address);
    await make(stranger, "/checkout/sessions", address);
    const asked = "awa.kone+SHOP@example.com ";
    const fill = () => test.app.loops.payerEmails?.runOnce();
    await fill();
    expect((await search(asked)).hits).toEqual([]);
    test.clock.advance(61_000);
    for (let round = 0; round < 2; round += 1) {
      await fill();
      expect(faces(await search(asked))).toEqual([
        `checkout_session ${session} by email`,
        `payment_intent ${withoutSession} by email`,
      ]);
    }
    expect(faces(await search(asked, neighbour))).toEqual([`checkout_session ${theirs} by email`]);
    expect(merchantsIn(await searchTenant(asked))).toEqual(new Set([own.merchantId, neighbour.merchantId]));
    expect((await searchTenant(asked)).hits).toHaveLength(3);
    for (const text of ["awa.kone@example.com", "kone+shop@example.com", "example.com"])
      expect((await search(text)).hits, text).toEqual([]);
    const blind = await createKey(test, own.merchantNo, { permissions: ["merchant.checkout.read"] });
    const found = await search(asked, own, blind.key);
    expect(faces(found)).toEqual([`checkout_session ${session} by email`]);
    expect(found.notSearched).toContain("payment_intent");
    const [kept] = await test.owner.query<{ text: string }>({
      text: "select string_agg(e::text, ' ') as text from payer_emails e",
    });
    expect(kept?.text.toLowerCase()).not.toContain("awa");
  });

  it("leaves out what the key may not read, and says so", async () => {
    const { key } = await createKey(test, own.merchantNo, { permissions: ["merchant.charges.read"] });
    const found = await search(MARKER, own, key);
    expect(new Set(found.hits.map(({ kind }: Hit) => kind))).toEqual(new Set(["charge"]));
    expect(found.notSearched).toContain("payment_intent");
    expect(found.notSearched).not.toContain("charge");
    expect(found.notSearched).not.toContain("operator");
    for (const [kind, id] of idsOf(own)) {
      if (kind !== "charge") expect(faces(await search(id, own, key)), id).toEqual([]);
    }
  });

  it("in live mode finds nothing of the sandbox", async () => {
    const [live] = await test.db.query<{ merchantNo: Estate["merchantNo"] }>({
      text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = 'LIVE'`,
      values: [own.merchantId],
    });
    if (live === undefined) throw new Error("a merchant has a number in each mode");
    const { key } = await createKey(test, live.merchantNo, { permissions: allPermissions });
    expect(faces(await search(MARKER, own, key))).toEqual([]);
    expect(faces(await search(paidOf(own).chargeId, own, key))).toEqual([]);
  });

  it.each(["", "x", " ", `a${"b".repeat(128)}`, "a%00b", "a%0Ab"])("refuses q=%j", async (text) => {
    const q = text.startsWith("a%") ? text : encodeURIComponent(text);
    const answer = await test.request("GET", `/merchant/merchants/${own.merchantId}/search?q=${q}`, {
      apiKey: own.apiKey,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("the events of a payment", () => {
  const listed = async (query: string, estate: Estate) => {
    const path = `/merchant/merchants/${estate.merchantId}/events?${query}`;
    const answer = await test.request("GET", path, { apiKey: estate.apiKey });
    expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
    return answer.body.data.map(({ id }: { id: string }) => id);
  };
  const written = async (intentId: string): Promise<readonly string[]> => {
    const id = parsePublicId("paymentIntent", intentId);
    const rows = await test.owner.query<{ id: Id<"event"> }>({
      text: "select id from events where subject_id = $1 order by id desc",
      values: [id],
    });
    return rows.map((row) => publicId("event", row.id));
  };

  it("are all listed, and no other's; also by type, period and cursor", async () => {
    const { intentId } = paidOf(own);
    const all = await written(intentId);
    expect(all.length).toBeGreaterThan(3);
    const query = `paymentIntentId=${intentId}`;
    expect(await listed(query, own)).toEqual(all);
    expect(await listed(`${query}&sort=createdAt&limit=2`, own)).toEqual(all.toReversed().slice(0, 2));
    expect(await listed(`${query}&starting_after=${all[1]}`, own)).toEqual(all.slice(2));
    expect((await listed(`${query}&type=payment.succeeded`, own)).length).toBe(1);
    expect(await listed(`${query}&createdTo=2020-01-01T00:00:00Z`, own)).toEqual([]);
    expect(await listed(query, neighbour)).toEqual([]);
    const everything = await listed("limit=100", own);
    const [newest] = everything;
    expect(everything).toEqual(expect.arrayContaining([...all]));
    const [{ timestamp }] = (
      await test.request("GET", `/merchant/merchants/${own.merchantId}/events?limit=1`, {
        apiKey: own.apiKey,
      })
    ).body.data;
    expect(await listed(`createdFrom=${timestamp}`, own)).toContain(newest);
    expect(await listed(`createdTo=${timestamp}`, own)).not.toContain(newest);
  });

  it("of a payout are all listed, and no other's", async () => {
    const { payoutId } = paidOf(own);
    if (payoutId === null) throw new Error("a sandbox estate has a payout");
    const rows = await test.owner.query<{ id: Id<"event"> }>({
      text: "select id from events where subject_id = $1 order by id desc",
      values: [parsePublicId("payout", payoutId)],
    });
    const all = rows.map(({ id }) => publicId("event", id));
    expect(all.length).toBeGreaterThan(0);
    expect(await listed(`payoutId=${payoutId}`, own)).toEqual(all);
    expect(await listed(`payoutId=${payoutId}&sort=createdAt`, own)).toEqual(all.toReversed());
    expect(await listed(`payoutId=${payoutId}`, neighbour)).toEqual([]);
    expect(await listed(`payoutId=${payoutId}&paymentIntentId=${paidOf(own).intentId}`, own)).toEqual([]);
  });

  it("are all listed, though its rows no longer tell when it changed", async () => {
    const { intentId, chargeId } = paidOf(neighbour);
    const all = await written(intentId);
    const [session] = await test.owner.query<{ id: string }>({
      text: `update payment_intents set succeeded_at = null, updated_at = created_at where id = $1 returning session_id as id`,
      values: [parsePublicId("paymentIntent", intentId)],
    });
    await test.owner.query({
      text: "update checkout_sessions set completed_at = null, updated_at = created_at where id = $1",
      values: [session?.id],
    });
    await test.owner.query({
      text: "update charges set created_at = created_at - interval '1 hour', updated_at = created_at, succeeded_at = null where id = $1",
      values: [parsePublicId("charge", chargeId)],
    });
    await test.owner.query({
      text: "update refunds set created_at = created_at + interval '1 hour', updated_at = created_at + interval '1 hour', cancelled_at = null where charge_id = $1",
      values: [parsePublicId("charge", chargeId)],
    });
    expect(await listed(`paymentIntentId=${intentId}`, neighbour)).toEqual(all);
  });

  it.each([
    "paymentIntentId=ch_1",
    "createdFrom=now",
    "createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-01T00:00:00Z",
  ])("refuse %s", async (query) => {
    const path = `/merchant/merchants/${own.merchantId}/events?${query}`;
    const answer = await test.request("GET", path, { apiKey: own.apiKey });
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("an operator's search", () => {
  it("finds objects of every merchant of the tenant, and of no other", async () => {
    for (const estate of [own, neighbour]) {
      for (const [kind, id] of idsOf(estate)) {
        const shown = concealSessionIds(id);
        const found = await searchTenant(id);
        expect(faces(found)).toEqual([`${kind} ${shown} by id`]);
        expect(merchantsIn(found)).toEqual(new Set([estate.merchantId]));
        expect(faces(await searchTenant(shown))).toEqual([`${kind} ${shown} by id`]);
        expect(faces(await searchTenant(id, stranger)), id).toEqual([]);
      }
    }
    for (const text of [MARKER, PHONE, "05 00 00 07 89"]) {
      expect(merchantsIn(await searchTenant(text)), text).toEqual(
        new Set([own.merchantId, neighbour.merchantId]),
      );
      expect(merchantsIn(await searchTenant(text, stranger)), text).toEqual(new Set([stranger.merchantId]));
    }
  });

  it("never shows the secret part of a session's id", async () => {
    const text = JSON.stringify([await searchTenant(MARKER), await searchTenant(own.sessionId)]);
    expect(text).toContain(concealSessionIds(own.sessionId));
    expect(text).not.toContain(own.sessionId);
    expect(text).not.toContain(paidOf(own).sessionId);
  });

  it("finds merchants by name without accents or capitals, and by id", async () => {
    expect(faces(await searchTenant("epicerie"))).toEqual([`merchant ${own.merchantId} by name`]);
    expect(faces(await searchTenant(neighbour.merchantId))).toEqual([
      `merchant ${neighbour.merchantId} by id`,
    ]);
    expect(faces(await searchTenant(stranger.merchantId))).toEqual([]);
    expect(faces(await searchTenant("ailleurs"))).toEqual([]);
  });

  it("finds colleagues by mail, and acts by the id of their request", async () => {
    const { email, operatorId } = own.second;
    expect(faces(await searchTenant(email.toUpperCase()))).toEqual([`operator ${operatorId} by email`]);
    expect(faces(await searchTenant(email, stranger))).toEqual([]);
    const made = await test.request("POST", `/merchant/merchants/${own.merchantId}/api-keys`, {
      apiKey: own.apiKey,
      body: { name: "searched", permissions: ["merchant.apikeys.read"] },
    });
    const requestId = made.headers.get("request-id") ?? "";
    const found = await searchTenant(requestId);
    expect(found.hits).toMatchObject([
      { kind: "audit_entry", matchedBy: "requestId", label: "api_key.created", merchantId: own.merchantId },
    ]);
    expect(faces(await searchTenant(requestId, stranger))).toEqual([]);
    expect(faces(await search(requestId))).toEqual([]);
  });

  it("writes amounts in the language of the reader", async () => {
    const shownIn = async (language: string) =>
      (await searchTenant(paidOf(own).chargeId, own, { "accept-language": language })).hits[0].amountDisplay;
    expect(await shownIn("fr-CI,fr;q=0.9")).toBe("5\u202f000\u00a0F\u202fCFA");
    expect(await shownIn("de,en;q=0.5")).toBe("F\u202fCFA\u00a05,000");
  });

  it("leaves out what the operator may not read, and says so", async () => {
    const permit = (permissions: readonly string[]) =>
      test.owner.query({
        text: "update operators set permissions = $2 where email = $1",
        values: [own.operator.email, permissions],
      });
    await permit(["tenant.merchants.read"]);
    try {
      const found = await searchTenant(MARKER);
      expect(faces(found)).toEqual([]);
      expect(found.notSearched).toEqual(expect.arrayContaining(["charge", "operator", "audit_entry"]));
      expect(found.notSearched).not.toContain("merchant");
      expect(faces(await searchTenant("epicerie"))).toEqual([`merchant ${own.merchantId} by name`]);
      expect(faces(await searchTenant(paidOf(own).chargeId))).toEqual([]);
    } finally {
      await permit(allTenantPermissions);
    }
  });
});

it("no log line holds what was searched", async () => {
  await search(PHONE);
  await searchTenant("05 00 00 07 89");
  const lines = JSON.stringify(recorded.lines);
  for (const digits of ["0500000789", "05 00 00 07 89", "05%2000%2000"]) expect(lines).not.toContain(digits);
});
