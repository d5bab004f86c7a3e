import PDFDocument from "pdfkit";
import type { Locale } from "../kit/money.ts";
import { createFaces, type FontName } from "./pdf-fonts.ts";

export interface ReceiptContent {
  readonly title: string;
  /** Whoever was paid. */
  readonly issuer: string;
  /** PNG, drawn within `LOGO`; null: the name alone. */
  readonly logo: Buffer | null;
  /** `#rrggbb` of the band and the mark, dark enough for `onColour` on it. */
  readonly colour: string;
  readonly onColour: string;
  /** A word for the state, as a mark: "Paid". */
  readonly mark: string;
  readonly amount: string;
  /** A warning under the amount: a test. */
  readonly notice: string | null;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Where the receipt is checked: a code to scan, as the path of an SVG in a square, and the same as text. */
  readonly check: {
    readonly text: string;
    readonly url: string;
    readonly code: { readonly size: number; readonly path: string };
  } | null;
  /** Small lines at the end. */
  readonly footer: readonly string[];
  readonly locale: Locale;
  readonly createdAtMs: number;
}

/** Points. The width of A6: a phone shows it without zooming, and it prints on any paper. */
const PAGE = { width: 297.64, heightMin: 419.53, heightMax: 2_000, margin: 22, band: 8 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LOGO = { width: 132, height: 40 } as const;
const CODE_SIDE = 92;
const ink = { text: "#1c1917", soft: "#57534e", line: "#d6d3d1", warn: "#7a4b00" } as const;
const languages: Record<Locale, string> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/**
 * Draws a receipt as one page, as high as it needs, tagged for screen readers (PDF/UA). The same content gives the same
 * bytes.
 */
export async function renderReceipt(content: ReceiptContent): Promise<Buffer> {
  const { height } = await draw(content, PAGE.heightMax);
  return (await draw(content, Math.max(PAGE.heightMin, height))).bytes;
}

interface Style {
  readonly font?: FontName;
  readonly points: number;
  readonly colour?: string;
  readonly align?: "left" | "center";
}

async function draw(content: ReceiptContent, pageHeight: number) {
  const pdf = new PDFDocument({
    size: [PAGE.width, pageHeight],
    margin: 0,
    tagged: true,
    pdfVersion: "1.7",
    // pdfkit draws it, and its types do not name it yet.
    subset: "PDF/UA" as "PDF/A-1a",
    lang: languages[content.locale],
    displayTitle: true,
    autoFirstPage: false,
    // Without an author: pdfkit would put the merchant's name into XML as it is, and an "&" in it ends the metadata.
    info: { Title: content.title, CreationDate: new Date(content.createdAtMs) },
  });
  // As a text it is written the same, and pdfkit leaves out the list of a font's characters, which it would write
  // incomplete: PDF/UA allows no list and refuses such a one.
  Object.assign(pdf, { subset: "1" });
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.addPage();
  const faces = createFaces(pdf);
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  let y: number = PAGE.band + 18;

  /** Decoration that a screen reader leaves out. */
  const decorate = (paint: () => void): void => {
    pdf.markContent("Artifact");
    paint();
    pdf.endMarkedContent();
  };
  const write = (tag: string, text: string, style: Style, x: number = PAGE.margin, width: number = WIDTH) => {
    const { font = "regular", points, colour = ink.text, align = "left" } = style;
    const part = pdf.markStructureContent(tag);
    const shown = faces.use(faces.drawable(text), font, points, width);
    pdf.fillColor(colour).text(shown, x, y, { width, align });
    const height = pdf.heightOfString(shown, { width });
    pdf.endMarkedContent();
    root.add(pdf.struct(tag, {}, part));
    return height;
  };

  decorate(() => pdf.rect(0, 0, PAGE.width, PAGE.band).fill(content.colour));
  if (content.logo !== null) {
    const logo = content.logo;
    decorate(() => pdf.image(logo, PAGE.margin, y, { fit: [LOGO.width, LOGO.height] }));
    y += LOGO.height + 8;
  }
  y += write("P", content.issuer, { font: "bold", points: 13 }) + 2;
  y += write("H1", content.title, { points: 10, colour: ink.soft }) + 12;

  const mark = faces.use(faces.drawable(content.mark), "bold", 10, WIDTH);
  const markWidth = pdf.widthOfString(mark) + 20;
  decorate(() => pdf.roundedRect(PAGE.margin, y, markWidth, 20, 10).fill(content.colour));
  y += 5;
  write("P", content.mark, { font: "bold", points: 10, colour: content.onColour }, PAGE.margin + 10);
  y += 23;
  y += write("P", content.amount, { font: "bold", points: 24 }) + 6;
  if (content.notice !== null)
    y += write("P", content.notice, { font: "bold", points: 9, colour: ink.warn }) + 4;
  y += 6;

  for (const { label, value } of content.rows) {
    decorate(() =>
      pdf
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.margin + WIDTH, y)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke(),
    );
    y += 6;
    const labelHeight = write("P", label, { points: 9, colour: ink.soft }, PAGE.margin, WIDTH * 0.4 - 6);
    const valueX = PAGE.margin + WIDTH * 0.4;
    const valueHeight = write("P", value, { font: "bold", points: 9.5 }, valueX, WIDTH * 0.6);
    y += Math.max(labelHeight, valueHeight) + 6;
  }

  if (content.check !== null) {
    const { code, text, url } = content.check;
    y += 10;
    const part = pdf.markStructureContent("Figure", { alt: `${text} ${url}` });
    const scale = CODE_SIDE / code.size;
    pdf.save().translate(PAGE.margin, y).scale(scale).path(code.path).fill("#000000").restore();
    pdf.endMarkedContent();
    root.add(pdf.struct("Figure", { alt: `${text} ${url}` }, part));
    const top = y;
    const beside = PAGE.margin + CODE_SIDE + 10;
    y += 8;
    y += write("P", text, { font: "bold", points: 9.5 }, beside, WIDTH - CODE_SIDE - 10) + 4;
    y += write("P", url, { points: 7, colour: ink.soft }, beside, WIDTH - CODE_SIDE - 10);
    y = Math.max(y, top + CODE_SIDE);
  }
  y += 10;
  for (const line of content.footer) y += write("P", line, { points: 8, colour: ink.soft }) + 3;
  y += PAGE.margin;
  root.end();
  pdf.end();
  return { height: y, bytes: await ended };
}
