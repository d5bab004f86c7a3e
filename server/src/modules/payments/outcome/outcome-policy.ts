import type { NextStep, QueryOutcome, TransferOutcome } from "../../../providers/provider.ts";
import { transferAsked } from "../next-step.ts";

/**
 * How long a provider is queried about a charge, a refund or a payout that it received and has not settled. Callbacks
 * only make it faster. Source: docs/concepts/unknown-outcomes.md.
 */

/**
 * Delay until the next query, by the number of queries, in milliseconds. Counted from the start they come at 2, 5 and
 * 12 s: most payers confirm within seconds, and a lost callback then costs seconds instead of a quarter of a minute.
 */
const QUESTION_DELAYS_MS = [2_000, 3_000, 7_000, 15_000, 60_000, 300_000];
/** The repeated delay, which is the longest. */
const QUESTION_DELAY_MS_MAX = 900_000;

/** An outcome unknown for this long goes to reconciliation. */
export const RECONCILIATION_AFTER_MS = 900_000;
/** After this long automatic queries end: an operator investigates and decides. */
export const GIVES_UP_AFTER_MS = 72 * 3_600_000;

/** Delay from one query to the next, after `questions` of them, in milliseconds. */
export function questionDelayMs(questions: number): number {
  return QUESTION_DELAYS_MS[questions] ?? QUESTION_DELAY_MS_MAX;
}

/** The same after an answer that may have asked for a longer pause. */
export function delayAfter(answer: QueryOutcome, questions: number): number {
  const pauseMs = answer.kind === "unknown" ? (answer.askAfterMs ?? 0) : 0;
  return Math.max(questionDelayMs(questions), pauseMs);
}

/** The state of an operation that a provider has not settled. */
export interface Unsettled {
  /** Number of queries so far. */
  readonly questions: number;
  readonly sentAtMs: number;
  /** Since when the outcome is unknown; null while the provider reports progress. */
  readonly unknownSinceMs: number | null;
}

export interface WhatFollows {
  /** Time of the next query; null: none, an operator must decide. */
  readonly askAtMs: number | null;
  /** Whether it is shown as in reconciliation from now on. */
  readonly reconciles: boolean;
}

/** The consequence of an answer without an outcome. Pure. */
export function afterNoOutcome(subject: Unsettled, nowMs: number): WhatFollows {
  const { questions, unknownSinceMs } = subject;
  const isOver = isGivenUp(waitingSinceMs(subject), nowMs);
  const isLong = unknownSinceMs !== null && nowMs - unknownSinceMs >= RECONCILIATION_AFTER_MS;
  return {
    askAtMs: isOver ? null : nowMs + questionDelayMs(questions),
    // An operation in progress for days needs an operator too.
    reconciles: isOver || isLong,
  };
}

/**
 * Whether the answer may come from a provider that our start call has not reached yet. One with a handle knows the
 * payment.
 */
export function saysNothing(answer: QueryOutcome): boolean {
  return answer.kind === "not_found" || (answer.kind === "unknown" && answer.handle === undefined);
}

/**
 * Since when an outcome is awaited, in epoch milliseconds: since it was sent. In a sandbox that was moved forward the
 * silence may begin before the start; then the silence counts, as in the lists of what needs a decision.
 */
export function waitingSinceMs({
  sentAtMs,
  unknownSinceMs,
}: Pick<Unsettled, "sentAtMs" | "unknownSinceMs">): number {
  return Math.min(sentAtMs, unknownSinceMs ?? sentAtMs);
}

/**
 * Since when the outcome of a payment is awaited. A payer who was given some days for a transfer is waited for as long:
 * the provider's time begins where the payer's ends.
 */
export function paymentAwaitedSinceMs(
  subject: Pick<Unsettled, "sentAtMs" | "unknownSinceMs">,
  nextStep: NextStep | null,
): number {
  const sinceMs = waitingSinceMs(subject);
  const expiresAt = transferAsked(nextStep)?.expiresAt ?? null;
  return expiresAt === null ? sinceMs : Math.max(sinceMs, Date.parse(expiresAt));
}

/**
 * Since when a refund or payout is at its provider, after an answer without an outcome. The provider's time begins when it
 * left: what waits for the next file of a bank is at nobody yet.
 */
export function leftSinceMs(answer: TransferOutcome, sentAtMs: number, nowMs: number): number {
  if (answer.kind !== "pending" || answer.leftAtMs === undefined) return sentAtMs;
  return answer.leftAtMs ?? nowMs;
}

/** Whether the provider has had its time. `sinceMs`: from `waitingSinceMs`. */
export function isGivenUp(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= GIVES_UP_AFTER_MS;
}
