import { providerActor, writeAudit } from "../../../db/audit.ts";
import type { Transaction } from "../../../db/database.ts";
import { publicId } from "../../../kit/ids.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import { post, refundPosting, refundRelease } from "../../ledger/index.ts";
import type { MerchantProfile } from "../../merchants/index.ts";
import { afterNoOutcome, leftSinceMs } from "../outcome/outcome-policy.ts";
import { handleToWrite } from "../provider/handle.ts";
import { addRefunded, guardCharge, holdForReview, readFeePolicy, sumOfFeesReturned } from "./charge-store.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { emitAutomaticRefund, emitRefundEvent } from "./emit.ts";
import { type Facts, recordAfterSuccess } from "./record-after-success.ts";
import { feeToReturn } from "./rules.ts";
import type { AskedRefund } from "./send-refund.ts";
import { nextRefundStatus } from "./states.ts";
import { type RefundEnd, updateRefund } from "./store.ts";
import type { Refund } from "./types.ts";

/** The only entry for providers' answers about refunds: books and emits. Returns the number of deliveries. */
export function createRecordOutcome(deps: RefundWorkerDeps) {
  const { clock, log } = deps;

  return async (
    tx: Transaction,
    refund: Refund,
    profile: MerchantProfile,
    { outcome, route }: AskedRefund,
  ): Promise<number> => {
    const nowMs = clock.nowMs();
    const facts: Facts = { refund, profile, nowMs };
    if (refund.status === "SUCCEEDED") return recordAfterSuccess(deps, tx, facts, outcome);
    const base: Omit<RefundEnd, "status"> = {
      route,
      feeRefunded: 0n,
      providerTransactionId: null,
      providerCode: null,
      failureCode: null,
      nextCheckAtMs: null,
      unknownSinceMs: null,
      providerHandle: handleToWrite(deps.keyring, "refunds", refund, outcome.handle),
    };
    switch (outcome.kind) {
      case "pending":
      case "unknown":
        if (outcome.kind === "unknown") {
          log.warn("refund.outcome.unknown", {
            refundId: publicId("refund", refund.id),
            reason: outcome.reason,
          });
        }
        return wait(deps, tx, facts, { ...base, accountNeeded: needsAccount(outcome) }, outcome);
      case "succeeded":
        return succeed(deps, tx, facts, { ...base, providerTransactionId: outcome.transactionId });
      case "failed":
        return fail(deps, tx, facts, {
          ...base,
          providerCode: outcome.providerCode,
          failureCode: outcome.failureCode,
        });
    }
  };
}

function needsAccount(outcome: TransferOutcome): boolean {
  return outcome.kind === "pending" && outcome.needs === "RECIPIENT_ACCOUNT";
}

/** It is asked about again, or waits for an account: its merchant is told once. Returns the number of deliveries. */
async function wait(
  { ids, log }: Deps,
  tx: Transaction,
  { refund, profile, nowMs }: Facts,
  base: Omit<RefundEnd, "status">,
  outcome: TransferOutcome,
): Promise<number> {
  const unknownSinceMs = outcome.kind === "pending" ? null : (refund.unknownSinceMs ?? nowMs);
  const sentAtMs = leftSinceMs(outcome, refund.createdAtMs, nowMs);
  // The first claim was for sending it.
  const questions = refund.checkCount - 1;
  const { askAtMs, reconciles } = afterNoOutcome({ questions, sentAtMs, unknownSinceMs }, nowMs);
  if (askAtMs === null) log.error("refund.unresolved", { refundId: publicId("refund", refund.id) });
  const status = nextRefundStatus(refund.status, reconciles ? "reconcile" : "process");
  if (status === null) return 0;
  const change = { ...base, status, nextCheckAtMs: askAtMs, unknownSinceMs };
  if (base.accountNeeded !== true || refund.accountNeeded) {
    await updateRefund(tx, refund, change, nowMs);
    return 0;
  }
  const guarded = await guardCharge(tx, refund.merchantNo, refund.chargeId, nowMs);
  if (guarded === null) throw new Error("a refund has a charge");
  const waiting = await updateRefund(tx, refund, change, nowMs);
  if (waiting === null) throw new Error("a refund that waits is leased to this worker");
  const news = { refund: waiting, sequence: guarded.sequence, nowMs };
  return emitRefundEvent(tx, ids, profile, "refund.account_needed", news);
}

type Deps = Pick<RefundWorkerDeps, "ids" | "keyring" | "log">;

async function succeed(
  deps: Deps,
  tx: Transaction,
  { refund, profile, nowMs }: Facts,
  base: Omit<RefundEnd, "status">,
): Promise<number> {
  const { merchantNo, sourceAccount } = refund;
  const status = nextRefundStatus(refund.status, "succeed");
  if (status === null) return 0;
  const guarded = await guardCharge(tx, merchantNo, refund.chargeId, nowMs);
  if (guarded === null) throw new Error("a refund has a charge");
  const policy = sourceAccount === "held" ? "KEEP" : await readFeePolicy(tx, merchantNo);
  const feeRefunded =
    policy === "KEEP"
      ? 0n
      : feeToReturn(
          guarded.charge,
          guarded.charge.amountRefunded,
          refund.amount,
          await sumOfFeesReturned(tx, merchantNo, refund.chargeId),
        );
  const charge = await addRefunded(tx, refund, nowMs);
  const ended = await end(tx, refund, { ...base, status, feeRefunded }, nowMs);
  const posting = refundPosting(ended, ended.providerAccountId, sourceAccount, feeRefunded);
  await post(tx, deps.ids, merchantNo, posting, nowMs);
  const news = { refund: ended, sequence: guarded.sequence, nowMs };
  return sourceAccount === "held"
    ? emitAutomaticRefund(tx, deps, profile, charge, news)
    : emitRefundEvent(tx, deps.ids, profile, "refund.succeeded", news);
}

async function fail(
  deps: Deps,
  tx: Transaction,
  { refund, profile, nowMs }: Facts,
  base: Omit<RefundEnd, "status">,
): Promise<number> {
  const { merchantNo, sourceAccount } = refund;
  const status = nextRefundStatus(refund.status, "fail");
  if (status === null) return 0;
  if (sourceAccount === "held") {
    // The money stays held until an operator has decided.
    await holdForReview(tx, refund, nowMs);
    await end(tx, refund, { ...base, status }, nowMs);
    await writeAudit(tx, deps.ids, nowMs, {
      merchantNo,
      actor: providerActor,
      action: "charge.held_for_review",
      subject: publicId("charge", refund.chargeId),
      after: { review: "REFUND_FAILED", refundId: publicId("refund", refund.id) },
    });
    deps.log.error("refund.automatic.failed", {
      refundId: publicId("refund", refund.id),
      reason: refund.reason,
      failureCode: base.failureCode,
    });
    return 0;
  }
  const guarded = await guardCharge(tx, merchantNo, refund.chargeId, nowMs);
  if (guarded === null) throw new Error("a refund has a charge");
  const ended = await end(tx, refund, { ...base, status }, nowMs);
  await post(tx, deps.ids, merchantNo, refundRelease(ended), nowMs);
  const news = { refund: ended, sequence: guarded.sequence, nowMs };
  return emitRefundEvent(tx, deps.ids, profile, "refund.failed", news);
}

/** Two answers about one refund are possible only after a lease has expired: the second is rolled back completely. */
async function end(tx: Transaction, refund: Refund, change: RefundEnd, nowMs: number): Promise<Refund> {
  const ended = await updateRefund(tx, refund, change, nowMs);
  if (ended === null) throw new Error("a refund ends once: its row is leased to this worker");
  return ended;
}
