import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../server/test/harness/app.ts";
import {
  type Firefox,
  type FirefoxPage,
  findFirefox,
  startFirefox,
} from "../../../server/test/harness/firefox.ts";
import { createPayer, mtn } from "../../../server/test/simulation/payer.ts";
import { type Shop, startShop } from "./shop.test-support.ts";

/** The payment page beside a shop's page and in its place, in Firefox: `embed.browser.deep.test.ts` has every case in Chromium. */
const found = await findFirefox();
const program = "program" in found ? found.program : "";
/** In the list of tests, too, where a run shows no output. */
const skipped = "missing" in found ? `the payment page in Firefox is skipped: ${found.missing}` : null;
if (skipped !== null) console.info(skipped);
const POLL = { timeout: 30_000 };

describe.skipIf(skipped !== null)(skipped ?? "in Firefox", () => {
  let test: TestApp;
  let firefox: Firefox;
  let shop: Shop;
  beforeAll(async () => {
    test = await startTestApp();
    shop = await startShop(test.origin);
    firefox = await startFirefox(program);
  }, 120_000);
  afterAll(async () => {
    await firefox?.close();
    await shop?.stop();
    await test?.stop();
  });

  const openShop = async (address: string): Promise<FirefoxPage> => {
    const page = await firefox.open(shop.pageFor(address));
    await expect.poll(() => page.evaluate("window.caurisEmbed === true"), POLL).toBe(true);
    return page;
  };
  const windowAt = async (address: string): Promise<FirefoxPage | null> => {
    for (const page of await firefox.pages())
      if ((await page.evaluate("location.href")) === address) return page;
    return null;
  };

  it("on a computer the page opens in a window that cannot reach the shop, and the shop is told when it is paid", async () => {
    const payer = createPayer(test);
    const { id } = await payer.newSession();
    const address = `${test.origin}/checkout/${id}`;
    const page = await openShop(address);
    await page.click("a[data-cauris]");
    await expect.poll(() => windowAt(address), POLL).not.toBeNull();
    const opened = await windowAt(address);
    expect(await opened?.evaluate("window.opener")).toBeNull();
    expect(await page.evaluate("document.querySelector('dialog').open")).toBe(true);
    expect(await page.evaluate("location.origin")).toBe(shop.origin);
    await payer.complete(id, mtn("789"));
    await test.advance(6_000);
    const told = () => page.evaluate("document.querySelector('#told').textContent");
    await expect.poll(told, POLL).toBe(`cauris:paid {"sessionId":"${id}"}`);
    expect(await page.evaluate("document.querySelector('dialog')")).toBeNull();
    await opened?.close();
    await page.close();
  });

  it("on a narrow screen the page takes the shop's place, and the payer pays there", async () => {
    const { id } = await createPayer(test).newSession();
    const address = `${test.origin}/checkout/${id}`;
    const page = await openShop(address);
    await page.resize(360, 740);
    await page.click("a[data-cauris]");
    await expect.poll(() => page.evaluate("location.href"), POLL).toBe(address);
    await expect
      .poll(() => page.evaluate("document.querySelector('input[type=tel]') !== null"), POLL)
      .toBe(true);
    await page.click("input[type=tel]");
    await page.type("0500000789");
    await page.click("form button[type=submit]");
    await expect
      .poll(() => page.evaluate("document.querySelector('h1').textContent"), POLL)
      .toMatch(/téléphone|MTN/);
    await test.advance(6_000);
    await expect.poll(() => page.evaluate("document.body.textContent"), POLL).toContain("Paiement réussi");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.close();
  });
});
