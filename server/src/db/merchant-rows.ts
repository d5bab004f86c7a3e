/**
 * What becomes of the rows of each table when a merchant moves to another cell (decision 81).
 *
 * - `moves`: the merchant's own rows, copied as they are; below, what of them is sealed or hashed with the cell's keys.
 * - `again`: made from moved rows by the other cell's own loops: sums, lists of what is open, progress.
 * - `stays`: what proves or only serves the past of the cell in which it happened.
 * - `people`: who works for the merchant. They are invited again: passkeys are bound to the cell's own name.
 * - `shared`: of the tenant, an operator or the installation.
 */
export type RowsInMove = "moves" | "again" | "stays" | "people" | "shared";

/** Tables whose rows move, parents before what refers to them. A test compares the order with the foreign keys. */
export const movingTables = [
  "merchants",
  "merchant_numbers",
  "merchant_logos",
  "wallets",
  "api_keys",
  "key_claims",
  "webhook_endpoints",
  "beneficiaries",
  "payment_links",
  "link_slugs",
  "checkout_sessions",
  "payment_intents",
  "charges",
  "charge_checks",
  "refunds",
  "settlements",
  "payouts",
  "payout_batches",
  "payout_batch_rows",
  "payout_approval_proposals",
  "ledger_transfers",
  "ledger_seals",
  "ledger_detachments",
  "ledger_corrections",
  "money_decisions",
  "events",
  "webhook_deliveries",
  "webhook_attempts",
  "idempotency_keys",
  "list_counters",
  "notes",
  "kyb_dossiers",
  "kyb_documents",
  "sandbox_clocks",
] as const;

/** A test fails for a table that is neither here nor in `movingTables`, so that each new table gets a decision. */
const others: Readonly<Record<string, Exclude<RowsInMove, "moves">>> = {
  actor_origins: "stays",
  amount_bounds: "shared",
  audit_detachments: "shared",
  audit_heads: "shared",
  // The chain is the tenant's, of all its merchants: it cannot be cut.
  audit_log: "stays",
  bank_entries: "shared",
  bank_entry_keys: "shared",
  bank_files: "shared",
  change_requests: "shared",
  daily_summaries: "again",
  data_keys: "shared",
  demonstrations: "stays",
  export_parts: "stays",
  exports: "stays",
  fee_schedules: "shared",
  installation: "shared",
  invariant_checks: "shared",
  // Made and confirmed by operators of the cell, who are nobody in another one.
  kyb_decisions: "stays",
  log_in_addresses: "shared",
  log_in_attempts: "shared",
  log_in_links: "shared",
  log_in_sessions: "shared",
  mails: "shared",
  member_invitations: "people",
  members: "people",
  merchant_fences: "stays",
  merchant_moves: "stays",
  merchant_news: "stays",
  merchant_news_told: "again",
  note_mentions: "people",
  notification_settings: "people",
  operator_digests: "shared",
  operators: "shared",
  outages: "shared",
  passkey_challenges: "shared",
  passkeys: "shared",
  payer_email_progress: "again",
  payer_emails: "again",
  // For an operator's eye, for some weeks: in days that the other cell may not have.
  payment_steps: "stays",
  payout_files: "shared",
  persons: "shared",
  provider_account_reservations: "stays",
  // Those that the merchant has used get their like there, with the same id and switched off.
  provider_accounts: "shared",
  provider_alarms: "shared",
  provider_balances: "shared",
  provider_call_counts: "shared",
  provider_calls: "shared",
  provider_statement_lines: "shared",
  provider_statements: "shared",
  queue_ages: "shared",
  rail_arrivals: "shared",
  rail_books: "shared",
  rail_corrections: "shared",
  rail_seals: "shared",
  rail_transfers: "shared",
  rate_buckets: "shared",
  rate_windows: "shared",
  reconciliation_answers: "shared",
  reconciliation_days: "shared",
  // A statement is one of an account, with the payments of all its merchants.
  reconciliation_differences: "stays",
  recovery_codes: "shared",
  refused_credentials: "shared",
  report_attempts: "again",
  report_bookings: "again",
  report_open_charges: "again",
  report_progress: "again",
  report_sessions: "again",
  report_stale_hours: "again",
  report_wallets: "again",
  request_log: "stays",
  restores: "shared",
  routing_rules: "shared",
  second_factors: "shared",
  session_retention: "again",
  settlement_messages: "shared",
  sub_tenants: "shared",
  sweeps: "shared",
  tenant_payer_pages: "shared",
  tenants: "shared",
  transfer_orders: "shared",
  truth_delays: "shared",
  work_marks: "shared",
  work_note_mentions: "shared",
  work_notes: "shared",
};

export const rowsInMove: Readonly<Record<string, RowsInMove>> = {
  ...others,
  ...Object.fromEntries(movingTables.map((table) => [table, "moves" as const])),
};

/** How the rows of one merchant are found in `t` where no column has the number, `$1`. */
const ofMerchant = "(select merchant_id from merchant_numbers where merchant_no = $1)";
const conditions: Readonly<Record<string, string>> = {
  merchants: `t.id = ${ofMerchant}`,
  key_claims: "t.key_id in (select id from api_keys where merchant_no = $1)",
  members: `t.merchant_id = ${ofMerchant}`,
  member_invitations: `t.merchant_id = ${ofMerchant}`,
  notification_settings: `t.merchant_id = ${ofMerchant}`,
  demonstrations: `t.merchant_id = ${ofMerchant}`,
  merchant_fences: `t.merchant_id = ${ofMerchant}`,
  merchant_moves: `t.merchant_id = ${ofMerchant}`,
};

/** The condition that finds the rows of the merchant number `$1` in the table `t`. */
export const rowsOfMerchant = (table: string): string => conditions[table] ?? "t.merchant_no = $1";

/**
 * The bytes in moving rows: `sealed` and `keyed` ones are of the cell's keys, so they are sealed and hashed again with those of the
 * other cell; `plain` ones (a hash without a key, a picture) are copied. A test fails for a column of bytes that is missing here.
 */
export const movingBytes: Readonly<Record<string, "sealed" | "keyed" | "plain">> = {
  "api_keys.hash": "plain",
  "beneficiaries.account_mac": "keyed",
  "beneficiaries.details": "sealed",
  "charges.payer": "sealed",
  "charges.payer_phone_mac": "keyed",
  "charges.provider_handle": "sealed",
  "charges.request_fingerprint": "plain",
  "checkout_sessions.customer": "sealed",
  "idempotency_keys.body": "sealed",
  "idempotency_keys.fingerprint": "plain",
  "key_claims.hash": "plain",
  "kyb_documents.content": "sealed",
  "kyb_documents.file_name": "sealed",
  "kyb_documents.sha256": "plain",
  "kyb_dossiers.draft": "sealed",
  "kyb_dossiers.in_force": "sealed",
  "ledger_detachments.file_sha256": "plain",
  "ledger_detachments.seal_hash": "plain",
  "ledger_seals.hash": "plain",
  "merchant_logos.picture": "plain",
  "notes.content": "sealed",
  "payment_intents.customer": "sealed",
  "payouts.provider_handle": "sealed",
  "refunds.provider_handle": "sealed",
  "refunds.recipient": "sealed",
  "webhook_endpoints.previous_secret": "sealed",
  "webhook_endpoints.sealed_url": "sealed",
  "webhook_endpoints.secret": "sealed",
};
