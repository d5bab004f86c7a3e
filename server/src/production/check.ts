import { type Config, ConfigError } from "../config.ts";
import { databaseAnswers, isLookedAt, productionRules, type Surroundings } from "./rules.ts";
import { readSurroundings } from "./surroundings.ts";

export interface Finding {
  readonly name: string;
  /** What is wrong and what to do, in one line; null when it is as it should be. */
  readonly problem: string | null;
  /** False where there was no database to ask. */
  readonly isLookedAt: boolean;
}

/** Every rule of production, held against the settings. */
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
  /** Where the service reaches its own PostgreSQL, which has to run to be looked at. */
  readonly embeddedUrl?: string;
  /** A database that is away alone is no reason yet: it is waited for, and looked at again. */
  readonly toleratesAway?: boolean;
}

/** Throws ConfigError with all that is wrong, a line each, when production may not start with these settings. */
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

/** The list as `cauris-server check` prints it. */
export function checklist(findings: readonly Finding[]): string {
  return findings
    .map(({ name, problem, isLookedAt: looked }) => {
      if (problem !== null) return `  WRONG ${name}: ${problem}\n`;
      return looked ? `  ok    ${name}\n` : `  -     ${name}: not looked at, there is no database to ask\n`;
    })
    .join("");
}
