import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A tree with a compiler that only counts its calls: `s` for the service, `c` for the client. */
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
  const isClient = process.argv.at(-1).endsWith("sdk/js/tsconfig.json");
  const folder = isClient ? "sdk/js/dist" : "dist/server/src";
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + (isClient ? "/index.js" : "/main.js"), "");
  fs.appendFileSync("calls", isClient ? "c" : "s");
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
    "sdk/js/src/e.ts",
  ])
    put(name);
  put(compiler, compilerText(0));
  put("tools/build-screens.mjs", screensText);
  for (const folder of ["server/src/deep", "server/src", "web", "packages", "sdk/js/src"]) age(folder, 60);
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const build = () =>
  spawnSync(process.execPath, [path("tools/build-if-changed.mjs")], { cwd: tree, encoding: "utf8" });
const calls = (): string => readFileSync(path("calls"), "utf8");

test("compiles once, and then only what has changed since", () => {
  expect(build().status).toBe(0);
  expect(build().stderr).toBe("");
  expect(calls()).toBe("sc");
  put("server/src/deep/b.ts", "changed", -5);
  expect(build().stderr).toContain("Compiling");
  expect(calls()).toBe("scsc");
});

test("a source that is gone and a setting that changed count as changes", () => {
  build();
  age("server/src/deep/b.ts", 60);
  rmSync(path("web/c.ts"));
  age("web", -5);
  build();
  expect(calls()).toBe("scsc");
  age("web", 60);
  put("tsconfig.json", "{}", -5);
  build();
  expect(calls()).toBe("scscsc");
});

test("a client that was not built, or whose source changed, is built", () => {
  build();
  rmSync(path("sdk/js/dist"), { recursive: true });
  build();
  expect(calls()).toBe("scsc");
  put("sdk/js/src/e.ts", "changed", -5);
  build();
  expect(calls()).toBe("scscsc");
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
  expect(calls()).toBe("ss");
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
