import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../../..");

/** Checks our provider's class, which needs Medusa's packages, against their types. Rejects with the compiler's words. */
export async function checkTypes(shopFolder: string): Promise<void> {
  const folder = join(shopFolder, "types");
  for (const part of ["shops/medusa/src", "sdk/js/src"])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { noEmit: true, rootDir: folder, incremental: false, types: [] },
    files: [join(folder, "shops/medusa/src/index.ts")],
    include: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [compiler, "-p", join(folder, "tsconfig.json")]);
  } catch (error) {
    throw new Error(String((error as { stdout?: unknown }).stdout), { cause: error });
  }
}
