import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The colours of the payer's pages and of the account pages, as a style sheet. */
export const variablesPath = (): string => repositoryPath("web/checkout/client/variables.css");

/**
 * A path in the repository, found by walking up from this file: the compiler copies neither style sheets nor documents,
 * so a built service reads them from the sources.
 */
export function repositoryPath(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path))) {
    if (folder === dirname(folder)) throw new Error(`${path} is not above this program`);
    folder = dirname(folder);
  }
  return join(folder, path);
}

/** Without comments and unnecessary white space; no string in the sheet contains either. */
export function shorterCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>~]) ?/g, "$1")
    .replace(/: /g, ":")
    .replaceAll(";}", "}")
    .trim();
}

/** Without comment lines and indentation; no text in the script spans lines. */
export function shorterScript(script: string): string {
  const lines = script.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !/^(\/\/|\/\*|\*)/.test(line)).join("\n");
}
