#!/usr/bin/env node
/**
 * Builds the documentation into `dist/documentation` (or the folder given): a page for each Markdown file, search, pictures,
 * `llms.txt` and a Postman collection. The result is static files that work below any address, also without a server.
 * `npm run docs` and `npm run build` run it. It ends with 1 when a link leads nowhere.
 */
import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve as resolvePath } from "node:path";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import { collectionOf } from "./collection.mjs";
import { pageHtml } from "./layout.mjs";
import { llmsText } from "./llms.mjs";
import { createRenderer } from "./markdown.mjs";
import { addressOf, readPages, translationOf } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const out = resolvePath(process.argv[2] ?? join(root, "dist/documentation"));
const openApi = JSON.parse(readFileSync(join(root, "docs/reference/openapi.json"), "utf8"));

/** Pages that few search for would make the index twice as large. */
const isSearched = ({ source }) => !/^docs\/(?:decisions|performance)|^CHANGELOG/.test(source);
const searchOptions = { fields: ["title", "page", "text"], storeFields: ["title", "page", "address"] };

const { pages, bySource, menus } = readPages(root);
const problems = [];
const files = new Map();
const isFile = (path) => /\.(?:png|svg|json|txt|ya?ml)$/.test(path);
const resolve = (path) => {
  const page = bySource.get(path) ?? bySource.get(`${path}/README.md`);
  if (page !== undefined) return page.address;
  if (!isFile(path)) return null;
  const address = path.startsWith("docs/") ? addressOf(path) : `files/${basename(path)}`;
  files.set(address, path);
  return address;
};
const render = createRenderer({ root, resolve, problems });

function write(address, content) {
  const path = join(out, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A second name for the same bytes where the file system has such, because the pictures are 20 MB. */
function place(from, address) {
  const path = join(out, address);
  mkdirSync(dirname(path), { recursive: true });
  try {
    linkSync(from, path);
  } catch {
    copyFileSync(from, path);
  }
}

rmSync(out, { recursive: true, force: true });
const rendered = new Map(pages.map((page) => [page, render(page)]));
for (const page of pages) {
  const translation = translationOf(page, bySource);
  write(page.address, pageHtml({ page, rendered: rendered.get(page), menus, translation }));
}
for (const [address, path] of files) place(join(root, path), address);

for (const language of ["en", "fr"]) {
  const index = new MiniSearch(searchOptions);
  const parts = pages
    .filter((page) => page.language === language && isSearched(page))
    .flatMap((page) =>
      rendered.get(page).parts.map(({ id, text, level, body }) => ({
        id: `${page.address}#${id}`,
        title: text,
        page: page.title,
        text: body,
        address: level === 1 ? page.address : `${page.address}#${id}`,
      })),
    );
  index.addAll(parts);
  const stored = { options: searchOptions, index: JSON.stringify(index) };
  write(`search-${language}.js`, `globalThis.cataloguedPages = ${JSON.stringify(stored)};\n`);
}
const require = createRequire(import.meta.url);
place(join(dirname(require.resolve("minisearch")), "../umd/index.js"), "minisearch.js");
for (const name of ["site.css", "site.js", "icon.svg"]) copyFileSync(join(here, name), join(out, name));
// The text of each guide and reference, for programs that read Markdown.
for (const page of pages) write(page.address.replace(/\.html$/, ".md"), page.text);
write("llms.txt", llmsText({ menus, rendered, openApi }));
write("cauris.postman_collection.json", `${JSON.stringify(collectionOf(openApi), null, 1)}\n`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
