import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemRandom } from "../../src/kit/random.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import type { SandboxFile } from "../../src/seed/index.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { blocksOf, type DocsShell, differencesTo, openDocsShell } from "../harness/docs-page.ts";
import { expectInvariants } from "../harness/invariants.ts";

/**
 * The guide to going live is true: its blocks are pasted into a shell from top to bottom, against a service that allows
 * providers of its machine and a stand-in, and its answers are compared. All in live mode, by operators alone.
 */
const root = resolve(import.meta.dirname, "../../..");
/** Where `npm run stand-ins` opens it, and the page's address of it. */
const STAND_IN_URL = "http://127.0.0.1:4101";
const TICK_MS = 10;

let app: TestApp;
let standIn: RunningStandIn;
let shell: DocsShell;
let page: string;
let preparation: string;

beforeAll(async () => {
  page = await readFile(join(root, "docs/operating/go-live.md"), "utf8");
  preparation = await readFile(join(root, "docs/start/examples.md"), "utf8");
  app = await startTestApp({ allowsLocalProviders: true, beneficiaryCoolOffMs: 0 });
  standIn = await openStandIn(mtnMomoStandIn, { clock: app.clock, random: createSystemRandom() });
  const [operator, secondOperator] = await Promise.all([app.operator(), app.operator("second")]);
  const login = ({ email, password }: { email: string; password: string }) => ({ email, password });
  const { baseUrl, merchantId, apiKey, approverApiKey, payerWallets } = app;
  const file: SandboxFile = {
    baseUrl,
    merchantId,
    apiKey,
    approverApiKey,
    checkoutUrl: null,
    payerWallets,
    operator: login(operator),
    secondOperator: login(secondOperator),
  };
  shell = await openDocsShell({ "data/sandbox.json": JSON.stringify(file) });
}, 60_000);
afterAll(async () => {
  await standIn?.close();
  await app?.stop();
  await shell?.remove();
});

/** Ten times as fast as our own time, so that nothing is waited for. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  while (!isOver) {
    app.clock.advance(TICK_MS * 10);
    await standIn.report();
    await app.drain();
    await sleep(TICK_MS);
  }
  return over;
}

describe("docs/operating/go-live.md", () => {
  it("leads from nothing to a payment, a refund and a payout in live mode", {
    timeout: 120_000,
  }, async () => {
    expect(page).toContain(`STAND_IN=${STAND_IN_URL}`);
    expect(mtnMomoStandIn.port).toBe(Number(new URL(STAND_IN_URL).port));
    const before = blocksOf(preparation);
    const blocks = blocksOf(page).map((block) => ({
      ...block,
      script: block.script.replaceAll(STAND_IN_URL, standIn.url),
    }));
    const { answers } = await whileTimePasses(shell.paste([...before, ...blocks], {}));
    const problems = blocks.flatMap(({ line, expected, shown }, index) => {
      const { statuses = [], lastBody = "" } = answers[before.length + index] ?? {};
      const wrong = statuses.filter((status) => (expected === null ? status >= 300 : status !== expected));
      if (wrong.length > 0) return [`${line}: answered ${wrong.join(", ")}: ${lastBody}`];
      return shown === null
        ? []
        : differencesTo(shown, JSON.parse(lastBody)).map((difference) => `${line}: ${difference}`);
    });
    expect(problems).toEqual([]);
    expect(blocks.length).toBeGreaterThan(10);
  });

  it("moved at the provider what the books say, once each", async () => {
    const moved = standIn.book
      .list()
      .filter(({ status }) => status === "SUCCEEDED")
      .map(({ kind, amount }) => [kind, amount.minor, amount.currency]);
    expect(moved.toSorted()).toEqual([
      ["PAYMENT", 5_000n, "XOF"],
      ["PAYOUT", 1_000n, "XOF"],
      // The refund of a part: MTN gives back whole payments only.
      ["PAYOUT", 1_500n, "XOF"],
    ]);
    await expectInvariants(app.owner);
  });

  it("shows the settings that the stand-in prints", () => {
    const settings = mtnMomoStandIn.accountSettings(STAND_IN_URL, "first");
    for (const [name, value] of Object.entries(settings)) {
      expect(page).toContain(`"${name}"`);
      expect(page).toContain(value);
    }
  });
});
