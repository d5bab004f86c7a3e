import { atMost, type Bench, type Findings, type Group, type Ratio } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { listenForAll, openStand, runIn, type Stand } from "../stand.ts";

const MERCHANTS = 1_000;
const CONNECTIONS = 64;
const POOL_CONNECTIONS = 16;
const OURS = "as it is";
const NAIVE = "a transaction per command";

/** The same service twice, in turn: as it is, and with a pool and a transaction for each command. */
export const naive: Group = {
  name: "naive",
  about: "payments beside the same API with a pool and a transaction for each command",
  run: async (bench) => {
    const ours = await openStand(bench, { merchants: MERCHANTS });
    try {
      const theirs = await openStand(bench, {
        merchants: MERCHANTS,
        env: { NAIVE_CONNECTIONS: String(POOL_CONNECTIONS) },
      });
      try {
        return await compare(bench, [
          { name: OURS, stand: ours },
          { name: NAIVE, stand: theirs },
        ]);
      } finally {
        await theirs.close();
      }
    } finally {
      await ours.close();
    }
  },
};

interface Side {
  readonly name: string;
  readonly stand: Stand;
}

async function compare(bench: Bench, sides: readonly Side[]): Promise<Findings> {
  bench.say(`Listening for events of ${MERCHANTS} merchants, twice …`);
  for (const { stand } of sides) {
    await listenForAll(stand);
    await runIn(bench, stand);
  }
  const cells: Cell[] = [];
  for (let round = 0; round < (bench.full ? 3 : 1); round += 1) {
    for (const spread of ["1000 merchants", "one merchant"]) {
      for (const side of sides) {
        const name = `${spread}, ${side.name}`;
        if (bench.wants(name)) cells.push(await load(bench, name, side.stand, spread === "one merchant"));
      }
    }
  }
  bench.say("Checking that the books are whole …");
  const violations: string[] = [];
  for (const { name, stand } of sides) {
    violations.push(...(await stand.check()).map((violation) => `${name}: ${violation}`));
  }
  return {
    tables: [
      {
        head: cellHead("create", "complete"),
        rows: cells.map((cell) => cellRow(cell, "create", "complete")),
      },
    ],
    bars: cells.map((cell) => ({ ...cellBar(cell), yardstick: cell.name.endsWith(NAIVE) })),
    ratios: [...ratiosOf(cells, "1000 merchants"), ...ratiosOf(cells, "one merchant")],
    problems: [...violations, ...cells.flatMap(cellProblems)],
    data: { cells },
  };
}

function load(bench: Bench, name: string, stand: Stand, isHot: boolean): Promise<Cell> {
  const { seconds, warmUp, seed } = bench;
  const { port, merchants } = stand.service;
  bench.say(`${name}, ${CONNECTIONS} connections …`);
  return measure(name, stand, {
    port,
    warmUp,
    seconds,
    seed,
    connections: CONNECTIONS,
    kind: "payments",
    slug: null,
    rate: null,
    merchants: isHot ? merchants.slice(0, 1) : merchants,
  });
}

function ratiosOf(cells: readonly Cell[], spread: string): readonly Ratio[] {
  const medianOf = (side: string, figure: (cell: Cell) => number): number => {
    const found = cells.filter(({ name }) => name === `${spread}, ${side}`).map(figure);
    return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
  };
  const share = (figure: (cell: Cell) => number): number => {
    const theirs = medianOf(NAIVE, figure);
    return theirs === 0 ? 0 : medianOf(OURS, figure) / theirs;
  };
  const value = share(({ perSecond }) => perSecond);
  return [
    atMost(
      `p99 of complete ÷ naive's, ${spread}`,
      share(({ calls }) => calls.complete?.p99 ?? 0),
      0.4,
    ),
    { name: `payments ÷ naive's, ${spread}`, value, must: "> 1", holds: value > 1 },
  ];
}
