import { expect, it } from "vitest";
import { noteSubject } from "./note-subject.ts";

it.each([
  ["ch_1", "ch_1"],
  ["po_1", "po_1"],
  ["kyb_1", "kyb_1"],
  ["stmt_1", "stmt_1"],
  ["alarm_1", "KIND:x"],
  ["kdec_1", "KIND:x"],
  [null, "KIND:x"],
])("a row about %s has its notes on %s", (objectId, subject) => {
  expect(noteSubject({ id: "KIND:x", objectId })).toBe(subject);
});
