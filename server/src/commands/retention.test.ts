import { expect, it } from "vitest";
import { showRetention, tableOf } from "./retention.ts";

it.each([
  ["to delete by itself", [], "retention only shows"],
  ["less than 35 days", ["--dry-run", "--events", "34d"], "--events must be off, or days from 35d"],
  ["a number without its unit", ["--dry-run", "--sessions", "90"], "--sessions must be off, or days"],
  [
    "to keep keys for less than merchants were told",
    ["--dry-run", "--idempotency-keys", "6d"],
    "--idempotency-keys must be days from 7d to 30d",
  ],
  ["an unknown option", ["--dry-run", "--ledger", "90d"], "--ledger"],
])("retention refuses %s before it touches the database", async (_name, args, words) => {
  await expect(showRetention(args)).rejects.toThrow(words);
});

it("shows rows, megabytes and the oldest day of each table", () => {
  const counted = [
    { table: "events", rows: 1_250_000, bytes: 2_345_678_901, oldestMs: Date.UTC(2026, 0, 31) },
    { table: "webhook_attempts", rows: 0, bytes: 0, oldestMs: null },
  ];
  expect(tableOf("RETENTION_EVENTS", 90, counted, Date.UTC(2026, 10, 30))).toBe(
    [
      "RETENTION_EVENTS=90d, written before 2026-09-01:",
      "table                             rows     megabytes  oldest",
      "events                         1250000        2345.7  2026-01-31",
      "webhook_attempts                     0           0.0  -",
      "",
      "",
    ].join("\n"),
  );
  expect(tableOf("RETENTION_SESSIONS", "off", [], 0)).toBe("RETENTION_SESSIONS=off: nothing goes.\n\n");
});
