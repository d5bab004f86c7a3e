import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pullSimulated } from "./index.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

/** The clock was ahead by an hour while the simulator worked, and is right again. */
const HOUR_MS = 3_600_000;
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.answerCallbacksWith(204);
  await world.simulator.drain();
  world.takeCallbacks();
});

const pull = () =>
  pullSimulated(world.db, { nowMs: world.clock.nowMs(), clocksDifferMs: 10_000, limit: 1_000 });
const begin = async (suffix: string) => {
  const reference = world.newReference();
  await world.start({ reference, payer: mtn(suffix) });
  return async () => (await world.query(reference)).kind;
};

it("a payment begun in the wrong hour takes as long as it would have, from now", async () => {
  const before = await begin("789");
  world.clock.advance(HOUR_MS);
  const payment = await begin("789");
  world.clock.advance(-HOUR_MS);
  await world.advance(3_000);
  expect([await before(), await payment()]).toEqual(["succeeded", "pending"]);
  expect(await pull()).toBe(1);
  expect(await payment()).toBe("pending");
  await world.advance(3_000);
  expect(await payment()).toBe("succeeded");
  expect(await pull()).toBe(0);
});

it("a callback tried in the wrong hour is tried now; one that rightly waits is left", async () => {
  await begin("789");
  world.answerCallbacksWith(500);
  await world.advance(2_000);
  expect(world.takeCallbacks()).toHaveLength(1);
  // It waits for its second attempt in 5 s.
  expect(await pull()).toBe(0);
  world.clock.advance(HOUR_MS);
  await world.simulator.drain();
  expect(world.takeCallbacks()).toHaveLength(1);
  world.clock.advance(-HOUR_MS);
  await world.advance(30_000);
  expect(world.takeCallbacks()).toEqual([]);
  world.answerCallbacksWith(204);
  expect(await pull()).toBe(1);
  await world.simulator.drain();
  expect(world.takeCallbacks()).toHaveLength(1);
});
