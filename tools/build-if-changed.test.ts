import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A tree with a compiler that only counts its calls. */
let tree: string;
const path = (name: string): string => join(tree, name);
function put(name: string, text = "", secondsAgo = 60): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
  age(name, secondsAgo);
}
function age(name: string, secondsAgo: number): void {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  utimesSync(path(name), at, at);
}
const compiler = "node_modules/typescript/bin/tsc";
const compilerText = (code: number): string => `
  const fs = require("node:fs");
  fs.mkdirSync("dist/server/src", { recursive: true });
  fs.writeFileSync("dist/server/src/main.js", "");
  fs.appendFileSync("calls", "x");
  process.exit(${code});`;

const screensText = `
  import { mkdirSync, writeFileSync } from "node:fs";
  mkdirSync("dist/screens", { recursive: true });
  writeFileSync("dist/screens/manifest.json", "{}");`;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "cauris-build-"));
  mkdirSync(path("tools"));
  cpSync(join(import.meta.dirname, "build-if-changed.mjs"), path("tools/build-if-changed.mjs"));
  for (const name of [
    "package.json",
    "tsconfig.json",
    "server/src/a.ts",
    "server/src/deep/b.ts",
    "web/c.ts",
    "packages/d.ts",
  ])
    put(name);
  put(compiler, compilerText(0));
  put("tools/build-screens.mjs", screensText);
  for (const folder of ["server/src/deep", "server/src", "web", "packages"]) age(folder, 60);
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const build = () =>
  spawnSync(process.execPath, [path("tools/build-if-changed.mjs")], { cwd: tree, encoding: "utf8" });
const calls = (): number => readFileSync(path("calls"), "utf8").length;

test("compiles once, and then only what has changed since", () => {
  expect(build().status).toBe(0);
  expect(build().stderr).toBe("");
  expect(calls()).toBe(1);
  put("server/src/deep/b.ts", "changed", -5);
  expect(build().stderr).toContain("Compiling");
  expect(calls()).toBe(2);
});

test("a source that is gone and a setting that changed count as changes", () => {
  build();
  age("server/src/deep/b.ts", 60);
  rmSync(path("web/c.ts"));
  age("web", -5);
  build();
  expect(calls()).toBe(2);
  age("web", 60);
  put("tsconfig.json", "{}", -5);
  build();
  expect(calls()).toBe(3);
});

test("pages that were not built are built, though the service is", () => {
  build();
  rmSync(path("dist/screens"), { recursive: true });
  expect(build().stderr).toContain("Compiling");
  expect(readFileSync(path("dist/screens/manifest.json"), "utf8")).toBe("{}");
});

test("what did not compile is compiled again, and stops the start", () => {
  put(compiler, compilerText(2));
  expect(build().status).toBe(2);
  expect(build().status).toBe(2);
  expect(calls()).toBe(2);
});

test("a pruned tree is taken as it was built; without a build it says what to run", () => {
  build();
  rmSync(path("node_modules"), { recursive: true });
  put("server/src/a.ts", "newer", -5);
  expect([build().status, build().stderr]).toEqual([0, ""]);
  rmSync(path("dist"), { recursive: true });
  const refused = build();
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("run npm ci, then npm start"),
  ]);
});
