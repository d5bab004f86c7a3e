import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../server/test/harness/app.ts";
import { axeViolations, launchBrowser, type TestBrowser } from "../../server/test/harness/browser.ts";

/** What a person reads at the bare host, and at an address that is none, on a phone. */
let test: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  test = await startTestApp();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await test?.stop();
});

describe.each(["fr", "en", "pt"])("in %s", (lang) => {
  it.each(["/", "/nimporte"])("%s passes axe and fits 360 px, in the light and in the dark", async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        viewport: { width: 360, height: 640 },
        colorScheme,
        forAxe: true,
      });
      try {
        const page = await context.newPage();
        await page.goto(`${test.origin}${path}?lang=${lang}`);
        expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      } finally {
        await context.close();
      }
    }
  });
});
