import { expect, it } from "vitest";
import { toneOf } from "./operators.tsx";

it.each([
  [null, "quiet"],
  [1, "good"],
  [0.9, "good"],
  [0.89, "warn"],
  [0.7, "warn"],
  [0.69, "bad"],
  [0, "bad"],
])("a success rate of %s is %s", (rate, tone) => expect(toneOf(rate)).toBe(tone));
