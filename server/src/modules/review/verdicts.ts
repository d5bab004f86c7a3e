import { errors } from "../../http/errors.ts";
import { money } from "../../kit/money.ts";
import type { PaymentOutcome, TransferOutcome } from "../../providers/provider.ts";
import type { SettleBody } from "./schemas.ts";
import type { MoneyDecision } from "./types.ts";

/** Used as the provider code, in the audit log and the charge: no provider sent one. */
const SETTLED = "SETTLED_BY_OPERATOR";

/** Refuses with VALIDATION_ERROR a success without the provider's number for it. Pure. */
export function settlementOf({ outcome, reason, evidence, ...body }: SettleBody) {
  const transactionId = body.transactionId ?? null;
  if (outcome === "SUCCEEDED" && transactionId === null) {
    const message = "transactionId is required for SUCCEEDED.";
    throw errors.VALIDATION_ERROR({ fields: [{ path: "transactionId", rule: "required", message }] });
  }
  const kind = outcome === "SUCCEEDED" ? ("SETTLE_SUCCEEDED" as const) : ("SETTLE_FAILED" as const);
  return { kind, reason, evidence, transactionId, refundRoute: null };
}

/** What a decision on a charge says of its money. Pure. */
export function verdictOf(
  decision: Pick<
    MoneyDecision,
    "kind" | "refundRoute" | "heldBecause" | "transactionId" | "amount" | "currency"
  >,
) {
  switch (decision.kind) {
    case "RELEASE":
      return { kind: "release" } as const;
    case "REFUND":
      return { kind: "return", route: decision.refundRoute ?? "ORIGINAL_RAIL" } as const;
    case "SETTLE_SUCCEEDED":
      return { kind: "settle", outcome: outcomeOf(decision) } as const;
    case "SETTLE_FAILED":
      // Money under review that was never booked has no outcome left to learn.
      return decision.heldBecause === "UNRESOLVED"
        ? ({ kind: "settle", outcome: outcomeOf(decision) } as const)
        : ({ kind: "close" } as const);
    case "REVERSE":
      throw new Error("a charge is refunded, not reversed");
  }
}

/** The provider's number for a settled success; null: it failed. Pure. */
export function settledTransactionId({
  kind,
  transactionId,
}: Pick<MoneyDecision, "kind" | "transactionId">): string | null {
  if (kind !== "SETTLE_SUCCEEDED") return null;
  if (transactionId === null) throw new Error("a success has a number at its provider");
  return transactionId;
}

/** What the operators found out, in the form in which a provider would have said it. Pure. */
export function outcomeOf(
  decision: Pick<MoneyDecision, "kind" | "transactionId" | "amount" | "currency">,
): PaymentOutcome & TransferOutcome {
  const transactionId = settledTransactionId(decision);
  if (transactionId === null) return { kind: "failed", failureCode: "UNKNOWN", providerCode: SETTLED };
  return { kind: "succeeded", transactionId, amount: money(decision.amount, decision.currency) };
}
