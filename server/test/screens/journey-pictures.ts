import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { allRead } from "../harness/screens.ts";
import { type JourneyStep, journeyFile } from "./journeys.ts";

/** `shown` is scrolled into sight; the top of the page without it. */
type StepPicture = (page: Page, step: JourneyStep, shown?: Locator) => Promise<void>;

/**
 * Takes the pictures of `docs/reference/journeys.md`: what a phone of 360 px shows, by touch. Nothing is written unless
 * `PICTURES` names a folder.
 */
export function journeyPictures(hand: "by keyboard" | "by touch"): StepPicture {
  const folder = process.env.PICTURES ?? "";
  return async (page, step, shown) => {
    if (folder === "" || hand !== "by touch") return;
    mkdirSync(folder, { recursive: true });
    if (/^\/(?:dashboard|console)/.test(new URL(page.url()).pathname)) {
      await allRead(page);
      // A notice that is about to leave would be in some pictures and not in others.
      await page.locator(".notice:not(.is-empty)").waitFor({ state: "hidden" });
    }
    // From the next touch on: the browser's own mark of a touch would be in some pictures and not in others.
    await page.evaluate(
      "document.documentElement.style.setProperty('-webkit-tap-highlight-color', 'transparent')",
    );
    if (shown === undefined) await page.evaluate("scrollTo(0, 0)");
    else await shown.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await page.screenshot({ path: join(folder, journeyFile(step)) });
  };
}
