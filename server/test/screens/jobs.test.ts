import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../sources/import-graph.ts";
import { people, type TestName } from "./jobs.ts";

/** Every job has tests that exist and use both hands; the document says which. `UPDATE_DOCS=1` writes it. */
const DOCUMENT = "docs/reference/jobs.md";
const read = (file: string): string => readFileSync(join(root, file), "utf8");

type HandName = "keyboard" | "touch";

/** The titles of a file's tests, each with the hands that it uses. */
function testsOf(file: string): ReadonlyMap<string, readonly HandName[]> {
  const text = read(file);
  const [before = "", ...blocks] = text.split(/^describe\.each\(hands\)/m);
  const titles = (part: string) => [...part.matchAll(/\bit\(\s*"([^"]+)"/g)].map(([, title = ""]) => title);
  // A block ends where a line begins with its closing brace.
  const both = blocks.flatMap((block) => titles(block.split(/^\}\);/m)[0] ?? ""));
  const others = titles(
    [
      before,
      ...blocks.map((block) =>
        block
          .split(/^\}\);/m)
          .slice(1)
          .join(""),
      ),
    ].join("\n"),
  );
  return new Map([
    ...both.map((title) => [title, ["keyboard", "touch"]] as const),
    ...others.map((title) => [title, handsIn(title)] as const),
  ]);
}

const handsIn = (title: string): readonly HandName[] =>
  (["keyboard", "touch"] as const).filter((hand) => new RegExp(`\\bby ${hand}\\b`).test(title));

const jobs = people.flatMap(({ who, jobs: own }) => own.map((one) => ({ who, ...one })));
const named = new Map(
  [...new Set(jobs.flatMap(({ tests }) => tests.map(([file]) => file)))].map((file) => [file, testsOf(file)]),
);
const handsOf = ([file, title]: TestName): readonly HandName[] => named.get(file)?.get(title) ?? [];

describe("the jobs of people", () => {
  it("are ten for each of the seven who work with the screens", () => {
    expect(people.slice(0, -1).map(({ jobs: own }) => own.length)).toEqual(Array(7).fill(10));
  });

  it("have tests that exist, by keyboard and by touch", () => {
    const missing = jobs.flatMap(({ who, job, tests }) => {
      const absent = tests.filter(([file, title]) => named.get(file)?.has(title) !== true);
      const hands = new Set(tests.flatMap(handsOf));
      return [
        ...absent.map(([file, title]) => `${who}, ${job}: ${file} has no test “${title}”`),
        ...(["keyboard", "touch"] as const)
          .filter((hand) => !hands.has(hand))
          .map((hand) => `${who}, ${job}: nothing by ${hand}`),
      ];
    });
    expect(missing).toEqual([]);
  });

  it("are all named: no test of the files of jobs stands without a job", () => {
    const files = readdirSync(join(root, "server/test/screens"))
      .filter((name) => /^(?:jobs-of-|newcomer|first-live-payment).*\.test\.ts$/.test(name))
      .map((name) => `server/test/screens/${name}`);
    const known = new Set(jobs.flatMap(({ tests }) => tests.map(([file, title]) => `${file} ${title}`)));
    const stray = files.flatMap((file) =>
      [...testsOf(file)]
        .filter(([title, hands]) => hands.length === 2 && !known.has(`${file} ${title}`))
        .map(([title]) => `${file}: ${title}`),
    );
    expect(stray).toEqual([]);
  });

  it(`stand in ${DOCUMENT}`, () => {
    const written = documentOf();
    if (process.env.UPDATE_DOCS === "1") writeFileSync(join(root, DOCUMENT), written);
    expect(read(DOCUMENT)).toBe(written);
  });
});

function documentOf(): string {
  const parts = people.map(({ who, jobs: own }) => {
    const rows = own.map(({ job, tests }) => `| ${job} | ${tests.map(cell).join("<br>")} |`);
    return [`## ${who}`, "", "| Job | Tests |", "|---|---|", ...rows].join("\n");
  });
  return `${[INTRODUCTION, ...parts].join("\n\n")}\n`;
}

const cell = (name: TestName): string => {
  const [file, title] = name;
  const hands = handsOf(name);
  const by = hands.length === 2 ? "" : ` (${hands.join()})`;
  return `[${title}](../../${file})${by}`;
};

const INTRODUCTION = `# Jobs and their tests

What the people who work with the dashboard and the console do in a day, and the browser test that does it. Each job is done in
French by keyboard at 1280 px and by touch at 360 px. [Decision 52](../decisions/0052-jobs-as-tests.md) says how such a test is
written. \`server/test/screens/jobs.test.ts\` writes this page from \`jobs.ts\` beside it (\`UPDATE_DOCS=1\`), and fails when a job has
no test or a test no job.`;
