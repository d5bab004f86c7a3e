import { describe, expect, it } from "vitest";
import { createManualClock } from "./clock.ts";
import { createIdSource } from "./ids.ts";
import { createSeededRandom } from "./random.ts";
import { idsOfShortReference, shortReference } from "./short-reference.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30);
const DAY_MS = 86_400_000;
const sequenceOf = (id: string): number => Number.parseInt(id.slice(15, 18), 16);
/** Whether the search for `typed` would find `id`. */
function finds(typed: string, id: string, nowMs = NOW_MS): boolean {
  const named = idsOfShortReference(typed, nowMs);
  return (
    named?.ranges.some(
      ({ from, before }) => from <= id && id < before && sequenceOf(id) % named.divisor === named.rest,
    ) === true
  );
}

describe("a short reference", () => {
  it("is eight signs of which no two look alike, in two groups", () => {
    const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(1));
    for (let count = 0; count < 500; count += 1)
      expect(shortReference(ids.uuid())).toMatch(/^[2-9CDFHJKMNPQRTVWXY]{4}-[2-9CDFHJKMNPQRTVWXY]{4}$/);
  });

  it("leads back to its id, at any time of two years, and to no other of a hundred thousand", () => {
    const clock = createManualClock(NOW_MS);
    const ids = createIdSource(clock, createSeededRandom(2));
    const made: string[] = [];
    for (let count = 0; count < 100_000; count += 1) {
      made.push(ids.uuid());
      clock.advance(1 + (count % 7));
    }
    expect(new Set(made.map(shortReference)).size).toBe(made.length);
    for (const id of made.slice(0, 50))
      for (const laterMs of [0, 100 * DAY_MS, 730 * DAY_MS])
        expect(finds(shortReference(id), id, clock.nowMs() + laterMs)).toBe(true);
    const [first = ""] = made;
    expect(made.filter((id) => finds(shortReference(first), id, clock.nowMs()))).toEqual([first]);
  });

  it("differs within one millisecond of one process", () => {
    const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(3));
    const references = Array.from({ length: 12 }, () => shortReference(ids.uuid()));
    expect(new Set(references).size).toBe(12);
  });

  it("is understood however it is typed", () => {
    const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(4));
    for (let count = 0; count < 200; count += 1) {
      const id = ids.uuid();
      const reference = shortReference(id);
      const bare = reference.replace("-", "");
      const mistaken = reference
        .replaceAll("2", "Z")
        .replaceAll("5", "s")
        .replaceAll("8", "B")
        .replaceAll("6", "g");
      for (const typed of [bare, bare.toLowerCase(), ` ${reference} `, reference.replace("-", " "), mistaken])
        expect(finds(typed, id)).toBe(true);
    }
  });

  it.each(["", "K7M2", "K7M2-QX4DD", "K7M2-QX40", "K7M2-QXAE", "ORDER-10", "ÉK7M2QX4"])(
    "is not what %j is",
    (text) => {
      expect(idsOfShortReference(text, NOW_MS)).toBeNull();
    },
  );
});
