import { expect, it } from "vitest";
import { type ReceiptContent, renderReceipt } from "./receipt-pdf.ts";
import { textOfPdf } from "./test-pdf-text.ts";

const content: ReceiptContent = {
  title: "Reçu de paiement",
  issuer: "Épicerie « Ndiaye & Sœurs »",
  logo: null,
  colour: "#7c2d12",
  onColour: "#ffffff",
  mark: "Payé",
  amount: "12\u00a0500\u00a0F\u00a0CFA",
  notice: null,
  rows: [{ label: "Référence", value: "K7M2-QX4D" }],
  check: {
    text: "Vérifier ce reçu",
    url: "https://pay.example/r/1",
    code: { size: 2, path: "M0 0h1v1h-1z" },
  },
  footer: ["Gardez ce reçu.", "Paiement assuré par Cauris."],
  locale: "fr",
  createdAtMs: Date.UTC(2026, 10, 21, 10),
};
const heightOf = (pdf: Buffer) =>
  Number(/\/MediaBox \[0 0 297\.64 ([\d.]+)\]/.exec(pdf.toString("latin1"))?.[1]);

it("is one page of a phone's width that says everything", async () => {
  const pages = textOfPdf(await renderReceipt({ ...content, notice: "Test" }));
  expect(pages).toHaveLength(1);
  for (const said of [
    content.issuer,
    content.title,
    "Payé",
    "Test",
    content.amount,
    "K7M2-QX4D",
    ...content.footer,
  ])
    expect(pages[0]).toContain(said);
});

it("is tagged for screen readers: a language, a title, a tree with the code's words", async () => {
  const pdf = (await renderReceipt(content)).toString("latin1");
  for (const part of [
    "/StructTreeRoot",
    "/Marked true",
    "/Lang (fr-FR)",
    "/DisplayDocTitle true",
    "pdfuaid:part",
  ])
    expect(pdf).toContain(part);
  expect(pdf).toMatch(/\/S \/H1\b/);
  expect(pdf).toMatch(/\/S \/Figure\b/);
  expect(pdf).toMatch(/\/Alt \(/);
  // What a checker of PDF/UA refused: an incomplete list of characters, and metadata that were no XML.
  expect(pdf).not.toContain("/CIDSet");
  expect(pdf).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);
  const metadata = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(pdf)?.[0] ?? "";
  expect(metadata).toContain("<dc:title>");
  expect(metadata).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
});

it("grows with what it says, and stays one page", async () => {
  const long = { label: "Pour", value: "Deux pagnes wax, livraison comprise. ".repeat(6) };
  const [short, tall] = [
    await renderReceipt(content),
    await renderReceipt({ ...content, rows: Array.from({ length: 12 }, () => long) }),
  ];
  expect(heightOf(short)).toBe(419.53);
  expect(heightOf(tall)).toBeGreaterThan(700);
  expect(textOfPdf(tall)).toHaveLength(1);
});

it("is the same to the byte for the same content", async () =>
  expect((await renderReceipt(content)).equals(await renderReceipt(content))).toBe(true));

it("writes the letters of West Africa as they are, in a typeface that other receipts do not carry", async () => {
  const said = "Ɛdì Ɔtɔ Ŋkɔ Ɖagbe ɖé Ƒetaƒe Ɣeɖuƒe Ʋɔtrú ɣi ʋu Ɓaure Ɗan Ƙasa ɲaga Ọ\u0300ṣun ɛ\u0301";
  const pdf = await renderReceipt({
    ...content,
    issuer: said,
    rows: [{ label: "Motif", value: "مسجد النور" }],
  });
  const letters = (text: string) => text.normalize("NFC").replaceAll(/\s/g, "");
  expect(letters(textOfPdf(pdf)[0] ?? "")).toContain(letters(said));
  expect(pdf.toString("latin1")).toContain("+DejaVuSans");
  expect(pdf.toString("latin1")).not.toContain("/CIDSet");
  expect(textOfPdf(pdf)[0]).not.toContain("\ufffd");
  const usual = await renderReceipt(content);
  expect(usual.toString("latin1")).not.toContain("DejaVu");
  expect(usual.length).toBeLessThan(20_000);
});
