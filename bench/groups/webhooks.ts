import {
  drained,
  findTemplates,
  hold,
  moveEndpoints,
  release,
  type Templates,
  writeBacklog,
} from "../backlog.ts";
import { atLeast, atMost, type Bench, type Findings, type Group } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { cpuSeconds, cpuSecondsOfTree } from "../cpu.ts";
import { profiled } from "../flame.ts";
import { doors, type SendReport } from "../plan.ts";
import { runLoad, runSender } from "../processes.ts";
import { listenForAll, openStand, type Stand } from "../stand.ts";

const MERCHANTS = 200;
/** Payments a second while latency is measured: three events each, far from what the machine can do. */
const RATE = 60;
const CONNECTIONS = 32;
/** Unmeasured deliveries. */
const RUN_IN = 10_000;
/** No server listens on this port. */
const CLOSED_PORT = 1;
const BARE = "HTTP client alone";
const DRAIN = "backlog, quick receivers";
const HEALTHY = "payments, receivers well";
const BACKLOG = "payments, backlog at 50 ms";
const UNHEALTHY = "payments, 10 % dead 10 % slow";

interface Bare extends SendReport {
  readonly inFlight: number;
}

interface Drain {
  readonly count: number;
  readonly perSecond: number;
  readonly cores: Readonly<Record<"service" | "postgres" | "world", number>>;
  readonly serviceMicros: number;
  readonly postgresMicros: number;
}

interface Measured {
  readonly bares: readonly Bare[];
  readonly drain: Drain | null;
  readonly healthy: Cell | null;
  readonly backlog: { readonly cell: Cell; readonly count: number; readonly perSecond: number } | null;
  readonly unhealthy: Cell | null;
}

/** Deliveries compared with what the HTTP client can send, and how soon they arrive whatever other receivers do. */
export const webhooks: Group = {
  name: "webhooks",
  about: "deliveries beside the bare HTTP client; arrival with dead and slow receivers; a backlog",
  run: async (bench) => {
    const stand = await openStand(bench, { merchants: MERCHANTS });
    try {
      bench.say(`Listening for events of ${MERCHANTS} merchants …`);
      await listenForAll(stand);
      // Unmeasured payments: their events are the templates for backlogs, and the code is warm afterwards.
      await runLoad({ ...loadOf(bench, stand), connections: 16, rate: null, warmUp: 0, seconds: 3 });
      await drained(stand.db, Date.now());
      const measured = await measureAll(bench, stand, await findTemplates(stand.db));
      bench.say("Checking that the books are whole …");
      return findingsOf(measured, await stand.check());
    } finally {
      await stand.close();
    }
  },
};

const loadOf = ({ seed, seconds, warmUp }: Bench, { service: { port, merchants } }: Stand) =>
  ({
    port,
    merchants,
    seed,
    seconds,
    warmUp,
    kind: "payments",
    slug: null,
    connections: CONNECTIONS,
    rate: RATE,
  }) as const;

async function measureAll(bench: Bench, stand: Stand, templates: Templates): Promise<Measured> {
  const { world } = stand;
  const origin = `http://localhost:${world.port}`;
  const step = async <T>(label: string, run: () => Promise<T>): Promise<T | null> => {
    if (!bench.wants(label)) return null;
    bench.say(`${label} …`);
    return bench.profile ? profiled(stand, label, run) : run();
  };

  const { seconds, warmUp } = bench;
  const body = templates[Math.floor(templates.length / 2)]?.payload ?? "";
  const bares: Bare[] = [];
  for (const inFlight of bench.wants(BARE) ? [32, 256] : []) {
    bench.say(`${BARE}, ${inFlight} in flight …`);
    const order = { port: world.port, inFlight, warmUp, seconds, body };
    bares.push({ inFlight, ...(await runSender(order)) });
  }
  // The client alone has warmed up before it is measured: so has the service.
  if (bench.wants(DRAIN)) await drainAll(stand, templates, RUN_IN);
  const drain = await step(DRAIN, () => drainAll(stand, templates, bench.full ? 100_000 : 40_000));
  const healthy = await step(HEALTHY, () => measure(HEALTHY, stand, loadOf(bench, stand)));
  await moveEndpoints(stand, () => `${origin}${doors.tired}`);
  const backlog = await step(BACKLOG, () =>
    payDuringBacklog(bench, stand, templates, bench.full ? 100_000 : 10_000, drain?.perSecond ?? null),
  );
  await moveEndpoints(stand, (place) => addressOf(origin, place));
  const unhealthy = await step(UNHEALTHY, () => measure(UNHEALTHY, stand, loadOf(bench, stand)));
  return { bares, drain, healthy, backlog, unhealthy };
}

/** Of twenty endpoints, one refuses connections, one never answers, two are slow, and the others are healthy. */
function addressOf(origin: string, place: number): string {
  switch (place % 20) {
    case 0:
      return `http://localhost:${CLOSED_PORT}/`;
    case 1:
      return `${origin}${doors.mute}`;
    case 2:
    case 3:
      return `${origin}${doors.slow}`;
    default:
      return `${origin}${doors.quick}`;
  }
}

async function drainAll(stand: Stand, templates: Templates, count: number): Promise<Drain> {
  const { db, service, postgresPid, world } = stand;
  await hold(db);
  await writeBacklog(db, templates, count);
  const clocks = async () => ({
    service: await cpuSeconds(service.pid),
    postgres: await cpuSecondsOfTree(postgresPid),
    world: await cpuSeconds(world.pid),
  });
  const [before, startedAt] = [await clocks(), performance.now()];
  await release(db);
  await drained(db, Date.now());
  const [after, seconds] = [await clocks(), (performance.now() - startedAt) / 1_000];
  const used = (key: keyof typeof before): number => after[key] - before[key];
  return {
    count,
    perSecond: Math.round(count / seconds),
    cores: {
      service: round(used("service") / seconds),
      postgres: round(used("postgres") / seconds),
      world: round(used("world") / seconds),
    },
    serviceMicros: Math.round((used("service") / count) * 1e6),
    postgresMicros: Math.round((used("postgres") / count) * 1e6),
  };
}

/** Payers and merchants continue while a backlog is sent: its effect on them, and its speed. */
async function payDuringBacklog(
  bench: Bench,
  stand: Stand,
  templates: Templates,
  count: number,
  drainsPerSecond: number | null,
): Promise<NonNullable<Measured["backlog"]>> {
  const { db } = stand;
  await hold(db);
  await writeBacklog(db, templates, count);
  // Ends before the backlog does, so that every measured call was made meanwhile.
  const seconds = Math.max(2, Math.floor(count / (drainsPerSecond ?? 2_500)));
  const order = { ...loadOf(bench, stand), warmUp: 1, seconds };
  const startedAt = performance.now();
  const draining = release(db)
    .then(() => drained(db, Date.now()))
    .then(() => (performance.now() - startedAt) / 1_000);
  const cell = await measure(BACKLOG, stand, order);
  return { cell, count, perSecond: Math.round(count / (await draining)) };
}

function findingsOf(measured: Measured, violations: readonly string[]): Findings {
  const { bares, drain, healthy, backlog, unhealthy } = measured;
  const cells = [healthy, backlog?.cell ?? null, unhealthy].filter((cell) => cell !== null);
  const sent = [
    ...bares.map(({ inFlight, perSecond, micros }) => [
      `${BARE}, ${inFlight} in flight`,
      String(perSecond),
      "",
      String(micros),
      "",
    ]),
    ...(drain === null ? [] : [drainRow(drain)]),
    ...(backlog === null
      ? []
      : [["backlog at 50 ms, beside payments", String(backlog.perSecond), "", "", ""]]),
  ];
  return {
    tables: [
      { head: ["what", "per second", "cores node/pg/world", "node µs each", "pg µs each"], rows: sent },
      {
        head: cellHead("create", "complete"),
        rows: cells.map((cell) => cellRow(cell, "create", "complete")),
      },
    ],
    bars: [
      ...bares.map(({ inFlight, perSecond }) => ({
        label: `${BARE}, ${inFlight}`,
        value: perSecond,
        yardstick: true,
      })),
      ...(drain === null ? [] : [{ label: DRAIN, value: drain.perSecond, yardstick: false }]),
      ...cells.map(cellBar),
    ],
    ratios: ratiosOf(measured),
    problems: [...violations, ...cells.flatMap(cellProblems)],
    data: measured,
  };
}

const drainRow = ({ count, perSecond, cores, serviceMicros, postgresMicros }: Drain): readonly string[] => [
  `${DRAIN}: ${count}`,
  String(perSecond),
  `${cores.service}/${cores.postgres}/${cores.world}`,
  String(serviceMicros),
  String(postgresMicros),
];

function ratiosOf({ bares, drain, healthy, backlog, unhealthy }: Measured) {
  const bare = Math.max(0, ...bares.map(({ perSecond }) => perSecond));
  const p95 = (cell: Cell, call: string): number => cell.calls[call]?.p95 ?? 0;
  return [
    ...(drain === null || bare === 0
      ? []
      : [atLeast("delivered and logged ÷ HTTP client alone", drain.perSecond / bare, 0.5)]),
    ...(backlog === null || bare === 0
      ? []
      : [atLeast("backlog at 50 ms, beside payments ÷ HTTP client alone", backlog.perSecond / bare, 0.5)]),
    ...(backlog === null || healthy === null
      ? []
      : ["create", "complete"].map((call) =>
          atMost(`p95 of ${call} meanwhile ÷ normal`, p95(backlog.cell, call) / p95(healthy, call), 2),
        )),
    ...(unhealthy === null || healthy === null
      ? []
      : [
          atMost(
            "p50 of arrival, 20 % in trouble ÷ all well",
            unhealthy.arrival.p50 / healthy.arrival.p50,
            1.5,
          ),
          atMost(
            "p99 of arrival, 20 % in trouble ÷ all well",
            unhealthy.arrival.p99 / healthy.arrival.p99,
            2,
          ),
        ]),
  ];
}

const round = (value: number): number => Math.round(value * 100) / 100;
