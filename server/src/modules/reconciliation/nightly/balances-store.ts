import type { Database, Queryable, Transaction } from "../../../db/database.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { IdSource } from "../../../kit/ids.ts";
import type { Balances } from "../balance-gaps.ts";
import type { ClaimedDay } from "./days-store.ts";

/** One reading of a balance. */
export interface BalanceReading extends Balances {
  readonly id: string;
  readonly currency: CurrencyCode;
}

/** The last reading before this day in each currency; a currency without one was never read. */
export async function readLastReadings(
  db: Queryable,
  { providerAccountId, day }: ClaimedDay,
): Promise<ReadonlyMap<string, BalanceReading>> {
  const rows = await db.query<BalanceReading>({
    text: `select distinct on (currency) id, currency, told, expected, incoming, outgoing from provider_balances
      where provider_account_id = $1 and day < $2 order by currency, day desc`,
    values: [providerAccountId, day],
  });
  return new Map(rows.map((row) => [row.currency, row]));
}

/** Stores a reading; false when the day has one. */
export async function insertReading(
  tx: Transaction,
  { tenantId, providerAccountId, day }: ClaimedDay,
  { id, currency, told, expected, incoming, outgoing }: BalanceReading,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into provider_balances (tenant_id, provider_account_id, currency, day, id, told, expected, incoming, outgoing, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning 1`,
    values: [
      tenantId,
      providerAccountId,
      currency,
      day,
      id,
      told,
      expected,
      incoming,
      outgoing,
      new Date(nowMs),
    ],
  });
  return rows.length > 0;
}

/** Adds a difference of balances to the day's statement, which counts it. */
export async function insertBalanceDifference(
  tx: Transaction,
  ids: IdSource,
  { tenantId, mode, statementId }: ClaimedDay,
  { currency, told, expected }: BalanceReading,
  nowMs: number,
): Promise<void> {
  const gap = told > expected ? told - expected : expected - told;
  await tx.query({
    text: `insert into reconciliation_differences (tenant_id, id, statement_id, mode, kind, type, status, our_amount,
        our_currency, their_amount, their_currency, occurred_at, created_at, updated_at)
      values ($1, $2, $3, $4, 'BALANCE', 'BALANCE', 'OPEN', $5, $6, $7, $6, $8, $8, $8)`,
    values: [
      tenantId,
      ids.next("reconciliationDifference"),
      statementId,
      mode,
      expected,
      currency,
      told,
      new Date(nowMs),
    ],
  });
  const line = { kind: "BALANCE", currency, count: 1, amount: gap.toString() };
  await tx.query({
    text: `update provider_statements set difference_count = difference_count + 1, open_count = open_count + 1,
        summary = (summary::jsonb || $3::jsonb)::text, version = version + 1, updated_at = $4
      where tenant_id = $1 and id = $2`,
    values: [tenantId, statementId, JSON.stringify([line]), new Date(nowMs)],
  });
}

/** Ends a day whose balances were read, or cannot be compared any more: `problem` says why. */
export async function closeDay(
  db: Database | Transaction,
  { providerAccountId, day }: ClaimedDay,
  problem: string | null,
  nowMs: number,
): Promise<void> {
  await db.query({
    text: `update reconciliation_days set status = 'DONE', problem = $3, leased_until = $4, updated_at = $4
      where provider_account_id = $1 and day = $2`,
    values: [providerAccountId, day, problem, new Date(nowMs)],
  });
}
