import type { QueryOutcome } from "../../../providers/provider.ts";

/**
 * How long a provider is asked what became of a charge, a refund or a payout that it was sent and has not settled. Callbacks only
 * make it faster. Source: docs/concepts/unknown-outcomes.md.
 */

/**
 * Milliseconds until it is asked again, after so many questions. Counted from the start they come at 2, 5 and 12 s: most payers
 * confirm within seconds, and a callback that was lost then costs seconds instead of a quarter of a minute.
 */
const QUESTION_DELAYS_MS = [2_000, 3_000, 7_000, 15_000, 60_000, 300_000];
/** The delay that repeats, and the longest there is. */
const QUESTION_DELAY_MS_MAX = 900_000;

/** An outcome unknown for this long is a matter for the reconciliation, no longer of seconds. */
export const RECONCILIATION_AFTER_MS = 900_000;
/** After this long the provider is no longer asked by itself: a person finds out, and decides. */
export const GIVES_UP_AFTER_MS = 72 * 3_600_000;

/** Milliseconds from one question to the next, after `questions` of them. */
export function questionDelayMs(questions: number): number {
  return QUESTION_DELAYS_MS[questions] ?? QUESTION_DELAY_MS_MAX;
}

/** What is known of something that a provider has not settled. */
export interface Unsettled {
  /** How often it was asked about. */
  readonly questions: number;
  readonly sentAtMs: number;
  /** Since when nobody knows; null while the provider says that it works on it. */
  readonly unknownSinceMs: number | null;
}

export interface WhatFollows {
  /** When it is asked about next; null: no more, a person has to look. */
  readonly askAtMs: number | null;
  /** Whether it is shown as in reconciliation from now on. */
  readonly reconciles: boolean;
}

/** What follows an answer that settled nothing. Pure. */
export function afterNoOutcome(subject: Unsettled, nowMs: number): WhatFollows {
  const { questions, unknownSinceMs } = subject;
  const isOver = isGivenUp(waitingSinceMs(subject), nowMs);
  const isLong = unknownSinceMs !== null && nowMs - unknownSinceMs >= RECONCILIATION_AFTER_MS;
  return {
    askAtMs: isOver ? null : nowMs + questionDelayMs(questions),
    // Also what a provider says it works on for days is a person's matter in the end.
    reconciles: isOver || isLong,
  };
}

/** Whether an answer may come from a provider that our start call has not reached yet. One with a handle knows the payment. */
export function saysNothing(answer: QueryOutcome): boolean {
  return answer.kind === "not_found" || (answer.kind === "unknown" && answer.handle === undefined);
}

/**
 * Since when an outcome is waited for, in epoch milliseconds: since it was sent. A sandbox that was moved on has its silence
 * behind the start, and there the silence counts, as it does in the lists of what needs a decision.
 */
export function waitingSinceMs({
  sentAtMs,
  unknownSinceMs,
}: Pick<Unsettled, "sentAtMs" | "unknownSinceMs">): number {
  return Math.min(sentAtMs, unknownSinceMs ?? sentAtMs);
}

/** Whether the provider had its time. `sinceMs`: as of `waitingSinceMs`. */
export function isGivenUp(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= GIVES_UP_AFTER_MS;
}
