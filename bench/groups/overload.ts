import { atLeast, atMost, type Bench, type Findings, type Group } from "../bench.ts";
import { type Cell, cellHead, cellProblems, cellRow, measure } from "../cell.ts";
import { runSurge } from "../processes.ts";
import { listenForAll, openStand, runIn, type Stand } from "../stand.ts";
import type { Surge, SurgeReport } from "../surge-plan.ts";

const MERCHANTS = 1_000;
const CONNECTIONS = 256;
const BEFORE_SECONDS = 6;
const SURGE_SECONDS = 10;
const AFTER_SECONDS = 10;
/** The first seconds of a process do not count: its code is not compiled yet. */
const FIRST_SECONDS = 2;
/** Tolerance: the p99 of a few hundred payments does not have three significant digits. */
const AS_BEFORE = 1.5;

/** Twice as many payers as can be served, whether or not earlier ones were answered. */
export const overload: Group = {
  name: "overload",
  about: "payments while twice as many begin as can be served, and after it",
  run: async (bench) => {
    const stand = await openStand(bench, { merchants: MERCHANTS });
    try {
      bench.say(`Listening for events of ${MERCHANTS} merchants …`);
      await listenForAll(stand);
      await runIn(bench, stand);
      const top = await measureTop(bench, stand);
      const half = Math.max(1, Math.round(top.perSecond / 2));
      bench.say(`${half} payments a second, then ${half * 4} for ${SURGE_SECONDS} s, then ${half} …`);
      const { port, merchants } = stand.service;
      const report = await runSurge({
        port,
        merchants,
        seed: bench.seed,
        steps: [
          { rate: half, seconds: FIRST_SECONDS },
          { rate: half, seconds: BEFORE_SECONDS - FIRST_SECONDS },
          { rate: half * 4, seconds: SURGE_SECONDS },
          { rate: half, seconds: AFTER_SECONDS },
        ],
      });
      bench.say("Checking that the books are whole …");
      return findingsOf(top, report, await stand.check());
    } finally {
      await stand.close();
    }
  },
};

function measureTop(bench: Bench, stand: Stand): Promise<Cell> {
  const { seconds, warmUp, seed } = bench;
  const { port, merchants } = stand.service;
  bench.say(`payments, ${CONNECTIONS} connections: what can be served …`);
  return measure("payments", stand, {
    port,
    merchants,
    warmUp,
    seconds,
    seed,
    connections: CONNECTIONS,
    kind: "payments",
    slug: null,
    rate: null,
  });
}

function findingsOf(top: Cell, report: SurgeReport, violations: readonly string[]): Findings {
  const [, before, surge, after] = report.steps;
  if (before === undefined || surge === undefined || after === undefined) throw new Error("there are steps");
  const recovery = recoverySeconds(before, report.seconds);
  const { acknowledged, lost, unanswered } = report;
  return {
    tables: [
      { head: cellHead("create", "complete"), rows: [cellRow(top, "create", "complete")] },
      {
        head: ["step", "came/s", "paid/s", "turned away", "create ms", "complete ms", "refusal ms"],
        rows: [
          row("half of the top", before, BEFORE_SECONDS - FIRST_SECONDS),
          row("twice the top", surge, SURGE_SECONDS),
          row("half again", after, AFTER_SECONDS),
        ],
      },
      {
        head: ["acknowledged", "lost", "as before after"],
        rows: [[String(acknowledged), String(lost.length), recovery === null ? "never" : `${recovery} s`]],
      },
    ],
    bars: report.seconds.map(({ paid }, second) => ({
      label: `second ${second + 1}`,
      value: paid,
      yardstick: second < BEFORE_SECONDS || second >= BEFORE_SECONDS + SURGE_SECONDS,
    })),
    ratios: [
      atLeast("paid under twice the top ÷ top", surge.paid / SURGE_SECONDS / top.perSecond, 0.8),
      atMost("p99 of an accepted create, ms", surge.create.p99, 2_000),
      atMost("p99 of an accepted complete, ms", surge.complete.p99, 2_000),
      atMost("p99 of a refusal, ms", surge.refusal.p99, 2_000),
      atMost("seconds until it is as before", recovery ?? Number.POSITIVE_INFINITY, 5),
    ],
    problems: [
      ...violations,
      ...cellProblems(top),
      ...[before, surge, after].flatMap(({ failed }) =>
        Object.entries(failed).map(([what, count]) => `${count} × ${what}`),
      ),
      ...lost.slice(0, 5).map((answer) => `acknowledged and lost: ${answer}`),
      ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
    ],
    data: { top, ...report, recovery },
  };
}

function row(name: string, tally: Surge, seconds: number): readonly string[] {
  const { came, paid, refused, create, complete, refusal } = tally;
  const times = ({ p50, p99, max }: Surge["create"]): string => `${p50}/${p99}/${max}`;
  const share = Math.round(((refused.create + refused.complete) / came) * 100);
  return [
    name,
    String(Math.round(came / seconds)),
    String(Math.round(paid / seconds)),
    `${share} % (${refused.create} creates, ${refused.complete} completes)`,
    ...[create, complete, refusal].map(times),
  ];
}

/** Seconds after the surge until no request is refused any more and completes are as fast as before it. */
function recoverySeconds({ complete }: Surge, seconds: readonly Surge[]): number | null {
  const afterwards = seconds.slice(BEFORE_SECONDS + SURGE_SECONDS);
  const isAsBefore = (second: Surge): boolean =>
    second.refused.create + second.refused.complete === 0 && second.complete.p99 <= complete.p99 * AS_BEFORE;
  const found = afterwards.findIndex(isAsBefore);
  return found < 0 ? null : found + 1;
}
