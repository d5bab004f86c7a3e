import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { BankAccountRow } from "../bank-files/index.ts";
import { insertFile, lockQueue } from "./file-store.ts";
import { FILE_TRANSFERS_MAX } from "./formats/pain-001.ts";
import { lockAwaited, moveOrders, queuedOrders } from "./order-store.ts";
import type { PayoutFile } from "./types.ts";

/** Why a file is prepared: an operator asks for it now, or it is the bank's cut-off. */
export interface Preparation {
  /** Transfers that wait since then, or longer. Epoch milliseconds. */
  readonly untilMs: number;
  readonly preparedBy: Id<"operator"> | null;
  readonly actor: AuditActor;
}

/**
 * Collects the oldest waiting transfers of an account, of one currency, into a new file; null when none waits. A payout or
 * refund that has ended meanwhile is left out for good. Runs in the caller's transaction.
 */
export async function prepareFile(
  tx: Transaction,
  ids: IdSource,
  account: BankAccountRow,
  { untilMs, preparedBy, actor }: Preparation,
  nowMs: number,
): Promise<PayoutFile | null> {
  await lockQueue(tx, account.id);
  for (;;) {
    const waiting = await queuedOrders(tx, account.id, untilMs, FILE_TRANSFERS_MAX);
    const [first] = waiting;
    if (first === undefined) return null;
    const ownIds = waiting.map(({ ownId }) => ownId);
    const awaited = new Set(await lockAwaited(tx, account.id, ownIds));
    const ended = ownIds.filter((ownId) => !awaited.has(ownId));
    await moveOrders(tx, account.id, ended, { from: "QUEUED", to: "WITHDRAWN", fileId: null, nowMs });
    // All of them had ended: those behind them may not have.
    if (awaited.size === 0) continue;
    const { tenantId, mode } = account;
    const id = ids.next("payoutFile");
    const file = await insertFile(
      tx,
      {
        tenantId,
        id,
        mode,
        providerAccountId: account.id,
        messageId: messageIdOf(id),
        currency: first.currency,
        preparedBy,
      },
      nowMs,
    );
    const change = { from: "QUEUED", to: "IN_FILE", fileId: id, nowMs } as const;
    const collected = await moveOrders(tx, account.id, [...awaited], change);
    await writeAudit(tx, ids, nowMs, {
      tenantId,
      actor,
      action: "payout_file.prepared",
      subject: publicId("payoutFile", id),
      after: {
        accountId: publicId("providerAccount", account.id),
        messageId: file.messageId,
        transferCount: collected.length,
        total: collected.reduce((sum, { amount }) => sum + amount, 0n).toString(),
        currency: file.currency,
      },
    });
    return file;
  }
}

/** At most 35 characters of those that every bank takes: the file's id without its hyphens. */
function messageIdOf(id: Id<"payoutFile">): string {
  return id.replaceAll("-", "").toUpperCase();
}
