import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import { markArrived } from "../bank-files/index.ts";
import { railErrors } from "./errors.ts";
import { railTransfer } from "./postings.ts";
import { type ArrivalRow, insertArrival } from "./settlements-store.ts";
import { lockInTransit, writeRailEntries } from "./store.ts";

/**
 * Books money that a provider sent as arrived at our bank, ends the entry of the bank's statement that told it, and
 * writes the audit entry. Refuses with RESOURCE_NOT_FOUND an account of another tenant or without a book in this
 * currency, with ARRIVAL_ALREADY_BOOKED the same reference again, and with ARRIVAL_EXCEEDS_TRANSIT more than is in
 * transit. `arrival.bankEntryId` is locked and waits.
 */
export async function bookArrival(
  tx: Transaction,
  ids: IdSource,
  arrival: ArrivalRow,
  actor: AuditActor,
  nowMs: number,
): Promise<void> {
  const { id, tenantId, mode, providerAccountId, currency, amount, reference } = arrival;
  const scope = { tenantId, mode, providerAccountId };
  const inTransit = await lockInTransit(tx, scope, currency);
  if (inTransit === null) throw errors.RESOURCE_NOT_FOUND({ field: "providerAccountId" });
  const before = await tx.query({
    text: `select 1 from rail_arrivals where provider_account_id = $1 and currency = $2 and reference = $3`,
    values: [providerAccountId, currency, reference],
  });
  if (before.length > 0) throw railErrors.ARRIVAL_ALREADY_BOOKED();
  if (inTransit < amount) {
    throw railErrors.ARRIVAL_EXCEEDS_TRANSIT({ inTransit: inTransit.toString(), currency });
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
  await insertArrival(tx, arrival, nowMs);
  await writeRailEntries(tx, scope, currency, { sourceType: "ARRIVAL", sourceId: id }, entries, nowMs);
  const account = publicId("providerAccount", providerAccountId as Id<"providerAccount">);
  const { settlementKey, bankEntryId } = arrival;
  if (bankEntryId !== null) {
    await markArrived(tx, tenantId, bankEntryId, `${settlementKey ?? "SETTLEMENT"} of ${account}`, nowMs);
  }
  await writeAudit(tx, ids, nowMs, {
    tenantId,
    merchantNo: null,
    actor,
    action: "provider_settlement.arrived",
    subject: account,
    before: null,
    after: {
      amount: amount.toString(),
      currency,
      reference,
      settlement: settlementKey,
      bankEntryId: bankEntryId === null ? null : publicId("bankEntry", bankEntryId),
    },
  });
}
