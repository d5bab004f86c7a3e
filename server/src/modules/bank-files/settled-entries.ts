import type { Queryable } from "../../db/database.ts";
import { publicId } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import type { SettledEntries } from "../../providers/settled-entries.ts";
import { findSettled } from "./store.ts";

/** The matched movements, for connectors whose provider cannot be asked. */
export function createSettledEntries(db: Queryable): SettledEntries {
  return {
    findCredit: async (accountId, ownId) => {
      const row = await findSettled(db, accountId, "CREDIT", ownId);
      if (row === null) return null;
      return {
        transactionId: row.bankReference ?? publicId("bankEntry", row.id),
        amount: money(row.amount, row.currency),
        knownAtMs: row.createdAtMs,
      };
    },
  };
}
