// Makes one file that Medusa can load, with the client in it: a shop installs this package and nothing else.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = import.meta.dirname;
await build({
  root,
  configFile: false,
  logLevel: "warn",
  ssr: { noExternal: true },
  build: {
    ssr: join(root, "src/index.ts"),
    outDir: join(root, "dist"),
    emptyOutDir: true,
    target: "node20",
    minify: false,
    rolldownOptions: {
      external: [/^@medusajs\//],
      output: { format: "cjs", entryFileNames: "index.cjs", exports: "named" },
    },
  },
});

writeFileSync(
  join(root, "dist/index.d.ts"),
  `import type { ModuleProviderExports } from "@medusajs/framework/types";

/** Cauris for the \`providers\` of Medusa's payment module. Its options are in the README. */
declare const provider: ModuleProviderExports;
export default provider;
`,
);
