import { errors } from "../../../http/errors.ts";
import { once } from "../../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { type MerchantNo, parsePublicId } from "../../../kit/ids.ts";
import { post, refundRelease } from "../../ledger/index.ts";
import type { RefundsDeps } from "./deps.ts";
import { refundErrors } from "./errors.ts";
import type { RefundView } from "./schemas.ts";
import { cancelPendingRefund, readRefunds } from "./store.ts";
import { refundView } from "./view.ts";

/**
 * Cancels a refund that was not sent yet: its reserved money is available again. One that is already CANCELLED stays as
 * it is. Refuses with RESOURCE_NOT_FOUND and REFUND_NOT_CANCELLABLE.
 */
export function createCancelRefund({ db, clock, ids, keyring, merchants }: RefundsDeps) {
  return async (
    merchantNo: MerchantNo,
    refundText: string,
    claim: IdempotencyClaim | null,
  ): Promise<RefundView> => {
    const id = parsePublicId("refund", refundText);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    const profile = await merchants.profile(merchantNo);
    const nowMs = clock.nowMs();
    return once(db, keyring, { claim, merchantNo, owner: id, nowMs, status: 200 }, async (tx) => {
      const cancelled = await cancelPendingRefund(tx, merchantNo, id, nowMs);
      if (cancelled !== null) {
        await post(tx, ids, merchantNo, refundRelease(cancelled), nowMs);
        return refundView(cancelled, profile);
      }
      const [refund] = await readRefunds(tx, merchantNo, [id]);
      if (refund === undefined) throw errors.RESOURCE_NOT_FOUND();
      if (refund.status === "CANCELLED") return refundView(refund, profile);
      throw refundErrors.REFUND_NOT_CANCELLABLE({
        status: refund.status,
        automatic: refund.sourceAccount === "held",
      });
    });
  };
}
