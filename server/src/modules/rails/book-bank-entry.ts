import type { IdSource } from "../../kit/ids.ts";
import type { BookBankEntry } from "../bank-files/index.ts";
import { bookCorrection } from "./book-correction.ts";

/** A debit leaves the balance, a credit comes into it. An entry has one correction: the table refuses a second one. */
export function createBookBankEntry(ids: IdSource): BookBankEntry {
  return async (tx, { id: bankEntryId, direction, account, ...entry }, nowMs) => {
    const { tenantId, mode, providerAccountId, amount, currency, reason } = entry;
    const isDebit = direction === "DEBIT";
    const id = ids.next("railCorrection");
    await bookCorrection(tx, ids, {
      tenantId,
      mode,
      providerAccountId,
      id,
      currency,
      debitAccount: isDebit ? account : "provider_balance",
      creditAccount: isDebit ? "provider_balance" : account,
      amount,
      reason,
      settlementKey: null,
      differenceId: null,
      bankEntryId,
      createdAtMs: nowMs,
    });
    return id;
  };
}
