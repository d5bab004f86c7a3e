import { BankFileFault } from "./file-fault.ts";
import { all, at, readXml, textAt, type XmlElement } from "./xml.ts";

/** What the bank says about a file of ours, a part of it or one transfer. */
export interface PaymentStatus {
  /** As `ACCP`, `ACSP`, `ACSC`, `RJCT`; null where this level says nothing. */
  readonly status: string | null;
  /** ISO code of the reason, such as `AC04`; null where there is none. */
  readonly reason: string | null;
}

export interface TransferStatus extends PaymentStatus {
  readonly endToEndId: string;
  readonly bankReference: string | null;
}

export interface StatusReport {
  /** The number of our file. */
  readonly messageId: string;
  readonly group: PaymentStatus;
  /** Of the one part that our files have. */
  readonly payment: PaymentStatus;
  readonly transfers: readonly TransferStatus[];
}

const namespaces: ReadonlySet<string> = new Set([
  "urn:iso:std:iso:20022:tech:xsd:pain.002.001.03",
  "urn:iso:std:iso:20022:tech:xsd:pain.002.001.10",
]);
const records: ReadonlySet<string> = new Set(["CstmrPmtStsRpt"]);
const NOTHING: PaymentStatus = { status: null, reason: null };

/** Whether the file is a pain.002, of any version. */
export function isStatusReport(text: string): boolean {
  return text.includes("iso:20022:tech:xsd:pain.002.");
}

/** Reads a bank's report on a payment file: pain.002 versions 03 and 10. Refuses with `BankFileFault`. */
export async function readStatusReport(bytes: Buffer): Promise<StatusReport> {
  const reports: XmlElement[] = [];
  await readXml(bytes, {
    records,
    root: (namespace, name) => {
      if (name !== "Document" || !namespaces.has(namespace))
        throw new BankFileFault(
          "OTHER_FORMAT",
          "The file is no status report that is read: pain.002, versions 001.03 and 001.10.",
        );
    },
    take: (record) => {
      reports.push(record);
    },
  });
  const [report] = reports;
  const messageId = textAt(report, "OrgnlGrpInfAndSts/OrgnlMsgId");
  if (messageId === null)
    throw new BankFileFault(
      "INCOMPLETE",
      "The status report does not name the file that it is about (OrgnlMsgId).",
    );
  const payments = all(report, "OrgnlPmtInfAndSts");
  return {
    messageId,
    group: statusIn(at(report, "OrgnlGrpInfAndSts"), "GrpSts"),
    payment: payments[0] === undefined ? NOTHING : statusIn(payments[0], "PmtInfSts"),
    transfers: payments.flatMap((payment) => all(payment, "TxInfAndSts")).map(readTransfer),
  };
}

function statusIn(element: XmlElement | null, name: string): PaymentStatus {
  return {
    status: textAt(element, name),
    reason: textAt(element, "StsRsnInf/Rsn/Cd") ?? textAt(element, "StsRsnInf/Rsn/Prtry"),
  };
}

function readTransfer(transfer: XmlElement): TransferStatus {
  const endToEndId = textAt(transfer, "OrgnlEndToEndId");
  if (endToEndId === null)
    throw new BankFileFault(
      "INCOMPLETE",
      "The status report names a transfer without its number (OrgnlEndToEndId).",
    );
  return {
    ...statusIn(transfer, "TxSts"),
    endToEndId,
    bankReference: textAt(transfer, "AcctSvcrRef"),
  };
}
