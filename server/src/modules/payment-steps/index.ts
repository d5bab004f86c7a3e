export { createStepJournal } from "./journal.ts";
export { createPaymentStepsModule } from "./module.ts";
export type { PaymentTrace, TimedStep } from "./steps.ts";
export { readSteps } from "./store.ts";
export { withSpans } from "./traced.ts";
