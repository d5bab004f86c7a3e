import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atMost, type Bench, type Findings, type Group } from "../bench.ts";
import { type Cell, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { listenForAll, openStand, runIn, type Stand } from "../stand.ts";

const MERCHANTS = 200;
const CONNECTIONS = 64;
/** Payments a second: below what a slow machine carries, so that each payment costs the same in both services. */
const RATE = 100;
/** Short turns, so that other work on the machine meets both alike. */
const ROUNDS = 9;
const COST_MAX = 1.02;

/**
 * What traces cost a payment: two services of their own, one with a collector and the settings' share of 1 %, one without,
 * under the same load in turn. The median of the rounds' ratios counts; PostgreSQL, which has nothing to do with traces, shows how
 * even the machine was.
 */
export const traces: Group = {
  name: "traces",
  about: "the cost of traces, sent to a collector, beside none",
  run: async (bench) => {
    const collector = await startCollector();
    const off = await openStand(bench, { merchants: MERCHANTS });
    let on: Stand | null = null;
    try {
      on = await openStand(bench, {
        merchants: MERCHANTS,
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      });
      const stands = [
        ["traces off", off],
        ["traces on", on],
      ] as const;
      for (const [, stand] of stands) {
        await listenForAll(stand);
        await runIn(bench, stand, { rate: RATE });
      }
      const cells: Cell[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, stand] of round % 2 === 0 ? stands : stands.toReversed())
          cells.push(await measureOne(bench, name, stand));
      }
      bench.say("Checking that the books are whole …");
      const violations = [...(await off.check()), ...(await on.check())];
      return findingsOf(cells, violations, collector.received());
    } finally {
      await on?.close();
      await off.close();
      await collector.stop();
    }
  },
};

function measureOne(bench: Bench, name: string, stand: Stand): Promise<Cell> {
  const { seconds, warmUp, seed } = bench;
  const { port, merchants } = stand.service;
  bench.say(`${name}, ${RATE} payments a second …`);
  return measure(name, stand, {
    port,
    merchants,
    kind: "payments",
    slug: null,
    connections: CONNECTIONS,
    rate: RATE,
    warmUp,
    seconds,
    seed,
  });
}

interface Received {
  readonly requests: number;
  readonly bytes: number;
}

/** Takes what is exported, and counts it. */
async function startCollector() {
  let received: Received = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    request.on("data", (part: Buffer) => {
      received = { ...received, bytes: received.bytes + part.length };
    });
    request.on("end", () => {
      received = { ...received, requests: received.requests + 1 };
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function findingsOf(cells: readonly Cell[], violations: readonly string[], received: Received): Findings {
  /** The median of on ÷ off, round by round. */
  const ratio = (of: (cell: Cell) => number): number => {
    const [on, off] = ["traces on", "traces off"].map((name) =>
      cells.filter((cell) => cell.name === name).map(of),
    );
    const ratios = (on ?? []).map((cost, round) => cost / (off?.[round] ?? Number.NaN));
    const found = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? Number.NaN;
    return Math.round(found * 1_000) / 1_000;
  };
  return {
    tables: [
      {
        head: cellHead("create", "complete"),
        rows: cells.map((cell) => cellRow(cell, "create", "complete")),
      },
    ],
    bars: [],
    ratios: [
      atMost(
        "the service's CPU of a payment, traces on ÷ off",
        ratio(({ serviceMicros }) => serviceMicros),
        COST_MAX,
      ),
    ],
    // With nothing received, traces were not on, and the ratio says nothing.
    problems: [
      ...violations,
      ...cells.flatMap(cellProblems),
      ...(received.bytes === 0 ? ["the collector received nothing"] : []),
    ],
    data: { cells, received, postgresOnToOff: ratio(({ postgresMicros }) => postgresMicros) },
  };
}
