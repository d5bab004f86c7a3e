import { expect, it } from "vitest";
import { recountReports } from "./recount-reports.ts";

it.each([
  ["an id of another form", ["--merchant", "mer_1"], "--merchant must be the id of a merchant"],
  ["an unknown option", ["--all"], "--all"],
  ["a word too many", ["everything"], "everything"],
])("recount-reports refuses %s before it touches the database", async (_name, args, words) => {
  await expect(recountReports(args)).rejects.toThrow(words);
});
