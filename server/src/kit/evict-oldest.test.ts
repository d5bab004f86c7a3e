import { expect, it } from "vitest";
import { createEviction } from "./evict-oldest.ts";
import { createSeededRandom } from "./random.ts";

it("deletes nothing while there is room, and then what was set first", () => {
  const entries = new Map<string, number>();
  const evict = createEviction(entries, 2);
  const deleted = [..."abcd"].map((key) => {
    entries.set(key, 0);
    return evict();
  });
  expect(deleted).toEqual([undefined, undefined, "a", "b"]);
  expect([...entries.keys()]).toEqual(["c", "d"]);
});

it("takes what was deleted and set again for new", () => {
  const entries = new Map([..."abc"].map((key) => [key, 0]));
  const evict = createEviction(entries, 2);
  entries.delete("a");
  entries.set("a", 1);
  expect(evict()).toBe("b");
});

it("deletes several when there are several too many", () => {
  const entries = new Map([..."abcde"].map((key) => [key, 0]));
  expect(createEviction(entries, 2)()).toBe("c");
  expect([...entries.keys()]).toEqual(["d", "e"]);
});

it("always deletes the first key of the Map, whatever was set, deleted, cleared and evicted before", () => {
  const seed = 20_261_124;
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random.unit() * limit);
  for (const entriesMax of [1, 40, 150]) {
    const entries = new Map<number, number>();
    const evict = createEviction(entries, entriesMax);
    for (let step = 0; step < 3_000; step += 1) {
      const key = below(400);
      const act = below(1_000);
      if (act < 900) {
        if (act < 300) entries.delete(key);
        entries.set(key, step);
        const expected = [...entries.keys()].slice(0, Math.max(0, entries.size - entriesMax)).at(-1);
        expect(evict(), `step ${step} of seed ${seed}, at most ${entriesMax}`).toBe(expected);
        expect(entries.size).toBeLessThanOrEqual(entriesMax);
      } else if (act < 998) entries.delete(key);
      else entries.clear();
    }
  }
});
