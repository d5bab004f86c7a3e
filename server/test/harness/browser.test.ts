import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations, launchBrowser, type TestBrowser } from "./browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("a browser starts with nothing installed but the packages, and renders text", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent("<!doctype html><title>t</title><h1 style='display:inline'>Payer 5 000 F CFA</h1>");
  const box = await page.locator("h1").boundingBox();
  expect(box?.width).toBeGreaterThan(100);
  await context.close();
});

test("axe reports what is wrong, so that an empty list means something", async () => {
  const context = await browser.newContext({ forAxe: true });
  const page = await context.newPage();
  await page.setContent("<!doctype html><html lang=fr><title>t</title><main><h1>x</h1><input></main>");
  expect((await axeViolations(page)).join("\n")).toContain("label");
  await context.close();
});
