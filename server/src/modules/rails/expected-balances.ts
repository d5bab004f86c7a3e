import type { Queryable } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { addRailTransfers, type BookableLine, bookLines } from "./postings.ts";
import { readRailBooks, sumMerchantClearing } from "./read-store.ts";
import { type RailScope, readBookedLines } from "./store.ts";

/** Minor units, by currency. */
export type ExpectedBalances = ReadonlyMap<CurrencyCode, bigint>;

/**
 * What an account should hold now, in each currency that it has a book of. `lines`: what the provider says it moved since
 * the last statement; null where it tells none: then what merchants' books have and no statement confirms is taken for
 * moved, and the fees of it are not known yet.
 */
export async function readExpectedBalances(
  db: Queryable,
  scope: RailScope,
  lines: readonly BookableLine[] | null,
): Promise<ExpectedBalances> {
  const books = await readRailBooks(db, scope);
  const expected = new Map<CurrencyCode, bigint>();
  const merchants = lines === null ? await sumMerchantClearing(db, scope) : null;
  for (const { currency, balances } of books) {
    if (merchants !== null) {
      const open = (merchants.get(currency) ?? 0n) + balances.clearing;
      expected.set(currency, balances.provider_balance + open);
      continue;
    }
    const some = (lines ?? []).filter(({ amount }) => amount.currency === currency);
    const references = [...new Set(some.map(({ reference }) => reference))];
    const booked = await readBookedLines(db, scope.providerAccountId, currency, references);
    const transfers = bookLines(some, booked).flatMap((booking) => booking.transfers);
    expected.set(currency, addRailTransfers(balances, transfers).provider_balance);
  }
  return expected;
}
