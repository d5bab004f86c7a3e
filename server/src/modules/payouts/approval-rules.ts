import type { Mode } from "../../kit/payment-terms.ts";

/**
 * Whether a new threshold takes two operators: in live mode, when fewer payouts would need a second key. One operator
 * can lower it at once. Minor units; null: no payout needs approval. Pure.
 */
export function thresholdTakesTwo(mode: Mode, before: bigint | null, after: bigint | null): boolean {
  if (mode !== "LIVE" || before === null) return false;
  return after === null || after > before;
}
