import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payByPhone } from "../harness/phone-payment.ts";
import { type HooksReceiver, startHooksReceiver } from "../harness/sandbox-world.ts";
import { expectAccessible, looks, phone, type Screens, startScreens, wide } from "../harness/screens.ts";

/** What a developer does in a day. `PICTURES=docs/images` takes the pictures of the documents. */
let screens: Screens;
let receiver: HooksReceiver;
let endpointId: string;
let refusedRequestId: string;
const hostile = "<b>Boutique</b> & 'essai'";

beforeAll(async () => {
  screens = await startScreens();
  receiver = await startHooksReceiver();
  const { test } = screens;
  const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: receiver.url, events: ["*"], description: hostile },
  });
  endpointId = made.body.data.id;
  await test.drain();
  await payByPhone(test, { amount: "5000", phone: "+2250501020346", reference: "CMD-1" });
  await payByPhone(test, { amount: "700", phone: "+2250501020049", reference: "CMD-2" });
  const refused = await test.request("POST", "/checkout/sessions", {
    body: { currency: "XOF", "<script>": 1 },
  });
  refusedRequestId = refused.headers.get("request-id") ?? "";
  await test.drain();
}, 90_000);
afterAll(async () => {
  await screens?.stop();
  receiver?.close();
});

/** The first row of a page's list. */
const openFirstRow = (page: Page) => page.locator("tr.opens a").first().click();

/** Each page: where it begins, and what leads to it and shows that it is there. */
const pages: readonly (readonly [name: string, at: () => string, ready: (page: Page) => Promise<unknown>])[] =
  [
    ["keys", () => "keys", (page) => page.locator("tr.opens").first().waitFor()],
    [
      "key",
      () => "keys",
      async (page) => {
        await openFirstRow(page);
        await page.locator("dl.facts").waitFor();
      },
    ],
    ["endpoints", () => "endpoints", (page) => page.getByText("p95").first().waitFor()],
    ["endpoint", () => `endpoints/${endpointId}`, (page) => page.locator("tr.opens").first().waitFor()],
    [
      "delivery",
      () => `endpoints/${endpointId}`,
      async (page) => {
        await openFirstRow(page);
        await page.locator(".code pre").first().waitFor();
      },
    ],
    ["events", () => "events", (page) => page.locator("tr.opens").first().waitFor()],
    [
      "event",
      () => "events?type=payment.succeeded",
      async (page) => {
        await openFirstRow(page);
        await page.locator("ol.beside li").first().waitFor();
      },
    ],
    ["requests", () => "requests", (page) => page.locator("tr.opens").first().waitFor()],
    ["request", () => `requests/${refusedRequestId}`, (page) => page.locator("dl.facts").waitFor()],
    ["examples", () => "examples", (page) => page.locator(".code pre").first().waitFor()],
    ["simulator", () => "simulator", (page) => page.locator(".outcomes li").first().waitFor()],
    ["go-live", () => "go-live", (page) => page.locator(".steps li .badge.good").first().waitFor()],
  ];

describe.each(looks)("$title", ({ title: _title, locale, ...look }) => {
  it.each(pages)("%s has no finding and does not scroll sideways", async (_name, at, ready) => {
    await screens.open(
      { ...look, as: "OWNER", at: `developers/${at()}`, locale, forAxe: true },
      async (page) => {
        await ready(page);
        await expectAccessible(page);
      },
    );
  });
});

describe("a developer", () => {
  it("makes a key by keyboard; it works, and is shown once", async () => {
    const { test } = screens;
    await screens.open({ ...wide, as: "OWNER", at: "developers/keys" }, async (page) => {
      await page.getByRole("button", { name: "Créer une clé" }).focus();
      await page.keyboard.press("Enter");
      // Opening, the dialog takes the focus.
      await page.getByRole("dialog").waitFor();
      await page.getByLabel("Nom", { exact: true }).focus();
      await page.keyboard.type("Serveur de la boutique");
      await page.keyboard.press("Enter");
      const key = await page.locator(".secret code").innerText();
      await takePicture(page, "developers-key");
      expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(200);
      expect((await test.request("GET", "/payments/payouts", { apiKey: key })).status).toBe(403);
      await page.getByRole("button", { name: "Je l’ai gardé" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Serveur de la boutique").waitFor();
      expect(await page.content()).not.toContain(key);
      await page.reload();
      await page.getByText("Serveur de la boutique").waitFor();
      expect(await page.content()).not.toContain(key);
    });
  });

  it("ends a key for good", async () => {
    const { test } = screens;
    const path = `/merchant/merchants/${test.merchantId}/api-keys`;
    const made = await test.request("POST", path, {
      body: { name: "Ancien serveur", permissions: ["merchant.payments.read"] },
    });
    const { id, key } = made.body.data;
    await screens.open({ ...phone, as: "OWNER", at: `developers/keys/${id}` }, async (page) => {
      await page.getByRole("button", { name: "Révoquer" }).tap();
      await page.locator("dialog button.danger").tap();
      await page.getByText("Révoquée", { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Révoquer" }).count()).toBe(0);
    });
    expect((await test.request("GET", "/payments/charges", { apiKey: key })).status).toBe(401);
  });

  it("adds an endpoint by touch, sees its secret once and tests it", async () => {
    const { test } = screens;
    const url = `${receiver.url}/shop`;
    const pings = () => receiver.received.filter(({ type }) => type === "endpoint.ping").length;
    await screens.open({ ...phone, as: "OWNER", at: "developers/endpoints" }, async (page) => {
      await page.getByRole("button", { name: "Ajouter un point d’accès" }).tap();
      await page.getByLabel("Adresse").fill(url);
      await page.locator("dialog button[type=submit]").tap();
      const secret = await page.locator(".secret code").innerText();
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole("button", { name: "Je l’ai gardé" }).tap();
      await page.getByRole("link", { name: url }).waitFor();
      expect(await page.content()).not.toContain(secret);
      await test.drain();
      const before = pings();
      await page.getByRole("link", { name: url }).tap();
      await page.getByRole("button", { name: "Tester" }).tap();
      await page.locator("dialog").getByRole("button", { name: "Tester" }).tap();
      await page.locator("dialog").waitFor({ state: "detached" });
      await test.drain();
      expect(pings()).toBe(before + 1);
    });
  });

  it("opens a delivery and sends it again", async () => {
    const { test } = screens;
    await screens.open({ ...wide, as: "OWNER", at: `developers/endpoints/${endpointId}` }, async (page) => {
      await page.getByRole("link", { name: "payment.succeeded" }).first().click();
      await page.locator("ol.attempts > li").waitFor();
      const before = receiver.received.length;
      await page.getByRole("button", { name: "Envoyer encore" }).click();
      await page.getByText("L’envoi est relancé.").waitFor();
      await test.drain();
      expect(receiver.received.slice(before).map(({ type }) => type)).toEqual(["payment.succeeded"]);
      await page.reload();
      await expect.poll(() => page.locator("ol.attempts > li").count()).toBe(2);
      await takePicture(page, "developers-delivery");
    });
  });

  it("finds a refused request by its id and reads which field was wrong", async () => {
    await screens.open({ ...wide, as: "OWNER", at: "developers/requests" }, async (page) => {
      await page.getByLabel("Request-Id").focus();
      await page.keyboard.type(refusedRequestId);
      await page.keyboard.press("Enter");
      await page.getByText("400 VALIDATION_ERROR").waitFor();
      await page.getByText("Ces champs ne conviennent pas").waitFor();
      expect(page.url()).toContain(refusedRequestId);
    });
  });

  it("makes a payment in the simulator that fails as chosen", async () => {
    const { test } = screens;
    await screens.open({ ...phone, as: "OWNER", at: "developers/simulator" }, async (page) => {
      await page.getByRole("button", { name: "no_funds" }).tap();
      await page.getByLabel("Montant en F CFA").fill("4321");
      await page.getByRole("button", { name: /^Payer 4\s321/ }).tap();
      await page.getByRole("link", { name: "Ouvrir le paiement" }).waitFor();
      await test.advance(5_000);
      await page.getByRole("button", { name: "Regarder encore" }).tap();
      await page.locator(".trial [role=status]").getByText("Échoué").waitFor();
      await takePicture(page, "developers-simulator-phone");
    });
    const { body } = await test.request("GET", "/payments/charges?amountMin=4321&amountMax=4321");
    expect(body.data).toMatchObject([{ amount: "4321", status: "FAILED" }]);
  });
});

it("someone who may only read is offered no act", async () => {
  await screens.open({ ...wide, as: "VIEWER", at: `developers/endpoints/${endpointId}` }, async (page) => {
    await page.getByText(receiver.url, { exact: true }).waitFor();
    expect(await page.locator("main button:visible").allInnerTexts()).not.toContain("Tester");
    expect(await page.getByRole("button", { name: "Répéter" }).count()).toBe(0);
  });
});

const pictures = process.env.PICTURES ?? "";
async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === "") return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/dashboard-${name}.png` });
}
