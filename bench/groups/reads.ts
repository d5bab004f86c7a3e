import { createDatabase } from "../../server/src/db/pool.ts";
import { checkInvariant, invariants } from "../../server/src/invariants/index.ts";
import { createLogger } from "../../server/src/log/logger.ts";
import { type BaselineResult, findPgbench, openBaseline } from "../baseline.ts";
import { atLeast, atMost, type Bench, type Findings, type Group, type Ratio, type Table } from "../bench.ts";
import { type Cell, cellBar, cellHead, cellProblems, cellRow, measure, measureRun } from "../cell.ts";
import { profiled } from "../flame.ts";
import { type HistoryCells, historyRatios, measureHistories } from "../histories.ts";
import { type ListCells, listRatios, measureLists } from "../lists.ts";
import { fillCharges } from "../loader.ts";
import type { MerchantKey } from "../plan.ts";
import { runReads } from "../processes.ts";
import { makeSessions } from "../sessions.ts";
import { listenForAll, openStand, type Stand } from "../stand.ts";
import { measureWaiting, type Waiting, waitingTable } from "../waiting.ts";

/** The merchants whose lists are filled, one for each size, and those who sell. */
const MERCHANTS = 100;
/** Unmeasured polls, during which the service compiles their code. */
const POLLS_RUN_IN_SECONDS = 8;
const SESSIONS = 1_000;
const CONNECTIONS = 64;
const SIZES = [10_000, 1_000_000];
const SIZES_FULL = [...SIZES, 10_000_000];

interface Yardstick extends BaselineResult {
  readonly clients: number;
}

interface Grown {
  readonly charges: number;
  readonly one: Cell;
  readonly all: Cell;
}

interface Found {
  readonly reads: readonly Cell[];
  readonly yardsticks: readonly Yardstick[];
  readonly waiting: (Waiting & { readonly meanwhile: Cell | null }) | null;
  readonly lists: readonly ListCells[];
  readonly grown: readonly Grown[];
  readonly histories: readonly HistoryCells[];
}

/** Reads compared with PostgreSQL's own benchmark reading one row by its key, and their cost as the tables grow. */
export const reads: Group = {
  name: "reads",
  about: "status polls beside pgbench, ten thousand who wait, lists and payments over millions of charges",
  run: async (bench) => {
    const stand = await openStand(bench, { merchants: MERCHANTS });
    try {
      await listenForAll(stand);
      const reads: Cell[] = [];
      const yardsticks = await measurePolls(bench, stand, reads);
      const waiting = bench.wants("waiters")
        ? await measureWaiting(bench, stand, sellersOf(stand), () =>
            status(bench, stand, "status, others wait"),
          )
        : null;
      const { lists, grown, violations } = await measureSizes(bench, stand);
      const histories = await measureAllHistories(bench, stand);
      return findingsOf({ reads, yardsticks, waiting, lists, grown, histories }, violations);
    } finally {
      await stand.close();
    }
  },
};

/** All except those whose lists and histories are filled, which must not have been paid before. */
const sellersOf = ({ service }: Stand): readonly MerchantKey[] =>
  service.merchants.slice(2 * SIZES_FULL.length);

async function measureAllHistories(bench: Bench, stand: Stand): Promise<readonly HistoryCells[]> {
  const measured: HistoryCells[] = [];
  for (const [index, entries] of (bench.full ? SIZES_FULL : SIZES).entries()) {
    const merchant = stand.service.merchants[SIZES_FULL.length + index];
    if (merchant === undefined || !bench.wants(`histories of ${entries} entries`)) continue;
    bench.say(`histories of ${entries} entries …`);
    measured.push(await measureHistories(bench, stand, merchant, entries));
  }
  return measured;
}

/** Runs a load of public reads of fresh sessions; null when the step is not selected. */
async function poll(
  bench: Bench,
  stand: Stand,
  name: string,
  pathOf: (id: string) => string,
): Promise<Cell | null> {
  const label = `${name}, ${CONNECTIONS} connections`;
  if (!bench.wants(label)) return null;
  bench.say(`${label} …`);
  const { port, merchants } = stand.service;
  const ids = await makeSessions(port, merchants, SESSIONS);
  const { seconds, seed } = bench;
  const targets = ids.map((id) => ({ path: pathOf(id), apiKey: null }));
  const warmUp = POLLS_RUN_IN_SECONDS;
  const order = { port, call: "read", targets, connections: CONNECTIONS, warmUp, seconds, seed };
  const run = () => measureRun(name, CONNECTIONS, stand, () => runReads(order));
  return bench.profile ? profiled(stand, label, run) : run();
}

const status = (bench: Bench, stand: Stand, name: string): Promise<Cell | null> =>
  poll(bench, stand, name, (id) => `/checkout/pay/${id}/status`);

async function measurePolls(bench: Bench, stand: Stand, cells: Cell[]): Promise<readonly Yardstick[]> {
  const yardsticks: Yardstick[] = [];
  const pgbench = await openSelectOnly(bench, stand);
  const yardstick = async (clients: number): Promise<void> => {
    if (pgbench === null || !bench.wants(`pgbench select-only, ${clients} clients`)) return;
    bench.say(`pgbench select-only, ${clients} clients …`);
    const { seconds } = bench;
    yardsticks.push({ clients, ...(await pgbench.run("select", { clients, seconds, merchants: SESSIONS })) });
  };
  const keep = (cell: Cell | null): void => {
    if (cell !== null) cells.push(cell);
  };
  await yardstick(16);
  keep(await status(bench, stand, "status"));
  await yardstick(64);
  keep(await poll(bench, stand, "public session", (id) => `/checkout/pay/${id}`));
  return yardsticks;
}

async function openSelectOnly(bench: Bench, { postgres, postgresPid }: Stand) {
  const pgbench = findPgbench();
  if (pgbench === null) {
    bench.say(
      "pgbench is not here: polls are measured without a yardstick. Debian: apt-get install postgresql-contrib.",
    );
    return null;
  }
  await postgres.ensureDatabase("baseline");
  const url = postgres.ownerUrl("baseline");
  const baseline = await openBaseline(pgbench, url, postgresPid, SESSIONS);
  const log = createLogger({ level: "error", format: "json" });
  const db = createDatabase({ url, max: 1, applicationName: "bench", log });
  // A session for each merchant, all under one id, so that the script only needs a random number.
  await db.query({
    text: `
      insert into checkout_sessions (merchant_no, id, status, amount, currency, title, detail, reference, max_attempts,
        late_payment_policy, payment_intent_id, expires_at, created_at, updated_at)
      select merchant_no, w.id, 'OPEN', 5000, 'XOF', 'Pagne wax', repeat('d', 150), 'A-1042', 5, 'ACCEPT', w.id,
        now() + interval '30 min', now(), now()
      from wallets w`,
  });
  await db.query({ text: "vacuum (analyze) checkout_sessions" });
  await db.close();
  return baseline;
}

async function measureSizes(bench: Bench, stand: Stand) {
  const lists: ListCells[] = [];
  const grown: Grown[] = [];
  const violations: string[] = [];
  const { merchants } = stand.service;
  const sizes = bench.full ? SIZES_FULL : SIZES;
  for (const [index, charges] of sizes.entries()) {
    const merchant = merchants[index];
    if (merchant === undefined) throw new Error("there are merchants");
    const [asksLists, asksGrowth] = [
      bench.wants(`lists of ${charges} charges`),
      bench.wants(`payments over ${charges} charges`),
    ];
    if (!asksLists && !asksGrowth) continue;
    bench.say(`${charges} charges for one merchant …`);
    await fillCharges(stand.db, merchant, charges, bench.say);
    if (asksLists) lists.push(await measureLists(bench, stand, merchant, charges));
    if (asksGrowth) grown.push(await measurePayments(bench, stand, merchant, charges));
    violations.push(...(await check(bench, stand, charges)));
  }
  return { lists, grown, violations };
}

/** The whole history while it is small; with millions only today's, as the service's hourly check does. */
async function check(bench: Bench, stand: Stand, charges: number): Promise<readonly string[]> {
  bench.say("Checking that the books are whole …");
  // Autovacuum has not seen the new rows yet: without this the checks would be planned for empty tables.
  await stand.db.query({ text: "analyze" });
  if (charges === SIZES[0]) return stand.check();
  const violations: string[] = [];
  for (const invariant of invariants) {
    if (invariant.reach !== "recent") continue;
    const today = { sinceMs: Date.now(), provedBeforeMs: null };
    for (const { id, detail } of await checkInvariant(stand.db, invariant, today))
      violations.push(`${invariant.name} ${id} ${detail}`);
  }
  return violations;
}

/** What a payment costs for the merchant with this many charges, and for the others. */
async function measurePayments(
  bench: Bench,
  stand: Stand,
  merchant: MerchantKey,
  charges: number,
): Promise<Grown> {
  const { port } = stand.service;
  const { warmUp, seconds, seed } = bench;
  const load = (name: string, payees: readonly MerchantKey[]): Promise<Cell> => {
    bench.say(`${name} …`);
    return measure(name, stand, {
      kind: "payments",
      port,
      merchants: payees,
      slug: null,
      connections: CONNECTIONS,
      warmUp,
      seconds,
      seed,
      rate: null,
    });
  };
  return {
    charges,
    one: await load(`payments over ${charges} charges, that merchant`, [merchant]),
    all: await load(`payments over ${charges} charges, others`, sellersOf(stand)),
  };
}

function findingsOf(found: Found, violations: readonly string[]): Findings {
  const { reads, yardsticks, waiting, lists, grown, histories } = found;
  const polls = [...reads, ...(waiting?.meanwhile == null ? [] : [waiting.meanwhile])];
  const listed = lists
    .flatMap(({ first, cursor, deep, filtered }) => [
      ...[first, cursor, deep],
      ...filtered.flatMap((each) => [each.first, each.cursor]),
    ])
    .concat(histories.flatMap(({ pages }) => pages.map(({ cell }) => cell)));
  const paid = grown.flatMap(({ one, all }) => [one, all]);
  const selects = yardsticks.map(({ clients, perSecond, latencyMs, postgresMicros }) => [
    ...["pgbench select-only", String(clients), String(Math.round(perSecond))],
    ...[`${latencyMs} mean`, "", "", String(postgresMicros), "", "", "", ""],
  ]);
  const tables: Table[] = [
    { head: cellHead("read"), rows: [...polls.map((cell) => cellRow(cell, "read")), ...selects] },
    ...(waiting === null ? [] : [waitingTable(waiting)]),
    { head: cellHead("list"), rows: listed.map((cell) => cellRow(cell, "list")) },
    {
      head: cellHead("create", "complete"),
      rows: paid.map((cell) => cellRow(cell, "create", "complete")),
    },
  ];
  return {
    tables: tables.filter(({ rows }) => rows.length > 0),
    bars: [
      ...polls.map(cellBar),
      ...yardsticks.map(({ clients, perSecond }) => ({
        label: `pgbench select-only, ${clients}`,
        value: Math.round(perSecond),
        yardstick: true,
      })),
    ],
    ratios: [...pollRatios(found), ...listRatios(lists), ...historyRatios(histories), ...growthRatios(grown)],
    problems: [
      ...violations,
      ...[...polls, ...listed, ...paid].flatMap(cellProblems),
      ...Object.entries(waiting?.errors ?? {}).map(([what, count]) => `waiters: ${count} × ${what}`),
    ],
    data: found,
  };
}

function pollRatios({ reads, yardsticks, waiting }: Found): readonly Ratio[] {
  const status = reads.find(({ name }) => name === "status");
  if (status === undefined) return [];
  const besides = waiting?.meanwhile;
  return [
    ...(yardsticks.length < 2
      ? []
      : [
          atLeast(
            "status ÷ pgbench select-only",
            status.perSecond / Math.max(...yardsticks.map(({ perSecond }) => perSecond)),
            0.6,
          ),
        ]),
    ...(besides == null
      ? []
      : [atMost("CPU of a status while others wait ÷ alone", micros(besides) / micros(status), 1.5)]),
  ];
}

function growthRatios(grown: readonly Grown[]): readonly Ratio[] {
  const [least] = grown;
  const most = grown.at(-1);
  if (least === undefined || most === undefined || least === most) return [];
  const sides = `at ${most.charges} ÷ at ${least.charges}`;
  return [
    atMost(`CPU of a payment, that merchant, ${sides}`, micros(most.one) / micros(least.one), 1.5),
    atMost(`CPU of a payment, others, ${sides}`, micros(most.all) / micros(least.all), 1.5),
  ];
}

/** CPU of the service and of PostgreSQL. */
const micros = ({ serviceMicros, postgresMicros }: Cell): number => serviceMicros + postgresMicros;
