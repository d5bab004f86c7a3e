import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../sources/import-graph.ts";
import { journeyFile, journeys } from "./journeys.ts";

/** What somebody sees on the way, in order. `UPDATE_DOCS=1` writes it. */
const DOCUMENT = "docs/reference/journeys.md";
const IMAGES = "docs/images";

const parts = journeys.flatMap(({ parts: own }) => [...own]);
const steps = parts.flatMap(({ test: [file, title], steps: own }) =>
  own.map(([name]) => ({ name, file, title })),
);

it("every step has its picture, and every picture its step", () => {
  const there = readdirSync(join(root, IMAGES)).filter((file) => file.startsWith("journey-"));
  expect(there.toSorted()).toEqual(steps.map(({ name }) => journeyFile(name)).toSorted());
});

it("every step is taken by the test that walks it", () => {
  const missing = steps.filter(({ name, file, title }) => {
    const text = readFileSync(join(root, file), "utf8");
    return !text.includes(`"${title}"`) || !text.includes(`"${name}"`);
  });
  expect(missing).toEqual([]);
});

it(`${DOCUMENT} shows them in order`, () => {
  let number = 0;
  const shown = journeys.map(({ who, parts: own }) => {
    const cells = own
      .flatMap((part) => [...part.steps])
      .map(([name, words]) => {
        number += 1;
        const image = `<img src="../images/${journeyFile(name)}" width="180" alt="${words}">`;
        return `<td valign="top" width="33%">${number}. ${words}<br>${image}</td>`;
      });
    const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_none, row) =>
      ["<tr>", ...cells.slice(row * COLUMNS, (row + 1) * COLUMNS), "</tr>"].join("\n"),
    );
    return [`## ${who}`, "", "<table>", ...rows, "</table>"].join("\n");
  });
  const written = `${[INTRODUCTION, ...shown].join("\n\n")}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(join(root, DOCUMENT), written);
  expect(readFileSync(join(root, DOCUMENT), "utf8")).toBe(written);
});

const COLUMNS = 3;
const INTRODUCTION = `# Two journeys in pictures

What somebody sees on a phone, in French, step by step. Tests walk both by touch and by keyboard; \`PICTURES=docs/images\` takes the
pictures again, by touch:

${[...new Set(parts.map(({ test: [file] }) => file))].map((file) => `- \`${file}\``).join("\n")}

\`server/test/screens/journeys.ts\` names the steps, and \`server/test/screens/journeys.test.ts\` writes this page (\`UPDATE_DOCS=1\`).`;
