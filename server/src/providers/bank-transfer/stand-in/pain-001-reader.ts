import { type Money, parseDecimal } from "../../../kit/money.ts";

/** One transfer that a customer orders. */
export interface OrderedTransfer {
  readonly endToEndId: string;
  readonly amount: Money;
  readonly name: string;
  readonly account: string;
}

export interface OrderFile {
  readonly messageId: string;
  readonly transfers: readonly OrderedTransfer[];
}

/** What a bank reads of a pain.001, version 03 or 09; null: it cannot be read, or its sums do not agree. */
export function readOrderFile(text: string): OrderFile | null {
  if (!/urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(?:03|09)"/.test(text)) return null;
  const header = part(text, "GrpHdr");
  const messageId = part(header, "MsgId");
  const transfers = [...text.matchAll(/<CdtTrfTxInf>([\s\S]*?)<\/CdtTrfTxInf>/g)].map(([, one = ""]) => {
    const [, currency = "", amount = ""] = /<InstdAmt Ccy="([A-Z]{3})">([^<]*)</.exec(one) ?? [];
    const account = part(one, "CdtrAcct");
    return {
      endToEndId: part(one, "EndToEndId"),
      amount: parseDecimal(amount, currency),
      name: part(part(one, "Cdtr"), "Nm"),
      account: part(account, "IBAN") || part(part(account, "Othr"), "Id"),
    };
  });
  const read = transfers.flatMap(({ amount, ...rest }) => (amount === null ? [] : [{ ...rest, amount }]));
  const [first] = read;
  const total = parseDecimal(part(header, "CtrlSum"), first?.amount.currency);
  const sum = read.reduce((all, { amount }) => all + amount.minor, 0n);
  const agrees = Number(part(header, "NbOfTxs")) === transfers.length && total?.minor === sum;
  return messageId === "" || read.length !== transfers.length || !agrees
    ? null
    : { messageId, transfers: read };
}

function part(text: string, name: string): string {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? "";
}
