import { createHash } from "node:crypto";
import { createSeededRandom } from "../../src/kit/random.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createActor } from "./operations.ts";
import { type Reckoning, reckon } from "./reckoning.ts";
import { openWorld } from "./world.ts";

export interface Simulation {
  readonly lines: readonly string[];
  /** SHA-256 of the history: operations, answers, how everything ended. */
  readonly hash: string;
  readonly reckoning: Reckoning;
  readonly faults: ReadonlyMap<string, number>;
  /** How often the process was killed or restarted. */
  readonly restarts: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Payments in flight continue under faults for a while: late money, refunds, retries. */
const aftermathMs: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
];
/**
 * Then no faults, until the last session has expired, the last query was made and the last webhook tried: four days.
 */
const peaceMs: readonly number[] = [
  MINUTE_MS,
  15 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 4 }, () => 24 * HOUR_MS),
];

/** Comparing all books takes a quarter of a history when it is done after each operation. */
const OPERATIONS_BETWEEN_CHECKS = 3;

/** One history of `steps` random operations, then time until everything has settled, then the comparison. */
export async function simulate(seed: number, steps: number): Promise<Simulation> {
  const lines: string[] = [];
  const world = await openWorld(seed);
  try {
    const actor = await createActor(world, createSeededRandom(seed));
    for (let step = 0; step < steps; step += 1) {
      const line = await actor.act();
      lines.push(`${step} ${line}`);
      if (step % OPERATIONS_BETWEEN_CHECKS === 0) await expectInvariants(world.database.owner);
    }
    const wait = async (waitsMs: readonly number[]): Promise<void> => {
      for (const byMs of waitsMs) {
        world.clock.advance(byMs);
        await world.drain();
      }
    };
    await wait(aftermathMs);
    world.network.calm();
    await wait(peaceMs);
    await expectInvariants(world.database.owner);
    const reckoning = await reckon(world, actor.sessions);
    lines.push(...reckoning.ends);
    const hash = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
    return { lines, hash, reckoning, faults: world.network.faults, restarts: world.restarts() };
  } catch (error) {
    throw new Error(`${howToReplay(seed, steps)}\n${lines.slice(-25).join("\n")}`, { cause: error });
  } finally {
    await world.stop();
  }
}

export function howToReplay(seed: number, steps: number): string {
  return `Replay: SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps} npx vitest run --project=quick server/test/simulation`;
}
