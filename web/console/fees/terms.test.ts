import { describe, expect, it } from "vitest";
import { termsOf, typedOf, wrongField } from "./terms.ts";

const typed = { percent: "1,5", fixed: "100", minimum: "0", maximum: "", days: "2" };
const sent = { basisPoints: 150, fixed: "100", minimum: "0", maximum: null, settlementDelaySeconds: 172_800 };

describe("terms of a fee", () => {
  it.each([
    ["as they are typed", {}, {}],
    ["with a point", { percent: "1.5" }, {}],
    ["with two digits", { percent: "0,05" }, { basisPoints: 5 }],
    ["of nothing", { percent: "0" }, { basisPoints: 0 }],
    ["with groups of digits", { maximum: "25 000" }, { maximum: "25000" }],
  ])("%s", (_what, changes, expected) => {
    expect(termsOf({ ...typed, ...changes })).toEqual({ ...sent, ...expected });
  });

  it.each([
    ["text", { percent: "much" }],
    ["more than all", { percent: "100,01" }],
    ["three digits behind the comma", { percent: "1,505" }],
    ["a negative part", { fixed: "-1" }],
    ["an amount with decimals", { minimum: "1,5" }],
    ["a maximum below the minimum", { minimum: "100", maximum: "50" }],
    ["too long a delay", { days: "91" }],
    ["no delay", { days: "" }],
  ])("%s are none", (_what, changes) => {
    expect(termsOf({ ...typed, ...changes })).toBeNull();
    expect(wrongField({ ...typed, ...changes })).toBe(Object.keys(changes).at(-1));
  });

  it("have no wrong field when they are right", () => expect(wrongField(typed)).toBeNull());

  it("are shown as they would be typed", () => expect(typedOf(sent)).toEqual(typed));
});
