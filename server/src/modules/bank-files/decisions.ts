import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Id, parsePublicId, type TenantId } from "../../kit/ids.ts";
import { bankFileErrors } from "./errors.ts";
import { lockEntry } from "./queue-store.ts";
import type { BankEntry } from "./types.ts";

/** The waiting entry under a lock. Refuses with RESOURCE_NOT_FOUND and BANK_ENTRY_DECIDED. */
export async function lockQueued(tx: Transaction, tenantId: TenantId, text: string): Promise<BankEntry> {
  const id = parsePublicId("bankEntry", text);
  const entry = id === null ? null : await lockEntry(tx, tenantId, id);
  if (entry === null) throw errors.RESOURCE_NOT_FOUND();
  if (entry.status !== "QUEUED") throw bankFileErrors.BANK_ENTRY_DECIDED({ status: entry.status });
  return entry;
}

/** The fields of a decision. */
export function decisionOf(entry: BankEntry, operatorId: string | null, note: string, nowMs: number) {
  return {
    note,
    decidedBy: operatorId as Id<"operator"> | null,
    decidedAtMs: nowMs,
    version: entry.version + 1,
    updatedAtMs: nowMs,
  };
}
