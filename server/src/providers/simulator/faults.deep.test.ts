import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom, type Random } from "../../kit/random.ts";
import type { ProviderReference, QueryOutcome } from "../provider.ts";
import { scenarios } from "./rules.ts";
import { readBook } from "./store.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

const SEEDS = [11, 12, 13];
const PAYMENTS_PER_SEED = 120;
const ROUNDS_MAX = 60;
/** Their answers block the caller until its deadline: the network's own timeouts replace them here, at no cost. */
const slow = new Set(["SILENT", "DRIP"]);
const suffixes = scenarios.filter(({ start }) => !slow.has(start)).map(({ suffix }) => suffix ?? "000");

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  await world?.close();
});

const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random.unit() * list.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};

describe("payments over a network that goes wrong", () => {
  it.each(SEEDS)("end as the provider's book says: charged once or never (seed %i)", async (seed) => {
    const random = createSeededRandom(seed);
    world.network.setRates({
      TIMEOUT_BEFORE: 0.06,
      TIMEOUT_AFTER: 0.1,
      RESET_BEFORE: 0.05,
      RESET_AFTER: 0.05,
      ERROR_500: 0.06,
      GARBAGE: 0.06,
      DUPLICATE: 0.1,
      REFUSED: 0.04,
    });
    const ours = new Map<ProviderReference, { suffix: string; last: QueryOutcome }>();
    for (let count = 0; count < PAYMENTS_PER_SEED; count += 1) {
      const reference = world.newReference();
      const suffix = pick(random, suffixes);
      ours.set(reference, { suffix, last: await world.start({ reference, payer: mtn(suffix) }) });
    }
    // The service's resolver: queries, and sends what never arrived again under the same reference.
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const open = [...ours].filter(([, { last }]) => last.kind !== "succeeded" && last.kind !== "failed");
      for (const [reference, { suffix }] of open) {
        const answer = await world.query(reference);
        const last =
          answer.kind === "not_found" ? await world.start({ reference, payer: mtn(suffix) }) : answer;
        ours.set(reference, { suffix, last });
      }
      await world.advance(30_000);
    }
    // Late confirmations arrive by callback; here they are simply read again.
    world.network.calm();
    await world.advance(3_600_000);
    const book = await readBook(world.owner, world.account.id);
    const differences: string[] = [];
    for (const [reference, { suffix }] of ours) {
      const outcome = await world.query(reference);
      const lines = book.filter((line) => line.reference === reference);
      const told = outcome.kind === "succeeded" ? [outcome.amount.minor] : [];
      const booked = lines.map(({ amount }) => amount);
      if (told.join() !== booked.join() || lines.length > 1) {
        differences.push(`${reference} …${suffix}: told ${outcome.kind} ${told}, booked ${booked}`);
      }
    }
    expect(differences).toEqual([]);
    expect(book.filter(({ reference }) => ours.has(reference as ProviderReference)).length).toBeGreaterThan(
      PAYMENTS_PER_SEED / 5,
    );
  });
});
