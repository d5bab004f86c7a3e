import type { CurrencyCode } from "../../kit/currency.ts";
import { GIVES_UP_AFTER_MS, isGivenUp, RECONCILIATION_AFTER_MS } from "../payments/index.ts";
import type { DecisionKind, HeldReason } from "./types.ts";

/**
 * Up to this many minor units one operator decides alone: about 100 000 F. In a currency that is missing here every
 * decision takes two.
 */
const aloneUpTo: Partial<Readonly<Record<CurrencyCode, bigint>>> = {
  XOF: 100_000n,
  XAF: 100_000n,
  GNF: 1_500_000n,
  EUR: 15_000n,
  USD: 15_000n,
};

/**
 * Whether a decision needs a second operator. Settling a payment that the provider does not report always does: there
 * is no record to check the operator's statement against.
 */
export function needsSecond(kind: DecisionKind, amount: bigint, currency: CurrencyCode): boolean {
  if (kind === "SETTLE_SUCCEEDED" || kind === "SETTLE_FAILED") return true;
  const limit = aloneUpTo[currency];
  return limit === undefined || amount > limit;
}

/**
 * The possible decisions on a held charge. `booked`: its money is in `held`. Money in another currency than the
 * wallet's was never booked, and can only be closed after it was settled outside.
 */
export function possibleFor(
  reason: HeldReason | "PAID" | "REVERSED",
  booked: boolean,
): readonly DecisionKind[] {
  // A payout: the only question is whether its money has come back.
  if (reason === "PAID") return ["REVERSE"];
  // A refund that failed after all: its failure is booked, and an operator confirms that it was seen to.
  if (reason === "REVERSED") return ["SETTLE_FAILED"];
  if (reason === "UNRESOLVED") return ["SETTLE_SUCCEEDED", "SETTLE_FAILED"];
  return booked ? ["RELEASE", "REFUND"] : ["SETTLE_FAILED"];
}

/** Whether an operator may settle it: queries have ended, or the provider has had its time. */
export function needsPerson(
  { nextCheckAtMs, sinceMs }: { readonly nextCheckAtMs: number | null; readonly sinceMs: number },
  nowMs: number,
): boolean {
  return nextCheckAtMs === null || isGivenUp(sinceMs, nowMs);
}

/** From when on operators may decide although the provider is still asked. Pure. */
export const decidableAtMs = (sinceMs: number): number => sinceMs + GIVES_UP_AFTER_MS;

/** Why an unresolved subject waits. Pure. */
export const unresolvedReason = ({
  type,
  status,
}: {
  readonly type: string;
  readonly status: string;
}): "REVERSED" | "UNRESOLVED" => (type === "REFUND" && status === "FAILED" ? "REVERSED" : "UNRESOLVED");

/** Upper ends of the age buckets of unresolved money, in milliseconds. */
export const ageBuckets = [
  { name: "UNDER_15_MINUTES", endMs: RECONCILIATION_AFTER_MS },
  { name: "UNDER_1_HOUR", endMs: 3_600_000 },
  { name: "UNDER_1_DAY", endMs: 86_400_000 },
  { name: "UNDER_3_DAYS", endMs: GIVES_UP_AFTER_MS },
  { name: "OVER_3_DAYS", endMs: Number.POSITIVE_INFINITY },
] as const;
export type AgeBucket = (typeof ageBuckets)[number]["name"];

export function ageBucketOf(ageMs: number): AgeBucket {
  return ageBuckets.find(({ endMs }) => ageMs < endMs)?.name ?? "OVER_3_DAYS";
}
