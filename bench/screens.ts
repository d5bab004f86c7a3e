import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { TestBrowser } from "../server/test/harness/browser.ts";
import { type SlowPhone, watchPage } from "./page-watch.ts";

/** The list of payments, as a support clerk with a cheap phone opens it: of a merchant, or of all merchants. */
export type Surface = "dashboard" | "console";

/** What it costs. */
export interface ListOpening {
  readonly surface: Surface;
  readonly requests: number;
  /** On the wire, with headers, until the rows are there. */
  readonly bytes: number;
  readonly firstPaintMs: number;
  readonly firstRowsMs: number;
  /** From the touch to the next frame, by what is touched. */
  readonly interactionsMs: Readonly<Record<string, number>>;
  /** From the answer to a payment until the open list shows it; null for the console, whose stream tells of no payments. */
  readonly liveUpdateMs: number | null;
}

export interface Clerk {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  readonly consoleUrl: string;
  readonly operator: { readonly email: string; readonly password: string };
}

const listBudget = {
  firstPaintMs: 2_500,
  firstRowsMs: 4_000,
  interactionMs: 200,
  liveUpdateMs: 2_000,
} as const;
const ROWS = 60;
const PATIENCE_MS = 60_000;

/** So many payments that the list has more than its first page. Each payer has another number. */
export async function fillList(clerk: Clerk): Promise<void> {
  for (let index = 0; index < ROWS; index += 1) await payOne(clerk);
}

let payments = 0;

/** A payment that succeeds at once. */
async function payOne({ baseUrl, apiKey }: Clerk): Promise<void> {
  const index = payments;
  payments += 1;
  const answer = await fetch(`${baseUrl}/payments/charges`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": `row-${index}`,
      "sandbox-scenario": "instant",
    },
    body: JSON.stringify({
      amount: String(1_000 + index),
      currency: "XOF",
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: `+22505${20_000_000 + index}`, operator: "MTN", countryCode: "CI" },
    }),
  });
  if (!answer.ok) throw new Error(`a payment answered ${answer.status}: ${await answer.text()}`);
}

/** Logs in on a fast line, and opens the list with nothing cached on the slow one. */
export async function openList(
  browser: TestBrowser,
  clerk: Clerk,
  surface: Surface,
  phone: SlowPhone,
): Promise<ListOpening> {
  const { url, email, password } =
    surface === "dashboard" ? clerk.dashboard : { url: clerk.consoleUrl, ...clerk.operator };
  const context = await browser.newContext({ hasTouch: true, isMobile: true });
  try {
    const logIn = await context.newPage();
    await logIn.goto(url);
    await logIn.locator("[name=email]").fill(email);
    await logIn.locator("[name=password]").fill(password);
    await Promise.all([
      logIn.waitForURL(/\/dashboard\/[^/]+\/sandbox|\/console\/work/, { timeout: PATIENCE_MS }),
      logIn.locator("[type=submit]").first().click(),
    ]);
    const { origin, pathname } = new URL(logIn.url());
    const address = `${origin}${pathname.replace(/\/(?:work)?$/, "")}/payments`;
    await logIn.close();
    const page = await context.newPage();
    const cache = await context.newCDPSession(page);
    await cache.send("Network.enable");
    await cache.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.addInitScript(watchRows);
    const watch = await watchPage(context, page, phone);
    await page.goto(address, { waitUntil: "commit" });
    await page.locator("tbody tr").first().waitFor({ timeout: PATIENCE_MS });
    const { requests, bytes, firstPaintMs } = await watch.take("payments");
    const firstRowsMs = await page.evaluate<number>("window.firstRowsMs");
    const liveUpdateMs = surface === "dashboard" ? await liveUpdate(page, clerk) : null;
    const interactionsMs = {
      "open the menu": await touched(page, () => page.locator(".menu > summary").tap()),
      "close the menu": await touched(page, () => page.locator(".menu > summary").tap()),
      "open the filters": await touched(page, () => page.locator(".filters summary").tap()),
      "open the command palette": await touched(page, () => page.keyboard.press("Control+k")),
      "close it": await touched(page, () => page.keyboard.press("Escape")),
      "open the export": await touched(page, () => page.locator("#main button.quiet").first().tap()),
      "close that": await touched(page, () => page.keyboard.press("Escape")),
      "open a row": await touched(page, () => page.locator("tr.opens a").first().tap()),
    };
    return {
      surface,
      requests,
      bytes,
      firstPaintMs,
      firstRowsMs: Math.round(firstRowsMs),
      interactionsMs,
      liveUpdateMs,
    };
  } finally {
    await context.close();
  }
}

/** Notes when the first row is in the page, and how long each touch takes until the browser has shown its effect. */
const watchRows = `
  window.touches = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) window.touches.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
  new MutationObserver((_changes, observer) => {
    if (document.querySelector("tbody tr") === null) return;
    window.firstRowsMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;

/** When the list's first row becomes another one. The page's policy refuses what evaluates text, so it is no condition to wait for. */
const watchFirstRow = `
  window.changedAtMs = new Promise((changed) => {
    const firstRow = () => document.querySelector("tbody tr")?.textContent;
    const before = firstRow();
    new MutationObserver((_changes, observer) => {
      if (firstRow() === before) return;
      observer.disconnect();
      changed(performance.timeOrigin + performance.now());
    }).observe(document.querySelector("#main"), { childList: true, subtree: true, characterData: true });
  });
  undefined;`;

/** How long the open list takes to show a payment, once the page has its stream. */
async function liveUpdate(page: Page, clerk: Clerk): Promise<number> {
  await sleep(STREAM_OPEN_MS);
  await page.evaluate(watchFirstRow);
  await payOne(clerk);
  const answeredAtMs = Date.now();
  const changedAtMs = await page.evaluate<number>("window.changedAtMs");
  return Math.max(0, Math.round(changedAtMs - answeredAtMs));
}

/** The stream is opened after the page is shown: some round trips. */
const STREAM_OPEN_MS = 4_000;
/** How long a slow phone may need to show the effect of a touch before it is read. */
const SETTLED_MS = 1_500;

async function touched(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate("window.touches.length = 0");
  await act();
  await sleep(SETTLED_MS);
  return await page.evaluate<number>("Math.round(Math.max(0, ...window.touches))");
}

/** The openings as one: the median of each figure. */
export function listMedian(
  surface: Surface,
  rounds: readonly ListOpening[],
  median: (values: readonly number[]) => number,
): ListOpening {
  const of = (figure: (round: ListOpening) => number): number => median(rounds.map(figure));
  const acts = Object.keys(rounds[0]?.interactionsMs ?? {});
  const live = rounds.flatMap(({ liveUpdateMs }) => (liveUpdateMs === null ? [] : [liveUpdateMs]));
  return {
    surface,
    requests: of(({ requests }) => requests),
    bytes: of(({ bytes }) => bytes),
    firstPaintMs: of(({ firstPaintMs }) => firstPaintMs),
    firstRowsMs: of(({ firstRowsMs }) => firstRowsMs),
    interactionsMs: Object.fromEntries(
      acts.map((act) => [act, of(({ interactionsMs }) => interactionsMs[act] ?? 0)]),
    ),
    liveUpdateMs: live.length === 0 ? null : median(live),
  };
}

export function listProblems({
  surface,
  firstPaintMs,
  firstRowsMs,
  interactionsMs,
  liveUpdateMs,
}: ListOpening): readonly string[] {
  return [
    ...(liveUpdateMs !== null && liveUpdateMs > listBudget.liveUpdateMs
      ? [`${surface}: a payment was shown after ${liveUpdateMs} ms`]
      : []),
    ...(firstPaintMs > listBudget.firstPaintMs ? [`${surface}: first paint after ${firstPaintMs} ms`] : []),
    ...(firstRowsMs > listBudget.firstRowsMs ? [`${surface}: first rows after ${firstRowsMs} ms`] : []),
    ...Object.entries(interactionsMs).flatMap(([act, ms]) =>
      ms > listBudget.interactionMs ? [`${surface}, ${act}: ${ms} ms`] : [],
    ),
  ];
}

export function listTable({
  surface,
  requests,
  bytes,
  firstPaintMs,
  firstRowsMs,
  interactionsMs,
  liveUpdateMs,
}: ListOpening): string {
  const lines = [
    ["requests", String(requests)],
    ["bytes", String(bytes)],
    ["first paint", `${firstPaintMs} ms`],
    ["first rows", `${firstRowsMs} ms`],
    ...Object.entries(interactionsMs).map(([act, ms]) => [act, `${ms} ms`]),
    ...(liveUpdateMs === null ? [] : [["a payment is shown", `${liveUpdateMs} ms`]]),
  ];
  return `\n  The list of payments, ${surface}\n${lines.map(([name = "", value = ""]) => `  ${name.padEnd(28)}${value.padStart(10)}\n`).join("")}`;
}
