import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTest, readImportGraph, root } from "./import-graph.ts";

/** The file that says why. */
const REASON = "server/src/kit/url.ts";

it("no source asks URL.canParse, which refuses addresses with accents in a busy process", () => {
  const sources = [...readImportGraph().keys()].filter((file) => !isTest(file) && file !== REASON);
  expect(sources.length).toBeGreaterThan(500);
  const asking = sources.filter((file) => readFileSync(join(root, file), "utf8").includes("canParse"));
  expect(asking).toEqual([]);
});
