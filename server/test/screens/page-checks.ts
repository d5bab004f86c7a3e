import type { BrowserContext, Page } from "playwright-core";
import type { Locale } from "../../src/kit/money.ts";
import { axeSource, type RuleSet, ruleSets } from "../harness/axe.ts";

/** What one page must keep in every language and at every size. Each check returns its findings, one line each. */

/** A script for the page; what it answers is text. */
const ask = (page: Page, script: string): Promise<readonly string[]> => page.evaluate(script);

/**
 * Makes every page of the context report what its security policy refuses, and puts axe into it. Both come before the page's
 * own scripts and past its policy, so that the page runs under the policy as it does for its readers.
 */
export async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(`window.refusedByPolicy = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.refusedByPolicy.push(event.violatedDirective + " " + event.sample));`);
  await context.addInitScript(await axeSource());
}

/** What the security policy has refused since the page was opened. */
export const refusedByPolicy = (page: Page): Promise<readonly string[]> =>
  ask(page, "window.refusedByPolicy");

/** What a check looks at: the page, or the dialog that is open over it. */
type Part = "body" | "dialog";

/** What axe finds under WCAG 2.2 A and AA, its best practices and the size of targets; or under fewer rules. */
export const axeFindings = (
  page: Page,
  part: Part = "body",
  rules: RuleSet = "ALL",
): Promise<readonly string[]> =>
  ask(
    page,
    `axe.run(${part === "body" ? "document" : `"${part}"`}, ${ruleSets[rules]}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ": " + target.join(" ") + ": " + failureSummary.replace(/\\s+/g, " "))))`,
  );

/**
 * What axe finds at one of the sizes. Between 320 and 360 px no style and no script changes what is there
 * (`web/ui/styles/what-styles-depend-on.test.ts`), only where it is drawn: at 360 px the rules that ask where are enough, beside all rules at 320.
 * Colours are the same in every language, and contrast is half of the work: it is measured in French.
 */
export function axeFindingsAt(
  page: Page,
  size: string,
  locale: Locale,
  part: Part = "body",
): Promise<readonly string[]> {
  const [all, where] = locale === "fr" ? (["ALL", "LAYOUT"] as const) : (["LANGUAGE", "PLACES"] as const);
  return axeFindings(page, part, size === "phone" ? where : all);
}

/**
 * What makes the page wider than the screen, or the dialog wider than its box; empty when nothing does. What a chart cuts off
 * makes nothing wider.
 */
export const tooWide = (page: Page, part: Part = "body"): Promise<readonly string[]> =>
  ask(
    page,
    `(() => {
      const box = ${part === "body" ? "document.documentElement" : `document.querySelector("${part}")`};
      const width = box.getBoundingClientRect().left + box.clientWidth;
      if (box.scrollWidth <= box.clientWidth && width <= innerWidth) return [];
      const wide = [...document.querySelectorAll("${part} *")].filter((one) =>
        one.getBoundingClientRect().right > width + 1 && !one.closest(".hidden, .skip, thead") &&
        !one.parentElement.closest("svg, .chart-frame"));
      const inner = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
      return (inner.length > 0 ? inner : wide).slice(0, 3).map((one) =>
        "wider than the screen: " + one.tagName + "." + one.className + " " + one.textContent.slice(0, 40));
    })()`,
  );

/** Texts that are cut off at the side of their box or of the screen. */
export const cutTexts = (page: Page, part: Part = "body"): Promise<readonly string[]> =>
  ask(
    page,
    `[...document.querySelectorAll("${part} *")].flatMap((one) => {
      if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")) return [];
      if (one.closest(".hidden, .skip, svg, script, select, [hidden]") || one.getClientRects().length === 0) return [];
      const box = one.getBoundingClientRect();
      const clips = getComputedStyle(one).overflowX;
      const isCut = (clips === "hidden" || clips === "clip") && one.scrollWidth > one.clientWidth + 1;
      return isCut ? ["cut off: " + one.tagName + "." + one.className + " " + one.textContent.slice(0, 40)] : [];
    })`,
  );

/** Words that are missing or are meant for programs: names of texts, empty values, codes outside of code. */
export const rawTexts = (page: Page): Promise<readonly string[]> =>
  ask(
    page,
    `(() => {
      const found = [];
      // Variables of the environment, which the examples of programs read: their names are what people look for.
      const variables = /\\b(?:API_KEY|WEBHOOK_SECRET)\\b/g;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement } = walker.currentNode;
        const data = walker.currentNode.data.replace(variables, "");
        if (parentElement.closest("script, style, code, pre, .code, .mono, textarea, samp")) continue;
        if (/\\bundefined\\b|\\bNaN\\b|\\[object |\\bnull\\b|Invalid Date/.test(data) || /\\b[A-Z]{2,}_[A-Z_]{2,}\\b/.test(data))
          found.push("raw text: " + parentElement.tagName + "." + parentElement.className + " " + data.slice(0, 60));
      }
      return found;
    })()`,
  );

/** Controls that lie under the sticky head when they get the focus from below. */
export const coveredFocus = (page: Page): Promise<readonly string[]> =>
  ask(
    page,
    `(() => {
      const head = document.querySelector(".head");
      const found = [];
      scrollTo(0, document.documentElement.scrollHeight);
      const controls = [...document.querySelectorAll("#main :is(a[href], button, input, select, textarea, summary, [tabindex='0'])")];
      for (const one of controls.reverse()) {
        if (one.getClientRects().length === 0 || one.disabled) continue;
        one.focus();
        if (document.activeElement !== one) continue;
        const box = one.getBoundingClientRect();
        const bottom = getComputedStyle(head).position === "sticky" ? head.getBoundingClientRect().bottom : 0;
        if (box.top < bottom - 1 || box.bottom > innerHeight + 1 && box.height < innerHeight - bottom)
          found.push("focus is covered: " + one.tagName + "." + one.className + " " + one.textContent.slice(0, 40));
      }
      document.activeElement.blur();
      scrollTo(0, 0);
      return found;
    })()`,
  );

/** Buttons and fields that a finger misses on a phone: lower than 44 px. Links within sentences are no main acts. */
export const smallForFingers = (page: Page): Promise<readonly string[]> =>
  ask(
    page,
    `[...document.querySelectorAll(":is(#main, dialog) :is(button:not(.link), .button, input:not([type=radio], [type=checkbox]), select, summary)")]
      .flatMap((one) => {
        const box = one.getBoundingClientRect();
        if (box.height === 0 || box.height >= 43.5 || one.closest(".hidden")) return [];
        return ["lower than 44 px: " + one.tagName + "." + one.className + " " + Math.round(box.height) + " " + one.textContent.slice(0, 30)];
      })`,
  );

/**
 * Links and buttons lower than 24 px (WCAG 2.2, 2.5.8), also where space around them would excuse it. Those within a text are left out:
 * its lines decide their height.
 */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  ask(
    page,
    `[...document.querySelectorAll("#main :is(a, button)")].flatMap((one) => {
      const isInText = [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
      const { height } = one.getClientRects()[0] ?? { height: 0 };
      if (isInText || height === 0 || height >= 23.5 || one.closest(".hidden")) return [];
      return ["lower than 24 px: " + one.parentElement.tagName + ">" + one.tagName + "." + one.className + " " + Math.round(height) + " " + one.textContent.slice(0, 30)];
    })`,
  );

/** Doubles the size of every text, as a reader may. */
export const doubleTexts = (page: Page): Promise<unknown> =>
  page.evaluate(`document.documentElement.style.fontSize = "200%"`);
export const usualTexts = (page: Page): Promise<unknown> =>
  page.evaluate(`document.documentElement.style.fontSize = ""`);

/** Whether a text of the page has run as a program. */
export const hasRun = (page: Page): Promise<readonly string[]> =>
  ask(page, `window.pwned === undefined ? [] : ["a text has run as a program"]`);

/**
 * Texts that turn the direction of what follows them in their line: after such a text, nothing may follow before the end of
 * its paragraph, or of an element that is isolated.
 */
export const turnedNeighbours = (page: Page): Promise<readonly string[]> =>
  ask(
    page,
    `(() => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const isWall = (element) => {
        const { display, unicodeBidi } = getComputedStyle(element);
        return display !== "inline" && display !== "contents" || /isolate|plaintext/.test(unicodeBidi);
      };
      while (walker.nextNode()) {
        const { data } = walker.currentNode;
        const turn = data.lastIndexOf("\u202e");
        if (turn < 0 || walker.currentNode.parentElement.closest("script, style, option, title")) continue;
        // The sign that ends an isolate ends every turn inside of it.
        if (data.indexOf("\u2069", turn) >= 0) continue;
        for (let node = walker.currentNode; ; node = node.parentNode) {
          let next = node.nextSibling;
          while (next !== null && (next.textContent.trim() === "" || next.nodeType === 1 && getComputedStyle(next).display === "block"))
            next = next.nextSibling;
          if (next !== null) {
            found.push("turns its neighbour: " + node.parentElement.tagName + "." + node.parentElement.className + " " + next.textContent.slice(0, 40));
            break;
          }
          if (isWall(node.parentElement)) break;
        }
      }
      return found;
    })()`,
  );
