import { readAccountNumber } from "../../kit/bank-account.ts";
import { readCamt } from "./formats/camt.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import { readStatementCsv } from "./formats/statement-csv.ts";
import type { Statement } from "./formats/types.ts";

/** The statement in a file, XML or CSV by how it begins. Refuses with `BankFileFault` a file that cannot be read. */
export async function readStatement(bytes: Buffer): Promise<Statement> {
  const start = bytes.subarray(0, 100).toString("latin1").replace("\u00ef\u00bb\u00bf", "").trimStart();
  return start.startsWith("<") ? readCamt(bytes) : readStatementCsv(bytes);
}

/** Whether a statement is about the account with this number. One that names no account may be about any. Pure. */
export function isAbout({ accounts }: Pick<Statement, "accounts">, account: string | null): boolean {
  return account === null || accounts.every((told) => isSameAccount(told, account));
}

/** Refuses with `BankFileFault` a statement about another account. */
export function checkAbout(statement: Statement, account: string | null): Statement {
  if (isAbout(statement, account)) return statement;
  throw new BankFileFault("The file is about another account than this one.");
}

/** Banks write an IBAN, or the national number inside it. */
function isSameAccount(told: string, ours: string): boolean {
  const [left, right] = [told, ours].map(
    (text) => readAccountNumber(text) ?? text.replaceAll(/\s/g, "").toUpperCase(),
  );
  if (left === undefined || right === undefined) return false;
  return left === right || left.slice(4) === right || right.slice(4) === left;
}
