import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import type { OrderState, TransferOrders } from "../../providers/transfer-orders.ts";
import { findAccount } from "../bank-files/index.ts";
import { findOrder, insertOrder, moveOrders } from "./order-store.ts";
import { type OrderDetails, type OrderRow, orderContext } from "./types.ts";

export interface OrdersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

/** The port of the connectors. */
export function createTransferOrders({ db, clock, ids, keyring }: OrdersDeps): TransferOrders {
  return {
    place: async (id, { kind, ownId, amount, recipient, purpose }) => {
      const accountId = id as Id<"providerAccount">;
      const row = await findAccount(db, accountId);
      if (row === null) throw new Error("an order is placed at an account of ours");
      const { tenantId, mode } = row;
      const orderId = ids.next("transferOrder");
      const details: OrderDetails = { recipient, purpose };
      await insertOrder(db, {
        tenantId,
        id: orderId,
        mode,
        providerAccountId: accountId,
        kind,
        ownId,
        amount: amount.minor,
        currency: amount.currency,
        details: keyring.seal(JSON.stringify(details), orderContext({ tenantId, id: orderId })),
        nowMs: clock.nowMs(),
      });
    },
    find: async (accountId, ownId) => {
      const order = await findOrder(db, accountId, ownId);
      return order === null ? null : stateOf(order, order.releasedAtMs);
    },
  };
}

function stateOf(
  { status, reason, bankReference, ownId, amount, currency }: OrderRow,
  releasedAtMs: number | null,
): OrderState {
  switch (status) {
    case "QUEUED":
    case "IN_FILE":
    case "RELEASED":
      return { kind: "under_way", leftAtMs: releasedAtMs };
    case "PAID":
      return { kind: "paid", transactionId: bankReference ?? ownId, amount: money(amount, currency) };
    case "REJECTED":
    case "RETURNED":
    case "WITHDRAWN":
      return { kind: "failed", reason: reason ?? status };
  }
}

/**
 * Takes back an order that was not released, in the transaction of the caller, who has locked its payout. False: it went
 * to the bank, has ended, or does not exist yet.
 */
export async function withdrawOrder(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownId: string,
  nowMs: number,
): Promise<boolean> {
  for (const from of ["QUEUED", "IN_FILE"] as const) {
    const change = { from, to: "WITHDRAWN", fileId: null, nowMs } as const;
    if ((await moveOrders(tx, accountId, [ownId], change)).length > 0) return true;
  }
  return false;
}

/** What an order's sealed fields say. Throws when they were altered. */
export function openOrder(
  keyring: Keyring,
  order: Pick<OrderRow, "tenantId" | "id" | "details">,
): OrderDetails {
  return JSON.parse(keyring.open(order.details, orderContext(order)).toString("utf8"));
}
