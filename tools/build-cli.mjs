#!/usr/bin/env node
/**
 * Builds the command line `cauris` into one file, `cli/dist/cauris.js`, with the client for JavaScript inside.
 * `npm run build` does it, and the first `npx cauris` after a change of a source.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "cli/dist/cauris.js");
const sources = ["cli/src", "sdk/js/src", "cli/package.json", "tools/build-cli.mjs", "package-lock.json"];

/** Builds unless the output is newer than every source. Without the bundler, a pruned tree is used as built. */
export async function buildIfChanged() {
  if (!existsSync(join(root, "node_modules/vite"))) return;
  const builtAtMs = statSync(out, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.some((path) => latestIn(join(root, path)) >= builtAtMs)) await buildCli();
}

/** The latest change in a file or folder; removing a file changes its folder. */
function latestIn(path) {
  const { mtimeMs, isDirectory } = factsOf(path);
  if (!isDirectory) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => latestIn(join(path, name))));
}

function factsOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return { mtimeMs: found?.mtimeMs ?? 0, isDirectory: found?.isDirectory() === true };
}

async function buildCli() {
  const { build } = await import("vite");
  const begunAt = new Date();
  const result = await build({
    root: join(root, "cli"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    resolve: { alias: { "@cauris/sdk": join(root, "sdk/js/src/index.ts") } },
    build: {
      ssr: join(root, "cli/src/main.ts"),
      target: "node20",
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [result].flat();
  const [{ code }] = output;
  mkdirSync(dirname(out), { recursive: true });
  // Two that build at once must not read each other's half.
  const half = `${out}.${process.pid}`;
  writeFileSync(half, code);
  renameSync(half, out);
  // The time of the beginning: a source that changed meanwhile is newer.
  utimesSync(out, begunAt, begunAt);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();
