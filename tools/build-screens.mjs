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

/** The area of a surface to which a file belongs: `web/dashboard/pages/links/list.tsx` is of `dashboard-links`. */
function areaOf(file) {
  const [, surface, area] = /web\/(dashboard|console)\/(?:pages\/)?([^/.]+)/.exec(file) ?? [];
  // A dossier shows its merchant's state: one file for both.
  const shared = surface === "console" && area === "kyb" ? "merchants" : area;
  return area === undefined ? null : `${surface}-${shared}`;
}

/** The language of a file of words: `web/ui/i18n/fr-dossier.ts`. */
const localeOf = (file) => /i18n\/(fr|en|pt)/.exec(file)?.[1] ?? "none";

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
        // What every page needs is one file: on a slow network each further file costs as much as its bytes. So are the
        // parts that several pages of one area share.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Numbers are there before they are drawn.
            { name: "reports", test: /web\/ui\/reports\/(?:currency|period|reads)\./ },
            { name: "charts", test: /web\/ui\/(?:charts|reports)\/(?!now\.)|server\/src\/kit\/csv\./ },
            // Only forms of what two people can change at once.
            { name: "conflict", test: /web\/ui\/parts\/conflict\./ },
            // Only forms with an amount, and pages of one object.
            { name: "typed-amount", test: /web\/ui\/format\/typed-amount\./ },
            { name: "json", test: /web\/ui\/parts\/json\./ },
            // The stream of news is opened once the page is shown.
            { name: "follow", test: /web\/ui\/live\/follow\./ },
            // Which operator serves which country: only some forms and filters ask.
            { name: "operators", test: /server\/src\/kit\/operators\./ },
            {
              name: "payment-row",
              test: /web\/ui\/(?:payment\/(columns|state|way|period)|parts\/share)\./,
            },
            { name: "payment", test: /web\/ui\/payment\// },
            // Most readers of a dossier write nothing: its forms come with the first one that is opened.
            {
              name: "dossier-forms",
              test: /web\/dashboard\/setup\/(?:fields\/|field-form\.)|web\/ui\/format\/countries\./,
            },
            // The rules are read before anything is tried or changed.
            {
              name: "routing-forms",
              test: /web\/console\/routing\/(?:dry-run|routing-field|rule-form|typed-rule)\./,
            },
            // What only some pages have.
            { name: "notes", test: /web\/ui\/notes\/(?!later|path)/ },
            { name: "uploads", test: /web\/ui\/(?:api\/(?:use-)?upload|parts\/sending|styles\/sending)\./ },
            { name: "asked", test: /web\/ui\/parts\/(?:palette|combobox|help)\./ },
            { name: "export", test: /web\/ui\/parts\/export-dialog\./ },
            { name: "export-button", test: /web\/ui\/parts\/export-button\./ },
            { name: "presence", test: /web\/ui\/app\/(?:presence-dialog|passkey)\./ },
            { name: "dossier", test: /web\/ui\/dossier\// },
            // The words of dossiers stand in one file for both surfaces.
            {
              name: (file) => `dossier-${localeOf(file)}`,
              debugName: "dossier words",
              test: /i18n\/(?:fr|en|pt)[-/]dossier\./,
            },
            {
              name: "shared",
              test: /node_modules|oxc-project|preload-helper|web\/ui\/(?!search|i18n\/(?:fr|en|pt))|server\/src/,
            },
            { name: "frame-dashboard", test: /web\/dashboard\/(?:[^/]+|i18n\/[^/]+|developers\/pages\.ts)$/ },
            {
              name: "frame-console",
              test: /web\/console\/(?:(?!audit-chain)[^/]+|i18n\/[^/]+|parts\/mode-of\.ts|acts\/[^/]+)$/,
            },
            // It brings the timeline, which most pages do not show.
            { name: "history", test: /web\/dashboard\/parts\/history\./ },
            {
              name: areaOf,
              debugName: "areas",
              test: /web\/(?:dashboard|console)\/(?!i18n)/,
              minShareCount: 2,
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
