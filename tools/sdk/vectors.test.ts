import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { vectors } from "./vectors.test-support.ts";

const path = join(import.meta.dirname, "../../sdk/vectors.json");

it("sdk/vectors.json is what the service's own code does", () => {
  const made = `${JSON.stringify(vectors(), null, 1)}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, made);
  expect(readFileSync(path, "utf8")).toBe(made);
});
