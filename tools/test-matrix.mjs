#!/usr/bin/env node
/**
 * Runs `npm test` under every version of Node that the service supports, each from the npm registry's `node` package in
 * its own folder. Arguments after `--` go to vitest: `npm run test:matrix -- server/src/kit` runs a few files.
 * `NODE_VERSIONS="22 24"` selects versions.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest that `engines` allows, and the newest of each later line that is kept up. */
const versions = (process.env.NODE_VERSIONS ?? "20.19.0 22 24").split(/\s+/).filter(Boolean);
const root = fileURLToPath(new URL("..", import.meta.url));

function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error !== undefined) throw error;
  return status;
}

// Of `npm run`: the settings of this repository, which refuses the install script that the package `node` brings.
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** The folder with the program `node` of this version. */
function install(version, folder) {
  const status = run(
    "npm",
    ["install", "--no-save", "--loglevel=error", "--prefix", folder, `node@${version}`],
    {
      cwd: folder,
      env: plainEnv,
    },
  );
  if (status !== 0) throw new Error(`node@${version} could not be installed`);
  return dirname(join(folder, "node_modules/node/bin/node"));
}

const failed = [];
for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), "cauris-node-"));
  try {
    const bin = install(version, folder);
    const env = { ...plainEnv, PATH: `${bin}${delimiter}${plainEnv.PATH}` };
    const { stdout } = spawnSync("node", ["--version"], { env, encoding: "utf8" });
    process.stdout.write(`\nNode ${stdout.trim()}\n`);
    if (!stdout.startsWith(`v${version}.`) && stdout.trim() !== `v${version}`)
      failed.push(`${version} (is ${stdout.trim()})`);
    else if (run("npm", ["test", "--", ...process.argv.slice(2)], { cwd: root, env }) !== 0)
      failed.push(version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.stdout.write(
  failed.length === 0
    ? `\nNode ${versions.join(", ")}: all pass.\n`
    : `\nFailed under Node ${failed.join(", ")}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
