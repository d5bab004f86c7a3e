import { type PdfContent, renderPdf } from "../../server/src/documents/index.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import { type Messages, momentText } from "./i18n/index.ts";
import type { PageSession, Receipt } from "./ports.ts";
import { printedReference } from "./screens/transfer.tsx";

/** One line of a receipt, the same on the page and in the PDF. */
export interface ReceiptLine {
  readonly name: string;
  readonly value: string;
  readonly kind: "amount" | "text" | "moment" | "code";
}

interface ReceiptOf {
  readonly session: PageSession;
  readonly receipt: Receipt | null;
  readonly amount: string;
  readonly t: Messages;
}

/** Who was paid, how much, for what, when and how; and the number in the operator's message to the payer. */
export function receiptLines({ session, receipt, amount, t }: ReceiptOf): readonly ReceiptLine[] {
  const labels = t.success;
  const text = (name: string, value: string): ReceiptLine => ({ name, value, kind: "text" });
  const lines: ReceiptLine[] = [
    { name: labels.amount, value: amount, kind: "amount" },
    text(labels.merchant, session.merchantName),
    text(labels.for, session.title),
  ];
  if (session.reference !== null)
    lines.push({ name: labels.orderNumber, value: session.reference, kind: "code" });
  if (receipt === null) return lines;
  lines.push({ name: labels.date, value: receipt.paidAt, kind: "moment" });
  lines.push(text(labels.method, receipt.operatorName ?? t.methods[receipt.paymentMethod]));
  if (receipt.maskedPhone !== null) lines.push(text(labels.phone, receipt.maskedPhone));
  if (receipt.transactionId !== null)
    lines.push({ name: labels.transaction, value: receipt.transactionId, kind: "code" });
  if (session.endedTransfer !== null)
    lines.push({
      name: t.bank.receiptReference,
      value: printedReference(session.endedTransfer.reference),
      kind: "code",
    });
  if (session.shortReference !== null)
    lines.push({ name: labels.reference, value: session.shortReference, kind: "code" });
  return lines;
}

/** The receipt as one A4 page. It does not contain the page's own address, because papers are shown to others. */
export function receiptPdf(
  of: ReceiptOf & { readonly receipt: Receipt; readonly locale: Locale },
): Promise<Buffer> {
  const { session, receipt, t, locale } = of;
  const content: PdfContent = {
    title: t.success.pdfTitle,
    issuer: session.merchantName,
    ...(session.mode === "SANDBOX" ? { subtitle: t.success.pdfTest } : {}),
    locale,
    createdAtMs: Date.parse(receipt.paidAt),
    blocks: [
      {
        kind: "rows",
        rows: receiptLines(of).map(({ name, value, kind }) => ({
          label: name,
          value: kind === "moment" ? momentText(locale, value) : value,
          ...(kind === "amount" ? { strong: true } : {}),
        })),
      },
    ],
    footer: session.endedTransfer === null ? t.success.pdfFooter : t.bank.arrived,
  };
  return renderPdf(content);
}
