import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { circlesIn, isTest, readImportGraph, root } from "./import-graph.ts";

/**
 * Imports go one way. `docs/architecture.md` says which folder may import which; this compares that table with the
 * imports, and finds circles.
 */
const graph = readImportGraph();
const service = [...graph.keys()].filter((file) => !isTest(file));

interface Room {
  /** A folder, or a file, from the repository's root. */
  readonly path: string;
  /** As in the table. */
  readonly mayImport: string;
}

function readTable(text: string): readonly Room[] {
  const [, house = ""] = text.split("\n## Folders\n");
  const [table = ""] = house.trimStart().split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .flatMap((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const mayImport = cells.at(-2) ?? "";
      return [...(cells[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, path = ""]) => ({ path, mayImport }));
    });
}

const rooms = readTable(readFileSync(join(root, "docs/architecture.md"), "utf8"));

/** The innermost folder of the table that contains a file. */
function roomOf(file: string): Room | null {
  const holding = rooms.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return holding.sort((one, other) => other.path.length - one.path.length)[0] ?? null;
}

/**
 * The folder that a name in the last column means: `kit`, `config`, `providers/simulator`; a module by its own name.
 */
function meant(name: string): string | null {
  const found = rooms.find(({ path }) => path.replace(/\.ts$/, "").endsWith(`/${name}`));
  if (found !== undefined) return found.path;
  const asModule = `server/src/modules/${name}`;
  return service.some((file) => file.startsWith(`${asModule}/`)) ? asModule : null;
}

function allowedBy(room: Room): readonly string[] {
  if (room.mayImport === "nothing") return [];
  if (room.mayImport === "everything") return rooms.map(({ path }) => path);
  if (room.mayImport === "all above") return rooms.slice(0, rooms.indexOf(room)).map(({ path }) => path);
  return room.mayImport.split(", ").map((name) => meant(name) ?? `${name}, which the table does not know`);
}

/** Imports that leave a folder: the folder, the imported file, and the import in words. */
const crossing = service.flatMap((file) =>
  (graph.get(file) ?? []).flatMap((target) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    return from === null || to === null || from === to ? [] : [{ from, to, file, target }];
  }),
);

describe("the table of the house", () => {
  it("has every file in a room", () => {
    expect(rooms.length).toBeGreaterThan(15);
    expect(service.length).toBeGreaterThan(500);
    expect(service.filter((file) => roomOf(file) === null)).toEqual([]);
    const empty = rooms.filter(({ path }) => !service.some((file) => roomOf(file)?.path === path));
    expect(empty.map(({ path }) => path)).toEqual([]);
  });

  it.each(rooms.map((room) => [room.path, room] as const))("%s imports what it may", (_path, room) => {
    const allowed = allowedBy(room);
    const leaving = crossing.filter(({ from }) => from === room);
    const within = (target: string, path: string) => target === path || target.startsWith(`${path}/`);
    const forbidden = leaving.filter(
      ({ to, target }) =>
        !allowed.some((path) => path === to.path || (path !== room.path && within(target, path))),
    );
    expect(forbidden.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    // Only individually listed names can be superfluous.
    if (["nothing", "everything", "all above"].includes(room.mayImport)) return;
    expect(allowed.filter((path) => !leaving.some(({ target }) => within(target, path)))).toEqual([]);
  });

  it("has no circle of imports among its folders", () => {
    const next = (path: string) => crossing.filter(({ from }) => from.path === path).map(({ to }) => to.path);
    expect(
      circlesIn(
        rooms.map(({ path }) => path),
        next,
      ),
    ).toEqual([]);
  });
});

test("the list of modules stays a list", () => {
  expect(readFileSync(join(root, "server/src/app.ts"), "utf8").split("\n").length).toBeLessThanOrEqual(200);
});

/** The files that are loaded from `starts` on, at once or later, and those of which only types are used. */
function reachedFrom(starts: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    queue.push(...(graph.get(file) ?? []));
  }
  return reached;
}

test("the service never loads a stand-in of a provider", () => {
  const reached = reachedFrom([
    "server/src/main.ts",
    "server/src/commands/main.ts",
    "server/src/webhook-thread/entry.ts",
  ]);
  expect(reached.size).toBeGreaterThan(400);
  expect([...reached].filter((file) => /\/stand-ins?[/.]/.test(file))).toEqual([]);
});

/** The files and packages that are loaded with `entry`: not those that a function imports when it is called, nor types. */
function loadedWith(entry: string): ReadonlyMap<string, string> {
  const importers = new Map<string, string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(
      /^(?:import|export) (?!type )[^;"]*?from "([^"]+)"/gm,
    )) {
      const target = name.startsWith(".") ? join(dirname(file), name) : name;
      if (importers.has(target)) continue;
      importers.set(target, file);
      if (name.startsWith(".")) queue.push(target);
    }
  }
  return importers;
}

describe("what a start waits for", () => {
  it.each([
    // Each start has a thread that sends webhooks: what it loads is loaded twice.
    [
      "server/src/webhook-thread/entry.ts",
      ["typebox", "nodemailer", "ajv", "fastify", "libphonenumber-js/max"],
    ],
    // Used by few requests, and loaded by the first of them.
    ["server/src/serve.ts", ["nodemailer", "pdfkit", "typebox/value", "typebox/compile"]],
  ])("%s does not load %j at once", (entry, late) => {
    const loaded = loadedWith(entry);
    expect(loaded.has("pg")).toBe(true);
    expect(
      late.filter((name) => loaded.has(name)).map((name) => `${loaded.get(name)} loads ${name}`),
    ).toEqual([]);
  });
});

describe("modules", () => {
  const moduleOf = (file: string) => /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null;

  it("are imported through their index, or that of a part of theirs", () => {
    const past = service.flatMap((file) =>
      (graph.get(file) ?? [])
        .filter((target) => moduleOf(target) !== null && moduleOf(target) !== moduleOf(file))
        .filter((target) => !target.endsWith("/index.ts"))
        .map((target) => `${file} imports ${target}`),
    );
    // The benchmark of signing calls the signing code directly, as the thread in the service does. The pages for browsers
    // take the types of answers from the schemas, and load nothing of a module.
    const types = "web/ui/api/views.ts";
    expect(past.filter((text) => !text.startsWith("bench/") && !text.startsWith(types))).toEqual([]);
    const views = readFileSync(join(root, types), "utf8");
    expect(views.match(/^import (?!type )/gm)).toBeNull();
    expect(views).not.toMatch(/^export \* /m);
  });

  it("do not import each other in a circle", () => {
    const modules = [...new Set(service.flatMap((file) => moduleOf(file) ?? []))];
    const next = (name: string) =>
      service
        .filter((file) => moduleOf(file) === name)
        .flatMap((file) => (graph.get(file) ?? []).flatMap((target) => moduleOf(target) ?? []))
        .filter((target) => target !== name);
    expect(modules.length).toBeGreaterThan(15);
    expect(circlesIn(modules, next)).toEqual([]);
  });
});

test("no files import each other in a circle, not even for types", () => {
  expect(circlesIn(graph.keys(), (file) => graph.get(file) ?? [])).toEqual([]);
});

test("a circle would be found", () => {
  const arrows = { a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["a", "e"] };
  expect(circlesIn(Object.keys(arrows), (node) => arrows[node as keyof typeof arrows])).toEqual([["b", "c"]]);
});
