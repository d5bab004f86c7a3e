import { createKeepAnswer, type KeepAnswer } from "../../http/keep-answer.ts";
import type { Loop } from "../../jobs/loop.ts";
import type { CallbackReceiver } from "../provider-callbacks/index.ts";
import { createFailOver } from "./attempt/fail-over.ts";
import { type AttemptLeaver, createAttemptLeaver } from "./attempt/leave-attempt.ts";
import { createOtherAttempts } from "./attempt/other-attempts.ts";
import { createPlanAttempt, type PlanAttempt } from "./attempt/plan-attempt.ts";
import { createRunAttempt, type RunAttempt } from "./attempt/run-attempt.ts";
import { type ChangeWriter, createChangeWriter } from "./change/write-change.ts";
import type { PaymentDeps } from "./deps.ts";
import { createDirectPayments, type DirectPayments } from "./direct/service.ts";
import { createHeldMoneyReviews, type HeldMoneyReviews } from "./held/review.ts";
import { createResolver } from "./jobs/resolve-outcomes.ts";
import { type AskProvider, createAskProvider } from "./outcome/ask-provider.ts";
import { createChargeCallbacks } from "./outcome/charge-callbacks.ts";
import { createOutcomeRecorder, type OutcomeRecorder } from "./outcome/record-charge-outcome.ts";

/** Everything that moves a payment. Checkout, links and operators use these parts; no other code writes a charge. */
export interface PaymentEngine {
  /** The route of an attempt, and what follows its commit. */
  readonly plan: PlanAttempt;
  readonly run: RunAttempt;
  /** The payer's way out of an attempt in flight. */
  readonly leave: AttemptLeaver["leave"];
  readonly writer: ChangeWriter;
  /** The only entry for providers' answers, from any source. */
  readonly outcomes: OutcomeRecorder;
  readonly askProvider: AskProvider;
  /** Operators' decisions on held and unresolved charges. */
  readonly reviews: HeldMoneyReviews;
  /** Payments that a merchant's server makes without a session. */
  readonly direct: DirectPayments;
  readonly keepAnswer: KeepAnswer;
  readonly resolver: Loop;
  readonly callbacks: CallbackReceiver;
  /** Resolves once every provider call whose payer was already answered has ended. */
  settled(): Promise<void>;
}

export function createPaymentEngine(deps: PaymentDeps): PaymentEngine {
  const otherAttempts = createOtherAttempts(deps);
  const writer = createChangeWriter({ ...deps, otherAttempts });
  const outcomes = createOutcomeRecorder(deps, writer);
  const askProvider = createAskProvider(deps, outcomes);
  const plan = createPlanAttempt(deps);
  const { run, settled } = createRunAttempt(deps, outcomes, createFailOver(deps));
  const leaver = createAttemptLeaver(deps, outcomes, writer);
  const keepAnswer = createKeepAnswer(deps);
  return {
    plan,
    run,
    leave: leaver.leave,
    writer,
    outcomes,
    askProvider,
    reviews: createHeldMoneyReviews(deps, writer),
    direct: createDirectPayments(deps, { writer, plan, run, keep: keepAnswer }),
    keepAnswer,
    resolver: createResolver(deps, outcomes),
    callbacks: createChargeCallbacks(deps, askProvider),
    settled: async () => {
      await settled();
      await leaver.settled();
      await askProvider.settled();
      await otherAttempts.settled();
    },
  };
}
