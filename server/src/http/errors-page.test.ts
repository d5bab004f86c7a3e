import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { referenceTable } from "../../test/harness/reference-table.ts";
import { declaredErrors } from "../kit/errors.ts";

const source = join(import.meta.dirname, "..");
const page = join(source, "../../docs/reference/errors.md");

test("docs/reference/errors.md lists every error that is declared, and no other", async () => {
  const files = await readdir(source, { recursive: true });
  for (const file of files.filter((name) => /(?:^|\/)errors\.ts$/.test(name)))
    await import(join(source, file));
  const rows = [...declaredErrors()]
    .sort((left, right) => left.status - right.status || left.wire.localeCompare(right.wire))
    .map(({ wire, status, message }) => [`\`${wire}\``, String(status), message]);
  const { onPage, inCode } = await referenceTable(page, ["`error.code`", "HTTP", "Meaning"], rows);
  expect(onPage).toBe(inCode);
});

test("every error has a sentence for the caller and a status of a refusal or a failure", () => {
  for (const { name, status, message } of declaredErrors()) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(message, name).toMatch(/^[A-Z].*[.!?]$/);
  }
});
