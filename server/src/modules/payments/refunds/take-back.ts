import type { Transaction } from "../../../db/database.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { post, refundReservation, requireAvailable } from "../../ledger/index.ts";
import { guardCharge, sumOfRefunds, wasReleased } from "./charge-store.ts";
import type { RefundsDeps } from "./deps.ts";
import { emitRefundEvent } from "./emit.ts";
import { refundErrors } from "./errors.ts";
import { amountToRefund } from "./rules.ts";
import { accountCapabilities } from "./send-refund.ts";
import { insertAnyRefund } from "./store.ts";

/** Money of a payment that its bank has taken back. */
export interface TakenBack {
  readonly merchantNo: MerchantNo;
  readonly chargeId: Id<"charge">;
  /** Minor units. */
  readonly amount: bigint;
  readonly note: string;
}

/**
 * Makes the refund of money that a bank has taken back by itself, in the caller's transaction. Its amount is reserved, and the
 * rail finds the bank's debit by the id that this returns, so that nothing is sent. Refuses as a merchant's refund does:
 * CHARGE_NOT_REFUNDABLE, REFUND_AMOUNT_EXCEEDS_REMAINING and INSUFFICIENT_WALLET_BALANCE.
 */
export function createTakeBack(deps: RefundsDeps) {
  const { clock, ids, merchants } = deps;
  return async (
    tx: Transaction,
    { merchantNo, chargeId, amount: taken, note }: TakenBack,
  ): Promise<string> => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(merchantNo);
    const guarded = await guardCharge(tx, merchantNo, chargeId, nowMs);
    if (guarded === null) throw new Error("a payment that was found is there");
    const { charge, sequence } = guarded;
    const spent = await sumOfRefunds(tx, merchantNo, chargeId);
    const isReleased = !charge.pays && (await wasReleased(tx, merchantNo, chargeId));
    const amount = amountToRefund(charge, spent, taken, isReleased);
    const { refund: can } = await accountCapabilities(deps, charge);
    const providerReference = charge.provider === null ? null : deps.newOwnId(charge.provider);
    if (can !== "PARTIAL" || providerReference === null)
      throw refundErrors.CHARGE_NOT_REFUNDABLE({ reason: "NO_WAY_BACK" });
    await requireAvailable(tx, { ...charge, amount });
    const refund = await insertAnyRefund(tx, {
      id: ids.next("refund"),
      charge,
      amount,
      route: "ORIGINAL_RAIL",
      reason: "OTHER",
      note,
      metadata: {},
      sourceAccount: "reserved",
      createdBy: null,
      providerReference,
      nowMs,
      dueAtMs: nowMs,
    });
    await post(tx, ids, merchantNo, refundReservation(refund), nowMs);
    await emitRefundEvent(tx, ids, profile, "refund.created", { refund, sequence, nowMs });
    return providerReference;
  };
}
export type TakeBack = ReturnType<typeof createTakeBack>;
