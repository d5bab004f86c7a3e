import { FIRST_GUARD_ID } from "../../kit/guard-id.ts";
import type { Kind } from "./kinds.ts";

/** How a kind is stored: SQL over the row `x`. What is absent does not exist for this kind. */
export interface Source {
  readonly table: string;
  /** Minor units. */
  readonly amount?: string;
  readonly currency?: string;
  readonly status?: string;
  /** What a person knows it by, besides its id. */
  readonly label?: string;
  /** The payment it belongs to: an intent that is there. */
  readonly intent?: string;
  /** A condition that every row of this kind fulfils. */
  readonly only?: string;
  /** The moment of its making, when it is not `created_at`. */
  readonly merchantNo?: string;
}

const payment = { amount: "x.amount", currency: "x.currency", status: "x.status" } as const;

/** Kinds whose rows belong to one merchant in one mode: their keys begin with `merchant_no`. */
export const merchantSources: Readonly<Partial<Record<Kind, Source>>> = {
  payment_intent: { table: "payment_intents", ...payment, label: "x.reference", intent: "x.id" },
  charge: { table: "charges", ...payment, label: "x.reference", intent: "x.payment_intent_id" },
  checkout_session: {
    table: "checkout_sessions",
    ...payment,
    label: "x.title",
    // Nobody has tried to pay a session without a charge, and its intent is not written yet.
    intent: "case when x.charge_id is not null then x.payment_intent_id end",
    // In id order the guards of payments without a session follow the sessions.
    only: `x.id < '${FIRST_GUARD_ID}'`,
  },
  refund: { table: "refunds", ...payment, intent: "x.payment_intent_id" },
  payout: { table: "payouts", ...payment, label: "x.reference" },
  payout_batch: { table: "payout_batches", currency: "x.currency", status: "x.status", label: "x.reference" },
  beneficiary: { table: "beneficiaries", currency: "x.currency", status: "x.status", label: "x.name" },
  payment_link: { table: "payment_links", ...payment, label: "x.slug" },
  wallet: { table: "wallets", currency: "x.currency", label: "x.label" },
  webhook_endpoint: { table: "webhook_endpoints", status: "x.status", only: "x.deleted_at is null" },
  webhook_delivery: {
    table: "webhook_deliveries",
    status: "x.status",
    label: "x.event_type",
    only: `x.endpoint_id = any(array(
      select e.id from webhook_endpoints e where e.merchant_no = s.merchant_no and e.deleted_at is null))`,
  },
  event: { table: "events", label: "x.type" },
  api_key: { table: "api_keys", label: "x.name" },
};

/** Kinds whose rows belong to a tenant: found by `tenant_id`. */
export const tenantSources: Readonly<Partial<Record<Kind, Source>>> = {
  operator: { table: "operators", status: "x.status", label: "x.name" },
  provider_account: { table: "provider_accounts", status: "x.status", label: "x.name" },
  ledger_correction: { table: "ledger_corrections", ...payment, merchantNo: "x.merchant_no" },
  money_decision: { table: "money_decisions", ...payment, merchantNo: "x.merchant_no" },
  provider_statement: { table: "provider_statements" },
  reconciliation_difference: {
    table: "reconciliation_differences",
    amount: "x.our_amount",
    currency: "x.our_currency",
    status: "x.status",
    label: "x.kind",
    merchantNo: "x.merchant_no",
  },
  audit_entry: { table: "audit_log", label: "x.action", merchantNo: "x.merchant_no" },
};
