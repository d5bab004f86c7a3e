export { type CsvCell, csvFile, numberCell, type Separator, separators } from "./csv.ts";
export { type PdfBlock, type PdfContent, renderPdf } from "./pdf.ts";
export { textFile } from "./text-file.ts";
