import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drawableText } from "./text.ts";
import { unpackWoff } from "./woff.ts";

export const fontNames = ["regular", "bold"] as const;
export type FontName = (typeof fontNames)[number];

const files: Record<FontName, string> = { regular: "Roboto-Regular.woff", bold: "Roboto-Medium.woff" };
const require = createRequire(import.meta.url);
const loaded = new Map<FontName, Buffer>();

/** The typeface that is embedded in every document, read once per process. Roboto, Apache-2.0. */
export function fontFile(name: FontName): Buffer {
  let file = loaded.get(name);
  if (file === undefined) {
    file = unpackWoff(readFileSync(require.resolve(`roboto-fontface/fonts/roboto/${files[name]}`)));
    loaded.set(name, file);
  }
  return file;
}

/** What pdfkit keeps of an embedded font, of which its types say nothing: the font's table of letters. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** Makes text drawable in the document's current font; most text passes without a look at a single letter. */
export function createDrawable(document: object): (text: string) => string {
  const { font } = (document as { readonly _font: EmbeddedFont })._font;
  const has = (codePoint: number) => font.hasGlyphForCodePoint(codePoint);
  return (text) => (/^[\x20-\x7e]*$/.test(text) ? text : drawableText(text, has));
}
