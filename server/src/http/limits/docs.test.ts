import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BucketLimit, defaultLimits, keyLimit, type Limit } from "./limit-table.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const page = readFileSync(join(import.meta.dirname, "../../../../docs/concepts/limits.md"), "utf8");

const words = (limit: Limit | BucketLimit): string => {
  const minutes = limit.windowMs / MINUTE_MS;
  if (minutes === HOUR_MINUTES || minutes === 24 * HOUR_MINUTES)
    return `${limit.count} in ${minutes === HOUR_MINUTES ? "1 hour" : "24 hours"}`;
  if (minutes >= 1) return `${limit.count} in ${minutes} minute${minutes === 1 ? "" : "s"}`;
  return `${limit.count} a second${"burst" in limit ? `, ${limit.burst} at once` : ""}`;
};

test("docs/concepts/limits.md shows every limit as it is, and no other", () => {
  const { apiKey, ...others } = defaultLimits;
  const keys = [keyLimit(apiKey.SANDBOX.perSecond), keyLimit(apiKey.LIVE.perSecond)];
  const expected = [...keys, ...Object.values(others)].map((limit: Limit) => [limit.name, words(limit)]);
  const shown = [...page.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm)].map(([, name, limit]) => [name, limit]);
  expect(shown).toEqual(expected);
});
