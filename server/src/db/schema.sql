create table amount_bounds (
  id uuid not null,
  tenant_id uuid not null,
  mode text not null,
  method text not null,
  operator text,
  country character(2),
  currency character(3) not null,
  min bigint not null,
  max bigint not null,
  step bigint not null default 1,
  constraint amount_bounds_tenant_id_mode_method_operator_country_curren_key UNIQUE NULLS NOT DISTINCT (tenant_id, mode, method, operator, country, currency),
  constraint amount_bounds_pkey PRIMARY KEY (id),
  constraint amount_bounds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint amount_bounds_check CHECK ((max >= min)),
  constraint amount_bounds_min_check CHECK ((min > 0)),
  constraint amount_bounds_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint amount_bounds_step_check CHECK ((step > 0))
);
-- cauris_app may delete, insert, select, update

create table api_keys (
  id uuid not null,
  hash bytea not null,
  merchant_id uuid not null,
  merchant_no integer not null,
  mode text not null,
  name text not null,
  last4 text not null,
  permissions text[] not null,
  merchant_ids uuid[] not null default '{}'::uuid[],
  ip_allowlist text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  replaces uuid,
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint api_keys_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint api_keys_replaces_fkey FOREIGN KEY (replaces) REFERENCES api_keys(id),
  constraint api_keys_hash_check CHECK ((length(hash) = 32)),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
CREATE INDEX api_keys_merchant ON public.api_keys USING btree (merchant_no, id);
-- cauris_app may delete, insert, select, update

create table audit_log (
  id uuid not null,
  tenant_id uuid,
  merchant_no integer,
  actor text not null,
  action text not null,
  subject text not null,
  before text,
  after text,
  request_id text,
  created_at timestamp with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
-- cauris_app may insert, select

create table beneficiaries (
  merchant_no integer not null,
  id uuid not null,
  name text not null,
  type text not null,
  details bytea not null,
  shown text not null,
  currency character(3) not null,
  country_code character(2),
  status text not null,
  rejection_reason text,
  warnings text[] not null default '{}'::text[],
  reference text,
  metadata text not null default '{}'::text,
  payouts_allowed_from timestamp with time zone,
  event_sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint beneficiaries_pkey PRIMARY KEY (merchant_no, id),
  constraint beneficiaries_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint beneficiaries_check CHECK (((rejection_reason IS NULL) OR (status = ANY (ARRAY['REJECTED'::text, 'DISABLED'::text])))),
  constraint beneficiaries_check1 CHECK (((status <> 'ACTIVE'::text) OR (payouts_allowed_from IS NOT NULL))),
  constraint beneficiaries_status_check CHECK ((status = ANY (ARRAY['PENDING_VERIFICATION'::text, 'ACTIVE'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint beneficiaries_type_check CHECK ((type = ANY (ARRAY['MOBILE_MONEY'::text, 'BANK_ACCOUNT'::text, 'WALLET'::text])))
);
-- cauris_app may delete, insert, select, update

create table charge_checks (
  merchant_no integer not null,
  charge_id uuid not null,
  session_id uuid not null,
  next_check_at timestamp with time zone not null,
  check_count integer not null default 0,
  constraint charge_checks_pkey PRIMARY KEY (merchant_no, charge_id)
) with (fillfactor=50);
CREATE INDEX charge_checks_due ON public.charge_checks USING btree (next_check_at);
-- cauris_app may delete, insert, select, update

create table charges (
  merchant_no integer not null,
  id uuid not null,
  payment_intent_id uuid not null,
  session_id uuid,
  payment_link_id uuid,
  attempt_number smallint not null,
  status text not null,
  amount bigint not null,
  amount_confirmed bigint,
  fee bigint not null default 0,
  amount_refunded bigint not null default 0,
  currency character(3) not null,
  wallet_id uuid not null,
  payment_method text not null,
  method_details text not null,
  payer bytea not null,
  payer_phone_mac bytea,
  request_fingerprint bytea not null,
  provider_account_id uuid,
  provider text,
  provider_transaction_id text,
  provider_code text,
  next_step text,
  failure_code text,
  late boolean not null default false,
  duplicate boolean not null default false,
  pays boolean not null default false,
  review_reason text,
  reference text,
  metadata text not null default '{}'::text,
  unknown_since timestamp with time zone,
  version integer not null default 1,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint charges_pkey PRIMARY KEY (merchant_no, id),
  constraint charges_amount_check CHECK ((amount > 0)),
  constraint charges_payment_method_check CHECK ((payment_method = ANY (ARRAY['WALLET'::text, 'MOBILE_MONEY'::text, 'CARD'::text, 'BANK_TRANSFER'::text, 'QR'::text]))),
  constraint charges_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX charges_link ON public.charges USING btree (merchant_no, payment_link_id, id) WHERE (payment_link_id IS NOT NULL);
CREATE INDEX charges_phone ON public.charges USING btree (merchant_no, payer_phone_mac, id) WHERE (payer_phone_mac IS NOT NULL);
CREATE INDEX charges_reference ON public.charges USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
CREATE INDEX charges_transaction ON public.charges USING btree (merchant_no, provider_transaction_id) WHERE (provider_transaction_id IS NOT NULL);
CREATE UNIQUE INDEX charges_one_alive ON public.charges USING btree (merchant_no, payment_intent_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text]));
CREATE UNIQUE INDEX charges_one_paid ON public.charges USING btree (merchant_no, payment_intent_id) WHERE pays;
-- cauris_app may delete, insert, select, update

create table checkout_sessions (
  merchant_no integer not null,
  id uuid not null,
  status text not null,
  amount bigint not null,
  currency character(3) not null,
  title text not null,
  allowed_methods text[],
  detail text not null,
  customer bytea,
  reference text,
  payment_link_id uuid,
  max_attempts smallint not null,
  attempt_count smallint not null default 0,
  late_payment_policy text not null,
  payment_intent_id uuid not null,
  charge_id uuid,
  failure_code text,
  retryable boolean not null default true,
  paid_late boolean not null default false,
  event_sequence integer not null default 0,
  version integer not null default 1,
  expires_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint checkout_sessions_pkey PRIMARY KEY (merchant_no, id),
  constraint checkout_sessions_amount_check CHECK ((amount > 0)),
  constraint checkout_sessions_late_payment_policy_check CHECK ((late_payment_policy = ANY (ARRAY['ACCEPT'::text, 'REFUND'::text, 'REVIEW'::text]))),
  constraint checkout_sessions_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'PROCESSING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX checkout_sessions_expiry ON public.checkout_sessions USING brin (expires_at) WITH (autosummarize='on', pages_per_range='16');
CREATE INDEX checkout_sessions_link ON public.checkout_sessions USING btree (merchant_no, payment_link_id, id) WHERE (payment_link_id IS NOT NULL);
CREATE INDEX checkout_sessions_reference ON public.checkout_sessions USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table data_keys (
  id uuid not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null,
  constraint data_keys_purpose_key UNIQUE (purpose),
  constraint data_keys_pkey PRIMARY KEY (id)
);
-- cauris_app may delete, insert, select, update

create table events (
  merchant_no integer not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  sequence integer not null,
  payload text not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (merchant_no, id)
);
-- cauris_app may insert, select

create table fee_schedules (
  id uuid not null,
  tenant_id uuid not null,
  mode text not null,
  method text not null,
  currency character(3) not null,
  basis_points integer not null,
  fixed bigint not null default 0,
  minimum bigint not null default 0,
  maximum bigint,
  settlement_delay_seconds integer not null default 0,
  constraint fee_schedules_tenant_id_mode_method_currency_key UNIQUE (tenant_id, mode, method, currency),
  constraint fee_schedules_pkey PRIMARY KEY (id),
  constraint fee_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint fee_schedules_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint fee_schedules_check CHECK (((maximum IS NULL) OR (maximum >= minimum))),
  constraint fee_schedules_fixed_check CHECK ((fixed >= 0)),
  constraint fee_schedules_minimum_check CHECK ((minimum >= 0)),
  constraint fee_schedules_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint fee_schedules_settlement_delay_seconds_check CHECK ((settlement_delay_seconds >= 0))
);
-- cauris_app may delete, insert, select, update

create table idempotency_keys (
  merchant_no integer not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  owner uuid not null,
  status smallint not null,
  body bytea not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_no, route, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING brin (created_at) WITH (autosummarize='on');
-- cauris_app may delete, insert, select, update

create view ledger_entries as
 SELECT ledger_transfers.merchant_no,
    ledger_transfers.id AS transfer_id,
    ledger_transfers.transaction_id,
    ledger_transfers.wallet_id,
    ledger_transfers.currency,
    ledger_transfers.from_account AS account,
    'DEBIT'::text AS direction,
    (- ledger_transfers.amount) AS signed_amount,
    ledger_transfers.type,
    ledger_transfers.source_type,
    ledger_transfers.source_id,
    ledger_transfers.created_at
   FROM ledger_transfers
UNION ALL
 SELECT ledger_transfers.merchant_no,
    ledger_transfers.id AS transfer_id,
    ledger_transfers.transaction_id,
    ledger_transfers.wallet_id,
    ledger_transfers.currency,
    ledger_transfers.to_account AS account,
    'CREDIT'::text AS direction,
    ledger_transfers.amount AS signed_amount,
    ledger_transfers.type,
    ledger_transfers.source_type,
    ledger_transfers.source_id,
    ledger_transfers.created_at
   FROM ledger_transfers;
-- cauris_app may delete, insert, select, update

create table ledger_transfers (
  merchant_no integer not null,
  id uuid not null,
  transaction_id uuid not null,
  wallet_id uuid not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  currency character(3) not null,
  type text not null,
  source_type text not null,
  source_id uuid not null,
  balance_after bigint not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfers_pkey PRIMARY KEY (merchant_no, id),
  constraint ledger_transfers_amount_check CHECK ((amount > 0)),
  constraint ledger_transfers_check CHECK ((to_account <> from_account)),
  constraint ledger_transfers_from_account_check CHECK ((from_account ~ '^(available|pending|held|reserved|fees|adjustment|clearing:[0-9a-f-]{36})$'::text)),
  constraint ledger_transfers_to_account_check CHECK ((to_account ~ '^(available|pending|held|reserved|fees|adjustment|clearing:[0-9a-f-]{36})$'::text)),
  constraint ledger_transfers_type_check CHECK ((type = ANY (ARRAY['CHARGE'::text, 'FEE'::text, 'REFUND'::text, 'PAYOUT'::text, 'PAYOUT_REVERSAL'::text, 'HOLD'::text, 'RELEASE'::text, 'ADJUSTMENT'::text, 'SETTLEMENT'::text])))
);
-- cauris_app may insert, select

create table link_slugs (
  slug text not null,
  merchant_no integer not null,
  link_id uuid not null,
  constraint link_slugs_pkey PRIMARY KEY (slug)
);
-- cauris_app may delete, insert, select, update

create table list_counters (
  merchant_no integer not null,
  day date not null,
  sessions_open bigint not null default 0,
  sessions_processing bigint not null default 0,
  sessions_succeeded bigint not null default 0,
  sessions_failed bigint not null default 0,
  sessions_expired bigint not null default 0,
  sessions_cancelled bigint not null default 0,
  intents_requires_payment_method bigint not null default 0,
  intents_requires_action bigint not null default 0,
  intents_processing bigint not null default 0,
  intents_succeeded bigint not null default 0,
  intents_failed bigint not null default 0,
  intents_cancelled bigint not null default 0,
  charges_pending bigint not null default 0,
  charges_requires_action bigint not null default 0,
  charges_processing bigint not null default 0,
  charges_in_reconciliation bigint not null default 0,
  charges_succeeded bigint not null default 0,
  charges_failed bigint not null default 0,
  charges_cancelled bigint not null default 0,
  constraint list_counters_pkey PRIMARY KEY (merchant_no, day)
) with (fillfactor=50);
-- cauris_app may delete, insert, select, update

create table merchant_numbers (
  merchant_no integer not null generated always as identity,
  merchant_id uuid not null,
  mode text not null,
  constraint merchant_numbers_merchant_id_mode_key UNIQUE (merchant_id, mode),
  constraint merchant_numbers_pkey PRIMARY KEY (merchant_no),
  constraint merchant_numbers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint merchant_numbers_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
-- cauris_app may delete, insert, select, update

create sequence merchant_numbers_merchant_no_seq;
-- cauris_app may select, usage

create table merchants (
  id uuid not null,
  tenant_id uuid not null,
  status text not null,
  kyb_status text not null,
  legal_name text not null,
  display_name text not null,
  logo_url text,
  primary_color text,
  locale text not null default 'fr'::text,
  country_code character(2) not null,
  event_sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint merchants_kyb_status_check CHECK ((kyb_status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_REVIEW'::text, 'INFO_REQUESTED'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  constraint merchants_locale_check CHECK ((locale = ANY (ARRAY['fr'::text, 'en'::text, 'pt'::text]))),
  constraint merchants_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text])))
);
-- cauris_app may delete, insert, select, update

create table outages (
  id uuid not null,
  tenant_id uuid not null,
  mode text not null,
  method text not null,
  operator text,
  country character(2),
  status text not null,
  reason text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint outages_check CHECK ((ends_at >= starts_at)),
  constraint outages_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint outages_status_check CHECK ((status = ANY (ARRAY['DEGRADED'::text, 'CLOSED'::text])))
);
-- cauris_app may delete, insert, select, update

create table payment_intents (
  merchant_no integer not null,
  id uuid not null,
  session_id uuid,
  payment_link_id uuid,
  status text not null,
  amount bigint not null,
  amount_received bigint not null default 0,
  amount_refunded bigint not null default 0,
  currency character(3) not null,
  allowed_methods text[],
  charge_ids uuid[] not null default '{}'::uuid[],
  latest_charge_id uuid,
  failure_code text,
  customer bytea,
  reference text,
  metadata text not null default '{}'::text,
  event_sequence integer not null default 0,
  version integer not null default 1,
  succeeded_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_intents_pkey PRIMARY KEY (merchant_no, id),
  constraint payment_intents_amount_check CHECK ((amount > 0)),
  constraint payment_intents_status_check CHECK ((status = ANY (ARRAY['REQUIRES_PAYMENT_METHOD'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX payment_intents_reference ON public.payment_intents USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table payment_links (
  merchant_no integer not null,
  id uuid not null,
  slug text not null,
  status text not null,
  amount bigint not null,
  currency character(3) not null,
  title text,
  description text,
  reference text,
  max_uses integer,
  reusable boolean not null,
  uses_count integer not null default 0,
  uses_reserved integer not null default 0,
  allowed_methods text[],
  detail text not null,
  expires_at timestamp with time zone,
  event_sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (merchant_no, id),
  constraint payment_links_amount_check CHECK ((amount > 0)),
  constraint payment_links_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 1000000))),
  constraint payment_links_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'EXHAUSTED'::text, 'EXPIRED'::text, 'CANCELLED'::text]))),
  constraint payment_links_uses_reserved_check CHECK ((uses_reserved >= 0))
) with (fillfactor=60);
CREATE INDEX payment_links_expiry ON public.payment_links USING btree (expires_at) WHERE (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text]));
-- cauris_app may delete, insert, select, update

create table payout_batch_rows (
  merchant_no integer not null,
  batch_id uuid not null,
  index integer not null,
  payout_id uuid not null,
  request text not null,
  status text not null default 'WAITING'::text,
  error text,
  constraint payout_batch_rows_pkey PRIMARY KEY (merchant_no, batch_id, index),
  constraint payout_batch_rows_merchant_no_batch_id_fkey FOREIGN KEY (merchant_no, batch_id) REFERENCES payout_batches(merchant_no, id),
  constraint payout_batch_rows_check CHECK (((error IS NOT NULL) = (status = 'REFUSED'::text))),
  constraint payout_batch_rows_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'ACCEPTED'::text, 'REFUSED'::text])))
);
-- cauris_app may delete, insert, select, update

create table payout_batches (
  merchant_no integer not null,
  id uuid not null,
  wallet_id uuid not null,
  currency character(3) not null,
  status text not null,
  reference text,
  row_count integer not null,
  accepted_count integer not null default 0,
  refused_count integer not null default 0,
  created_by uuid not null,
  next_check_at timestamp with time zone,
  version integer not null default 1,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payout_batches_pkey PRIMARY KEY (merchant_no, id),
  constraint payout_batches_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint payout_batches_check CHECK (((accepted_count + refused_count) <= row_count)),
  constraint payout_batches_check1 CHECK (((status = 'COMPLETED'::text) = ((accepted_count + refused_count) = row_count))),
  constraint payout_batches_row_count_check CHECK (((row_count >= 1) AND (row_count <= 1000))),
  constraint payout_batches_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text])))
);
CREATE INDEX payout_batches_due ON public.payout_batches USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table payouts (
  merchant_no integer not null,
  id uuid not null,
  wallet_id uuid not null,
  beneficiary_id uuid not null,
  destination text not null,
  amount bigint not null,
  currency character(3) not null,
  status text not null,
  reference text,
  description text,
  metadata text not null default '{}'::text,
  approval_required boolean not null,
  created_by uuid not null,
  approved_by uuid,
  provider_account_id uuid,
  provider text,
  provider_transaction_id text,
  provider_code text,
  failure_code text,
  next_check_at timestamp with time zone,
  check_count integer not null default 0,
  unknown_since timestamp with time zone,
  event_sequence integer not null default 0,
  version integer not null default 1,
  approved_at timestamp with time zone,
  queued_at timestamp with time zone,
  sent_at timestamp with time zone,
  paid_at timestamp with time zone,
  failed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payouts_pkey PRIMARY KEY (merchant_no, id),
  constraint payouts_merchant_no_beneficiary_id_fkey FOREIGN KEY (merchant_no, beneficiary_id) REFERENCES beneficiaries(merchant_no, id),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_check CHECK ((approved_by <> created_by)),
  constraint payouts_check1 CHECK (((NOT approval_required) OR (approved_by IS NOT NULL) OR (status = ANY (ARRAY['PENDING_APPROVAL'::text, 'CANCELLED'::text])))),
  constraint payouts_check2 CHECK (((status <> ALL (ARRAY['PROCESSING'::text, 'IN_RECONCILIATION'::text, 'PAID'::text, 'REVERSED'::text])) OR (provider_account_id IS NOT NULL))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['PENDING_APPROVAL'::text, 'PENDING'::text, 'QUEUED'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'PAID'::text, 'FAILED'::text, 'REVERSED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX payouts_due ON public.payouts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table provider_accounts (
  id uuid not null,
  tenant_id uuid not null,
  sub_tenant_id uuid not null,
  mode text not null,
  provider text not null,
  name text not null,
  status text not null,
  methods text[] not null,
  currencies text[] not null default '{}'::text[],
  countries text[] not null default '{}'::text[],
  operators text[] not null default '{}'::text[],
  settings bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint provider_accounts_tenant_id_mode_provider_name_key UNIQUE (tenant_id, mode, provider, name),
  constraint provider_accounts_pkey PRIMARY KEY (id),
  constraint provider_accounts_sub_tenant_id_fkey FOREIGN KEY (sub_tenant_id) REFERENCES sub_tenants(id),
  constraint provider_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint provider_accounts_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint provider_accounts_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text])))
);
-- cauris_app may delete, insert, select, update

create table refunds (
  merchant_no integer not null,
  id uuid not null,
  charge_id uuid not null,
  payment_intent_id uuid not null,
  wallet_id uuid not null,
  status text not null,
  amount bigint not null,
  currency character(3) not null,
  reason text not null,
  route text not null,
  note text,
  metadata text not null default '{}'::text,
  provider_account_id uuid not null,
  provider_transaction_id text,
  provider_code text,
  failure_code text,
  next_check_at timestamp with time zone,
  check_count integer not null default 0,
  unknown_since timestamp with time zone,
  version integer not null default 1,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  source_account text not null,
  fee_refunded bigint not null default 0,
  cancelled_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (merchant_no, id),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_fee_refunded_check CHECK ((fee_refunded >= 0)),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['REQUESTED_BY_PAYER'::text, 'DUPLICATE'::text, 'FRAUD'::text, 'LATE_PAYMENT'::text, 'OTHER'::text]))),
  constraint refunds_route_check CHECK ((route = ANY (ARRAY['ORIGINAL_RAIL'::text, 'PAYOUT_TO_PAYER'::text]))),
  constraint refunds_source_account_check CHECK ((source_account = ANY (ARRAY['held'::text, 'reserved'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX refunds_charge ON public.refunds USING btree (merchant_no, charge_id);
CREATE INDEX refunds_due ON public.refunds USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table routing_rules (
  id uuid not null,
  tenant_id uuid not null,
  mode text not null,
  priority integer not null,
  method text not null,
  currency character(3),
  country character(2),
  operator text,
  amount_min bigint,
  amount_max bigint,
  sub_tenant_id uuid not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null,
  constraint routing_rules_pkey PRIMARY KEY (id),
  constraint routing_rules_sub_tenant_id_fkey FOREIGN KEY (sub_tenant_id) REFERENCES sub_tenants(id),
  constraint routing_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint routing_rules_check CHECK (((amount_min IS NULL) OR (currency IS NOT NULL))),
  constraint routing_rules_check1 CHECK (((amount_max IS NULL) OR ((currency IS NOT NULL) AND (amount_max >= COALESCE(amount_min, (0)::bigint))))),
  constraint routing_rules_method_check CHECK ((method = ANY (ARRAY['WALLET'::text, 'MOBILE_MONEY'::text, 'CARD'::text, 'BANK_TRANSFER'::text, 'QR'::text]))),
  constraint routing_rules_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
-- cauris_app may delete, insert, select, update

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
-- cauris_app may select

create table settlements (
  merchant_no integer not null,
  charge_id uuid not null,
  wallet_id uuid not null,
  amount bigint not null,
  due_at timestamp with time zone not null,
  constraint settlements_pkey PRIMARY KEY (merchant_no, charge_id),
  constraint settlements_amount_check CHECK ((amount > 0))
);
CREATE INDEX settlements_due ON public.settlements USING btree (due_at);
-- cauris_app may delete, insert, select, update

create table sub_tenants (
  id uuid not null,
  tenant_id uuid not null,
  name text not null,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null,
  constraint sub_tenants_pkey PRIMARY KEY (id),
  constraint sub_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint sub_tenants_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);
-- cauris_app may delete, insert, select, update

create table sweeps (
  name text not null,
  swept_until timestamp with time zone not null,
  constraint sweeps_pkey PRIMARY KEY (name)
);
-- cauris_app may delete, insert, select, update

create table tenants (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  refund_fee_policy text not null default 'KEEP'::text,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_refund_fee_policy_check CHECK ((refund_fee_policy = ANY (ARRAY['KEEP'::text, 'RETURN'::text])))
);
-- cauris_app may delete, insert, select, update

create table wallets (
  merchant_no integer not null,
  id uuid not null,
  label text not null,
  currency character(3) not null,
  available bigint not null default 0,
  pending bigint not null default 0,
  held bigint not null default 0,
  reserved bigint not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  payout_approval_above bigint,
  constraint wallets_merchant_no_currency_key UNIQUE (merchant_no, currency),
  constraint wallets_pkey PRIMARY KEY (merchant_no, id),
  constraint wallets_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint wallets_available_check CHECK ((available >= 0)),
  constraint wallets_held_check CHECK ((held >= 0)),
  constraint wallets_payout_approval_above_check CHECK ((payout_approval_above >= 0)),
  constraint wallets_pending_check CHECK ((pending >= 0)),
  constraint wallets_reserved_check CHECK ((reserved >= 0))
) with (fillfactor=20);
-- cauris_app may delete, insert, select, update

create table webhook_attempts (
  merchant_no integer not null,
  id uuid not null,
  delivery_id uuid not null,
  attempt_number integer not null,
  status_code integer,
  error text,
  response_excerpt text,
  duration_ms integer not null,
  created_at timestamp with time zone not null,
  url text,
  constraint webhook_attempts_pkey PRIMARY KEY (merchant_no, id)
);
CREATE INDEX webhook_attempts_delivery ON public.webhook_attempts USING btree (merchant_no, delivery_id, attempt_number);
-- cauris_app may insert, select

create table webhook_deliveries (
  merchant_no integer not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  subject_id uuid not null,
  sequence integer not null,
  ordered boolean not null default false,
  status text not null,
  attempt_count integer not null default 0,
  retry_step smallint not null default 0,
  next_attempt_at timestamp with time zone,
  last_status_code integer,
  last_error text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (merchant_no, id),
  constraint webhook_deliveries_check CHECK (((status = 'PENDING'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (merchant_no, endpoint_id, id);
CREATE INDEX webhook_deliveries_ordered ON public.webhook_deliveries USING btree (endpoint_id, subject_id, sequence) WHERE (ordered AND (status = ANY (ARRAY['PENDING'::text, 'FAILED'::text])));
CREATE INDEX webhook_deliveries_unaccepted ON public.webhook_deliveries USING btree (merchant_no, endpoint_id, event_id) WHERE (status = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text]));
-- cauris_app may delete, insert, select, update

create table webhook_endpoints (
  merchant_no integer not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  status text not null,
  description text,
  ordered boolean not null default false,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  failing_since timestamp with time zone,
  failure_streak integer not null default 0,
  paused_until timestamp with time zone,
  disabled_reason text,
  event_sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (merchant_no, id),
  constraint webhook_endpoints_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
) with (fillfactor=60);
CREATE INDEX webhook_endpoints_failing ON public.webhook_endpoints USING btree (failing_since) WHERE ((status = 'ACTIVE'::text) AND (failing_since IS NOT NULL));
-- cauris_app may delete, insert, select, update

create table simulator.accounts (
  id uuid not null,
  api_key_hash bytea not null,
  callback_secret bytea not null,
  created_at timestamp with time zone not null,
  constraint accounts_api_key_hash_key UNIQUE (api_key_hash),
  constraint accounts_pkey PRIMARY KEY (id)
);
-- cauris_app may delete, insert, select, update

create table simulator.bank_entries (
  account_id uuid not null,
  servicer_reference text not null,
  remittance text not null,
  amount bigint not null,
  currency character(3) not null,
  reversal boolean not null,
  payment_reference text,
  booked_at timestamp with time zone not null,
  constraint bank_entries_pkey PRIMARY KEY (account_id, servicer_reference, reversal),
  constraint bank_entries_amount_check CHECK ((amount > 0))
);
-- cauris_app may delete, insert, select, update

create table simulator.book (
  account_id uuid not null,
  kind text not null,
  reference text not null,
  transaction_id text not null,
  amount bigint not null,
  currency character(3) not null,
  booked_at timestamp with time zone not null,
  constraint book_transaction_id_key UNIQUE (transaction_id),
  constraint book_pkey PRIMARY KEY (account_id, kind, reference),
  constraint book_amount_check CHECK ((amount > 0)),
  constraint book_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text])))
);
-- cauris_app may insert, select

create table simulator.callbacks (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  body text not null,
  attempt_count smallint not null default 0,
  last_status_code integer,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint callbacks_pkey PRIMARY KEY (id),
  constraint callbacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES simulator.accounts(id)
);
CREATE INDEX callbacks_due ON simulator.callbacks USING btree (due_at) WHERE (due_at IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table simulator.operations (
  account_id uuid not null,
  kind text not null,
  reference text not null,
  id uuid not null,
  request_mac bytea not null,
  status text not null,
  code text,
  method text,
  operator text,
  country character(2),
  phone_masked text,
  phone_last3 text,
  amount bigint not null,
  currency character(3) not null,
  amount_taken bigint,
  amount_refunded bigint not null default 0,
  transaction_id text,
  parent_reference text,
  scenario text not null,
  step smallint not null default 0,
  begun_at timestamp with time zone not null,
  next_step_at timestamp with time zone,
  busy_answers_left smallint not null default 0,
  page text,
  qr_payload text,
  transfer_reference text,
  wallet_id uuid,
  pin_failures smallint not null default 0,
  card_brand text,
  card_last4 text,
  card_code text,
  title text not null default ''::text,
  locale text not null default 'fr'::text,
  return_url bytea,
  callback_url text,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint operations_id_key UNIQUE (id),
  constraint operations_transfer_reference_key UNIQUE (transfer_reference),
  constraint operations_pkey PRIMARY KEY (account_id, kind, reference),
  constraint operations_account_id_fkey FOREIGN KEY (account_id) REFERENCES simulator.accounts(id),
  constraint operations_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES simulator.wallets(id),
  constraint operations_amount_check CHECK ((amount > 0)),
  constraint operations_amount_taken_check CHECK ((amount_taken > 0)),
  constraint operations_check CHECK (((amount_refunded >= 0) AND (amount_refunded <= COALESCE(amount_taken, (0)::bigint)))),
  constraint operations_check1 CHECK (((status <> 'SUCCEEDED'::text) OR ((amount_taken IS NOT NULL) AND (transaction_id IS NOT NULL)))),
  constraint operations_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text]))),
  constraint operations_page_check CHECK ((page = ANY (ARRAY['APPROVAL'::text, 'CARD'::text, 'THREE_D_SECURE'::text, 'WALLET'::text, 'QR'::text, 'BANK'::text]))),
  constraint operations_status_check CHECK ((status = ANY (ARRAY['LOST'::text, 'WAITING'::text, 'PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text])))
) with (fillfactor=60);
CREATE INDEX operations_due ON simulator.operations USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table simulator.wallets (
  id uuid not null,
  account_id uuid not null,
  phone_mac bytea not null,
  phone_masked text not null,
  currency character(3) not null,
  balance bigint not null,
  frozen boolean not null default false,
  pin_salt bytea not null,
  pin_hash bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint wallets_account_id_phone_mac_currency_key UNIQUE (account_id, phone_mac, currency),
  constraint wallets_pkey PRIMARY KEY (id),
  constraint wallets_account_id_fkey FOREIGN KEY (account_id) REFERENCES simulator.accounts(id),
  constraint wallets_balance_check CHECK ((balance >= 0))
);
-- cauris_app may delete, insert, select, update
