import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { iso } from "../payments/index.ts";
import type { RailBook } from "./read-store.ts";
import type { RailBookView } from "./schemas.ts";

/** `booked`: what the merchants' books say the account took, less what it sent. Minor units. */
export function railBookView(book: RailBook, booked: bigint): Static<typeof RailBookView> {
  const { balances } = book;
  const confirmed = -balances.clearing;
  return {
    object: "provider_account_book",
    mode: book.mode,
    providerAccountId: publicId("providerAccount", book.providerAccountId),
    currency: book.currency,
    clearing: { booked: `${booked}`, confirmed: `${confirmed}`, open: `${booked - confirmed}` },
    providerBalance: `${balances.provider_balance}`,
    providerFees: `${balances.provider_fees}`,
    inTransit: `${balances.in_transit}`,
    bank: `${balances.bank}`,
    adjustment: `${balances.adjustment}`,
    transferCount: Number(book.transferCount),
    seal: book.seal,
    updatedAt: iso(book.updatedAtMs),
  };
}
