import { expect, it } from "vitest";
import { showRetention, tableOf } from "./retention.ts";

it.each([
  ["to delete by itself", [], "retention only shows"],
  ["less than 35 days", ["--dry-run", "--events", "34d"], "--events must be off, or days from 35d"],
  ["a number without its unit", ["--dry-run", "--events", "90"], "--events must be off, or days"],
  ["an unknown option", ["--dry-run", "--ledger", "90d"], "--ledger"],
])("retention refuses %s before it touches the database", async (_name, args, words) => {
  await expect(showRetention(args)).rejects.toThrow(words);
});

it("shows rows, megabytes and the oldest day of each table", () => {
  const counted = [
    { table: "events", rows: 1_250_000, bytes: 2_345_678_901, oldestMs: Date.UTC(2026, 0, 31) },
    { table: "webhook_attempts", rows: 0, bytes: 0, oldestMs: null },
  ];
  expect(tableOf(counted, Date.UTC(2026, 8, 1))).toBe(
    [
      "Written before 2026-09-01:",
      "table                         rows     megabytes  oldest",
      "events                     1250000        2345.7  2026-01-31",
      "webhook_attempts                 0           0.0  -",
      "",
    ].join("\n"),
  );
});
