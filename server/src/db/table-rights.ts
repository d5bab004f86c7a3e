/**
 * What may happen to the rows of each table. The service's role gets no more rights than this, so that a bug, or an
 * attacker who makes the service run their statement, cannot rewrite what must stay.
 *
 * - `append`: rows are added and read, never changed or removed: the books, sent events, the audit log.
 * - `keep`: rows are added and changed, never removed: money, agreements and identities.
 * - `change`: rows come and go: queues, log-ins, caches, settings that can be undone.
 */
export type RowRights = "append" | "keep" | "change";

/** A test fails for a table that is missing here, so that each new table gets a decision. */
export const rowRights: Readonly<Record<string, RowRights>> = {
  actor_origins: "keep",
  amount_bounds: "change",
  api_keys: "keep",
  audit_heads: "keep",
  audit_log: "append",
  bank_entries: "keep",
  bank_entry_keys: "append",
  bank_files: "append",
  beneficiaries: "keep",
  change_requests: "keep",
  charge_checks: "change",
  charges: "keep",
  checkout_sessions: "keep",
  data_keys: "keep",
  events: "append",
  fee_schedules: "keep",
  idempotency_keys: "change",
  invariant_checks: "keep",
  key_claims: "keep",
  kyb_decisions: "keep",
  kyb_documents: "change",
  kyb_dossiers: "keep",
  ledger_corrections: "keep",
  ledger_seals: "append",
  ledger_transfers: "append",
  link_slugs: "keep",
  list_counters: "keep",
  log_in_addresses: "change",
  log_in_attempts: "change",
  log_in_links: "keep",
  log_in_sessions: "change",
  mails: "change",
  member_invitations: "keep",
  members: "keep",
  merchant_logos: "keep",
  merchant_numbers: "keep",
  merchants: "keep",
  money_decisions: "keep",
  operators: "keep",
  outages: "keep",
  passkey_challenges: "change",
  passkeys: "change",
  payment_intents: "keep",
  payment_links: "keep",
  payment_steps: "change",
  payout_batch_rows: "keep",
  payout_batches: "keep",
  payout_files: "keep",
  payouts: "keep",
  persons: "keep",
  provider_account_reservations: "change",
  provider_accounts: "keep",
  provider_alarms: "keep",
  provider_balances: "append",
  provider_call_counts: "change",
  provider_calls: "change",
  provider_statement_lines: "keep",
  provider_statements: "keep",
  rail_arrivals: "append",
  rail_books: "keep",
  rail_corrections: "append",
  rail_seals: "append",
  rail_transfers: "append",
  rate_buckets: "change",
  rate_windows: "change",
  reconciliation_answers: "change",
  reconciliation_days: "keep",
  reconciliation_differences: "keep",
  recovery_codes: "change",
  refunds: "keep",
  refused_credentials: "change",
  request_log: "change",
  routing_rules: "change",
  sandbox_clocks: "keep",
  second_factors: "change",
  settlement_messages: "append",
  settlements: "change",
  sub_tenants: "keep",
  sweeps: "keep",
  tenants: "keep",
  transfer_orders: "keep",
  truth_delays: "keep",
  wallets: "keep",
  webhook_attempts: "append",
  webhook_deliveries: "keep",
  webhook_endpoints: "keep",
};

const tablesWith = (rights: RowRights): readonly string[] =>
  Object.keys(rowRights).filter((table) => rowRights[table] === rights);

/** Append-only: the service may add and read rows, never change or remove one. */
export const appendOnlyTables = tablesWith("append");
/** The service may add and change rows, never remove one. */
export const keptTables = tablesWith("keep");

/** Views made for people. The service only reads them: what is written through a view has the rights of its owner. */
export const reportViews = ["ledger_entries", "merchant_sessions"] as const;

/**
 * What a report may read: money and what led to it. Not log-ins, keys, dossiers, sent bodies and kept answers; and of
 * these tables no bytea column, which is where sealed values and hashes are.
 */
export const reportTables = [
  "amount_bounds",
  "audit_log",
  "bank_entries",
  "bank_files",
  "beneficiaries",
  "charges",
  "fee_schedules",
  "ledger_corrections",
  "ledger_entries",
  "ledger_seals",
  "ledger_transfers",
  "list_counters",
  "merchant_numbers",
  "merchant_sessions",
  "merchants",
  "money_decisions",
  "outages",
  "payment_intents",
  "payment_links",
  "payout_batch_rows",
  "payout_batches",
  "payout_files",
  "payouts",
  "provider_balances",
  "provider_statement_lines",
  "provider_statements",
  "rail_arrivals",
  "rail_books",
  "rail_corrections",
  "rail_seals",
  "rail_transfers",
  "reconciliation_days",
  "reconciliation_differences",
  "refunds",
  "routing_rules",
  "settlements",
  "sub_tenants",
  "tenants",
  "transfer_orders",
  "truth_delays",
  "wallets",
] as const;
