import type { Queryable } from "../../db/database.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Booking, OrderedTransfers } from "../bank-files/index.ts";
import { findByMessageId, findSender, writeFileState } from "./file-store.ts";
import { judgeReport } from "./judge-report.ts";
import { lockOrders, type OrderChange, ordersOfFile, writeOrders } from "./order-store.ts";
import { nextOrderStatus } from "./states.ts";
import type { OrderRow } from "./types.ts";

/** A credit of one of our transfers without the bank's code for its return. */
const SENT_BACK = "SENT_BACK";

/** What banks' files say of transfers that we ordered, in the transaction that takes the file. */
export function createOrderedTransfers({
  db,
  log,
  wakeNotifier,
}: {
  readonly db: Queryable;
  readonly log: Logger;
  /** Called after a commit that changed orders. */
  readonly wakeNotifier: () => void;
}): OrderedTransfers {
  return {
    announce: wakeNotifier,
    senderOf: (accountIds, messageId) => findSender(db, accountIds, messageId),

    takeReport: async (tx, accountId, report, nowMs) => {
      const file = await findByMessageId(tx, accountId, report.messageId);
      if (file === null)
        return "The status report is about a file (OrgnlMsgId) that this account has not sent.";
      if (file.status === "PREPARED" || file.status === "REFUSED")
        return "The status report is about a file (OrgnlMsgId) that was not released.";
      const ownIds = (await ordersOfFile(tx, file.tenantId, file.id)).map(({ ownId }) => ownId);
      const orders = await lockOrders(tx, accountId, ownIds);
      const verdict = judgeReport(report, orders);
      if (typeof verdict === "string") return verdict;
      await writeOrders(tx, accountId, verdict.changes, nowMs);
      const said = report.group.status === null ? report.payment : report.group;
      if (said.status !== null && said.status !== file.bankStatus)
        await writeFileState(tx, file, { bankStatus: said.status, bankReason: said.reason }, nowMs);
      if (verdict.doubtful.length > 0)
        log.error("payout_file.answer_doubtful", {
          fileId: publicId("payoutFile", file.id),
          transfers: verdict.doubtful.length,
        });
      return {
        fileId: file.id,
        transferCount: orders.length,
        changedCount: verdict.changedCount,
        doubtfulCount: verdict.doubtful.length,
      };
    },

    takeBookings: async (tx, accountId, bookings, nowMs) => {
      const byOwnId = new Map(bookings.map((booking) => [booking.ownId, booking]));
      const orders = await lockOrders(tx, accountId, [...byOwnId.keys()]);
      const changes = orders.flatMap((order) => {
        const booking = byOwnId.get(order.ownId);
        return booking === undefined ? [] : changeBy(order, booking);
      });
      await writeOrders(tx, accountId, changes, nowMs);
    },
  };
}

/** The order after a booked entry with its number: a debit paid it, a credit sent it back. */
function changeBy(order: OrderRow, booking: Booking): readonly OrderChange[] {
  // Another amount than ordered decides nothing: its payout goes to an operator.
  if (booking.amount !== order.amount || booking.currency !== order.currency) return [];
  const isDebit = booking.direction === "DEBIT";
  const status = nextOrderStatus(order.status, isDebit ? "pay" : "takeBack");
  if (status === null) return [];
  const wasReleased = order.status === "RELEASED" || order.status === "PAID";
  return [
    {
      ...order,
      status,
      // Booked before we released it: it may not go out again.
      fileId: wasReleased ? order.fileId : null,
      reason: isDebit ? order.reason : (booking.reason ?? SENT_BACK),
      bankReference: isDebit ? (booking.bankReference ?? order.bankReference) : order.bankReference,
      isTold: false,
    },
  ];
}
