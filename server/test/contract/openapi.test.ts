import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageVersion } from "../../src/version.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type Json, readContract } from "./document.ts";

/**
 * The OpenAPI document of the service as a file, so that a client can be generated without a running service and a change of
 * the interface is seen in its review. `UPDATE_DOCS=1` writes it anew.
 */
const file = resolve(import.meta.dirname, "../../../docs/reference/openapi.json");

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.stop());

/** The address and version are those of this test's service; in the file they are a fresh clone's. */
function asOfFreshClone(document: Json): Json {
  const { info } = document;
  return {
    ...document,
    info: {
      ...info,
      version: packageVersion(),
      contact: { ...info.contact, url: info.contact.url.replace(app.origin, "http://localhost:3000") },
    },
    servers: [{ url: document.servers[0].url.replace(app.origin, "http://localhost:3000") }],
  };
}

it("docs/reference/openapi.json is the document that the service answers", async () => {
  const { document } = await readContract(app);
  const now = `${JSON.stringify(asOfFreshClone(document), null, 1)}\n`;
  if (process.env.UPDATE_DOCS === "1") await writeFile(file, now);
  // Compared as objects first: the difference of two long texts is not to be read.
  const kept = await readFile(file, "utf8");
  expect(JSON.parse(kept)).toEqual(JSON.parse(now));
  expect(kept === now).toBe(true);
});
