import { type Money, parseDecimal } from "../../../kit/money.ts";
import { BankFileFault } from "./file-fault.ts";
import type { StatedEntry } from "./types.ts";
import { all, at, textAt, type XmlElement } from "./xml.ts";

/** Longer texts and numbers than the messages allow are cut: they only help a person. */
const TEXT_MAX = 1_000;
const REFERENCE_MAX = 35;
const NAME_MAX = 140;
const ACCOUNT_MAX = 34;
/** What banks write where the payer gave no number of their own. */
const NOT_PROVIDED = "NOTPROVIDED";

/**
 * The movements of one `Ntry`: its transactions where it is a booking of several that are all told with their amounts,
 * else one. Refuses with `BankFileFault` an entry without amount, direction, day or status.
 */
export function readEntries(entry: XmlElement): readonly StatedEntry[] {
  const amount = readAmount(entry);
  const direction = readDirection(entry);
  const status = textAt(entry, "Sts/Cd") ?? textAt(entry, "Sts");
  if (status === null)
    throw new BankFileFault("INCOMPLETE", "An entry of the statement has no status (Sts).");
  const isBooked = status === "BOOK";
  const bookedOn = readDay(entry, isBooked);
  const reversal = textAt(entry, "RvslInd");
  const isReversal = reversal === "true" || reversal === "1";
  const lineReference = cut(textAt(entry, "NtryRef"), REFERENCE_MAX);
  const bookingReference = cut(textAt(entry, "AcctSvcrRef"), REFERENCE_MAX);
  const common = { direction, isReversal, isBooked, bookedOn, lineReference } as const;
  const transactions = all(entry, "NtryDtls").flatMap((details) => all(details, "TxDtls"));
  const parts = transactions.length > 1 ? partsOf(transactions, amount, direction) : null;
  const ownText = textAt(entry, "AddtlNtryInf");
  if (parts === null) {
    const references = [bookingReference, ...transactions.map(serviceReference)];
    return [
      {
        ...common,
        amount,
        batchReference: null,
        bankReferences: [...new Set(references.filter((reference) => reference !== null))],
        ...detailsOf(transactions, direction, ownText),
      },
    ];
  }
  return transactions.map((transaction, index) => {
    const own = serviceReference(transaction);
    const details = detailsOf([transaction], direction, null);
    // Where the bank numbers only the booking, a part is named by the payer's number or its place.
    const named = bookingReference === null ? null : `${bookingReference}/${details.endToEndId ?? index + 1}`;
    const reference = own ?? named;
    return {
      ...common,
      amount: parts[index] ?? amount,
      batchReference: bookingReference,
      bankReferences: reference === null ? [] : [reference],
      ...details,
    };
  });
}

/** `Amt` with its currency. Refuses with `BankFileFault`. */
export function readAmount(element: XmlElement): Money {
  const amount = amountIn(at(element, "Amt"));
  if (amount === null)
    throw new BankFileFault(
      "INCOMPLETE",
      `An amount (Amt in ${element.name}) is missing, is no amount of its currency, or its currency is not known here.`,
    );
  return amount;
}

function amountIn(amount: XmlElement | null): Money | null {
  return amount === null ? null : parseDecimal(amount.text, amount.attributes.Ccy);
}

function readDirection(entry: XmlElement): "CREDIT" | "DEBIT" {
  const indicator = textAt(entry, "CdtDbtInd");
  if (indicator !== "CRDT" && indicator !== "DBIT")
    throw new BankFileFault(
      "INCOMPLETE",
      "An entry of the statement does not say whether it is a credit or a debit (CdtDbtInd).",
    );
  return indicator === "CRDT" ? "CREDIT" : "DEBIT";
}

/** An entry that is not booked yet may have no day; its value day, or none, stands in for it. */
function readDay(entry: XmlElement, isBooked: boolean): string {
  const day = dayIn(entry, "BookgDt") ?? dayIn(entry, "ValDt");
  if (day !== null) return day;
  if (isBooked)
    throw new BankFileFault("INCOMPLETE", "A booked entry of the statement has no day (BookgDt).");
  return "";
}

function dayIn(entry: XmlElement, name: string): string | null {
  const text = (textAt(entry, `${name}/Dt`) ?? textAt(entry, `${name}/DtTm`))?.slice(0, 10) ?? null;
  return text !== null && isDay(text) ? text : null;
}

/** Whether it is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

/** The amounts of the parts of a booking, if each is told and they make the whole; else null. */
function partsOf(
  transactions: readonly XmlElement[],
  whole: Money,
  direction: "CREDIT" | "DEBIT",
): readonly Money[] | null {
  const amounts: Money[] = [];
  let sum = 0n;
  for (const transaction of transactions) {
    const amount = amountIn(at(transaction, "Amt") ?? at(transaction, "AmtDtls/TxAmt/Amt"));
    const indicator = textAt(transaction, "CdtDbtInd");
    const isSame = indicator === null || (indicator === "CRDT") === (direction === "CREDIT");
    if (amount === null || amount.currency !== whole.currency || !isSame) return null;
    amounts.push(amount);
    sum += amount.minor;
  }
  return sum === whole.minor ? amounts : null;
}

function serviceReference(transaction: XmlElement): string | null {
  return cut(textAt(transaction, "Refs/AcctSvcrRef"), REFERENCE_MAX);
}

type Details = Pick<
  StatedEntry,
  "endToEndId" | "structuredReferences" | "text" | "counterpartyName" | "counterpartyAccount" | "returnReason"
>;

/** What the transactions of one movement tell of it: of several, that all say the same. */
function detailsOf(
  transactions: readonly XmlElement[],
  direction: "CREDIT" | "DEBIT",
  ownText: string | null,
): Details {
  // The other side of a credit is its debtor.
  const side = direction === "CREDIT" ? "Dbtr" : "Cdtr";
  const agreed = (read: (transaction: XmlElement) => string | null): string | null => {
    const values = new Set(transactions.map(read));
    const [value = null] = values;
    return values.size === 1 ? value : null;
  };
  const remittances = transactions.flatMap((transaction) => all(transaction, "RmtInf"));
  const structured = remittances.flatMap((remittance) => all(remittance, "Strd"));
  const texts = [
    ...remittances.flatMap((remittance) => all(remittance, "Ustrd").map(({ text }) => text)),
    ...structured.flatMap((part) => all(part, "AddtlRmtInf").map(({ text }) => text)),
    ...transactions.map((transaction) => textAt(transaction, "AddtlTxInf")),
    ownText,
  ].filter((text) => text !== null && text !== "");
  const endToEndId = agreed((transaction) => textAt(transaction, "Refs/EndToEndId"));
  const account = agreed(
    (transaction) =>
      textAt(transaction, `RltdPties/${side}Acct/Id/IBAN`) ??
      textAt(transaction, `RltdPties/${side}Acct/Id/Othr/Id`),
  );
  return {
    endToEndId: endToEndId === NOT_PROVIDED ? null : cut(endToEndId, REFERENCE_MAX),
    structuredReferences: structured
      .map((part) => cut(textAt(part, "CdtrRefInf/Ref"), REFERENCE_MAX))
      .filter((reference) => reference !== null),
    text: texts.join(" ").slice(0, TEXT_MAX),
    counterpartyName: cut(
      // Version 08 puts the party one level deeper.
      agreed(
        (transaction) =>
          textAt(transaction, `RltdPties/${side}/Pty/Nm`) ?? textAt(transaction, `RltdPties/${side}/Nm`),
      ),
      NAME_MAX,
    ),
    counterpartyAccount: cut(account?.replaceAll(/\s/g, "").toUpperCase() ?? null, ACCOUNT_MAX),
    returnReason: agreed((transaction) => textAt(transaction, "RtrInf/Rsn/Cd")),
  };
}

function cut(text: string | null, length: number): string | null {
  return text === null ? null : text.slice(0, length);
}
