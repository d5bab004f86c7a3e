import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paperNames } from "../../../server/src/modules/mail/words/papers.ts";
import { readImportGraph, root } from "../../../server/test/sources/import-graph.ts";
import { en as consoleEn } from "../../console/i18n/en/index.ts";
import { fr as consoleFr } from "../../console/i18n/fr/index.ts";
import { pt as consolePt } from "../../console/i18n/pt/index.ts";
import { en as dashboardEn } from "../../dashboard/i18n/en/index.ts";
import { fr as dashboardFr } from "../../dashboard/i18n/fr/index.ts";
import { pt as dashboardPt } from "../../dashboard/i18n/pt/index.ts";
import type { Dictionary } from "./dictionary.ts";
import { en } from "./en.ts";
import { dossier as english } from "./en-dossier.ts";
import { fr } from "./fr.ts";
import { dossier as french } from "./fr-dossier.ts";
import { pt } from "./pt.ts";
import { dossier as portuguese } from "./pt-dossier.ts";

const sets = [
  ["web/ui", { fr, en, pt }, ["web/ui", "web/dashboard", "web/console"]],
  [
    "web/dashboard",
    { fr: dashboardFr, en: dashboardEn, pt: dashboardPt },
    ["web/dashboard", "web/ui/dossier", "web/ui/payment"],
  ],
  [
    "web/console",
    { fr: consoleFr, en: consoleEn, pt: consolePt },
    ["web/console", "web/ui/dossier", "web/ui/payment"],
  ],
] as const satisfies readonly (readonly [string, Readonly<Record<string, Dictionary>>, readonly string[]])[];

/** Every text with its path; functions are called with a mark for each value. */
function textsIn(words: Dictionary, path = ""): readonly (readonly [path: string, text: string])[] {
  return Object.entries(words).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const here = path === "" ? name : `${path}.${name}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value === "function")
      return [0, 1, 7].map((given) => [here, value(given, given, given, given)]);
    return textsIn(value, here);
  });
}

/** A space that breaks a line before a mark or beside a guillemet, or that is wider than French has it. */
const plainSpaces = /[ \u00a0][;?!]|[ \u202f][:»]|«[ \u202f]/;

const sources = [...readImportGraph().keys()].filter((file) => !/i18n|\.test\./.test(file));
const sourceOf = (folders: readonly string[]): string =>
  sources
    .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");

describe.each(sets)("the texts of %s", (_name, languages, folders) => {
  const french = textsIn(languages.fr).map(([path]) => path);

  it.each(["fr", "en", "pt"] as const)("are whole in %s, with its own quotes", (locale) => {
    const texts = textsIn(languages[locale]);
    expect(texts.map(([path]) => path)).toEqual(french);
    for (const [path, text] of texts) {
      expect(text, path).toMatch(/\S/);
      expect(text, path).not.toMatch(/['"]|undefined/);
    }
  });

  it("have French spaces: a line never begins with a mark, and the space before ; ? ! is a narrow one", () => {
    for (const [path, text] of textsIn(languages.fr)) expect(text, path).not.toMatch(plainSpaces);
  });

  it("are translated: a long text is not the same in two languages", () => {
    const [one, other, third] = [languages.fr, languages.en, languages.pt].map(
      (texts) => new Map(textsIn(texts)),
    );
    const same = [...(one ?? [])].filter(
      ([path, text]) => text.length > 14 && (text === other?.get(path) || text === third?.get(path)),
    );
    expect(same).toEqual([]);
  });

  it("are each used: by their name, or as a whole list by the name of the list", () => {
    const source = sourceOf(folders);
    const isNamed = (name: string) => new RegExp(`[.{,\\s"]${name}\\b`).test(source);
    const unused = french.filter((path) => {
      const names = path.split(".");
      const leaf = names.at(-1) ?? "";
      // A list is looked up by a word of the API or by a variable: then its own name is what the source says.
      const isListed = names.length > 2 || /^[A-Z_]+$/.test(leaf);
      return !isNamed(leaf) && !(isListed && isNamed(names.at(-2) ?? ""));
    });
    expect(unused).toEqual([]);
  });
});

it("no page sets a colon behind a word: each language has its own space before it", () => {
  const pages = sources.filter((file) => file.startsWith("web/") && file.endsWith(".tsx"));
  const colon = /^\s*(?:<strong>)?\{[\w.]+\}(?:<\/strong>)? : /m;
  expect(pages.filter((file) => colon.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it.each([
  ["fr", french],
  ["en", english],
  ["pt", portuguese],
] as const)("a paper has one name on the screens and in mails (%s)", (locale, { papers }) =>
  expect(papers).toEqual(paperNames[locale]),
);
