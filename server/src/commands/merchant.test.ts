import { expect, it } from "vitest";
import { merchant, surveyText } from "./merchant.ts";

const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f";

it.each([
  ["no word", ["--merchant", id, "--dry-run"], "After merchant comes move."],
  ["a word too many", ["move", "all", "--merchant", id, "--dry-run"], "After merchant comes move."],
  ["no merchant", ["move", "--dry-run"], "--merchant must be the id of a merchant"],
  [
    "an id of another form",
    ["move", "--merchant", "mer_1", "--dry-run"],
    "--merchant must be the id of a merchant",
  ],
  ["the move itself", ["move", "--merchant", id], "merchant move does not move yet: give --dry-run"],
  ["an unknown option", ["move", "--merchant", id, "--dry-run", "--to", "ci"], "--to"],
])("merchant refuses %s before it touches the database", async (_name, args, words) => {
  await expect(merchant(args)).rejects.toThrow(words);
});

it("says of each mode what becomes of its rows, and that a ledger in files holds a move up", () => {
  const survey = { tables: [], underWay: [], accounts: [], sharedKeys: 0 };
  const text = surveyText(id, {
    displayName: "Kiosque\n",
    modes: [
      { ...survey, mode: "SANDBOX", isDetached: false },
      { ...survey, mode: "LIVE", sharedKeys: 2, isDetached: true },
    ],
  });
  expect(text).toContain(`Merchant ${id}, "Kiosque\\n". Nothing is changed`);
  expect(text).toContain(
    "SANDBOX\n  nothing holds a move up\n\nLIVE\n  HOLDS A MOVE UP\n    API keys that act for this merchant and for another one: 2\n    a part of its ledger",
  );
});
