import { decimalText, type Money, money } from "../../../kit/money.ts";

/** One transfer of a payment file. */
export interface FileTransfer {
  /** At most 35 characters; the bank repeats it in its answer and in the statement. */
  readonly endToEndId: string;
  readonly amount: Money;
  readonly name: string;
  /** An IBAN, or another account number. */
  readonly account: string;
  /** What the recipient reads, at most 140 characters. */
  readonly purpose: string;
}

/** A payment file: transfers of one currency from one account, on one day. */
export interface PaymentFile {
  readonly version: "03" | "09";
  /** At most 35 characters; the bank refuses a second file with the same. */
  readonly messageId: string;
  readonly createdAtMs: number;
  /** `YYYY-MM-DD`. */
  readonly executeOn: string;
  readonly accountHolder: string;
  readonly account: string;
  readonly bic: string;
  readonly transfers: readonly FileTransfer[];
}

/** In one file. */
export const FILE_TRANSFERS_MAX = 500;
const NAME_MAX = 70;
const PURPOSE_MAX = 140;

/**
 * The text of a payment file: pain.001.001.03 or .09, in the Latin characters that every bank takes. Throws for no
 * transfer, too many, or transfers of two currencies: the caller has chosen them. Pure.
 */
export function paymentFileText(file: PaymentFile): string {
  const { version, messageId, transfers, accountHolder } = file;
  const total = totalOf(transfers);
  const count = String(transfers.length);
  const sum = decimalText(total);
  const isEuro = total.currency === "EUR";
  const bic = version === "03" ? "BIC" : "BICFI";
  const day = version === "03" ? file.executeOn : element("Dt", [file.executeOn]);
  const created = new Date(file.createdAtMs).toISOString().replace(/\.\d{3}Z$/, "Z");
  const header = element("GrpHdr", [
    element("MsgId", [escaped(messageId)]),
    element("CreDtTm", [created]),
    element("NbOfTxs", [count]),
    element("CtrlSum", [sum]),
    element("InitgPty", [element("Nm", [latin(accountHolder, NAME_MAX)])]),
  ]);
  const payment = element("PmtInf", [
    element("PmtInfId", [escaped(messageId)]),
    element("PmtMtd", ["TRF"]),
    element("BtchBookg", ["false"]),
    element("NbOfTxs", [count]),
    element("CtrlSum", [sum]),
    // Elsewhere than in the euro area no scheme is named: the bank's own transfer is meant.
    ...(isEuro ? [element("PmtTpInf", [element("SvcLvl", [element("Cd", ["SEPA"])])])] : []),
    element("ReqdExctnDt", [day]),
    element("Dbtr", [element("Nm", [latin(accountHolder, NAME_MAX)])]),
    element("DbtrAcct", [element("Id", [accountId(file.account)]), element("Ccy", [total.currency])]),
    element("DbtrAgt", [element("FinInstnId", [element(bic, [escaped(file.bic)])])]),
    element("ChrgBr", ["SLEV"]),
    ...transfers.map(transferElement),
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}">`,
    element("CstmrCdtTrfInitn", [header, payment]),
    "</Document>",
    "",
  ].join("\n");
}

function totalOf(transfers: readonly FileTransfer[]): Money {
  const [first] = transfers;
  if (first === undefined || transfers.length > FILE_TRANSFERS_MAX)
    throw new Error(`a payment file has 1 to ${FILE_TRANSFERS_MAX} transfers`);
  const { currency } = first.amount;
  if (transfers.some(({ amount }) => amount.currency !== currency))
    throw new Error("a payment file has one currency");
  return money(
    transfers.reduce((sum, { amount }) => sum + amount.minor, 0n),
    currency,
  );
}

function transferElement({ endToEndId, amount, name, account, purpose }: FileTransfer): string {
  return element("CdtTrfTxInf", [
    element("PmtId", [
      element("InstrId", [escaped(endToEndId)]),
      element("EndToEndId", [escaped(endToEndId)]),
    ]),
    element("Amt", [`<InstdAmt Ccy="${amount.currency}">${decimalText(amount)}</InstdAmt>`]),
    element("Cdtr", [element("Nm", [latin(name, NAME_MAX)])]),
    element("CdtrAcct", [element("Id", [accountId(account)])]),
    element("RmtInf", [element("Ustrd", [latin(purpose, PURPOSE_MAX)])]),
  ]);
}

function accountId(account: string): string {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(account)
    ? element("IBAN", [account])
    : element("Othr", [element("Id", [escaped(account)])]);
}

function element(name: string, content: readonly string[]): string {
  return `<${name}>${content.join("")}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const withoutMarks: Readonly<Record<string, string>> = {
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ß: "ss",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  "’": "'",
  "–": "-",
  "—": "-",
};

/** The characters that banks exchange (EPC217-08): letters without marks, digits and a few signs; `.` for any other. */
function latin(text: string, length: number): string {
  const plain = text
    .replaceAll(/[^ -~]/g, (character) => withoutMarks[character] ?? character)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ".")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, length)
    .trim();
  return plain === "" ? "." : plain;
}
