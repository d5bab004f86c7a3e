import type { Queryable } from "../../db/database.ts";
import { readAccountNumber } from "../../kit/bank-account.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import type { SettledEntries, SettledEntry } from "../../providers/settled-entries.ts";
import { findSettled } from "./store.ts";
import type { BankEntry } from "./types.ts";
import { openDetails } from "./view.ts";

/** The matched movements, for connectors whose provider cannot be asked. */
export function createSettledEntries(db: Queryable, keyring: Keyring): SettledEntries {
  const find = async (
    accountId: string,
    direction: BankEntry["direction"],
    ownId: string,
  ): Promise<SettledEntry | null> => {
    const row = await findSettled(db, accountId, direction, ownId);
    if (row === null) return null;
    return {
      transactionId: row.bankReference ?? publicId("bankEntry", row.id),
      amount: money(row.amount, row.currency),
      knownAtMs: row.createdAtMs,
    };
  };
  return {
    findCredit: (accountId, ownId) => find(accountId, "CREDIT", ownId),
    findDebit: (accountId, ownId) => find(accountId, "DEBIT", ownId),
    findPayer: async (accountId, ownId) => {
      const row = await findSettled(db, accountId, "CREDIT", ownId);
      if (row === null) return null;
      const { counterpartyName: name, counterpartyAccount } = openDetails(keyring, row);
      const account = counterpartyAccount === null ? null : readAccountNumber(counterpartyAccount);
      return name === null || account === null ? null : { name, account };
    },
  };
}
