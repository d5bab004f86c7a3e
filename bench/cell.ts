import { cpuSeconds, cpuSecondsOfTree } from "./cpu.ts";
import type { LatencySummary } from "./latencies.ts";
import type { LoadOrder, LoadReport } from "./plan.ts";
import { runLoad, type ServiceProcess, type WorldProcess } from "./processes.ts";

/** One figure of a table: a load, what came of it, and what it cost. */
export interface Cell {
  readonly name: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly calls: Readonly<Record<string, LatencySummary>>;
  readonly errors: Readonly<Record<string, number>>;
  /** Cores used by each side, over the time of the load. */
  readonly cores: Readonly<Record<"service" | "postgres" | "load" | "world", number>>;
  /** PostgreSQL's CPU for one of what was counted. */
  readonly postgresMicros: number;
  readonly deliveriesPerSecond: number;
  /** From an event to its arrival, milliseconds. */
  readonly arrival: LatencySummary;
}

export interface Site {
  readonly service: ServiceProcess;
  readonly world: WorldProcess;
  readonly postgresPid: number;
}

/** Runs the load and takes the CPU clocks before and after it. */
export async function measure(name: string, site: Site, order: LoadOrder): Promise<Cell> {
  const clocks = async () => ({
    service: await cpuSeconds(site.service.pid),
    postgres: await cpuSecondsOfTree(site.postgresPid),
    world: await cpuSeconds(site.world.pid),
  });
  await site.world.ask("reset");
  const before = await clocks();
  const beganAt = performance.now();
  const report: LoadReport = await runLoad(order);
  const after = await clocks();
  const world = await site.world.ask("report");
  // The clocks ran over the warm-up too, the count did not: costs are shares of the whole.
  const wholeSeconds = (performance.now() - beganAt) / 1_000;
  const share = (key: "service" | "postgres" | "world"): number =>
    round((after[key] - before[key]) / wholeSeconds);
  const perSecond = report.done / report.seconds;
  return {
    name,
    connections: order.connections,
    perSecond: Math.round(perSecond),
    calls: report.calls,
    errors: report.errors,
    cores: {
      service: share("service"),
      postgres: share("postgres"),
      load: round(report.cpuSeconds / report.seconds),
      world: share("world"),
    },
    postgresMicros: perSecond === 0 ? 0 : Math.round((share("postgres") * 1e6) / perSecond),
    deliveriesPerSecond: Math.round(world.deliveries / wholeSeconds),
    arrival: world.arrival,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
