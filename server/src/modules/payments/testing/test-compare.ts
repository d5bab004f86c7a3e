import { assert } from "../../../kit/errors.ts";
import type { CheckoutSession } from "../session/types.ts";
import type { Model, ModelAttempt, ModelSession } from "./test-model.ts";
import type { Written } from "./test-world.ts";

/** What was written, in the model's terms. */
export function seen(initial: readonly CheckoutSession[], written: Written) {
  const chargeOf = (id: string) => {
    const charge = written.charges.find((each) => each.id === id);
    assert(charge !== undefined, "the intent's charges are there");
    return charge;
  };
  return {
    wallet: { ...written.wallet },
    link: { ...written.link },
    refunds: written.refunds.map(({ reason, amount }) => `${reason} ${amount}`).sort(),
    sessions: initial.map(({ id, paymentIntentId }) => {
      const session = written.sessions.find((each) => each.id === id);
      const intent = written.intents.find((each) => each.id === paymentIntentId);
      assert(session !== undefined, "the session is there");
      const attempts = (intent?.chargeIds ?? []).map((chargeId) => {
        const charge = chargeOf(chargeId);
        const { status, late, duplicate, pays, reviewReason, amountConfirmed, supersededAtMs } = charge;
        const left = supersededAtMs === null ? "" : " left";
        const handle = charge.providerHandle === null ? "" : ` handle ${charge.providerHandle}`;
        const review = reviewReason === null ? "" : ` ${reviewReason} ${amountConfirmed ?? ""}`.trimEnd();
        return `${status}${pays ? " pays" : ""}${late ? " late" : ""}${duplicate ? " duplicate" : ""}${left}${review}${handle}`;
      });
      const events = written.events
        .filter(({ subjectId }) => subjectId === paymentIntentId)
        .sort((left, right) => left.sequence - right.sequence)
        .map(({ sequence, type }) => `${sequence} ${type}`);
      return {
        status: session.status === "FAILED" && !session.retryable ? "FAILED for good" : session.status,
        version: session.version,
        paidLate: session.paidLate,
        intent: intent === undefined ? null : `${intent.status} ${intent.amountReceived}`,
        attempts,
        events,
      };
    }),
  };
}

export function predicted(model: Model): ReturnType<typeof seen> {
  return {
    wallet: model.wallet(),
    link: model.link(),
    refunds: model
      .owed()
      .map(({ each }) => `${each.duplicate ? "DUPLICATE" : "LATE_PAYMENT"} 1000`)
      .sort(),
    sessions: model.sessions.map((of) => ({
      status: of.status === "FAILED" && of.final ? "FAILED for good" : of.status,
      version: of.version,
      paidLate: of.status === "SUCCEEDED" && of.attempts.some((each) => each.money === "pays" && each.late),
      intent:
        of.attempts.length === 0 && !of.terms.direct
          ? null
          : `${intentStatus(of)} ${of.status === "SUCCEEDED" ? 1_000 : 0}`,
      attempts: of.attempts.map(attemptText),
      events: of.events.map((type, index) => `${index + 1} ${type}`),
    })),
  };
}

function intentStatus({ status, final, attempts }: ModelSession): string {
  if (status === "PROCESSING")
    return attempts.at(-1)?.step === "asks_payer" ? "REQUIRES_ACTION" : "PROCESSING";
  if (status === "OPEN") return "REQUIRES_PAYMENT_METHOD";
  if (status === "FAILED") return final ? "FAILED" : "REQUIRES_PAYMENT_METHOD";
  return status === "SUCCEEDED" ? status : "CANCELLED";
}

function attemptText(attempt: ModelAttempt): string {
  const { alive, reconciling, step, money, review, late, duplicate, amount } = attempt;
  const waiting = { none: "PENDING", asks_payer: "REQUIRES_ACTION", works: "PROCESSING" }[step];
  const booked = money !== "none" && review !== "AMOUNT_MISMATCH";
  const status = alive ? (reconciling ? "IN_RECONCILIATION" : waiting) : booked ? "SUCCEEDED" : "FAILED";
  const confirmed = review === "AMOUNT_MISMATCH" ? ` ${amount === 0n ? 1_000n : amount}` : "";
  const why = review === null ? "" : ` ${review}${confirmed}`;
  const kept = attempt.handle === null ? "" : ` handle ${attempt.handle}`;
  return `${status}${money === "pays" ? " pays" : ""}${late ? " late" : ""}${duplicate ? " duplicate" : ""}${attempt.left ? " left" : ""}${why}${kept}`;
}
