import type { Mode } from "../../kit/payment-terms.ts";

/**
 * Whether a new threshold takes two operators: in live mode, when fewer payouts would need a second key. A lower one is
 * set by one at once. Minor units; null: no payout waits. Pure.
 */
export function thresholdTakesTwo(mode: Mode, before: bigint | null, after: bigint | null): boolean {
  if (mode !== "LIVE" || before === null) return false;
  return after === null || after > before;
}
