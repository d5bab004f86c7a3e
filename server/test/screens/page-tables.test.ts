import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { surfaces } from "../../../web/frame/surfaces.ts";
import { root } from "../sources/import-graph.ts";
import { dialogFiles, dialogsByPage } from "./dialog-files.ts";
import { pictureName } from "./page-pictures.ts";

/** The parts with which files make dialogs; a button that makes one counts where it is used. */
const MAKES = /<(?:Dialog|Ask|ActButton)\b/g;
const parts = ["console/parts/ask.tsx", "dashboard/parts/act-button.tsx"];

it("every file that makes a dialog is in the table of the walk, with how many it makes", () => {
  const files = ["console", "dashboard", "ui"].flatMap((folder) =>
    readdirSync(join(root, "web", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `${folder}/${file}`),
  );
  const made = files.flatMap((file) => {
    const { length } = readFileSync(join(root, "web", file), "utf8").match(MAKES) ?? [];
    return length === 0 || parts.includes(file) ? [] : [[file, length] as const];
  });
  expect(Object.fromEntries(made)).toEqual(
    Object.fromEntries(Object.entries(dialogFiles).map(([file, { makes }]) => [file, makes])),
  );
});

it("the table names pages that exist, and a reason where no page opens a dialog", () => {
  const known = surfaces.flatMap(({ folder, pages }) => pages.map(({ path }) => `${folder}/${path}`));
  expect([...dialogsByPage.keys()].filter((page) => !known.includes(page))).toEqual([]);
  const silent = Object.entries(dialogFiles).filter(
    ([, { opened, notOpened }]) => opened.length === 0 && notOpened === undefined,
  );
  expect(silent).toEqual([]);
});

it("pictures of pages have names that people would give", () => {
  const names = ["", "payouts/new", "payouts/:id", "payouts/batches/:id", "beneficiaries/:id", "held/:id"];
  expect(names.map(pictureName)).toEqual([
    ...["home", "payouts-new", "payout", "payouts-batch", "beneficiary", "held-one"],
  ]);
  expect(pictureName("developers/endpoints/:id/deliveries/:deliveryId")).toBe("developers-endpoint-delivery");
  for (const { pages } of surfaces) {
    const own = pages.map(({ path }) => pictureName(path));
    expect(new Set(own).size).toBe(own.length);
  }
});

const PICTURES = "docs/images";
const PAGES = "docs/reference/pages.md";

it(`every page has its picture in both sizes, and ${PAGES} leads to them`, () => {
  const there = new Set(readdirSync(join(root, PICTURES)));
  const files = surfaces.flatMap(({ folder, pages }) =>
    pages.flatMap(({ path }) => ["", "-phone"].map((size) => `${folder}-${pictureName(path)}${size}.png`)),
  );
  expect(files.filter((file) => !there.has(file))).toEqual([]);
  const tables = surfaces.map(({ folder, root: base, pages }) => {
    const rows = pages
      .map(({ path }) => [path, `../images/${folder}-${pictureName(path)}`] as const)
      .map(([path, file]) => `| \`${path || "/"}\` | [1280 px](${file}.png) | [360 px](${file}-phone.png) |`);
    return [`## \`${base}\``, "", "| Page | Wide | Phone |", "|---|---|---|", ...rows].join("\n");
  });
  const others = otherPages.map(({ title, prefixes }) => {
    const lines = [...there]
      .filter((file) => prefixes.some((prefix) => file === `${prefix}.png` || file.startsWith(`${prefix}-`)))
      .toSorted()
      .map((file) => `- [${file.slice(0, -".png".length).replaceAll("-", " ")}](../images/${file})`);
    return [`## ${title}`, "", ...lines].join("\n");
  });
  const written = `${[INTRODUCTION, ...tables, ...others].join("\n\n")}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(join(root, PAGES), written);
  expect(readFileSync(join(root, PAGES), "utf8")).toBe(written);
});

/** Pages that the service renders, each in the states that tests take pictures of. */
const otherPages = [
  { title: "Log-in and own account", prefixes: ["account"] },
  { title: "Payer's page", prefixes: ["checkout", "link", "pay", "receipt"] },
  { title: "Simulator", prefixes: ["simulator"] },
] as const;

it("every picture is shown or named by a document", () => {
  const texts = documents().map((file) => readFileSync(file, "utf8"));
  const orphans = readdirSync(join(root, PICTURES)).filter(
    (picture) => !texts.some((text) => text.includes(`images/${picture}`)),
  );
  expect(orphans).toEqual([]);
});

/** Every Markdown file of the repository's own. */
function documents(): readonly string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(root, folder, file));
  const top = readdirSync(root)
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(root, file));
  return [...top, ...["docs", "server/src", "web"].flatMap(below)];
}

const INTRODUCTION = `# Pages in pictures

Every page of the dashboard and of the console, in French, at both sizes; the pages that the service renders come after them.
Two ways through them, step by step: [journeys](journeys.md). \`PICTURES=docs/images\` before the walk over every page
(\`server/test/screens/every-page.browser.deep.test.ts\`, in French) takes them again. \`server/test/screens/page-tables.test.ts\` writes
this page (\`UPDATE_DOCS=1\`), and fails when a page has no picture.`;
