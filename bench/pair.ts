import { atMost, type Bench, type Findings } from "./bench.ts";
import { type Cell, cellHead, cellProblems, cellRow, measure } from "./cell.ts";
import { listenForAll, openStand, runIn, type Stand } from "./stand.ts";

const MERCHANTS = 200;
const CONNECTIONS = 64;
/** Payments a second: below what a slow machine carries, so that each payment costs the same in both services. */
const RATE = 100;
/** Short turns, so that other work on the machine meets both alike. */
const ROUNDS = 9;

type Env = Readonly<Record<string, string>>;

export interface Pair {
  /** What is switched on and off, as the tables call it. */
  readonly name: string;
  readonly off?: Env;
  readonly on: Env;
  /** The most that a payment may cost with it, divided by its cost without. */
  readonly costMax: number;
  /** Happens once in the middle of each turn of the service that has it on. */
  readonly during?: () => Promise<void>;
  /** Why the measurement proves nothing, after all turns: nothing was sent or read, say. */
  problems(): readonly string[];
  /** What else belongs in the file of figures. */
  data(): Readonly<Record<string, unknown>>;
}

/**
 * What something costs a payment: two services of their own, one with it on and one with it off, under the same load in turn. The
 * median of the rounds' ratios counts; PostgreSQL, which has nothing to do with it, shows how even the machine was.
 */
export async function measurePair(bench: Bench, pair: Pair): Promise<Findings> {
  const off = await openStand(bench, { merchants: MERCHANTS, env: pair.off ?? {} });
  let on: Stand | null = null;
  try {
    on = await openStand(bench, { merchants: MERCHANTS, env: pair.on });
    const turns = [
      { name: `${pair.name} off`, stand: off, during: async () => {} },
      { name: `${pair.name} on`, stand: on, during: pair.during ?? (async () => {}) },
    ] as const;
    for (const { stand } of turns) {
      await listenForAll(stand);
      await runIn(bench, stand, { rate: RATE });
    }
    const cells: Cell[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const turn of round % 2 === 0 ? turns : turns.toReversed())
        cells.push(await measureTurn(bench, turn));
    bench.say("Checking that the books are whole …");
    return findingsOf(pair, cells, [...(await off.check()), ...(await on.check())]);
  } finally {
    await on?.close();
    await off.close();
  }
}

async function measureTurn(
  bench: Bench,
  turn: { readonly name: string; readonly stand: Stand; readonly during: () => Promise<void> },
): Promise<Cell> {
  const { seconds, warmUp, seed } = bench;
  const { port, merchants } = turn.stand.service;
  bench.say(`${turn.name}, ${RATE} payments a second …`);
  let happened: Promise<void> = Promise.resolve();
  const timer = setTimeout(
    () => {
      happened = turn.during();
    },
    (warmUp + seconds / 2) * 1_000,
  );
  const cell = await measure(turn.name, turn.stand, {
    port,
    merchants,
    kind: "payments",
    slug: null,
    connections: CONNECTIONS,
    rate: RATE,
    warmUp,
    seconds,
    seed,
  });
  clearTimeout(timer);
  await happened;
  return cell;
}

function findingsOf(pair: Pair, cells: readonly Cell[], violations: readonly string[]): Findings {
  /** The median of on ÷ off, round by round. */
  const ratio = (of: (cell: Cell) => number): number => {
    const [on, off] = ["on", "off"].map((state) =>
      cells.filter((cell) => cell.name === `${pair.name} ${state}`).map(of),
    );
    const ratios = (on ?? []).map((cost, round) => cost / (off?.[round] ?? Number.NaN));
    const found = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? Number.NaN;
    return Math.round(found * 1_000) / 1_000;
  };
  return {
    tables: [
      {
        head: cellHead("create", "complete"),
        rows: cells.map((cell) => cellRow(cell, "create", "complete")),
      },
    ],
    bars: [],
    ratios: [
      atMost(
        `the service's CPU of a payment, ${pair.name} on ÷ off`,
        ratio(({ serviceMicros }) => serviceMicros),
        pair.costMax,
      ),
    ],
    problems: [...violations, ...cells.flatMap(cellProblems), ...pair.problems()],
    data: { cells, ...pair.data(), postgresOnToOff: ratio(({ postgresMicros }) => postgresMicros) },
  };
}
