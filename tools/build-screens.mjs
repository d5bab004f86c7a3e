#!/usr/bin/env node
/**
 * Builds the dashboard and the console for browsers, into `dist/screens`: files whose names change with their bytes, the
 * manifest that says which page needs which, and each file compressed beside it. `npm run build` and `npm start` run it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "dist/screens");

await build({
  root: join(root, "web"),
  base: "/screens/",
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  // The environment's variables are nobody's business in a browser.
  envPrefix: "CAURIS_SCREENS_",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsDir: ".",
    manifest: "manifest.json",
    target: ["chrome91", "firefox115", "safari15.4"],
    // Browsers that know modules know their preloading; those that do not load the same files a little later.
    modulePreload: { polyfill: false },
    // Nothing is put into the page as text: the content security policy allows only files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs is one file: on a slow network each further file costs as much as its bytes.
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /node_modules|web\/ui\/(?!i18n|charts|payment|search)|server\/src\/kit/,
            },
          ],
        },
      },
      input: { dashboard: join(root, "web/dashboard/main.tsx"), console: join(root, "web/console/main.tsx") },
    },
  },
});

for (const name of readdirSync(out)) {
  if (!/\.(js|css)$/.test(name)) continue;
  const body = readFileSync(join(out, name));
  writeFileSync(join(out, `${name}.gz`), gzipSync(body, { level: 9 }));
  writeFileSync(
    join(out, `${name}.br`),
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  );
}
