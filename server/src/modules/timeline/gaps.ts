import type { TimedStep } from "../payment-steps/index.ts";

/** Something that a timeline does not show, and why. */
export interface Gap {
  readonly part: "TRACE" | "CALLS" | "LEDGER" | "EVENTS" | "DELIVERIES";
  readonly reason: "NOT_KEPT" | "NOT_WRITTEN_YET" | "GAP" | "NO_PERMISSION";
  readonly text: string;
}

/** A step is written within this time after it happened. */
const WRITTEN_WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** An attempt or a payout that was routed. */
interface Routed {
  /** As the steps name it; null: the payout. */
  readonly chargeId: string | null;
  /** Public id. */
  readonly id: string;
  readonly routedAtMs: number;
}

/** What was routed without a route among the steps. Pure. */
export function traceGaps(
  routed: readonly Routed[],
  steps: readonly TimedStep[],
  nowMs: number,
  keptDays: number,
): readonly Gap[] {
  const traced = new Set(steps.flatMap((step) => (step.kind === "ROUTED" ? [step.chargeId] : [])));
  return routed
    .filter(({ chargeId }) => !traced.has(chargeId))
    .map(({ id, routedAtMs }) => missingPart("TRACE", `The trace of ${id}`, nowMs - routedAtMs, keptDays));
}

/** An attempt, a refund or a payout about which the provider was called. */
export interface Called {
  /** Public id. */
  readonly id: string;
  /** As the calls name it. */
  readonly reference: string;
  readonly calledAtMs: number;
}

/** What the provider was called about without one call that is kept. Pure. */
export function callGaps(
  called: readonly Called[],
  references: readonly (string | null)[],
  nowMs: number,
  keptDays: number,
): readonly Gap[] {
  const kept = new Set(references);
  return called
    .filter(({ reference }) => !kept.has(reference))
    .map(({ id, calledAtMs }) =>
      missingPart("CALLS", `The provider calls of ${id}`, nowMs - calledAtMs, keptDays),
    );
}

/** Why something is not there that was there or will be. `what` is the beginning of a sentence, in the plural for CALLS. */
function missingPart(part: "TRACE" | "CALLS", what: string, ageMs: number, keptDays: number): Gap {
  const [it, is, was] = part === "CALLS" ? ["they", "are", "were"] : ["it", "is", "was"];
  if (ageMs < WRITTEN_WITHIN_MS)
    return { part, reason: "NOT_WRITTEN_YET", text: `${what} ${is} not written yet.` };
  const why = ageMs > keptDays * DAY_MS ? `${it} ${is} kept for ${keptDays} days` : `${it} ${was} not kept`;
  return { part, reason: "NOT_KEPT", text: `${what} ${is} missing: ${why}.` };
}

/** Parts that the reader may not see. Pure. */
export function unreadable(sight: {
  readonly ledger: boolean;
  readonly events: boolean;
  readonly deliveries: boolean;
}): readonly Gap[] {
  const gap = (part: Gap["part"], permission: string): Gap => ({
    part,
    reason: "NO_PERMISSION",
    text: `Needs the permission ${permission}.`,
  });
  return [
    ...(sight.ledger ? [] : [gap("LEDGER", "merchant.wallets.read")]),
    ...(sight.events ? [] : [gap("EVENTS", "merchant.events.read")]),
    ...(sight.deliveries ? [] : [gap("DELIVERIES", "merchant.webhooks.read")]),
  ];
}
