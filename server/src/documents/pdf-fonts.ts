import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drawableText } from "./text.ts";
import { unpackWoff } from "./woff.ts";

export const fontNames = ["regular", "bold"] as const;
export type FontName = (typeof fontNames)[number];

const files: Record<FontName, string> = { regular: "Roboto-Regular.woff", bold: "Roboto-Medium.woff" };
const require = createRequire(import.meta.url);
const loaded = new Map<FontName, Buffer>();

/** The typeface that every document embeds, read once per process. Roboto, Apache-2.0. */
export function fontFile(name: FontName): Buffer {
  let file = loaded.get(name);
  if (file === undefined) {
    file = unpackWoff(readFileSync(require.resolve(`roboto-fontface/fonts/roboto/${files[name]}`)));
    loaded.set(name, file);
  }
  return file;
}

/** pdfkit's data about an embedded font that its types do not declare: the font's character table. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** Makes text drawable in the document's current font; most text passes without a check of single letters. */
export function createDrawable(document: object): (text: string) => string {
  const { font } = (document as { readonly _font: EmbeddedFont })._font;
  const has = (codePoint: number) => font.hasGlyphForCodePoint(codePoint);
  return (text) => (/^[\x20-\x7e]*$/.test(text) ? text : drawableText(text, has));
}
