import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../../src/http/limits/index.ts";
import { pngOf } from "../../src/modules/logos/test-pictures.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, inNewTab, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { chooseMethod } from "../harness/payer-page.ts";

/** Hardships of payers: phones that sleep, networks that fail, tabs, a tight budget, a merchant's picture. */
let app: TestApp;
let browser: TestBrowser;
let merchantSite: Server;

beforeAll(async () => {
  // Attempts per session count as in production; the clock stands still, so limits that refill by time are wider.
  const wide = { count: 10_000, burst: 10_000 };
  app = await startTestApp({
    limits: {
      ...defaultLimits,
      apiKey: { SANDBOX: { perSecond: 10_000 }, LIVE: { perSecond: 10_000 } },
      clientAddress: { ...defaultLimits.clientAddress, ...wide },
      sessionReads: { ...defaultLimits.sessionReads, ...wide },
      payerPhone: { ...defaultLimits.payerPhone, count: 10_000 },
    },
  });
  browser = await launchBrowser();
  const picture = pngOf(400, 160, (x, y) => [x % 256, y % 256, 120, 255]);
  merchantSite = createServer((_request, response) => response.end(picture));
  await new Promise<void>((resolve) => merchantSite.listen(0, "127.0.0.1", resolve));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  merchantSite?.close();
  await app?.stop();
});

interface Created {
  readonly id: string;
  readonly url: string;
}

async function newSession(fields: Readonly<Record<string, unknown>> = {}): Promise<Created> {
  const { status, body } = await app.request("POST", "/checkout/sessions", {
    body: { amount: "12500", currency: "XOF", title: "Commande n° 2041", ...fields },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

async function visit(
  url: string,
  journey: (page: Page, context: BrowserContext) => Promise<void>,
  options: Parameters<TestBrowser["newContext"]>[0] = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...options });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await journey(page, context);
  } finally {
    await context.close();
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const attemptsOf = async ({ id }: Created): Promise<number> =>
  (await app.request("GET", `/checkout/sessions/${id}/attempts`)).body.data.length;

async function payByPhone(page: Page, phone = "05 05 05 07 89", operator = "MTN MoMo"): Promise<void> {
  await page.locator("#phone").fill(phone);
  await page.locator(".tile:visible > label", { hasText: operator }).click();
  await page.locator(".pay:visible").click();
}

describe("the phone", () => {
  test("locked for ten minutes wakes up to the receipt", async () => {
    await visit((await newSession()).url, async (page, context) => {
      await payByPhone(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      const devTools = await context.newCDPSession(page);
      await devTools.send("Page.setWebLifecycleState", { state: "frozen" });
      await app.advance(10 * 60_000, 60_000);
      await devTools.send("Page.setWebLifecycleState", { state: "active" });
      await heading(page, "Paiement réussi").waitFor();
    });
  });

  test("that loses its network while it waits says so, and finds the receipt when it is back", async () => {
    await visit((await newSession()).url, async (page, context) => {
      await payByPhone(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await context.setOffline(true);
      await page.getByText("Connexion perdue").waitFor();
      await app.advance(3_000);
      await context.setOffline(false);
      await heading(page, "Paiement réussi").waitFor();
    });
  });

  test("that loses its network just as the form leaves pays once, however often it is sent again", async () => {
    const session = await newSession();
    await visit(session.url, async (page, context) => {
      let cut = true;
      // The form arrives, but not its answer.
      await page.route(session.url, async (route) => {
        if (route.request().method() !== "POST" || !cut) return route.continue();
        cut = false;
        await route.fetch({ maxRedirects: 0 });
        await route.abort("connectionreset");
      });
      await page.locator("#phone").fill("05 05 05 07 89");
      await page.locator(".tile:visible > label", { hasText: "MTN MoMo" }).click();
      await page.locator(".pay:visible").click({ noWaitAfter: true });
      await page.waitForEvent("requestfailed");
      const again = await context.newPage();
      await again.goto(session.url);
      await heading(again, "Confirmez sur votre téléphone").waitFor();
      await app.advance(3_000);
      await heading(again, "Paiement réussi").waitFor();
    });
    expect(await attemptsOf(session)).toBe(1);
  });
});

describe("the way back", () => {
  test("by the browser's button, a reload and a second tab each lead to the truth", async () => {
    const session = await newSession();
    await visit(session.url, async (page, context) => {
      await payByPhone(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await page.reload();
      const second = await context.newPage();
      await second.goto(session.url);
      await app.advance(3_000);
      for (const tab of [page, second]) await heading(tab, "Paiement réussi").waitFor();
      await page.goBack();
      await heading(page, "Paiement réussi").waitFor();
    });
    expect(await attemptsOf(session)).toBe(1);
  });

  test("on another day, with another merchant's page, the method used last stands first", async () => {
    await visit((await newSession()).url, async (page) => {
      await chooseMethod(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.locator(".pay:visible").click();
      await heading(page, "Faites votre virement").waitFor();
      await page.goto((await newSession()).url);
      const first = page.locator(".choice").first();
      expect(await first.locator(".name").textContent()).toBe("Virement bancaireUtilisé la dernière fois");
      expect(await page.locator("#payer_name").inputValue()).toBe("");
    });
  });

  test("an operator that was used last gives way to what the number says", async () => {
    await visit((await newSession()).url, async (page) => {
      await payByPhone(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await page.goto((await newSession()).url);
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      await page.locator("#phone").pressSequentially("0101020304");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MOOV");
    });
  });
});

describe("a number", () => {
  test("of Benin in its old form gets its new beginning before the payer's eyes, and pays", async () => {
    const session = await newSession();
    await visit(`${session.url}?country=BJ`, async (page) => {
      await page.locator("#phone").pressSequentially("97123456");
      await page.locator("#phone").blur();
      expect(await page.locator("#phone").inputValue()).toBe("01 97 12 34 56");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      await page.locator(".pay:visible").click();
      await page.getByText("+229 01").waitFor();
    });
  });
});

describe("too many tries", () => {
  test("say when to come back, and the form is still there", async () => {
    const session = await newSession({ maxAttempts: 10 });
    const post = () =>
      fetch(session.url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
        body: "method=MOBILE_MONEY&country=CI&operator=MTN&phone=12345",
      });
    for (let count = 0; count < defaultLimits.sessionCompletes.count; count++) await post();
    await visit(
      session.url,
      async (page) => {
        await payByPhone(page);
        await page.locator("#errors").getByText("Trop d’essais en peu de temps. Recommencez dans").waitFor();
        expect(await page.locator("#phone").inputValue()).toBe("05 05 05 07 89");
        expect(await axeViolations(page)).toEqual([]);
      },
      { forAxe: true },
    );
    expect(await attemptsOf(session)).toBe(0);
  });
});

describe("money that comes too late", () => {
  /** This number fails after two seconds and is confirmed a minute after the session has expired. */
  const LATE = "05 05 05 02 09";
  test.each([
    ["ACCEPT", "Paiement reçu après le délai", /il a bien été accepté/],
    ["REFUND", "Votre paiement est arrivé trop tard", /Il vous (est|a été) remboursé/],
    ["REVIEW", "Votre paiement est arrivé trop tard", /Il sera accepté, ou il vous sera remboursé/],
  ])("policy %s: the payer reads where it is, and pays no second time", async (policy, name, words) => {
    const expiresAt = new Date(app.clock.nowMs() + 5 * 60_000).toISOString();
    const session = await newSession({ latePaymentPolicy: policy, expiresAt });
    await visit(session.url, async (first) => {
      await payByPhone(first, LATE);
      await heading(first, "Confirmez sur votre téléphone").waitFor();
      await app.advance(7 * 60_000, 20_000);
      const page = await inNewTab(first, session.url);
      await heading(page, name).waitFor();
      expect(await page.locator("main").textContent()).toMatch(words);
      // A receipt can be sent by mail; nothing can be paid.
      expect(await page.locator("form:not([action*='/receipt-mail'])").count()).toBe(0);
      const { body } = await app.request("GET", `/payments/charges?sessionId=${session.id}`);
      const rows = await page.locator(".rows").textContent();
      expect(rows).toContain(body.data[0].provider.transactionId);
      // What the payer reads out leads the merchant to the payment.
      const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}$/.exec(rows ?? "")?.[0];
      const found = await app.request("GET", `/merchant/merchants/${app.merchantId}/search?q=${reference}`);
      expect(found.body.data.hits.map(({ id }: { readonly id: string }) => id)).toContain(body.data[0].id);
      const pdf = await app.request("GET", `${session.url}/receipt.pdf`, { apiKey: null });
      expect(pdf.status).toBe(policy === "ACCEPT" ? 200 : 404);
    });
  });
});

describe("the budget of a cheap phone", () => {
  test("a payment from start to receipt, the merchant's logo included, is at most 24 KB in few requests", async () => {
    const { port } = merchantSite.address() as AddressInfo;
    await app.owner.query({
      text: "update merchant_numbers set logo_url = $1 where merchant_no = $2",
      values: [`http://localhost:${port}/logo.png`, app.merchantNo],
    });
    await app.advance(5_000);
    const session = await newSession();
    // The first page requests the picture; the next page shows it.
    await app.request("GET", (await newSession()).url, { apiKey: null });
    await app.drain();
    let bytes = 0;
    const asked: string[] = [];
    await visit("about:blank", async (page, context) => {
      const devTools = await context.newCDPSession(page);
      await devTools.send("Network.enable");
      const paths = new Map<string, string>();
      devTools.on("Network.requestWillBeSent", ({ requestId, request }) => {
        const path = request.url.startsWith("http") ? new URL(request.url).pathname : request.url;
        paths.set(requestId, `${request.method} ${path.replace(session.id, "cs")}`);
      });
      // Not downloaded: it came from the browser's cache.
      devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (encodedDataLength === 0) return;
        bytes += encodedDataLength;
        asked.push(paths.get(requestId) ?? "");
      });
      await page.goto(session.url);
      expect(await page.evaluate("document.querySelector('img.logo').naturalWidth")).toBeGreaterThan(40);
      await payByPhone(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await app.advance(3_000);
      await heading(page, "Paiement réussi").waitFor();
      await page.waitForLoadState("networkidle");
    });
    expect(asked.filter((one) => one.includes("/logos/"))).toHaveLength(1);
    expect(asked.filter((one) => one.includes("/assets/"))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(12);
    expect(bytes).toBeLessThan(24 * 1024);
  });
});
