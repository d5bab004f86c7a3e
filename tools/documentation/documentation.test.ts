import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";

/**
 * The documentation as `npm run docs` builds it: every link leads somewhere, every page is light, every example is the file that is
 * run, and what programs read (`llms.txt`, the Postman collection) names every operation.
 */
const root = resolve(import.meta.dirname, "../..");
const out = mkdtempSync(join(tmpdir(), "cauris-documentation-"));
const build = spawnSync(process.execPath, [join(import.meta.dirname, "build.mjs"), out], {
  encoding: "utf8",
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const names = readdirSync(out, { recursive: true, encoding: "utf8" });
const read = (name: string): string => readFileSync(join(out, name), "utf8");
const html = new Map(names.filter((name) => name.endsWith(".html")).map((name) => [name, read(name)]));
const PAGE_MAX_BYTES = 100 * 1024;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}
const openApi = JSON.parse(readFileSync(join(root, "docs/reference/openapi.json"), "utf8")) as OpenApi;
const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [{ method: method.toUpperCase(), path, operationId }],
  ),
);

test("builds, and no page links to a file that is not there", () => {
  expect(build.stderr).toBe("");
  expect(build.status).toBe(0);
  expect(html.size).toBeGreaterThan(130);
});

test("every internal link and anchor leads somewhere", () => {
  const ids = new Map(
    [...html].map(([name, text]) => [
      name,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const files = new Set(names.map((name) => name.replaceAll("\\", "/")));
  const dead = [...html].flatMap(([name, text]) =>
    [...text.matchAll(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, href = ""]) => {
      if (/^[a-z]+:/.test(href)) return [];
      const [path = "", anchor] = href.split("#");
      const target = path === "" ? name : posix.normalize(posix.join(posix.dirname(name), decodeURI(path)));
      if (!files.has(target)) return [`${name}: ${href}`];
      return anchor === undefined || ids.get(target)?.has(anchor) ? [] : [`${name}: ${href}`];
    }),
  );
  expect(dead).toEqual([]);
});

test("a page with its script and style is at most 100 KB compressed, and carries neither itself", () => {
  const size = (text: string): number => gzipSync(text, { level: 9 }).length;
  const shared = size(read("site.css")) + size(read("site.js"));
  expect([...html].filter(([, text]) => size(text) + shared > PAGE_MAX_BYTES).map(([name]) => name)).toEqual(
    [],
  );
  const inline = /<style|<script(?![^>]*src=)| style="| on[a-z]+="/;
  expect([...html].filter(([, text]) => inline.test(text)).map(([name]) => name)).toEqual([]);
});

test("each page has one heading of the first level, and says its language", () => {
  const odd = [...html].filter(([name, text]) => {
    const language = /(?:^|\/)fr\//.test(name) ? "fr" : "en";
    return text.match(/<h1\b/g)?.length !== 1 || !text.includes(`<html lang="${language}">`);
  });
  expect(odd.map(([name]) => name)).toEqual([]);
});

describe("examples", () => {
  const FENCE = /^(```\w+ (examples\/\S+)\n)(.*?)^```$/gms;
  const sources = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name));

  test("on a page are the files that tests run (UPDATE_DOCS=1 writes them)", () => {
    const stale = sources.filter((source) => {
      const text = readFileSync(source, "utf8");
      const current = text.replace(
        FENCE,
        (_whole, opening: string, file: string) =>
          `${opening}${readFileSync(join(root, file), "utf8").trimEnd()}\n\`\`\``,
      );
      if (current === text) return false;
      if (process.env.UPDATE_DOCS === "1") writeFileSync(source, current);
      return true;
    });
    expect(process.env.UPDATE_DOCS === "1" ? [] : stale).toEqual([]);
  });

  test("each file of examples stands on a page of both languages", () => {
    const pages = sources.map((source) => ({ source, text: readFileSync(source, "utf8") }));
    const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:mjs|php|py)$/.test(name))
      .map((name) => `examples/${name.replaceAll("\\", "/")}`);
    expect(files.length).toBeGreaterThan(20);
    const missing = files.flatMap((file) =>
      [/\/guides\/[^/]+\.md$/, /\/guides\/fr\/[^/]+\.md$/].flatMap((language) =>
        pages.some(({ source, text }) => language.test(source) && text.includes(` ${file}\n`))
          ? []
          : [`${file} ${language}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe("for programs", () => {
  test("llms.txt names every operation, and links to files that are there", () => {
    const text = read("llms.txt");
    expect(operations.filter(({ operationId }) => !text.includes(` ${operationId}: `))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((link) => !names.includes(link))).toEqual([]);
  });

  interface Item {
    readonly name: string;
    readonly request: {
      readonly method: string;
      readonly url: {
        readonly raw: string;
        readonly path: readonly string[];
        readonly variable: readonly { readonly key: string }[];
      };
      readonly body?: { readonly mode: string; readonly raw?: string };
    };
  }

  test("the Postman collection has every operation once, with its variables and a body that is JSON", () => {
    const { item } = JSON.parse(read("cauris.postman_collection.json")) as {
      readonly item: readonly { readonly item: readonly Item[] }[];
    };
    const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
    expect(requests.map(({ method, url }) => `${method} /${url.path.join("/")}`).sort()).toEqual(
      operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`).sort(),
    );
    for (const { url, body } of requests) {
      expect(url.variable.map(({ key }) => `:${key}`)).toEqual(
        url.path.filter((part) => part.startsWith(":")),
      );
      if (body?.mode === "raw") expect(() => JSON.parse(body.raw ?? "") as unknown).not.toThrow();
    }
  });
});

/** What version 2.1 of the format asks of each part, as its schema says. */
describe("the Postman collection has the form of v2.1", () => {
  type Part = Readonly<Record<string, unknown>>;
  const collection = JSON.parse(read("cauris.postman_collection.json")) as Part;
  const parts = (value: unknown): readonly Part[] => value as readonly Part[];
  const folders = parts(collection.item);
  const requests = folders.flatMap((folder) => parts(folder.item));
  const odd = (values: readonly Part[], allowed: Readonly<Record<string, (value: unknown) => boolean>>) =>
    values.flatMap((value) =>
      Object.entries(value).flatMap(([name, held]) => (allowed[name]?.(held) ? [] : [`${name}: ${held}`])),
    );
  const text = (value: unknown): boolean => typeof value === "string";
  const name = (value: unknown): boolean => typeof value === "string" && value.length > 0;
  const list = Array.isArray;
  const object = (value: unknown): boolean => typeof value === "object" && value !== null && !list(value);
  const flag = (value: unknown): boolean => value === true || value === false;
  const oneOf =
    (...values: readonly string[]) =>
    (value: unknown) =>
      values.includes(value as string);
  const pair = { key: name, value: text, description: text, disabled: flag, type: text };

  test("its head, its access and its variables", () => {
    expect(odd([collection], { info: object, item: list, auth: object, variable: list })).toEqual([]);
    const schema = oneOf("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
    const info = { name, schema, description: text, version: text, _postman_id: text };
    expect(odd([collection.info as Part], info)).toEqual([]);
    const auth = collection.auth as Part;
    expect(odd([auth], { type: oneOf("bearer"), bearer: list })).toEqual([]);
    expect(odd([...parts(auth.bearer), ...parts(collection.variable)], pair)).toEqual([]);
  });

  test("its folders and requests", () => {
    expect(odd(folders, { name, description: text, item: list })).toEqual([]);
    expect(odd(requests, { name, request: object, response: list })).toEqual([]);
    const sent = requests.map(({ request }) => request as Part);
    const method = oneOf("GET", "POST", "PUT", "PATCH", "DELETE");
    const request = { method, auth: object, description: text, header: list, url: object, body: object };
    expect(odd(sent, request)).toEqual([]);
    const urls = sent.map(({ url }) => url as Part);
    const hosts = (value: unknown): boolean => list(value) && value.every(name);
    expect(odd(urls, { raw: name, host: hosts, path: hosts, query: list, variable: list })).toEqual([]);
    const pairs = [
      ...sent.flatMap(({ header }) => parts(header)),
      ...urls.flatMap((url) => [...parts(url.query), ...parts(url.variable)]),
    ];
    expect(pairs.length).toBeGreaterThan(200);
    expect(odd(pairs, pair)).toEqual([]);
    const bodies = sent.flatMap(({ body }) => (body === undefined ? [] : [body as Part]));
    expect(odd(bodies, { mode: oneOf("raw", "file"), raw: text, file: object, options: object })).toEqual([]);
    expect(
      odd(
        sent.flatMap(({ auth }) => (auth === undefined ? [] : [auth as Part])),
        { type: oneOf("noauth") },
      ),
    ).toEqual([]);
  });
});

test("what is built below another folder is the same: addresses are relative", () => {
  const absolute = [...html].filter(([, text]) => / (?:href|src)="\//.test(text));
  expect(absolute.map(([name]) => dirname(name))).toEqual([]);
});
