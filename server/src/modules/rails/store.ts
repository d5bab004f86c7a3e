import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { StatementLine } from "../../providers/provider.ts";
import type { RailBalances } from "./accounts.ts";
import { type BookedRailTransfer, NO_RAIL_HASH, railBalancesLine, railSealHash } from "./canonical.ts";
import type { BookedLine, RailTransfer } from "./postings.ts";
import { addRailTransfers } from "./postings.ts";

/** Whose book is meant. */
export interface RailScope {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly providerAccountId: string;
}

interface LockedBook {
  readonly transferCount: bigint;
  readonly sealCount: number;
  readonly lastHash: string;
  readonly balances: RailBalances;
}

/** A transfer with what it is booked for, before it has its position. */
export interface RailEntry extends RailTransfer {
  readonly transactionId: string;
  readonly id: string;
  readonly lineKey: string | null;
  readonly lineType: StatementLine["type"] | "ARRIVAL" | null;
  readonly reference: string | null;
}

export const balanceColumns = `b.adjustment, b.bank, b.clearing, b.in_transit, b.provider_balance, b.provider_fees`;

/**
 * Locks a book of the tenant until the transaction ends, so that what is decided about it holds when it is booked. Null
 * when there is none; else what is in transit, in minor units.
 */
export async function lockInTransit(
  tx: Transaction,
  { tenantId, mode, providerAccountId }: RailScope,
  currency: CurrencyCode,
): Promise<bigint | null> {
  const [book] = await tx.query<{ inTransit: bigint }>({
    text: `select in_transit as "inTransit" from rail_books
      where provider_account_id = $1 and currency = $2 and tenant_id = $3 and mode = $4 for update`,
    values: [providerAccountId, currency, tenantId, mode],
  });
  return book?.inTransit ?? null;
}

/** Locks the account's book in this currency until the transaction ends; an absent one is opened, empty. */
async function lockBook(
  tx: Transaction,
  { tenantId, mode, providerAccountId }: RailScope,
  currency: CurrencyCode,
  nowMs: number,
): Promise<LockedBook> {
  await tx.query({
    text: `insert into rail_books (provider_account_id, currency, tenant_id, mode, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    values: [providerAccountId, currency, tenantId, mode, new Date(nowMs)],
  });
  const [row] = await tx.query<
    RailBalances & {
      readonly transferCount: bigint;
      readonly sealCount: number;
      readonly lastHash: string | null;
    }
  >({
    text: `select ${balanceColumns}, b.transfer_count as "transferCount", b.seal_count as "sealCount",
        (select encode(s.hash, 'hex') from rail_seals s where s.provider_account_id = b.provider_account_id
          and s.currency = b.currency and s.number = b.seal_count) as "lastHash"
      from rail_books b where b.provider_account_id = $1 and b.currency = $2 for update of b`,
    values: [providerAccountId, currency],
  });
  if (row === undefined) throw new Error("a book that was just opened is there");
  const { transferCount, sealCount, lastHash, ...balances } = row;
  return { transferCount, sealCount, lastHash: lastHash ?? NO_RAIL_HASH, balances };
}

const transferRows = itemRows<BookedRailTransfer & RailEntry>([
  { name: "position", type: "bigint", value: (item) => item.position },
  { name: "id", type: "uuid", value: (item) => item.id },
  { name: "transaction_id", type: "uuid", value: (item) => item.transactionId },
  { name: "debit_account", type: "text", value: (item) => item.debit },
  { name: "credit_account", type: "text", value: (item) => item.credit },
  { name: "amount", type: "bigint", value: (item) => item.amount },
  { name: "type", type: "text", value: (item) => item.type },
  { name: "line_key", type: "text", value: (item) => item.lineKey },
  { name: "line_type", type: "text", value: (item) => item.lineType },
  { name: "reference", type: "text", value: (item) => item.reference },
]);

/** Rows of one insert: twenty thousand at once would be encoded in one turn of the event loop. */
const ROWS_PER_INSERT = 2_000;

/**
 * Books `entries` in one currency and seals them, in the caller's transaction: positions have no gap, because the book's
 * row stays locked until the commit.
 */
export async function writeRailEntries(
  tx: Transaction,
  scope: RailScope,
  currency: CurrencyCode,
  source: Pick<BookedRailTransfer, "sourceType" | "sourceId">,
  entries: readonly RailEntry[],
  nowMs: number,
): Promise<void> {
  if (entries.length === 0) return;
  const { providerAccountId } = scope;
  const book = await lockBook(tx, scope, currency, nowMs);
  const transfers = entries.map((entry, index) => ({
    ...entry,
    ...source,
    position: book.transferCount + BigInt(index) + 1n,
    createdAtMs: nowMs,
  }));
  for (let at = 0; at < transfers.length; at += ROWS_PER_INSERT) {
    const values = transferRows.values(transfers.slice(at, at + ROWS_PER_INSERT));
    const next = values.length + 1;
    await tx.query({
      text: `insert into rail_transfers (provider_account_id, currency, source_type, source_id, created_at, position, id,
          transaction_id, debit_account, credit_account, amount, type, line_key, line_type, reference)
        select $${next}, $${next + 1}, $${next + 2}, $${next + 3}, $${next + 4}, position, id, transaction_id, debit_account,
          credit_account, amount, type, line_key, line_type, reference
        from ${transferRows.from}`,
      values: [...values, providerAccountId, currency, source.sourceType, source.sourceId, new Date(nowMs)],
    });
  }
  const balances = addRailTransfers(book.balances, transfers);
  const number = book.sealCount + 1;
  await tx.query({
    text: `insert into rail_seals (provider_account_id, currency, number, first_position, last_position, balances, hash,
        created_at) values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8)`,
    values: [
      providerAccountId,
      currency,
      number,
      book.transferCount + 1n,
      book.transferCount + BigInt(transfers.length),
      railBalancesLine(balances),
      railSealHash({ providerAccountId, currency, number, previousHash: book.lastHash, transfers, balances }),
      new Date(nowMs),
    ],
  });
  await tx.query({
    text: `update rail_books set adjustment = $3, bank = $4, clearing = $5, in_transit = $6, provider_balance = $7,
        provider_fees = $8, transfer_count = $9, seal_count = $10, updated_at = $11
      where provider_account_id = $1 and currency = $2`,
    values: [
      providerAccountId,
      currency,
      balances.adjustment,
      balances.bank,
      balances.clearing,
      balances.in_transit,
      balances.provider_balance,
      balances.provider_fees,
      book.transferCount + BigInt(transfers.length),
      number,
      new Date(nowMs),
    ],
  });
}

/** What is booked under these references in one currency, by line key. */
export async function readBookedLines(
  db: Queryable,
  providerAccountId: string,
  currency: CurrencyCode,
  references: readonly string[],
): Promise<ReadonlyMap<string, BookedLine>> {
  const rows = await db.query<BookedLine & { readonly lineKey: string }>({
    text: `
      select line_key as "lineKey", line_type as "lineType", reference,
        coalesce(sum(signed) filter (where type = line_type), 0)::bigint as moved,
        coalesce(sum(signed) filter (where type <> line_type), 0)::bigint as fee
      from (
        select t.line_key, t.line_type, t.reference, t.type, case when t.debit_account = case t.type
            when 'FEE' then 'provider_fees' when 'SETTLEMENT' then 'in_transit'
            when 'PAYMENT' then 'provider_balance' when 'ADJUSTMENT' then 'provider_balance'
            else 'clearing' end
          then t.amount else -t.amount end as signed
        from rail_transfers t
        where t.provider_account_id = $1 and t.currency = $2 and t.reference = any($3::text[])
          and t.source_type = 'STATEMENT'
      ) booked
      group by line_key, line_type, reference`,
    values: [providerAccountId, currency, references],
  });
  return new Map(rows.map(({ lineKey, ...booked }) => [lineKey, booked]));
}
