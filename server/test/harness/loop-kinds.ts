/** Background loops that look at all that happened: tests that are about them run them by name. */
export const nightlyLoops: ReadonlySet<string> = new Set([
  "invariants",
  "queueAges",
  "reconciliation",
  "reports",
]);

/**
 * Background loops that delete or close what has become old, or watch. Nothing else waits for them, so `drain` runs them
 * only when their interval has passed by the test's clock.
 */
export const tidyingLoops: ReadonlySet<string> = new Set([
  "beneficiaryAccounts",
  "changeRequests",
  "dueTimes",
  "forgottenCalls",
  "forgottenEvents",
  "forgottenRequests",
  "forgottenSteps",
  "idempotencyKeys",
  "limits",
  "mailWatch",
  "movedMerchants",
  "oldExports",
  "oldMails",
  "operatorSessions",
  "personSessions",
  "webhookAddresses",
  "workMarks",
]);

/**
 * Background loops that tell people or other programs what happened, or prepare what they fetch. No payment, refund or
 * payout waits for them, so `advance` runs them once a minute of the test's clock and at its end, not at each step.
 */
export const tellingLoops: ReadonlySet<string> = new Set([
  "apiKeyUse",
  "bankEntries",
  "bankFolders",
  "dailySummaries",
  "exports",
  "logos",
  "mails",
  "merchantNews",
  "operatorDigests",
  "paperExpiry",
  "payerEmails",
  "payoutFilesCutOff",
  "payoutFilesWrite",
  "requestLog",
  "settlementArrivals",
  "transferOrders",
]);

/**
 * Background loops that only record calls. No other work follows from them. While a program polls, they have something to do
 * in every round, so `drain` runs them but does not wait for them.
 */
export const recordingLoops: ReadonlySet<string> = new Set(["apiKeyUse", "requestLog"]);
