import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageSession } from "../../server/src/kit/payer-pages.ts";
import { hostileAddresses, hostileColours, hostilePaths, hostileTexts } from "./hostile.test-support.ts";
import { differences } from "./inventory/check.ts";
import { readInventory } from "./inventory/inventory.ts";
import { tagsOf } from "./inventory/tags.ts";
import { createPagesFixture, type PagesFixture, sessionStates } from "./pages.test-support.ts";

/** Everything that merchants and payers send stays text: on every screen, in every place where it is shown. */
let fixture: PagesFixture;
beforeAll(async () => {
  fixture = await createPagesFixture();
});
afterAll(() => fixture.app.close());

const inventory = readInventory();
const get = (url: string) => fixture.app.inject({ method: "GET", url });
const post = (url: string, fields: Record<string, string>) =>
  fixture.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    payload: new URLSearchParams(fields).toString(),
  });

/** The page matches the inventory, and has the same elements as with harmless text in every place. */
async function expectHarmless(url: string, harmless: readonly string[]): Promise<void> {
  const { body, headers } = await get(url);
  const live = { html: body, headers: headers as Record<string, string>, scripts: scriptsOf, https: false };
  expect(differences(live, inventory)).toEqual([]);
  expect(elementsOf(body)).toEqual(harmless);
}
const scriptsOf = new Map<string, Buffer>();
beforeAll(async () => {
  for (const { path } of inventory.scripts) scriptsOf.set(path, (await get(path)).rawPayload);
});
const elementsOf = (html: string) =>
  tagsOf(html).map(({ name, attributes }) => `${name} ${[...attributes.keys()]}`);

const everywhere = (text: string): Partial<PageSession> => ({
  title: text,
  description: text,
  merchantName: text,
  successMessage: text,
  customFields: [
    { key: "a", label: text, type: "TEXT", required: true, defaultValue: text },
    { key: "b", label: text, type: "DROPDOWN", required: false, options: [{ value: text, label: text }] },
  ],
  instructions: {
    bankName: text,
    accountHolder: text,
    iban: text,
    bic: text,
    reference: text,
    amount: "100",
    currency: "XOF",
    expiresAt: null,
  },
  receipt: {
    chargeId: "ch_1",
    canBeMailed: true,
    amountRefunded: "0",
    code: "rc_hostile",
    transactionId: text,
    paidAt: "2026-11-21T07:13:20.000Z",
    operatorName: text,
    paymentMethod: "MOBILE_MONEY",
    maskedPhone: text,
  },
});
/** States that show most of it: the form, the failed form, the transfer, the receipt. */
const shown = ["open", "retry", "bank", "success", "toolate"].filter((state) =>
  sessionStates.includes(state),
);

describe("text", () => {
  const harmless = new Map<string, readonly string[]>();
  beforeAll(async () => {
    for (const state of shown) {
      fixture.change(state, everywhere("mot"));
      harmless.set(state, elementsOf((await get(`/checkout/cs_${state}`)).body));
    }
  });

  test.each(hostileTexts)("%s", async (text) => {
    for (const state of shown) {
      fixture.change(state, everywhere(text));
      await expectHarmless(`/checkout/cs_${state}`, harmless.get(state) ?? []);
    }
  });

  test("that the payer typed comes back as text", async () => {
    for (const text of hostileTexts) {
      const typed = {
        method: "MOBILE_MONEY",
        phone: text,
        operator: text,
        otp: text,
        country: text,
        wallet: text,
      };
      const { statusCode, body } = await post("/checkout/cs_open", { ...typed, cf_a: text, lang: text });
      expect(statusCode).toBe(422);
      const names = tagsOf(body).map(({ name }) => name);
      expect(names.filter((name) => name === "script")).toHaveLength(1);
      for (const name of ["img", "iframe", "base", "object", "embed", "math", "template"]) {
        expect(names).not.toContain(name);
      }
    }
  });
});

describe("addresses", () => {
  test.each(hostileAddresses)("%s is no link, no picture and no place to go", async (address) => {
    const urls = { successUrl: address, cancelUrl: address, actionUrl: address, sandboxUrl: address };
    const inPlaces: readonly (readonly [string, Partial<PageSession>])[] = [
      ["redirect", { ...urls, nextStep: "REDIRECT" }],
      ["qr", urls],
      ["success", urls],
      ["open", urls],
      ["expired", urls],
      ["bank", { ...urls, mode: "SANDBOX" }],
    ];
    for (const [state, change] of inPlaces) {
      fixture.change(state, change);
      const { body } = await get(`/checkout/cs_${state}?go=1`);
      const led = tagsOf(body).flatMap(({ name, attributes }) =>
        ["href", "src", "action", "data-go", "content"].flatMap((key) => {
          const value =
            name === "meta" && attributes.get("property") !== undefined ? "" : attributes.get(key);
          return value === undefined ? [] : [value];
        }),
      );
      for (const value of led) expect(value).not.toContain(address.trim());
    }
  });
});

describe("colours", () => {
  test.each(hostileColours)("%s", async (primaryColor) => {
    fixture.change("waiting", { primaryColor });
    const { body, headers } = await get("/checkout/cs_waiting");
    const live = { html: body, headers: headers as Record<string, string>, scripts: scriptsOf, https: false };
    expect(differences(live, inventory)).toEqual([]);
    expect(body).not.toContain(primaryColor.slice(0, 12));
  });
});

describe("paths and queries", () => {
  beforeAll(async () => {
    await fixture.app.close();
    fixture = await createPagesFixture();
  });
  const bases = ["/checkout/", "/pay/", "/checkout/logos/", "/checkout/assets/"];
  test.each(hostilePaths)("%s writes no header and finds nothing", async (end) => {
    for (const base of bases) {
      const answer = await get(`${base}${end}`);
      expect([400, 404, 414]).toContain(answer.statusCode);
      for (const name of ["set-cookie", "location", "x-pwned"]) expect(answer.headers[name]).toBeUndefined();
      expect(answer.body).not.toMatch(/pwned|root:|"name": "cauris"/);
    }
    for (const query of ["lang", "country", "go", "already"]) {
      const { headers, body } = await get(`/checkout/cs_open?${query}=${end}`);
      expect(headers.location).toBeUndefined();
      expect(body).not.toMatch(/pwned|evil\.example/);
      const sent = await post(`/checkout/cs_open?${query}=${end}`, { method: "CARD" });
      expect(String(sent.headers.location)).toMatch(/^\/checkout\/cs_open(\?(lang=(fr|en|pt)|go=1))*$/);
    }
  });
});

test("at least sixty of them were tried", () => {
  const count = hostileTexts.length + hostileAddresses.length + hostileColours.length + hostilePaths.length;
  expect(count).toBeGreaterThanOrEqual(60);
});
