import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CellCode } from "../../server/src/kit/cell.ts";
import { startTestApp, type TestApp } from "../../server/test/harness/app.ts";
import { type ContextOptions, launchBrowser, type TestBrowser } from "../../server/test/harness/browser.ts";
import { openConsole, openReader } from "../../server/test/harness/console-reader.ts";
import { workPlants } from "../../server/test/harness/work-plants.ts";
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** The queue in a real browser: by keyboard on a desk, by touch on a phone, in French. */
let test: TestApp;
let browser: TestBrowser;
let first: string;
let second: string;
let heldId: string;

const desk: ContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: ContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };
const PATIENCE_MS = 120_000;

beforeAll(async () => {
  test = await startTestApp({ cell: "ci" as CellCode });
  browser = await launchBrowser();
  first = (await test.operator()).email;
  second = (await test.operator("second")).email;
  await test.owner.query({ text: "update operators set locale = 'fr'" });
  await test.owner.query({
    text: "update merchants set display_name = $1 where id = $2",
    values: ["<b>Maison</b> “Akwaba” & fils", test.merchantId],
  });
  const payer = createPayer(test);
  const { id } = await payer.newSession({ amount: "6000" });
  heldId = (await payer.complete(id, mtn("219"))).body.data.chargeId;
  await test.advance(4_000);
  await workPlants(test).ENDPOINT_DISABLED();
  await workPlants(test).PROVIDER_ALARM();
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await test?.stop();
});

const open = async (email: string, options: ContextOptions, path = "/console/work") => {
  const reader = await openReader(test, browser, await openConsole(test, email), options);
  await reader.page.goto(`${test.origin}${path}`);
  await reader.page.waitForSelector("h1");
  return reader;
};

/** The part of a page's document that measures text: tests have no types of the browser. */
interface PageDocument {
  createRange(): {
    setStart(text: unknown, offset: number): void;
    setEnd(text: unknown, offset: number): void;
    getClientRects(): Iterable<{ readonly top: number }>;
  };
}

/** What stands out of the page at its side, as a script for the page. */
const tooWide = (width: number): string =>
  `[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > ${width} + 1 && !one.closest(".hidden, .skip")).map((one) => one.tagName + "." + one.className + " " + one.textContent.slice(0, 40))`;

describe("the queue", () => {
  it(
    "says of each row whether its money is real, and a kind leads to the rows that its number counts",
    async () => {
      const { page, context } = await open(first, desk, "/console/now?mode=SANDBOX");
      await page.locator(".now-list a", { hasText: "Argent retenu" }).click();
      const row = page.locator("tbody tr", { hasText: "Argent retenu" });
      await row.getByRole("cell", { name: "Bac à sable" }).waitFor();
      expect(page.url()).toMatch(/\?kind=HELD_MONEY&mode=SANDBOX$/);
      await page.goto(`${test.origin}/console/work?mode=SANDBOX&taken=NOBODY`);
      await page.locator(".counts a", { hasText: "Argent retenu" }).click();
      await page.waitForURL(/\?kind=HELD_MONEY&mode=SANDBOX&taken=NOBODY$/);
      await page.goto(`${test.origin}/console/work?mode=SANDBOX`);
      await page.locator("tbody a", { hasText: "Alarme d’un compte" }).click();
      await page.waitForURL(/providers\?mode=SANDBOX$/);
      await page.locator("tbody tr").first().getByRole("link").click();
      await page.getByText("Testez le compte, puis corrigez le réglage").waitFor();
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    "keeps the words of a merchant's name whole where its columns are narrow",
    async () => {
      const { page, context } = await open(first, { viewport: { width: 800, height: 800 } });
      const name = page.locator("td.name").filter({ hasText: "Akwaba" }).first();
      await name.waitFor();
      const linesOfWords = await name.evaluate((cell: { firstChild: unknown }) => {
        const { document } = globalThis as unknown as { document: PageDocument };
        const text = cell.firstChild as { textContent: string };
        return [...text.textContent.matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        });
      });
      expect(linesOfWords).toEqual(linesOfWords.map(() => 1));
      expect(linesOfWords.length).toBeGreaterThan(3);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    "is worked by keyboard on a desk: seen, taken, given back, and its row opened",
    async () => {
      const { page, faults, context } = await open(first, desk);
      await page.getByRole("heading", { name: "À traiter" }).waitFor();
      const row = page.getByRole("row").filter({ hasText: "Argent retenu" });
      await row.waitFor();
      expect(await row.textContent()).toContain("<b>Maison</b> “Akwaba” & fils");
      expect(await row.textContent()).toMatch(/3\u202f000\u00a0F\u202fCFA/);
      const take = row.getByRole("button", { name: "Prendre" });
      await take.focus();
      await page.keyboard.press("Enter");
      await row.getByText("Vous", { exact: true }).waitFor();
      await row.getByRole("button", { name: "Rendre" }).focus();
      await page.keyboard.press("Enter");
      await row.getByText("Personne").waitFor();
      const link = row.getByRole("link");
      expect(await link.getAttribute("href")).toMatch(new RegExp(`^/console/(?:held|payments)/${heldId}$`));
      expect(faults).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    "is worked by touch on a phone, where a colleague's hand shows at once",
    async () => {
      const phoneReader = await open(first, phone);
      const { page } = phoneReader;
      const row = page.getByRole("row").filter({ hasText: "Adresse d’envoi coupée" });
      await row.waitFor();
      const colleague = await open(second, desk);
      const theirs = colleague.page.getByRole("row").filter({ hasText: "Adresse d’envoi coupée" });
      await theirs.getByRole("button", { name: "Prendre" }).click();
      await theirs.getByText("Vous", { exact: true }).waitFor();
      await row.getByRole("button", { name: "Prendre" }).tap();
      await row.getByText("Un collègue s’en occupe déjà.").waitFor();
      await row.getByRole("button", { name: "Reprendre" }).tap();
      await row.getByText("Vous", { exact: true }).waitFor();
      expect(await page.evaluate(tooWide(360))).toEqual([]);
      expect([...phoneReader.faults, ...colleague.faults]).toEqual([]);
      await phoneReader.context.close();
      await colleague.context.close();
    },
    PATIENCE_MS,
  );

  it(
    "counts in the navigation what waits, and shows what comes while it is open, in both tabs of a browser by one stream",
    async () => {
      const { page, context, faults } = await open(first, desk);
      const other = await context.newPage();
      await other.goto(`${test.origin}/console/work`);
      const counted = (shown: typeof page) => shown.getByRole("navigation").first().locator(".count").first();
      await counted(page).waitFor();
      await counted(other).waitFor();
      const before = Number(await counted(page).textContent());
      await workPlants(test).PROVIDER_ALARM();
      test.clock.advance(2_000);
      await test.app.loops.live?.runOnce();
      for (const shown of [page, other]) {
        await expect.poll(() => counted(shown).textContent()).toBe(`${before + 1}`);
        await expect
          .poll(() => shown.getByRole("row").filter({ hasText: "Alarme d’un compte" }).count())
          .toBe(2);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    "names the cell that it shows, on a phone beside the house and in the tab's title",
    async () => {
      const { page, context, faults } = await open(first, phone);
      const label = page.getByRole("banner").getByText("Cellule ci");
      await label.waitFor();
      const { x = 0, width = 0 } = (await label.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(360);
      expect(await page.title()).toMatch(/ · Console · Cellule ci$/);
      expect(faults).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );
});
