import { createKeepAnswer, type KeepAnswer } from "../../http/keep-answer.ts";
import type { Loop } from "../../jobs/loop.ts";
import { createPlanAttempt, type PlanAttempt } from "./attempt/plan-attempt.ts";
import { createRunAttempt, type RunAttempt } from "./attempt/run-attempt.ts";
import { type ChangeWriter, createChangeWriter } from "./change/write-change.ts";
import type { PaymentDeps } from "./deps.ts";
import { createDirectPayments, type DirectPayments } from "./direct/service.ts";
import { createReviews, type Reviews } from "./held/review.ts";
import { createOutcomeRecorder, type OutcomeRecorder } from "./outcome/record-outcome.ts";
import { createResolver } from "./outcome/resolver.ts";

/** All that moves a payment. Checkout, links and operators use these parts; nothing else writes a charge. */
export interface PaymentEngine {
  /** Where an attempt would go, and what follows its commit. */
  readonly plan: PlanAttempt;
  readonly run: RunAttempt;
  readonly writer: ChangeWriter;
  /** The one entrance for what a provider says, however it came. */
  readonly outcomes: OutcomeRecorder;
  /** What operators decide on held and unresolved charges. */
  readonly reviews: Reviews;
  /** Payments that a merchant's server makes without a session. */
  readonly direct: DirectPayments;
  readonly keepAnswer: KeepAnswer;
  readonly resolver: Loop;
  /** Resolves once no provider is being called for a payer who has been answered. */
  settled(): Promise<void>;
}

export function createPaymentEngine(deps: PaymentDeps): PaymentEngine {
  const writer = createChangeWriter(deps);
  const outcomes = createOutcomeRecorder(deps, writer);
  const plan = createPlanAttempt(deps);
  const { run, settled } = createRunAttempt(deps, outcomes);
  const keepAnswer = createKeepAnswer(deps);
  return {
    plan,
    run,
    writer,
    outcomes,
    reviews: createReviews(deps, writer),
    direct: createDirectPayments(deps, { writer, plan, run, keep: keepAnswer }),
    keepAnswer,
    resolver: createResolver(deps, outcomes),
    settled,
  };
}
