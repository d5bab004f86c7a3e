import { providerActor, writeAudit } from "../../../db/audit.ts";
import type { Transaction } from "../../../db/database.ts";
import { publicId } from "../../../kit/ids.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import { post, refundReversal } from "../../ledger/index.ts";
import type { MerchantProfile } from "../../merchants/index.ts";
import { questionDelayMs } from "../outcome/outcome-policy.ts";
import { handleToWrite } from "../provider/handle.ts";
import { guardCharge, holdForReview, subtractRefunded } from "./charge-store.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { emitRefundEvent } from "./emit.ts";
import { nextRefundStatus } from "./states.ts";
import { reverseRefund, scheduleAfterSuccess } from "./store.ts";
import type { Refund } from "./types.ts";

/** What an answer about a refund is recorded with. */
export interface Facts {
  readonly refund: Refund;
  /** Read before the transaction: one that waits for a lock must not also wait for a second connection. */
  readonly profile: MerchantProfile;
  readonly nowMs: number;
}

/** About three days of queries. */
const CHECKS_MAX = 300;

/**
 * Records what a provider says of a refund that it had reported as successful: usually the same again. A failure is
 * booked back. Without an answer it is queried again, because a callback named it. Returns the number of deliveries.
 */
export async function recordAfterSuccess(
  deps: RefundWorkerDeps,
  tx: Transaction,
  facts: Facts,
  outcome: TransferOutcome,
): Promise<number> {
  const { refund, nowMs } = facts;
  switch (outcome.kind) {
    case "failed":
      return reverse(deps, tx, facts, outcome);
    case "succeeded":
      await scheduleAfterSuccess(tx, refund, null);
      return 0;
    case "pending":
    case "unknown": {
      const isOver = refund.checkCount >= CHECKS_MAX;
      if (isOver) deps.log.error("refund.unresolved", { refundId: publicId("refund", refund.id) });
      await scheduleAfterSuccess(tx, refund, isOver ? null : nowMs + questionDelayMs(refund.checkCount));
      return 0;
    }
  }
}

/** The payer did not get the money: it goes back to where it came from, and an operator is asked. */
async function reverse(
  deps: RefundWorkerDeps,
  tx: Transaction,
  { refund, profile, nowMs }: Facts,
  outcome: Extract<TransferOutcome, { readonly kind: "failed" }>,
): Promise<number> {
  const { merchantNo, sourceAccount, chargeId } = refund;
  if (nextRefundStatus(refund.status, "reverse") === null) return 0;
  const guarded = await guardCharge(tx, merchantNo, chargeId, nowMs);
  if (guarded === null) throw new Error("a refund has a charge");
  const isHeld = sourceAccount === "held";
  const reversed = await reverseRefund(
    tx,
    refund,
    {
      providerCode: outcome.providerCode,
      failureCode: outcome.failureCode,
      // Money that is held again waits with its charge.
      reviewReason: isHeld ? null : "REVERSED",
      providerHandle: handleToWrite(deps.keyring, "refunds", refund, outcome.handle),
    },
    nowMs,
  );
  if (reversed === null) throw new Error("a refund is reversed once: its row is leased to this worker");
  await subtractRefunded(tx, refund, nowMs);
  const to = isHeld ? "held" : "available";
  const posting = refundReversal(reversed, reversed.providerAccountId, to, refund.feeRefunded);
  await post(tx, deps.ids, merchantNo, posting, nowMs);
  if (isHeld) await holdForReview(tx, refund, nowMs);
  const refundId = publicId("refund", refund.id);
  await writeAudit(tx, deps.ids, nowMs, {
    merchantNo,
    actor: providerActor,
    action: "refund.booked_back",
    subject: refundId,
    before: { status: refund.status },
    after: { status: reversed.status, failureCode: outcome.failureCode },
  });
  deps.log.error("refund.booked_back", { refundId, failureCode: outcome.failureCode });
  const news = { refund: reversed, sequence: guarded.sequence, nowMs };
  return emitRefundEvent(tx, deps.ids, profile, "refund.failed", news);
}
