import { type Config, ConfigError } from "../config.ts";
import { databaseAnswers, isLookedAt, productionRules, type Surroundings } from "./rules.ts";
import { readSurroundings } from "./surroundings.ts";

export interface Finding {
  readonly name: string;
  /** What is wrong and what to do, in one line; null when it passes. */
  readonly problem: string | null;
  /** False when there was no database to check. */
  readonly isLookedAt: boolean;
}

/** Checks every production rule against the settings. */
export function judge(config: Config, around: Surroundings): readonly Finding[] {
  return productionRules.map((rule) => {
    const { name, cure } = rule;
    const found = rule.problem(config, around);
    return {
      name,
      problem: found === null ? null : `${found}. ${cure.replaceAll("`", "")}`,
      isLookedAt: isLookedAt(rule, around),
    };
  });
}

export interface StrictnessOptions {
  /** Address of the embedded PostgreSQL, which must run to be checked. */
  readonly embeddedUrl?: string;
  /** An unreachable database is not a failure yet: the start waits for it and checks again. */
  readonly toleratesAway?: boolean;
}

/** Throws ConfigError with everything that is wrong, a line each, when production may not start with these settings. */
export async function refuseUnsafe(
  config: Config,
  { embeddedUrl, toleratesAway = false }: StrictnessOptions,
): Promise<void> {
  const found = judge(config, await readSurroundings(config, embeddedUrl)).filter(
    ({ problem }) => problem !== null,
  );
  if (found.length === 0 || (toleratesAway && found.every(({ name }) => name === databaseAnswers))) return;
  const lines = found.map(({ problem }) => `  - ${problem}`);
  throw new ConfigError(`production refuses ${found.length === 1 ? "this" : "these"}:\n${lines.join("\n")}`);
}

/** The checklist as `cauris-server check` prints it. */
export function checklist(findings: readonly Finding[]): string {
  return findings
    .map(({ name, problem, isLookedAt: looked }) => {
      if (problem !== null) return `  WRONG ${name}: ${problem}\n`;
      return looked ? `  ok    ${name}\n` : `  -     ${name}: not looked at, there is no database to ask\n`;
    })
    .join("");
}
