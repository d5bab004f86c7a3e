import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../../..");
const folders = ["cli", "packages", "sdk", "shops", "server", "web", "tools", "bench"];
/** Imported by name, as its users do. */
const byName = new Map([["@cauris/sdk", "sdk/js/src/index.ts"]]);

// `import(…)` and `new URL(…)` name files as well: threads and lazy imports.
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;"]*?from\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)|(?:^|\n)\s*import\s+"(\.[^"]+)"|new URL\("(\.[^"]+\.(?:js|ts))", import\.meta\.url\)/g;

/** Every source file of the repository, with the files that it imports, for types or values. Paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Throws for an import of a missing file, unless only a test names it. */
export function readImportGraph(): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), "utf8"))]));
}

function importsOf(file: string, text: string): readonly string[] {
  const named = [...text.matchAll(importPattern)].map((match) => match.slice(1).find(Boolean) ?? "");
  const targets = named.flatMap((name) => {
    const path = relative(root, join(root, dirname(file), name));
    const source = path.replace(/\.js$/, ".ts");
    if (existsSync(join(root, source))) return /\.tsx?$/.test(source) ? [source] : [];
    if (isTest(file)) return [];
    throw new Error(`${file} imports ${name}, which does not exist`);
  });
  const names = [...byName].flatMap(([name, path]) => (text.includes(`from "${name}"`) ? [path] : []));
  return [...new Set([...targets, ...names])];
}

/** A test, or a file used only by tests: not part of the service. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$|\.test-support\.ts$|^server\/test\/|\/testing\/|\/test-[^/]+$|\/contract-(?:suite|subject)\.ts$/.test(
    file,
  );
}

/** Groups of nodes that reach each other. `next` returns a node's successors. */
export function circlesIn(nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    stack.push(node);
    let low = own;
    for (const target of next(node)) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? own);
    }
    lowest.set(node, low);
    if (low === own) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return circles;
}
