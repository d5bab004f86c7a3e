import type { Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";
import { closeRefundReview, readRefunds } from "../payments/refunds/index.ts";
import type { ReviewDeps } from "./deps.ts";
import type { MoneyDecision } from "./types.ts";
import { outcomeOf, settledTransactionId, verdictOf } from "./verdicts.ts";

/** What a decision on a charge needs to know about it. */
export interface Subject {
  readonly sessionId: Id<"checkoutSession"> | null;
}

export interface Executed {
  readonly refundId: Id<"refund"> | null;
}

export interface PreparedDecision {
  /** Null: the money moved meanwhile; nothing may be committed. */
  run(tx: Transaction): Promise<Executed | null>;
  /** After the commit. */
  announce(): Promise<void>;
}

/**
 * The execution of a decision, computed on the present state, by the same statements that record providers' answers.
 * Null: there is nothing left to decide.
 */
export async function prepareDecision(
  deps: ReviewDeps,
  decision: MoneyDecision,
  { sessionId }: Subject,
): Promise<PreparedDecision | null> {
  const { merchantNo, subjectType, subjectId } = decision;
  if (subjectType === "CHARGE") {
    if (sessionId === null) throw new Error("a charge has its guard");
    const key = { merchantNo, sessionId, chargeId: subjectId as Id<"charge"> };
    const prepared = await deps.payments.reviews.prepare(key, verdictOf(decision));
    if (prepared === null) return null;
    let deliveries = 0;
    return {
      run: async (tx) => {
        const written = await prepared.writeIn(tx);
        if (written === null) return null;
        deliveries = written.deliveries;
        return { refundId: written.refundId };
      },
      announce: () => prepared.announce(deliveries),
    };
  }
  // Read before the transaction, which must not wait for a second connection.
  const profile = await deps.merchants.profile(merchantNo);
  let deliveries = 0;
  const announce = async (): Promise<void> => {
    if (deliveries > 0) deps.wakeWebhooks();
  };
  if (subjectType === "PAYOUT") {
    return {
      run: async (tx) => {
        const id = subjectId as Id<"payout">;
        const settled =
          decision.kind === "REVERSE"
            ? await deps.payouts.reverseIn(tx, profile, id)
            : await deps.payouts.settleIn(tx, profile, id, settledTransactionId(decision));
        if (settled === null) return null;
        deliveries = settled.deliveries;
        return { refundId: null };
      },
      announce,
    };
  }
  return {
    run: async (tx) => {
      const [refund] = await readRefunds(tx, merchantNo, [subjectId]);
      if (refund?.reviewReason === "REVERSED") {
        await closeRefundReview(tx, refund, deps.clock.nowMs());
        return { refundId: null };
      }
      if (refund === undefined || !["PROCESSING", "IN_RECONCILIATION"].includes(refund.status)) return null;
      deliveries = await deps.refunds.settleIn(tx, refund, profile, outcomeOf(decision));
      return { refundId: null };
    },
    announce,
  };
}
