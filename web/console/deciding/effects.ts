import type { HeldMoney, MoneyDecision, UnresolvedPayment } from "../../ui/api/views.ts";

/** What a decision does to whom; each has its words. */
export type Effect =
  | "RELEASE"
  | "RELEASE_BESIDE"
  | "REFUND"
  | "REFUND_LATE"
  | "CLOSE"
  | "CHARGE_SUCCEEDED"
  | "CHARGE_FAILED"
  | "REFUND_SUCCEEDED"
  | "REFUND_FAILED"
  | "REFUND_REVERSED"
  | "PAYOUT_SUCCEEDED"
  | "PAYOUT_FAILED";

type Kind = MoneyDecision["kind"];

/** What deciding about held money does; undefined: this kind is not for held money. Pure. */
export function heldEffect(
  held: Pick<HeldMoney, "reason" | "late" | "duplicate">,
  kind: Kind,
): Effect | undefined {
  switch (kind) {
    case "RELEASE":
      // What another payment paid stays paid by it: this money comes on top.
      return held.duplicate ? "RELEASE_BESIDE" : "RELEASE";
    case "REFUND":
      return held.late || held.duplicate ? "REFUND_LATE" : "REFUND";
    case "SETTLE_SUCCEEDED":
      return "CHARGE_SUCCEEDED";
    case "SETTLE_FAILED":
      return held.reason === "UNRESOLVED" ? "CHARGE_FAILED" : "CLOSE";
    case "REVERSE":
      return undefined;
  }
}

/** What settling an unresolved payment does; undefined: this kind is not for unresolved payments. Pure. */
export function unresolvedEffect(
  { type, status }: Pick<UnresolvedPayment, "type" | "status">,
  kind: Kind,
): Effect | undefined {
  if (type === "REFUND" && status === "FAILED")
    return kind === "SETTLE_FAILED" ? "REFUND_REVERSED" : undefined;
  if (kind === "SETTLE_SUCCEEDED") return `${type}_SUCCEEDED`;
  return kind === "SETTLE_FAILED" ? `${type}_FAILED` : undefined;
}
