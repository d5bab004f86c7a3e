import type { Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { IdSource } from "../../kit/ids.ts";
import { railTransfer } from "./postings.ts";
import { type RailScope, writeRailEntries } from "./store.ts";

/**
 * Books what an account held before its first statement, `amount` minor units: against `adjustment`, since no line
 * explains it. Called once, with the first balance that the provider tells; `id` is that of the reading.
 */
export async function bookOpening(
  tx: Transaction,
  ids: IdSource,
  scope: RailScope,
  { id, currency, amount }: { readonly id: string; readonly currency: CurrencyCode; readonly amount: bigint },
  nowMs: number,
): Promise<void> {
  const transactionId = ids.uuid();
  const entries = railTransfer("OPENING", amount).map((transfer) => ({
    ...transfer,
    id: ids.uuid(),
    transactionId,
    lineKey: null,
    lineType: null,
    reference: null,
  }));
  await writeRailEntries(tx, scope, currency, { sourceType: "BALANCE", sourceId: id }, entries, nowMs);
}
