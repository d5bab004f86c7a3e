import { describe, expect, it } from "vitest";
import { PDF_ROWS_MAX, type PdfContent, renderPdf } from "./pdf.ts";
import { textOfPdf } from "./test-pdf-text.ts";
import { drawableText, visualLines } from "./text.ts";

const content: PdfContent = {
  issuer: "Épicerie « Ndiaye & Sœurs »",
  title: "Relevé de compte",
  locale: "fr",
  createdAtMs: Date.UTC(2026, 10, 21, 10),
  blocks: [
    { kind: "rows", heading: "Soldes", rows: [{ label: "Clôture", value: "12\u202f345\u202fF\u202fCFA" }] },
    {
      kind: "table",
      columns: [
        { title: "Écriture", share: 1 },
        { title: "Montant", share: 1, align: "end" },
      ],
      rows: Array.from({ length: 120 }, (_none, index) => [`Ligne ${index}`, "ação"]),
      empty: "Aucune",
    },
  ],
  footer: "Établi le 21/11/2026",
};

describe("a PDF", () => {
  it("says what it was given, with accents and no-break spaces, and repeats the table's head on each page", async () => {
    const pages = textOfPdf(await renderPdf(content));
    expect(pages).toHaveLength(3);
    for (const said of [content.issuer, "Relevé de compte", "12\u00a0345\u00a0F\u00a0CFA"]) {
      expect(pages[0]).toContain(said);
    }
    for (const [index, page] of pages.entries()) {
      for (const said of ["Écriture", "Montant", "Établi le 21/11/2026", `${index + 1} / 3`]) {
        expect(page).toContain(said);
      }
    }
    const rows = [...pages.join("\n").matchAll(/Ligne (\d+)/g)].map(([, index]) => Number(index));
    expect(rows).toEqual(Array.from({ length: 120 }, (_none, index) => index));
  });

  it("embeds its typeface and leans on none of the reader's", async () => {
    const pdf = (await renderPdf(content)).toString("latin1");
    expect(pdf).toMatch(/\/FontFile[23] /);
    expect(pdf).not.toMatch(/\/Helvetica|\/Times|\/Subtype \/Type1\b/);
    expect(pdf).toMatch(/\/Lang \(fr-FR\)/);
  });

  it("is the same to the byte for the same content", async () => {
    expect((await renderPdf(content)).equals(await renderPdf(content))).toBe(true);
  });

  it("says that a table is empty", async () => {
    const columns = [{ title: "Date", share: 1 }];
    const [page] = textOfPdf(
      await renderPdf({
        ...content,
        blocks: [{ kind: "table", columns, rows: [], empty: "Aucune écriture" }],
      }),
    );
    expect(page).toContain("Aucune écriture");
  });

  it("holds no more rows than it may", async () => {
    const columns = [{ title: "Date", share: 1 }];
    const rows = Array.from({ length: PDF_ROWS_MAX + 1 }, () => ["x"]);
    await expect(
      renderPdf({ ...content, blocks: [{ kind: "table", columns, rows, empty: "" }] }),
    ).rejects.toThrow(RangeError);
  });
});

describe("letters that the typeface does not have", () => {
  const ascii = (codePoint: number) => codePoint < 0x180;
  it.each([
    ["12\u202f345", "12\u00a0345", 0],
    ["Ɔɔ Ɛɛ", "Oo Ee", 4],
    ["e\u0301", "é", 0],
    ["Ṣọ", "So", 2],
    ["漢", "?", 1],
    ["two\r\n\tlines\u0000", "two lines ", 0],
  ])("%j is drawn as %j, with %i that are not the same", (text, drawn, missed) => {
    expect(drawableText(text, ascii)).toEqual({ text: drawn, missed });
  });

  it.each([
    ["Boutique Ndiaye", "Boutique Ndiaye"],
    ["مسجد النور", "مسجد\u00a0النور"],
    ["مسجد Al Nour دكار", "دكار  Al Nour مسجد"],
    ["Chez مسجد النور 12", "Chez مسجد\u00a0النور  12"],
    ["(مسجد) رقم ١٢ 12", "12 )مسجد(\u00a0رقم\u00a0٢١"],
    ["رقم:12.50", "رقم:05.21"],
  ])("the words of %j stand from the left as %j", (line, drawn) => {
    expect(visualLines(line, () => true)).toBe(drawn);
  });

  it("lines are broken as they are read: the first words stand in the first line, in the direction of the whole", () => {
    const fits = (line: string) => line.length <= 12;
    expect(visualLines("صدقة لبناء رقم 2041 Al Nour شكرا", fits)).toBe(
      "صدقة\u00a0لبناء\n2041 Al رقم\nشكرا  Nour",
    );
    expect(visualLines("Une phrase sans rien de tel", fits)).toBe("Une phrase sans rien de tel");
  });
});
