import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { atMost, type Bench, type Findings, type Group, type Ratio } from "../bench.ts";
import { cellProblems } from "../cell.ts";
import { residentMiBOfService } from "../cpu.ts";
import { plotLines } from "../lines.ts";
import type { LoadOrder } from "../plan.ts";
import { resultsFolder } from "../report.ts";
import { type Sample, sample } from "../soak.ts";
import { listenForAll, openStand, type Stand } from "../stand.ts";
import { openStartFolder, type Started } from "../starts.ts";

const MERCHANTS = 1_000;
const CONNECTIONS = 64;
/** Fewer samples show no trend: the first of them are warm-up. */
const TREND_SAMPLES_MIN = 8;

interface Starts {
  readonly name: string;
  readonly each: readonly Started[];
}

/** How soon the service is ready, how much memory it uses, and whether that stays constant. */
export const start: Group = {
  name: "start",
  about: "from the start to ready; memory idle, after many payments and over a long time",
  run: async (bench) => {
    const starts = await measureStarts(bench);
    if (!bench.wants("load")) return findingsOf(starts, [], []);
    const stand = await openStand(bench, { merchants: MERCHANTS });
    try {
      await listenForAll(stand);
      const idleMiB = await residentMiBOfService(stand.service.pid);
      const samples = await measureLoad(bench, stand);
      bench.say("Checking that the books are whole …");
      const problems = await stand.check();
      const found = findingsOf(starts, samples, problems);
      return { ...found, data: { starts, idleMiB, samples } };
    } finally {
      await stand.close();
    }
  },
};

async function measureStarts(bench: Bench): Promise<readonly Starts[]> {
  const starts: Starts[] = [];
  const times = bench.full ? 9 : 3;
  const step = async (name: string, count: number, one: () => Promise<Started>): Promise<void> => {
    if (!bench.wants(name)) return;
    bench.say(`${name}, ${count} times …`);
    const each: Started[] = [];
    while (each.length < count) each.push(await one());
    starts.push({ name, each });
  };
  const warm = await openStartFolder();
  try {
    await step("start, empty folder", times, async () => {
      const cold = await openStartFolder();
      try {
        return await cold.once(1);
      } finally {
        await cold.remove();
      }
    });
    // The first start makes the folder for the others.
    if (bench.wants("start, again")) await warm.once(1);
    await step("start, again", times, () => warm.once(1));
    await step("start, again, 2 processes", times, () => warm.once(2));
  } finally {
    await warm.remove();
  }
  return starts;
}

/** At full speed, in full for a million payments, then at half of it for a time, in full for an hour. */
async function measureLoad(bench: Bench, stand: Stand): Promise<readonly Sample[]> {
  const plan = bench.full
    ? { seconds: 60, payments: 1_000_000, soak: bench.soakMinutes }
    : { seconds: 4, payments: 0, soak: 3 };
  const { port, merchants } = stand.service;
  const samples: Sample[] = [];
  const take = async (name: string, rate: number | null): Promise<void> => {
    const order: LoadOrder = {
      port,
      merchants,
      kind: "payments",
      slug: null,
      rate,
      seed: bench.seed + samples.length,
      connections: CONNECTIONS,
      warmUp: rate === null ? 1 : 0,
      seconds: plan.seconds,
    };
    const one = await sample(stand, samples.at(-1)?.payments ?? 0, name, order);
    samples.push(one);
    bench.say(
      `${name}: ${one.payments} payments, ${one.cell.perSecond}/s, ${one.residentMiB} MiB, ${one.deadRows} dead rows`,
    );
  };
  while (samples.length < 3 || (samples.at(-1)?.payments ?? 0) < plan.payments) await take("load", null);
  const half = Math.max(1, Math.round((samples.at(-1)?.cell.perSecond ?? 0) / 2));
  for (let count = 0; count < plan.soak; count += 1) await take("half of it", half);
  await writeFile(
    join(resultsFolder, bench.full ? "start-full.lines.svg" : "start.lines.svg"),
    plotLines(linesOf(samples), `${plan.seconds} s each`),
  );
  return samples;
}

const linesOf = (samples: readonly Sample[]) => [
  { name: "payments per second", values: samples.map(({ cell }) => cell.perSecond) },
  { name: "service, resident MiB", values: samples.map(({ residentMiB }) => residentMiB) },
  { name: "PostgreSQL, MiB", values: samples.map(({ postgresMiB }) => postgresMiB) },
  { name: "service, CPU µs of a payment", values: samples.map(({ cell }) => cell.serviceMicros) },
  { name: "PostgreSQL, CPU µs of a payment", values: samples.map(({ cell }) => cell.postgresMicros) },
  { name: "complete, p99 ms", values: samples.map(({ cell }) => cell.calls.complete?.p99 ?? 0) },
  { name: "dead rows", values: samples.map(({ deadRows }) => deadRows) },
  { name: "tables that only change, MiB", values: samples.map(({ steadyTablesMiB }) => steadyTablesMiB) },
  { name: "database, MiB", values: samples.map(({ databaseMiB }) => databaseMiB) },
  { name: "partitions", values: samples.map(({ partitions }) => partitions) },
];

function findingsOf(
  starts: readonly Starts[],
  samples: readonly Sample[],
  violations: readonly string[],
): Findings {
  const ready = starts.map(({ name, each }) => ({ name, ms: median(each.map(({ readyMs }) => readyMs)) }));
  return {
    tables: [
      {
        head: ["what", "times", "ready ms", "fastest", "slowest", "service MiB", "with PostgreSQL MiB"],
        rows: starts.map(({ name, each }, index) => {
          const sorted = each.map(({ readyMs }) => readyMs).sort((one, other) => one - other);
          return [
            ...[name, each.length, ready[index]?.ms ?? 0, sorted[0] ?? 0, sorted.at(-1) ?? 0].map(String),
            textOf(median(each.map(({ residentMiB }) => residentMiB))),
            textOf(median(each.map(({ memoryMiB }) => memoryMiB))),
          ];
        }),
      },
      {
        head: [
          "load",
          "payments",
          "per second",
          "node µs",
          "pg µs",
          "p99 ms",
          "service MiB",
          "pg MiB",
          "database MiB",
        ].concat(["dead rows", "steady tables MiB", "partitions"]),
        rows: samples.map((each) => [
          each.cell.name,
          ...[each.payments, each.cell.perSecond, each.cell.serviceMicros, each.cell.postgresMicros].map(
            String,
          ),
          String(each.cell.calls.complete?.p99 ?? ""),
          ...[each.residentMiB, each.postgresMiB, each.databaseMiB, each.deadRows].map(String),
          ...[each.steadyTablesMiB, each.partitions].map(String),
        ]),
      },
    ],
    bars: ready.map(({ name, ms }) => ({ label: `${name}, ms`, value: ms, yardstick: false })),
    ratios: ratiosOf(samples),
    problems: [...violations, ...samples.flatMap(({ cell }) => cellProblems(cell))],
    data: { starts, samples },
  };
}

/** Each load separately: a payment costs more at half of the capacity than at full capacity. */
function ratiosOf(samples: readonly Sample[]): readonly Ratio[] {
  const loads = [...new Set(samples.map(({ cell }) => cell.name))];
  return loads.flatMap((load) =>
    trendsOf(
      load,
      samples.filter(({ cell }) => cell.name === load),
    ),
  );
}

/** The last quarter of the samples compared with the second one, by their medians: the first quarter is warm-up. */
function trendsOf(load: string, samples: readonly Sample[]): readonly Ratio[] {
  if (samples.length < TREND_SAMPLES_MIN) return [];
  const quarter = Math.floor(samples.length / 4);
  const grown = (of: (one: Sample) => number): number =>
    median(samples.slice(-quarter).map(of)) / median(samples.slice(quarter, 2 * quarter).map(of));
  const about = `${load}, last quarter ÷ second`;
  return [
    atMost(
      `memory of the service, ${about}`,
      grown(({ residentMiB }) => residentMiB),
      1.1,
    ),
    atMost(
      `memory of PostgreSQL, ${about}`,
      grown(({ postgresMiB }) => postgresMiB),
      1.1,
    ),
    atMost(`CPU of a payment, ${about}`, grown(costOf), 1.2),
  ];
}

const costOf = ({ cell }: Sample): number => cell.serviceMicros + cell.postgresMicros;
const textOf = (value: number): string => (value === 0 ? "" : String(value));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
