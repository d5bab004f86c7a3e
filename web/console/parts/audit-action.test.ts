import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTest, readImportGraph, root } from "../../../server/test/sources/import-graph.ts";
import { auditActs } from "../i18n/fr/auditActs.ts";

/** The acts that the service's sources name in one piece. */
const acts = [
  ...new Set(
    [...readImportGraph().keys()]
      .filter((file) => file.startsWith("server/src/") && !isTest(file))
      .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/\baction: "(\w+\.\w+)"/g)])
      .map(([, act = ""]) => act),
  ),
];

it("every act that the audit log names has words", () => {
  expect(acts.length).toBeGreaterThan(60);
  expect(
    acts.filter((act) => {
      const [noun = "", verb = ""] = act.split(".");
      return !(noun in auditActs.things) || !(verb in auditActs.deeds);
    }),
  ).toEqual([]);
});
