import type { Id } from "../../../kit/ids.ts";
import type { Money } from "../../../kit/money.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import type { NextStep, PaymentOutcome, SettledMethod } from "../../../providers/provider.ts";
import { chargePosting, heldPosting } from "../../ledger/index.ts";
import { changeOf, type LinkUse, type SessionChange } from "../change/change.ts";
import { lastingStep } from "../next-step.ts";
import { attemptsRemaining, holdsLinkUse, isLate } from "../session/rules.ts";
import { nextSessionStatus } from "../session/states.ts";
import type { LoadedSession } from "../session/types.ts";
import { isAlive, nextChargeStatus, nextIntentStatus } from "../states.ts";
import type { Charge, PaymentIntent } from "../types.ts";
import { RECONCILIATION_AFTER_MS } from "./outcome-policy.ts";

/** The merchant's fee for this charge and when its money settles: looked up before the decision. */
export interface ChargeTerms {
  readonly fee: bigint;
  readonly settlementDelaySeconds: number;
}

/** A session read together with the charge of the outcome, which need not be its current one. */
export interface LoadedCharge {
  readonly session: LoadedSession["session"];
  readonly intent: PaymentIntent;
  readonly charge: Charge;
}

/** Null when the charge does not exist. */
export function loadedChargeOf(loaded: LoadedSession | null): LoadedCharge | null {
  return loaded === null || loaded.intent === null || loaded.charge === null
    ? null
    : { session: loaded.session, intent: loaded.intent, charge: loaded.charge };
}

type Succeeded = Extract<PaymentOutcome, { kind: "succeeded" }>;

/**
 * The effect of an outcome, or null when it is not new: a duplicate, a late "pending", a failure of an attempt that is
 * over. The only entry for answers, callbacks, status queries and the resolver. `handle`: the sealed handle of the
 * outcome, if the charge does not have it yet. It is kept whatever the charge's state is, because a refund may need it.
 */
export function decideOutcome(
  loaded: LoadedCharge,
  outcome: PaymentOutcome,
  terms: ChargeTerms,
  nowMs: number,
  handle: Buffer | null = null,
): SessionChange | null {
  const change = decideKind(loaded, outcome, terms, nowMs);
  if (handle === null) return change;
  if (change === null) {
    if (isOlder(loaded.charge, outcome)) return null;
    return changeOf(before(loaded), {}, nowMs, {
      charge: moved(loaded.charge, { providerHandle: handle }, nowMs),
    });
  }
  const charge = change.charge ?? moved(loaded.charge, {}, nowMs);
  return { ...change, charge: { ...charge, providerHandle: handle } };
}

/** An answer from before the money came, recorded after it: what the success brought is newer. */
function isOlder({ status, amountConfirmed }: Charge, { kind }: PaymentOutcome): boolean {
  return kind !== "succeeded" && (status === "SUCCEEDED" || amountConfirmed !== null);
}

function decideKind(
  loaded: LoadedCharge,
  outcome: PaymentOutcome,
  terms: ChargeTerms,
  nowMs: number,
): SessionChange | null {
  switch (outcome.kind) {
    case "pending":
      return decidePending(loaded, outcome.nextStep, nowMs);
    case "unknown":
      return decideUnknown(loaded, nowMs);
    case "failed":
      return decideFailed(loaded, outcome.failureCode, outcome.providerCode, nowMs);
    case "succeeded":
      return decideSucceeded(loaded, outcome, terms, nowMs);
  }
}

function decidePending(loaded: LoadedCharge, nextStep: NextStep, nowMs: number): SessionChange | null {
  const { charge, intent } = loaded;
  if (!isAlive(charge.status) || charge.reviewReason !== null) return null;
  const waitsForPayer = nextStep.kind !== "POLL" || nextStep.instructions !== null;
  const status = nextChargeStatus(charge.status, waitsForPayer ? "require_action" : "process");
  const same =
    status === charge.status && charge.unknownSinceMs === null && sameStep(charge.nextStep, nextStep);
  if (status === null || same) return null;
  // An attempt that the payer left says nothing about the one in flight.
  const intentStatus =
    charge.supersededAtMs === null
      ? nextIntentStatus(intent.status, waitsForPayer ? "require_action" : "process")
      : null;
  return changeOf(before(loaded), {}, nowMs, {
    charge: moved(charge, { status, nextStep, unknownSinceMs: null }, nowMs),
    intent: intentStatus === null ? null : movedIntent(intent, { status: intentStatus }, nowMs),
  });
}

/**
 * The outcome is unknown: record that, and query. It never ends the attempt, so a second one cannot take the money
 * twice.
 */
function decideUnknown(loaded: LoadedCharge, nowMs: number): SessionChange | null {
  const { charge } = loaded;
  if (!isAlive(charge.status) || charge.reviewReason !== null) return null;
  if (charge.unknownSinceMs === null) {
    return changeOf(before(loaded), {}, nowMs, { charge: moved(charge, { unknownSinceMs: nowMs }, nowMs) });
  }
  const long = nowMs - charge.unknownSinceMs >= RECONCILIATION_AFTER_MS;
  if (!long || charge.status === "IN_RECONCILIATION") return null;
  const status = nextChargeStatus(charge.status, "reconcile");
  return status === null
    ? null
    : changeOf(before(loaded), {}, nowMs, { charge: moved(charge, { status }, nowMs) });
}

function decideFailed(
  loaded: LoadedCharge,
  failureCode: FailureCode,
  providerCode: string,
  nowMs: number,
): SessionChange | null {
  const { session, charge, intent } = loaded;
  const status = nextChargeStatus(charge.status, "fail");
  if (status === null || charge.reviewReason !== null) return null;
  const failed = moved(
    charge,
    {
      status,
      failureCode,
      providerCode,
      nextStep: lastingStep(charge.nextStep),
      unknownSinceMs: null,
      failedAtMs: nowMs,
    },
    nowMs,
  );
  const common = {
    charge: failed,
    linkUse: releaseOf(charge),
    checkAtMs: null,
  } as const;
  const sessionStatus = session.chargeId === charge.id ? nextSessionStatus(session.status, "fail") : null;
  if (sessionStatus === null) return changeOf(before(loaded), {}, nowMs, common);
  const retryable = attemptsRemaining(session) > 0 && nowMs < session.expiresAtMs;
  const intentStatus = nextIntentStatus(intent.status, retryable ? "retry" : "give_up");
  return changeOf(before(loaded), { status: sessionStatus, failureCode, retryable }, nowMs, {
    ...common,
    intent: intentStatus === null ? null : movedIntent(intent, { status: intentStatus, failureCode }, nowMs),
    events: retryable
      ? [{ type: "payment.failed", subject: "charge" }]
      : [
          { type: "payment.failed", subject: "charge" },
          { type: "checkout.session.failed", subject: "session" },
        ],
  });
}

function decideSucceeded(
  loaded: LoadedCharge,
  outcome: Succeeded,
  terms: ChargeTerms,
  nowMs: number,
): SessionChange | null {
  const { session, charge } = loaded;
  const status = nextChargeStatus(charge.status, "succeed");
  // Money under review is booked already, and an operator decides about it. It stays booked after the decision: the
  // charge keeps the amount that differs from the requested one.
  if (status === null || charge.reviewReason !== null || charge.amountConfirmed !== null) return null;
  if (!sameMoney(outcome.amount, charge)) return holdMismatch(loaded, outcome, nowMs);

  const late = isLate(charge, session, nowMs);
  const paid = moved(
    charge,
    {
      status,
      late,
      failureCode: null,
      providerTransactionId: outcome.transactionId,
      methodDetails: { ...charge.methodDetails, ...settledDetails(outcome.method) },
      nextStep: lastingStep(charge.nextStep),
      unknownSinceMs: null,
      succeededAtMs: nowMs,
    },
    nowMs,
  );
  if (session.status === "SUCCEEDED") {
    return hold(loaded, { ...paid, duplicate: true }, "DUPLICATE", nowMs);
  }
  // The policy applies to late money; money of an attempt in flight, or of one that was left, pays the session.
  if (late && session.latePaymentPolicy === "REFUND") return hold(loaded, paid, "LATE_PAYMENT", nowMs);
  if (late && session.latePaymentPolicy === "REVIEW") {
    return hold(loaded, { ...paid, reviewReason: "LATE_PAYMENT" }, null, nowMs);
  }
  return pay(loaded, { ...paid, pays: true }, terms, late, nowMs);
}

/** The charge pays the session: money, states and events together. */
function pay(
  loaded: LoadedCharge,
  charge: Charge,
  terms: ChargeTerms,
  late: boolean,
  nowMs: number,
): SessionChange | null {
  const { session, intent } = loaded;
  const status =
    nextSessionStatus(session.status, "succeed") ?? nextSessionStatus(session.status, "accept_late");
  const intentStatus = nextIntentStatus(intent.status, "succeed");
  if (status === null || intentStatus === null || charge.providerAccountId === null) return null;
  const settles = terms.settlementDelaySeconds > 0;
  const paid = { ...charge, fee: terms.fee };
  return changeOf(
    before(loaded),
    {
      status,
      chargeId: charge.id,
      failureCode: null,
      retryable: false,
      paidLate: late,
      completedAtMs: nowMs,
    },
    nowMs,
    {
      charge: paid,
      intent: movedIntent(
        intent,
        {
          status: intentStatus,
          amountReceived: charge.amount,
          latestChargeId: charge.id,
          failureCode: null,
          succeededAtMs: nowMs,
        },
        nowMs,
      ),
      posting: chargePosting(paid, charge.providerAccountId, settles ? "pending" : "available"),
      settlesAtMs: settles ? nowMs + terms.settlementDelaySeconds * 1_000 : null,
      events: [
        { type: "payment.succeeded", subject: "charge" },
        { type: "checkout.session.completed", subject: "session" },
      ],
      linkUse: paidUse(loaded.charge),
      checkAtMs: null,
    },
  );
}

/** Booked, but not the merchant's yet: it is refunded, or waits for an operator. The session is not changed. */
function hold(
  loaded: LoadedCharge,
  charge: Charge,
  refundReason: "DUPLICATE" | "LATE_PAYMENT" | null,
  nowMs: number,
): SessionChange | null {
  if (charge.providerAccountId === null) return null;
  return changeOf(before(loaded), {}, nowMs, {
    charge,
    posting: heldPosting(charge, charge.providerAccountId, charge.amount),
    linkUse: releaseOf(loaded.charge),
    checkAtMs: null,
    refund: refundReason === null ? null : { chargeId: charge.id as Id<"charge">, reason: refundReason },
  });
}

/** Another amount than requested: what arrived is booked as held, and the session waits for an operator's decision. */
function holdMismatch(loaded: LoadedCharge, outcome: Succeeded, nowMs: number): SessionChange | null {
  const { charge } = loaded;
  const status = isAlive(charge.status) ? nextChargeStatus(charge.status, "reconcile") : charge.status;
  const sameCurrency = outcome.amount.currency === charge.currency;
  if (status === null || charge.providerAccountId === null) return null;
  return changeOf(before(loaded), {}, nowMs, {
    charge: moved(
      charge,
      {
        status,
        amountConfirmed: outcome.amount.minor,
        providerTransactionId: outcome.transactionId,
        reviewReason: "AMOUNT_MISMATCH",
        late: isLate(charge, loaded.session, nowMs),
      },
      nowMs,
    ),
    // Another currency cannot be booked in this wallet: the review shows it, an operator books it.
    posting: sameCurrency ? heldPosting(charge, charge.providerAccountId, outcome.amount.minor) : null,
    checkAtMs: null,
  });
}

function releaseOf(charge: Charge): LinkUse {
  return holdsLinkUse(charge) ? "release" : "none";
}

/** `charge`: as it was before it paid. */
function paidUse(charge: Charge): LinkUse {
  if (charge.paymentLinkId === null) return "none";
  return holdsLinkUse(charge) ? "consume_reserved" : "consume";
}

function before({ session, intent, charge }: LoadedCharge): LoadedSession {
  return { session, intent, charge };
}

function moved(charge: Charge, fields: Partial<Charge>, nowMs: number): Charge {
  return { ...charge, ...fields, version: charge.version + 1, updatedAtMs: nowMs };
}

function movedIntent(intent: PaymentIntent, fields: Partial<PaymentIntent>, nowMs: number): PaymentIntent {
  return { ...intent, ...fields, version: intent.version + 1, updatedAtMs: nowMs };
}

function sameMoney(amount: Money, charge: Charge): boolean {
  return amount.minor === charge.amount && amount.currency === charge.currency;
}

function sameStep(left: NextStep | null, right: NextStep): boolean {
  return left !== null && JSON.stringify(left) === JSON.stringify(right);
}

function settledDetails(method: SettledMethod | undefined): SettledMethod {
  return method ?? {};
}
