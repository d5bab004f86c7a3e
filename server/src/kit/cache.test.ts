import { expect, test } from "vitest";
import { createLoadingCache, HEARD_LIFE_MS } from "./cache.ts";
import { createManualClock } from "./clock.ts";

function setup(entriesMax = 10) {
  const clock = createManualClock(1_000_000);
  const loads: string[] = [];
  const gates: (() => void)[] = [];
  let held = false;
  const cache = createLoadingCache({
    clock,
    lifeMs: 1_000,
    entriesMax,
    load: async (key) => {
      loads.push(key);
      const value = `${key}${loads.length}`;
      if (held) await new Promise<void>((resolve) => gates.push(resolve));
      if (key === "broken") throw new Error("no such row");
      return value;
    },
  });
  return {
    cache,
    clock,
    loads,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const open of gates.splice(0)) open();
    },
  };
}

test("a value is loaded once within its life, and again after it", async () => {
  const { cache, clock, loads } = setup();
  expect(await cache.get("a")).toBe("a1");
  clock.advance(999);
  expect(await cache.get("a")).toBe("a1");
  clock.advance(1);
  expect(await cache.get("a")).toBe("a2");
  expect(loads).toEqual(["a", "a"]);
});

test("a clock set back does not lengthen a life", async () => {
  const { cache, clock } = setup();
  await cache.get("a");
  clock.advance(-60_000);
  expect(await cache.get("a")).toBe("a2");
});

test("callers who ask at the same time share one load", async () => {
  const { cache, loads } = setup();
  expect(await Promise.all([cache.get("a"), cache.get("a"), cache.get("a")])).toEqual(["a1", "a1", "a1"]);
  expect(loads).toEqual(["a"]);
});

test("a load that began before a change is neither kept nor shared after it", async () => {
  const { cache, hold, release } = setup();
  hold();
  const before = cache.get("a");
  cache.clear();
  const after = cache.get("a");
  release();
  expect(await before).toBe("a1");
  expect(await after).toBe("a2");
  expect(await cache.get("a")).toBe("a2");
});

test("a load that fails is not remembered", async () => {
  const { cache, loads } = setup();
  await expect(cache.get("broken")).rejects.toThrow("no such row");
  await expect(cache.get("broken")).rejects.toThrow("no such row");
  expect(loads).toHaveLength(2);
});

test("the entry that was used longest ago goes first", async () => {
  const { cache, loads } = setup(2);
  await cache.get("a");
  await cache.get("b");
  await cache.get("a");
  await cache.get("c");
  await cache.get("a");
  expect(loads).toEqual(["a", "b", "c"]);
  expect(cache.size).toBe(2);
});

test("an entry in use stays, also one that was not moved while there was room", async () => {
  const { cache, loads } = setup(4);
  await cache.get("a");
  await cache.get("b");
  await cache.get("a");
  for (const key of ["c", "d", "e", "f"]) {
    await cache.get(key);
    await cache.get("a");
  }
  expect(loads).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(cache.size).toBe(4);
});

test("while notifications are heard a value is kept longer, but not what was not found", async () => {
  const clock = createManualClock(1_000_000);
  const heard = { connection: 1, isProven: true };
  let loads = 0;
  const cache = createLoadingCache({
    clock,
    lifeMs: 1_000,
    entriesMax: 10,
    hearing: { connection: () => heard.connection, isProven: () => heard.isProven },
    load: async (key) => {
      loads += 1;
      return key === "nothing" ? null : loads;
    },
  });
  const isLoaded = async (key: string): Promise<boolean> => {
    const before = loads;
    await cache.get(key);
    return loads > before;
  };
  await cache.get("a");
  await cache.get("nothing");
  clock.advance(HEARD_LIFE_MS - 1);
  expect([await isLoaded("a"), await isLoaded("nothing")]).toEqual([false, true]);
  clock.advance(1);
  expect(await isLoaded("a")).toBe(true);

  clock.advance(1_000);
  heard.isProven = false;
  expect(await isLoaded("a")).toBe(true);
  heard.isProven = true;
  clock.advance(1_000);
  expect(await isLoaded("a")).toBe(false);

  // Between two connections messages are lost.
  heard.connection = 2;
  expect(await isLoaded("a")).toBe(true);
  clock.advance(1_000);
  expect(await isLoaded("a")).toBe(false);

  // Loaded while there was none: what changed before the next one is not known.
  heard.connection = 0;
  expect(await isLoaded("a")).toBe(true);
  heard.connection = 3;
  clock.advance(1_000);
  expect(await isLoaded("a")).toBe(true);
});
