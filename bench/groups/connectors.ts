import { randomBytes } from "node:crypto";
import { atMost, type Bench, type Findings, type Group } from "../bench.ts";
import { type Cell, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import type { ExtraAccount, Operator } from "../plan.ts";
import { startProvider } from "../processes.ts";
import { listenForAll, openStand, runIn, type StandOptions } from "../stand.ts";

const MERCHANTS = 200;
const CONNECTIONS = 64;
/** Payments a second: below what a slow machine carries, so that all steps cost under the same load. */
const RATE = 100;
const SIMULATOR = "simulator";
const MTN = "mtn_momo";
/** A payment by MTN may cost this many times one by the simulator. */
const COST_MAX = 1.3;

/**
 * What a payment costs through a real provider's protocol, beside one through the simulator's that ends in the same way:
 * accepted, reported later, queried.
 */
export const connectors: Group = {
  name: "connectors",
  about: "the cost of a payment through a real provider's protocol, beside the simulator's",
  run: async (bench) => {
    const cells: Cell[] = [];
    const problems: string[] = [];
    const step = async (
      name: string,
      account: ExtraAccount,
      more: Partial<StandOptions> & { readonly operator?: Operator } = {},
    ): Promise<void> => {
      const found = await measureOne(bench, name, account, more);
      cells.push(found.cell);
      problems.push(...cellProblems(found.cell), ...found.violations);
    };

    const callbackSecret = randomBytes(32).toString("base64url");
    const apiKey = randomBytes(32).toString("base64url");
    const simulated = {
      provider: SIMULATOR,
      settings: { baseUrl: "http://127.0.0.1:1", apiKey, callbackSecret },
    };
    await step(SIMULATOR, simulated, { worldEnv: { CALLBACK_SECRET: callbackSecret } });
    const mtn = await startProvider(MTN);
    try {
      await step(MTN, { provider: MTN, settings: mtn.settings }, { operator: "MTN" });
    } finally {
      await mtn.stop();
    }
    return findingsOf(cells, problems);
  },
};

async function measureOne(
  bench: Bench,
  name: string,
  account: ExtraAccount,
  { operator = "ORANGE", worldEnv = {} }: Partial<StandOptions> & { readonly operator?: Operator },
): Promise<{ readonly cell: Cell; readonly violations: readonly string[] }> {
  const { seconds, warmUp, seed } = bench;
  const env = { ALLOW_LOCAL_PROVIDERS: "1", EXTRA_ACCOUNT: JSON.stringify(account) };
  const stand = await openStand(bench, { merchants: MERCHANTS, env, worldEnv });
  try {
    await listenForAll(stand);
    const { port, merchants } = stand.service;
    const order = {
      port,
      merchants,
      seed,
      kind: "payments",
      slug: null,
      rate: RATE,
      waits: true,
      operator,
    } as const;
    await runIn(bench, stand, order);
    bench.say(`${name}, ${RATE} payments a second …`);
    const cell = await measure(name, stand, { ...order, warmUp, seconds, connections: CONNECTIONS });
    bench.say("Checking that the books are whole …");
    return { cell, violations: await stand.check() };
  } finally {
    await stand.close();
  }
}

function findingsOf(cells: readonly Cell[], problems: readonly string[]): Findings {
  const costOf = (name: string): number => {
    const cell = cells.find((one) => one.name === name);
    return cell === undefined ? 0 : cell.serviceMicros + cell.postgresMicros;
  };
  const [simulated, real] = [costOf(SIMULATOR), costOf(MTN)];
  const ratio = simulated === 0 ? 0 : real / simulated;
  return {
    tables: [
      {
        head: cellHead("create", "complete", "result"),
        rows: cells.map((cell) => cellRow(cell, "create", "complete", "result")),
      },
    ],
    bars: [],
    ratios: [
      atMost("CPU of a payment through MTN ÷ through the simulator", Math.round(ratio * 100) / 100, COST_MAX),
    ],
    problems,
    data: { cells },
  };
}
