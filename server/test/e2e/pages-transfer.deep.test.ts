import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, inNewTab, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { chooseMethod } from "../harness/payer-page.ts";

/** A payer's bank transfer over days, in a real browser: what the page says before, at and after the deadline. */
let app: TestApp;
let browser: TestBrowser;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

test.each([
  ["with the script at 320 px", true, 320],
  ["without it at 360 px", false, 360],
  ["with it at 1280 px", true, 1280],
])(
  "%s: waits beyond the session's time, never says failed, and shows the receipt of late money",
  async (_name, javaScriptEnabled, width) => {
    const made = await app.request("POST", "/checkout/sessions", {
      body: { amount: "12500", currency: "XOF", title: "Commande n° 2041" },
    });
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width, height: 700 },
      reducedMotion: "reduce",
      forAxe: javaScriptEnabled,
    });
    try {
      let page = await context.newPage();
      const sound = async () => {
        if (!javaScriptEnabled) return;
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      };
      await page.goto(made.body.data.url);
      await chooseMethod(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.locator(".pay:visible").click();
      await heading(page, "Faites votre virement").waitFor();
      const link = page.getByRole("link", { name: "Test : faire le virement au simulateur" });
      const bankUrl = (await link.getAttribute("href")) ?? "";
      await sound();

      await app.advance(24 * HOUR_MS, 6 * HOUR_MS);
      page = await inNewTab(page);
      await heading(page, "Faites votre virement").waitFor();

      await app.advance(5 * 24 * HOUR_MS, 6 * HOUR_MS);
      page = await inNewTab(page);
      await heading(page, "Votre virement n’est pas encore arrivé").waitFor();
      expect(await page.getByText("Ne le refaites pas.").isVisible()).toBe(true);
      expect(await page.getByText("Le paiement n’a pas abouti").count()).toBe(0);
      await sound();

      const bank = await context.newPage();
      await bank.goto(bankUrl);
      await bank.getByRole("button", { name: "Montant exact" }).click();
      await bank.getByText("Le virement est arrivé.").waitFor();
      await app.advance(3_000);
      page = await inNewTab(page);
      await heading(page, "Paiement reçu après le délai").waitFor();
      expect(await page.getByText("Référence du virement").isVisible()).toBe(true);
      await sound();
    } finally {
      await context.close();
    }
  },
  120_000,
);
