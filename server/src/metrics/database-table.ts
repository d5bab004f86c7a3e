import { modes } from "../kit/payment-terms.ts";
import { names, oneOf } from "./labels.ts";
import { type Declared, gauge } from "./measure.ts";

/**
 * The gauges that are read from the database when somebody asks for them. One process of an instance reads them; every
 * instance shows the same values, so boards and alerts take their maximum.
 */
export const read: Declared[] = [];

const mode = oneOf(modes);
const subject = oneOf(["charge", "refund", "payout"]);
const operator = names(60);
const kind = names(30);
const invariant = names(300);
/** One process reads them, so nothing is added up. */
const merged = "max";

export const unknownOutcomes = gauge(read, {
  name: "cauris_unknown_outcomes",
  help: "Charges, refunds and payouts whose outcome is unknown now",
  labels: { mode, subject, operator },
  merged,
});
export const unknownOldest = gauge(read, {
  name: "cauris_unknown_oldest_seconds",
  help: "How long the oldest of them has been unknown",
  labels: { mode, subject, operator },
  merged,
});
export const heldMoney = gauge(read, {
  name: "cauris_held_money",
  help: "Money that waits for an operator's decision, in units of the currency, not in minor units",
  labels: { mode, currency: names(60) },
  merged,
});
export const jobsDue = gauge(read, {
  name: "cauris_jobs_due",
  help: "Pieces of background work that are due, at most 10 000 of each kind; paused and unverified endpoints left out",
  labels: { kind },
  merged,
});
export const jobsOldestDue = gauge(read, {
  name: "cauris_jobs_oldest_due_seconds",
  help: "How long the oldest of them has been due; 0 when none is",
  labels: { kind },
  merged,
});
export const webhookEndpoints = gauge(read, {
  name: "cauris_webhook_endpoints",
  help: "Webhook endpoints that are not deleted, by state",
  labels: { state: oneOf(["active", "failing", "paused", "unverified", "disabled"]) },
  merged,
});
export const ledgerUnsealed = gauge(read, {
  name: "cauris_ledger_unsealed",
  help: "Transfers that no seal covers yet",
  labels: {},
  merged,
});
export const sealAge = gauge(read, {
  name: "cauris_seal_age_seconds",
  help: "Age of the oldest of them; 0 when none is",
  labels: {},
  merged,
});
export const invariantViolations = gauge(read, {
  name: "cauris_invariant_violations",
  help: "Rows that broke an invariant at its last check, at most 20",
  labels: { invariant },
  merged,
});
export const invariantChecked = gauge(read, {
  name: "cauris_invariant_checked_timestamp_seconds",
  help: "When the invariant was last checked, in seconds since 1970",
  labels: { invariant },
  merged,
});
