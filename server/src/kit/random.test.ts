import { describe, expect, it } from "vitest";
import { createSeededRandom, createSystemRandom } from "./random.ts";

describe("randomness", () => {
  it("from one seed is repeated exactly, and differs from another seed's", () => {
    const drawn = (seed: number) => {
      const random = createSeededRandom(seed);
      return [random.unit(), random.bytes(8).toString("hex"), random.unit()];
    };
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  it.each([
    ["seeded", createSeededRandom(9)],
    ["of the system", createSystemRandom()],
  ])("%s stays in [0, 1) and spreads", (_name, random) => {
    const units = Array.from({ length: 10_000 }, () => random.unit());
    expect(units.every((unit) => unit >= 0 && unit < 1)).toBe(true);
    expect(units.reduce((left, right) => left + right, 0) / units.length).toBeCloseTo(0.5, 1);
  });

  it("of the system gives bytes that no later draw changes, also more than its pool holds", () => {
    const random = createSystemRandom();
    const first = random.bytes(16);
    const copy = Buffer.from(first);
    const others = Array.from({ length: 2_000 }, () => random.bytes(16).toString("hex"));
    expect(first).toEqual(copy);
    expect(new Set([first.toString("hex"), ...others]).size).toBe(2_001);
    expect(random.bytes(10_000).length).toBe(10_000);
  });
});
