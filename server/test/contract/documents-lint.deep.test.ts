import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { lintFromString, loadConfig } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { documentNames } from "../../src/http/openapi/index.ts";
import { documentFile, type Json } from "./document.ts";

/** The kept files: the documents themselves, as `openapi.test.ts` holds, but for the server, which is a path in them. */
const read = async (name: (typeof documentNames)[number]): Promise<Json> =>
  JSON.parse(await readFile(documentFile(name), "utf8"));

async function lint(document: Json): Promise<readonly string[]> {
  const config = await loadConfig({ configPath: resolve(import.meta.dirname, "../../../redocly.yaml") });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, location[0]?.pointer, message].join(" "),
  );
}

it.each(documentNames)("%s: passes the linter, by the rules of redocly.yaml", async (name) => {
  expect(await lint(await read(name))).toEqual([]);
});

it("a document that breaks a rule does not", async () => {
  const merchants = await read("merchants");
  const { description: _kept, ...tag } = merchants.tags[0];
  const worse = { ...merchants, tags: [tag, ...merchants.tags.slice(1)], paths: {} };
  expect((await lint(worse)).join()).toContain("tag-description #/tags/0");
});
