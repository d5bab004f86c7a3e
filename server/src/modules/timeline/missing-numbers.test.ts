import { expect, it } from "vitest";
import { missingNumbers } from "./missing-numbers.ts";

it.each([
  [[1, 2, 3], 3, []],
  [[3, 1], 4, [2, 4]],
  [[], 0, []],
])("of %j up to %d, %j are missing", (seen, last, missing) =>
  expect(missingNumbers(seen, last)).toEqual(missing),
);
