export { type Attempt, decideAttempt } from "./attempt/decide-attempt.ts";
export type { LeaveRefusal } from "./attempt/leave-attempt.ts";
export { readPaymentDetails } from "./attempt/payment-details.ts";
export type { PlannedAttempt } from "./attempt/plan-attempt.ts";
export { decideCancel, decideExpiry } from "./change/decide-end.ts";
export type { ChangeWriter } from "./change/write-change.ts";
export { chargeFieldConditions, ofPhone } from "./charge-filter.ts";
export type { PaymentBatchWriters, PaymentDeps, SessionEventBody } from "./deps.ts";
export { createPaymentEngine, type PaymentEngine } from "./engine.ts";
export { failureMessage } from "./failure-messages.ts";
export { findIntentOf, type OwnerOf } from "./find-intent.ts";
export { AllowedMethods, CustomerInput, PaymentDetails, shownByMethod, UrlText } from "./input-schemas.ts";
export { readListedCharges } from "./list-charges.ts";
export { ChargeListQuery, chargeFieldsQuery } from "./list-queries.ts";
export { createPaymentReads, type MerchantScope, type PaymentReads } from "./merchant-reads.ts";
export { createPaymentsModule } from "./module.ts";
export { chargesNamed, type NamedContext } from "./named-charges.ts";
export { noStep, POLL_AFTER_MS, stepView, transferAsked } from "./next-step.ts";
export type { AskProvider } from "./outcome/ask-provider.ts";
export {
  afterNoOutcome,
  GIVES_UP_AFTER_MS,
  isGivenUp,
  leftSinceMs,
  questionDelayMs,
  RECONCILIATION_AFTER_MS,
} from "./outcome/outcome-policy.ts";
export {
  type OnResolution,
  type ResolutionSubject,
  readResolutionTimes,
  resolutionSubjects,
} from "./outcome/resolution-times.ts";
export * from "./payer.ts";
export { messageToPayer } from "./payer-messages.ts";
export { createProviderCaller, type ProviderCaller, type Recipient } from "./provider/caller.ts";
export { handleToWrite } from "./provider/handle.ts";
export { findNamed } from "./provider/named-store.ts";
export { paymentQuestion, type Transfer, transferQuestion } from "./provider/questions.ts";
export { parseProviderReference, providerReference, referenceEndOf } from "./provider/reference.ts";
export { chargeExample, intentExample, noStepExample } from "./read-examples.ts";
export {
  type PhoneAttempt,
  readIntents,
  readOfSamePhone,
  readSessionCourse,
  type SessionCourse,
} from "./read-payments.ts";
export * from "./rows.ts";
export { ChargeView, ChargeWithStepView, CustomerView, IntentWithStepView, stepFields } from "./schemas.ts";
export { createLoadSession, type LoadSession } from "./session/load-session.ts";
export { createLongPollRegistry, type LongPollRegistry } from "./session/long-poll-registry.ts";
export { readCustomer, readExpiry } from "./session/read-terms.ts";
export {
  attemptsRemaining,
  type CompleteRefusal,
  effectiveStatus,
  isPayable,
  judgeComplete,
  judgeLeave,
} from "./session/rules.ts";
export { type SessionStatus, sessionStatuses } from "./session/states.ts";
export * from "./session/types.ts";
export { isNamedIn } from "./short-reference-ids.ts";
export * from "./states.ts";
export { createSessions } from "./store/create-sessions.ts";
export { promptOpenUntilMs } from "./store/left-prompts.ts";
export { pullSettlements } from "./store/pull-settlements.ts";
export { loadedColumns, readLoaded } from "./store/rows.ts";
export type * from "./types.ts";
export { checkUrl } from "./urls.ts";
export { chargeView, customerView, iso, isoOrNull, maskedCustomer, type ViewContext } from "./view.ts";
