import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryPath } from "../checkout/files.ts";

export const ASSETS_PATH = "/screens";

/** A built file under a name that changes with its bytes, with the forms in which it is kept compressed. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export interface Screens {
  readonly assets: ReadonlyMap<string, Asset>;
  /** By source file: `dashboard/main.tsx`. */
  readonly chunks: Readonly<Record<string, Chunk>>;
}

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Reads what `npm run build` has made, once. Null before it: then the pages say so, and everything else works. */
export function loadScreens(): Screens | null {
  const folder = join(repositoryPath("web/frame/package.json"), "../../../dist/screens");
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return null;
  const names = readdirSync(folder).filter((name) => types[endingOf(name)] !== undefined);
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  return {
    assets: new Map(
      names.map((name) => [
        name,
        {
          type: types[endingOf(name)] ?? "",
          body: read(name),
          gzip: read(`${name}.gz`),
          brotli: read(`${name}.br`),
        },
      ]),
    ),
    chunks: JSON.parse(readFileSync(manifest, "utf8")) as Screens["chunks"],
  };
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What a page needs. */
export interface NeededFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The files of `sources` and of everything that they import at once, each once. Unknown sources need nothing. Pure. */
export function filesOf({ chunks }: Pick<Screens, "chunks">, sources: readonly string[]): NeededFiles {
  const seen = new Set<string>();
  const visit = (source: string): void => {
    const chunk = chunks[source];
    if (chunk === undefined || seen.has(source)) return;
    seen.add(source);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  const found = [...seen].flatMap((source) => chunks[source] ?? []);
  return {
    scripts: [...new Set(found.map(({ file }) => file))],
    styles: [...new Set(found.flatMap(({ css = [] }) => css))],
  };
}
