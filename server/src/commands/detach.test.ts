import { expect, it } from "vitest";
import { readAsked } from "./detach.ts";

const NOW_MS = Date.UTC(2026, 10, 24);

it.each([
  ["no day", ["--dry-run"], "--before must be a day"],
  ["a day that does not exist", ["--before", "2025-13-01", "--dry-run"], "--before must be a day"],
  ["a day within the last 400", ["--before", "2025-10-21", "--dry-run"], "at least 400 days ago"],
  ["neither a folder nor a dry run", ["--before", "2025-01-01"], "either --to <folder> or --dry-run"],
  ["both", ["--before", "2025-01-01", "--to", "/tmp", "--dry-run"], "either --to <folder> or --dry-run"],
  [
    "another name of a merchant",
    ["--before", "2025-01-01", "--dry-run", "--merchant", "Awa"],
    "--merchant must be",
  ],
  ["an unknown option", ["--before", "2025-01-01", "--logs"], "--logs"],
  [
    "the audit log of one merchant",
    ["--before", "2025-01-01", "--dry-run", "--audit", "--merchant", "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e"],
    "one chain of its whole tenant",
  ],
])("detach refuses %s", (_name, args, words) => {
  expect(() => readAsked(args, NOW_MS)).toThrow(words);
});

it("detach reads the last day that it takes", () => {
  expect(readAsked(["--before", "2025-10-20", "--dry-run"], NOW_MS)).toEqual({
    beforeMs: Date.UTC(2025, 9, 20),
    folder: null,
    what: "LEDGER",
    merchantId: null,
  });
  expect(readAsked(["--before", "2025-10-20", "--dry-run", "--audit"], NOW_MS).what).toBe("AUDIT");
});
