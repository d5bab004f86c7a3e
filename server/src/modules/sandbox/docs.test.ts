import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scenarioGuide } from "../../providers/simulator/index.ts";

const page = join(import.meta.dirname, "../../../../docs/start/sandbox.md");

/** `UPDATE_DOCS=1` rewrites the table. */
test("docs/start/sandbox.md shows every scenario by its name, and no other", () => {
  const rows = scenarioGuide.map(({ name, text }) => `| \`${name}\` | ${text.en} |`);
  const text = readFileSync(page, "utf8");
  const table = /(\| Scenario \| What the provider does \|\n\|---\|---\|\n)((?:\|.*\n)+)/;
  if (process.env.UPDATE_DOCS === "1") {
    writeFileSync(
      page,
      text.replace(table, (_whole, head: string) => `${head}${rows.join("\n")}\n`),
    );
  }
  const shown = table.exec(readFileSync(page, "utf8"))?.[2]?.trim().split("\n");
  expect(shown).toEqual(rows);
});
