import type { Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { IdSource } from "../../kit/ids.ts";
import { type BookableLine, bookLines } from "./postings.ts";
import { type RailEntry, type RailScope, readBookedLines, writeRailEntries } from "./store.ts";

/**
 * Books what the lines of a statement say and the book does not have yet, each line as a transaction of its own: in the
 * transaction that stores the statement, whose account is locked. Lines that an earlier statement had must be left out:
 * a later statement may have taken them back.
 */
export async function bookStatement(
  tx: Transaction,
  ids: IdSource,
  scope: RailScope,
  statementId: string,
  lines: readonly BookableLine[],
  nowMs: number,
): Promise<void> {
  const byCurrency = new Map<CurrencyCode, BookableLine[]>();
  for (const line of lines) {
    const { currency } = line.amount;
    const same = byCurrency.get(currency);
    if (same === undefined) byCurrency.set(currency, [line]);
    else same.push(line);
  }
  // Always in the same order, so that two transactions cannot wait for each other.
  const currencies = [...byCurrency.keys()].sort();
  for (const currency of currencies) {
    const some = byCurrency.get(currency) ?? [];
    const references = [...new Set(some.map(({ reference }) => reference))];
    const booked = await readBookedLines(tx, scope.providerAccountId, currency, references);
    const entries = bookLines(some, booked).flatMap(({ transfers, ...line }): readonly RailEntry[] => {
      const transactionId = ids.uuid();
      return transfers.map((transfer) => ({ ...transfer, ...line, id: ids.uuid(), transactionId }));
    });
    const source = { sourceType: "STATEMENT", sourceId: statementId } as const;
    await writeRailEntries(tx, scope, currency, source, entries, nowMs);
  }
}
