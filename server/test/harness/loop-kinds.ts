/** Background loops that look at all that happened: tests that are about them run them by name. */
export const nightlyLoops: ReadonlySet<string> = new Set(["invariants", "reconciliation", "reports"]);

/**
 * Background loops that delete or close what has become old, or watch. Nothing else waits for them, so `drain` runs them
 * only when their interval has passed by the test's clock.
 */
export const tidyingLoops: ReadonlySet<string> = new Set([
  "beneficiaryAccounts",
  "changeRequests",
  "forgottenCalls",
  "forgottenEvents",
  "forgottenRequests",
  "forgottenSteps",
  "idempotencyKeys",
  "limits",
  "mailWatch",
  "oldExports",
  "oldMails",
  "operatorSessions",
  "personSessions",
  "queueAges",
  "webhookAddresses",
  "workMarks",
]);
