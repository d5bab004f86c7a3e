import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { pathWithCurl } from "../harness/curl.ts";
import { freePort } from "../harness/example-programs.ts";
import { passTime } from "../harness/passing-time.ts";

/**
 * The guides as a reader follows them: the shell blocks of five pages, pasted one after the other into one terminal, from the sandbox's
 * file to the day's reconciliation. `npm ci && npm start` alone is left out, because the service is this test's.
 */
const root = resolve(import.meta.dirname, "../../..");
const pages = [
  "accept-a-payment",
  "fulfil-once",
  "refund",
  "pay-suppliers-and-staff",
  "units-of-money",
  "reconcile",
];
/** Each step of the service's clock. Its time begins behind the programs', because they accept webhooks within five minutes. */
const STEP_MS = 200;
const BEHIND_MS = 240_000;

const blocksOf = (path: string): readonly string[] =>
  [
    ...readFileSync(join(root, path), "utf8").matchAll(/(<!-- not run: .+ -->\n)?^```sh\n(.*?)^```$/gms),
  ].flatMap(([, notRun, script = ""]) => (notRun === undefined ? [script] : []));

let app: TestApp;
let folder: string;
let shell: ChildProcess | undefined;
let endTime: (() => Promise<void>) | undefined;

beforeAll(async () => {
  app = await startTestApp({ startMs: Date.now() - BEHIND_MS });
  folder = mkdtempSync(join(tmpdir(), "cauris-guides-"));
  mkdirSync(join(folder, "data"));
  const { apiKey, merchantId, baseUrl } = app;
  writeFileSync(join(folder, "data/sandbox.json"), JSON.stringify({ baseUrl, apiKey, merchantId }));
  for (const name of ["examples", "node_modules", "sdk"]) symlinkSync(join(root, name), join(folder, name));
  endTime = passTime(app, STEP_MS);
});
afterAll(async () => {
  // The programs that the guides start in the background belong to the terminal.
  if (shell?.pid !== undefined) process.kill(-shell.pid, "SIGKILL");
  await endTime?.();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("both languages have the same blocks", () => {
  for (const page of pages)
    expect(blocksOf(`docs/guides/fr/${page}.md`), page).toEqual(blocksOf(`docs/guides/${page}.md`));
});

test("their blocks lead from a sandbox to an order that is paid, fulfilled once, refunded and found in the books", async () => {
  // Other ports than the page's, which this machine may use.
  const [shop, hooks] = [await freePort(), await freePort()];
  const start = (program: string, port: number) =>
    [`node examples/${program}`, `PORT=${port} node examples/${program}`] as const;
  const onOwnPorts = (script: string): string =>
    [
      ["localhost:4000", `localhost:${shop}`] as const,
      ["localhost:4001", `localhost:${hooks}`] as const,
      start("accept-a-payment/node/hosted-page.mjs", shop),
      start("fulfil-once/node/webhook.mjs", hooks),
    ].reduce((text, [from, to]) => text.replaceAll(from, to), script);
  const listening = (port: number) =>
    `until (exec 3<>/dev/tcp/localhost/${port}) 2>/dev/null; do sleep 0.1; done\n`;
  /** What a reader waits for before the block with this text. */
  const waits: readonly (readonly [string, string])[] = [
    ["curl -si -X POST", listening(shop)],
    ["fulfil-once/node/ping.mjs", listening(hooks)],
    ["cauris login", "until ls orders/*.paid >/dev/null 2>&1; do sleep 0.1; done\n"],
  ];
  const blocks = pages.flatMap((page) => blocksOf(`docs/guides/${page}.md`));
  expect(blocks.length).toBeGreaterThan(10);
  const script = blocks
    .map((block) => {
      const wait = waits.filter(([text]) => block.includes(text)).map(([, command]) => command);
      return `${wait.join("")}${onOwnPorts(block)}`;
    })
    .join("\n");

  shell = spawn("bash", ["-eu", "-o", "pipefail"], {
    cwd: folder,
    env: { PATH: await pathWithCurl(folder), HOME: folder, CAURIS_KEYRING: "off" },
    detached: true,
  });
  let printed = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on("data", (part: Buffer) => {
      printed += part.toString("utf8");
    });
  const ended = new Promise<number | null>((done) => shell?.once("exit", done));
  shell.stdin?.end(script);

  // The payer, once the shop knows of the address of its handler.
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/webhooks on http/);
  const [sessionId = ""] = /cs_\w+/.exec(printed) ?? [];
  const paid = await app.request("POST", `/checkout/pay/${sessionId}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  expect(paid.status, printed).toBe(200);
  expect(await ended, printed).toBe(0);

  await expect.poll(() => printed).toMatch(/already fulfilled A-\w+\n/);
  expect(printed.match(/^fulfilled A-/gm)).toHaveLength(1);
  expect(printed).toMatch(/refunded\n/);
  expect(printed).toMatch(/INV-88: PAID\n/);
  expect(printed).toContain("1 accepted, 0 refused\n");
  expect(printed).toMatch(/differences: 0\n/);
}, 180_000);
