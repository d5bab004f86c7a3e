import { readFile, writeFile } from "node:fs/promises";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldDescriptions, schemaDescriptions } from "../../src/http/openapi/field-descriptions.ts";
import { documentNames } from "../../src/http/openapi/index.ts";
import { packageVersion } from "../../src/version.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { documentFile, type Json, readContract } from "./document.ts";

/**
 * The OpenAPI documents of the service as files, so that a client can be generated without a running service and a change
 * of the interface is seen in its review. `UPDATE_DOCS=1` writes them anew.
 */
const BYTES_MAX = 400 * 1_024;
const WIRE_BYTES_MAX = 60 * 1_024;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.stop());

/**
 * The address and version are those of this test's service; in the file they are a fresh clone's, and the server is a path: whoever
 * reads the file knows its own installation, and the linter refuses `localhost`.
 */
function asOfFreshClone(document: Json): Json {
  const { info } = document;
  return {
    ...document,
    info: {
      ...info,
      version: packageVersion(),
      contact: { ...info.contact, url: info.contact.url.replace(app.origin, "http://localhost:3000") },
    },
    servers: [{ url: new URL(document.servers[0].url).pathname }],
  };
}

describe.each(documentNames)("the document %s", (name) => {
  it("stands in docs/reference", async () => {
    const { documents } = await readContract(app);
    const now = `${JSON.stringify(asOfFreshClone(documents[name]), null, 1)}\n`;
    if (process.env.UPDATE_DOCS === "1") await writeFile(documentFile(name), now);
    // Compared as objects first: the difference of two long texts is not to be read.
    const kept = await readFile(documentFile(name), "utf8");
    expect(JSON.parse(kept)).toEqual(JSON.parse(now));
    expect(kept === now).toBe(true);
  });
  it("has at most 400 KB, and 60 KB on the wire", async () => {
    const url = `/api/v1/docs-json${name === "merchants" ? "" : `/${name}`}`;
    const get = (coding: string) =>
      app.app.http.app.inject({ method: "GET", url, headers: { "accept-encoding": coding } });
    const [plain, sent] = [await get("identity"), await get("br")];
    expect(sent.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(sent.rawPayload).equals(plain.rawPayload)).toBe(true);
    console.info(`${name}: ${plain.rawPayload.length} bytes, ${sent.rawPayload.length} on the wire`);
    expect(plain.rawPayload.length).toBeLessThanOrEqual(BYTES_MAX);
    expect(sent.rawPayload.length).toBeLessThanOrEqual(WIRE_BYTES_MAX);
  });
  it("has every tag in a group of `tags.ts`", async () => {
    const { tags, "x-tagGroups": groups } = (await readContract(app)).documents[name];
    const grouped = groups.flatMap((group: Json) => group.tags);
    expect(tags.map((tag: Json) => tag.name)).toEqual(grouped);
  });
});

/** Smaller ones say enough where they stand. */
const FIELDS_MIN = 3;

it("every larger object that stands in two places has a name: name these by a title beside their declaration", async () => {
  const { documents } = await readContract(app);
  const places = new Map<string, string[]>();
  const walk = (node: Json, at: string): void => {
    if (typeof node !== "object" || node === null) return;
    const fields = Object.keys(node.properties ?? {});
    if (node.type === "object" && fields.length >= FIELDS_MIN && !isNamed(at)) {
      const text = JSON.stringify({ ...node, description: undefined });
      places.set(text, [...(places.get(text) ?? []), `${at} (${fields.join(", ")})`]);
    }
    for (const [key, part] of Object.entries<Json>(node)) walk(part, `${at}/${key}`);
  };
  for (const document of Object.values(documents)) {
    places.clear();
    walk(document.components.schemas, "");
    walk(document.paths, "/paths");
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
  }
});
const isNamed = (at: string): boolean => /^\/\w+(?:\/allOf\/1)?$/.test(at);

it.each([
  ["merchants", 1_000],
  ["operators", 1_000],
  ["platform", 600],
  ["account", 400],
] as const)(
  "says of every field and every parameter of the document for %s what it is",
  async (name, fieldsMin) => {
    const document = (await readContract(app)).documents[name];
    const isSilent = ({ $ref, description }: Json): boolean => {
      if (description !== undefined) return false;
      const target = $ref
        ?.split("/")
        .slice(1)
        .reduce((node: Json, step: string) => node[step], document);
      return target === undefined || isSilent(target);
    };
    const silent: string[] = [];
    let fields = 0;
    const walk = (node: Json, at: string): void => {
      if (typeof node !== "object" || node === null) return;
      const isParameter = typeof node.in === "string" && typeof node.name === "string";
      const named = [
        ...Object.entries<Json>(node.properties ?? {}),
        ...(isParameter ? [[node.name, node]] : []),
      ];
      fields += named.length;
      for (const [name, field] of named) if (isSilent(field)) silent.push(`${at} ${name}`);
      for (const [key, part] of Object.entries<Json>(node))
        if (!/^(?:examples?|enum|const|default)$/.test(key)) walk(part, `${at}/${key}`);
    };
    walk(document, "");
    expect(fields).toBeGreaterThan(fieldsMin);
    expect(silent).toEqual([]);
  },
);

it("describes no schema and no field that is in no document", async () => {
  const documents = Object.values((await readContract(app)).documents);
  const schemas = new Map<string, string>();
  const texts = new Set<string>();
  for (const { components } of documents)
    for (const [name, schema] of Object.entries<Json>(components.schemas)) {
      schemas.set(name, `${schemas.get(name) ?? ""}${JSON.stringify(schema)}`);
      JSON.stringify(schema, (key, value) => {
        if (key === "description") texts.add(value);
        return value;
      });
    }
  expect(Object.keys(schemaDescriptions).filter((name) => !schemas.has(name))).toEqual([]);
  const unused = Object.entries(fieldDescriptions).filter(([key, text]) => {
    const [owner = "", field = ""] = key.replace("?", "").split(".");
    return !texts.has(text) || (field !== "" && !schemas.get(owner)?.includes(JSON.stringify(field)));
  });
  expect(unused).toEqual([]);
});
