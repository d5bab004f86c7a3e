import { type Posting, transfer } from "../../ledger/index.ts";
import { changeOf, type LinkUse, type SessionChange } from "../change/change.ts";
import { lastingStep } from "../next-step.ts";
import type { ChargeTerms, LoadedCharge } from "../outcome/decide-outcome.ts";
import { attemptsRemaining, holdsLinkUse, isLate } from "../session/rules.ts";
import { nextSessionStatus } from "../session/states.ts";
import { isAlive, nextChargeStatus, nextIntentStatus } from "../states.ts";
import type { Charge } from "../types.ts";

/**
 * The effect of an operator's decision on held money. The money is booked already: it moves out of `held`, which the
 * statement that writes sessions never does, so the posting follows that statement in the same transaction.
 */
export interface ReviewStep {
  readonly change: SessionChange;
  readonly posting: Posting | null;
  /** When the amount posted into `pending` becomes available; null when there is none. */
  readonly settlesAtMs: number | null;
  /** The amount returned to the payer, in minor units: its refund is due at once. */
  readonly refund: {
    readonly amount: bigint;
    readonly reason: "DUPLICATE" | "LATE_PAYMENT" | "OTHER";
  } | null;
}

/** What the provider took for it, in minor units. */
export function takenOf({ amount, amountConfirmed }: Pick<Charge, "amount" | "amountConfirmed">): bigint {
  return amountConfirmed ?? amount;
}

/**
 * The merchant keeps it. It pays the session when nothing else did, at the amount that arrived, with its fee; otherwise
 * it is additional money of the merchant. Null: it is no longer under review.
 */
export function decideRelease(loaded: LoadedCharge, terms: ChargeTerms, nowMs: number): ReviewStep | null {
  const { session, intent, charge } = loaded;
  const status = charge.status === "SUCCEEDED" ? charge.status : nextChargeStatus(charge.status, "succeed");
  if (charge.reviewReason === null || status === null) return null;
  const amount = takenOf(charge);
  const settles = terms.settlementDelaySeconds > 0;
  const into = settles ? "pending" : "available";
  const released = moved(
    charge,
    {
      status,
      reviewReason: null,
      failureCode: null,
      nextStep: lastingStep(charge.nextStep),
      unknownSinceMs: null,
      succeededAtMs: charge.succeededAtMs ?? nowMs,
    },
    nowMs,
  );
  const settlesAtMs = settles ? nowMs + terms.settlementDelaySeconds * 1_000 : null;
  const out = transfer("held", into, amount, "RELEASE");
  if (session.status === "SUCCEEDED") {
    const change = changeOf(loaded, {}, nowMs, {
      charge: { ...released, duplicate: true },
      linkUse: endedUse(charge),
      checkAtMs: null,
    });
    return { change, posting: posting(charge, out), settlesAtMs, refund: null };
  }
  const sessionStatus =
    nextSessionStatus(session.status, "succeed") ?? nextSessionStatus(session.status, "accept_late");
  const intentStatus = nextIntentStatus(intent.status, "succeed");
  if (sessionStatus === null || intentStatus === null) return null;
  const late = isLate(charge, session, nowMs);
  const { fee } = terms;
  const change = changeOf(
    loaded,
    {
      status: sessionStatus,
      chargeId: charge.id,
      failureCode: null,
      retryable: false,
      paidLate: late,
      completedAtMs: nowMs,
    },
    nowMs,
    {
      charge: { ...released, pays: true, fee },
      intent: {
        ...intent,
        status: intentStatus,
        amountReceived: amount,
        latestChargeId: charge.id,
        failureCode: null,
        succeededAtMs: nowMs,
        version: intent.version + 1,
        updatedAtMs: nowMs,
      },
      events: [
        { type: "payment.succeeded", subject: "charge" },
        { type: "checkout.session.completed", subject: "session" },
      ],
      linkUse: charge.paymentLinkId === null ? "none" : holdsLinkUse(charge) ? "consume_reserved" : "consume",
      checkAtMs: null,
    },
  );
  const posted = posting(charge, [...out, ...transfer(into, "fees", fee, "FEE")]);
  return { change, posting: posted, settlesAtMs, refund: null };
}

/**
 * The payer gets it back, or, with `returns` false, it was settled outside: money that could not be booked. An attempt
 * that still waited for this decision has failed. Null: it is no longer under review.
 */
export function decideReturn(loaded: LoadedCharge, returns: boolean, nowMs: number): ReviewStep | null {
  const { session, intent, charge } = loaded;
  if (charge.reviewReason === null) return null;
  const reason = charge.duplicate ? "DUPLICATE" : charge.status === "SUCCEEDED" ? "LATE_PAYMENT" : "OTHER";
  const refund = returns ? ({ amount: takenOf(charge), reason } as const) : null;
  const step = (change: SessionChange): ReviewStep => ({ change, posting: null, settlesAtMs: null, refund });
  if (!isAlive(charge.status)) {
    return step(changeOf(loaded, {}, nowMs, { charge: moved(charge, { reviewReason: null }, nowMs) }));
  }
  const status = nextChargeStatus(charge.status, "fail");
  if (status === null) return null;
  const failureCode = "INVALID_AMOUNT";
  const failed = moved(
    charge,
    {
      status,
      failureCode,
      providerCode: "AMOUNT_MISMATCH",
      reviewReason: null,
      nextStep: lastingStep(charge.nextStep),
      unknownSinceMs: null,
      failedAtMs: nowMs,
    },
    nowMs,
  );
  const common = { charge: failed, linkUse: endedUse(charge), checkAtMs: null } as const;
  const sessionStatus = session.chargeId === charge.id ? nextSessionStatus(session.status, "fail") : null;
  if (sessionStatus === null) return step(changeOf(loaded, {}, nowMs, common));
  const retryable = attemptsRemaining(session) > 0 && nowMs < session.expiresAtMs;
  const intentStatus = nextIntentStatus(intent.status, retryable ? "retry" : "give_up");
  return step(
    changeOf(loaded, { status: sessionStatus, failureCode, retryable }, nowMs, {
      ...common,
      intent:
        intentStatus === null
          ? null
          : {
              ...intent,
              status: intentStatus,
              failureCode,
              version: intent.version + 1,
              updatedAtMs: nowMs,
            },
      events: [
        { type: "payment.failed", subject: "charge" },
        ...(retryable ? [] : ([{ type: "checkout.session.failed", subject: "session" }] as const)),
      ],
    }),
  );
}

function endedUse(charge: Charge): LinkUse {
  return holdsLinkUse(charge) ? "release" : "none";
}

function moved(charge: Charge, fields: Partial<Charge>, nowMs: number): Charge {
  return { ...charge, ...fields, version: charge.version + 1, updatedAtMs: nowMs };
}

function posting({ id, walletId, currency }: Charge, transfers: Posting["transfers"]): Posting {
  return { walletId, currency, sourceType: "charge", sourceId: id, transfers };
}
