import { createLoop, type Loop } from "../../jobs/loop.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import type { CutOffDeps } from "./cut-off-loop.ts";
import { findUntoldOrders, markOrderTold } from "./order-store.ts";
import type { OrderRow } from "./types.ts";

const TOLD_PER_ROUND = 50;
const INTERVAL_MS = 60_000;

/** What became of a payout whose money came back. */
export type ReturnOutcome = "ended" | "under_way";

export interface NotifierDeps extends CutOffDeps {
  /** Those of refunds and payouts. */
  readonly receivers: readonly CallbackReceiver[];
  /** Books back a payout that was PAID. `under_way`: its outcome is not recorded yet. */
  readonly bookReturn: (accountId: Id<"providerAccount">, ownId: string) => Promise<ReturnOutcome>;
  /** Whether the refund with this id at the account has ended without success. */
  readonly isRefundOver: (accountId: Id<"providerAccount">, ownId: string) => Promise<boolean>;
}

type Untold = Pick<OrderRow, "providerAccountId" | "ownId" | "kind" | "status">;

/**
 * Tells payouts and refunds what became of their transfers, as a provider's callback would: each is then queried. An
 * order that was not told before a crash is told by the next round. Of a return the order is told again until it is
 * booked: the payment out may just be recording an earlier answer.
 */
export function createOrderNotifier(deps: NotifierDeps): Loop {
  const { db, clock, log } = deps;
  return createLoop({
    name: "transfer_orders",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async () => {
      let told = 0;
      for (const order of await findUntoldOrders(db, TOLD_PER_ROUND)) {
        try {
          if (!(await tell(deps, order))) continue;
          await markOrderTold(db, order);
          told += 1;
        } catch (error) {
          log.error("transfer_order.not_told", { orderId: publicId("transferOrder", order.id), error });
        }
      }
      return told;
    },
  });
}

/** False: it has to be told again. */
async function tell(
  { receivers, bookReturn, isRefundOver, log }: NotifierDeps,
  { providerAccountId: accountId, ownId, kind, status }: Untold,
): Promise<boolean> {
  if (status === "RETURNED" && kind === "PAYOUT" && (await bookReturn(accountId, ownId)) === "ended")
    return true;
  if (status === "RETURNED" && kind === "REFUND" && (await isRefundOver(accountId, ownId))) return true;
  for (const receiver of receivers) {
    const heard = await receiver.hear(accountId, { by: "own_id", value: ownId }, null);
    if (heard === null || heard === "forged" || "away" in heard) continue;
    await heard.question;
    return status !== "RETURNED";
  }
  log.error("transfer_order.operation.missing", { accountId });
  return true;
}
