import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../server/src/http/transport.ts";
import type { Bench, Table } from "./bench.ts";
import { cpuSeconds, cpuSecondsOfTree, residentMiB } from "./cpu.ts";
import type { LatencySummary } from "./latencies.ts";
import type { MerchantKey } from "./plan.ts";
import { startWaiters } from "./processes.ts";
import { makeSessions } from "./sessions.ts";
import type { Stand } from "./stand.ts";

/** Ten thousand long-polling phones, and their cost. */
export interface Waiting {
  readonly waiters: number;
  readonly kibEach: number;
  /** Cores used while nothing happens. */
  readonly cores: { readonly service: number; readonly postgres: number };
  /** From the answer to the payer until the waiting phone has it; milliseconds. */
  readonly heard: LatencySummary;
  readonly errors: Readonly<Record<string, number>>;
}

const WAITERS = 10_000;
/** Connections left for others, and files left for the processes themselves. */
const SPARE = 200;
const PAID_PER_SECOND = 200;
const IDLE_SECONDS = 6;

/** `meanwhile` runs while all of them wait. */
export async function measureWaiting<T>(
  bench: Bench,
  stand: Stand,
  merchants: readonly MerchantKey[],
  meanwhile: () => Promise<T>,
): Promise<Waiting & { readonly meanwhile: T }> {
  const { service, postgresPid } = stand;
  const waiters = Math.min(WAITERS, limits.connectionsMax - SPARE, (await filesMax()) - SPARE);
  bench.say(`${waiters} sessions, each with a phone that waits (${reason(waiters)}) …`);
  const sessionIds = await makeSessions(service.port, merchants, waiters);
  const process = startWaiters();
  try {
    const before = await residentMiB(service.pid);
    await process.ask({ kind: "wait", port: service.port, sessionIds });
    const clocks = async () => [await cpuSeconds(service.pid), await cpuSecondsOfTree(postgresPid)] as const;
    const [service0, postgres0] = await clocks();
    await sleep(IDLE_SECONDS * 1_000);
    const [service1, postgres1] = await clocks();
    const resident = (await residentMiB(service.pid)) - before;
    const told = await meanwhile();
    const paid = sessionIds.slice(0, PAID_PER_SECOND * Math.min(bench.seconds, 10));
    bench.say(`${paid.length} of them are paid …`);
    const { waiting, heard, errors } = await process.ask({
      kind: "pay",
      sessionIds: paid,
      perSecond: PAID_PER_SECOND,
    });
    const lost = waiters - paid.length - waiting;
    return {
      waiters,
      kibEach: Math.round((resident * 1_024) / waiters),
      cores: {
        service: round((service1 - service0) / IDLE_SECONDS),
        postgres: round((postgres1 - postgres0) / IDLE_SECONDS),
      },
      heard,
      errors: lost > 0 ? { ...errors, "left before their time": lost } : errors,
      meanwhile: told,
    };
  } finally {
    await process.stop();
  }
}

export function waitingTable({ waiters, kibEach, cores, heard }: Waiting): Table {
  return {
    head: ["who wait", "KiB each", "cores node/pg", "who paid", "they hear after ms"],
    rows: [
      [
        String(waiters),
        String(kibEach),
        `${cores.service}/${cores.postgres}`,
        String(heard.count),
        `${heard.p50}/${heard.p99}/${heard.p999}`,
      ],
    ],
  };
}

const reason = (waiters: number): string =>
  waiters === WAITERS
    ? "all on connections of their own"
    : waiters === limits.connectionsMax - SPARE
      ? `the service takes ${limits.connectionsMax} connections`
      : "more files may not be open: see ulimit -n";

/** Files that a process may open; Node raises its limit to the maximum allowed. */
async function filesMax(): Promise<number> {
  const text = await readFile("/proc/self/limits", "utf8").catch(() => "");
  return Number(/Max open files\s+(\d+)/.exec(text)?.[1] ?? WAITERS + SPARE);
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
