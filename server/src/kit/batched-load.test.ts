import { expect, test } from "vitest";
import { createBatchedLoad } from "./batched-load.ts";

function setup() {
  const batches: (readonly string[])[] = [];
  const gates: (() => void)[] = [];
  const load = createBatchedLoad(async (keys) => {
    batches.push(keys);
    await new Promise<void>((resolve) => gates.push(resolve));
    if (keys.includes("broken")) throw new Error("the database is away");
    return new Map(keys.filter((key) => key !== "absent").map((key) => [key, key.toUpperCase()]));
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  const release = async (): Promise<void> => {
    for (const open of gates.splice(0)) open();
    await turn();
  };
  return { load, batches, turn, release };
}

test("keys of one moment are loaded together, each once, and an absent one is null", async () => {
  const { load, batches, turn, release } = setup();
  const answers = Promise.all([load("a"), load("b"), load("a"), load("absent")]);
  await turn();
  expect(batches).toEqual([["a", "b", "absent"]]);
  await release();
  expect(await answers).toEqual(["A", "B", "A", null]);
});

test("what is asked for while a load is under way goes with the next one", async () => {
  const { load, batches, turn, release } = setup();
  const first = load("a");
  await turn();
  const later = Promise.all([load("b"), load("c")]);
  await turn();
  expect(batches).toEqual([["a"]]);
  await release();
  expect(await first).toBe("A");
  expect(batches).toEqual([["a"], ["b", "c"]]);
  await release();
  expect(await later).toEqual(["B", "C"]);
});

test("a load that fails rejects for every caller that shared it, and the next load works", async () => {
  const { load, turn, release } = setup();
  const failed = Promise.allSettled([load("a"), load("broken")]);
  await turn();
  await release();
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = load("a");
  await turn();
  await release();
  expect(await again).toBe("A");
});

test("a batch has a limit, and what is above it follows", async () => {
  const { load, batches, turn, release } = setup();
  const answers = Promise.all(Array.from({ length: 501 }, (_none, index) => load(`k${index}`)));
  await turn();
  await release();
  await release();
  expect((await answers).length).toBe(501);
  expect(batches.map(({ length }) => length)).toEqual([500, 1]);
});
