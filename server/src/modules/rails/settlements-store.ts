import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** What a provider sent to our bank, and has not arrived there as a whole. Amounts in minor units. */
export interface OpenSettlement {
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: CurrencyCode;
  /** By which the book knows the provider's lines about it. */
  readonly settlementKey: string;
  readonly reference: string;
  /** The provider's own number. */
  readonly transactionId: string | null;
  readonly amount: bigint;
  /** What has not arrived and was not written off. */
  readonly openAmount: bigint;
  /** Everything that is in transit of this book. */
  readonly inTransit: bigint;
  readonly bookedAtMs: number;
}

/** The tenant's settlements on their way, or those of one account, the oldest first. */
export async function readOpenSettlements(
  db: Queryable,
  {
    tenantId,
    mode,
    providerAccountId,
  }: { readonly tenantId: TenantId; readonly mode: Mode; readonly providerAccountId: string | null },
): Promise<readonly OpenSettlement[]> {
  const rows = await db.query<Omit<OpenSettlement, "transactionId">>({
    text: `
      select * from (
        select b.provider_account_id as "providerAccountId", b.currency, b.in_transit as "inTransit",
          sent.line_key as "settlementKey", sent.reference, sent.amount, sent.booked_at as "bookedAtMs",
          (sent.amount - ${sumOf("rail_arrivals", "s.amount")}
            - ${sumOf("rail_corrections", "case 'in_transit' when s.credit_account then s.amount when s.debit_account then -s.amount else 0 end")}
          )::bigint as "openAmount"
        from rail_books b
        cross join lateral (
          select t.line_key, t.reference, min(t.created_at) as booked_at,
            sum(case t.debit_account when 'in_transit' then t.amount else -t.amount end)::bigint as amount
          from rail_transfers t
          where t.provider_account_id = b.provider_account_id and t.currency = b.currency and t.type = 'SETTLEMENT'
          group by t.line_key, t.reference
        ) sent
        where b.tenant_id = $1 and b.mode = $2 and ($3::uuid is null or b.provider_account_id = $3) and b.in_transit > 0
      ) settlement where "openAmount" > 0 order by "bookedAtMs", "settlementKey"`,
    values: [tenantId, mode, providerAccountId],
  });
  return rows.map((row) => ({ ...row, transactionId: numberIn(row.settlementKey) }));
}

function sumOf(table: "rail_arrivals" | "rail_corrections", amount: string): string {
  return `coalesce((select sum(${amount}) from ${table} s where s.provider_account_id = b.provider_account_id
            and s.currency = b.currency and s.settlement_key = sent.line_key), 0)`;
}

/** The provider's number in a key of `lineKeyOf`. */
function numberIn(settlementKey: string): string | null {
  const [, number] = /^SETTLEMENT #(.*)$/s.exec(settlementKey) ?? [];
  return number ?? null;
}

/** The tenants and modes that have something in transit. */
export function readTransitScopes(
  db: Queryable,
): Promise<readonly { readonly tenantId: TenantId; readonly mode: Mode }[]> {
  return db.query({
    text: `select distinct tenant_id as "tenantId", mode from rail_books where in_transit > 0 order by 1, 2`,
    values: [],
  });
}

/** An arrival as it is booked. */
export interface ArrivalRow {
  readonly tenantId: TenantId;
  readonly id: Id<"railArrival">;
  readonly mode: Mode;
  readonly providerAccountId: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  readonly reference: string;
  readonly settlementKey: string | null;
  readonly bankEntryId: Id<"bankEntry"> | null;
  readonly matchedBy: "REFERENCE" | "OPERATOR";
  readonly bookedBy: Id<"operator"> | null;
}

export async function insertArrival(tx: Transaction, arrival: ArrivalRow, nowMs: number): Promise<void> {
  await tx.query({
    text: `insert into rail_arrivals (tenant_id, id, mode, provider_account_id, currency, amount, reference, settlement_key,
        bank_entry_id, matched_by, booked_by, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      arrival.tenantId,
      arrival.id,
      arrival.mode,
      arrival.providerAccountId,
      arrival.currency,
      arrival.amount,
      arrival.reference,
      arrival.settlementKey,
      arrival.bankEntryId,
      arrival.matchedBy,
      arrival.bookedBy,
      new Date(nowMs),
    ],
  });
}
