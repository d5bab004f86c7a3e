import { queryOf } from "../ui/api/request.ts";
import type { Hit } from "../ui/search/search.tsx";

/** The page of what a search found, below `/console`. What belongs to a merchant without a page of its own leads there, in its mode. Pure. */
export function hitPath({ kind, id, merchantId, mode, paymentIntentId }: Hit): string {
  if (kind === "checkout_session" && paymentIntentId === null)
    return `merchants/${merchantId}/sessions/${id}?mode=${mode}`;
  if (ofPayments.has(kind)) return `payments/${paymentIntentId ?? id}`;
  const folder = folders[kind];
  if (folder !== undefined) return `${folder}/${id}`;
  if (kind === "merchant") return `merchants/${id}`;
  return merchantId === null ? "audit" : `merchants/${merchantId}${queryOf({ mode })}`;
}

const ofPayments = new Set<string>(["payment_intent", "charge", "checkout_session", "refund", "payout"]);

const folders: Readonly<Record<string, string>> = {
  operator: "team",
  provider_account: "providers",
  ledger_correction: "ledger",
  money_decision: "approvals",
  provider_statement: "reconciliation",
  reconciliation_difference: "reconciliation/differences",
};
