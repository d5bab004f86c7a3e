import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, type ContextOptions, launchBrowser, type TestBrowser } from "../harness/browser.ts";

/** The documentation in a real browser: on a phone, by keyboard, in dark mode, without JavaScript. */
let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function open(path: string, options: ContextOptions = {}) {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(`${app.origin}/documentation/${path}`);
  return { page, faults, close: () => context.close() };
}

test.each(["guides/accept-a-payment.html", "guides/fr/", "reference/errors.html"])(
  "%s is readable on a phone and by a screen reader, in light and dark",
  async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, close } = await open(path, { forAxe: true, colorScheme });
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
      await close();
    }
  },
);

test("search by keyboard finds a heading, and Enter opens it", async () => {
  const { page, faults, close } = await open("");
  await page.getByRole("searchbox").fill("unknown outcom");
  await page.getByRole("search").getByRole("link").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/unknown-outcomes\.html/);
  await page.getByRole("searchbox").fill("xyzzyx");
  await page.getByText("Nothing found").waitFor();
  // The policy of the page let all of it happen.
  expect(faults).toEqual([]);
  await close();
});

test("the French pages search in French, and lead to the English ones and back", async () => {
  const { page, faults, close } = await open("guides/fr/refund.html");
  await page.getByRole("searchbox").fill("rembours");
  await page.getByRole("search").getByRole("link", { name: "Rembourser" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Refund" }).waitFor();
  await page.getByRole("link", { name: "Français" }).click();
  await page.getByRole("heading", { level: 1, name: "Rembourser" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test("a chosen language is shown by every example, and kept on the next page", async () => {
  const { page, faults, close } = await open("guides/accept-a-payment.html");
  const tabs = page.getByRole("tab", { selected: true });
  expect(await tabs.allInnerTexts()).toEqual(["Node.js", "Node.js", "Node.js"]);
  await page.getByRole("tab", { name: "Node.js" }).first().focus();
  await page.keyboard.press("ArrowRight");
  expect(await tabs.allInnerTexts()).toEqual(["PHP", "PHP", "PHP"]);
  expect(await page.getByRole("tabpanel").first().innerText()).toContain("php -S localhost:4000");
  await page.goto(`${app.origin}/documentation/guides/refund.html`);
  expect(await tabs.allInnerTexts()).toEqual(["PHP"]);
  expect(faults).toEqual([]);
  await close();
});

test("without JavaScript every example and every page can be reached", async () => {
  const { page, close } = await open("guides/refund.html", { javaScriptEnabled: false });
  for (const name of ["Node.js", "PHP", "Python"])
    expect(await page.getByText(name, { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  await page.getByRole("link", { name: "All pages" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Reconcile" }).click();
  await page.getByRole("heading", { level: 1, name: "Reconcile" }).waitFor();
  await close();
});
