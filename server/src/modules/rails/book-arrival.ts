import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { IdSource } from "../../kit/ids.ts";
import { railErrors } from "./errors.ts";
import { railTransfer } from "./postings.ts";
import { type RailScope, writeRailEntries } from "./store.ts";

export interface Arrival {
  readonly id: string;
  readonly currency: CurrencyCode;
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** The bank's number of the entry. */
  readonly reference: string;
}

/**
 * Books money that a provider sent as arrived at our bank. Refuses with RESOURCE_NOT_FOUND an account of another tenant
 * or without a book in this currency, with ARRIVAL_ALREADY_BOOKED the same reference again, and with
 * ARRIVAL_EXCEEDS_TRANSIT more than is in transit.
 */
export async function bookArrival(
  tx: Transaction,
  ids: IdSource,
  scope: RailScope,
  { id, currency, amount, reference }: Arrival,
  nowMs: number,
): Promise<void> {
  const [book] = await tx.query<{ inTransit: bigint }>({
    text: `select in_transit as "inTransit" from rail_books
      where provider_account_id = $1 and currency = $2 and tenant_id = $3 and mode = $4 for update`,
    values: [scope.providerAccountId, currency, scope.tenantId, scope.mode],
  });
  if (book === undefined) throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
  const before = await tx.query({
    text: `select 1 from rail_transfers
      where provider_account_id = $1 and currency = $2 and reference = $3 and type = 'ARRIVAL'`,
    values: [scope.providerAccountId, currency, reference],
  });
  if (before.length > 0) throw railErrors.ARRIVAL_ALREADY_BOOKED();
  if (book.inTransit < amount) {
    throw railErrors.ARRIVAL_EXCEEDS_TRANSIT({ inTransit: book.inTransit.toString(), currency });
  }
  const transactionId = ids.uuid();
  const entries = railTransfer("ARRIVAL", amount).map((transfer) => ({
    ...transfer,
    id: ids.uuid(),
    transactionId,
    lineKey: `ARRIVAL ${reference}`,
    lineType: "ARRIVAL" as const,
    reference,
  }));
  await writeRailEntries(tx, scope, currency, { sourceType: "ARRIVAL", sourceId: id }, entries, nowMs);
}
