import type { Money } from "../../../kit/money.ts";
import { readAmount, readEntries } from "./camt-entry.ts";
import { BankFileFault } from "./file-fault.ts";
import { ENTRIES_MAX, type StatedEntry, type Statement } from "./types.ts";
import { all, readXml, textAt, type XmlElement } from "./xml.ts";

/** The messages that are read, by their namespace. */
const formats: Readonly<Record<string, "CAMT_053" | "CAMT_054">> = {
  "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02": "CAMT_053",
  "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08": "CAMT_053",
  "urn:iso:std:iso:20022:tech:xsd:camt.054.001.02": "CAMT_054",
  "urn:iso:std:iso:20022:tech:xsd:camt.054.001.08": "CAMT_054",
};
/** An entry is handed over before the statement around it, which then has to agree with it. */
const records: ReadonlySet<string> = new Set(["Ntry", "Stmt", "Ntfctn"]);

/**
 * Reads an account statement (camt.053) or a notice of bookings (camt.054), versions 02 and 08. Refuses with
 * `BankFileFault` any other file, and one that contradicts itself: another number of entries than it says, or balances
 * that do not agree with them.
 */
export async function readCamt(bytes: Buffer): Promise<Statement> {
  let format: Statement["format"] | null = null;
  const entries: StatedEntry[] = [];
  const accounts = new Set<string>();
  let lines: Line[] = [];

  await readXml(bytes, {
    records,
    root: (namespace, name) => {
      format = name === "Document" ? (formats[namespace] ?? null) : null;
      if (format === null)
        throw new BankFileFault(
          "OTHER_FORMAT",
          "The file is no statement that is read: camt.053 and camt.054, versions 001.02 and 001.08.",
        );
    },
    take: (record) => {
      if (record.name !== "Ntry") {
        const account = accountOf(record);
        if (account !== null) accounts.add(account);
        checkCount(record, lines.length);
        checkBalances(record, lines);
        lines = [];
        return;
      }
      const read = readEntries(record);
      if (entries.length + read.length > ENTRIES_MAX)
        throw new BankFileFault("TOO_LARGE", `The file has more than ${ENTRIES_MAX} entries.`);
      entries.push(...read);
      lines.push(lineOf(record, read));
    },
  });
  if (format === null) throw new BankFileFault("EMPTY", "The file is empty.");
  if (accounts.size === 0) throw new BankFileFault("INCOMPLETE", "The file names no account.");
  return { format, accounts: [...accounts], entries };
}

/** A line of the statement as a whole, for its balances. */
interface Line {
  readonly amount: Money;
  readonly isBooked: boolean;
  readonly isCredit: boolean;
}

function lineOf(record: XmlElement, [first]: readonly StatedEntry[]): Line {
  if (first === undefined) throw new Error("a line has at least one entry");
  return {
    amount: readAmount(record),
    isBooked: first.isBooked,
    isCredit: textAt(record, "CdtDbtInd") === "CRDT",
  };
}

function accountOf(statement: XmlElement): string | null {
  return textAt(statement, "Acct/Id/IBAN") ?? textAt(statement, "Acct/Id/Othr/Id");
}

function checkCount(statement: XmlElement, count: number): void {
  const told = textAt(statement, "TxsSummry/TtlNtries/NbOfNtries");
  if (told !== null && Number(told) !== count)
    throw new BankFileFault(
      "SUMS_DIFFER",
      `The statement says that it has ${told.slice(0, 15)} entries, and has ${count}.`,
    );
}

/** Opening balance and booked entries make the closing balance, where the statement tells both. */
function checkBalances(statement: XmlElement, lines: readonly Line[]): void {
  const opening = balanceOf(statement, "OPBD");
  const closing = balanceOf(statement, "CLBD");
  if (opening === null || closing === null) return;
  let sum = opening.minor;
  for (const { amount, isBooked, isCredit } of lines) {
    if (amount.currency !== opening.currency) return;
    if (isBooked) sum += isCredit ? amount.minor : -amount.minor;
  }
  if (closing.currency !== opening.currency || sum !== closing.minor)
    throw new BankFileFault(
      "SUMS_DIFFER",
      "The opening balance and the entries of the statement do not make its closing balance: entries are missing or were changed.",
    );
}

/** Of the whole day: one page of several has interim balances only. */
function balanceOf(statement: XmlElement, code: string): Money | null {
  const balances = all(statement, "Bal").filter(
    (balance) => textAt(balance, "Tp/CdOrPrtry/Cd") === code && textAt(balance, "Tp/SubTp/Cd") === null,
  );
  const [balance] = balances;
  if (balance === undefined || balances.length > 1) return null;
  const { minor, currency } = readAmount(balance);
  return { minor: textAt(balance, "CdtDbtInd") === "DBIT" ? -minor : minor, currency };
}
