import { readAccountNumber } from "../../kit/bank-account.ts";
import { readCamt } from "./formats/camt.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import { readStatementCsv } from "./formats/statement-csv.ts";
import type { Statement } from "./formats/types.ts";

/**
 * The statement in a file, XML or CSV by how it begins, for the account with this number (null: the account names none).
 * Refuses with `BankFileFault` a file that cannot be read, and one about another account.
 */
export async function readStatement(bytes: Buffer, account: string | null): Promise<Statement> {
  const start = bytes.subarray(0, 100).toString("latin1").replace("\u00ef\u00bb\u00bf", "").trimStart();
  const statement = start.startsWith("<") ? await readCamt(bytes) : await readStatementCsv(bytes);
  const isOther = statement.accounts.some((number) => account !== null && !isSame(number, account));
  if (isOther) throw new BankFileFault("The file is about another account than this one.");
  return statement;
}

/** Banks write an IBAN, or the national number inside it. */
function isSame(told: string, ours: string): boolean {
  const [left, right] = [told, ours].map(
    (text) => readAccountNumber(text) ?? text.replaceAll(/\s/g, "").toUpperCase(),
  );
  if (left === undefined || right === undefined) return false;
  return left === right || left.slice(4) === right || right.slice(4) === left;
}
