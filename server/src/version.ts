import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version in package.json, found from the sources or from their build. */
export function packageVersion(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path)) return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
    if (dirname(folder) === folder) throw new Error("package.json is missing");
  }
}
