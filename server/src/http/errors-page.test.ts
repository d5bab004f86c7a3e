import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { referenceTable } from "../../test/harness/reference-table.ts";
import { declaredErrors } from "../kit/errors.ts";

const source = join(import.meta.dirname, "..");
const page = join(source, "../../docs/reference/errors.md");

/** What the service declares. The register is the process's own, and holds what other test files declare as well. */
async function errorsOfService(): Promise<ReturnType<typeof declaredErrors>> {
  const files = await readdir(source, { recursive: true });
  for (const file of files.filter((name) => /(?:^|\/)errors\.ts$/.test(name)))
    await import(join(source, file));
  return declaredErrors().filter(({ name }) => !name.startsWith("TEST_"));
}

test("docs/reference/errors.md lists every error that is declared, and no other", async () => {
  const rows = [...(await errorsOfService())]
    .sort((left, right) => left.status - right.status || left.wire.localeCompare(right.wire))
    .map(({ wire, status, message }) => [`\`${wire}\``, String(status), message]);
  const { onPage, inCode } = await referenceTable(page, ["`error.code`", "HTTP", "Meaning"], rows);
  expect(onPage).toBe(inCode);
});

test("every error has a sentence for the caller and a status of a refusal or a failure", async () => {
  for (const { name, status, message } of await errorsOfService()) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(message, name).toMatch(/^[A-Z].*[.!?]$/);
  }
});
