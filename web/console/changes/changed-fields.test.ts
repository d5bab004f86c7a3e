import { expect, it } from "vitest";
import { changedFields } from "./changed-fields.ts";

it.each([
  [
    "only what differs",
    { name: "A", priority: 1 },
    { name: "A", priority: 2 },
    [{ name: "priority", before: 1, after: 2 }],
  ],
  ["everything of what is new", null, { name: "A" }, [{ name: "name", before: undefined, after: "A" }]],
  ["everything of what goes", { name: "A" }, null, [{ name: "name", before: "A", after: undefined }]],
  [
    "lists and objects by what they say",
    { ids: ["a", "b"], limit: { day: 1 } },
    { ids: ["b", "a"], limit: { day: 2 } },
    [
      { name: "ids", before: ["a", "b"], after: ["b", "a"] },
      { name: "limit", before: { day: 1 }, after: { day: 2 } },
    ],
  ],
  ["nothing where null stays away", { note: null }, {}, []],
] as const)("a proposal shows %s", (_name, before, after, expected) => {
  expect(changedFields(before, after)).toEqual(expected);
});
