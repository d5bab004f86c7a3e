import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContract } from "../contract/document.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** A payer sees who runs the page and reads its terms beside it, without losing what was typed. */
let app: TestApp;
let browser: TestBrowser;

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
  const contract = await readContract(app);
  const set = await contract.call("setPayerPage", {
    apiKey: (await app.operator()).token,
    body: {
      mode: "SANDBOX",
      name: "Compagnie ouest-africaine de paiement",
      licence: "Établissement de paiement agréé par la BCEAO, n° EP.CI.012/2025",
      termsUrl: "https://cauris.example/conditions",
      privacyUrl: "https://cauris.example/confidentialite",
    },
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const pictures = process.env.PICTURES ?? "";

test.each([
  [
    "with the script at 320 px, in French",
    true,
    320,
    "fr",
    "light",
    16,
    "Conditions",
    "Sans frais pour vous",
  ],
  [
    "without it at 360 px in the dark, in Portuguese",
    false,
    360,
    "pt",
    "dark",
    16,
    "Condições",
    "Sem taxas para si",
  ],
  [
    "at 360 px with text of 200 %, in French",
    true,
    360,
    "fr",
    "light",
    32,
    "Conditions",
    "Sans frais pour vous",
  ],
  ["with it at 1280 px, in English", true, 1280, "en", "light", 16, "Terms", "No fee for you"],
] as const)(
  "%s: who runs the page, its terms, and the fee",
  async (name, script, width, locale, colorScheme, px, words, fee) => {
    const made = await app.request("POST", "/checkout/sessions", {
      body: { amount: "12500", currency: "XOF", title: "Commande n° 2041", locale },
    });
    const context = await browser.newContext({
      javaScriptEnabled: script,
      viewport: { width, height: 740 },
      reducedMotion: "reduce",
      colorScheme,
      forAxe: script,
    });
    try {
      await context.route("https://cauris.example/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>conditions</title>" }),
      );
      const page = await context.newPage();
      await page.goto(made.body.data.url);
      if (px !== 16) await page.addStyleTag({ content: `html{font-size:${px}px}` });
      await page.getByText(fee).waitFor();
      await page.locator("footer", { hasText: "EP.CI.012/2025" }).waitFor();
      await page.locator("#phone").fill("05 05 05 01 29");
      const [terms] = await Promise.all([
        context.waitForEvent("page"),
        page.locator("footer a", { hasText: words }).click(),
      ]);
      await terms.waitForURL("https://cauris.example/conditions");
      expect(await page.locator("#phone").inputValue()).toContain("05 05 05");
      if (script) expect(await axeViolations(page)).toEqual([]);
      const isWithin = "document.documentElement.scrollWidth <= innerWidth";
      if (script) expect(await page.evaluate(isWithin)).toBe(true);
      if (pictures !== "") {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({
          path: `${pictures}/run-by-${name.replaceAll(/[^a-z0-9]+/gi, "-")}.png`,
          fullPage: true,
        });
      }
    } finally {
      await context.close();
    }
  },
  120_000,
);
