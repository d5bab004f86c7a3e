import { renderReceipt } from "../../server/src/documents/index.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { PageSession, Receipt } from "../../server/src/kit/payer-pages.ts";
import { brandColours } from "./colour.ts";
import { amountText, type Messages, momentText } from "./i18n/index.ts";
import { qrPath } from "./qr.ts";
import { printedReference } from "./screens/transfer.tsx";

/** One line of a receipt, the same on the page and in the PDF. */
export interface ReceiptLine {
  readonly name: string;
  readonly value: string;
  readonly kind: "amount" | "text" | "moment" | "code";
}

interface ReceiptOf {
  readonly locale: Locale;
  readonly session: PageSession;
  readonly receipt: Receipt | null;
  readonly amount: string;
  readonly t: Messages;
}

/** Who was paid, how much, for what, when and how; and the number in the operator's message to the payer. */
export function receiptLines({ session, receipt, amount, t, locale }: ReceiptOf): readonly ReceiptLine[] {
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
  const { payerFee, currency } = session;
  lines.push(text(labels.fees, payerFee === "0" ? labels.noFees : amountText(locale, payerFee, currency)));
  if (receipt.maskedPhone !== null) lines.push(text(labels.phone, receipt.maskedPhone));
  if (receipt.amountRefunded !== "0")
    lines.push(text(labels.refunded, amountText(locale, receipt.amountRefunded, session.currency)));
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

/** Whether all of it was returned to the payer since: then it is a proof of nothing that is paid. */
export const isRefunded = ({ amount, receipt }: PageSession): boolean =>
  receipt !== null && BigInt(receipt.amountRefunded) >= BigInt(amount);

/** Where anyone checks a receipt, below the service's own address. */
export const RECEIPTS_PATH = "/checkout/receipts";

/** Of the page that confirms a receipt to whoever holds it, below the service's own address. */
export const receiptPath = ({ code }: Receipt): string => `${RECEIPTS_PATH}/${code}`;

/**
 * The receipt as one page of a phone's width. Papers are shown to others, so it does not contain the page's own address:
 * its code leads to a page that only confirms what the paper says.
 */
export function receiptPdf(
  of: ReceiptOf & {
    readonly receipt: Receipt;
    readonly logo: Buffer | null;
    readonly origin: string;
  },
): Promise<Buffer> {
  const { session, receipt, amount, t, locale, logo, origin } = of;
  const { fill, onFill } = brandColours(session.primaryColor);
  const url = `${origin}${receiptPath(receipt)}`;
  return renderReceipt({
    title: t.success.pdfTitle,
    issuer: session.merchantName,
    logo,
    colour: fill,
    onColour: onFill,
    mark: isRefunded(session) ? t.success.wasRefunded : t.success.paid,
    amount,
    notice: session.mode === "SANDBOX" ? t.success.pdfTest : null,
    rows: receiptLines(of)
      .filter(({ kind }) => kind !== "amount")
      .map(({ name, value, kind }) => ({
        label: name,
        value: kind === "moment" ? momentText(locale, value, session.countryCode) : value,
      })),
    check: { text: t.success.check, url, code: qrPath(url) },
    footer: [keepText(session, receipt, t), ...runByLines(session, t)],
    locale,
    createdAtMs: Date.parse(receipt.paidAt),
  });
}

/** Only an operator writes to whoever pays, and with the number that stands here. */
function keepText(session: PageSession, receipt: Receipt, t: Messages): string {
  if (session.endedTransfer !== null) return t.bank.arrived;
  const isTold = receipt.paymentMethod === "MOBILE_MONEY" && receipt.transactionId !== null;
  return isTold ? t.success.pdfFooter : t.success.pdfKeep;
}

/** Who runs the page: on paper a link is its address. */
function runByLines({ runBy }: PageSession, t: Messages): readonly string[] {
  const { name, licence, termsUrl, privacyUrl } = runBy;
  const addresses = [
    [t.runBy.terms, termsUrl],
    [t.runBy.privacy, privacyUrl],
  ] as const;
  return [
    [t.runBy.line(name), licence].filter((text) => text !== null).join(" "),
    ...addresses.flatMap(([words, url]) => (url === null ? [] : [`${words} : ${url}`])),
  ];
}

/** What a receipt's check confirms: nothing of the payer. */
export function confirmedLines(of: ReceiptOf): readonly ReceiptLine[] {
  const { receipt } = of;
  return receiptLines({
    ...of,
    receipt: receipt === null ? null : { ...receipt, maskedPhone: null, transactionId: null },
  });
}
