import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * What a built tree needs after `npm prune --omit=dev`: every package that the service loads, from its entry points on,
 * is a dependency and not a development dependency, and the lockfile installs it without those.
 */
const root = resolve(import.meta.dirname, "../../..");
const entries = ["server/src/main.ts", "server/src/commands/main.ts", "server/src/webhook-thread/entry.ts"];
// `import type` and `export type` disappear in compilation.
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s+"([^"]+)"|new URL\("(\.[^"]+\.(?:js|ts))", import\.meta\.url\)|(?:require|resolve)\("([^".][^"]*)"\)/g;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function packagesFrom(starts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const seen = new Set<string>();
  const packages = new Map<string, string>();
  const queue = starts.map((path) => join(root, path));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = await readFile(file, "utf8");
    for (const match of text.matchAll(importPattern)) {
      const name = match.slice(1).find((group) => group !== undefined) ?? "";
      if (name.startsWith(".")) {
        const target = join(dirname(file), name);
        const source = target.replace(/\.js$/, ".ts");
        if (/\.tsx?$/.test(source)) queue.push(source);
      } else if (!isBuiltin(name)) {
        const packageName = name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/");
        packages.set(packageName, relative(root, file));
      }
    }
  }
  expect(seen.size).toBeGreaterThan(300);
  return packages;
}

test("no package that the service loads is a development dependency", async () => {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const packages = await packagesFrom(entries);
  expect(packages.size).toBeGreaterThan(15);
  expect(Object.keys(manifest.devDependencies).filter((name) => packages.has(name))).toEqual([]);
  for (const [name, file] of packages) {
    expect([name, file, Object.hasOwn(manifest.dependencies, name)]).toEqual([name, file, true]);
    expect([name, lock.packages[`node_modules/${name}`]?.dev ?? false]).toEqual([name, false]);
  }
});
