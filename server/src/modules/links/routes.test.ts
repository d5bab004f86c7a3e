import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routeProblems } from "../../../test/harness/route-problems.ts";
import { createLinkExample } from "./examples.ts";
import { createLinksRoutes } from "./index.ts";
import { body, createLinkWorld, type LinkWorld, links, PUBLIC_URL, refusal, START_MS } from "./test-setup.ts";

let world: LinkWorld;
beforeAll(async () => {
  world = await createLinkWorld();
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(world.clock.nowMs() + ms).toISOString();

describe("POST /payments/links, 201", () => {
  test("a creation with the fewest fields makes a reusable link without a limit", async () => {
    const answer = await world.call("POST", links, { body });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      object: "payment_link",
      id: expect.stringMatching(/^plink_[0-9a-z]{26}$/),
      mode: "SANDBOX",
      reference: expect.stringMatching(/^PL-[0-9A-Z]{8}$/),
      slug: expect.stringMatching(/^[0-9a-z]{10}$/),
      url: `${PUBLIC_URL}/pay/${answer.body.data.slug}`,
      share: {
        text: `5\u00a0000\u00a0F\u00a0CFA à payer à Boutique Akwaba. Payez ici\u00a0: ${answer.body.data.url}`,
        qrPngUrl: `${answer.body.data.url}/qr.png`,
        qrSvgUrl: `${answer.body.data.url}/qr.svg`,
        previewUrl: `${answer.body.data.url}/preview.png`,
      },
      amount: "5000",
      amountDisplay: "5\u202f000\u00a0F\u202fCFA",
      amountMin: null,
      amountMax: null,
      amountSuggestions: null,
      quantityMin: null,
      quantityMax: null,
      currency: "XOF",
      title: null,
      description: null,
      status: "OPEN",
      linkStatus: "ACTIVE",
      usesCount: 0,
      maxUses: null,
      reusable: true,
      // `allowedMethods` cannot be null in the interface: it is omitted when empty.
      successUrl: null,
      cancelUrl: null,
      customFields: [],
      inactiveMessage: null,
      metadata: {},
      expiresAt: null,
      version: 1,
      createdAt: new Date(START_MS).toISOString(),
      updatedAt: new Date(START_MS).toISOString(),
    });
  });

  test("a creation with every field returns them all, and so does reading the link", async () => {
    const whole = {
      ...body,
      title: "Cotisation 2026",
      description: "Une fois par an.",
      slug: "cotisation-2026",
      reference: "C-26",
      maxUses: 200,
      reusable: true,
      allowedMethods: ["MOBILE_MONEY", "WALLET"],
      successUrl: "https://club.example/merci?s={CHECKOUT_SESSION_ID}",
      cancelUrl: "http://localhost:8080/annule",
      expiresAt: inMs(HOUR_MS),
      customFields: [
        {
          key: "size",
          label: "Taille",
          type: "DROPDOWN",
          required: true,
          options: [{ value: "m", label: "M" }],
        },
      ],
      metadata: { season: "2026" },
      inactiveMessage: "Les inscriptions sont closes.",
    };
    const created = await world.newLink(whole);
    expect(created).toMatchObject(whole);
    expect(created.url).toBe(`${PUBLIC_URL}/pay/cotisation-2026`);
    const read = await world.call("GET", `${links}/${created.id}`, { key: "one-reads" });
    expect([read.status, read.body.data]).toEqual([200, created]);
  });

  test("an open amount has no price, and keeps its limits and suggestions in order", async () => {
    const open = { amount: null, amountMin: "500", amountMax: "9000", amountSuggestions: ["2000", "1000"] };
    const link = await world.newLink(open);
    expect(link).toMatchObject({ ...open, amountDisplay: null, quantityMin: null, quantityMax: null });
    expect(link.share.text).toContain("Montant libre à payer à Boutique Akwaba.");
    expect((await world.call("GET", `${links}/${link.id}`)).body.data).toEqual(link);
  });

  test("suggestions without a limit refuse two zeros too many, where the currency has no decimals", async () => {
    const suggested = { amount: null, amountSuggestions: ["1000", "5000", "2000"] };
    expect((await world.newLink(suggested)).amountMax).toBe("499999");
    expect((await world.newLink({ ...suggested, currency: "EUR" })).amountMax).toBeNull();
    expect((await world.newLink({ amount: null })).amountMax).toBeNull();
  });

  test("a quantity begins at one unless the merchant says otherwise", async () => {
    expect(await world.newLink({ quantityMax: 5 })).toMatchObject({ quantityMin: 1, quantityMax: 5 });
    expect(await world.newLink({ quantityMin: 2, quantityMax: 2 })).toMatchObject({ quantityMin: 2 });
  });

  test("reusable false is a single use", async () => {
    expect(await world.newLink({ reusable: false })).toMatchObject({ reusable: false, maxUses: 1 });
    expect(await world.newLink({ reusable: false, maxUses: 1 })).toMatchObject({
      reusable: false,
      maxUses: 1,
    });
  });

  test("the event is written with the link, and receivers are woken only when somebody listens", async () => {
    const wakes = world.wakes.count;
    const link = await world.newLink();
    const [event, ...more] = await world.eventsOf(link.id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: "payment_link.created", sequence: 1, mode: "SANDBOX", data: link });
    expect(world.wakes.count).toBe(wakes);

    const caller = world.callers["one-live"];
    await world.owner.query({
      text: `insert into webhook_endpoints (merchant_no, id, url, events, status, secret, created_at, updated_at)
        values ($1, $2, 'https://shop.example/hook', '{payment_link.created}', 'ACTIVE', '', $3, $3)`,
      values: [caller?.merchantNo, crypto.randomUUID(), new Date(START_MS)],
    });
    expect((await world.call("POST", links, { key: "one-live", body })).status).toBe(201);
    expect(world.wakes.count).toBe(wakes + 1);
  });
});

describe("POST /payments/links, refused", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no amount", { amount: undefined }, "400 VALIDATION_ERROR:amount"],
    ["an amount as a number", { amount: 5000 }, "400 VALIDATION_ERROR:amount"],
    ["an amount of nothing", { amount: "0" }, "400 VALIDATION_ERROR:amount"],
    ["a fraction of a franc", { amount: "5000.00" }, "400 VALIDATION_ERROR:amount"],
    ["a limit beside a price", { amountMin: "100" }, "400 VALIDATION_ERROR:amountMin"],
    ["suggestions beside a price", { amountSuggestions: ["100"] }, "400 VALIDATION_ERROR:amountSuggestions"],
    [
      "limits the wrong way round",
      { amount: null, amountMin: "200", amountMax: "100" },
      "400 VALIDATION_ERROR:amountMax",
    ],
    [
      "a suggestion below the limit",
      { amount: null, amountMin: "200", amountSuggestions: ["200", "100"] },
      "400 VALIDATION_ERROR:amountSuggestions[1]",
    ],
    [
      "a suggestion above the limit",
      { amount: null, amountMax: "200", amountSuggestions: ["201"] },
      "400 VALIDATION_ERROR:amountSuggestions[0]",
    ],
    [
      "a suggestion twice",
      { amount: null, amountSuggestions: ["100", "100"] },
      "400 VALIDATION_ERROR:amountSuggestions[1]",
    ],
    [
      "seven suggestions",
      { amount: null, amountSuggestions: ["1", "2", "3", "4", "5", "6", "7"] },
      "400 VALIDATION_ERROR:amountSuggestions",
    ],
    [
      "a suggestion of nothing",
      { amount: null, amountSuggestions: ["0"] },
      "400 VALIDATION_ERROR:amountSuggestions[0]",
    ],
    ["a quantity of an open amount", { amount: null, quantityMax: 3 }, "400 VALIDATION_ERROR:quantityMax"],
    ["a quantity without an end", { quantityMin: 2 }, "400 VALIDATION_ERROR:quantityMax"],
    [
      "quantities the wrong way round",
      { quantityMin: 3, quantityMax: 2 },
      "400 VALIDATION_ERROR:quantityMax",
    ],
    ["a quantity of nothing", { quantityMin: 0, quantityMax: 2 }, "400 VALIDATION_ERROR:quantityMin"],
    ["a quantity beyond a thousand", { quantityMax: 1_001 }, "400 VALIDATION_ERROR:quantityMax"],
    [
      "a sum of more than 15 digits",
      { amount: "999999999999999", quantityMax: 2 },
      "400 VALIDATION_ERROR:quantityMax",
    ],
    ["an unknown currency", { currency: "ABC" }, "400 VALIDATION_ERROR:currency"],
    ["an unknown field", { colour: "red" }, "400 VALIDATION_ERROR:colour"],
    ["a slug in capitals", { slug: "Kiosque" }, "400 VALIDATION_ERROR:slug"],
    ["a slug of two characters", { slug: "ab" }, "400 VALIDATION_ERROR:slug"],
    ["a slug that ends in a hyphen", { slug: "kiosque-" }, "400 VALIDATION_ERROR:slug"],
    ["a reserved word", { slug: "login" }, "400 VALIDATION_ERROR:slug"],
    ["no use", { maxUses: 0 }, "400 VALIDATION_ERROR:maxUses"],
    ["more uses than a million", { maxUses: 1_000_001 }, "400 VALIDATION_ERROR:maxUses"],
    ["half a use", { maxUses: 1.5 }, "400 VALIDATION_ERROR:maxUses"],
    ["uses as text", { maxUses: "3" }, "400 VALIDATION_ERROR:maxUses"],
    ["single use with two uses", { reusable: false, maxUses: 2 }, "400 VALIDATION_ERROR:maxUses"],
    ["an end that has passed", { expiresAt: "2026-11-21T10:00:00Z" }, "400 VALIDATION_ERROR:expiresAt"],
    ["an end that is no instant", { expiresAt: "tomorrow" }, "400 VALIDATION_ERROR:expiresAt"],
    ["a script as address", { successUrl: "javascript:alert(1)" }, "400 VALIDATION_ERROR:successUrl"],
    ["plain http", { cancelUrl: "http://shop.example/" }, "400 VALIDATION_ERROR:cancelUrl"],
    [
      "a field asked for twice",
      {
        customFields: [
          { key: "a", label: "A", type: "TEXT" },
          { key: "a", label: "B", type: "TEXT" },
        ],
      },
      "400 VALIDATION_ERROR:customFields[1].key",
    ],
    ["an unknown method", { allowedMethods: ["CASH"] }, "400 VALIDATION_ERROR:allowedMethods[0]"],
  ])("%s", async (_name, more, expected) => {
    expect(refusal(await world.call("POST", links, { body: { ...body, ...more } }))).toBe(expected);
  });

  test("no Idempotency-Key", async () => {
    const answer = await world.call("POST", links, { body, idempotencyKey: null });
    expect(refusal(answer)).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
  });

  test("no key, or one that may only read", async () => {
    expect(refusal(await world.call("POST", links, { body, key: null }))).toBe("401 Invalid API key");
    const answer = await world.call("POST", links, { body, key: "one-reads" });
    expect(refusal(answer)).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(answer.body.error.details.required).toBe("merchant.links.manage");
  });

  test("localhost is no address for live payers", async () => {
    const answer = await world.call("POST", links, {
      key: "one-live",
      body: { ...body, successUrl: "http://localhost:8080/" },
    });
    expect(refusal(answer)).toBe("400 VALIDATION_ERROR:successUrl");
  });
});

describe("slugs", () => {
  test("a slug belongs to one link of all merchants and modes, and stays taken after its end", async () => {
    const link = await world.newLink({ slug: "seulement-un" });
    for (const key of ["one", "one-live", "other"]) {
      const answer = await world.call("POST", links, { key, body: { ...body, slug: "seulement-un" } });
      expect(refusal(answer)).toBe("409 PAYMENT_LINK_SLUG_TAKEN");
      expect(answer.body.error.details.slug).toBe("seulement-un");
    }
    await world.call("POST", `${links}/${link.id}/cancel`);
    const answer = await world.call("POST", links, { body: { ...body, slug: "seulement-un" } });
    expect(refusal(answer)).toBe("409 PAYMENT_LINK_SLUG_TAKEN");
  });

  test("of 20 creations of one slug at once, one wins and 19 are told so", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        world.call("POST", links, {
          key: index % 2 === 0 ? "one" : "other",
          body: { ...body, slug: "course" },
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => refusal(answer) === "409 PAYMENT_LINK_SLUG_TAKEN")).toHaveLength(19);
    const [row] = await world.owner.query<{ count: number }>({
      text: "select count(*)::int as count from payment_links where slug = 'course'",
    });
    expect(row?.count).toBe(1);
  });
});

describe("a repeated creation", () => {
  test("with the same key and body answers the first time's words and makes no second link", async () => {
    const idempotencyKey = crypto.randomUUID();
    const wanted = { ...body, slug: "une-fois" };
    const first = await world.call("POST", links, { idempotencyKey, body: wanted });
    const again = await world.call("POST", links, { idempotencyKey, body: wanted });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(await world.eventsOf(first.body.data.id)).toHaveLength(1);
  });

  test("with another body is refused", async () => {
    const idempotencyKey = crypto.randomUUID();
    await world.call("POST", links, { idempotencyKey, body });
    const answer = await world.call("POST", links, { idempotencyKey, body: { ...body, amount: "5001" } });
    expect(refusal(answer)).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
  });

  test("20 times at once makes one link, though each wants the same slug", async () => {
    const idempotencyKey = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.call("POST", links, { idempotencyKey, body: { ...body, slug: "jumeaux" } }),
      ),
    );
    const ids = new Set(answers.map(({ body: answer }) => answer.data?.id));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(ids.size).toBe(1);
  });

  test("after a refusal may succeed: a refused creation keeps nothing", async () => {
    const idempotencyKey = crypto.randomUUID();
    await world.newLink({ slug: "occupe" });
    const taken = await world.call("POST", links, { idempotencyKey, body: { ...body, slug: "occupe" } });
    expect(taken.status).toBe(409);
    const answer = await world.call("POST", links, { idempotencyKey, body });
    expect(answer.status).toBe(201);
  });
});

describe("another merchant's link", () => {
  test("looks absent to reading, changing and cancelling, and so does a link of the other mode", async () => {
    const link = await world.newLink();
    for (const key of ["other", "one-live"]) {
      for (const [method, path, request] of [
        ["GET", "", {}],
        ["PATCH", "", { body: { title: "x" } }],
        ["POST", "/cancel", {}],
      ] as const) {
        const answer = await world.call(method, `${links}/${link.id}${path}`, { key, ...request });
        expect(refusal(answer)).toBe("404 RESOURCE_NOT_FOUND");
      }
      const list = await world.call("GET", `${links}?pageSize=100`, { key });
      expect(list.body.data.map(({ id }: { id: string }) => id)).not.toContain(link.id);
    }
    expect(refusal(await world.call("GET", `${links}/plink_nonsense`))).toBe("404 RESOURCE_NOT_FOUND");
    expect((await world.call("GET", `${links}/${link.id}`)).body.data.version).toBe(1);
  });
});

describe("GET /payments/links", () => {
  test("pages, cursors and filters agree; the status is the one of now", async () => {
    const key = "other";
    const newest: string[] = [];
    for (const more of [
      {},
      { expiresAt: inMs(1_000) },
      { reference: "R-7" },
      { currency: "EUR" },
      { slug: "fini" },
    ]) {
      world.clock.advance(1);
      const answer = await world.call("POST", links, { key, body: { ...body, ...more } });
      newest.unshift(answer.body.data.id);
    }
    world.clock.advance(1_000);
    const list = async (query: string) => {
      const answer = await world.call("GET", `${links}?${query}`, { key });
      expect(answer.status).toBe(200);
      return {
        ids: answer.body.data.map(({ id }: { id: string }) => id),
        meta: answer.body.meta,
        data: answer.body.data,
      };
    };
    const all = await list("pageSize=5");
    expect(all.ids).toEqual(newest);
    expect(all.meta).toMatchObject({ page: 1, pageSize: 5 });
    expect((await list("page=2&pageSize=2")).ids).toEqual(newest.slice(2, 4));
    expect((await list(`starting_after=${newest[1]}&pageSize=2`)).ids).toEqual(newest.slice(2, 4));
    expect((await list(`ending_before=${newest[2]}`)).ids).toEqual(newest.slice(0, 2));
    const expired = await list("linkStatus=EXPIRED");
    expect((await list("status=EXPIRED")).ids).toEqual(expired.ids);
    expect((await list("status=EXPIRED&linkStatus=EXPIRED")).ids).toEqual(expired.ids);
    expect(expired.ids).toEqual([newest[3]]);
    expect(expired.data[0].linkStatus).toBe("EXPIRED");
    expect((await list("status=ACTIVE&pageSize=4")).ids).not.toContain(newest[3]);
    expect((await list("reference=R-7")).ids).toEqual([newest[2]]);
    expect((await list("currency=EUR")).ids).toEqual([newest[1]]);
    for (const [q, found] of [
      [newest[1], newest[1]],
      ["fini", newest[0]],
      [all.data[0].url, newest[0]],
      ["R-7", newest[2]],
    ])
      expect((await list(`q=${encodeURIComponent(String(q))}`)).ids, q).toEqual([found]);
    const mine = await world.call("GET", `${links}?q=fini`);
    expect([mine.status, mine.body.data]).toEqual([200, []]);
    const [first, second] = [all.data[0].createdAt, all.data[1].createdAt];
    expect((await list(`createdFrom=${second}&createdTo=${first}`)).ids).toEqual([newest[1]]);
  });

  test.each([
    ["status=NONSENSE", "400 VALIDATION_ERROR:status"],
    ["linkStatus=OPEN", "400 VALIDATION_ERROR:linkStatus"],
    ["linkStatus=ACTIVE&status=PAUSED", "400 VALIDATION_ERROR:status"],
    ["starting_after=ch_1", "400 VALIDATION_ERROR:starting_after"],
    ["pageSize=101", "400 VALIDATION_ERROR:pageSize"],
    ["colour=red", "400 VALIDATION_ERROR:colour"],
  ])("refuses %s", async (query, expected) => {
    expect(refusal(await world.call("GET", `${links}?${query}`))).toBe(expected);
  });
});

describe("what /docs shows", () => {
  test("every route is described, and its examples fit its schemas", () => {
    expect(routeProblems(createLinksRoutes(world.links))).toEqual([]);
  });

  test("the example of a creation works as it is written", async () => {
    const { slug: _taken, ...example } = createLinkExample;
    expect(await world.newLink({ ...example, slug: "exemple-de-lien" })).toMatchObject(example);
  });
});
