import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../src/kit/errors.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startSecondInstance } from "../harness/second-instance.ts";
import { testSeed } from "../harness/seed.ts";

const seed = testSeed();
let test: TestApp;
beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed });
});
afterAll(() => test.stop());
afterEach(() => expectInvariants(test.owner));

/** Endings of phone numbers for the simulator: approved after a moment; refused for lack of funds. */
const PAYS = "789";
const FAILS = "049";

async function newLink(body: Record<string, unknown> = {}) {
  const answer = await test.request("POST", "/payments/links", {
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { amount: "5000", currency: "XOF", title: "Billet", ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const readLink = async (id: string) => (await test.request("GET", `/payments/links/${id}`)).body.data;
const open = (slug: string) => test.request("POST", `/checkout/links/${slug}/sessions`, { apiKey: null });

async function openSession(slug: string): Promise<string> {
  const answer = await open(slug);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

/** Each payer has a different number: an operator takes one payment per number at a time. */
const phone = (payer: number, end: string) => `+22505${String(payer).padStart(5, "0")}${end}`;

const payment = (payer: number, end: string) => ({
  paymentMethod: "MOBILE_MONEY" as const,
  paymentDetails: { phone: phone(payer, end), operator: "MTN", countryCode: "CI" },
});

function pay(sessionId: string, payer: number, end = PAYS): Promise<Answer> {
  const path = `/checkout/pay/${sessionId}/complete`;
  return test.request("POST", path, { apiKey: null, body: payment(payer, end) });
}

const statusOf = async (sessionId: string): Promise<string> =>
  (await test.request("GET", `/checkout/pay/${sessionId}/status`, { apiKey: null })).body.data.status;

async function linkEvents(linkId: string): Promise<readonly string[]> {
  const rows = await test.owner.query<{ type: string; sequence: number }>({
    text: `select type, sequence from events where payload::json -> 'data' ->> 'id' = $1 order by sequence`,
    values: [linkId],
  });
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
  return rows.map(({ type }) => type);
}

async function countSessions(): Promise<number> {
  const [row] = await test.owner.query<{ count: number }>({
    text: "select count(*)::int as count from checkout_sessions",
  });
  return row?.count ?? 0;
}

describe("a link whose payers choose what they pay", () => {
  const start = async (slug: string, body: unknown): Promise<string> => {
    const answer = await test.request("POST", `/checkout/links/${slug}/sessions`, { apiKey: null, body });
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const paidBy = async (sessionId: string, payer: number) => {
    expect((await pay(sessionId, payer)).status).toBe(200);
    await test.advance(6_000);
    const session = (await test.request("GET", `/checkout/sessions/${sessionId}`)).body.data;
    const charge = (await test.request("GET", `/payments/charges/${session.chargeId}`)).body.data;
    return { session, charge };
  };

  it("charges the amount chosen, and counts one use", async () => {
    const link = await newLink({ amount: null, amountMin: "500", amountSuggestions: ["1000", "2000"] });
    const { session, charge } = await paidBy(await start(link.slug, { amount: "1750" }), 900);
    expect(charge).toMatchObject({ status: "SUCCEEDED", amount: "1750", paymentLinkId: link.id });
    expect(session.quantity).toBeUndefined();
    expect((await readLink(link.id)).usesCount).toBe(1);
  });

  it("charges the price of all pieces, counts one use, and tells the merchant how many", async () => {
    const link = await newLink({ quantityMax: 5 });
    const { session, charge } = await paidBy(await start(link.slug, { quantity: 3 }), 901);
    expect(charge).toMatchObject({ status: "SUCCEEDED", amount: "15000", paymentLinkId: link.id });
    expect(session).toMatchObject({ quantity: 3, title: "Billet × 3", amount: "15000" });
    expect((await readLink(link.id)).usesCount).toBe(1);
  });
});

describe("a link with 10 uses and 200 payers at once", () => {
  it("is paid exactly 10 times, is EXHAUSTED and says so once", async () => {
    const link = await newLink({ slug: "dix-billets", maxUses: 10 });
    const payers = Array.from({ length: 200 }, (_none, index) => index);
    const sessions = await Promise.all(payers.map(() => openSession("dix-billets")));
    const answers = await Promise.all(sessions.map((id, payer) => pay(id, payer)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(
      new Set(["PAYMENT_LINK_MAX_USES_REACHED"]),
    );
    expect(await readLink(link.id)).toMatchObject({ linkStatus: "ACTIVE", usesCount: 0 });

    await test.advance(6_000);
    const statuses = await Promise.all(sessions.map(statusOf));
    expect(statuses.filter((status) => status === "SUCCEEDED")).toHaveLength(10);
    expect(await readLink(link.id)).toMatchObject({ linkStatus: "EXHAUSTED", usesCount: 10, maxUses: 10 });
    // Each counted use is a change, and the end is one.
    expect((await readLink(link.id)).version).toBe(1 + 10 + 1);
    expect(await linkEvents(link.id)).toEqual(["payment_link.created", "payment_link.exhausted"]);
    expect((await open("dix-billets")).body.error.code).toBe("PAYMENT_LINK_MAX_USES_REACHED");
  });

  it("is paid exactly 10 times when payments fail and payers try again", async () => {
    const link = await newLink({ slug: "dix-places", maxUses: 10 });
    const sessions = await Promise.all(Array.from({ length: 60 }, () => openSession("dix-places")));
    let rounds = 0;
    for (; rounds < 8 && (await readLink(link.id)).linkStatus === "ACTIVE"; rounds += 1) {
      // Two payers in three have no money the first time and find some later.
      await Promise.all(
        sessions.map(async (id, payer) => {
          const status = await statusOf(id);
          if (status === "SUCCEEDED" || status === "PROCESSING") return;
          const answer = await pay(id, 1_000 + payer, rounds === 0 && payer % 3 !== 0 ? FAILS : PAYS);
          if (answer.status === 409)
            expect(answer.body.error.code).toMatch(/^PAYMENT_(LINK_MAX_USES_REACHED|FAILED)$/);
          else expect(answer.status).toBe(200);
        }),
      );
      await test.advance(6_000);
    }
    expect(rounds).toBeGreaterThan(1);
    const statuses = await Promise.all(sessions.map(statusOf));
    expect(statuses.filter((status) => status === "SUCCEEDED")).toHaveLength(10);
    expect(await readLink(link.id)).toMatchObject({ linkStatus: "EXHAUSTED", usesCount: 10 });
    const [row] = await test.owner.query<{ reserved: number }>({
      text: "select uses_reserved as reserved from payment_links where slug = 'dix-places'",
    });
    expect(row?.reserved).toBe(0);
  });
});

describe("a link with 10 uses in front of two instances of the service", () => {
  it("is not overrun by payers who come through both at once", async () => {
    const second = await startSecondInstance(test);
    try {
      const link = await newLink({ slug: "deux-guichets", maxUses: 10 });
      const sessions = await Promise.all(Array.from({ length: 80 }, () => openSession("deux-guichets")));
      const outcomes = await Promise.all(
        sessions.map(async (id, payer) => {
          if (payer % 2 === 0) return (await pay(id, 4_000 + payer)).status;
          return second.app.checkout
            .complete(id, payment(4_000 + payer, PAYS), null, { ip: "127.0.0.1" })
            .then(
              () => 200,
              (error: unknown) => (error instanceof Refusal ? error.declaration.status : error),
            );
        }),
      );
      expect(new Set(outcomes)).toEqual(new Set([200, 409]));
      expect(outcomes.filter((status) => status === 200)).toHaveLength(10);
      await test.advance(6_000);
      expect(await readLink(link.id)).toMatchObject({ linkStatus: "EXHAUSTED", usesCount: 10 });
      expect(await linkEvents(link.id)).toEqual(["payment_link.created", "payment_link.exhausted"]);
    } finally {
      await second.stop();
    }
  });
});

describe("a single-use link", () => {
  it("is held by the payer who pays, given back by a failure, and paid once", async () => {
    const link = await newLink({ slug: "une-seule-fois", reusable: false });
    const [first, second] = [await openSession("une-seule-fois"), await openSession("une-seule-fois")];
    expect((await pay(first, 2_000, FAILS)).status).toBe(200);
    const held = await pay(second, 2_001);
    expect([held.status, held.body.error.code]).toEqual([409, "PAYMENT_LINK_MAX_USES_REACHED"]);
    expect(held.body.error.details).toMatchObject({ linkStatus: "ACTIVE", reason: "USES_RESERVED" });
    await test.advance(6_000);
    expect(await statusOf(first)).toBe("FAILED");

    expect((await pay(second, 2_001)).status).toBe(200);
    await test.advance(6_000);
    expect(await statusOf(second)).toBe("SUCCEEDED");
    expect(await readLink(link.id)).toMatchObject({
      linkStatus: "EXHAUSTED",
      status: "SUCCEEDED",
      usesCount: 1,
    });
    const late = await pay(first, 2_000);
    expect([late.status, late.body.error.code]).toEqual([409, "PAYMENT_LINK_MAX_USES_REACHED"]);
    expect(late.body.error.details.linkStatus).toBe("EXHAUSTED");
    expect((await linkEvents(link.id)).at(-1)).toBe("payment_link.exhausted");
  });
});

describe("a link that ends while payers are on its page", () => {
  it.each([
    ["paused", "PAYMENT_LINK_NOT_ACTIVE"],
    ["cancelled", "PAYMENT_LINK_NOT_ACTIVE"],
    ["expired", "PAYMENT_LINK_EXPIRED"],
  ])("%s: no new attempt starts, and one that was under way is booked and counted", async (how, code) => {
    const slug = `fin-${how}`;
    const expiresAt = new Date(test.clock.nowMs() + 2_000).toISOString();
    const link = await newLink({ slug, ...(how === "expired" ? { expiresAt } : {}) });
    const [early, late] = [await openSession(slug), await openSession(slug)];
    expect((await pay(early, 3_000 + how.length)).status).toBe(200);
    if (how === "paused")
      await test.request("PATCH", `/payments/links/${link.id}`, { body: { status: "PAUSED" } });
    if (how === "cancelled") await test.request("POST", `/payments/links/${link.id}/cancel`);
    if (how === "expired") test.clock.advance(2_000);
    const refused = await pay(late, 3_100);
    expect([refused.status, refused.body.error.code]).toEqual([409, code]);
    await test.advance(6_000);
    expect(await statusOf(early)).toBe("SUCCEEDED");
    expect(await statusOf(late)).toBe("OPEN");
    expect(await readLink(link.id)).toMatchObject({ linkStatus: how.toUpperCase(), usesCount: 1 });
  });
});

describe("the link's page", () => {
  it("creates nothing when it is opened, and a session when the payer clicks", async () => {
    await newLink({ slug: "page-du-club" });
    const before = await countSessions();
    const address = `${test.origin}/pay/page-du-club`;
    for (let open = 0; open < 5; open += 1) {
      const page = await test.request("GET", address, { apiKey: null });
      expect(page.status).toBe(200);
      expect(page.body).toContain("Billet");
    }
    expect(await countSessions()).toBe(before);
    const clicked = await test.request("POST", address, { apiKey: null, headers: { origin: test.origin } });
    expect(clicked.status).toBe(303);
    const sessionPath = clicked.headers.get("location") ?? "";
    expect(sessionPath).toMatch(/^\/checkout\/cs_[0-9a-z]{58}$/);
    expect(await countSessions()).toBe(before + 1);
    expect((await test.request("GET", `${test.origin}${sessionPath}`, { apiKey: null })).status).toBe(200);
  });

  it("shows the merchant's words when the link takes no payment", async () => {
    const link = await newLink({ slug: "page-fermee", inactiveMessage: "Rendez-vous en mars." });
    await test.request("PATCH", `/payments/links/${link.id}`, { body: { status: "PAUSED" } });
    const page = await test.request("GET", `${test.origin}/pay/page-fermee`, { apiKey: null });
    expect(page.body).toContain("Rendez-vous en mars.");
  });
});
