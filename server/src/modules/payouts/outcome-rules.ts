import type { FailureCode } from "../../kit/payment-terms.ts";
import type { TransferOutcome } from "../../providers/provider.ts";
import { afterNoOutcome, leftSinceMs } from "../payments/index.ts";
import type { RouteRefusal } from "../routing/index.ts";
import { nextPayoutStatus, type PayoutStatus } from "./states.ts";
import type { Payout } from "./types.ts";

/** Interval at which a queued payout checks whether its operator is back. */
const QUEUE_CHECK_MS = 15_000;
/** The same while the day's limit of its account is reached: room comes at midnight, or when a payment fails. */
const LIMIT_CHECK_MS = 5 * 60_000;

/** What follows when no account can carry a payout that was not sent yet. */
export type Unroutable =
  | {
      readonly kind: "fail";
      readonly failureCode: RouteRefusal["refused"];
      readonly providerCode: RouteRefusal["reason"];
    }
  | {
      readonly kind: "queue";
      readonly status: PayoutStatus;
      readonly nextCheckAtMs: number;
      /** Notify the merchant once, not at each check. */
      readonly isNews: boolean;
    };

/**
 * An outage, a suspension and the limit of a day pass. `passes`: once they are over, an account can carry the payout, so
 * it waits; otherwise it fails. Null: it was cancelled meanwhile. Pure.
 */
export function judgeUnroutable(
  from: PayoutStatus,
  { refused, reason, passes }: RouteRefusal & { readonly passes: boolean },
  nowMs: number,
): Unroutable | null {
  if (!passes) return { kind: "fail", failureCode: refused, providerCode: reason };
  const status = nextPayoutStatus(from, "queue");
  if (status === null) return null;
  const waitMs = reason === "ACCOUNT_LIMIT" ? LIMIT_CHECK_MS : QUEUE_CHECK_MS;
  return { kind: "queue", status, nextCheckAtMs: nowMs + waitMs, isNews: status !== from };
}

/** What a provider's answer makes of a payout that was sent. */
export type Settlement =
  | { readonly kind: "fail"; readonly failureCode: FailureCode; readonly providerCode: string }
  | { readonly kind: "pay"; readonly status: PayoutStatus; readonly transactionId: string }
  | {
      readonly kind: "wait";
      readonly status: PayoutStatus;
      /** When the provider is queried next; null: no more queries, a person must look at the payout. */
      readonly askAtMs: number | null;
      readonly unknownSinceMs: number | null;
      /** The provider paid another amount than asked for. */
      readonly differs: boolean;
    };

/**
 * What an answer makes of a payout. Another amount than asked for cannot be booked: the money stays reserved and the payout goes
 * to the reconciliation. Null: the payout has ended, the answer changes nothing. Pure.
 */
export function judgeTransfer(
  payout: Pick<Payout, "status" | "amount" | "currency" | "checkCount" | "sentAtMs" | "unknownSinceMs">,
  outcome: TransferOutcome,
  nowMs: number,
): Settlement | null {
  if (outcome.kind === "failed") {
    const { failureCode, providerCode } = outcome;
    return nextPayoutStatus(payout.status, "fail") === null
      ? null
      : { kind: "fail", failureCode, providerCode };
  }
  const isPaid = outcome.kind === "succeeded";
  if (isPaid && outcome.amount.minor === payout.amount && outcome.amount.currency === payout.currency) {
    const status = nextPayoutStatus(payout.status, "pay");
    return status === null ? null : { kind: "pay", status, transactionId: outcome.transactionId };
  }
  const unknownSinceMs = outcome.kind === "pending" ? null : (payout.unknownSinceMs ?? nowMs);
  const sentAtMs = leftSinceMs(outcome, payout.sentAtMs ?? nowMs, nowMs);
  const { askAtMs, reconciles } = afterNoOutcome(
    { questions: payout.checkCount, sentAtMs, unknownSinceMs },
    nowMs,
  );
  const status = nextPayoutStatus(payout.status, isPaid || reconciles ? "reconcile" : "send");
  return status === null ? null : { kind: "wait", status, askAtMs, unknownSinceMs, differs: isPaid };
}
