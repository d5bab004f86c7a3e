import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { allRead } from "./screens.ts";

/** `fullPage` false shows what the screen shows, as for a dialog over a long page. */
type Picture = (page: Page, name: string, fullPage?: boolean) => Promise<void>;

/**
 * Takes pictures of pages for the documents. A test calls it where a page looks as a reader should see it; nothing is
 * written unless `PICTURES` names a folder, as in `PICTURES=docs/images npx vitest run --project=deep web/console`.
 */
export function picturesOf(screen: "checkout" | "console" | "dashboard" | "simulator"): Picture {
  const folder = process.env.PICTURES ?? "";
  return async (page, name, fullPage = true) => {
    if (folder === "") return;
    mkdirSync(folder, { recursive: true });
    await allRead(page);
    // A notice that is about to leave and a page scrolled down would be in some pictures and not in others.
    await page.locator(".notice:not(.is-empty)").waitFor({ state: "hidden" });
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: join(folder, `${screen}-${name}.png`), fullPage });
  };
}
