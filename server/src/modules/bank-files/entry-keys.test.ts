import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { keysOf } from "./entry-keys.ts";
import type { StatedEntry } from "./formats/types.ts";
import { statedEntry } from "./test-entries.ts";

/** How many movements of each file are new, when the files come in this order. */
function news(...files: readonly (readonly Partial<StatedEntry>[])[]): readonly number[] {
  const stored = new Set<string>();
  return files.map((file) => {
    const keys = keysOf(file.map(statedEntry));
    const fresh = keys.filter(({ known }) => !known.some((key) => stored.has(key.toString("hex"))));
    for (const key of fresh.flatMap((each) => each.stored)) stored.add(key.toString("hex"));
    return fresh.length;
  });
}

const numbered = { bankReferences: ["BK-1"], lineReference: "7", endToEndId: "E" };
const other = { ...numbered, bankReferences: ["BK-2"] };
const bare = { lineReference: "7", endToEndId: "E", text: "x" };

describe("a movement is new once", () => {
  it.each([
    [
      "told by a notice and then by the statement, which numbers its lines anew",
      [[numbered], [{ ...numbered, lineReference: "1" }]],
      [1, 0],
    ],
    ["told twice by files without numbers", [[bare], [bare]], [1, 0]],
    [
      "with one of its two numbers told again",
      [[{ bankReferences: ["A", "B"] }], [{ bankReferences: ["B"] }]],
      [1, 0],
    ],
    [
      "told with its number first and without it later",
      [[{ ...bare, bankReferences: ["BK-1"] }], [bare]],
      [1, 0],
    ],
    [
      "told without its number first and with it later",
      [[bare], [{ ...bare, bankReferences: ["BK-1"] }]],
      [1, 0],
    ],
    [
      "told as a whole first and in parts later",
      [
        [{ bankReferences: ["B"] }],
        [
          { bankReferences: ["T1"], batchReference: "B" },
          { bankReferences: ["T2"], batchReference: "B" },
        ],
      ],
      [1, 0],
    ],
    [
      "told in parts first and as a whole later",
      [
        [
          { bankReferences: ["T1"], batchReference: "B" },
          { bankReferences: ["T2"], batchReference: "B" },
        ],
        [{ bankReferences: ["B"] }],
      ],
      [2, 0],
    ],
  ])("%s", (_how, files, expected) => {
    expect(news(...files)).toEqual(expected);
  });
});

describe("two movements are two", () => {
  it.each([
    ["with two numbers, equal otherwise", [[numbered, other]], [2]],
    ["with two numbers in two files", [[numbered], [other]], [1, 1]],
    [
      "equal, without numbers, in one file, and none more in the next",
      [
        [bare, bare],
        [bare, bare],
      ],
      [2, 0],
    ],
    ["of which the second comes a day later", [[bare], [bare, { ...bare, bookedOn: "2026-11-21" }]], [1, 1]],
    [
      "with one number and two amounts",
      [[numbered], [{ ...numbered, amount: money(4_999n, "XOF") }]],
      [1, 1],
    ],
    [
      "with one number, of which one takes the other back",
      [[numbered], [{ ...numbered, isReversal: true, direction: "DEBIT" as const }]],
      [1, 1],
    ],
    ["with other texts and no number", [[bare], [{ ...bare, text: "y" }]], [1, 1]],
  ])("%s", (_how, files, expected) => {
    expect(news(...(files as Partial<StatedEntry>[][]))).toEqual(expected);
  });
});
