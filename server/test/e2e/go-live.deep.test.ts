import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../src/db/pool.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { CONTROL_PATH } from "../../src/stand-ins/control-page.tsx";
import { blocksOf, type DocsShell, differencesTo, openDocsShell } from "../harness/docs-page.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { type StandInsProcess, startStandIns } from "../harness/stand-ins-process.ts";

/**
 * The guide to going live is true: both programs are started as it says, and its blocks are pasted into a shell from
 * top to bottom. Nothing is arranged, and time passes by itself.
 */
const root = resolve(import.meta.dirname, "../../..");
/** The page's address of the stand-in: where `npm run stand-ins` opens it. */
const STAND_IN_URL = `http://127.0.0.1:${mtnMomoStandIn.port}`;

let home: ServiceHome;
let service: ServiceProcess;
let standIns: StandInsProcess;
let shell: DocsShell;
let page: string;
let preparation: string;

/** The settings with which the page starts the service: the words before `npm start`. */
function settingsOf(text: string): Readonly<Record<string, string>> {
  const [, words] = /^npm run stand-ins\n((?:[A-Z_]+=\S+ )+)npm start$/m.exec(text) ?? [];
  if (words === undefined) throw new Error("the page does not start both programs");
  return Object.fromEntries(
    words
      .trim()
      .split(" ")
      .map((word) => word.split("=") as [string, string]),
  );
}

beforeAll(async () => {
  page = await readFile(join(root, "docs/operating/go-live.md"), "utf8");
  preparation = await readFile(join(root, "docs/start/examples.md"), "utf8");
  home = await createServiceHome({ RATE_LIMITS: "on", ...settingsOf(page) });
  standIns = await startStandIns();
  service = await home.start({ byNpm: true });
  await home.sandbox();
  shell = await openDocsShell({});
}, 120_000);
afterAll(async () => {
  await shell?.remove();
  await service?.stop();
  await home?.remove();
  await standIns?.stop();
}, 60_000);

describe("docs/operating/go-live.md", () => {
  it("leads from nothing to a payment, a refund and a payout in live mode", {
    timeout: 240_000,
  }, async () => {
    expect(page).toContain(`STAND_IN=${STAND_IN_URL}`);
    const before = blocksOf(preparation);
    const standInUrl = standIns.urlOf(mtnMomoStandIn.title);
    const blocks = blocksOf(page).map((block) => ({
      ...block,
      script: block.script.replaceAll(STAND_IN_URL, standInUrl),
    }));
    const { answers } = await shell.paste([...before, ...blocks], { DATA_DIR: home.dataDir });
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
    const shown = await fetch(`${standIns.urlOf(mtnMomoStandIn.title)}${CONTROL_PATH}`);
    const operations = [...(await shown.text()).matchAll(/<strong>([^<]+)<\/strong>/g)];
    expect(operations.map(([, words = ""]) => words.replaceAll(/\s+/g, " ").trim()).toSorted()).toEqual([
      "PAYMENT F CFA 5,000 SUCCEEDED",
      "PAYOUT F CFA 1,000 SUCCEEDED",
      // The refund of a part: MTN gives back whole payments only.
      "PAYOUT F CFA 1,500 SUCCEEDED",
    ]);
    const owner = createDatabase({
      url: await home.ownerUrl(),
      max: 2,
      applicationName: "invariants",
      log: quietLog,
    });
    try {
      await expectInvariants(owner);
    } finally {
      await owner.close();
    }
  });

  it("shows the settings that the stand-ins print", () => {
    for (const [name, value] of Object.entries(mtnMomoStandIn.accountSettings(STAND_IN_URL, "first"))) {
      expect(page).toContain(`"${name}"`);
      expect(page).toContain(value);
      if (name !== "baseUrl") expect(standIns.output()).toContain(`"${name}":"${value}"`);
    }
  });
});
