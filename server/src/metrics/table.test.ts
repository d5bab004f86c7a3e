import { join } from "node:path";
import { expect, it, test } from "vitest";
import { referenceTable } from "../../test/harness/reference-table.ts";
import { read } from "./database-table.ts";
import { counted } from "./table.ts";

const all = [...counted, ...read];

test("docs/operating/metrics.md lists every metric, and no other", async () => {
  const rows = all.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  const page = join(import.meta.dirname, "../../../docs/operating/metrics.md");
  const { onPage, inCode } = await referenceTable(page, ["Metric", "Type", "Labels", "What it tells"], rows);
  expect(onPage).toBe(inCode);
});

it("names follow Prometheus: counters end in _total, times in _seconds", () => {
  for (const { name, type, help } of all) {
    expect(name).toMatch(/^(?:cauris|http|db)_[a-z_]+[a-z]$/);
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect([name, /\.$/.test(help), help.length > 10]).toEqual([name, false, true]);
  }
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

it("no label names a merchant, a person, a key or a session", () => {
  const labels = all.flatMap((metric) => metric.labels);
  expect(labels.filter((label) => /merchant|phone|key|session|person|email|reference/.test(label))).toEqual(
    [],
  );
});
