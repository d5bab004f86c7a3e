import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { migrationsFolder, readMigrations } from "../../src/db/migration-files.ts";
import { earlierFiles, squashedFiles } from "../../src/db/squash.ts";

/**
 * A landed migration is never edited: a database that has it would be refused. landed.txt contains each file's
 * checksum; `UPDATE_MIGRATIONS=1` adds the lines of new files, and changes no existing one.
 */
const list = new URL("landed.txt", import.meta.url);

test("every migration is as it landed, and none is gone", async () => {
  const files = await readMigrations(migrationsFolder());
  const lines = (await readFile(list, "utf8")).split("\n").filter((line) => line !== "");
  const landed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  expect(lines.length, "a file stands in landed.txt twice").toBe(landed.size);

  for (const [name, checksum] of landed) {
    const file = files.find((candidate) => candidate.name === name);
    expect(file, `${name} has landed and is gone: databases that have it would be refused`).toBeDefined();
    expect(
      file?.checksum,
      `${name} has landed and was edited: databases that have it would be refused. Restore it, and put the change into a ` +
        "new file. Only while it is on nobody's main branch yet: remove its line from landed.txt and run this again.",
    ).toBe(checksum);
  }

  const missing = files.filter(({ name }) => !landed.has(name));
  if (process.env.UPDATE_MIGRATIONS === "1") {
    const text = [...lines, ...missing.map(({ name, checksum }) => `${checksum}  ${name}`)];
    await writeFile(list, `${text.join("\n")}\n`);
    return;
  }
  expect(
    missing.map(({ name }) => name),
    "new files: UPDATE_MIGRATIONS=1 npx vitest run server/test/migrations/landed.test.ts adds their lines to landed.txt",
  ).toEqual([]);
});

test("no file takes the name of one that the set stands for", async () => {
  const names = (await readMigrations(migrationsFolder())).map(({ name }) => name);
  expect(names.filter((name) => Object.hasOwn(earlierFiles, name))).toEqual([]);
  expect(names.slice(0, squashedFiles.length)).toEqual(squashedFiles);
});

test("each file has a number of its own, and lands behind all before it", async () => {
  const names = (await readFile(list, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(66));
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  // A database that has a later file refuses an earlier one. Before 0105 some files landed out of order, when nobody had a database to keep.
  const since = names.slice(names.indexOf("0105_merchant_moves.sql"));
  expect(since).toEqual(since.toSorted());
});
