import type { Queryable } from "../../db/database.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { readRailBooks, sumMerchantClearing } from "./read-store.ts";
import { railBookView } from "./view.ts";

/** The tenant's books, or those of one account, each with what the merchants' books say. */
export async function readBookViews(
  db: Queryable,
  {
    tenantId,
    mode,
    providerAccountId: accountId,
  }: { readonly tenantId: TenantId; readonly mode: Mode; readonly providerAccountId: string | null },
) {
  const books = await readRailBooks(db, { tenantId, mode, providerAccountId: accountId });
  const booked = new Map<string, ReadonlyMap<string, bigint>>();
  for (const providerAccountId of new Set(books.map((book) => book.providerAccountId))) {
    booked.set(providerAccountId, await sumMerchantClearing(db, { tenantId, mode, providerAccountId }));
  }
  return books.map((book) =>
    railBookView(book, booked.get(book.providerAccountId)?.get(book.currency) ?? 0n),
  );
}
