/** Which Markdown files are pages of the documentation, at which address, in which section. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The sections of the menu, in reading order. `closed`: long, so its list opens at a click. */
const sections = {
  en: [
    { title: "Guides", sources: /^docs\/(?:README|guides\/[^/]+)\.md$/ },
    { title: "Start", sources: /^docs\/start\// },
    { title: "Libraries and tools", sources: /^(?:sdk|cli|shops)\b/ },
    { title: "Concepts", sources: /^docs\/concepts\//, closed: true },
    { title: "Reference", sources: /^docs\/reference\/[^/]+$/, closed: true },
    { title: "Providers", sources: /^docs\/providers\//, closed: true },
    { title: "Operating", sources: /^docs\/operating\//, closed: true },
    { title: "The code", sources: /^docs\/[a-z]+\.md$|^[A-Z]+\.md$/, closed: true },
    { title: "Decisions", sources: /^docs\/decisions\//, closed: true },
  ],
  fr: [
    { title: "Guides", sources: /^docs\/guides\/fr\// },
    { title: "Référence", sources: /^docs\/reference\/fr\// },
  ],
};

/** Guides stand in the order in which a shop is built; all other sections in that of their titles. */
const guideOrder = [
  "README",
  "accept-a-payment",
  "fulfil-once",
  "webhook-handlers",
  "unknown-outcomes",
  "refund",
  "pay-suppliers-and-staff",
  "reconcile",
  "units-of-money",
  "go-live",
  "shops",
];
const rankOf = ({ source }) => {
  const rank = guideOrder.indexOf(posix.basename(source, ".md"));
  return /^docs\/(?:README|guides\/)/.test(source) && rank >= 0 ? rank : guideOrder.length;
};

const rootPages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
/** Folders outside `docs` whose README is a page, at any depth of two. */
const readmeFolders = ["sdk", "cli", "shops"];

function sourcesIn(root) {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  const readmes = readmeFolders.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return [];
    const below = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
      .map(({ name }) => `${folder}/${name}/README.md`);
    return [`${folder}/README.md`, ...below].filter((path) => existsSync(join(root, path)));
  });
  return [...docs, ...readmes, ...rootPages.filter((path) => existsSync(join(root, path)))].sort();
}

/** `docs/start/tour.md` is `start/tour.html`, a README its folder's `index.html`. */
export function addressOf(source) {
  if (rootPages.includes(source)) return `project/${source.replace(/\.md$/, "").toLowerCase()}.html`;
  return source
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html");
}

/** Every page with its text, title and language, and the menus of both languages. */
export function readPages(root) {
  const pages = sourcesIn(root).map((source) => {
    const text = readFileSync(join(root, source), "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? source;
    return { source, text, title, address: addressOf(source), language: /\/fr\//.test(source) ? "fr" : "en" };
  });
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const menus = Object.fromEntries(
    Object.entries(sections).map(([language, list]) => [
      language,
      list
        .map(({ title, sources, closed = false }) => ({
          title,
          closed,
          pages: pages
            .filter((page) => page.language === language && sources.test(page.source))
            .sort((left, right) => rankOf(left) - rankOf(right) || left.source.localeCompare(right.source)),
        }))
        .filter((section) => section.pages.length > 0),
    ]),
  );
  return { pages, bySource, menus };
}

/** The same page in the other language, or null. */
export function translationOf({ source, language }, bySource) {
  const other =
    language === "fr"
      ? source.replace("/guides/fr/README.md", "/README.md").replace("/fr/", "/")
      : source
          .replace(/^docs\/README\.md$/, "docs/guides/fr/README.md")
          .replace(/^(docs\/(?:guides|reference))\/([^/]+)$/, "$1/fr/$2");
  return other === source ? null : (bySource.get(other) ?? null);
}
