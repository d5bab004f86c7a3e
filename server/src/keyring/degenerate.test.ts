import { expect, test } from "vitest";
import { createSystemRandom } from "../kit/random.ts";
import { degenerateBecause } from "./degenerate.ts";

test.each([
  ["all zero", Buffer.alloc(32), "it repeats few bytes"],
  ["one pattern", Buffer.from("deadbeef".repeat(8), "hex"), "it repeats few bytes"],
  ["counting", Buffer.from(Array.from({ length: 32 }, (_, at) => at)), "its bytes count up or down"],
  [
    "counting down by three",
    Buffer.from(Array.from({ length: 32 }, (_, at) => 250 - 3 * at)),
    "its bytes count",
  ],
  ["typed", Buffer.from("correct horse battery staple 42!"), "it is text that somebody typed"],
])("a key that is %s is found out", (_what, key, reason) => {
  expect(degenerateBecause(key)).toContain(reason);
});

test("keys of the system's generator pass", () => {
  const random = createSystemRandom();
  for (let tries = 0; tries < 10_000; tries += 1) expect(degenerateBecause(random.bytes(32))).toBeNull();
});
