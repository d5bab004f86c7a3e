import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { RailAccount } from "./accounts.ts";

/** A correction of a book that was booked. */
export interface RailCorrection {
  readonly tenantId: TenantId;
  readonly id: Id<"railCorrection">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: CurrencyCode;
  readonly debitAccount: RailAccount;
  readonly creditAccount: RailAccount;
  /** Minor units. */
  readonly amount: bigint;
  readonly reason: string;
  readonly settlementKey: string | null;
  readonly differenceId: Id<"reconciliationDifference"> | null;
  /** The entry of a bank that it books; null: none. */
  readonly bankEntryId: Id<"bankEntry"> | null;
  readonly createdAtMs: number;
}

const fields = [
  "tenantId",
  "id",
  "mode",
  "providerAccountId",
  "currency",
  "debitAccount",
  "creditAccount",
  "amount",
  "reason",
  "settlementKey",
  "differenceId",
  "bankEntryId",
  "createdAtMs",
] as readonly (keyof RailCorrection)[];
const NO_JSON: ReadonlySet<string> = new Set();

export async function insertCorrection(tx: Transaction, correction: RailCorrection): Promise<void> {
  await tx.query({
    text: `insert into rail_corrections (tenant_id, id, mode, provider_account_id, currency, debit_account, credit_account,
        amount, reason, settlement_key, difference_id, bank_entry_id, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      correction.tenantId,
      correction.id,
      correction.mode,
      correction.providerAccountId,
      correction.currency,
      correction.debitAccount,
      correction.creditAccount,
      correction.amount,
      correction.reason,
      correction.settlementKey,
      correction.differenceId,
      correction.bankEntryId,
      new Date(correction.createdAtMs),
    ],
  });
}

/** The tenant's corrections of these ids, in no order. */
export async function readCorrections(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly RailCorrection[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Readonly<Record<string, unknown>>>({
    text: `select ${selectList("c", fields)} from rail_corrections c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<RailCorrection>(row, fields, NO_JSON));
}
