export { type CsvCell, csvFile, type NumberCell, numberCell } from "./csv.ts";
export { PDF_ROWS_MAX, type PdfBlock, type PdfColumn, type PdfContent, renderPdf } from "./pdf.ts";
