export { type Cell, numberCell } from "./cells.ts";
export { csvFile, csvRows, type Separator, separators } from "./csv.ts";
export { type PdfBlock, renderPdf } from "./pdf.ts";
export { renderReceipt } from "./receipt-pdf.ts";
export { textFile } from "./text-file.ts";
export { sheetFile, sheetRows, workbook } from "./xlsx.ts";
