export { type CsvCell, csvFile, csvRows, numberCell, type Separator, separators } from "./csv.ts";
export { type PdfBlock, type PdfContent, renderPdf } from "./pdf.ts";
export { textFile } from "./text-file.ts";
