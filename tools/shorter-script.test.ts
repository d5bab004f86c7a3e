import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { minifySync } from "vite";
import { expect, test } from "vitest";

const source = "web/checkout/client/pay.client.js";
const served = "web/checkout/client/pay.min.js";
const head = `// ${source} with shorter names. UPDATE_SCRIPTS=1 npx vitest run tools/shorter-script.test.ts writes it.\n`;
/** With its headers the script takes less than 3 KB of a slow network: they are about 400 bytes. */
const GZIP_BYTES_MAX = 2_660;

test("the payer's script is served with shorter names, made from what is reviewed, and takes less than 3 KB with its headers", () => {
  const { code, errors } = minifySync(source, readFileSync(source, "utf8"), {
    compress: { target: "es2020" },
    mangle: true,
  });
  expect(errors).toEqual([]);
  const shorter = `${head}${code.trim()}\n`;
  if (process.env.UPDATE_SCRIPTS === "1") writeFileSync(served, shorter);
  expect(readFileSync(served, "utf8")).toBe(shorter);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
});
