import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { thisMachine } from "./machine.ts";

test("a machine has a core, and no more memory than is built in", () => {
  const { cores, memoryBytes } = thisMachine();
  expect(cores).toBeGreaterThanOrEqual(1);
  expect(memoryBytes).toBeGreaterThan(2 ** 26);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem());
});
