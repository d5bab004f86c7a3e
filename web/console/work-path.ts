import type { WorkItem } from "../ui/api/views.ts";

type Row = Pick<WorkItem, "kind" | "objectId" | "merchantId">;

/** The page of a row of the queue. Pure. */
export function workPath({ kind, objectId, merchantId }: Row): string {
  const id = objectId ?? "";
  const below = `${places[kind]}${kind in withoutObject ? "" : `/${id}`}`;
  return `/console/${kind === "ENDPOINT_DISABLED" ? `merchants/${merchantId}` : below}`;
}

const places = {
  DOSSIER: "kyb",
  HELD_MONEY: "held",
  UNKNOWN_PAYMENT: "unknown",
  MONEY_DECISION: "approvals",
  CHANGE_REQUEST: "approvals",
  LEDGER_CORRECTION: "approvals",
  DOSSIER_DECISION: "approvals",
  RETURNED_PAYOUT: "payments",
  BANK_ENTRY: "reconciliation",
  DIFFERENCES: "reconciliation",
  STATEMENT_GAP: "reconciliation",
  ENDPOINT_DISABLED: "merchants",
  PROVIDER_ALARM: "providers",
  BROKEN_INVARIANT: "ledger",
} as const satisfies Readonly<Record<WorkItem["kind"], string>>;

/** Their rows lead to a list. */
const withoutObject = {
  BANK_ENTRY: true,
  STATEMENT_GAP: true,
  PROVIDER_ALARM: true,
  BROKEN_INVARIANT: true,
  DOSSIER_DECISION: true,
} as const;
