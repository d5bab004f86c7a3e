import { describe, expect, it } from "vitest";
import { uuidFloor } from "../../db/list-days.ts";
import { rangesBeside } from "./events-of-object.ts";

const range = (fromMs: number, toMs: number) => ({
  from: uuidFloor(fromMs - 10_000),
  to: uuidFloor(toMs + 10_001),
});

describe("the ranges beside moments", () => {
  it.each<readonly [string, readonly number[], readonly (readonly [number, number])[]]>([
    ["none", [], []],
    ["one", [1_000_000], [[1_000_000, 1_000_000]]],
    ["near ones are one range, whatever their order", [1_015_000, 1_000_000], [[1_000_000, 1_015_000]]],
    ["just touching ones are one", [1_000_000, 1_020_000], [[1_000_000, 1_020_000]]],
    [
      "far ones are apart",
      [1_000_000, 1_020_001, 9_000_000],
      [
        [1_000_000, 1_000_000],
        [1_020_001, 1_020_001],
        [9_000_000, 9_000_000],
      ],
    ],
  ])("%s", (_name, moments, expected) => {
    expect(rangesBeside(moments)).toEqual(expected.map(([fromMs, toMs]) => range(fromMs, toMs)));
  });
});
