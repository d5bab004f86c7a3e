import { decimalText, type Money } from "../../../kit/money.ts";

/** One transaction of an entry, as a bank tells it. */
export interface CamtTransaction {
  readonly bankReference?: string;
  readonly endToEndId?: string;
  readonly amount?: Money;
  readonly structuredReference?: string;
  readonly text?: string;
  readonly partyName?: string;
  readonly partyAccount?: string;
  readonly returnReason?: string;
}

export interface CamtEntry {
  readonly amount: Money;
  readonly isCredit?: boolean;
  readonly isReversal?: boolean;
  /** `BOOK` when absent. */
  readonly status?: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly entryReference?: string;
  readonly bankReference?: string;
  readonly transactions?: readonly CamtTransaction[];
}

export interface CamtFile {
  readonly kind: "053" | "054";
  readonly version: "02" | "08";
  readonly id: string;
  readonly createdAtMs: number;
  readonly account: string;
  readonly currency: string;
  /** For 053: the balances before and after; none when absent. */
  readonly balances?: { readonly opening: Money; readonly closing: Money };
  readonly entries: readonly CamtEntry[];
}

const element = (name: string, ...content: readonly string[]): string =>
  `<${name}>${content.join("")}</${name}>`;
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const optional = (name: string, text: string | undefined): string =>
  text === undefined ? "" : element(name, escaped(text));
const amountText = (name: string, amount: Money): string =>
  `<${name} Ccy="${amount.currency}">${decimalText({ ...amount, minor: amount.minor < 0n ? -amount.minor : amount.minor })}</${name}>`;

/** A statement or notice as a bank writes it: camt.053 or camt.054, version 02 or 08. */
export function camtText(file: CamtFile): string {
  const { kind, version, balances } = file;
  const [message, part] = kind === "053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  const created = element("CreDtTm", new Date(file.createdAtMs).toISOString().replace(/\.\d+Z$/, "Z"));
  const day = new Date(file.createdAtMs).toISOString().slice(0, 10);
  const balance = (code: string, amount: Money) =>
    element(
      "Bal",
      element("Tp", element("CdOrPrtry", element("Cd", code))),
      amountText("Amt", amount),
      element("CdtDbtInd", amount.minor < 0n ? "DBIT" : "CRDT"),
      element("Dt", element("Dt", day)),
    );
  const statement = element(
    part,
    element("Id", escaped(file.id)),
    created,
    element("Acct", element("Id", accountId(file.account)), element("Ccy", file.currency)),
    ...(kind === "053" && balances !== undefined
      ? [balance("OPBD", balances.opening), balance("CLBD", balances.closing)]
      : []),
    ...file.entries.map((entry) => entryText(version, entry)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}">`,
    element(message, element("GrpHdr", element("MsgId", escaped(file.id)), created), statement),
    "</Document>",
    "",
  ].join("\n");
}

function entryText(version: "02" | "08", entry: CamtEntry): string {
  const { isCredit = true, isReversal, status = "BOOK", transactions = [] } = entry;
  return element(
    "Ntry",
    optional("NtryRef", entry.entryReference),
    amountText("Amt", entry.amount),
    element("CdtDbtInd", isCredit ? "CRDT" : "DBIT"),
    isReversal === undefined ? "" : element("RvslInd", String(isReversal)),
    element("Sts", version === "02" ? status : element("Cd", status)),
    element("BookgDt", element("Dt", entry.bookedOn)),
    element("ValDt", element("Dt", entry.bookedOn)),
    optional("AcctSvcrRef", entry.bankReference),
    element(
      "BkTxCd",
      element(
        "Domn",
        element("Cd", "PMNT"),
        element("Fmly", element("Cd", "RCDT"), element("SubFmlyCd", "DMCT")),
      ),
    ),
    transactions.length === 0
      ? ""
      : element("NtryDtls", ...transactions.map((one) => transactionText(version, one, isCredit))),
  );
}

function transactionText(version: "02" | "08", one: CamtTransaction, isCredit: boolean): string {
  const side = isCredit ? "Dbtr" : "Cdtr";
  const party = optional("Nm", one.partyName);
  const amounts =
    one.amount === undefined
      ? ""
      : version === "08"
        ? amountText("Amt", one.amount) + element("CdtDbtInd", isCredit ? "CRDT" : "DBIT")
        : element("AmtDtls", element("TxAmt", amountText("Amt", one.amount)));
  const references = optional("AcctSvcrRef", one.bankReference) + optional("EndToEndId", one.endToEndId);
  const structured =
    one.structuredReference === undefined
      ? ""
      : element("Strd", element("CdtrRefInf", element("Ref", escaped(one.structuredReference))));
  const remittance = optional("Ustrd", one.text) + structured;
  const parties =
    (party === "" ? "" : element(side, version === "08" ? element("Pty", party) : party)) +
    (one.partyAccount === undefined
      ? ""
      : element(`${side}Acct`, element("Id", accountId(one.partyAccount))));
  return element(
    "TxDtls",
    references === "" ? "" : element("Refs", references),
    amounts,
    parties === "" ? "" : element("RltdPties", parties),
    remittance === "" ? "" : element("RmtInf", remittance),
    one.returnReason === undefined
      ? ""
      : element("RtrInf", element("Rsn", element("Cd", escaped(one.returnReason)))),
  );
}

function accountId(account: string): string {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(account)
    ? element("IBAN", account)
    : element("Othr", element("Id", escaped(account)));
}
