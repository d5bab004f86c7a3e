import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { memoryBytes } from "./memory.ts";

test("there is no more memory than is built in", () => {
  expect(memoryBytes()).toBeGreaterThan(2 ** 26);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});
