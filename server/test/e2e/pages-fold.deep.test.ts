import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/document.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** On a small phone whoever's number is known pays without scrolling, and shows the receipt to others by the phone's own sheet. */
let app: TestApp;
let browser: TestBrowser;

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const open = async (locale: string, customer: object = { phone: "+2250505050123" }): Promise<Json> => {
  const made = await app.request("POST", "/checkout/sessions", {
    body: {
      amount: "12500",
      currency: "XOF",
      title: "Commande n° 2041",
      description: "2 pagnes wax, livraison à Cocody comprise",
      customer,
      locale,
    },
  });
  return made.body.data;
};

const knownAt = { phone: "+2250505050123" };
test.each([
  [360, 640, "fr", "of a known number", knownAt, "light"],
  [360, 640, "fr", "of a first visit", {}, "dark"],
  [360, 640, "en", "of a first visit", {}, "light"],
  [360, 640, "pt", "of a first visit", {}, "light"],
  [320, 568, "fr", "of a first visit in live mode", {}, "light"],
] as const)(
  "%i × %i, %s, %s: the number, the operators and the button are above the fold",
  async (width, height, locale, name, customer, colorScheme) => {
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, colorScheme, forAxe: true });
    try {
      const page = await context.newPage();
      await page.goto((await open(locale, customer)).url);
      // Live, the line about tests is not there.
      if (name.endsWith("live mode")) await page.evaluate("document.querySelector('.test').remove()");
      const bottoms = await page.evaluate<number[]>(
        "['#phone', '.operators', '.pay'].map((one) => document.querySelector(one).getBoundingClientRect().bottom)",
      );
      if (process.env.PICTURES !== undefined)
        await page.screenshot({
          path: `${process.env.PICTURES}/fold-${width}-${locale}-${"phone" in customer}.png`,
        });
      expect(
        bottoms.filter((bottom) => bottom > height),
        `${bottoms}`,
      ).toEqual([]);
      expect(await page.evaluate(smallTargets)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
    } finally {
      await context.close();
    }
  },
);

/** What a thumb has to hit, and is less than 44 px high. */
const smallTargets = `[...document.querySelectorAll("a[href], button, summary, select, input:not([type=radio], [type=hidden]), input[type=radio] + label")]
  .filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 44)
  .map((one) => one.tagName + " " + one.textContent + " " + one.getBoundingClientRect().height)`;

test("a tap without a network is answered in sight of the button, and so is one that was lost", async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 568 } });
  try {
    const page = await context.newPage();
    await page.goto((await open("fr")).url);
    const answered = async (words: string): Promise<void> => {
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
      const [button, answer] = await page.evaluate<[number, number][]>(
        "['.pay', '#sending'].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])",
      );
      expect(answer?.[0]).toBeGreaterThanOrEqual(button?.[1] ?? 0);
      expect(answer?.[1]).toBeLessThanOrEqual(568);
    };
    await context.setOffline(true);
    await page.locator(".pay:visible").click();
    await answered("Rien n’a été envoyé");
    await context.setOffline(false);
    await page.route("**/checkout/cs_*", (route) => route.abort("connectionfailed"));
    await page.locator(".pay:visible").click();
    await answered("La connexion s’est coupée");
  } finally {
    await context.close();
  }
});

const payIn = async (page: Page): Promise<void> => {
  await page.locator(".pay:visible").click();
  await app.advance(3_000);
  await page.getByRole("heading", { name: "Paiement réussi" }).waitFor();
};

test("with a share sheet, the receipt's own address is shared, never the payer's", async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, forAxe: true });
  try {
    const page = await context.newPage();
    await page.addInitScript("navigator.share = async ({ url }) => { document.title = url; }");
    const session = await open("fr");
    await page.goto(session.url);
    await payIn(page);
    expect(await page.getByText("Copier le lien").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Partager le reçu" }).click();
    await page.waitForFunction("document.title.includes('/checkout/receipts/rc_')");
    expect(await page.title()).not.toContain(session.id);
    expect(page.url()).toContain(session.id);
    expect(await axeViolations(page)).toEqual([]);
    if (process.env.PICTURES !== undefined)
      await page.screenshot({ path: `${process.env.PICTURES}/receipt-share.png`, fullPage: true });
  } finally {
    await context.close();
  }
});

test("without one it is a link to what confirms the receipt, also without the script", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    const { id, url } = await open("fr");
    await app.request("POST", `/checkout/pay/${id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250505050123", operator: "MTN", countryCode: "CI" },
      },
    });
    await app.advance(3_000);
    await page.goto(url);
    await page.getByRole("link", { name: "Partager le reçu" }).click();
    await page.getByRole("heading", { name: "Reçu authentique" }).waitFor();
  } finally {
    await context.close();
  }
});
