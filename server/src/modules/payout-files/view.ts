import type { Static } from "typebox";
import { maskIban } from "../../kit/bank-account.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { openOrder } from "./orders.ts";
import type { PayoutFileView, TransferOrderView } from "./schemas.ts";
import type { FileTotal, OrderRow, PayoutFile } from "./types.ts";

export type PayoutFileAnswer = Static<typeof PayoutFileView>;

const EMPTY: FileTotal = { transferCount: 0, total: 0n };

export function totalOf(orders: readonly Pick<OrderRow, "amount">[]): FileTotal {
  return { transferCount: orders.length, total: orders.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** `total`: absent when no transfer is in the file. */
export function payoutFileView(file: PayoutFile, total: FileTotal = EMPTY): PayoutFileAnswer {
  const operator = (id: PayoutFile["preparedBy"]) => (id === null ? null : publicId("operator", id));
  return {
    object: "payout_file",
    id: publicId("payoutFile", file.id),
    mode: file.mode,
    providerAccountId: publicId("providerAccount", file.providerAccountId),
    messageId: file.messageId,
    status: file.status,
    transferCount: total.transferCount,
    total: total.total.toString(),
    currency: file.currency,
    delivery: file.delivery,
    sha256: file.digest?.toString("hex") ?? null,
    preparedBy: operator(file.preparedBy),
    releasedBy: operator(file.releasedBy),
    releasedAt: isoOrNull(file.releasedAtMs),
    deliveredAt: isoOrNull(file.deliveredAtMs),
    refusedBy: operator(file.refusedBy),
    refusedAt: isoOrNull(file.refusedAtMs),
    note: file.note,
    bankStatus: file.bankStatus,
    bankReason: file.bankReason,
    version: file.version,
    createdAt: iso(file.createdAtMs),
    updatedAt: iso(file.updatedAtMs),
  };
}

export function transferOrderView(keyring: Keyring, order: OrderRow): Static<typeof TransferOrderView> {
  const { recipient } = openOrder(keyring, order);
  const { fileId } = order;
  return {
    object: "transfer_order",
    id: publicId("transferOrder", order.id),
    mode: order.mode,
    providerAccountId: publicId("providerAccount", order.providerAccountId),
    kind: order.kind,
    reference: order.ownId,
    fileId: fileId === null ? null : publicId("payoutFile", fileId),
    amount: order.amount.toString(),
    currency: order.currency,
    recipientName: recipient.name,
    recipientAccount: maskIban(recipient.account),
    status: order.status,
    reason: order.reason,
    bankStatus: order.bankStatus,
    bankReference: order.bankReference,
    note: order.note,
    queuedAt: iso(order.queuedAtMs),
    version: order.version,
    createdAt: iso(order.createdAtMs),
    updatedAt: iso(order.updatedAtMs),
  };
}
