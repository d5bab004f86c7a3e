import { expect, it } from "vitest";
import { firstWord } from "./first-word.ts";

it.each([
  ["select 1", "select"],
  ["\n  INSERT into t values (1)", "insert"],
  ["-- The days of a month.\n-- run: in rounds\nalter table t add a int;", "alter"],
  ["/* what it is\n   for */ create index on t (a)", "create"],
  ["(select 1)", "select"],
  ["-- only a comment", ""],
  ["", ""],
])("of %j is %j", (text, word) => {
  expect(firstWord(text)).toBe(word);
});
