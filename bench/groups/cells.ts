import { freePort } from "../../packages/embedded-postgres/src/index.ts";
import { haproxyConfig } from "../../server/src/cells/haproxy.ts";
import { parseCellList } from "../../server/src/cells/list.ts";
import { migrate } from "../../server/src/db/migrate.ts";
import { systemClock } from "../../server/src/kit/clock.ts";
import { createLogger } from "../../server/src/log/logger.ts";
import { type CitusSchema, openCitus } from "../../server/test/harness/citus.ts";
import { findHaproxy, startHaproxy } from "../../server/test/harness/haproxy.ts";
import { atMost, type Bar, type Bench, type Findings, type Group } from "../bench.ts";
import { canKeepApart, keepOnCore, letUseAllCores } from "../cores.ts";
import type { LatencySummary } from "../latencies.ts";
import { lookUp } from "../look-up.ts";
import type { LoadOrder, LoadReport } from "../plan.ts";
import { runLoad } from "../processes.ts";
import { listenForAll, openStand, openStandOn, runIn, type Stand } from "../stand.ts";

const log = createLogger({ level: "error", format: "json" });
const MERCHANTS = 50;
const CONNECTIONS = 64;
const CODES = ["a", "b"] as const;
type Code = (typeof CODES)[number];
/** Of what the cells carry together, for each: both have room, and each needs the machine. */
const KILL_SHARE = 0.25;
const P95_MAX = 1.2;
/** While cell b moves to another worker: what is aimed at there, and what leaves a small machine room for the move. */
const MOVING_PER_SECOND: Readonly<Record<Code, number>> = { a: 10, b: 50 };
/** The load begins before the move, and comes in pieces of this length until the move is over. */
const BEFORE_MOVE_MS = 2_000;
const PIECE_SECONDS = 5;

type Cell = Omit<Stand, "postgres" | "postgresPid"> & { readonly port: number };
interface Place {
  readonly name: string;
  readonly cells: Readonly<Record<Code, Cell>>;
  /** Where both are asked: the proxy, or, without one, each cell itself. */
  readonly portOf: (code: Code) => number;
  readonly proxyPid: number | null;
}

interface Step {
  readonly name: string;
  readonly perSecond: Readonly<Partial<Record<Code, number>>>;
  readonly complete: Readonly<Partial<Record<Code, LatencySummary>>>;
  readonly errors: readonly string[];
}

/** One cell and two, on PostgreSQL and on one Citus; the kill of one beside the other, and its move to another worker. */
export const cells: Group = {
  name: "cells",
  about: "one cell and two, on PostgreSQL and on Citus (--citus); the kill and the move of one under load",
  run: async (bench) => {
    const steps: Step[] = [];
    const problems: string[] = [];
    const undo: (() => Promise<void>)[] = [];
    let kill: Trial | null = null;
    let move: Trial | null = null;
    try {
      const postgresPids: number[] = [];
      const plain = await openPlace(bench, "PostgreSQL", undo, async (env) => {
        const stand = await openStand(bench, { merchants: MERCHANTS, env });
        postgresPids.push(stand.postgresPid);
        return stand;
      });
      steps.push(...(await measureTops(bench, plain)));
      kill = await killOne(bench, plain, postgresPids, steps);
      for (const code of CODES) problems.push(...(await plain.cells[code].check()));
    } finally {
      for (const step of undo.splice(0).reverse()) await step();
      // The step with the kill has kept this process on one core.
      if (await canKeepApart()) await letUseAllCores(process.pid);
    }
    if (bench.citus === null) bench.say("No Citus is measured: none was given (--citus or CITUS_URL).");
    else {
      try {
        const citus = await openCitus(bench.citus);
        undo.push(citus.close);
        const places: CitusSchema[] = [];
        const place = await openPlace(bench, "Citus", undo, async (env) => {
          const schema = await citus.addSchema();
          places.push(schema);
          // Handing tables over that are in use would deadlock.
          await migrate({ ownerUrl: schema.ownerUrl, clock: systemClock, log });
          await schema.distribute();
          return openStandOn(bench, schema.ownerUrl, { merchants: MERCHANTS, env });
        });
        steps.push(...(await measureTops(bench, place)));
        const [, ofCellB] = places;
        if (ofCellB === undefined) throw new Error("each cell has a schema");
        move = await moveOne(bench, place, ofCellB);
        for (const code of CODES) problems.push(...(await place.cells[code].check()));
      } finally {
        for (const step of undo.splice(0).reverse()) await step();
      }
    }
    return findingsOf(steps, kill, move, problems);
  },
};

async function openPlace(
  bench: Bench,
  name: string,
  undo: (() => Promise<void>)[],
  open: (env: Readonly<Record<string, string>>) => Promise<Omit<Cell, "port">>,
): Promise<Place> {
  const opened = {} as Record<Code, Cell>;
  for (const code of CODES) {
    const port = await freePort();
    const stand = await open({ CELL: code, PORT: String(port), TRUSTED_PROXIES: "127.0.0.1" });
    undo.push(stand.close);
    opened[code] = { ...stand, port };
    await listenForAll(stand);
    await runIn(bench, stand);
  }
  const haproxy = await findHaproxy();
  if ("missing" in haproxy) {
    bench.say(`Each cell is asked itself: ${haproxy.missing}.`);
    return { name, cells: opened, portOf: (code) => opened[code].port, proxyPid: null };
  }
  const port = await freePort();
  const list = parseCellList(
    JSON.stringify({
      host: "pay.localhost",
      bind: `127.0.0.1:${port}`,
      cells: CODES.map((code) => ({ code, servers: [`127.0.0.1:${opened[code].port}`] })),
    }),
  );
  const proxy = await startHaproxy(haproxy.program, haproxyConfig(list), port);
  undo.push(proxy.close);
  return { name, cells: opened, portOf: () => port, proxyPid: proxy.pid };
}

const orderFor = (bench: Bench, place: Place, code: Code, order: Partial<LoadOrder>): LoadOrder => ({
  port: place.portOf(code),
  merchants: place.cells[code].service.merchants,
  kind: "payments",
  slug: null,
  rate: null,
  connections: CONNECTIONS,
  warmUp: bench.warmUp,
  seconds: bench.seconds,
  seed: bench.seed,
  ...order,
});

/** As many payments as one cell takes while the other is idle, and both at once. */
async function measureTops(bench: Bench, place: Place): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const codes of [["a"], CODES] as const) {
    const name = `${codes.length === 1 ? "one cell" : "two cells"} on ${place.name}`;
    bench.say(`${name}, ${CONNECTIONS} connections each …`);
    steps.push(stepOf(name, await loadAll(codes, (code) => runLoad(orderFor(bench, place, code, {})))));
  }
  return steps;
}

type Reports = readonly (readonly [Code, LoadReport])[];

const loadAll = (codes: readonly Code[], load: (code: Code) => Promise<LoadReport>): Promise<Reports> =>
  Promise.all(codes.map(async (code) => [code, await load(code)] as const));

const stepOf = (name: string, reports: Reports): Step => ({
  name,
  perSecond: Object.fromEntries(
    reports.map(([code, { done, seconds }]) => [code, Math.round(done / seconds)]),
  ),
  complete: Object.fromEntries(reports.map(([code, { calls }]) => [code, calls.complete])),
  errors: reports.flatMap(([code, { errors }]) =>
    Object.entries(errors).map(
      ([what, count]) => `${name}, cell ${code}: ${count} × ${what.replace(/\s*<.*/s, " by the proxy")}`,
    ),
  ),
});

/** What happened to one cell under load, and what of that which was acknowledged was there afterwards. */
interface Trial {
  readonly rate: number;
  readonly steps: readonly Step[];
  readonly acknowledged: number;
  readonly lost: readonly string[];
}

/**
 * `kill -9` of cell b's service and of its PostgreSQL, while payers pay at both. PostgreSQL comes back by itself, the service afterwards.
 * Cells have machines of their own, so here each has a core.
 */
async function killOne(
  bench: Bench,
  place: Place,
  postgresPids: readonly number[],
  tops: readonly Step[],
): Promise<Trial> {
  const areApart = await canKeepApart();
  const coreOf = (code: Code) => (areApart ? CODES.indexOf(code) : null);
  if (areApart) await keepApart(place, postgresPids);
  else bench.say("Both cells share the cores: there is only one, or no taskset.");
  const together = Object.values(tops.at(-1)?.perSecond ?? {}).reduce((sum, each) => sum + each, 0);
  const rate = Math.max(1, Math.round(together * KILL_SHARE));
  const killedPostgres = postgresPids[CODES.indexOf("b")];
  if (killedPostgres === undefined) throw new Error("cell b has a PostgreSQL of its own");
  const load = (code: Code) => runLoad(orderFor(bench, place, code, { rate, keeps: true }), coreOf(code));
  bench.say(`${rate} payments a second at each, then cell b is killed …`);
  // Twice: what a step differs from the next without a kill is what the kill is compared with.
  const before = await loadAll(CODES, load);
  const again = await loadAll(CODES, load);
  const killed = loadAll(CODES, load);
  // Before the warm-up ends: all that is measured is of a cell that has lost its neighbour.
  await new Promise((later) => setTimeout(later, bench.warmUp * 500));
  await place.cells.b.service.kill();
  process.kill(killedPostgres, "SIGKILL");
  const during = await killed;
  const starts = loadAll(["a"], load);
  await place.cells.b.startAgain();
  const after = await starts;
  return {
    rate,
    steps: [
      stepOf("both serve", before),
      stepOf("both serve, once more", again),
      stepOf("cell b is killed", during),
      stepOf("cell b starts again", after),
    ],
    ...(await lookUpAll(place, [before, again, during, after])),
  };
}

/**
 * Keeps each cell, with its database and its provider, on a core of its own. The proxy shares the core of cell a. This process shares that of
 * cell b, because it starts b's PostgreSQL and service again.
 */
async function keepApart({ cells, proxyPid }: Place, postgresPids: readonly number[]): Promise<void> {
  // All processes are its children, so this moves them too; those of cell a are moved back below.
  await keepOnCore(process.pid, CODES.indexOf("b"));
  for (const [core, code] of CODES.entries()) {
    const { service, world } = cells[code];
    for (const pid of [service.pid, world.pid, postgresPids[core]])
      if (pid !== undefined) await keepOnCore(pid, core);
  }
  if (proxyPid !== null) await keepOnCore(proxyPid, CODES.indexOf("a"));
}

async function lookUpAll(
  place: Place,
  reports: readonly Reports[],
): Promise<Pick<Trial, "acknowledged" | "lost">> {
  const looked = await Promise.all(
    CODES.map((code) => {
      const kept = reports
        .flat()
        .flatMap(([of, { kept: each }]) => (of === code && each !== undefined ? [each] : []));
      return lookUp(
        place.cells[code].port,
        new Set(kept.flatMap(({ created }) => created)),
        new Set(kept.flatMap(({ paid }) => paid)),
      );
    }),
  );
  return {
    acknowledged: looked.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: looked.flatMap(({ lost }) => lost),
  };
}

/** Cell b moves to another worker while payers pay at both. */
async function moveOne(bench: Bench, place: Place, ofCellB: CitusSchema): Promise<Trial> {
  const load = (code: Code, more: Partial<LoadOrder> = {}) =>
    runLoad(orderFor(bench, place, code, { rate: MOVING_PER_SECOND[code], keeps: true, ...more }));
  bench.say(
    `${MOVING_PER_SECOND.a} and ${MOVING_PER_SECOND.b} payments a second, then cell b moves to another worker …`,
  );
  const before = await loadAll(CODES, load);
  const during: Reports[] = [];
  let isOver = false;
  const paying = (async () => {
    while (!isOver)
      during.push(await loadAll(CODES, (code) => load(code, { warmUp: 0, seconds: PIECE_SECONDS })));
  })();
  const moving = (async () => {
    await new Promise((later) => setTimeout(later, BEFORE_MOVE_MS));
    return ofCellB.move();
  })().finally(() => {
    isOver = true;
  });
  const [took] = await Promise.all([moving, paying]);
  const after = await loadAll(CODES, load);
  const parts = took.map((ms) => (ms / 1_000).toFixed(1)).join(" and ");
  return {
    rate: MOVING_PER_SECOND.b,
    steps: [
      stepOf("both serve on Citus", before),
      ...during.map((reports, part) =>
        stepOf(`cell b moves (${parts} s), ${PIECE_SECONDS} s, ${part + 1}`, reports),
      ),
      stepOf("cell b has moved", after),
    ],
    ...(await lookUpAll(place, [before, ...during, after])),
  };
}

function findingsOf(
  steps: readonly Step[],
  kill: Trial | null,
  move: Trial | null,
  violations: readonly string[],
): Findings {
  const times = (summary: LatencySummary | undefined): string =>
    summary === undefined ? "" : `${summary.p50}/${summary.p95}/${summary.p99}`;
  const row = ({ name, perSecond, complete, errors }: Step): readonly string[] => [
    name,
    ...CODES.map((code) => String(perSecond[code] ?? "")),
    ...CODES.map((code) => times(complete[code])),
    String(errors.length === 0 ? 0 : errors.map((each) => each.replace(/^.*, cell/, "cell")).join("; ")),
  ];
  const bars: readonly Bar[] = steps.map(({ name, perSecond }) => ({
    label: name,
    value: Object.values(perSecond).reduce((sum, each) => sum + each, 0),
    yardstick: name === "one cell on PostgreSQL",
  }));
  const head = ["what", "a/s", "b/s", "a complete ms", "b complete ms", "errors"];
  const [before, again, during] = (kill?.steps ?? []).map(({ complete }) => complete.a?.p95 ?? Number.NaN);
  const usual = ((before ?? Number.NaN) + (again ?? Number.NaN)) / 2;
  return {
    tables: [
      { head, rows: steps.map(row) },
      ...[kill, move].flatMap((trial) =>
        trial === null
          ? []
          : [
              { head, rows: trial.steps.map(row) },
              {
                head: ["acknowledged", "lost"],
                rows: [[String(trial.acknowledged), String(trial.lost.length)]],
              },
            ],
      ),
    ],
    bars,
    ratios: [
      atMost(
        "p95 of a complete in cell a, cell b killed ÷ both serve",
        (during ?? Number.NaN) / usual,
        P95_MAX,
      ),
    ],
    problems: [
      ...violations,
      // At the top a cell turns payers away, as it should; the table says how many.
      ...steps.flatMap(({ errors }) => errors.filter((each) => !each.endsWith(" 503 SERVICE_UNAVAILABLE"))),
      // The killed cell's own refusals are what is expected of it.
      ...(kill?.steps ?? []).flatMap(({ errors }) =>
        errors.filter((each) => !each.includes("killed, cell b")),
      ),
      // The cell that moves turns payers away meanwhile; the other one does not notice.
      ...(move?.steps ?? []).flatMap(({ errors }) =>
        errors.filter((each) => !each.endsWith(" 503 SERVICE_UNAVAILABLE") || each.includes(", cell a")),
      ),
      ...[kill, move].flatMap((trial) =>
        (trial?.lost ?? []).slice(0, 5).map((answer) => `acknowledged and lost: ${answer}`),
      ),
    ],
    data: {
      steps,
      kill: kill === null ? null : { ...kill, lost: kill.lost.length },
      move: move === null ? null : { ...move, lost: move.lost.length },
    },
  };
}
