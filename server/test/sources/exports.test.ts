import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { isTest, readImportGraph, root } from "./import-graph.ts";

/**
 * Every export is used elsewhere. An unused export is dead code, or a name that could be private; one used only by
 * tests is a test's own tool and belongs next to them.
 */

/** Used only by tests, and kept in place for the given reason. */
const forTests = new Map([
  ["server/src/kit/errors.ts declaredErrors", "the register that the documentation is compared with"],
  ["server/src/kit/state-machine.ts reachable", "a property of every state table, proved beside each"],
  [
    "server/src/providers/simulator/store.ts readBook",
    "the provider's own book, which tests reckon ours against",
  ],
  [
    "server/src/modules/payments/session/rules.ts canCancel",
    "the rule in one sentence, compared with `decideCancel`",
  ],
  ["web/checkout/colour.ts contrastRatio", "the measure by which the chosen colours are judged"],
  ["web/checkout/inventory/inventory.ts inventoryOf", "what the file in `docs/reference` is made from"],
  ["tools/sdk/fields-in-place.ts fieldsInPlace", "what all clients' generated files are made from"],
  ["tools/sdk/javascript.ts javascriptFiles", "what the JavaScript client's generated files are made with"],
  ["tools/sdk/php.ts phpFiles", "what the PHP client's generated files are made with"],
  ["tools/sdk/python.ts pythonFiles", "what the Python client's generated files are made with"],
  ...["console", "dashboard"].flatMap((surface) =>
    ["en", "pt"].map(
      (locale) =>
        [
          `web/${surface}/i18n/${locale}/index.ts ${locale}`,
          "by which the compiler finds a missing area; browsers load each area by itself",
        ] as const,
    ),
  ),
]);

interface SourceFile {
  readonly text: string;
  /** Names that it declares and exports; a type may exist only for its neighbours' signatures. */
  readonly declared: ReadonlyMap<string, "value" | "type">;
  /** Names that it re-exports from another file: name → file and name there. */
  readonly handedOn: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** Files that it re-exports as a whole. */
  readonly wholes: readonly string[];
  /** What it imports by name, with the file. */
  readonly imported: readonly (readonly [file: string, name: string])[];
}

const files = new Map<string, SourceFile>();
for (const path of readImportGraph().keys())
  files.set(path, readSource(path, readFileSync(join(root, path), "utf8")));

function readSource(path: string, source: string): SourceFile {
  const text = source.replace(/(^|\s)\/\/.*|\/\*[\s\S]*?\*\//g, "$1");
  const at = (name: string) => relative(root, join(root, dirname(path), name)).replace(/\.js$/, ".ts");
  const declared = new Map<string, "value" | "type">();
  for (const [, kind = "", name = ""] of text.matchAll(
    /(?:^|\n)export (?:async )?(const|let|function\*?|class|interface|type) +([\w$]+)/g,
  ))
    if (!declared.has(name)) declared.set(name, /^(?:interface|type)$/.test(kind) ? "type" : "value");
  const handedOn = new Map<string, readonly [string, string]>();
  const imported: [string, string][] = [];
  for (const [, verb, list = "", from = ""] of text.matchAll(
    /\b(import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+"(\.[^"]+)"/g,
  ))
    for (const [, name = "", alias = name] of list.matchAll(
      /(?:\btype\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*(?:,|$)/g,
    ))
      if (verb === "import") imported.push([at(from), name]);
      else handedOn.set(alias, [at(from), name]);
  const wholes = [...text.matchAll(/\bexport\s+(?:type\s+)?\*\s+from\s+"(\.[^"]+)"/g)].map(([, from = ""]) =>
    at(from),
  );
  for (const [, space = "", from = ""] of text.matchAll(
    /\bimport\s+\*\s+as\s+([\w$]+)\s+from\s+"(\.[^"]+)"/g,
  ))
    for (const [, name = ""] of text.matchAll(new RegExp(`\\b${space}\\.([\\w$]+)`, "g")))
      imported.push([at(from), name]);
  // `(await import("./x.ts")).name` and `const { name } = await import("./x.ts")`: every word of the file counts.
  for (const [, from = ""] of text.matchAll(/\bimport\(\s*"(\.[^"]+)"\s*\)/g))
    for (const word of new Set(text.match(/[\w$]+/g))) imported.push([at(from), word]);
  return { text, declared, handedOn, wholes, imported };
}

/** By file and name: its importers, directly or through re-exports. */
const users = new Map<string, Set<string>>();
function use(file: string, name: string, user: string): void {
  const key = `${file} ${name}`;
  const known = users.get(key) ?? new Set();
  if (known.has(user)) return;
  users.set(key, known.add(user));
  const source = files.get(file);
  const next = source?.handedOn.get(name);
  if (next !== undefined) use(...next, user);
  else if (source?.declared.has(name) === false) for (const whole of source.wholes) use(whole, name, user);
}
/** What the package of the client hands on is for its users' code. */
const published = "sdk/js/src/index.ts";
for (const [name] of files.get(published)?.handedOn ?? []) use(published, name, "a user of the package");
for (const whole of files.get(published)?.wholes ?? [])
  for (const [name] of files.get(whole)?.declared ?? []) use(whole, name, "a user of the package");
for (const [user, { imported }] of files) for (const [file, name] of imported) use(file, name, user);

const usersOf = (file: string, name: string) => [...(users.get(`${file} ${name}`) ?? [])];
const isUsedWithin = ({ text }: SourceFile, name: string) =>
  [...text.matchAll(new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name.replace("$", "\\$")}(?![\\w$])`, "g"))]
    .length > 1;
const service = [...files].filter(([path]) => !isTest(path));

test("every export is imported somewhere; a type may also describe what its own file exports", () => {
  const dead = service.flatMap(([path, source]) =>
    [...source.declared]
      .filter(([name]) => usersOf(path, name).length === 0)
      .filter(([name, kind]) => kind === "value" || !isUsedWithin(source, name))
      .map(([name]) => `${path} ${name}`),
  );
  expect(service.length).toBeGreaterThan(500);
  expect(dead).toEqual([]);
});

test("every re-export is imported somewhere", () => {
  const dead = service.flatMap(([path, { handedOn }]) =>
    [...handedOn.keys()].filter((name) => usersOf(path, name).length === 0).map((name) => `${path} ${name}`),
  );
  expect(dead).toEqual([]);
});

test("what only tests use is theirs", () => {
  const found = service.flatMap(([path, source]) =>
    [...source.declared]
      .filter(([name]) => usersOf(path, name).length > 0 && usersOf(path, name).every(isTest))
      .filter(([name]) => !isUsedWithin(source, name))
      .map(([name]) => `${path} ${name}`),
  );
  expect(found.toSorted()).toEqual([...forTests.keys()].toSorted());
});
