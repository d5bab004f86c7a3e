import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drawableText, visualLines } from "./text.ts";
import { unpackWoff } from "./woff.ts";

const fontNames = ["regular", "bold"] as const;
export type FontName = (typeof fontNames)[number];

/** Roboto (Apache-2.0), and DejaVu Sans (Bitstream Vera's licence) for a text with letters that Roboto does not have. */
const files = {
  regular: "roboto-fontface/fonts/roboto/Roboto-Regular.woff",
  bold: "roboto-fontface/fonts/roboto/Roboto-Medium.woff",
  "regular wide": "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff",
  "bold wide": "@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff",
} as const;
type FaceName = keyof typeof files;
/** DejaVu's letters are larger at the same size, by the height of an x. */
const WIDE_SCALE = 0.94;

const require = createRequire(import.meta.url);
const loaded = new Map<FaceName, Buffer>();

/** Read once per process, when it is first needed. */
function fontFile(name: FaceName): Buffer {
  let file = loaded.get(name);
  if (file === undefined) {
    file = unpackWoff(readFileSync(require.resolve(files[name])));
    loaded.set(name, file);
  }
  return file;
}

/** pdfkit's data about an embedded font that its types do not declare: the font's character table. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** A text in letters that can be drawn, and the typeface of its document that has them. */
export interface DrawableText {
  readonly text: string;
  readonly isWide: boolean;
}

/** The typefaces of one document. Only those that it draws with are embedded, and only the letters that it draws. */
export interface Faces {
  /** Most text passes without a check of single letters. May change the current typeface: `use` follows. */
  readonly drawable: (text: string) => DrawableText;
  /**
   * Makes the typeface of `text` the current one, at a size in points, and returns what to draw: the words as they stand on
   * paper in lines of at most `width` points.
   */
  readonly use: (text: DrawableText, font: FontName, points: number, width: number) => string;
}

const currentFont = (pdf: object) => (pdf as { readonly _font: EmbeddedFont })._font.font;

/** The typefaces of a pdfkit document. */
export function createFaces(pdf: PDFKit.PDFDocument): Faces {
  for (const name of fontNames) pdf.registerFont(name, fontFile(name));
  const narrow = currentFont(pdf.font("regular"));
  const hasNarrow = (codePoint: number) => narrow.hasGlyphForCodePoint(codePoint);
  let wide: EmbeddedFont["font"] | null = null;
  /** Parsed for the first text that needs it: nearly no document does. */
  const openWide = () => {
    for (const name of fontNames) pdf.registerFont(`${name} wide`, fontFile(`${name} wide`));
    wide = currentFont(pdf.font("regular wide"));
    return wide;
  };
  return {
    drawable: (text) => {
      if (/^[\x20-\x7e]*$/.test(text)) return { text, isWide: false };
      const { text: drawn, missed } = drawableText(text, hasNarrow);
      if (missed === 0) return { text: drawn, isWide: false };
      const other = wide ?? openWide();
      const again = drawableText(text, (codePoint) => other.hasGlyphForCodePoint(codePoint));
      return again.missed < missed ? { text: again.text, isWide: true } : { text: drawn, isWide: false };
    },
    use: ({ text, isWide }, font, points, width) => {
      pdf.font(isWide ? `${font} wide` : font).fontSize(isWide ? points * WIDE_SCALE : points);
      return isWide ? visualLines(text, (line) => pdf.widthOfString(line) <= width) : text;
    },
  };
}
