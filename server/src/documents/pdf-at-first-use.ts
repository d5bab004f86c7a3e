import type { PdfContent } from "./pdf.ts";
import type { ReceiptContent } from "./receipt-pdf.ts";

// pdfkit and the code of its fonts are 2 MB of source. They are loaded with the first document, so that no start waits for them.

/** See `pdf.ts`. */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const { renderPdf: render } = await import("./pdf.ts");
  return render(content);
}

/** See `receipt-pdf.ts`. */
export async function renderReceipt(content: ReceiptContent): Promise<Buffer> {
  const { renderReceipt: render } = await import("./receipt-pdf.ts");
  return render(content);
}
