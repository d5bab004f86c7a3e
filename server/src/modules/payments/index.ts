export { failureMessage } from "./failure-messages.ts";
export { nextStepView, noStep, POLL_AFTER_MS, stepView } from "./next-step.ts";
export {
  afterNoOutcome,
  GIVES_UP_AFTER_MS,
  isGivenUp,
  questionDelayMs,
  RECONCILIATION_AFTER_MS,
  waitingSinceMs,
} from "./outcome-policy.ts";
export * from "./payer.ts";
export { messageToPayer } from "./payer-messages.ts";
export { chargeExample, intentExample, noStepExample } from "./read-examples.ts";
export { type IntentWithCharges, readIntents } from "./read-payments.ts";
export { parseProviderReference, providerReference, referenceEndOf } from "./reference.ts";
export { createPaymentsRoutes, type PaymentsRoutesDeps } from "./routes.ts";
export * from "./rows.ts";
export {
  ChargeView,
  ChargeWithStepView,
  CustomerView,
  IntentWithStepView,
  PaymentIntentView,
  stepFields,
} from "./schemas.ts";
export { createSettlementWorker } from "./settle.ts";
export * from "./states.ts";
export {
  createTruthMeter,
  type OnTruth,
  type OperatorTruth,
  readTruth,
  type TruthSubject,
  truthSubjects,
} from "./truth.ts";
export type * from "./types.ts";
export {
  chargeView,
  chargeWithStepView,
  customerView,
  intentStatusAt,
  intentView,
  intentWithStepView,
  iso,
  isoOrNull,
  maskedCustomer,
  type ViewContext,
} from "./view.ts";
