import type { Mode } from "../../kit/payment-terms.ts";

/**
 * Whether a new threshold takes two operators, or two of the merchant's people: in live mode, when fewer payouts would need a
 * second person. One can lower it at once. Minor units; null: no payout needs approval. Pure.
 */
export function thresholdTakesTwo(mode: Mode, before: bigint | null, after: bigint | null): boolean {
  if (mode !== "LIVE" || before === null) return false;
  return after === null || after > before;
}

/** The threshold as the audit log says it: minor units with their currency. Pure. */
export const thresholdText = (above: bigint | null, currency: string): string | null =>
  above === null ? null : `${above} ${currency}`;

/**
 * Whether a payout waits for a second key: its amount, and `sum` of what its account got from the wallet within a day before,
 * are more than the wallet's threshold. Minor units; null: no payout waits. Pure.
 */
export function needsApproval(above: bigint | null, amount: bigint, sum: bigint): boolean {
  return above !== null && amount + sum > above;
}
