import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../server/test/harness/app.ts";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  type TestBrowser,
} from "../../../server/test/harness/browser.ts";
import { picturesOf } from "../../../server/test/harness/pictures.ts";
import { createPayer, mtn } from "../../../server/test/simulation/payer.ts";
import { type Shop, startShop } from "./shop.test-support.ts";

/** A shop on another site, whose link opens the payment page: in a window beside it on a computer, in its place on a phone. */
let test: TestApp;
let browser: TestBrowser;
let shop: Shop;

beforeAll(async () => {
  test = await startTestApp();
  browser = await launchBrowser();
  shop = await startShop(test.origin);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await test?.stop();
});

const desktop: ContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: ContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function inShop<T>(
  to: string,
  options: ContextOptions & { readonly lang?: string },
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const { lang = "fr", ...look } = options;
  const context = await browser.newContext(look);
  try {
    const page = await context.newPage();
    await page.goto(shop.pageFor(to, lang));
    if (look.javaScriptEnabled !== false) await page.waitForFunction("window.caurisEmbed");
    return await use(page, context);
  } finally {
    await context.close();
  }
}

const payer = () => createPayer(test);
const newPage = async () => {
  const { id } = await payer().newSession();
  return { id, address: `${test.origin}/checkout/${id}` };
};
const newLink = async (price: Readonly<Record<string, unknown>>, then?: "cancel"): Promise<string> => {
  const { status, body } = await test.request("POST", "/payments/links", {
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { currency: "XOF", title: "Panier", reusable: true, ...price },
  });
  expect(status).toBe(201);
  const { id, slug } = body.data;
  if (then === "cancel") await test.request("POST", `/payments/links/${id}/cancel`, { body: {} });
  return `${test.origin}/pay/${slug}`;
};
/** How many events the shop hears. */
const countTold = (page: Page) =>
  page.evaluate(`void (window.counted = 0,
    ["cauris:paid", "cauris:closed"].forEach((name) => addEventListener(name, () => { window.counted++; })))`);
const pay = (page: Page) => page.getByRole("link", { name: "Payer 5 000 F CFA" });
const told = (page: Page) => page.locator("#told");

describe("on a computer", () => {
  it("the page opens in a window that cannot reach the shop, and the shop is told when it is paid", async () => {
    const { id, address } = await newPage();
    await inShop(address, desktop, async (page) => {
      const opened = page.waitForEvent("popup");
      await pay(page).click();
      const window = await opened;
      await window.waitForURL(address);
      expect(await window.evaluate("window.opener")).toBeNull();
      await page.getByRole("dialog", { name: "Le paiement continue dans l’autre fenêtre." }).waitFor();
      expect(page.url()).toContain(shop.origin);
      await payer().complete(id, mtn("789"));
      await test.advance(6_000);
      await expect.poll(() => told(page).textContent()).toBe(`cauris:paid {"sessionId":"${id}"}`);
      expect(await page.getByRole("dialog").count()).toBe(0);
    });
  });

  it.each([
    ["fr", "Ce paiement n’a pas abouti."],
    ["en", "This payment was not completed."],
    ["pt", "Este pagamento não foi concluído."],
  ])("a payment that the merchant cancels ends the wait, in words and once (%s)", async (lang, words) => {
    const { id, address } = await newPage();
    await inShop(address, { ...desktop, lang, forAxe: true }, async (page) => {
      await countTold(page);
      await pay(page).click();
      await page.getByRole("dialog").waitFor();
      await test.request("POST", `/checkout/sessions/${id}/cancel`, { body: {} });
      await page.getByRole("dialog", { name: words }).waitFor();
      expect(await told(page).textContent()).toBe(`cauris:closed {"sessionId":"${id}"}`);
      expect(await page.getByRole("button").count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
      // The way back has the focus, and says nothing again.
      await page.keyboard.press("Enter");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      expect(await page.evaluate("window.counted")).toBe(1);
    });
  });

  it("so does one that fails for good, and one whose time is over", async () => {
    const failing = await payer().newSession({ maxAttempts: 1 });
    const expiring = await payer().newSession({
      expiresAt: new Date(test.clock.nowMs() + 6 * 60_000).toISOString(),
    });
    for (const [session, end] of [
      [failing, () => payer().complete(failing.id, mtn("049"))],
      [expiring, () => Promise.resolve()],
    ] as const) {
      await inShop(`${test.origin}/checkout/${session.id}`, desktop, async (page) => {
        await pay(page).click();
        await page.getByRole("dialog").waitFor();
        await end();
        await test.advance(session === failing ? 6_000 : 7 * 60_000);
        await page.getByRole("dialog", { name: "Ce paiement n’a pas abouti." }).waitFor();
        expect(await told(page).textContent()).toBe(`cauris:closed {"sessionId":"${session.id}"}`);
      });
    }
  });

  it("a failed try ends nothing while the payer may try again", async () => {
    const { id, address } = await newPage();
    await inShop(address, desktop, async (page) => {
      const failed = page.waitForResponse(
        async (answer) => answer.url().includes("/status") && (await answer.text()).includes('"FAILED"'),
      );
      await pay(page).click();
      await page.getByRole("dialog").waitFor();
      await payer().complete(id, mtn("049"));
      await test.advance(6_000);
      await failed;
      await page.getByRole("dialog", { name: "Le paiement continue dans l’autre fenêtre." }).waitFor();
      await payer().complete(id, mtn("789"));
      await test.advance(6_000);
      await expect.poll(() => told(page).textContent()).toBe(`cauris:paid {"sessionId":"${id}"}`);
    });
  });

  it("of a payment link with one price the shop is told when it is paid", async () => {
    const address = await newLink({ amount: "5000" });
    await inShop(`${address}?lang=en`, desktop, async (page) => {
      const opened = page.waitForEvent("popup");
      await pay(page).click();
      const window = await opened;
      await window.waitForURL(/\/checkout\/cs_[\w-]+\?lang=en$/);
      expect(await window.evaluate("window.opener")).toBeNull();
      const id = new URL(window.url()).pathname.split("/").at(-1) ?? "";
      await payer().complete(id, mtn("789"));
      await test.advance(6_000);
      await expect.poll(() => told(page).textContent()).toBe(`cauris:paid {"sessionId":"${id}"}`);
    });
  });

  it("a link that leaves a choice, or takes no payment, opens its own page, and nothing is said of the payment", async () => {
    const cancelled = await newLink({ amount: "5000" }, "cancel");
    for (const address of [
      await newLink({ amount: null }),
      await newLink({ amount: "5000", quantityMax: 3 }),
      cancelled,
    ]) {
      await inShop(address, desktop, async (page) => {
        const opened = page.waitForEvent("popup");
        await pay(page).click();
        await (await opened).waitForURL(address);
        await page.getByRole("button", { name: "Revenir à la boutique" }).click();
        await expect.poll(() => told(page).textContent()).toBe('cauris:closed {"sessionId":null}');
      });
    }
  });

  it("by keyboard the sheet opens, opens the window again, closes, and gives the focus back", async () => {
    const { id, address } = await newPage();
    await inShop(address, desktop, async (page, context) => {
      await pay(page).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      const again = context.waitForEvent("page");
      await page.getByRole("button", { name: "Rouvrir la fenêtre" }).press("Enter");
      await (await again).waitForURL(address);
      await page.bringToFront();
      await page.keyboard.press("Escape");
      await expect.poll(() => told(page).textContent()).toBe(`cauris:closed {"sessionId":"${id}"}`);
      expect(await pay(page).evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
    });
  });

  it.each(["fr", "en", "pt"])("axe finds nothing on the sheet (%s)", async (lang) => {
    const { address } = await newPage();
    await inShop(address, { ...desktop, lang, forAxe: true }, async (page) => {
      await pay(page).click();
      await page.getByRole("dialog").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      if (lang === "fr") await picturesOf("checkout")(page, "beside");
    });
  });

  it("a link to another site is left alone, and so is a click that asks for a new tab", async () => {
    const { address } = await newPage();
    await inShop(`${shop.origin}/elsewhere`, desktop, async (page) => {
      await pay(page).click();
      await page.waitForURL(`${shop.origin}/elsewhere`);
    });
    await inShop(address, desktop, async (page) => {
      // Asked last, and then kept from the browser: on a busy machine its new tab may crash before it has loaded anything.
      await page.evaluate(`void (window.heard = new Promise((resolve) =>
        addEventListener("click", (event) => {
          resolve([event.ctrlKey, event.defaultPrevented]);
          event.preventDefault();
        })))`);
      await pay(page).click({ modifiers: ["Control"] });
      expect(await page.evaluate("window.heard")).toEqual([true, false]);
      expect(await page.getByRole("dialog").count()).toBe(0);
    });
  });

  it("where windows are not allowed the link is followed", async () => {
    const { address } = await newPage();
    await inShop(address, desktop, async (page) => {
      await page.evaluate("window.open = () => null");
      await pay(page).click();
      await page.waitForURL(address);
    });
  });
});

it("on a phone the page takes the place of the shop, with the script and without", async () => {
  const { address } = await newPage();
  for (const javaScriptEnabled of [true, false]) {
    await inShop(address, { ...phone, javaScriptEnabled }, async (page, context) => {
      await pay(page).tap();
      await page.waitForURL(address);
      expect(context.pages()).toHaveLength(1);
    });
  }
});
