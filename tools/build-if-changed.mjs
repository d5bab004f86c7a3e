#!/usr/bin/env node
/**
 * Compiles the service and the client for JavaScript, and builds the pages for browsers, unless the output is newer than every source: `npm start` and the
 * tests run it. `--always` builds in any case: `npm run build`. A tree without the compiler, pruned for production, is used as built.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (path) => `${root}${path}`;
const stamp = at("dist/.built");
const always = process.argv.includes("--always");
const compiler = at("node_modules/typescript/bin/tsc");
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The latest change in a folder; removing a file changes its folder. */
function latestIn(folder) {
  let latest = timeOf(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    latest = Math.max(latest, entry.isDirectory() ? latestIn(path) : timeOf(path));
  }
  return latest;
}

function isBuilt() {
  if (!existsSync(at("dist/server/src/main.js")) || !existsSync(at("dist/screens/manifest.json")))
    return false;
  if (!existsSync(compiler)) return true;
  if (!existsSync(at("sdk/js/dist/index.js"))) return false;
  const settings = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.build.json",
    "sdk/js/tsconfig.json",
    "tools/build-screens.mjs",
  ];
  const changed = Math.max(
    latestIn(at("server/src")),
    latestIn(at("web")),
    latestIn(at("packages")),
    latestIn(at("sdk/js/src")),
    ...settings.map((path) => timeOf(at(path))),
  );
  return timeOf(stamp) > changed;
}

/** The documentation has its own time: a changed page does not compile the service. */
function isDocumentationBuilt() {
  if (!existsSync(at("node_modules/markdown-it"))) return true;
  const sources = [
    "docs",
    "sdk/js/README.md",
    "README.md",
    "CHANGELOG.md",
    "tools/documentation",
    "package-lock.json",
  ];
  const changed = Math.max(
    ...sources.map((path) => (path.includes(".") ? timeOf(at(path)) : latestIn(at(path)))),
  );
  return timeOf(at("dist/documentation/index.html")) > changed;
}

if (always || !isBuilt()) {
  if (!existsSync(compiler)) {
    process.stderr.write(
      "The service is not built, and the compiler is not installed: run npm ci, then npm start.\n",
    );
    process.exit(1);
  }
  if (!always) process.stderr.write("  Compiling: half a minute, at the first start and after a change …\n");
  const begunAt = new Date();
  for (const step of [
    [compiler, "-p", at("tsconfig.build.json")],
    [compiler, "-p", at("sdk/js/tsconfig.json")],
    [at("tools/build-screens.mjs")],
  ]) {
    const { status } = spawnSync(process.execPath, step, { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, "");
  // The time of the beginning: a source that changed meanwhile is newer.
  utimesSync(stamp, begunAt, begunAt);
}

if (always || !isDocumentationBuilt()) {
  const { status } = spawnSync(process.execPath, [at("tools/documentation/build.mjs")], { stdio: "inherit" });
  // A link that leads nowhere is no reason not to start: `npm run build` fails, and a test refuses it.
  if (always && status !== 0) process.exit(status ?? 1);
}
