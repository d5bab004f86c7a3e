import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Locale } from "../../src/kit/money.ts";
import type { MemberRole } from "../../src/modules/members/roles.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  STEP_TIMEOUT_MS,
  type TestBrowser,
} from "./browser.ts";
import { addMember, addPerson, addSecondFactor, fullTerms, openLogIn } from "./people.ts";

/** The sizes and languages in which each screen is looked at. */
export const looks: readonly Look[] = [
  { title: "320 px, English", viewport: { width: 320, height: 640 }, locale: "en" },
  {
    title: "360 px in the dark, French",
    viewport: { width: 360, height: 740 },
    colorScheme: "dark",
    locale: "fr",
  },
  { title: "1280 px, Portuguese", viewport: { width: 1280, height: 800 }, locale: "pt" },
];

/** The language is the reader's own setting, not the browser's. */
type Shape = Omit<ContextOptions, "locale">;

export interface Look extends Shape {
  readonly title: string;
  readonly locale: Locale;
}

export const phone: Shape = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
export const wide: Shape = { viewport: { width: 1280, height: 800 } };

/**
 * Who looks at a screen: a person with a role at the sandbox's merchant, an operator with every permission, or a second such
 * operator.
 */
export type Viewer = MemberRole | "operator" | "colleague";

export interface OpenOptions extends Shape {
  readonly as: Viewer;
  /** French when absent. */
  readonly locale?: Locale;
  /** Below the viewer's root: `payments`. */
  readonly at: string;
}

/** The whole application with a browser, for tests of the dashboard and the console. */
export interface Screens {
  readonly test: TestApp;
  /** `/dashboard/:merchant/sandbox`, or `/console`. */
  rootOf(viewer: Viewer): string;
  /** Opens a page in a fresh profile, logged in. Every error that the browser reports fails the test. */
  open<T>(options: OpenOptions, use: (page: Page) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the application at `localhost`, so that what browsers keep for secure pages is there. */
export async function startScreens(options: TestAppOptions = {}): Promise<Screens> {
  const test = await startTestApp({ publicHost: "localhost", isPrivate: true, ...options });
  const browser: TestBrowser = await launchBrowser();
  const origin = test.origin.replace("127.0.0.1", "localhost");
  const cookies = new Map<Viewer, Promise<string>>();
  const rootOf = (viewer: Viewer): string =>
    isOperator(viewer) ? "/console" : `/dashboard/${test.merchantId}/sandbox`;
  const cookieOf = (viewer: Viewer): Promise<string> => {
    const known =
      cookies.get(viewer) ?? (isOperator(viewer) ? operatorCookie(test, viewer) : memberCookie(test, viewer));
    cookies.set(viewer, known);
    return known;
  };
  return {
    test,
    rootOf,
    async open({ as, at, locale = "fr", ...look }, use) {
      const [name = "", value = ""] = (await cookieOf(as)).split("=");
      await setLocale(test, as, locale);
      const context = await browser.newContext(look);
      try {
        await context.addCookies([{ name, value, url: origin }]);
        const page = await context.newPage();
        // The service's clock stands still, and so does the browser's.
        await page.clock.setFixedTime(new Date(test.clock.nowMs()));
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        page.on("console", (message) => {
          // The browser reports as errors: refusals, which answer 4xx; a busy service, which answers 503 and is asked again;
          // and a request whose answer the test took away.
          if (message.type() === "error" && !/status of (?:4\d\d|503)|net::ERR_FAILED$/.test(message.text()))
            errors.push(message.text());
        });
        await page.goto(`${origin}${rootOf(as)}/${at}`);
        await page.locator("h1").first().waitFor();
        const result = await use(page);
        expect(errors).toEqual([]);
        return result;
      } finally {
        await context.close();
      }
    },
    async stop() {
      await browser.close();
      await test.stop();
    },
  };
}

/** Waits until every part of the page has what it reads; a page may have several. */
export async function allRead(page: Page): Promise<void> {
  await expect.poll(() => page.locator(".skeleton:visible").count(), { timeout: STEP_TIMEOUT_MS }).toBe(0);
}

/** Waits for `done`, and gives the operator's proof of presence where the act asks for one first. In French. */
export async function proveIfAsked(screens: Screens, page: Page, done: Locator): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirmez que c’est vous" });
  await dialog.or(done).first().waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByLabel("Mot de passe").fill((await screens.test.operator()).password);
    await page.keyboard.press("Enter");
  }
  await done.waitFor();
}

/** Nothing that a screen reader, a keyboard or a small phone trips over. The page must have been opened with `forAxe`. */
export async function expectAccessible(page: Page): Promise<void> {
  await allRead(page);
  // Where an act left the page scrolled, the head covers a part of what is below it, and axe would take that for its size.
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
  expect(await axeViolations(page)).toEqual([]);
  const [inner, scrolled] = await page.evaluate<[number, number]>(
    "[document.documentElement.clientWidth, document.documentElement.scrollWidth]",
  );
  expect(scrolled, "nothing is wider than the screen").toBeLessThanOrEqual(inner);
}

async function memberCookie(test: TestApp, role: MemberRole): Promise<string> {
  const person = await addPerson(test, role);
  await addMember(test, person, fullTerms(role));
  await addSecondFactor(test, person);
  return openLogIn(test, person);
}

const isOperator = (viewer: Viewer): viewer is "operator" | "colleague" =>
  viewer === "operator" || viewer === "colleague";

async function operatorCookie(test: TestApp, viewer: "operator" | "colleague"): Promise<string> {
  const { email, password } = await test.operator(viewer === "colleague" ? "second" : "first");
  const response = await test.request("POST", "/auth/operator/log-in", {
    apiKey: null,
    body: { email, password },
    headers: { "cauris-request": "1", origin: test.origin.replace("127.0.0.1", "localhost") },
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`logging in answered ${response.status}`);
  return cookie;
}

/** People choose their language themselves; the test chooses it for all of one kind. */
async function setLocale(test: TestApp, viewer: Viewer, locale: Locale): Promise<void> {
  const table = isOperator(viewer) ? "operators" : "persons";
  await test.owner.query({ text: `update ${table} set locale = $1`, values: [locale] });
}
