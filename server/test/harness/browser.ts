import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { axeSource, type RuleSet, ruleSets } from "./axe.ts";
import { unpackChromium } from "./chromium.ts";
import { inTime } from "./in-time.ts";

/**
 * A real browser for tests, with nothing installed but `npm ci`: the Chromium of `@sparticuz/chromium` on Linux x64, else
 * one found on the machine. `CHROMIUM_PATH` names another.
 */
export interface TestBrowser {
  /** A fresh profile. It keeps the content security policy, so the page runs as it does for a payer. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface ContextOptions extends Omit<BrowserContextOptions, "bypassCSP"> {
  /** Needed for `axeViolations`: axe is injected, which the policy of our pages rightly refuses. */
  readonly forAxe?: boolean;
}

/** Shorter than the time a test has, so that a failure names the step that waited and not only the test. */
export const STEP_TIMEOUT_MS = 25_000;

/** For steps that the browser's library does not limit. */
const inStepTime = <Value>(what: string, work: Promise<Value>): Promise<Value> =>
  inTime(what, STEP_TIMEOUT_MS, work);

export const browserFlags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export async function launchBrowser(): Promise<TestBrowser> {
  const { executablePath, env } = await findChromium();
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...browserFlags],
    headless: true,
    env: { ...process.env, ...env },
  });
  return {
    newContext: async ({ forAxe, ...options } = {}) => {
      const context = await inStepTime(
        "a new context",
        browser.newContext({
          viewport: { width: 360, height: 740 },
          locale: "fr-FR",
          timezoneId: "Africa/Abidjan",
          ...options,
          ...(forAxe === true ? { bypassCSP: true } : {}),
        }),
      );
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      return context;
    },
    close: () => browser.close(),
  };
}

/**
 * The page read again, in a new tab. A page that follows its payment loads itself again when something changes, and
 * that now and then ends a `goto` or `reload` which the test starts in the same moment.
 */
export async function inNewTab(page: Page, url = page.url()): Promise<Page> {
  const tab = await inStepTime("a new tab", page.context().newPage());
  await inStepTime(`closing ${page.url()}`, page.close());
  await tab.goto(url);
  return tab;
}

/**
 * The browser's program and the variables it needs.
 * @throws Error when there is none.
 */
export async function findChromium(): Promise<{
  executablePath: string;
  env: Readonly<Record<string, string>>;
}> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return { executablePath: named, env: {} };
  const unpacked = await unpackChromium();
  if (unpacked !== null) return unpacked;
  const executablePath = installed.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error("no Chromium found: install one, or name it in CHROMIUM_PATH");
  return { executablePath, env: {} };
}

/**
 * What axe finds wrong with the page, one line each; empty when nothing is. The page's context must have been made with
 * `forAxe`.
 */
export async function axeViolations(page: Page, rules: RuleSet = "USUAL"): Promise<readonly string[]> {
  const where = page.url();
  // A page that is looked at again still has it.
  if (!(await inStepTime(`asking ${where} for axe`, page.evaluate<boolean>(`"axe" in window`))))
    await inStepTime(`bringing axe to ${where}`, page.addScriptTag({ content: await axeSource() }));
  // The function runs in the page, where `axe` is the global that was just injected.
  return inStepTime(
    `looking at ${where} with axe`,
    page.evaluate(`axe.run(document, ${ruleSets[rules]}).then((result) =>
    result.violations.flatMap((violation) => violation.nodes.map((node) =>
      violation.id + ": " + node.target.join(" ") + " — " + (node.failureSummary || violation.help))))`),
  );
}
