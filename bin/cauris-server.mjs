#!/usr/bin/env -S node --max-semi-space-size=64
import { existsSync } from "node:fs";

const built = new URL("../dist/server/src/commands/main.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write(
    "Cauris is not built yet: run npm run build, with the development dependencies installed.\n",
  );
  process.exit(1);
}
await import(built.href);
