export { type Cell, numberCell } from "./cells.ts";
export { csvFile, csvRows, type Separator, separators } from "./csv.ts";
export type { PdfBlock } from "./pdf.ts";
export { renderPdf, renderReceipt } from "./pdf-at-first-use.ts";
export { textFile } from "./text-file.ts";
export { sheetFile, sheetRows, workbook } from "./xlsx.ts";
