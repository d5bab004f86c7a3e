import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  type TestBrowser,
} from "../../server/test/harness/browser.ts";
import {
  createPagesFixture,
  type PagesFixture,
  receiptCode,
  sessionState,
  sessionStates,
} from "./pages.test-support.ts";

/**
 * Every screen in more than one way of looking at it: width, language, light or dark, size of text, with and without the script,
 * by keyboard. The whole product would take an hour: each screen is seen in two ways, and each way by many screens.
 */
let fixture: PagesFixture;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  fixture = await createPagesFixture();
  fixture.add("large", { amount: "100000000" });
  await fixture.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fixture?.app.close();
});

const screens = [
  ...[...sessionStates, "large", "none", "broken", "toomany"].map((state) => `/checkout/cs_${state}`),
  ...["active", "active-open", "active-some", "paused", "exhausted", "cancelled"].map(
    (slug) => `/pay/${slug}`,
  ),
  `/checkout/receipts/${receiptCode}`,
];

/** Dark wherever axe runs: `pages.browser.deep.test.ts` has every screen in light alone. */
const ways = [
  { width: 360, lang: "pt", colorScheme: "dark", percent: 100, script: true },
  { width: 1280, lang: "en", colorScheme: "dark", percent: 200, script: true },
  { width: 360, lang: "en", colorScheme: "dark", percent: 200, script: true },
  { width: 320, lang: "pt", colorScheme: "light", percent: 200, script: false },
  { width: 360, lang: "fr", colorScheme: "dark", percent: 200, script: true },
  { width: 320, lang: "en", colorScheme: "dark", percent: 100, script: true },
  { width: 1280, lang: "pt", colorScheme: "dark", percent: 100, script: true },
  { width: 360, lang: "en", colorScheme: "dark", percent: 100, script: false },
] as const;
/** Between the two ways of a screen: not a divisor of their number, so that neighbours differ. */
const STRIDE = 3;

async function withPage(
  options: ContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  try {
    await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const isWithin = "document.documentElement.scrollWidth <= innerWidth";
/** What a keyboard stops at; of a group of radio buttons only one is. */
const stops = `[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)`;
const focusSeen = `(() => {
  const one = document.activeElement;
  if (one === document.body) return true;
  one.dataset.reached = one.name || "1";
  return [one, one.nextElementSibling, one.closest(".joined")].some((place) => {
    const { outlineStyle = "none", outlineWidth = "0" } = place ? getComputedStyle(place) : {};
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
})()`;

/** Goes through the page by Tab: what cannot be reached, and what does not show that it is. */
async function keyboardProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  const count = await page.evaluate<number>(`${stops}.length`);
  for (let pressed = 0; pressed < count + 2; pressed += 1) {
    await page.keyboard.press("Tab");
    if (!(await page.evaluate<boolean>(focusSeen)))
      problems.push(`no ring: ${await page.evaluate("document.activeElement.outerHTML.slice(0, 120)")}`);
  }
  const missed = await page.evaluate<string[]>(`${stops}
    .filter((one) => one.dataset.reached === undefined &&
      !(one.type === "radio" && document.querySelector('[data-reached="' + one.name + '"]')))
    .map((one) => "not reached: " + one.outerHTML.slice(0, 120))`);
  return [...problems, ...missed];
}

/** A whole number of ten digits in its groups can be read where it is typed, or has the whole line. */
const numberFits = `(() => {
  const phone = document.querySelector("#phone");
  if (phone === null || phone.offsetParent === null) return true;
  phone.value = "07 07 12 34 56";
  const fits = phone.scrollWidth <= phone.clientWidth || phone.offsetWidth > phone.parentElement.clientWidth - 2;
  phone.value = "";
  return fits;
})()`;

/** Names, headings, amounts and what can be pressed, where a word or an amount goes on in the next line. */
const brokenWords = `[...document.querySelectorAll("h1, .name, .tile label span, .amount, .pay, .button")].flatMap((one) => {
  const found = [];
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (one.checkVisibility() && texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^ \\n-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word);
    }
  }
  return found;
})`;

/** Names that stick out of their tile, and tiles that lie on each other. */
const tilesFit = `[...document.querySelectorAll(".tile > label")].filter((one) => one.checkVisibility()).flatMap((one, index, all) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const out = [...one.querySelectorAll("span:not(.tag)")].filter((name) => name.getBoundingClientRect().right > right + 0.5);
  const over = all.slice(index + 1).filter((other) => {
    const box = other.getBoundingClientRect();
    return box.left < right - 0.5 && box.right > left + 0.5 && box.top < bottom - 0.5 && box.bottom > top + 0.5;
  });
  return [...out, ...over].map((wrong) => one.textContent + " / " + wrong.textContent);
})`;

describe("every screen", () => {
  test.each(ways.map((way, at) => ({ ...way, at })))(
    "$width px, $lang, $colorScheme, text of $percent %, script: $script",
    async ({ width, lang, colorScheme, percent, script, at }) => {
      const seen = screens.filter((_path, index) =>
        [index % ways.length, (index + STRIDE) % ways.length].includes(at),
      );
      const viewport = { width, height: width === 1280 ? 800 : 640 };
      await withPage({ viewport, colorScheme, javaScriptEnabled: script, forAxe: script }, async (page) => {
        for (const path of seen) {
          await page.goto(`${origin}${path}?lang=${lang}`, { waitUntil: "domcontentloaded" });
          await page.evaluate(`document.documentElement.style.fontSize = "${percent}%"`);
          const found = {
            lang: await page.locator("html").getAttribute("lang"),
            within: await page.evaluate(isWithin),
            heading: await page.locator("h1").first().isVisible(),
            number: await page.evaluate(numberFits),
            brokenWords: await page.evaluate(brokenWords),
            keyboard: await keyboardProblems(page),
            axe: script ? await axeViolations(page) : [],
          };
          expect({ path, ...found }).toEqual({
            ...{
              path,
              lang,
              within: true,
              heading: true,
              number: true,
              brokenWords: [],
              keyboard: [],
              axe: [],
            },
          });
          // Each way to pay, opened: what stands in it fits as well.
          for (const choice of await page.locator(".choices > .choice > label").all()) {
            await choice.click();
            const opened = {
              within: await page.evaluate(isWithin),
              brokenWords: await page.evaluate(brokenWords),
              tiles: await page.evaluate(tilesFit),
            };
            expect({ path, way: await choice.innerText(), ...opened }).toEqual({
              ...{ path, way: await choice.innerText(), within: true, brokenWords: [], tiles: [] },
            });
          }
        }
      });
    },
    120_000,
  );
});

/** Taps everything that asks the network; what would have left the page for the browser's own error page. */
const tapsThatLeave = `(() => {
  const left = [];
  for (const panel of document.querySelectorAll("details")) panel.open = true;
  for (const field of document.querySelectorAll("[data-missing]")) field.value = field.options?.[1].value ?? "0501020304";
  for (const type of ["click", "submit"])
    addEventListener(type, (event) => {
      const link = event.target.closest("a[href^='http'], a[href^='/'], a[href^='?']");
      if (type === "click" && link === null) return;
      if (!event.defaultPrevented) left.push((link ?? event.target).outerHTML.slice(0, 120));
      event.preventDefault();
    });
  const sending = document.querySelector("#sending");
  for (const one of document.querySelectorAll("a[href^='http'], a[href^='/'], a[href^='?'], button:not([type=button])")) {
    if (one.getAttribute("aria-disabled") === "true") left.push("still waits: " + one.outerHTML.slice(0, 120));
    sending.hidden = true;
    one.click();
    if (sending.hidden || sending.textContent === "") left.push("no answer: " + one.outerHTML.slice(0, 120));
  }
  return left;
})()`;

test("on no screen does a tap without a network lead to the browser's own error page", async () => {
  await withPage({ viewport: { width: 360, height: 640 } }, async (page, context) => {
    for (const path of screens) {
      await page.goto(`${origin}${path}`);
      await context.setOffline(true);
      expect({ path, left: await page.evaluate(tapsThatLeave) }).toEqual({ path, left: [] });
      await context.setOffline(false);
    }
  });
});

describe("without a network each tap is answered where it is, in words", () => {
  const left = () => fixture.add("offline-leave", { ...sessionState("waiting"), mayLeave: true });
  test.each([
    [
      "choosing another way",
      "fr",
      "/checkout/cs_offline-leave",
      "form[action*='/leave'] button",
      "Rien n’a été envoyé",
    ],
    ["another language", "en", "/checkout/cs_offline-leave", "footer .langs a >> nth=0", "Nothing was sent"],
    ["another country", "pt", "/checkout/cs_open", "details.country a >> nth=0", "Nada foi enviado"],
    ["going to the operator", "fr", "/checkout/cs_wave", "main a.main", "Rien n’a été envoyé"],
    ["saving a code", "en", "/checkout/cs_qr", "a[download]", "Nothing was sent"],
    ["paying by a link", "fr", "/pay/active", "main button", "Rien n’a été envoyé"],
    ["the file of a receipt", "fr", "/checkout/cs_success", "main a[href*='.pdf']", "Pas de connexion"],
    ["a suggested amount", "en", "/pay/active-open", ".tiles button >> nth=0", "Nothing was sent"],
  ])("%s, in %s", async (_name, lang, path, tapped, said) => {
    left();
    await withPage({ viewport: { width: 360, height: 640 }, forAxe: true }, async (page, context) => {
      await page.goto(`${origin}${path}?lang=${lang}`);
      for (const closed of await page.locator("details:has(a) > summary").all()) await closed.click();
      const before = page.url();
      await context.setOffline(true);
      await page.locator(tapped).click();
      await page.getByRole("alert").filter({ hasText: said }).waitFor();
      expect(page.url()).toBe(before);
      expect(await axeViolations(page)).toEqual([]);
      await context.setOffline(false);
      await page.locator(tapped).click();
      await page.locator("#sending").waitFor({ state: "hidden" });
    });
  });
});

test.each([
  ["with", true, 360],
  ["without", false, 1280],
])(
  "%s the script, the keyboard alone pays, leaves and comes back to the form",
  async (_name, javaScriptEnabled, width) => {
    fixture.completed.length = 0;
    fixture.left.length = 0;
    await withPage({ javaScriptEnabled, viewport: { width, height: 640 } }, async (page) => {
      const tabTo = async (wanted: string) => {
        for (let pressed = 0; pressed < 40; pressed += 1) {
          if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(wanted)})`)) return;
          await page.keyboard.press("Tab");
        }
        throw new Error(`Tab does not lead to ${wanted}`);
      };
      await page.goto(`${origin}/checkout/cs_open`);
      await tabTo("#phone");
      await page.keyboard.type("0501020304");
      await tabTo("[name=operator]");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowDown");
      await tabTo(".pay");
      const shown = page.waitForEvent("load");
      await page.keyboard.press("Enter");
      await shown;
      expect(fixture.completed).toHaveLength(1);

      fixture.add("by-keys", { ...sessionState("qr"), mayLeave: true });
      await page.goto(`${origin}/checkout/cs_by-keys?lang=pt`);
      await page.route("**/cs_by-keys/leave**", (route) => {
        fixture.add("by-keys", { hasLeft: true });
        return route.continue();
      });
      await tabTo("form[action*='/leave'] button");
      await page.keyboard.press("Enter");
      await page.getByText("Não confirme o pedido anterior.").waitFor();
      await tabTo("#phone");
    });
    expect(fixture.left).toEqual(["cs_by-keys"]);
  },
);
