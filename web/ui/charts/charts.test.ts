import { describe, expect, it } from "vitest";
import { runningSums } from "./bars.tsx";
import { csvText } from "./csv.ts";
import { movedCursor } from "./figure.tsx";
import { indexAt, labelStep, linePath, logShare, MARGIN, ticksTo, xOf, yOf } from "./scale.ts";

describe("the numbers beside a chart", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 2.5, 5, 7.5, 10]],
    [123_456, [0, 50_000, 100_000, 150_000]],
    [0.3, [0, 0.1, 0.2, 0.3]],
  ])("up to %d are %j", (max, ticks) => expect(ticksTo(max)).toEqual(ticks));

  it.each([
    [24, 640, 64, 3],
    [7, 640, 64, 1],
    [31, 260, 64, 8],
    [3, 0, 64, 3],
  ])("of %d labels in %d pixels every %s is shown", (count, width, labelWidth, step) =>
    expect(labelStep(count, width, labelWidth)).toBe(step),
  );
});

describe("places", () => {
  it("nothing is at the bottom, the most at the top", () => {
    expect(yOf(0, 10)).toBeGreaterThan(yOf(10, 10));
    expect(yOf(10, 10)).toBe(MARGIN.top);
    expect(yOf(0, 0)).toBe(yOf(0, 10));
  });

  it("what is drawn at a place is found there again", () => {
    for (const count of [1, 7, 24]) {
      for (let index = 0; index < count; index += 1) {
        expect(indexAt(xOf(index, count, 500), count, 500)).toBe(index);
      }
    }
    expect(indexAt(-50, 7, 500)).toBe(0);
    expect(indexAt(5_000, 7, 500)).toBe(6);
  });

  it("a line stops where a value is missing", () =>
    expect(linePath([[0, 1], [1, 2], null, [3, 4]])).toBe("M0.0 1.0L1.0 2.0M3.0 4.0"));

  it.each([
    [0, 0],
    [100, 0],
    [86_400_000, 1],
    [999_999_999, 1],
  ])("%d ms lies at %d of the width", (ms, share) => expect(logShare(ms)).toBe(share));
});

describe("the cursor", () => {
  it.each([
    ["ArrowRight", null, 0],
    ["ArrowRight", 0, 1],
    ["ArrowRight", 4, 4],
    ["ArrowLeft", null, 4],
    ["ArrowLeft", 0, 0],
    ["Home", 3, 0],
    ["End", 0, 4],
    ["Escape", 2, null],
    ["a", 2, 2],
  ])("%s at %s of five: %s", (key, at, next) => expect(movedCursor(key, at, 5)).toBe(next));

  it("has no place in an empty chart", () => expect(movedCursor("ArrowRight", null, 0)).toBeNull());
});

describe("the file of a chart", () => {
  it.each([
    ["fr", "\uFEFFjour;part\r\n1er;0,5\r\n"],
    ["pt", "\uFEFFjour;part\r\n1er;0,5\r\n"],
    ["en", "\uFEFFjour,part\r\n1er,0.5\r\n"],
  ] as const)("in %s is what spreadsheets there expect", (locale, text) =>
    expect(
      csvText(
        [
          ["jour", "part"],
          ["1er", 0.5],
        ],
        locale,
      ),
    ).toBe(text),
  );

  it("runs no formula, and a negative number stays a number", () =>
    expect(csvText([["=1+1", -5, null, 'a"b', "c,d", "e\nf"]], "en")).toBe(
      '\uFEFF\'=1+1,-5,,"a""b","c,d","e\nf"\r\n',
    ));
});

it.each([
  [[], []],
  [[5], [5]],
  [
    [5, 0, 7],
    [5, 5, 12],
  ],
])("the running sums of %j are %j", (values, sums) => expect(runningSums(values)).toEqual(sums));
