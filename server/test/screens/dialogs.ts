import type { Page } from "playwright-core";
import type { Locale } from "../../src/kit/money.ts";
import { axeFindingsAt, cutTexts, rawTexts, tooWide } from "./page-checks.ts";
import { sizes, type Visit } from "./walk.ts";

/** What opens a dialog on a page that has come to rest. */
interface Opener {
  readonly text: string;
  open(): Promise<void>;
  /** Whether the focus is where it was before the dialog opened. */
  hasFocus(): Promise<boolean>;
}

/** Buttons that open a dialog say so, which is how they are found. Of those with the same text the first is enough. */
export const BUTTONS = '#main button[aria-haspopup="dialog"]';

/** Where the dialogs are looked at that open by keys, on every page alike. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  "console/now": ["?", "Control+k"],
  "dashboard/": ["?", "Control+k"],
};

/**
 * Opens every dialog of a page, at every size, and closes it again. Returns what is wrong with them, and how many there are.
 * A dialog whose words are in `seen` is opened and not looked at again.
 */
export async function lookIntoDialogs(
  { page, surface, path, locale, rest }: Visit,
  seen: Set<string>,
): Promise<{ readonly findings: readonly string[]; readonly count: number }> {
  const findings: string[] = [];
  const openers = [
    ...(await buttonsOf(page)),
    ...(keysOf[`${surface}/${path}`] ?? []).map((key) => keyOf(page, key)),
  ];
  const dialog = page.locator("dialog[open]");
  for (const { text, open, hasFocus } of openers) {
    await open();
    await dialog.waitFor();
    await rest();
    const words = (await dialog.innerText()).replace(/\d/g, "");
    if (!seen.has(words)) {
      seen.add(words);
      findings.push(...(await lookIntoDialog(page, locale)).map((finding) => `${text}: ${finding}`));
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    if (!(await hasFocus())) findings.push(`${text}: the focus does not come back`);
  }
  return { findings, count: openers.length };
}

/** What is wrong with the dialog that is open, at every size. */
export async function lookIntoDialog(page: Page, locale: Locale): Promise<readonly string[]> {
  const findings = [...(await rawTexts(page))];
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    const found = [
      ...(await axeFindingsAt(page, name, locale, "dialog")),
      ...(await tooWide(page, "dialog")),
      ...(await cutTexts(page, "dialog")),
    ];
    findings.push(...found.map((finding) => `${name}: ${finding}`));
  }
  await page.setViewportSize(sizes.desk);
  return findings;
}

async function buttonsOf(page: Page): Promise<readonly Opener[]> {
  const firsts = await page.evaluate<readonly (readonly [text: string, index: number])[]>(`
    [...new Map([...document.querySelectorAll('${BUTTONS}')]
      .map((button, index) => [button.firstChild.textContent, index, button])
      .filter(([, , button]) => button.getClientRects().length > 0 && !button.disabled)
      .reverse().map(([text, index]) => [text, index]))].reverse()`);
  return firsts.map(([text, index]) => {
    const button = page.locator(BUTTONS).nth(index);
    return {
      text,
      open: () => button.click(),
      hasFocus: () => button.evaluate((one) => one === one.ownerDocument.activeElement),
    };
  });
}

const keyOf = (page: Page, key: string): Opener => ({
  text: key,
  open: () => page.keyboard.press(key),
  hasFocus: () => page.evaluate<boolean>("document.activeElement === document.body"),
});
