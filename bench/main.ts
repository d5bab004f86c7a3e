import { parseArgs } from "node:util";
import type { Bench, Findings, Group } from "./bench.ts";
import { cells } from "./groups/cells.ts";
import { connectors } from "./groups/connectors.ts";
import { metrics } from "./groups/metrics.ts";
import { naive } from "./groups/naive.ts";
import { overload } from "./groups/overload.ts";
import { payments } from "./groups/payments.ts";
import { reads } from "./groups/reads.ts";
import { scale } from "./groups/scale.ts";
import { start } from "./groups/start.ts";
import { traces } from "./groups/traces.ts";
import { webhooks } from "./groups/webhooks.ts";
import { type MachineSpeed, machineText, measureMachine } from "./machine.ts";
import { ratiosText, tableText, writeResults } from "./report.ts";

/**
 * `npm run bench` asks every question, briefly; `npm run bench -- payments reads` only these. README.md lists the
 * options; an unknown one is refused: to measure something else would be worse than nothing.
 */
const groups: readonly Group[] = [
  payments,
  connectors,
  metrics,
  traces,
  naive,
  overload,
  reads,
  webhooks,
  start,
  scale,
  cells,
];

const { values: given, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    seconds: { type: "string" },
    soak: { type: "string", default: "60" },
    postgres: { type: "string", multiple: true, default: [] },
    citus: { type: "string" },
  },
});
const { full, profile, only } = given;
const numberOf = (name: "seconds" | "soak", text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0.`);
  return number;
};
const settingOf = (text: string): readonly [string, string] => {
  const [, name, value] = /^([a-z_]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error("--postgres must be name=value.");
  return [name, value];
};
const seconds = numberOf("seconds", given.seconds ?? (full ? "30" : "5"));
const bench: Bench = {
  full,
  profile,
  seconds,
  warmUp: Math.min(5, seconds / 2),
  soakMinutes: numberOf("soak", given.soak),
  postgresSettings: Object.fromEntries(given.postgres.map(settingOf)),
  citus: given.citus ?? process.env.CITUS_URL ?? null,
  seed: 20_261_121,
  wants: (label) => label.includes(only),
  say: (text) => {
    process.stderr.write(`  ${text}\n`);
  },
};

function chosen(): readonly Group[] {
  const unknown = names.filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no ${unknown.join(", ")}; there are ${groups.map(({ name }) => name).join(", ")}.`,
    );
  return names.length === 0 ? groups : groups.filter(({ name }) => names.includes(name));
}

function print({ tables, ratios }: Findings): void {
  const texts = [...tables.map(tableText), ...(ratios.length === 0 ? [] : [ratiosText(ratios)])];
  process.stdout.write(`\n${texts.join("\n\n")}\n\n`);
}

/** Before and after each question, because the same code is several times slower on a host whose memory is busy. */
function speedNow(): MachineSpeed {
  const speed = measureMachine(bench.seed);
  bench.say(machineText(speed));
  return speed;
}

async function main(): Promise<void> {
  if (given.list) {
    for (const { name, about } of groups) process.stdout.write(`${name.padEnd(12)}${about}\n`);
    return;
  }
  const asked = chosen();
  let before = speedNow();
  for (const [index, group] of asked.entries()) {
    bench.say(`${index + 1} of ${asked.length}: ${group.about}`);
    const startedAt = performance.now();
    const findings = await group.run(bench);
    print(findings);
    const after = speedNow();
    const name = full ? `${group.name}-full` : group.name;
    const file = await writeResults(name, bench, { findings, speed: { before, after } });
    before = after;
    for (const problem of findings.problems) bench.say(`PROBLEM ${problem}`);
    if (findings.problems.length > 0) process.exitCode = 1;
    bench.say(`${Math.round((performance.now() - startedAt) / 1_000)} s, written to ${file}`);
  }
}

await main();
process.exit(process.exitCode ?? 0);
