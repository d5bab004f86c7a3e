import { type Baseline, type BaselineResult, findPgbench, openBaseline } from "../baseline.ts";
import { atLeast, atMost, type Bench, type Findings, type Group, type Ratio } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { profiled } from "../flame.ts";
import type { LoadOrder } from "../plan.ts";
import { listenForAll, openStand, post, runIn, type Stand } from "../stand.ts";

const MERCHANTS = 1_000;
const HALF = "payments at half of the top";
const SLUG = "hot-link";

interface Yardstick extends BaselineResult {
  readonly name: string;
  readonly clients: number;
}

/**
 * Payments through the public API, compared with PostgreSQL's own benchmark writing the same rows on the same server.
 */
export const payments: Group = {
  name: "payments",
  about: "payments from session to webhook, beside pgbench writing the same rows",
  run: async (bench) => {
    const stand = await openStand(bench, { merchants: MERCHANTS });
    try {
      bench.say(`Listening for events of ${MERCHANTS} merchants …`);
      await listenForAll(stand);
      await runIn(bench, stand);
      const [first] = stand.service.merchants;
      if (first === undefined) throw new Error("there are merchants");
      await post(stand.service.port, first, "/payments/links", {
        amount: "5000",
        currency: "XOF",
        title: "Don",
        slug: SLUG,
      });
      const { cells, yardsticks } = await measureAll(bench, stand, await prepareBaseline(bench, stand));
      bench.say("Checking that the books are whole …");
      return findingsOf(cells, yardsticks, await stand.check());
    } finally {
      await stand.close();
    }
  },
};

async function prepareBaseline(bench: Bench, { postgres, postgresPid }: Stand): Promise<Baseline | null> {
  const pgbench = findPgbench();
  if (pgbench === null) {
    bench.say(
      "pgbench is not here: without it there are no ratios. Debian: apt-get install postgresql-contrib.",
    );
    return null;
  }
  await postgres.ensureDatabase("baseline");
  return openBaseline(pgbench, postgres.ownerUrl("baseline"), postgresPid, MERCHANTS);
}

async function measureAll(bench: Bench, stand: Stand, baseline: Baseline | null) {
  const { full, seconds, warmUp, seed } = bench;
  const cells: Cell[] = [];
  const yardsticks: Yardstick[] = [];
  const pgbench = async (name: string, script: "naive" | "call", clients: number, merchants: number) => {
    if (baseline === null || !bench.wants(`${name}, ${clients} clients`)) return;
    bench.say(`${name}, ${clients} clients …`);
    yardsticks.push({ name, clients, ...(await baseline.run(script, { clients, seconds, merchants })) });
  };
  const load = async (name: string, order: Partial<LoadOrder> & Pick<LoadOrder, "connections">) => {
    const label = `${name}, ${order.connections} connections`;
    if (!bench.wants(label)) return;
    bench.say(`${label} …`);
    const { port, merchants } = stand.service;
    const defaults = { kind: "payments", slug: null, rate: null, seed } as const;
    const run = () => measure(name, stand, { port, merchants, warmUp, seconds, ...defaults, ...order });
    cells.push(await (bench.profile ? profiled(stand, label, run) : run()));
  };
  const hot = { merchants: stand.service.merchants.slice(0, 1) };

  for (const clients of [16, 64]) await pgbench("pgbench naive", "naive", clients, MERCHANTS);
  for (const connections of full ? [1, 16, 64, 256] : [1, 64, 256]) await load("payments", { connections });
  for (const clients of [16, 64]) await pgbench("pgbench function", "call", clients, MERCHANTS);
  for (const clients of [16, 64]) await pgbench("pgbench naive, one merchant", "naive", clients, 1);
  for (const connections of full ? [64, 256] : [256])
    await load("payments, one merchant", { connections, ...hot });
  for (const clients of [16, 64]) await pgbench("pgbench function, one merchant", "call", clients, 1);
  await load("payments, one link", { connections: 64, ...hot, slug: SLUG });
  const top = perSecondOf(cells, "payments", 256);
  if (top > 0) await load(HALF, { connections: 256, rate: Math.round(top / 2) });
  else if (bench.wants(HALF))
    bench.say(`${HALF} needs the step "payments, 256 connections" before it: left out.`);
  return { cells, yardsticks };
}

function perSecondOf(cells: readonly Cell[], name: string, connections: number): number {
  return cells.find((cell) => cell.name === name && cell.connections === connections)?.perSecond ?? 0;
}

function findingsOf(
  cells: readonly Cell[],
  yardsticks: readonly Yardstick[],
  violations: readonly string[],
): Findings {
  const others = yardsticks.map(({ name, clients, perSecond, latencyMs, postgresMicros }) => [
    name,
    String(clients),
    String(Math.round(perSecond)),
    "",
    `${latencyMs} mean`,
    "",
    "",
    String(postgresMicros),
    "",
    "",
    "",
    "",
  ]);
  return {
    tables: [
      {
        head: cellHead("create", "complete"),
        rows: [...cells.map((cell) => cellRow(cell, "create", "complete")), ...others],
      },
    ],
    bars: [
      ...cells.map(cellBar),
      ...yardsticks.map(({ name, clients, perSecond }) => ({
        label: `${name}, ${clients}`,
        value: Math.round(perSecond),
        yardstick: true,
      })),
    ],
    ratios: ratiosOf(cells, yardsticks),
    problems: [...violations, ...cells.flatMap(cellProblems)],
    data: { cells, yardsticks },
  };
}

function ratiosOf(cells: readonly Cell[], yardsticks: readonly Yardstick[]): readonly Ratio[] {
  // A run of some steps only has nothing to compare.
  if (yardsticks.length < 8) return [];
  const best = (name: string): number =>
    Math.max(...yardsticks.filter((each) => each.name === name).map(({ perSecond }) => perSecond));
  const cheapest = Math.min(
    ...yardsticks.filter(({ name }) => name === "pgbench naive").map(({ postgresMicros }) => postgresMicros),
  );
  const spread = cells.find(({ name, connections }) => name === "payments" && connections === 256);
  const perSecond = spread?.perSecond ?? 0;
  const one = perSecondOf(cells, "payments, one merchant", 256);
  const half = cells.find(({ name }) => name === HALF);
  return [
    atLeast("payments ÷ pgbench naive, 1000 merchants", perSecond / best("pgbench naive"), 2.2),
    atLeast("payments ÷ pgbench naive, one merchant", one / best("pgbench naive, one merchant"), 4.5),
    atLeast("payments ÷ pgbench function, 1000 merchants", perSecond / best("pgbench function"), 1.1),
    atMost("PostgreSQL CPU of a payment ÷ naive's", (spread?.postgresMicros ?? 0) / cheapest, 0.2),
    atMost("p50 of complete at half of the top, ms", half?.calls.complete?.p50 ?? 0, 10),
    atMost("p99 of complete at half of the top, ms", half?.calls.complete?.p99 ?? 0, 50),
    atLeast(
      "deliveries that arrived ÷ events of payments, at half of the top",
      (half?.deliveriesEach ?? 0) / EVENTS_OF_A_PAYMENT,
      0.95,
    ),
  ];
}

const EVENTS_OF_A_PAYMENT = 3;
