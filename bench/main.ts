import type { Bench, Findings, Group } from "./bench.ts";
import { naive } from "./groups/naive.ts";
import { overload } from "./groups/overload.ts";
import { payments } from "./groups/payments.ts";
import { reads } from "./groups/reads.ts";
import { scale } from "./groups/scale.ts";
import { start } from "./groups/start.ts";
import { webhooks } from "./groups/webhooks.ts";
import { ratiosText, tableText, writeResults } from "./report.ts";

/**
 * `npm run bench` asks every question, shortly; `npm run bench -- payments reads` only these; `--full` takes longer at each
 * step and more steps; `--seconds=<n>` says how long, `--soak=<minutes>` how long the steady load of a full `start`; `--only=<label>` runs the steps whose label holds it; `--profile` draws where the service's processor time goes; `--list` names the questions.
 */
const groups: readonly Group[] = [payments, naive, overload, reads, webhooks, start, scale];

const args = process.argv.slice(2);
const full = args.includes("--full");
const only = args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";
const numberOf = (name: string, otherwise: number): number => {
  const given = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  return given === undefined ? otherwise : Number(given);
};
const seconds = numberOf("seconds", full ? 30 : 5);
const bench: Bench = {
  full,
  profile: args.includes("--profile"),
  seconds,
  warmUp: Math.min(5, seconds / 2),
  soakMinutes: numberOf("soak", 60),
  seed: 20_261_121,
  wants: (label) => label.includes(only),
  say: (text) => {
    process.stderr.write(`  ${text}\n`);
  },
};

function chosen(): readonly Group[] {
  const names = args.filter((arg) => !arg.startsWith("--"));
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

async function main(): Promise<void> {
  if (args.includes("--list")) {
    for (const { name, about } of groups) process.stdout.write(`${name.padEnd(12)}${about}\n`);
    return;
  }
  const asked = chosen();
  for (const [index, group] of asked.entries()) {
    bench.say(`${index + 1} of ${asked.length}: ${group.about}`);
    const startedAt = performance.now();
    const findings = await group.run(bench);
    print(findings);
    const file = await writeResults(full ? `${group.name}-full` : group.name, bench, findings);
    for (const problem of findings.problems) bench.say(`PROBLEM ${problem}`);
    if (findings.problems.length > 0) process.exitCode = 1;
    bench.say(`${Math.round((performance.now() - startedAt) / 1_000)} s, written to ${file}`);
  }
}

await main();
process.exit(process.exitCode ?? 0);
