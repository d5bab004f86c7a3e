#!/usr/bin/env node
import { existsSync } from "node:fs";

const builder = new URL("../../tools/build-cli.mjs", import.meta.url);
// A packed command line is built, and has no sources beside it. In the repository it is built again after a change.
if (existsSync(new URL("../src/main.ts", import.meta.url)) && existsSync(builder)) {
  const { buildIfChanged } = await import(builder.href);
  await buildIfChanged();
}
const built = new URL("../dist/cauris.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write(
    "The command line is not built, and the compiler is not installed: run npm ci, then npx cauris.\n",
  );
  process.exit(1);
}
await import(built.href);
