import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { type Json, readContract } from "./document.ts";
import { breaksIn, type Facts, factsOf, readFacts, writeFacts } from "./facts.ts";
import { withoutReferences } from "./references.ts";

/**
 * Integrations outlive releases: the facts they rely on stay, unless the changelog says otherwise.
 * docs/reference/interface.txt contains the facts of the last release; `UPDATE_DOCS=1` writes today's. A break needs a
 * line under "Unreleased" in the changelog that begins with "- **Breaking**:" and names the fact's key, in backticks.
 */
const root = resolve(import.meta.dirname, "../../..");
const file = resolve(root, "docs/reference/interface.txt");

let app: TestApp;
let today: Facts;
beforeAll(async () => {
  app = await startTestApp();
  const { webhooks } = withoutReferences((await readContract(app)).documents.merchants);
  today = factsOf({ paths: await pathsInOrder(), webhooks });
}, 60_000);
afterAll(() => app?.stop());

/** Every operation of every document, in the order of the routes: shapes are numbered in it. */
async function pathsInOrder(): Promise<Json> {
  const documents = Object.values((await readContract(app)).documents).map(withoutReferences);
  const paths: Json = {};
  for (const { path, method } of app.app.routes) {
    const template = path.replace(/:([^/]+)/g, "{$1}");
    const [raw] = documents.flatMap((document) => document.paths[template]?.[method.toLowerCase()] ?? []);
    paths[template] = { ...paths[template], [method.toLowerCase()]: raw };
  }
  return paths;
}

it("nothing that the last release offered is gone or narrower, unless the changelog says so", async () => {
  if (process.env.UPDATE_DOCS === "1" && !existsSync(file)) await writeFile(file, writeFacts(today));
  const breaks = breaksIn(readFacts(await readFile(file, "utf8")), today);
  // What an earlier release broke is in its section, and in the facts already.
  const [, unreleased = ""] = (await readFile(resolve(root, "CHANGELOG.md"), "utf8")).split(/^## .*$/m);
  const announced = unreleased.split("\n").filter((line) => line.startsWith("- **Breaking**:"));
  const silent = breaks.filter((text) => {
    const key = text.slice(0, text.indexOf(": "));
    return !announced.some((line) => line.includes(`\`${key}\``));
  });
  expect(silent).toEqual([]);
  if (process.env.UPDATE_DOCS === "1") await writeFile(file, writeFacts(today));
});

it("the facts cover every operation and its fields", () => {
  const keys = [...today.keys()];
  expect(keys.filter((key) => /^[A-Z]+ \S+$/.test(key)).length).toBe(
    new Set(app.app.routes.map(({ operationId }) => operationId)).size,
  );
  expect(today.get("POST /payments/charges > body.amount")).toBe("string required");
  expect(today.get("GET /payments/charges < 200 application/json")).toBe("list of charge");
  expect(today.get("shape charge.id")).toBe("string");
  expect(today.get("shape event payment.succeeded.data.amount")).toBe("string");
  const always = keys.filter((key) => key.startsWith("every answer < header "));
  expect(always.toSorted()).toEqual(
    ["Cauris-Version", "Request-Id"].map((name) => `every answer < header ${name}`),
  );
  expect(readFacts(writeFacts(today))).toEqual(today);
});

describe("a change", () => {
  const base = new Map([
    ["POST /x", "createX key - none"],
    ["POST /z", "createZ key merchant.x.manage,merchant.y.manage none"],
    ["POST /x > body", "object required"],
    ["POST /x > body.name", "string required"],
    ["POST /x > body.name maxLength", "40"],
    ["POST /x > body.kind", "string"],
    ["POST /x > body.kind = A", "allowed"],
    ["POST /x < 201 application/json", "x"],
    ["every answer < header X", "sent"],
    ["shape event x.done.data.id", "string"],
    ["shape x.id", "string"],
    ["shape x.note", "string or absent"],
  ]);
  const changed = (...changes: readonly (readonly [string, string | null])[]) => {
    const facts = new Map(base);
    for (const [key, value] of changes) {
      if (value === null) facts.delete(key);
      else facts.set(key, value);
    }
    return breaksIn(base, facts);
  };
  it.each<readonly [string, readonly (readonly [string, string | null])[]]>([
    ["an operation that is gone", [["POST /x", null]]],
    ["another permission", [["POST /x", "createX key merchant.x.manage none"]]],
    ["one permission less of those that open it", [["POST /z", "createZ key merchant.x.manage none"]]],
    ["a field of the body that is gone", [["POST /x > body.kind", null]]],
    ["a new required field", [["POST /x > body.more", "string required"]]],
    ["an optional field that becomes required", [["POST /x > body.kind", "string required"]]],
    ["a shorter text", [["POST /x > body.name maxLength", "39"]]],
    ["a new limit", [["POST /x > body.kind maxLength", "5"]]],
    ["a word that is no longer taken", [["POST /x > body.kind = A", null]]],
    ["a new required query parameter", [["POST /x > query q", "string required"]]],
    ["a field of the answer that is gone", [["shape x.id", null]]],
    ["a field that may be null now", [["shape x.id", "null|string"]]],
    ["a field that may be absent now", [["shape x.id", "string or absent"]]],
    ["a header that is no longer sent", [["every answer < header X", null]]],
    ["a field of an event that is gone", [["shape event x.done.data.id", null]]],
    ["another answer", [["POST /x < 201 application/json", "y"]]],
    ["an Idempotency-Key that must be sent", [["POST /x", "createX key - required"]]],
  ])("breaks by %s", (_name, changes) => {
    expect(changed(...changes)).toHaveLength(1);
  });
  it.each<readonly [string, readonly (readonly [string, string | null])[]]>([
    [
      "a new operation with required fields",
      [
        ["POST /y", "createY"],
        ["POST /y > body.a", "string required"],
      ],
    ],
    [
      "a new optional field",
      [
        ["POST /x > body.more", "string"],
        ["POST /x > body.more maxLength", "5"],
      ],
    ],
    [
      "one permission more that opens it",
      [["POST /z", "createZ key merchant.x.manage,merchant.y.manage,merchant.w.manage none"]],
    ],
    ["an Idempotency-Key that may be sent", [["POST /x", "createX key - optional"]]],
    ["a longer text", [["POST /x > body.name maxLength", "41"]]],
    ["a limit that is lifted", [["POST /x > body.name maxLength", null]]],
    ["a field that need not be sent any more", [["POST /x > body.name", "string"]]],
    ["null taken as well", [["POST /x > body.name", "null|string required"]]],
    ["another word", [["POST /x > body.kind = B", "allowed"]]],
    ["another field of the answer", [["shape x.more", "string"]]],
    ["a field that is always there now", [["shape x.note", "string"]]],
  ])("does not break by %s", (_name, changes) => {
    expect(changed(...changes)).toEqual([]);
  });
});
