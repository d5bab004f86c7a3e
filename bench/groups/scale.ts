import { settings } from "../../server/src/config.ts";
import { atLeast, type Findings, type Group } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { residentMiBOfService } from "../cpu.ts";
import { listenForAll, openStand, runIn } from "../stand.ts";

const MERCHANTS = 200;
const CONNECTIONS = 256;
const COUNTS = [1, 2, 4];

interface Step {
  /** Null: one that answers requests, and one for background work. */
  readonly count: number | null;
  readonly cell: Cell;
  readonly residentMiB: number;
}

/** The same payments through one, two and four processes on one port and one database. */
export const scale: Group = {
  name: "scale",
  about: "payments through 1, 2 and 4 processes on one database, and with webhooks apart",
  run: async (bench) => {
    const byDefault = settings.PROCESSES.value;
    const steps: Step[] = [];
    const problems: string[] = [];
    const counts = [...new Set([...COUNTS, byDefault])].sort((one, other) => one - other);
    for (const count of [...counts, null]) {
      const name = nameOf(count, byDefault);
      if (!bench.wants(name)) continue;
      const stand = await openStand(bench, {
        merchants: MERCHANTS,
        env: { PROCESSES: String(count ?? 1) },
        worksApart: count === null,
      });
      try {
        await listenForAll(stand);
        await runIn(bench, stand);
        bench.say(`${name}, ${CONNECTIONS} connections …`);
        const { port, merchants } = stand.service;
        const cell = await measure(name, stand, {
          port,
          merchants,
          kind: "payments",
          slug: null,
          rate: null,
          connections: CONNECTIONS,
          warmUp: bench.warmUp,
          seconds: bench.seconds,
          seed: bench.seed,
        });
        const pids = [stand.service.pid, ...(stand.worker === undefined ? [] : [stand.worker.pid])];
        const resident = await Promise.all(pids.map(residentMiBOfService));
        steps.push({ count, cell, residentMiB: resident.reduce((sum, mib) => sum + mib, 0) });
        problems.push(...(await stand.check()));
      } finally {
        await stand.close();
      }
    }
    return findingsOf(steps, byDefault, problems);
  },
};

function nameOf(count: number | null, byDefault: number): string {
  if (count === null) return "one answers, one works";
  return `${count} ${count === 1 ? "process" : "processes"}${count === byDefault ? " (default)" : ""}`;
}

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
