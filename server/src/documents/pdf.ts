import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Locale } from "../kit/money.ts";
import { createFaces, type DrawableText, type FontName } from "./pdf-fonts.ts";

/** Maximum rows of all tables of a document: about a second of work on a slow core, some 70 pages. */
export const PDF_ROWS_MAX = 2_500;

export interface PdfColumn {
  readonly title: string;
  /** Share of the page's width, relative to the other shares of the table. */
  readonly share: number;
  /** `end`: right-aligned, for amounts, with digits of equal width. */
  readonly align?: "start" | "end";
}

export type PdfBlock =
  /** Facts one below the other: label and value. `strong` highlights one: a total. */
  | {
      readonly kind: "rows";
      readonly heading?: string;
      readonly rows: readonly { readonly label: string; readonly value: string; readonly strong?: boolean }[];
    }
  /** A table; its head is repeated on each page. `empty` is the text for a table without rows. */
  | {
      readonly kind: "table";
      readonly heading?: string;
      readonly columns: readonly PdfColumn[];
      readonly rows: readonly (readonly string[])[];
      readonly empty: string;
    }
  | { readonly kind: "text"; readonly text: string };

export interface PdfContent {
  readonly title: string;
  /** The issuer of the document: shown above the title, and the file's author. */
  readonly issuer: string;
  readonly subtitle?: string;
  readonly locale: Locale;
  readonly createdAtMs: number;
  readonly blocks: readonly PdfBlock[];
  /** On every page, before the page's number. */
  readonly footer: string;
}

const PAGE = { width: 595.28, height: 841.89, margin: 42, foot: 56 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.foot;
const ink = { text: "#1c1917", soft: "#57534e", line: "#d6d3d1", band: "#f5f5f4" } as const;
const size = { issuer: 9, title: 18, heading: 11, body: 9, cell: 7.5, footer: 7.5 } as const;
const PADDING = 4;
const languages: Record<Locale, string> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/**
 * Draws an A4 document with its fonts embedded. The same content gives the same bytes. Works page by page and lets
 * other requests run in between. Text never leaves its cell: it wraps. At most `PDF_ROWS_MAX` rows: the caller refuses
 * more with its own message.
 */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const rowCount = content.blocks.reduce(
    (sum, block) => sum + (block.kind === "table" ? block.rows.length : 0),
    0,
  );
  if (rowCount > PDF_ROWS_MAX) throw new RangeError(`a document holds ${PDF_ROWS_MAX} rows, not ${rowCount}`);
  const sheet = createSheet(content);
  sheet.write(content.issuer, { font: "regular", points: size.issuer, color: ink.soft });
  sheet.write(content.title, { font: "bold", points: size.title, color: ink.text });
  if (content.subtitle !== undefined) {
    sheet.write(content.subtitle, { font: "regular", points: size.heading, color: ink.soft });
  }
  for (const block of content.blocks) {
    sheet.gap(12);
    if (block.kind === "text")
      sheet.write(block.text, { font: "regular", points: size.body, color: ink.soft });
    else {
      if (block.heading !== undefined) {
        sheet.keep(60);
        sheet.write(block.heading, { font: "bold", points: size.heading, color: ink.text });
        sheet.gap(4);
      }
      if (block.kind === "rows") drawRows(sheet, block.rows);
      else await drawTable(sheet, block);
    }
  }
  return sheet.finish(content.footer);
}

interface Style {
  readonly font: FontName;
  readonly points: number;
  readonly color: string;
}

interface Cell extends Style {
  readonly text: DrawableText;
  readonly x: number;
  readonly width: number;
  readonly align: "left" | "right";
}

type Sheet = ReturnType<typeof createSheet>;

/** The current page, and how far down it is used. */
function createSheet(content: PdfContent) {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: languages[content.locale],
    displayTitle: true,
    info: { Title: content.title, Author: content.issuer, CreationDate: new Date(content.createdAtMs) },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  const { drawable, use: useFace } = createFaces(pdf);
  let y: number = PAGE.margin;

  const use = (text: DrawableText, { font, points, color }: Style, width: number): string => {
    const shown = useFace(text, font, points, width);
    pdf.fillColor(color);
    return shown;
  };
  const heightOf = (cell: Cell): number => {
    const shown = use(cell.text, cell, cell.width);
    return pdf.widthOfString(shown) <= cell.width
      ? pdf.currentLineHeight(true)
      : pdf.heightOfString(shown, { width: cell.width });
  };
  const addPage = () => {
    pdf.addPage();
    y = PAGE.margin;
  };

  const keep = (points: number): boolean => {
    if (y + points <= BOTTOM) return false;
    addPage();
    return true;
  };
  const measure = (cells: readonly Cell[]): number => Math.max(...cells.map(heightOf));
  const row = (cells: readonly Cell[], band: string | null, height = measure(cells)): void => {
    keep(height);
    if (band !== null) pdf.rect(PAGE.margin, y - PADDING / 2, WIDTH, height + PADDING).fill(band);
    for (const cell of cells) {
      const shown = use(cell.text, cell, cell.width);
      pdf.text(shown, cell.x, y, { width: cell.width, align: cell.align });
    }
    y += height;
  };

  return {
    drawable,
    gap(points: number): void {
      y += points;
    },
    /** Starts the next page unless this much room is left; returns whether it did. */
    keep,
    /** Height of a row: that of its highest cell. */
    measure,
    /** Cells side by side, on a coloured band if one is given. Starts the next page when the row does not fit. */
    row,
    write(text: string, style: Style): void {
      row([{ ...style, text: drawable(text), x: PAGE.margin, width: WIDTH, align: "left" }], null);
    },
    line(): void {
      pdf
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.margin + WIDTH, y)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke();
    },
    finish(footer: string): Promise<Buffer> {
      const { count } = pdf.bufferedPageRange();
      const line = drawable(footer);
      const style: Style = { font: "regular", points: size.footer, color: ink.soft };
      for (let page = 0; page < count; page += 1) {
        pdf.switchToPage(page);
        const shown = use(line, style, WIDTH - 60);
        const top = PAGE.height - PAGE.foot + 18;
        pdf.text(shown, PAGE.margin, top, { width: WIDTH - 60, height: 20, ellipsis: true });
        const number = use(drawable(`${page + 1} / ${count}`), style, WIDTH);
        pdf.text(number, PAGE.margin, top, { width: WIDTH, align: "right" });
      }
      pdf.end();
      return ended;
    },
  };
}

function drawRows(sheet: Sheet, rows: Extract<PdfBlock, { kind: "rows" }>["rows"]): void {
  const labelWidth = WIDTH * 0.42;
  for (const { label, value, strong = false } of rows) {
    const font = strong ? "bold" : "regular";
    sheet.row(
      [
        {
          font,
          points: size.body,
          color: strong ? ink.text : ink.soft,
          text: sheet.drawable(label),
          x: PAGE.margin,
          width: labelWidth - PADDING,
          align: "left",
        },
        {
          font,
          points: size.body,
          color: ink.text,
          text: sheet.drawable(value),
          x: PAGE.margin + labelWidth,
          width: WIDTH - labelWidth,
          align: "left",
        },
      ],
      null,
    );
    sheet.gap(3);
  }
}

/** Rows drawn before other requests may run: a few milliseconds of work. */
const ROWS_PER_TURN = 50;

async function drawTable(sheet: Sheet, table: Extract<PdfBlock, { kind: "table" }>): Promise<void> {
  const shares = table.columns.reduce((sum, column) => sum + column.share, 0);
  let right = PAGE.margin;
  const places = table.columns.map(({ share, align = "start" }) => {
    const x = right + PADDING;
    const width = (WIDTH * share) / shares - 2 * PADDING;
    right += (WIDTH * share) / shares;
    return { x, width, align: align === "end" ? ("right" as const) : ("left" as const) };
  });
  const cellsOf = (texts: readonly string[], style: Style): readonly Cell[] =>
    places.map((place, index) => ({ ...place, ...style, text: sheet.drawable(texts[index] ?? "") }));

  const head = cellsOf(
    table.columns.map(({ title }) => title),
    { font: "bold", points: size.cell, color: ink.text },
  );
  const drawHead = () => {
    sheet.gap(PADDING);
    sheet.row(head, ink.band);
    sheet.gap(PADDING);
  };
  drawHead();
  if (table.rows.length === 0) {
    sheet.write(table.empty, { font: "regular", points: size.cell, color: ink.soft });
  }
  for (const [index, texts] of table.rows.entries()) {
    const cells = cellsOf(texts, { font: "regular", points: size.cell, color: ink.text });
    const height = sheet.measure(cells);
    if (sheet.keep(height + PADDING)) drawHead();
    sheet.row(cells, null, height);
    sheet.gap(PADDING / 2);
    sheet.line();
    sheet.gap(PADDING / 2);
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
  }
}
