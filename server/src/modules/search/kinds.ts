import type { Permission, TenantPermission } from "../../http/permissions.ts";
import type { IdKind } from "../../kit/ids.ts";

interface KindRule {
  /** What a merchant's key needs to find it; null: merchants have none of these. */
  readonly merchant: Permission | null;
  /** What an operator needs to find it. */
  readonly tenant: TenantPermission;
}

/** What a search finds, and who may find it: whoever may read the object itself. */
export const kindRules = {
  payment_intent: { merchant: "merchant.payments.read", tenant: "tenant.payments.read" },
  charge: { merchant: "merchant.charges.read", tenant: "tenant.payments.read" },
  checkout_session: { merchant: "merchant.checkout.read", tenant: "tenant.payments.read" },
  refund: { merchant: "merchant.refunds.read", tenant: "tenant.payments.read" },
  payout: { merchant: "merchant.payouts.read", tenant: "tenant.payments.read" },
  payout_batch: { merchant: "merchant.payouts.read", tenant: "tenant.payments.read" },
  beneficiary: { merchant: "merchant.beneficiaries.read", tenant: "tenant.payments.read" },
  payment_link: { merchant: "merchant.links.read", tenant: "tenant.payments.read" },
  wallet: { merchant: "merchant.wallets.read", tenant: "tenant.merchants.read" },
  webhook_endpoint: { merchant: "merchant.webhooks.read", tenant: "tenant.merchants.read" },
  webhook_delivery: { merchant: "merchant.webhooks.read", tenant: "tenant.merchants.read" },
  event: { merchant: "merchant.events.read", tenant: "tenant.payments.read" },
  api_key: { merchant: "merchant.apikeys.read", tenant: "tenant.merchants.read" },
  merchant: { merchant: null, tenant: "tenant.merchants.read" },
  operator: { merchant: null, tenant: "tenant.team.read" },
  provider_account: { merchant: null, tenant: "tenant.providers.read" },
  ledger_correction: { merchant: null, tenant: "tenant.ledger.read" },
  money_decision: { merchant: null, tenant: "tenant.payments.read" },
  provider_statement: { merchant: null, tenant: "tenant.reconciliation.read" },
  reconciliation_difference: { merchant: null, tenant: "tenant.reconciliation.read" },
  audit_entry: { merchant: null, tenant: "tenant.audit.read" },
} as const satisfies Readonly<Record<string, KindRule>>;

export type Kind = keyof typeof kindRules;
export const kinds = Object.keys(kindRules) as readonly Kind[];

/**
 * Why an object was found. `reference` is the merchant's own; `providerReference` is the name of ours at a provider;
 * `shortReference` is what a payer reads on the page.
 */
export const matches = [
  "id",
  "reference",
  "providerTransactionId",
  "providerReference",
  "shortReference",
  "phone",
  "account",
  "slug",
  "email",
  "name",
  "requestId",
] as const;
export type Match = (typeof matches)[number];

/** The prefix of a kind's public ids; merchants and sessions have ids of their own form. */
export const idKinds: Readonly<Partial<Record<Kind, IdKind>>> = {
  payment_intent: "paymentIntent",
  charge: "charge",
  refund: "refund",
  payout: "payout",
  payout_batch: "payoutBatch",
  beneficiary: "beneficiary",
  payment_link: "paymentLink",
  wallet: "wallet",
  webhook_endpoint: "webhookEndpoint",
  webhook_delivery: "delivery",
  event: "event",
  api_key: "apiKey",
  operator: "operator",
  provider_account: "providerAccount",
  ledger_correction: "ledgerCorrection",
  money_decision: "moneyDecision",
  provider_statement: "providerStatement",
  reconciliation_difference: "reconciliationDifference",
  audit_entry: "auditEntry",
};
