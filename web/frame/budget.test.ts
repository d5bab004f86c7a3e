import { describe, expect, it } from "vitest";
import type { Locale } from "../../server/src/kit/money.ts";
import { filesOf, loadScreens } from "./assets.ts";
import { sourcesOf, surfaces } from "./surfaces.ts";

const locales: readonly Locale[] = ["fr", "en", "pt"];
/** Scripts and styles of the first load of a page, compressed with gzip. */
const FIRST_LOAD_MAX_BYTES = 60 * 1024;
/** Browsers open six connections to a service without HTTP/2; the page itself and 16 files are three rounds of them. */
const FILES_MAX = 16;

describe("the first load of each page, as built", () => {
  const screens = loadScreens();
  if (screens === null) throw new Error("dist/screens is missing: run npm run build.");
  const loads = surfaces.flatMap((surface) =>
    surface.pages.map((page) => {
      const inLanguages = locales.map((locale) => {
        const { scripts, styles } = filesOf(screens, sourcesOf(surface, page, locale));
        const files = [...scripts, ...styles];
        return { files: files.length, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) };
      });
      return {
        page: `${surface.root}/${page.path}`,
        bytes: Math.max(...inLanguages.map(({ bytes }) => bytes)),
        files: Math.max(...inLanguages.map(({ files }) => files)),
      };
    }),
  );
  const table = [...loads]
    .sort((left, right) => right.bytes - left.bytes)
    .map(
      ({ page, bytes, files }) =>
        `${(bytes / 1024).toFixed(1).padStart(6)} KB ${String(files).padStart(3)} files  ${page}`,
    )
    .join("\n");

  function bytesOf(file: string): number {
    const asset = screens?.assets.get(file);
    if (asset === undefined) throw new Error(`${file} is in the manifest and not in dist/screens.`);
    return asset.gzip.length;
  }

  it("is at most 60 KB in its heaviest language", () => {
    expect(
      loads.filter(({ bytes }) => bytes > FIRST_LOAD_MAX_BYTES),
      table,
    ).toEqual([]);
  });

  it("is at most 16 files", () => {
    expect(
      loads.filter(({ files }) => files > FILES_MAX),
      table,
    ).toEqual([]);
  });

  it("has a file for each of its sources: page, words, and the frame around it", () => {
    const missing = surfaces.flatMap((surface) =>
      surface.pages.flatMap((page) =>
        locales.flatMap((locale) =>
          sourcesOf(surface, page, locale).filter((source) => screens.chunks[source] === undefined),
        ),
      ),
    );
    expect(missing).toEqual([]);
  });
});
