import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version of the release: that of the repository's own package.json, found from the sources or from their build. */
export function packageVersion(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path)) {
      const { name, version } = JSON.parse(readFileSync(path, "utf8")) as { name: string; version: string };
      // The parts of the repository below it have one as well.
      if (name === "cauris") return version;
    }
    if (dirname(folder) === folder) throw new Error("package.json is missing");
  }
}
