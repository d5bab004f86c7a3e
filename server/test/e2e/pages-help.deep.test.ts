import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, inNewTab, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** A payer who waits calls the merchant, and the merchant finds the payment by what the payer reads out. */
let app: TestApp;
let browser: TestBrowser;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test.each([
  ["with the script at 320 px in French", true, 320, "fr", "Vous pouvez fermer cette page."],
  ["without it at 360 px in Portuguese", false, 360, "pt", "Pode fechar esta página."],
  ["with it at 1280 px in English", true, 1280, "en", "You may close this page."],
])(
  "%s: the way to the merchant, the reference to read out, and when the page may be closed",
  async (_name, javaScriptEnabled, width, locale, mayClose) => {
    const profile = await app.request("PATCH", "/merchant-owner/onboarding/profile/operational", {
      body: { supportPhone: "+225 27 21 21 21 21", supportWhatsapp: "+225 07 07 07 07 07" },
    });
    expect(profile.status, JSON.stringify(profile.body)).toBe(200);
    const made = await app.request("POST", "/checkout/sessions", {
      body: { amount: "12500", currency: "XOF", title: "Commande n° 2041", locale },
    });
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width, height: 700 },
      reducedMotion: "reduce",
      forAxe: javaScriptEnabled,
    });
    try {
      let page = await context.newPage();
      await page.goto(made.body.data.url);
      expect(await page.locator('footer a[href="tel:+2252721212121"]').isVisible()).toBe(true);
      await page.locator("#phone").fill("05 05 05 01 29");
      await page.locator(".tile:visible > label", { hasText: "MTN" }).click();
      await page.locator(".pay:visible").click();
      await page.locator("main strong.code").waitFor();
      const reference = (await page.locator("main strong.code").textContent()) ?? "";
      expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
      expect(await page.locator('a[href^="https://wa.me/2250707070707"]').getAttribute("href")).toContain(
        reference,
      );
      expect(await page.getByText(mayClose).isVisible()).toBe(false);

      const { merchantId } = made.body.data;
      const found = await app.request("GET", `/merchant/merchants/${merchantId}/search?q=${reference}`);
      const attempts = await app.request("GET", `/checkout/sessions/${made.body.data.id}/attempts`);
      expect(found.body.data.hits.map((hit: { readonly id: string }) => hit.id)).toEqual(
        attempts.body.data.map((attempt: { readonly id: string }) => attempt.id),
      );

      await app.advance(16 * MINUTE_MS, MINUTE_MS);
      page = await inNewTab(page);
      await page.getByText(mayClose).waitFor();
      expect(await page.locator("main strong.code").textContent()).toBe(reference);
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      expect(
        await page.evaluate("document.documentElement.scrollWidth <= innerWidth").catch(() => true),
      ).toBe(true);
    } finally {
      await context.close();
    }
  },
  120_000,
);
