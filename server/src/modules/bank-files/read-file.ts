import { readAccountNumber } from "../../kit/bank-account.ts";
import { readCamt } from "./formats/camt.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import { isStatusReport, readStatusReport, type StatusReport } from "./formats/pain-002.ts";
import { readStatementCsv } from "./formats/statement-csv.ts";
import type { Statement } from "./formats/types.ts";

/** What a file of a bank is: a statement of an account, or its answer to a file of ours. */
export type ReadFile =
  | { readonly kind: "statement"; readonly statement: Statement }
  | { readonly kind: "report"; readonly report: StatusReport };

/** By how it begins. Longer than every prologue that is not there to hide something. */
const HEAD_BYTES = 2_048;

/** Reads a file: XML or CSV by how it begins. Refuses with `BankFileFault` a file that cannot be read. */
export async function readBankFile(bytes: Buffer): Promise<ReadFile> {
  const head = bytes.subarray(0, HEAD_BYTES).toString("latin1").replace("\u00ef\u00bb\u00bf", "").trimStart();
  if (!head.startsWith("<")) return { kind: "statement", statement: await readStatementCsv(bytes) };
  return isStatusReport(head)
    ? { kind: "report", report: await readStatusReport(bytes) }
    : { kind: "statement", statement: await readCamt(bytes) };
}

/** Whether a statement is about the account with this number. One that names no account may be about any. Pure. */
export function isAbout({ accounts }: Pick<Statement, "accounts">, account: string | null): boolean {
  return account === null || accounts.every((told) => isSameAccount(told, account));
}

/** Refuses with `BankFileFault` a statement about another account. */
export function checkAbout(statement: Statement, account: string | null): Statement {
  if (isAbout(statement, account)) return statement;
  throw new BankFileFault("OTHER_ACCOUNT", "The file is about another account than this one.");
}

/** Banks write an IBAN, or the national number inside it. */
function isSameAccount(told: string, ours: string): boolean {
  const [left, right] = [told, ours].map(
    (text) => readAccountNumber(text) ?? text.replaceAll(/\s/g, "").toUpperCase(),
  );
  if (left === undefined || right === undefined) return false;
  return left === right || left.slice(4) === right || right.slice(4) === left;
}
