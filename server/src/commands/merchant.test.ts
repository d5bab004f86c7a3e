import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { merchant, surveyText } from "./merchant.ts";

const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f";

it.each([
  ["no word", ["--merchant", id, "--dry-run"], "After merchant comes move, moved or clear."],
  [
    "a word too many",
    ["move", "all", "--merchant", id, "--dry-run"],
    "After merchant comes move, moved or clear.",
  ],
  ["no merchant", ["move", "--dry-run"], "--merchant must be the id of a merchant"],
  [
    "an id of another form",
    ["move", "--merchant", "mer_1", "--dry-run"],
    "--merchant must be the id of a merchant",
  ],
  ["a move to nowhere", ["move", "--merchant", id], "--to must name the file"],
  ["a move to nobody", ["move", "--merchant", id, "--to", "ci.env"], "--tenant must be the id of a tenant"],
  ["a move that freezes twice", ["move", "--merchant", id, "--freeze"], "--freeze goes with --rehearse"],
  ["a give-up of nothing", ["move", "--merchant", id, "--give-up"], "--to must name the file"],
  [
    "a give-up for somebody",
    ["move", "--merchant", id, "--give-up", "--to", "ci.env", "--tenant", id],
    "--give-up needs no --tenant",
  ],
  [
    "a map of one merchant",
    ["moved", "--merchant", id],
    "After moved comes nothing, or --merchant and --to alone.",
  ],
  ["a merchant cleared of nothing", ["clear", "--merchant", id], "After clear come --merchant, --to"],
  ["an unknown option", ["move", "--merchant", id, "--dry-run", "--all"], "--all"],
  ["both at once", ["move", "--merchant", id, "--dry-run", "--rehearse"], "exclude each other"],
  [
    "a place for what looks at one cell alone",
    ["move", "--merchant", id, "--dry-run", "--to", "ci.env"],
    "--dry-run looks at one cell alone",
  ],
  [
    "a freeze for nothing",
    ["move", "--merchant", id, "--dry-run", "--freeze"],
    "--freeze goes with --rehearse",
  ],
  ["a rehearsal to nowhere", ["move", "--merchant", id, "--rehearse"], "--to must name the file"],
  [
    "a rehearsal for nobody",
    ["move", "--merchant", id, "--rehearse", "--to", "ci.env", "--tenant", "t"],
    "--tenant must be the id of a tenant of the other cell",
  ],
  [
    "a file that is not there",
    ["move", "--merchant", id, "--rehearse", "--to", "/nowhere/ci.env", "--tenant", id],
    "--to /nowhere/ci.env: ENOENT",
  ],
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

it.each([
  ["no key", "DATABASE_URL=postgres://a:b@127.0.0.1:1/ci\nCELL=ci\n", "DATABASE_URL and MASTER_KEY"],
  ["no database", `MASTER_KEY=${"5a7f3c19".repeat(8)}\n`, "DATABASE_URL and MASTER_KEY"],
  ["a wrong setting", "CELL=much-too-long\n", "CELL"],
])("the other cell's settings with %s are refused by name", async (_what, text, words) => {
  const folder = await mkdtemp(join(tmpdir(), "cauris-move-"));
  try {
    const path = join(folder, "ci.env");
    await writeFile(path, text);
    const refused = merchant(["move", "--merchant", id, "--rehearse", "--to", path, "--tenant", id]);
    await expect(refused).rejects.toThrow(`--to ${path}: `);
    await expect(refused).rejects.toThrow(words);
  } finally {
    await rm(folder, { recursive: true });
  }
});
