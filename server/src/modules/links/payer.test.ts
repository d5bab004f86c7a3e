import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../../db/audit.ts";
import type { PayerLinks } from "../../kit/payer-pages.ts";
import { body, createLinkWorld, type LinkWorld, links, PUBLIC_URL, refusal } from "./test-setup.ts";

let world: LinkWorld;
beforeAll(async () => {
  world = await createLinkWorld();
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(world.clock.nowMs() + ms).toISOString();

describe("GET /checkout/links/:slug", () => {
  test("shows the payer what the link is for, and neither its limits nor its metadata", async () => {
    const link = await world.newLink({
      slug: "vitrine",
      title: "Vitrine",
      maxUses: 9,
      metadata: { secret: "s" },
    });
    const answer = await world.call("GET", "/checkout/links/vitrine", { key: null });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      object: "checkout.payment_link",
      slug: "vitrine",
      mode: "SANDBOX",
      url: link.url,
      linkStatus: "ACTIVE",
      amount: "5000",
      amountDisplay: link.amountDisplay,
      currency: "XOF",
      title: "Vitrine",
      description: null,
      merchantName: "Boutique Akwaba",
      amountMin: null,
      amountMax: null,
      amountSuggestions: null,
      quantityMin: null,
      quantityMax: null,
      locale: "fr",
      branding: { primaryColor: "#0b6e4f" },
      customFields: [],
      expiresAt: null,
      version: 1,
      createdAt: link.createdAt,
      updatedAt: link.updatedAt,
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("creates no session, and no use, however often it is opened", async () => {
    await world.newLink({ slug: "scanner", maxUses: 1 });
    const before = await world.countSessions();
    for (let open = 0; open < 20; open += 1) {
      expect((await world.call("GET", "/checkout/links/scanner", { key: null })).status).toBe(200);
      await world.links.pages.page("scanner");
    }
    expect(await world.countSessions()).toBe(before);
    const [row] = await world.owner.query<{ taken: number }>({
      text: "select uses_count + uses_reserved as taken from payment_links where slug = 'scanner'",
    });
    expect(row?.taken).toBe(0);
  });

  test.each(["nulle-part", "UPPER", "x", "%00", "..%2f"])("404 for %s", async (slug) => {
    const answer = await world.call("GET", `/checkout/links/${slug}`, { key: null });
    expect([400, 404]).toContain(answer.status);
    if (slug !== "%00") expect(refusal(answer)).toBe("404 RESOURCE_NOT_FOUND");
  });
});

describe("a link that takes no payment tells why, to read and to pay", () => {
  test.each<[string, (slug: string, id: string) => Promise<unknown> | unknown, string]>([
    [
      "PAUSED",
      (_slug, id) => world.call("PATCH", `${links}/${id}`, { body: { status: "PAUSED" } }),
      "NOT_ACTIVE",
    ],
    ["CANCELLED", (_slug, id) => world.call("POST", `${links}/${id}/cancel`), "NOT_ACTIVE"],
    ["EXHAUSTED", (slug) => world.setUses(slug, { count: 2 }), "MAX_USES_REACHED"],
    ["EXPIRED", () => world.clock.advance(HOUR_MS), "EXPIRED"],
  ])("%s", async (linkStatus, end, error) => {
    const slug = `fin-${linkStatus.toLowerCase()}`;
    const more = { maxUses: 2, expiresAt: inMs(HOUR_MS), inactiveMessage: "Merci à tous." };
    const { id } = await world.newLink({ slug, ...more });
    await end(slug, id);
    const sessions = await world.countSessions();
    for (const [method, path] of [
      ["GET", `/checkout/links/${slug}`],
      ["POST", `/checkout/links/${slug}/sessions`],
    ] as const) {
      const answer = await world.call(method, path, { key: null });
      expect(refusal(answer)).toBe(`409 PAYMENT_LINK_${error}`);
      expect(answer.body.error.details).toMatchObject({ linkStatus, inactiveMessage: "Merci à tous." });
    }
    expect(await world.countSessions()).toBe(sessions);
    // The page is shown in every state, with the merchant's message.
    const pages: PayerLinks = world.links.pages;
    expect(await pages.page(slug)).toMatchObject({ linkStatus, inactiveMessage: "Merci à tous." });
    const [merchantNo, linkId] = await world.keyOf(slug);
    expect((await world.hooks.linkRefusal(merchantNo, linkId)).declaration.name).toBe(
      `PAYMENT_LINK_${error}`,
    );
  });

  test("full of attempts under way: a new one is refused, though the link may have room again", async () => {
    await world.newLink({ slug: "plein", maxUses: 2 });
    await world.setUses("plein", { count: 1, reserved: 1 });
    const [merchantNo, linkId] = await world.keyOf("plein");
    const refused = await world.hooks.linkRefusal(merchantNo, linkId);
    expect(refused.declaration.name).toBe("PAYMENT_LINK_MAX_USES_REACHED");
    expect(refused.details).toMatchObject({ linkStatus: "ACTIVE", reason: "USES_RESERVED" });
    expect((await world.call("POST", "/checkout/links/plein/sessions", { key: null })).status).toBe(201);
  });
});

describe("POST /checkout/links/:slug/sessions", () => {
  test("makes a session with the terms of the link, and tells the payer no more than needed", async () => {
    const link = await world.newLink({
      slug: "seance",
      title: "Séance",
      description: "Samedi.",
      allowedMethods: ["CARD"],
      reference: "S-1",
      successUrl: "https://club.example/ok",
      cancelUrl: "https://club.example/non",
      metadata: { a: "b" },
      customFields: [{ key: "name", label: "Nom", type: "TEXT", required: true }],
    });
    const answer = await world.call("POST", "/checkout/links/seance/sessions", { key: null });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toMatchObject({
      object: "checkout.session",
      status: "OPEN",
      amount: "5000",
      currency: "XOF",
      title: "Séance",
      description: "Samedi.",
      url: `${PUBLIC_URL}/checkout/${data.id}`,
      mode: "SANDBOX",
      customFields: [{ key: "name", label: "Nom", type: "TEXT", required: true }],
    });
    for (const secret of ["metadata", "reference", "merchantId"]) expect(data).not.toHaveProperty(secret);
    const [row] = await world.owner.query<{ detail: string; reference: string; methods: string[] }>({
      text: `select detail, reference, allowed_methods as methods from checkout_sessions s
        where payment_link_id = (select id from payment_links where slug = 'seance')`,
    });
    expect([row?.reference, row?.methods]).toEqual(["S-1", ["CARD"]]);
    expect(JSON.parse(row?.detail ?? "{}")).toMatchObject({
      successUrl: link.successUrl,
      cancelUrl: link.cancelUrl,
      metadata: { a: "b" },
    });
  });

  test("takes no use; a link without a title shows the merchant's name", async () => {
    const link = await world.newLink({ slug: "sans-titre", maxUses: 1 });
    for (let payer = 0; payer < 3; payer += 1) {
      const answer = await world.call("POST", "/checkout/links/sans-titre/sessions", { key: null });
      expect([answer.status, answer.body.data.title]).toEqual([201, "Boutique Akwaba"]);
    }
    expect((await world.call("GET", `${links}/${link.id}`)).body.data.usesCount).toBe(0);
  });

  test("a session does not outlive its link", async () => {
    const expiresAt = inMs(20 * 60_000);
    await world.newLink({ slug: "bientot-fini", expiresAt });
    const answer = await world.call("POST", "/checkout/links/bientot-fini/sessions", { key: null });
    expect(answer.body.data.expiresAt).toBe(expiresAt);
  });

  test("with an Idempotency-Key, a repeat answers the same session and nothing of the merchant's", async () => {
    await world.newLink({ slug: "deux-clics", metadata: { secret: "s" } });
    const path = "/checkout/links/deux-clics/sessions";
    const before = await world.countSessions();
    const idempotencyKey = crypto.randomUUID();
    const first = await world.call("POST", path, { key: null, idempotencyKey });
    const again = await world.call("POST", path, { key: null, idempotencyKey });
    expect([first.status, again.status, again.headers["idempotency-replayed"]]).toEqual([201, 201, "true"]);
    expect(again.body).toEqual(first.body);
    expect(again.body.data).not.toHaveProperty("metadata");
    expect(await world.countSessions()).toBe(before + 1);
    const without = await world.call("POST", path, { key: null, idempotencyKey: null });
    expect(without.body.data.id).not.toBe(first.body.data.id);
  });

  test("two payers never share a session, whatever Idempotency-Key they choose", async () => {
    await world.newLink({ slug: "deux-payeurs" });
    const path = "/checkout/links/deux-payeurs/sessions";
    const open = (idempotencyKey: string, ip: string) =>
      world.call("POST", path, { key: null, idempotencyKey, ip });
    const session = ({ status, body }: Awaited<ReturnType<typeof open>>): string => {
      expect(status).toBe(201);
      return body.data.id;
    };
    const uuid = crypto.randomUUID();
    const mine = session(await open(uuid, "203.0.113.7"));
    expect(session(await open(uuid, "203.0.113.8"))).not.toBe(mine);
    expect(session(await open(uuid, "203.0.113.7"))).toBe(mine);
    // A payer with several addresses of one network counts as one payer.
    const over6 = session(await open(uuid, "2001:db8:1:2::1"));
    expect(session(await open(uuid, "2001:db8:1:2:ffff::9"))).toBe(over6);
    expect(session(await open(uuid, "2001:db8:1:3::1"))).not.toBe(over6);
    // Behind one address, which many phones of a mobile network share, a key that two payers may choose alike is
    // ignored.
    for (const key of ["1", "pay", "order-1042-aaaa"]) {
      const first = session(await open(key, "203.0.113.7"));
      expect(session(await open(key, "203.0.113.7"))).not.toBe(first);
    }
  });

  const start = (slug: string, chosen: unknown) =>
    world.call("POST", `/checkout/links/${slug}/sessions`, { key: null, body: chosen });

  test.each<[string, Record<string, unknown>, string]>([
    ["an amount where the price is fixed", { amount: "5000" }, "amount"],
    ["a quantity where none is offered", { quantity: 1 }, "quantity"],
    ["a title", { title: "À moi" }, "title"],
  ])("refuses %s, and makes no session", async (what, chosen, field) => {
    const { slug } = await world.newLink();
    const before = await world.countSessions();
    expect(refusal(await start(slug, chosen)), what).toBe(`400 VALIDATION_ERROR:${field}`);
    expect(await world.countSessions()).toBe(before);
  });

  test("of an open amount takes the payer's amount within the limits, and no other", async () => {
    const { slug } = await world.newLink({ amount: null, amountMin: "500", amountMax: "2000" });
    const paid = await start(slug, { amount: "1500" });
    expect([paid.status, paid.body.data.amount]).toEqual([201, "1500"]);
    const before = await world.countSessions();
    for (const chosen of [
      undefined,
      {},
      { amount: "499" },
      { amount: "2001" },
      { amount: "0" },
      { amount: 1500 },
    ])
      expect(refusal(await start(slug, chosen))).toBe("400 VALIDATION_ERROR:amount");
    expect(refusal(await start(slug, { amount: "1500", quantity: 1 }))).toBe("400 VALIDATION_ERROR:quantity");
    expect(await world.countSessions()).toBe(before);
  });

  test("of a quantity takes the sum, says how many, and no number beyond the limits", async () => {
    const { slug } = await world.newLink({ title: "Pagne", quantityMin: 2, quantityMax: 4 });
    const [some, least] = [await start(slug, { quantity: 3 }), await start(slug, undefined)];
    expect(some.body.data).toMatchObject({ amount: "15000", quantity: 3, title: "Pagne × 3" });
    expect(least.body.data).toMatchObject({ amount: "10000", quantity: 2, title: "Pagne × 2" });
    const before = await world.countSessions();
    for (const quantity of [0, 1, 5, 1.5, "3"])
      expect(refusal(await start(slug, { quantity }))).toBe("400 VALIDATION_ERROR:quantity");
    expect(refusal(await start(slug, { quantity: 3, amount: "1" }))).toBe("400 VALIDATION_ERROR:amount");
    expect(await world.countSessions()).toBe(before);
  });

  test("an amount of 15 digits that a card could have is an amount here too", async () => {
    const { slug } = await world.newLink({ amount: null });
    expect((await start(slug, { amount: "378282246310005" })).status).toBe(201);
    const fixed = { currency: "XOF", amountSuggestions: ["378282246310005"] };
    expect((await world.call("POST", links, { body: { ...fixed, amount: null } })).status).toBe(201);
  });

  test("the page's click leads to the session's page", async () => {
    await world.newLink({ slug: "clic" });
    const { sessionUrl } = await world.links.pages.openSession(
      "clic",
      {},
      {
        ip: "127.0.0.1",
        requestId: "req_1",
      },
    );
    expect(sessionUrl).toMatch(new RegExp(`^${PUBLIC_URL}/checkout/cs_[0-9a-z]{58}$`));
  });
});

describe("a merchant who may not transact", () => {
  test("makes no link and no session, is told so before any state, and still reads, pauses and cancels", async () => {
    const { merchantId } = world.callers.other ?? {};
    if (merchantId === undefined) throw new Error("no other merchant");
    const key = "other";
    const make = (slug: string) => world.call("POST", links, { key, body: { ...body, slug } });
    const [open, over] = [await make("ouvert"), await make("ferme")];
    await world.call("POST", `${links}/${over.body.data.id}/cancel`, { key });
    await world.merchants.changeStatus(merchantId, "suspend", systemActor);

    expect(refusal(await make("nouveau"))).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    expect(refusal(await make("ouvert"))).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    for (const slug of ["ouvert", "ferme"]) {
      const answer = await world.call("POST", `/checkout/links/${slug}/sessions`, { key: null });
      expect(refusal(answer)).toBe("400 MERCHANT_KYB_NOT_APPROVED");
    }
    expect((await world.call("GET", "/checkout/links/ouvert", { key: null })).status).toBe(200);
    const path = `${links}/${open.body.data.id}`;
    expect((await world.call("PATCH", path, { key, body: { status: "PAUSED" } })).status).toBe(200);
    expect((await world.call("POST", `${path}/cancel`, { key })).status).toBe(200);
    expect((await world.call("GET", path, { key })).body.data.linkStatus).toBe("CANCELLED");
  });
});
