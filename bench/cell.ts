import type { Bar } from "./bench.ts";
import { cpuSeconds, cpuSecondsOfTree } from "./cpu.ts";
import type { LatencySummary } from "./latencies.ts";
import type { LoadOrder, LoadReport } from "./plan.ts";
import { runLoad, type ServiceProcess, type WorldProcess } from "./processes.ts";
import type { ThreadReport } from "./thread.ts";

/** One row of a table: a load, its result, and its cost. */
export interface Cell {
  readonly name: string;
  readonly connections: number;
  readonly done: number;
  readonly perSecond: number;
  readonly calls: Readonly<Record<string, LatencySummary>>;
  readonly errors: Readonly<Record<string, number>>;
  /** Cores used by each side during the load. */
  readonly cores: Readonly<Record<"service" | "postgres" | "load" | "world", number>>;
  /** CPU of the service and of PostgreSQL per counted operation. */
  readonly serviceMicros: number;
  readonly postgresMicros: number;
  /** The thread that answers requests; null where several processes do. */
  readonly thread: ThreadReport | null;
  readonly deliveriesPerSecond: number;
  /** Webhooks that arrived per operation, including the warm-up. */
  readonly deliveriesEach: number;
  /** From an event to its arrival, milliseconds. */
  readonly arrival: LatencySummary;
}

export interface Site {
  readonly service: ServiceProcess;
  readonly worker?: ServiceProcess;
  readonly world: WorldProcess;
  readonly postgresPid: number;
}

/** Runs the load and reads the CPU clocks before and after it. */
export function measure(name: string, site: Site, order: LoadOrder): Promise<Cell> {
  return measureRun(name, order.connections, site, () => runLoad(order));
}

/** The same of any load. */
export async function measureRun(
  name: string,
  connections: number,
  site: Site,
  run: () => Promise<LoadReport>,
): Promise<Cell> {
  const clocks = async () => ({
    service:
      (await cpuSecondsOfTree(site.service.pid)) +
      (site.worker === undefined ? 0 : await cpuSecondsOfTree(site.worker.pid)),
    postgres: await cpuSecondsOfTree(site.postgresPid),
    world: await cpuSeconds(site.world.pid),
  });
  await site.world.ask("reset");
  await site.service.ask({ kind: "watch" });
  const before = await clocks();
  const beganAt = performance.now();
  const report = await run();
  const after = await clocks();
  const { thread } = await site.service.ask({ kind: "watched" });
  const world = await site.world.ask("report");
  const wholeSeconds = (performance.now() - beganAt) / 1_000;
  const used = (key: "service" | "postgres" | "world"): number => after[key] - before[key];
  const share = (key: "service" | "postgres" | "world"): number => round(used(key) / wholeSeconds);
  const perSecond = report.done / report.seconds;
  const each = (amount: number): number => (report.doneInAll === 0 ? 0 : amount / report.doneInAll);
  return {
    name,
    connections,
    done: report.done,
    perSecond: Math.round(perSecond),
    calls: report.calls,
    errors: report.errors,
    cores: {
      service: share("service"),
      postgres: share("postgres"),
      load: round(report.cpuSeconds / report.seconds),
      world: share("world"),
    },
    serviceMicros: Math.round(each(used("service") * 1e6)),
    postgresMicros: Math.round(each(used("postgres") * 1e6)),
    thread,
    deliveriesPerSecond: Math.round(world.deliveries / wholeSeconds),
    deliveriesEach: round(each(world.deliveries)),
    arrival: world.arrival,
  };
}

/** The head of a table of cells, with columns for these calls. */
export const cellHead = (...calls: readonly string[]): readonly string[] => [
  "what",
  "conns",
  "per second",
  ...calls.map((call) => `${call} ms`),
  "cores node/pg/load/world",
  "node µs each",
  "pg µs each",
  "thread busy/gc",
  "gc/late ms",
  "webhooks/s",
  "webhook ms",
];

/**
 * A row of such a table. Times are p50/p99/p99.9; `gc/late ms` are the longest pause for garbage, and how long work that was due
 * waited for the thread (p99 and the longest).
 */
export function cellRow(cell: Cell, ...calls: readonly string[]): readonly string[] {
  const { name, connections, perSecond, cores, thread, arrival } = cell;
  return [
    name,
    String(connections),
    String(perSecond),
    ...calls.map((call) => {
      const times = cell.calls[call];
      return times === undefined ? "" : `${times.p50}/${times.p99}/${times.p999}`;
    }),
    `${cores.service}/${cores.postgres}/${cores.load}/${cores.world}`,
    String(cell.serviceMicros),
    String(cell.postgresMicros),
    thread === null ? "" : `${thread.busy}/${thread.garbage}`,
    thread === null ? "" : `${thread.garbageMs}/${thread.lateMs.p99}/${thread.lateMs.max}`,
    arrival.count === 0 ? "" : String(cell.deliveriesPerSecond),
    arrival.count === 0 ? "" : `${arrival.p50}/${arrival.p99}`,
  ];
}

export const cellBar = ({ name, connections, perSecond }: Cell): Bar => ({
  label: `${name}, ${connections}`,
  value: perSecond,
  yardstick: false,
});

export const cellProblems = ({ name, connections, errors }: Cell): readonly string[] =>
  Object.entries(errors).map(([what, count]) => `${name}, ${connections}: ${count} × ${what}`);

const round = (value: number): number => Math.round(value * 100) / 100;
