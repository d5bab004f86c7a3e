import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** The receipt by e-mail, as a payer asks for it. */
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

test.each([
  ["with the script at 320 px, in French", true, 320, "fr", "light", 16, "Vérifiez l’adresse", "Reçu envoyé"],
  [
    "without it at 360 px in the dark, in Portuguese",
    false,
    360,
    "pt",
    "dark",
    16,
    "Verifique o endereço",
    "Recibo enviado",
  ],
  ["at 1280 px, in English", true, 1280, "en", "light", 16, "Check the e-mail", "Receipt sent"],
  [
    "at 360 px with text of 200 %, in French",
    true,
    360,
    "fr",
    "dark",
    32,
    "Vérifiez l’adresse",
    "Reçu envoyé",
  ],
] as const)(
  "%s",
  async (_name, javaScriptEnabled, width, locale, colorScheme, px, wrong, sent) => {
    const { body } = await app.request("POST", "/checkout/sessions", {
      body: { amount: "12500", currency: "XOF", title: "Commande n° 2041", locale },
    });
    await app.request("POST", `/checkout/pay/${body.data.id}/complete`, {
      apiKey: null,
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
      },
    });
    await app.advance(3_000);
    const viewport = { width, height: 740 };
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport,
      colorScheme,
      forAxe: javaScriptEnabled,
    });
    const seen = async (what: string) => {
      if (javaScriptEnabled) {
        expect(await axeViolations(page), what).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      }
      if (process.env.PICTURES !== undefined)
        await page.screenshot({
          path: `${process.env.PICTURES}/receipt-mail-${what}-${width}-${px}-${locale}.png`,
          fullPage: true,
        });
    };
    const page = await context.newPage();
    try {
      await page.goto(body.data.url);
      if (px !== 16) await page.addStyleTag({ content: `html{font-size:${px}px}` });
      await page.locator("details:has(#email) > summary").click();
      await page.locator("#email").fill("awa@");
      await page.locator("#email").press("Enter");
      await page.getByText(wrong).waitFor();
      // What was typed is there to be corrected, in the field that the error belongs to.
      const field = page.locator("#email[aria-invalid=true]");
      expect(await field.inputValue()).toBe("awa@");
      expect(await field.getAttribute("aria-describedby")).toContain("email-error");
      expect(await page.locator("#email-error").textContent()).toContain(wrong);
      await seen("wrong");
      await page.locator("#email").fill("awa@exemple.ci");
      await page.locator("form.mail button").click();
      await page.getByText(sent).waitFor();
      await seen("sent");
    } finally {
      await context.close();
    }
  },
  120_000,
);
