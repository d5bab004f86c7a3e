import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readImportGraph, root } from "../../server/test/sources/import-graph.ts";
import { FRAME_AREA } from "../ui/app/pages.ts";
import { surfaces } from "./surfaces.ts";

const graph = readImportGraph();
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Every file of the surface that a page brings along. */
function filesOf(page: string, folder: string): readonly string[] {
  const seen = new Set([page]);
  for (const file of seen)
    for (const next of graph.get(file) ?? [])
      if (next.startsWith(`${folder}/`) && !next.startsWith(`${folder}/i18n/`)) seen.add(next);
  return [...seen];
}

/** Names after `const {` of `useTexts()`: `links: t, payments`. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/const \{([^}]*)\} = useTexts\(\)/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.split(":")[0]?.trim() ?? ""),
  );

describe.each(surfaces)("the words of each page of $root", ({ folder, pages }) => {
  const files = [...graph.keys()].filter((file) => file.startsWith(`web/${folder}/i18n/fr/`));
  // One file may hold several lists of words.
  const areaOf = new Map(
    files.flatMap((file) =>
      [...textOf(file).matchAll(/^export (?:const |\{ )(\w+)/gm)].map(([, name = ""]) => [
        name,
        /([^/]+)\.ts$/.exec(file)?.[1] ?? "",
      ]),
    ),
  );

  it.each(pages.map(({ path, file, words }) => ({ path, file, words })))(
    "/$path: those that its files use",
    ({ file, words }) => {
      const used = filesOf(`web/${folder}/pages/${file}.tsx`, `web/${folder}`).flatMap((one) =>
        namesIn(textOf(one)),
      );
      const areas = [...new Set(used.map((name) => areaOf.get(name) ?? name))];
      expect([...words].sort()).toEqual(areas.filter((area) => area !== FRAME_AREA).sort());
    },
  );
});
