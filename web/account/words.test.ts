import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dictionaries, locales } from "./i18n/index.ts";

/** Every text with its path, functions called with a mark in place of each value. */
function textsIn(words: object, path = ""): readonly (readonly [path: string, text: string])[] {
  return Object.entries(words).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const here = path === "" ? name : `${path}.${name}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value === "function") return [0, 1, 7].map((given) => [here, String(value(given, given))]);
    return textsIn(value as object, here);
  });
}

test.each(locales)("%s says everything, with its own quotes and spaces", (locale) => {
  const texts = textsIn(dictionaries[locale]);
  expect(texts.map(([path]) => path)).toEqual(textsIn(dictionaries.fr).map(([path]) => path));
  for (const [path, text] of texts) {
    expect(text, path).toMatch(/\S/);
    // Typewriter quotes; and two spaces, where a value is missing.
    expect(text, path).not.toMatch(/['"]|undefined/);
  }
});

test("French marks never begin a line: a no-break space before : and », a narrow one before ; ? !", () => {
  for (const [path, text] of textsIn(dictionaries.fr))
    expect(text, path).not.toMatch(/[ \u00a0][;?!]|[ \u202f][:»]|«[ \u202f]/);
});

test("no language has left a text as it is in another", () => {
  const [french, english, portuguese] = locales.map((locale) => new Map(textsIn(dictionaries[locale])));
  const same = [...(french ?? [])].filter(
    ([path, text]) => text === english?.get(path) || (text === portuguese?.get(path) && text.length > 12),
  );
  expect(same).toEqual([]);
});

test("every text is used by a page", () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, "screens")];
  const sources = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test|test-support/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const named = new Set(
    textsIn(dictionaries.fr)
      .map(([path]) => path)
      // Problems of forms are found by the code of the refusal or the rule.
      .filter((path) => !path.startsWith("problems.") || /^problems\.[a-z]+[A-Z]/.test(path)),
  );
  const rules = new Set(["minLength", "maxLength"]);
  const unused = [...named].filter((path) => {
    const leaf = path.slice(path.lastIndexOf(".") + 1);
    return !rules.has(leaf) && !new RegExp(`\\.${leaf}\\b`).test(sources);
  });
  expect(unused).toEqual([]);
});
