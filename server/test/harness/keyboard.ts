import type { Locator, Page } from "playwright-core";

/** Twice round the longest page: a merchant's dossier has 95 stops, and the focus may begin behind the one that is looked for. */
const TABS_MAX = 200;

/** Goes on with Tab until the control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the control");
}
