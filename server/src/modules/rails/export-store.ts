import type { Queryable } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { BookedRailTransfer } from "./canonical.ts";
import { NO_RAIL_HASH } from "./canonical.ts";
import type { RailScope } from "./store.ts";

/** A seal as it is stored. */
export interface RailSeal {
  readonly number: number;
  readonly firstPosition: bigint;
  readonly lastPosition: bigint;
  /** Every account's balance after it, as text that is part of the hash. */
  readonly balances: string;
  /** Hexadecimal. */
  readonly hash: string;
  readonly createdAtMs: number;
}

/** What a book begins with. */
export const NO_RAIL_SEAL: RailSeal = {
  number: 0,
  firstPosition: 0n,
  lastPosition: 0n,
  balances: "adjustment=0|bank=0|clearing=0|in_transit=0|provider_balance=0|provider_fees=0",
  hash: NO_RAIL_HASH,
  createdAtMs: 0,
};

/** Whether the tenant has such a book. */
export async function hasBook(
  db: Queryable,
  { tenantId, mode, providerAccountId }: RailScope,
  currency: CurrencyCode,
): Promise<boolean> {
  const rows = await db.query({
    text: `select 1 from rail_books
      where provider_account_id = $1 and currency = $2 and tenant_id = $3 and mode = $4`,
    values: [providerAccountId, currency, tenantId, mode],
  });
  return rows.length > 0;
}

/** The seals from `fromNumber` on, at most `limit`, in order. */
export function readRailSeals(
  db: Queryable,
  { providerAccountId }: Pick<RailScope, "providerAccountId">,
  currency: CurrencyCode,
  fromNumber: number,
  limit: number,
): Promise<readonly RailSeal[]> {
  return db.query<RailSeal>({
    text: `select number, first_position as "firstPosition", last_position as "lastPosition", balances,
        encode(hash, 'hex') as hash, created_at as "createdAtMs"
      from rail_seals where provider_account_id = $1 and currency = $2 and number >= $3 order by number limit $4`,
    values: [providerAccountId, currency, fromNumber, limit],
  });
}

/** The transfers at positions `from` to `to`, both included, in order. */
export function readRailTransfers(
  db: Queryable,
  { providerAccountId }: Pick<RailScope, "providerAccountId">,
  currency: CurrencyCode,
  from: bigint,
  to: bigint,
): Promise<readonly (BookedRailTransfer & { readonly reference: string | null })[]> {
  return db.query({
    text: `select position, id, transaction_id as "transactionId", debit_account as debit, credit_account as credit, amount,
        type, source_type as "sourceType", source_id as "sourceId", line_key as "lineKey", reference,
        created_at as "createdAtMs"
      from rail_transfers where provider_account_id = $1 and currency = $2 and position between $3 and $4
      order by position`,
    values: [providerAccountId, currency, from, to],
  });
}
