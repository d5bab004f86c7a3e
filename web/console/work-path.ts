import { queryOf } from "../ui/api/request.ts";
import type { WorkItem } from "../ui/api/views.ts";
import { findPage } from "../ui/app/pages.ts";
import { pages } from "./pages.ts";

type Row = Pick<WorkItem, "kind" | "objectId" | "merchantId" | "mode">;

/**
 * The page of a row of the queue: its own where there is one, else that of its payment; undefined: there is none. Pages that
 * show one mode at a time are opened in that of the row. Pure.
 */
export function workPath({ kind, objectId, merchantId, mode }: Row): string | undefined {
  const id = objectId ?? "";
  const own = kind === "ENDPOINT_DISABLED" ? `merchants/${merchantId}` : ownPath(kind, id);
  const path = [own, ...(isOfPayment(id) ? [`payments/${id}`] : [])].find(
    (one) => findPage(pages, one) !== null,
  );
  const isOfOneMode = kind === "ENDPOINT_DISABLED" || kind in withoutObject;
  return path === undefined ? undefined : `/console/${path}${isOfOneMode ? queryOf({ mode }) : ""}`;
}

const ownPath = (kind: WorkItem["kind"], id: string): string =>
  kind in withoutObject ? places[kind] : `${places[kind]}/${id}`;

const isOfPayment = (id: string): boolean => /^(?:ch|re|po)_/.test(id);

const places = {
  DOSSIER: "kyb",
  EXPIRING_PAPER: "kyb",
  HELD_MONEY: "held",
  UNKNOWN_PAYMENT: "unknown",
  MONEY_DECISION: "approvals",
  CHANGE_REQUEST: "approvals",
  LEDGER_CORRECTION: "approvals",
  DOSSIER_DECISION: "approvals",
  RETURNED_PAYOUT: "payments",
  BANK_ENTRY: "bank",
  DIFFERENCES: "reconciliation",
  DIFFERENCE: "reconciliation/differences",
  STATEMENT_GAP: "reconciliation",
  BALANCE_GAP: "providers",
  ENDPOINT_DISABLED: "merchants",
  PROVIDER_ALARM: "providers",
  BROKEN_INVARIANT: "ledger",
} as const satisfies Readonly<Record<WorkItem["kind"], string>>;

/** Their rows lead to a list. */
const withoutObject = {
  STATEMENT_GAP: true,
  PROVIDER_ALARM: true,
  BROKEN_INVARIANT: true,
  DOSSIER_DECISION: true,
} as const;
