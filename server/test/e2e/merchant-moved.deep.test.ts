import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dictionaries as accountWords } from "../../../web/account/i18n/index.ts";
import { moved as movedWords } from "../../../web/frame/words.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import type { Id, MerchantId, MerchantNo } from "../../src/kit/ids.ts";
import { formatReceiptId } from "../../src/kit/receipt-id.ts";
import { moveMerchant } from "../../src/merchant-move/move.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { createKey, createOwner } from "../contract/estate.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createTestKeyring } from "../harness/keyring.ts";
import { createRecordingLog } from "../harness/log.ts";
import { mailsTo } from "../harness/mails.ts";
import { arrangeMerchant, type Send, startFront } from "../harness/moving-merchant.ts";
import { addOne, callAs, openLogIn, type TestPerson } from "../harness/people.ts";

const order = { amount: "5000", currency: "XOF", title: "Commande" };
/** The simulator knows the outcome half a minute later. */
const LATER = "+2250500000789";

/** A merchant that has moved from the default cell to `sn` with all kinds of work waiting, and a neighbour who stayed. */
let from: TestApp;
let to: TestApp;
let neighbour: string;
let receiver: Server;
let front: Awaited<ReturnType<typeof startFront>>;
let send: Send;
/** The answer to a payment that the merchant asked the old cell for, at once after the move. */
let early: Answer;
/** An owner who is logged in in the old cell, and the cookie. */
let person: TestPerson;
let member: string;
/** Payments that were under way when the merchant moved. */
let underWay: { readonly sessionId: string; readonly chargeId: string };
let waiting: { readonly sessionId: string; readonly slug: string };
const received: { readonly at: string; readonly type: string; readonly body: string }[] = [];
const { log, lines } = createRecordingLog();
const there = createRecordingLog();

/** A provider that both cells reach: the simulator of the old one under another name, so that neither takes it for its own. */
const simulator = createSimulatorConnector();
/** The address that each cell checks a callback by. */
const checked: string[] = [];
const connectors: Provider[] = [
  {
    ...simulator,
    name: "elsewhere",
    verifyCallback: async (call, callback) => {
      checked.push(`${callback.authority}${callback.path}`);
      return (await simulator.verifyCallback?.(call, callback)) ?? { kind: "refused", reason: "none" };
    },
  },
];

beforeAll(async () => {
  front = await startFront((cell) => (cell === "sn" ? to : from).origin);
  const common = { publicUrl: front.origin, connectors };
  [from, to] = await Promise.all([
    startTestApp({ seed: 86, log, ...common }),
    startTestApp({ seed: 87, cell: "sn" as CellCode, log: there.log, ...common }),
  ]);
  await from.owner.query({ text: "update provider_accounts set provider = 'elsewhere'" });
  receiver = createServer(async (request, response) => {
    const body = await text(request);
    const { type } = JSON.parse(body) as { type: string };
    const [, at = "", status = "200"] = (request.url ?? "").split("/");
    received.push({ at, type, body });
    response.writeHead(Number(status)).end();
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const { port } = receiver.address() as AddressInfo;
  const home = await from.app.merchants.profile(from.merchantNo);
  const owner = await createOwner(from, home.tenantId, "Voisine");
  neighbour = (await createKey(from, owner.numbers.SANDBOX, { permissions: allPermissions })).key;

  send = await arrangeMerchant(from);
  const endpoint = (merchantId: string, path: string, apiKey: string) =>
    send(
      `/merchant/merchants/${merchantId}/webhook-endpoints`,
      { url: `http://127.0.0.1:${port}/${path}`, events: ["*"] },
      apiKey,
    );
  await endpoint(from.merchantId, "moved", from.apiKey);
  await endpoint(owner.merchantId, "other", neighbour);
  await from.advance(10_000, 5_000);
  const link = await send("/payments/links", {
    ...order,
    slug: "marche",
    expiresAt: new Date(from.clock.nowMs() + 3_600_000).toISOString(),
  });
  person = await addOne(from, "OWNER");
  member = await openLogIn(from, person);
  await send(`/merchant/merchants/${from.merchantId}/invitations`, {
    email: "invited@people.example",
    sandbox: { role: "VIEWER" },
  });
  const open = await send("/checkout/sessions", order);
  waiting = { sessionId: open.id, slug: link.slug };
  await from.advance(10_000, 5_000);
  // Asked for, and no loop has run since.
  const session = await send("/checkout/sessions", order);
  const { chargeId } = await pay(from, session.id);
  underWay = { sessionId: session.id, chargeId };
  to.clock.advance(from.clock.nowMs() - to.clock.nowMs());
  const { tenantId } = await to.app.merchants.profile(to.merchantNo);
  received.splice(0);
  await moveMerchant({
    from: { db: from.owner, keyring: from.keyring },
    to: { db: to.owner, keyring: to.keyring },
    merchantId: from.merchantId as MerchantId,
    tenantId,
    ids: from.app.ids,
    clock: from.clock,
    movedBy: "a test",
    nowMs: () => performance.now(),
  });
  // The database's clock is not the test's.
  await to.owner.query({
    text: "update merchant_moves set verified_at = $1",
    values: [new Date(to.clock.nowMs() + 1)],
  });
  await to.app.loops.movedMerchants?.runOnce();
  to.clock.advance(1_000);
  early = await from.request("POST", "/checkout/sessions", { body: order });
  await from.app.loops.movedMerchants?.runOnce();
}, 120_000);
afterAll(async () => {
  receiver?.close();
  front?.close();
  await Promise.all([from, to].map((cell) => cell?.stop()));
});

async function pay(cell: TestApp, sessionId: string, phone = LATER) {
  const answer = await cell.request("POST", `/checkout/pay/${sessionId}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone, operator: "MTN", countryCode: "CI" },
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const troubles = () => lines.filter(({ level }) => level === "warn" || level === "error");
const callsOf = (cell: TestApp) =>
  cell.owner.query<{ n: number }>({ text: "select count(*)::int as n from provider_calls" });
/** What waits for a loop, by table. */
const waitingRows = () =>
  from.owner.query({
    text: `select 'checks' as what from charge_checks where merchant_no = any($1) and next_check_at < 'infinity'
           union all select 'settlements' from settlements where merchant_no = any($1) and due_at < 'infinity'
           union all select 'deliveries' from webhook_deliveries where merchant_no = any($1) and status = 'PENDING'
           union all select 'refunds' from refunds where merchant_no = any($1) and next_check_at is not null
           union all select 'payouts' from payouts where merchant_no = any($1) and next_check_at is not null`,
    values: [[from.merchantNo, from.merchantNo + 1]],
  });

/** The refusal that names the other cell. */
const elsewhere = { code: "WRONG_CELL", details: { cell: "sn", answeredBy: null } };

describe("people of the merchant, in the old cell", () => {
  it("are told at each request that the merchant lives elsewhere; their log-in itself goes on", async () => {
    const call = callAs(from, member);
    for (const [method, path] of [
      ["GET", "/payments/charges"],
      ["POST", "/checkout/sessions"],
    ] as const) {
      const answer = await call(method, path, method === "GET" ? undefined : order);
      expect([answer.status, answer.body.error]).toMatchObject([421, elsewhere]);
    }
    const own = await from.request("GET", "/auth/merchant/me", { apiKey: null, headers: { cookie: member } });
    expect(own.status).toBe(200);
  });

  it("read in the dashboard, in their language, which installation their merchant is in", async () => {
    const ask = (path: string) =>
      from.request("GET", path, { apiKey: null, headers: { cookie: member, accept: "text/html" } });
    const listed = await ask("/auth/merchant/merchants");
    expect(listed.body.data).toMatchObject([{ id: from.merchantId, movedTo: { cell: "sn" } }]);
    const { displayName } = await from.app.merchants.profile(from.merchantNo);
    const at = `${from.origin}/dashboard/${from.merchantId}/sandbox/payments`;
    for (const locale of ["fr", "en", "pt"] as const) {
      await from.owner.query({
        text: "update persons set locale = $2 where id = $1",
        values: [person.personId, locale],
      });
      const { status, body } = await ask(at);
      const { title, inCell, ask: whom } = movedWords[locale];
      expect(status).toBe(421);
      for (const words of [title(displayName), inCell("sn"), whom]) expect(body).toContain(words);
    }
  });

  it("can still ask for a new password there, and log in with it", async () => {
    const visit = (path: string, body: object) =>
      from.request("POST", `/auth/merchant/${path}`, {
        ...{ apiKey: null, body, headers: { "sec-fetch-site": "same-origin", "cauris-request": "1" } },
      });
    const password = "un autre mot de passe assez long";
    expect((await visit("forgot", { email: person.email })).status).toBe(200);
    await expect.poll(async () => (await mailsTo(from, person.email)).length).toBe(1);
    const [mail] = await mailsTo(from, person.email);
    expect((await visit("reset", { token: mail?.token, password })).status).toBe(200);
    expect((await visit("log-in", { email: person.email, password })).status).toBe(200);
  });

  it("who were invited before cannot join there any more, and read why", async () => {
    const [mail] = await mailsTo(from, "invited@people.example");
    const page = `${from.origin}/invite/${mail?.token}`;
    const submit = (language: string) =>
      fetch(`${page}?lang=${language}`, {
        method: "POST",
        headers: { origin: front.origin, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ name: "Awa Koné", password: "un mot de passe assez long" }),
      });
    for (const language of ["fr", "en", "pt"] as const)
      for (const answer of [await fetch(`${page}?lang=${language}`), await submit(language)]) {
        expect(answer.status).toBe(421);
        const shown = await answer.text();
        expect(shown).toContain(accountWords[language].problems.WRONG_CELL);
        expect(shown).not.toContain('type="password"');
      }
    const api = (path: string, more = {}) =>
      from.request("POST", `/auth/merchant/invitations/${path}`, {
        ...{ apiKey: null, body: { token: mail?.token, ...more } },
        headers: { "sec-fetch-site": "same-origin", "cauris-request": "1" },
      });
    for (const answer of [await api("read"), await api("passkey/options", { name: "Awa Koné" })])
      expect([answer.status, answer.body.error]).toMatchObject([421, elsewhere]);
    expect(
      await from.owner.query({ text: "select from persons where email = 'invited@people.example'" }),
    ).toEqual([]);
  });

  it("are not invited there by operators", async () => {
    // Who has people is refused for that.
    await from.owner.query({
      text: "update members set removed_at = now(), version = version + 1 where merchant_id = $1",
      values: [from.merchantId],
    });
    const { token } = await from.operator();
    const answer = await from.request("POST", `/tenant/merchants/${from.merchantId}/owner-invitation`, {
      apiKey: token,
      headers: { "idempotency-key": "owner of before" },
      body: { email: "owner@people.example" },
    });
    expect([answer.status, answer.body.error]).toMatchObject([421, elsewhere]);
  });
});

describe("the loops of the old cell, after a move", () => {
  it("find nothing of the merchant, are refused nothing, and serve the others", async () => {
    const before = { lines: troubles().length, calls: (await callsOf(from))[0]?.n };
    expect(await waitingRows()).toEqual([]);
    const paid = await send("/checkout/sessions", order, neighbour);
    await pay(from, paid.id);
    await from.advance(180_000, 10_000);
    expect(
      (await from.request("GET", `/checkout/pay/${paid.id}/status`, { apiKey: null })).body.data.status,
    ).toBe("SUCCEEDED");
    // Sessions and links end, seals, settlements and old keys are due; and all loops that run by night.
    for (let month = 0; month < 3; month += 1) await from.advance(30 * 86_400_000, 10 * 86_400_000);
    for (const name of ["invariants", "reconciliation", "reports"]) await from.app.loops[name]?.runOnce();
    expect(troubles().slice(before.lines)).toEqual([]);
    expect(received.filter(({ at }) => at === "moved")).toEqual([]);
    expect(received).toContainEqual(expect.objectContaining({ at: "other", type: "payment.succeeded" }));
    expect(await waitingRows()).toEqual([]);
    await expectInvariants(from.owner);
  });

  it("leave its work to no operator of the old cell", async () => {
    const { token } = await from.operator();
    const work = await from.request("GET", "/tenant/work?mode=SANDBOX", { apiKey: token });
    expect(work.status).toBe(200);
    expect(JSON.stringify(work.body.data)).not.toContain(from.merchantId);
  });
});

describe("a request that reaches the old cell", () => {
  const asPayer = { apiKey: null };
  it.each([
    ["a list, by the key", "GET", () => "/payments/charges", {}],
    ["a payment, by the key", "POST", () => "/checkout/sessions", { body: order }],
    ["a session's status, by its id", "GET", () => `/checkout/pay/${underWay.sessionId}/status`, asPayer],
    [
      "a payer who pays",
      "POST",
      () => `/checkout/pay/${waiting.sessionId}/complete`,
      { ...asPayer, body: {} },
    ],
    ["a link, by its slug", "GET", () => `/checkout/links/${waiting.slug}`, asPayer],
    ["a link's page", "GET", () => `${from.origin}/pay/${waiting.slug}`, asPayer],
    ["a payer's page", "GET", () => `${from.origin}/checkout/${waiting.sessionId}`, asPayer],
  ])("is refused with the new cell's code: %s", async (_what, method, path, options) => {
    const answer = await from.request(method, path(), options);
    expect(answer.status).toBe(421);
    const words = "Cette page de paiement déménage";
    if (path().startsWith(from.origin)) expect(answer.body).toContain(words);
    else expect(answer.body.error).toMatchObject(elsewhere);
  });

  it("is refused by the database, before the process knows that the merchant has left", () => {
    expect(early.status).toBe(421);
    expect(early.body.error).toMatchObject(elsewhere);
  });

  it("is answered when it is another merchant's", async () => {
    const session = await send("/checkout/sessions", order, neighbour);
    expect((await from.request("GET", `/checkout/pay/${session.id}/status`, asPayer)).status).toBe(200);
    expect((await from.request("GET", "/payments/charges", { apiKey: neighbour })).status).toBe(200);
  });
});

describe("in the new cell, what the old one has given out", () => {
  const asPayer = { apiKey: null };
  const read = async (path: string, options = {}) => {
    const answer = await to.request("GET", path, { apiKey: from.apiKey, ...options });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };

  it("is answered: the key, sessions by their id, links by their slug, also on pages", async () => {
    const [listed] = (await read("/checkout/sessions?limit=100")).filter(
      ({ id }: { id: string }) => id === waiting.sessionId,
    );
    expect(listed).toMatchObject({ id: waiting.sessionId, status: "OPEN" });
    expect((await read(`/checkout/sessions/${waiting.sessionId}`)).id).toBe(waiting.sessionId);
    expect((await read(`/checkout/pay/${waiting.sessionId}/status`, asPayer)).status).toBe("OPEN");
    expect((await read(`/checkout/links/${waiting.slug}`, asPayer)).title).toBe(order.title);
    for (const page of [`/checkout/${waiting.sessionId}`, `/pay/${waiting.slug}`])
      expect((await to.request("GET", `${to.origin}${page}`, asPayer)).status).toBe(200);
  });

  it("is what it was, and what is made here has the new code", async () => {
    const made = await to.request("POST", "/checkout/sessions", { body: order, apiKey: from.apiKey });
    expect([made.status, made.body.data.id]).toEqual([201, expect.stringMatching(/^cs_sn_/)]);
    const charge = await read(`/payments/charges/${underWay.chargeId}`, { apiKey: from.apiKey });
    expect(JSON.stringify(charge)).toContain(underWay.sessionId);
  });

  it("of a receipt is checked, and with another's key nothing is", async () => {
    const [session] = await to.owner.query<{ id: Id<"checkoutSession">; no: MerchantNo }>({
      text: "select s.id, s.merchant_no as no from checkout_sessions s where s.status = 'SUCCEEDED' order by s.id limit 1",
    });
    if (session === undefined) throw new Error("it was paid");
    const key = { merchantNo: from.merchantNo, id: session.id };
    const receipt = formatReceiptId(from.keyring, key);
    expect(formatReceiptId(to.keyring, { ...key, merchantNo: session.no })).toBe(receipt);
    expect((await to.request("GET", `${to.origin}/checkout/receipts/${receipt}`, asPayer)).status).toBe(200);
    const forged = formatReceiptId(createTestKeyring("another"), key);
    expect((await to.request("GET", `${to.origin}/checkout/receipts/${forged}`, asPayer)).status).toBe(404);
  });

  it("of a merchant who stayed is refused as before", async () => {
    const session = await send("/checkout/sessions", order, neighbour);
    for (const [path, apiKey] of [
      [`/checkout/pay/${session.id}/status`, null],
      ["/payments/charges", neighbour],
    ] as const) {
      const answer = await to.request("GET", path, { apiKey });
      expect(answer.body.error).toMatchObject({
        code: "WRONG_CELL",
        details: { cell: null, answeredBy: "sn" },
      });
    }
  });
});

describe("a payment that was under way", () => {
  it("is asked for by the new cell under the reference of the old one, and succeeds once", async () => {
    await to.advance(180_000, 10_000);
    const passedOn = lines.filter(({ event }) => event === "provider.callback.passed_on");
    expect(passedOn.map(({ fields }) => [fields.cell, fields.status])).toEqual([["sn", 204]]);
    // Both by the address that the provider called, which some sign.
    const [called = "", again] = checked.slice(-2);
    expect(called).toContain("/provider-callbacks/acct_");
    expect(called).not.toContain("acct_sn_");
    expect(again).toBe(called);
    const charges = await to.owner.query({
      text: `select c.status, count(*)::int as n from charges c join merchant_numbers n using (merchant_no)
              where n.merchant_id = $1 group by 1 order by 1`,
      values: [from.merchantId],
    });
    expect(charges).toEqual([
      { status: "FAILED", n: 1 },
      { status: "SUCCEEDED", n: 2 },
    ]);
    // Its merchant is told of the session that it knows, by the endpoint that came along.
    const told = received.filter(({ at, type }) => at === "moved" && type === "payment.succeeded");
    expect(told.map(({ body }) => body.includes(underWay.sessionId))).toEqual([true]);
    const sent = await from.owner.query<{ n: number }>({
      text: "select count(*)::int as n from simulator.operations where kind = 'PAYMENT'",
    });
    // Three of the merchant, one of the neighbour.
    expect(sent).toEqual([{ n: 4 }]);
    await expectInvariants(to.owner);
  });
});
