import { randomInt } from "node:crypto";

/** The default, so that two runs of the suite do the same. */
const DEFAULT_SEED = 20_261_121;
const SEEDS_MAX = 2 ** 31;

/**
 * The seed of a test's random choices: a fixed one, or `SEED`: a number repeats a run, `random` draws a new one. Print
 * it in the test's name: a seed that fails becomes a fixed test.
 */
export function testSeed(): number {
  const given = process.env.SEED ?? "";
  if (given === "") return DEFAULT_SEED;
  if (given === "random") return randomInt(1, SEEDS_MAX);
  const seed = Number(given);
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS_MAX) {
    throw new Error(`SEED must be "random" or a whole number below 2^31, not ${given}`);
  }
  return seed;
}
