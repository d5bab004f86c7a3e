import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageVersion } from "../../src/version.ts";
import { root } from "./import-graph.ts";

/** Who upgrades reads what each release changed: `## Unreleased`, then `## 0.1.0 (2026-11-24)` and the older ones. */
const headings = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("## "));
const releases = headings.slice(1).map((line) => {
  const [, version = "", date = ""] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/.exec(line) ?? [];
  return { line, version, date };
});

test("what is not released yet stands above the releases, which have a version and a date", () => {
  expect(headings[0]).toBe("## Unreleased");
  expect(releases.filter(({ version }) => version === "").map(({ line }) => line)).toEqual([]);
  expect(releases.filter(({ date }) => new Date(date).toISOString().slice(0, 10) !== date)).toEqual([]);
});

test("the newest release comes first", () => {
  const numbers = releases.map(({ version }) =>
    version
      .split(".")
      .map((part) => part.padStart(6, "0"))
      .join("."),
  );
  expect(numbers).toEqual(numbers.toSorted().toReversed());
  expect(releases.map(({ date }) => date)).toEqual(
    releases
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
});

test("the version of the package has its section", () => {
  expect(releases.map(({ version }) => version)).toContain(packageVersion());
});
