import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchBrowser, type TestBrowser } from "../server/test/harness/browser.ts";
import { launchPlainBrowser } from "./first-paint.ts";
import { type Part, watchPage } from "./page-watch.ts";
import {
  type Clerk,
  fillList,
  type ListOpening,
  listMedian,
  listProblems,
  listTable,
  openList,
  type Surface,
} from "./screens.ts";

/**
 * `npm run bench:page`: what a payer downloads and how long they wait, from the first screen to the receipt, and what a
 * clerk waits for the list of payments in the dashboard and the console, in a real browser as slow as a cheap phone on 3G. Starts a
 * separate sandbox. Writes bench/results/page.json. Behind `--` parts are named, `payer`, `dashboard` or `console`; all without.
 *
 * The browser delays each answer by the round trip and limits the rate; it adds no handshakes, so the first request of
 * a real phone takes one to two round trips more.
 */
const phone = { roundTripMs: 400, bytesPerSecond: 50 * 1024, cpuSlowdown: 6 } as const;
const allParts = ["payer", "dashboard", "console"] as const;
/** `ROUNDS=1` for a quick run. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const budget = { totalBytes: 24 * 1024, htmlBytes: 10 * 1024, scriptBytes: 3 * 1024, firstPaintMs: 700 };
/** Cheap beside a payment, and noisier than its other figures. */
const PAINTS = ROUNDS * 2 + 1;
const START_TIMEOUT_MS = 60_000;
const root = fileURLToPath(new URL("../../", import.meta.url));

type Sandbox = Clerk;

interface Journey {
  readonly javaScript: boolean;
  readonly screens: readonly Part[];
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((part) => !allParts.some((one) => one === part));
  if (unknown.length > 0)
    throw new Error(`there is no part ${unknown.join(", ")}: ${allParts.join(", ")} are the parts`);
  const takes = (part: (typeof allParts)[number]): boolean => asked.length === 0 || asked.includes(part);
  const folder = await mkdtemp(join(tmpdir(), "cauris-page-"));
  const service = await startSandbox(folder);
  const ways = takes("payer") ? [true, false] : [];
  // Before the other browser is there, which takes a part of the processor.
  const paints = await firstPaints(service.sandbox, ways);
  const browser = await launchBrowser();
  try {
    const journeys: Journey[] = [];
    for (const javaScript of ways)
      for (let round = 1; round <= ROUNDS; round++) {
        const how = javaScript ? "with JavaScript" : "without JavaScript";
        process.stderr.write(`  Paying ${how}, ${round} of ${ROUNDS} …\n`);
        journeys.push(await payOnce(browser, service.sandbox, javaScript));
      }
    const surfaces = (["dashboard", "console"] as const).filter(takes);
    if (surfaces.length > 0) await fillList(service.sandbox);
    const lists: ListOpening[] = [];
    for (const surface of surfaces) lists.push(await listOf(surface));
    const rows = ways.map((javaScript) =>
      withFirstPaint(medians(journeys, javaScript), paints.get(javaScript) ?? []),
    );
    for (const journey of rows) process.stdout.write(tableOf(journey));
    for (const list of lists) process.stdout.write(listTable(list));
    const problems = [...rows.flatMap(overBudget), ...lists.flatMap(listProblems)];
    for (const problem of problems) process.stdout.write(`  over budget: ${problem}\n`);
    await writeResults({ rows, firstPaintsMs: [...paints], lists, problems });
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }

  async function listOf(surface: Surface): Promise<ListOpening> {
    const openings: ListOpening[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`  The list of payments, ${surface}, ${round} of ${ROUNDS} …\n`);
      openings.push(await openList(browser, service.sandbox, surface, phone));
    }
    return listMedian(surface, openings, median);
  }
}

/** The first screen's first paints, with the script and without it in turn, each of a new session. */
async function firstPaints(
  sandbox: Sandbox,
  ways: readonly boolean[],
): Promise<ReadonlyMap<boolean, readonly number[]>> {
  const paints = new Map<boolean, number[]>(ways.map((javaScript) => [javaScript, []]));
  if (ways.length === 0) return paints;
  process.stderr.write(`  The first paint, ${PAINTS} times with JavaScript and ${PAINTS} without …\n`);
  const browser = await launchPlainBrowser();
  try {
    // A payer's browser has been used before: it has its fonts.
    for (const javaScript of ways) await browser.firstPaintMs(await newSession(sandbox), phone, javaScript);
    for (let round = 0; round < PAINTS; round++)
      for (const [javaScript, found] of paints)
        found.push(await browser.firstPaintMs(await newSession(sandbox), phone, javaScript));
    return paints;
  } finally {
    await browser.close();
  }
}

/** The journey, with the first screen's paint as a browser makes it that nothing drives (`first-paint.ts`). */
function withFirstPaint(journey: Journey, paintsMs: readonly number[]): Journey {
  const [first, ...later] = journey.screens;
  return first === undefined
    ? journey
    : { ...journey, screens: [{ ...first, firstPaintMs: median(paintsMs) }, ...later] };
}

/** A mobile-money payment by a first-time payer: nothing is cached. */
async function payOnce(browser: TestBrowser, sandbox: Sandbox, javaScript: boolean): Promise<Journey> {
  const url = await newSession(sandbox);
  const context = await browser.newContext({ javaScriptEnabled: javaScript });
  try {
    const page = await context.newPage();
    const watch = await watchPage(context, page, phone);
    const screens: Part[] = [];
    const shown = async (name: string, heading: string): Promise<void> => {
      await page.getByRole("heading", { name: heading }).waitFor({ timeout: 60_000 });
      // What the screen loads after it is readable belongs to it.
      await sleep(1_500);
      screens.push(await watch.take(name));
    };
    await page.goto(url);
    await shown("choose and fill in", "Choisissez comment payer");
    await pay(page);
    await shown("waiting for the phone", "Confirmez sur votre téléphone");
    await shown("receipt", "Paiement réussi");
    return { javaScript, screens };
  } finally {
    await context.close();
  }
}

let payers = 0;

/**
 * The simulator loses its callback for numbers with this ending, so that the waiting screen stays long enough to be
 * measured. Each payer has a different number, because one number may not pay this often.
 */
async function pay(page: Page): Promise<void> {
  payers += 1;
  await page.locator("#phone").fill(`05 05 ${String(payers).padStart(2, "0")} 01 39`);
  await page.locator(".tile:visible > label", { hasText: "MTN" }).click();
  await page.locator(".pay:visible").click({ noWaitAfter: true });
}

async function newSession({ baseUrl, apiKey }: Sandbox): Promise<string> {
  const response = await fetch(`${baseUrl}/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      amount: "12500",
      currency: "XOF",
      title: "Commande n° 2041",
      description: "2 pagnes wax, livraison à Cocody comprise",
      successUrl: "https://boutique.example/merci",
    }),
  });
  const { data } = (await response.json()) as { data: { url: string } };
  return data.url;
}

async function startSandbox(folder: string): Promise<{ sandbox: Sandbox; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, "dist/server/src/main.js")], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DEMO: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Whatever happens to us, no process stays behind.
  process.once("exit", () => child.kill("SIGKILL"));
  const deadline = Date.now() + START_TIMEOUT_MS;
  // Written when everything is ready.
  const file = join(folder, "sandbox.json");
  while (!existsSync(file)) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("the sandbox did not start");
    await sleep(100);
  }
  const sandbox = JSON.parse(await readFile(file, "utf8")) as Sandbox;
  return { sandbox, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Each figure is the median of its rounds. */
function medians(journeys: readonly Journey[], javaScript: boolean): Journey {
  const rounds = journeys.filter((journey) => journey.javaScript === javaScript);
  const screens = (rounds[0]?.screens ?? []).map((first, index) => {
    const of = (figure: (part: Part) => number) =>
      median(rounds.flatMap(({ screens }) => (screens[index] === undefined ? [] : figure(screens[index]))));
    return {
      name: first.name,
      requests: of((part) => part.requests),
      bytes: of((part) => part.bytes),
      htmlBytes: of((part) => part.htmlBytes),
      scriptBytes: of((part) => part.scriptBytes),
      requestsBeforePaint: of((part) => part.requestsBeforePaint),
      firstPaintMs: of((part) => part.firstPaintMs),
    };
  });
  return { javaScript, screens };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

function totalOf({ screens }: Journey, figure: "bytes" | "requests"): number {
  return screens.reduce((sum, screen) => sum + screen[figure], 0);
}

function overBudget(journey: Journey): readonly string[] {
  const how = journey.javaScript ? "with JavaScript" : "without JavaScript";
  const total = totalOf(journey, "bytes");
  return [
    ...(total > budget.totalBytes ? [`${how}, the journey: ${total} bytes`] : []),
    // Later screens follow a form and its answer: two round trips, and the provider's own time.
    ...journey.screens
      .slice(0, 1)
      .filter(({ firstPaintMs }) => firstPaintMs > budget.firstPaintMs)
      .map(({ name, firstPaintMs }) => `${how}, ${name}: first paint after ${firstPaintMs} ms`),
    ...journey.screens
      .slice(0, 1)
      .filter(({ requestsBeforePaint }) => requestsBeforePaint > 1)
      .map(({ name }) => `${how}, ${name}: more than one request before paint`),
    ...journey.screens.flatMap((screen) => [
      ...(screen.htmlBytes > budget.htmlBytes * screen.requests ? [`${how}, ${screen.name}: HTML`] : []),
      ...(screen.scriptBytes > budget.scriptBytes ? [`${how}, ${screen.name}: script`] : []),
    ]),
  ];
}

function tableOf(journey: Journey): string {
  const head = ["screen", "requests", "bytes", "of them HTML", "script", "before paint", "first paint"];
  const rows = journey.screens.map((screen) => [
    screen.name,
    String(screen.requests),
    String(screen.bytes),
    String(screen.htmlBytes),
    String(screen.scriptBytes),
    String(screen.requestsBeforePaint),
    `${Math.round(screen.firstPaintMs)} ms`,
  ]);
  const all = [["total", `${totalOf(journey, "requests")}`, `${totalOf(journey, "bytes")}`, "", "", "", ""]];
  const lines = [head, ...rows, ...all].map(
    (row) => `  ${row.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(14))).join("")}\n`,
  );
  const { roundTripMs, bytesPerSecond, cpuSlowdown } = phone;
  const network = `${roundTripMs} ms round trip, ${bytesPerSecond / 1024} KB/s, processor ${cpuSlowdown} times slower`;
  return `\n  ${journey.javaScript ? "With" : "Without"} JavaScript (${network}; medians of ${ROUNDS})\n${lines.join("")}`;
}

async function writeResults(results: object): Promise<void> {
  const folder = join(root, "bench/results");
  await mkdir(folder, { recursive: true });
  const machine = { cores: cpus().length, node: process.version };
  const taken = { takenAt: new Date().toISOString(), machine, phone, rounds: ROUNDS, budget };
  await writeFile(join(folder, "page.json"), `${JSON.stringify({ ...taken, ...results }, null, 2)}\n`);
}

await main();
