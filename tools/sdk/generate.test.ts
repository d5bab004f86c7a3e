import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fieldsInPlace } from "./fields-in-place.ts";
import { javascriptFiles } from "./javascript.ts";
import { methodNames } from "./method-names.ts";
import { phpFiles } from "./php.ts";
import { pythonFiles } from "./python.ts";
import { typeOf } from "./typescript-types.ts";

const root = join(import.meta.dirname, "../..");
const document = fieldsInPlace(JSON.parse(readFileSync(join(root, "docs/reference/openapi.json"), "utf8")));
/** The generated files of all clients, by their path from the repository's root. */
const files = [
  ["sdk/js/src/generated", javascriptFiles(document)],
  ["sdk/python/src/cauris", pythonFiles(document)],
  ["sdk/php/src", phpFiles(document)],
].flatMap(([folder, made]) =>
  Object.entries(made as Readonly<Record<string, string>>).map(([name, text]) => [`${folder}/${name}`, text]),
) as [string, string][];

describe("the generated files of the clients", () => {
  it.each(files)("%s is what the document says", (name, text) => {
    const path = join(root, name);
    // Another test may read the file at this moment, so one that is right is not written.
    if (process.env.UPDATE_DOCS === "1" && !(existsSync(path) && readFileSync(path, "utf8") === text)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("have a method for each operation, and no two of one name", () => {
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
    );
    expect(Object.keys(methodNames).sort()).toEqual(operations.sort());
    expect(new Set(Object.values(methodNames)).size).toBe(operations.length);
  });

  it("need a name for a new operation", () => {
    const operation = { operationId: "newOne", summary: "New", responses: {} };
    const paths = { "/new": { get: operation } };
    expect(() => javascriptFiles({ ...document, paths })).toThrow(/newOne has no name/);
  });
});

describe("a schema's type", () => {
  it.each([
    [{ $ref: "#/components/schemas/Charge" }, "Charge"],
    [{ type: "string" }, "string"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ enum: ["a", "b"] }, '"a" | "b"'],
    [{ const: true }, "true"],
    [{ type: "array", items: { enum: ["a", "b"] } }, 'readonly ("a" | "b")[]'],
    [{ anyOf: [{ $ref: "#/x/A" }, { type: "null" }] }, "A | null"],
    [{ allOf: [{ $ref: "#/x/A" }, { $ref: "#/x/B" }] }, "A & B"],
    [{ type: "object", patternProperties: { "^x": { type: "string" } } }, "Readonly<Record<string, string>>"],
    [
      { type: "object", required: ["a"], properties: { a: { type: "integer" }, "b-c": { type: "boolean" } } },
      '{\n  readonly a: number;\n  readonly "b-c"?: boolean;\n}',
    ],
    [{}, "unknown"],
  ])("%j", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it("is refused when the schema has a form that the generator does not know", () => {
    expect(() => typeOf({ type: "date" })).toThrow(/no type for/);
  });
});
