import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { isRestoreOpen } from "../../db/open-restore.ts";
import { errors } from "../../http/errors.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import { sha256 } from "../../kit/secret.ts";
import { executionDay } from "../../providers/bank-transfer/cut-off.ts";
import { readBankTransferSettings } from "../../providers/bank-transfer/settings.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import type { CutOffDeps } from "./cut-off-loop.ts";
import { payoutFileErrors } from "./errors.ts";
import { lockFile, writeFileState } from "./file-store.ts";
import { paymentFileText } from "./formats/pain-001.ts";
import { lockAwaited, lockOrders, moveOrders, ordersOfFile } from "./order-store.ts";
import { openOrder } from "./orders.ts";
import { nextFileStatus } from "./states.ts";
import { contentContext, type OrderRow, type PayoutFile } from "./types.ts";
import { type PayoutFileAnswer, payoutFileView, totalOf } from "./view.ts";

export interface ReleaseDeps extends CutOffDeps {
  readonly changes: ChangeDefiner;
  /** Called after a commit that released a file. */
  readonly wakeWriter: () => void;
}

/** A file to release, and its transfers as they were when it was proposed. */
interface Release {
  readonly id: string;
}

/**
 * Releases a file to the bank; of live money another operator confirms it. From then on nothing in it can be cancelled.
 * Refuses with RESOURCE_NOT_FOUND, PAYOUT_FILE_NOT_PREPARED, PAYOUT_FILE_EMPTY, RESTORE_OPEN. What both operators see is the sum, the
 * number and a hash of the transfers: if one is cancelled in between, the file has to be proposed again.
 */
export function createRelease(deps: ReleaseDeps) {
  const { ids, keyring } = deps;

  const submit = deps.changes.define<Release, PayoutFileAnswer>({
    kind: "RELEASE_PAYOUT_FILE",
    refusals: [
      payoutFileErrors.PAYOUT_FILE_NOT_PREPARED,
      payoutFileErrors.PAYOUT_FILE_EMPTY,
      payoutFileErrors.RESTORE_OPEN,
    ],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const file = await lockPrepared(tx, tenantId, input.id, "release");
      if (await isRestoreOpen(tx)) throw payoutFileErrors.RESTORE_OPEN();
      const { orders, ended } = await lockTransfers(tx, file);
      if (orders.length === 0) throw payoutFileErrors.PAYOUT_FILE_EMPTY();
      const subject = publicId("payoutFile", file.id);
      const total = totalOf(orders);
      const terms = {
        accountId: publicId("providerAccount", file.providerAccountId),
        messageId: file.messageId,
        transferCount: orders.length,
        total: total.total.toString(),
        currency: file.currency,
        transfers: sha256(Buffer.from(orders.map(({ ownId }) => ownId).join(" "))).toString("hex"),
      };
      return {
        subject,
        before: { ...terms, status: file.status },
        after: { ...terms, status: "RELEASED" },
        input,
        takesTwo: file.mode === "LIVE",
        write: async (author) => {
          const account = await deps.routing.providerAccount(file.providerAccountId);
          const { content, delivery } = contentOf(keyring, file, orders, account.settings, nowMs);
          const ownIds = orders.map(({ ownId }) => ownId);
          const inFile = { from: "IN_FILE", nowMs } as const;
          const { providerAccountId: accountId } = file;
          await moveOrders(tx, accountId, ended, { ...inFile, to: "WITHDRAWN", fileId: null });
          await moveOrders(tx, accountId, ownIds, { ...inFile, to: "RELEASED", fileId: file.id });
          const released = await writeFileState(
            tx,
            file,
            {
              status: "RELEASED",
              delivery,
              content: keyring.seal(content, contentContext(file)),
              digest: sha256(content),
              releasedBy: author.id as Id<"operator"> | null,
              releasedAtMs: nowMs,
            },
            nowMs,
          );
          await writeAudit(tx, ids, nowMs, {
            tenantId,
            actor: author,
            action: "payout_file.released",
            subject,
            before: file.status,
            after: { ...terms, status: released.status, delivery },
          });
          return { view: payoutFileView(released, total), subject };
        },
      };
    },
    announce: deps.wakeWriter,
  });

  return (acting: ActingOperator, claim: IdempotencyClaim | null, id: string) =>
    submit({ acting, claim, status: 200 }, { id });
}

/** Refuses with RESOURCE_NOT_FOUND and PAYOUT_FILE_NOT_PREPARED. */
export async function lockPrepared(
  tx: Transaction,
  tenantId: TenantId,
  text: string,
  act: "release" | "refuse",
): Promise<PayoutFile> {
  const id = parsePublicId("payoutFile", text);
  const file = id === null ? null : await lockFile(tx, tenantId, id);
  if (file === null) throw errors.RESOURCE_NOT_FOUND();
  if (nextFileStatus(file.status, act) === null)
    throw payoutFileErrors.PAYOUT_FILE_NOT_PREPARED({ status: file.status });
  return file;
}

/** The transfers of a prepared file, locked with their payouts and refunds: those that still wait, and those that ended. */
async function lockTransfers(tx: Transaction, file: PayoutFile) {
  const accountId = file.providerAccountId;
  const ownIds = (await ordersOfFile(tx, file.tenantId, file.id)).map(({ ownId }) => ownId);
  const awaited = new Set(await lockAwaited(tx, accountId, ownIds));
  // Read under the locks: an order that was cancelled or paid before they were taken has left the file.
  const inFile = (await lockOrders(tx, accountId, ownIds)).filter(({ status }) => status === "IN_FILE");
  return {
    orders: inFile.filter(({ ownId }) => awaited.has(ownId)),
    ended: inFile.filter(({ ownId }) => !awaited.has(ownId)).map(({ ownId }) => ownId),
  };
}

/** The file as the bank reads it, and how it gets there, by the account's settings of this moment. */
function contentOf(
  keyring: Keyring,
  file: PayoutFile,
  orders: readonly OrderRow[],
  settings: Readonly<Record<string, string>>,
  nowMs: number,
) {
  const account = readBankTransferSettings(settings);
  const text = paymentFileText({
    version: account.painVersion,
    messageId: file.messageId,
    createdAtMs: nowMs,
    executeOn: executionDay(account.timeZone, nowMs),
    accountHolder: account.accountHolder,
    account: account.iban,
    bic: account.bic,
    transfers: orders.map((order) => {
      const { recipient, purpose } = openOrder(keyring, order);
      const { ownId, amount, currency } = order;
      return {
        endToEndId: ownId,
        amount: money(amount, currency),
        name: recipient.name,
        account: recipient.account,
        purpose,
      };
    }),
  });
  return {
    content: Buffer.from(text, "utf8"),
    delivery: account.payoutFolder === null ? ("DOWNLOAD" as const) : ("FOLDER" as const),
  };
}
