import type { Page, Request } from "playwright-core";
import { type Surface, surfaces } from "../../../web/frame/surfaces.ts";
import type { Locale } from "../../src/kit/money.ts";
import { prepare, refusedByPolicy } from "./page-checks.ts";
import { placesOf, type World } from "./world.ts";

export const sizes = {
  desk: { width: 1280, height: 720 },
  phone: { width: 360, height: 740 },
  smallest: { width: 320, height: 640 },
} as const;

const QUIET_MS = 60;
const PATIENCE_MS = 12_000;

/** A page that has come to rest. */
export interface Visit {
  readonly page: Page;
  readonly surface: Surface["folder"];
  /** In the surface's `pages.ts`: `held/:id`. */
  readonly path: string;
  readonly locale: Locale;
  /** Waits until what was done to the page has been read and is shown. */
  rest(): Promise<void>;
}

/** Looks at one page and says what is wrong with it. */
export type Look = (visit: Visit) => Promise<readonly string[]>;

/**
 * Opens every page of both surfaces, one after another, as an owner and as an operator: the two surfaces side by side.
 * Returns what `look` finds and what the browser reports, each with its page.
 */
export async function walk(world: World, locale: Locale, look: Look): Promise<readonly string[]> {
  const walks = surfaces.map((surface) => {
    const as = surface.audience === "operator" ? "operator" : "OWNER";
    const mode = as === "operator" ? "mode=SANDBOX" : "";
    return world.screens.open(
      { as, at: "search", locale, viewport: sizes.desk, hasTouch: true },
      async (page) => {
        await prepare(page.context());
        const underWay = watchRequests(page);
        const reported: string[] = [];
        page.on("pageerror", (error) => reported.push(`error: ${error.message}`));
        page.on("console", (message) => {
          // A page may ask for what is not there (404), and asks a busy service again (503); what it cannot show is a problem.
          if (message.type() === "error" && !/status of (?:404|503)/.test(message.text()))
            reported.push(`console: ${message.text()}`);
        });
        const found: string[] = [];
        for (const [pagePath, place] of placesOf(world, surface)) {
          reported.length = 0;
          const path = `${world.screens.rootOf(as)}/${place}`;
          await page.goto(
            new URL(`${path}${mode && (path.includes("?") ? "&" : "?")}${mode}`, page.url()).href,
          );
          await page.locator("h1").first().waitFor();
          await quiet(page, underWay);
          // What a colleague proposes is shown in the same box, and is no problem.
          const problems = (await page.locator(".problem:not(.is-unknown)").allInnerTexts()).map(
            (text) => `problem: ${text}`,
          );
          const findings = [
            ...(await refusedByPolicy(page)),
            ...problems,
            ...(await look({
              page,
              surface: surface.folder,
              path: pagePath,
              locale,
              rest: () => quiet(page, underWay),
            })),
            ...reported,
          ];
          found.push(...findings.map((finding) => `${surface.root}/${place}: ${finding}`));
        }
        return found;
      },
    );
  });
  return (await Promise.all(walks)).flat();
}

/** The requests to the API that are not answered yet; the stream of news never is. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().includes("/api/") && !request.url().includes("/live")) underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/** Waits until the page has asked for everything, has it, and shows it. */
async function quiet(page: Page, underWay: ReadonlySet<Request>): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; ) {
    if (underWay.size > 0) quietSince = Date.now();
    if (Date.now() > endMs) throw new Error(`${page.url()} does not come to rest.`);
    await page.evaluate("new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))");
  }
}
