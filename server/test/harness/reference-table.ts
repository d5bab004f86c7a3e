import { readFile, writeFile } from "node:fs/promises";

/** Marks the part of a reference page that is generated from the code. */
const begin = "<!-- from the code: UPDATE_DOCS=1 npx vitest run <the page's test> writes it -->";
const end = "<!-- end -->";

/**
 * The table of a reference page, and the same from the code. With `UPDATE_DOCS=1` the page is rewritten first; the
 * prose around the table stays.
 */
export async function referenceTable(
  path: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<{ readonly onPage: string; readonly inCode: string }> {
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const inCode = lines.join("\n");
  const page = await readFile(path, "utf8");
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no lines "${begin}" and "${end}"`);
  if (process.env.UPDATE_DOCS === "1") {
    await writeFile(path, `${page.slice(0, from)}${begin}\n\n${inCode}\n\n${page.slice(to)}`);
    return { onPage: inCode, inCode };
  }
  return { onPage: page.slice(from + begin.length, to).trim(), inCode };
}
