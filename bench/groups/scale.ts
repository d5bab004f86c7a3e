import { processCountOf, thisMachine } from "../../server/src/processes/count.ts";
import { atLeast, type Findings, type Group } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { residentMiBOfService } from "../cpu.ts";
import { listenForAll, openStand } from "../stand.ts";

const MERCHANTS = 200;
const CONNECTIONS = 256;
const COUNTS = [1, 2, 4];

interface Step {
  readonly count: number;
  readonly cell: Cell;
  readonly residentMiB: number;
}

/** The same payments through one, two and four processes on one port and one database. */
export const scale: Group = {
  name: "scale",
  about: "payments through 1, 2 and 4 processes on one database",
  run: async (bench) => {
    const machine = thisMachine();
    const byDefault = processCountOf({ processes: "auto", databaseUrl: undefined }, machine);
    const steps: Step[] = [];
    const problems: string[] = [];
    for (const count of [...new Set([...COUNTS, byDefault])].sort((one, other) => one - other)) {
      const name = `${count} ${count === 1 ? "process" : "processes"}${count === byDefault ? " (default)" : ""}`;
      if (!bench.wants(name)) continue;
      const stand = await openStand(bench, { merchants: MERCHANTS, env: { PROCESSES: String(count) } });
      try {
        await listenForAll(stand);
        bench.say(`${name}, ${CONNECTIONS} connections …`);
        const { port, merchants } = stand.service;
        const cell = await measure(name, stand, {
          ...{ port, merchants, kind: "payments", slug: null, rate: null },
          ...{ connections: CONNECTIONS, warmUp: bench.warmUp, seconds: bench.seconds, seed: bench.seed },
        });
        steps.push({ count, cell, residentMiB: await residentMiBOfService(stand.service.pid) });
        problems.push(...(await stand.check()));
      } finally {
        await stand.close();
      }
    }
    return findingsOf(steps, byDefault, problems);
  },
};

function findingsOf(steps: readonly Step[], byDefault: number, violations: readonly string[]): Findings {
  const cells = steps.map(({ cell }) => cell);
  const best = Math.max(...cells.map(({ perSecond }) => perSecond));
  const chosen = steps.find(({ count }) => count === byDefault)?.cell.perSecond;
  return {
    tables: [
      {
        head: [...cellHead("create", "complete"), "service MiB"],
        rows: steps.map(({ cell, residentMiB }) => [
          ...cellRow(cell, "create", "complete"),
          String(residentMiB),
        ]),
      },
    ],
    bars: cells.map(cellBar),
    ratios:
      chosen === undefined || cells.length < 2
        ? []
        : [atLeast("payments by the default ÷ by the best number of processes", chosen / best, 0.9)],
    problems: [...violations, ...cells.flatMap(cellProblems)],
    data: { byDefault, steps },
  };
}
