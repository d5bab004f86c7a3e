import type { Transaction } from "../../db/database.ts";
import type { IdSource } from "../../kit/ids.ts";
import { insertCorrection, type RailCorrection } from "./corrections-store.ts";
import { writeRailEntries } from "./store.ts";

/** Books a correction and stores its row, in the caller's transaction. A book that is absent is opened. */
export async function bookCorrection(
  tx: Transaction,
  ids: IdSource,
  correction: RailCorrection,
): Promise<void> {
  const { id, currency, debitAccount: debit, creditAccount: credit, amount, createdAtMs } = correction;
  const transfer = { debit, credit, amount, type: "CORRECTION" } as const;
  const noLine = { lineKey: null, lineType: null, reference: null };
  const entry = { ...transfer, ...noLine, id: ids.uuid(), transactionId: ids.uuid() };
  const source = { sourceType: "CORRECTION", sourceId: id } as const;
  await writeRailEntries(tx, correction, currency, source, [entry], createdAtMs);
  await insertCorrection(tx, correction);
}
