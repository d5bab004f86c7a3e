create table actor_origins (
  made_kind text not null,
  made_id uuid not null,
  maker_kind text not null,
  maker_id uuid not null,
  relation text not null,
  made_at timestamp with time zone not null,
  constraint actor_origins_pkey PRIMARY KEY (made_id, maker_id, relation),
  constraint actor_origins_check CHECK ((made_id <> maker_id)),
  constraint actor_origins_made_kind_check CHECK ((made_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text]))),
  constraint actor_origins_maker_kind_check CHECK ((maker_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text]))),
  constraint actor_origins_relation_check CHECK ((relation = ANY (ARRAY['created'::text, 'replaces'::text])))
);
-- cauris_app may insert, select, update

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
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
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
  requests_per_second integer,
  owner boolean not null default false,
  event_sequence integer not null default 0,
  revoked_by uuid,
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint api_keys_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint api_keys_replaces_fkey FOREIGN KEY (replaces) REFERENCES api_keys(id),
  constraint api_keys_hash_check CHECK ((length(hash) = 32)),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint api_keys_requests_per_second_check CHECK (((requests_per_second >= 1) AND (requests_per_second <= 10000)))
);
CREATE INDEX api_keys_merchant ON public.api_keys USING btree (merchant_no, id);
-- cauris_app may insert, select, update

create table audit_detachments (
  tenant_id uuid not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  last_hash bytea not null,
  file_name text not null,
  file_sha256 bytea not null,
  removed_through bigint not null,
  detached_at timestamp with time zone not null,
  constraint audit_detachments_pkey PRIMARY KEY (tenant_id, last_sequence),
  constraint audit_detachments_check CHECK ((last_sequence >= first_sequence)),
  constraint audit_detachments_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint audit_detachments_last_hash_check CHECK ((length(last_hash) = 32))
);
-- cauris_app may select

create table audit_heads (
  tenant_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (tenant_id),
  constraint audit_heads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint audit_heads_hash_check CHECK ((length(hash) = 32)),
  constraint audit_heads_sequence_check CHECK ((sequence >= 0))
);
-- cauris_app may insert, select, update

create table audit_log (
  id uuid not null,
  tenant_id uuid not null,
  merchant_no integer,
  actor text not null,
  action text not null,
  subject text not null,
  before text,
  after text,
  request_id text,
  created_at timestamp with time zone not null,
  sequence bigint not null,
  ip text,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_tenant_id_sequence_key UNIQUE (tenant_id, sequence),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_hash_check CHECK ((length(hash) = 32)),
  constraint audit_log_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (tenant_id, action, sequence);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (tenant_id, actor, sequence);
CREATE INDEX audit_log_created ON public.audit_log USING btree (tenant_id, created_at);
CREATE INDEX audit_log_merchant ON public.audit_log USING btree (tenant_id, merchant_no, sequence) WHERE (merchant_no IS NOT NULL);
CREATE INDEX audit_log_request ON public.audit_log USING btree (tenant_id, request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (tenant_id, subject, sequence);
-- cauris_app may insert, select

create table bank_entries (
  tenant_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  direction text not null,
  is_reversal boolean not null,
  amount bigint not null,
  currency character(3) not null,
  booked_on date not null,
  bank_reference text,
  end_to_end_id text,
  details bytea not null,
  counterparty_mac bytea,
  status text not null,
  cause text,
  matched_by text,
  own_id text,
  is_told boolean not null,
  note text,
  decided_by uuid,
  decided_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint bank_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint bank_entries_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES bank_files(tenant_id, id),
  constraint bank_entries_amount_check CHECK ((amount > 0)),
  constraint bank_entries_check CHECK (((own_id IS NOT NULL) = (status = ANY (ARRAY['MATCHED'::text, 'ASSIGNED'::text])))),
  constraint bank_entries_check1 CHECK (((status = 'MATCHED'::text) <= (matched_by IS NOT NULL))),
  constraint bank_entries_check2 CHECK (((status = ANY (ARRAY['ASSIGNED'::text, 'NOT_OURS'::text, 'BOOKED'::text])) = (decided_at IS NOT NULL))),
  constraint bank_entries_counterparty_mac_check CHECK ((length(counterparty_mac) = 32)),
  constraint bank_entries_direction_check CHECK ((direction = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text]))),
  constraint bank_entries_matched_by_check CHECK ((matched_by = ANY (ARRAY['STRUCTURED'::text, 'END_TO_END'::text, 'TEXT'::text, 'OPERATOR'::text]))),
  constraint bank_entries_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint bank_entries_status_check CHECK ((status = ANY (ARRAY['MATCHED'::text, 'QUEUED'::text, 'ASSIGNED'::text, 'NOT_OURS'::text, 'IGNORED'::text, 'ARRIVED'::text, 'BOOKED'::text])))
);
CREATE INDEX bank_entries_counterparty ON public.bank_entries USING btree (provider_account_id, counterparty_mac) WHERE ((counterparty_mac IS NOT NULL) AND (own_id IS NOT NULL));
CREATE INDEX bank_entries_file ON public.bank_entries USING btree (tenant_id, file_id, id);
CREATE INDEX bank_entries_queue ON public.bank_entries USING btree (tenant_id, id) WHERE (status = 'QUEUED'::text);
CREATE INDEX bank_entries_untold ON public.bank_entries USING btree (id) WHERE (NOT is_told);
CREATE UNIQUE INDEX bank_entries_operation ON public.bank_entries USING btree (provider_account_id, direction, own_id) WHERE (own_id IS NOT NULL);
-- cauris_app may insert, select, update

create table bank_entry_keys (
  provider_account_id uuid not null,
  key bytea not null,
  created_at timestamp with time zone not null,
  constraint bank_entry_keys_pkey PRIMARY KEY (provider_account_id, key),
  constraint bank_entry_keys_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint bank_entry_keys_key_check CHECK ((length(key) = 32))
);
-- cauris_app may insert, select

create table bank_files (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  digest bytea not null,
  source text not null,
  file_name text,
  format text not null,
  entry_count integer not null,
  new_count integer not null,
  matched_count integer not null,
  queued_count integer not null,
  received_by uuid,
  created_at timestamp with time zone not null,
  payout_file_id uuid,
  constraint bank_files_pkey PRIMARY KEY (tenant_id, id),
  constraint bank_files_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint bank_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint bank_files_tenant_id_payout_file_id_fkey FOREIGN KEY (tenant_id, payout_file_id) REFERENCES payout_files(tenant_id, id),
  constraint bank_files_digest_check CHECK ((length(digest) = 32)),
  constraint bank_files_format_check CHECK ((format = ANY (ARRAY['CAMT_053'::text, 'CAMT_054'::text, 'CSV'::text, 'PAIN_002'::text, 'ENTRIES'::text]))),
  constraint bank_files_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint bank_files_source_check CHECK ((source = ANY (ARRAY['UPLOAD'::text, 'FOLDER'::text, 'API'::text])))
);
CREATE UNIQUE INDEX bank_files_once ON public.bank_files USING btree (provider_account_id, digest);
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
  name_check text not null default 'NOT_CHECKED'::text,
  registered_name text,
  next_check_at timestamp with time zone,
  check_count integer not null default 0,
  account_mac bytea,
  named_by uuid,
  named_by_kind text not null default 'key'::text,
  approved_by uuid,
  approved_by_kind text not null default 'key'::text,
  constraint beneficiaries_pkey PRIMARY KEY (merchant_no, id),
  constraint beneficiaries_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint beneficiaries_account_mac_check CHECK ((length(account_mac) = 32)),
  constraint beneficiaries_approved_by_kind_check CHECK ((approved_by_kind = ANY (ARRAY['key'::text, 'person'::text]))),
  constraint beneficiaries_check CHECK (((rejection_reason IS NULL) OR (status = ANY (ARRAY['REJECTED'::text, 'DISABLED'::text])))),
  constraint beneficiaries_check1 CHECK (((status <> 'ACTIVE'::text) OR (payouts_allowed_from IS NOT NULL))),
  constraint beneficiaries_name_check_check CHECK ((name_check = ANY (ARRAY['NOT_CHECKED'::text, 'MATCH'::text, 'CLOSE_MATCH'::text, 'MISMATCH'::text, 'NOT_KNOWN'::text, 'UNAVAILABLE'::text]))),
  constraint beneficiaries_named_by_kind_check CHECK ((named_by_kind = ANY (ARRAY['key'::text, 'person'::text]))),
  constraint beneficiaries_second_person CHECK (((approved_by IS NULL) OR (approved_by <> named_by))),
  constraint beneficiaries_status_check CHECK ((status = ANY (ARRAY['PENDING_VERIFICATION'::text, 'ACTIVE'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint beneficiaries_type_check CHECK ((type = ANY (ARRAY['MOBILE_MONEY'::text, 'BANK_ACCOUNT'::text, 'WALLET'::text]))),
  constraint beneficiaries_unknown_name CHECK (((name_check <> 'NOT_KNOWN'::text) OR (status <> 'ACTIVE'::text) OR ((named_by IS NOT NULL) AND (approved_by IS NOT NULL))))
);
CREATE INDEX beneficiaries_account ON public.beneficiaries USING btree (merchant_no, account_mac);
CREATE INDEX beneficiaries_due ON public.beneficiaries USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX beneficiaries_reference ON public.beneficiaries USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
CREATE INDEX beneficiaries_without_account ON public.beneficiaries USING btree (merchant_no, id) WHERE (account_mac IS NULL);
-- cauris_app may insert, select, update

create table change_requests (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  subject text,
  before text,
  after text,
  input bytea,
  status text not null,
  reason text,
  proposed_by uuid not null,
  decided_by uuid,
  version integer not null default 1,
  decided_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint change_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint change_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint change_requests_check CHECK (((status = 'PROPOSED'::text) = (input IS NOT NULL))),
  constraint change_requests_check1 CHECK (((status = 'PROPOSED'::text) = (decided_at IS NULL))),
  constraint change_requests_check2 CHECK (((status = ANY (ARRAY['CONFIRMED'::text, 'REFUSED'::text, 'WITHDRAWN'::text])) = (decided_by IS NOT NULL))),
  constraint change_requests_check3 CHECK (((status <> 'CONFIRMED'::text) OR (decided_by <> proposed_by))),
  constraint change_requests_status_check CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'CONFIRMED'::text, 'REFUSED'::text, 'WITHDRAWN'::text, 'EXPIRED'::text, 'SUPERSEDED'::text])))
);
CREATE INDEX change_requests_open ON public.change_requests USING btree (expires_at) WHERE (status = 'PROPOSED'::text);
-- cauris_app may insert, select, update

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
  session_id uuid not null,
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
  description text,
  provider_reference text,
  provider_handle bytea,
  superseded_at timestamp with time zone,
  constraint charges_pkey PRIMARY KEY (merchant_no, id),
  constraint charges_amount_check CHECK ((amount > 0)),
  constraint charges_payment_method_check CHECK ((payment_method = ANY (ARRAY['WALLET'::text, 'MOBILE_MONEY'::text, 'CARD'::text, 'BANK_TRANSFER'::text, 'QR'::text]))),
  constraint charges_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX charges_apart ON public.charges USING btree (merchant_no, status, id) WHERE (status = ANY (ARRAY['CANCELLED'::text, 'IN_RECONCILIATION'::text]));
CREATE INDEX charges_exceptional ON public.charges USING btree (merchant_no, id) WHERE (late OR duplicate);
CREATE INDEX charges_failure ON public.charges USING btree (merchant_no, failure_code, id) WHERE (failure_code IS NOT NULL);
CREATE INDEX charges_in_review ON public.charges USING btree (merchant_no, id) WHERE (review_reason IS NOT NULL);
CREATE INDEX charges_link ON public.charges USING btree (merchant_no, payment_link_id, id) WHERE (payment_link_id IS NOT NULL);
CREATE INDEX charges_phone ON public.charges USING btree (merchant_no, payer_phone_mac, id) WHERE (payer_phone_mac IS NOT NULL);
CREATE INDEX charges_reference ON public.charges USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
CREATE INDEX charges_refunded ON public.charges USING btree (merchant_no, id) WHERE (amount_refunded > 0);
CREATE INDEX charges_transaction ON public.charges USING btree (merchant_no, provider_transaction_id) WHERE (provider_transaction_id IS NOT NULL);
CREATE UNIQUE INDEX charges_one_current ON public.charges USING btree (merchant_no, payment_intent_id) WHERE ((status = ANY (ARRAY['PENDING'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text])) AND (superseded_at IS NULL));
CREATE UNIQUE INDEX charges_one_paid ON public.charges USING btree (merchant_no, payment_intent_id) WHERE pays;
CREATE UNIQUE INDEX charges_provider_reference ON public.charges USING btree (provider_account_id, provider_reference) WHERE (provider_reference IS NOT NULL);
-- cauris_app may insert, select, update

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
-- cauris_app may insert, select, update

create table daily_summaries (
  merchant_no integer not null,
  day date not null,
  constraint daily_summaries_pkey PRIMARY KEY (merchant_no),
  constraint daily_summaries_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no)
);
-- cauris_app may insert, select, update

create table data_keys (
  id uuid not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null,
  constraint data_keys_purpose_key UNIQUE (purpose),
  constraint data_keys_pkey PRIMARY KEY (id)
);
-- cauris_app may insert, select, update

create table demonstrations (
  tenant_id uuid not null,
  merchant_id uuid,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  payments integer not null,
  parts_begun integer not null default 0,
  finished_at timestamp with time zone,
  constraint demonstrations_merchant_id_key UNIQUE (merchant_id),
  constraint demonstrations_pkey PRIMARY KEY (tenant_id),
  constraint demonstrations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint demonstrations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint demonstrations_check CHECK ((ends_at > begins_at)),
  constraint demonstrations_parts_begun_check CHECK ((parts_begun >= 0)),
  constraint demonstrations_payments_check CHECK ((payments > 0))
);
-- cauris_app may insert, select, update

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

create table export_parts (
  merchant_no integer not null,
  export_id uuid not null,
  part_no integer not null,
  content bytea not null,
  constraint export_parts_pkey PRIMARY KEY (merchant_no, export_id, part_no),
  constraint export_parts_merchant_no_export_id_fkey FOREIGN KEY (merchant_no, export_id) REFERENCES exports(merchant_no, id) ON DELETE CASCADE
);
-- cauris_app may delete, insert, select, update

create table exports (
  merchant_no integer not null,
  id uuid not null,
  tenant_id uuid not null,
  maker_kind text not null,
  maker uuid not null,
  log_in uuid,
  operation text not null,
  list text not null,
  heads text not null,
  locale text not null,
  separator text not null,
  time_zone text not null,
  status text not null,
  failure_code text,
  rows_written integer not null default 0,
  rows_total integer,
  parts integer not null default 0,
  bytes bigint not null default 0,
  cursor text,
  lease_no integer not null default 0,
  leased_until timestamp with time zone not null,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  version integer not null default 1,
  format text not null default 'CSV'::text,
  constraint exports_pkey PRIMARY KEY (merchant_no, id),
  constraint exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint exports_bytes_check CHECK ((bytes >= 0)),
  constraint exports_check CHECK (((status = 'PENDING'::text) = (finished_at IS NULL))),
  constraint exports_check1 CHECK (((status = 'FAILED'::text) = (failure_code IS NOT NULL))),
  constraint exports_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'XLSX'::text]))),
  constraint exports_heads_check CHECK ((heads = ANY (ARRAY['WORDS'::text, 'NAMES'::text]))),
  constraint exports_list_check CHECK ((length(list) <= 2000)),
  constraint exports_locale_check CHECK ((locale = ANY (ARRAY['fr'::text, 'en'::text, 'pt'::text]))),
  constraint exports_maker_kind_check CHECK ((maker_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text]))),
  constraint exports_parts_check CHECK ((parts >= 0)),
  constraint exports_rows_written_check CHECK ((rows_written >= 0)),
  constraint exports_separator_check CHECK ((separator = ANY (ARRAY[','::text, ';'::text]))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'READY'::text, 'FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text])))
);
CREATE INDEX exports_age ON public.exports USING btree (created_at);
CREATE INDEX exports_due ON public.exports USING btree (leased_until) WHERE (status = 'PENDING'::text);
CREATE INDEX exports_expiry ON public.exports USING btree (expires_at) WHERE (status = 'READY'::text);
-- cauris_app may delete, insert, select, update

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
  version integer not null default 1,
  effective_from timestamp with time zone not null,
  constraint fee_schedules_tenant_id_mode_method_currency_version_key UNIQUE (tenant_id, mode, method, currency, version),
  constraint fee_schedules_pkey PRIMARY KEY (id),
  constraint fee_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint fee_schedules_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint fee_schedules_check CHECK (((maximum IS NULL) OR (maximum >= minimum))),
  constraint fee_schedules_fixed_check CHECK ((fixed >= 0)),
  constraint fee_schedules_minimum_check CHECK ((minimum >= 0)),
  constraint fee_schedules_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint fee_schedules_settlement_delay_seconds_check CHECK ((settlement_delay_seconds >= 0))
);
-- cauris_app may insert, select, update

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

create table installation (
  is_this boolean not null default true,
  cell text,
  constraint installation_pkey PRIMARY KEY (is_this),
  constraint installation_cell_check CHECK ((cell ~ '^[a-z0-9]{1,3}$'::text)),
  constraint installation_is_this_check CHECK (is_this)
);
-- cauris_app may insert, select

create table invariant_checks (
  name text not null,
  checked_at timestamp with time zone,
  leased_until timestamp with time zone not null,
  proved_before timestamp with time zone,
  violation_count bigint not null default 0,
  violated_since timestamp with time zone,
  constraint invariant_checks_pkey PRIMARY KEY (name)
);
-- cauris_app may insert, select, update

create table key_claims (
  hash bytea not null,
  key_id uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  constraint key_claims_key_id_key UNIQUE (key_id),
  constraint key_claims_pkey PRIMARY KEY (hash),
  constraint key_claims_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint key_claims_hash_check CHECK ((length(hash) = 32))
);
-- cauris_app may insert, select, update

create table kyb_decisions (
  merchant_no integer not null,
  id uuid not null,
  decision text not null,
  reason text not null,
  status text not null,
  proposed_by uuid not null,
  ended_by uuid,
  proposed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint kyb_decisions_pkey PRIMARY KEY (merchant_no, id),
  constraint kyb_decisions_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operators(id),
  constraint kyb_decisions_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES kyb_dossiers(merchant_no),
  constraint kyb_decisions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operators(id),
  constraint kyb_decisions_check CHECK (((status = 'PROPOSED'::text) = (ended_at IS NULL))),
  constraint kyb_decisions_check1 CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  constraint kyb_decisions_check2 CHECK (((status <> 'CONFIRMED'::text) OR (ended_by <> proposed_by))),
  constraint kyb_decisions_decision_check CHECK ((decision = ANY (ARRAY['APPROVE'::text, 'REJECT'::text, 'DISMISS_CHANGE'::text]))),
  constraint kyb_decisions_status_check CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'CONFIRMED'::text, 'WITHDRAWN'::text])))
);
CREATE UNIQUE INDEX kyb_decisions_open ON public.kyb_decisions USING btree (merchant_no) WHERE (status = 'PROPOSED'::text);
-- cauris_app may insert, select, update

create table kyb_documents (
  merchant_no integer not null,
  id uuid not null,
  type text not null,
  file_name bytea not null,
  media_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  content bytea not null,
  accepted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_on date,
  told_expiry smallint,
  refused_at timestamp with time zone,
  refusal_reason text,
  constraint kyb_documents_pkey PRIMARY KEY (merchant_no, id),
  constraint kyb_documents_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES kyb_dossiers(merchant_no),
  constraint kyb_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint kyb_documents_one_end_check CHECK (((accepted_at IS NULL) OR (refused_at IS NULL))),
  constraint kyb_documents_refusal_check CHECK (((refused_at IS NULL) = (refusal_reason IS NULL))),
  constraint kyb_documents_refusal_reason_check CHECK (((length(refusal_reason) >= 1) AND (length(refusal_reason) <= 500))),
  constraint kyb_documents_sha256_check CHECK ((length(sha256) = 32)),
  constraint kyb_documents_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 5242880))),
  constraint kyb_documents_told_expiry_check CHECK ((told_expiry = ANY (ARRAY[30, 7, 0]))),
  constraint kyb_documents_type_check CHECK ((type = ANY (ARRAY['REGISTRATION_CERTIFICATE'::text, 'ARTICLES_OF_ASSOCIATION'::text, 'TAX_CERTIFICATE'::text, 'NATIONAL_IDENTIFICATION'::text, 'DIRECTOR_ID'::text, 'OWNERSHIP_DECLARATION'::text, 'PROOF_OF_ADDRESS'::text, 'BANK_STATEMENT'::text, 'OTHER'::text])))
);
CREATE INDEX kyb_documents_expiry ON public.kyb_documents USING btree (expires_on) WHERE (expires_on IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table kyb_dossiers (
  merchant_no integer not null,
  id uuid not null,
  tenant_id uuid not null,
  status text not null,
  draft bytea,
  in_force bytea,
  requested_items text not null default '[]'::text,
  decision_reason text,
  reviewed_by uuid,
  submitted_at timestamp with time zone,
  review_started_at timestamp with time zone,
  decided_at timestamp with time zone,
  approved_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint kyb_dossiers_tenant_id_id_key UNIQUE (tenant_id, id),
  constraint kyb_dossiers_pkey PRIMARY KEY (merchant_no),
  constraint kyb_dossiers_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint kyb_dossiers_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES operators(id),
  constraint kyb_dossiers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint kyb_dossiers_check CHECK (((status <> ALL (ARRAY['SUBMITTED'::text, 'IN_REVIEW'::text])) OR (submitted_at IS NOT NULL))),
  constraint kyb_dossiers_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'IN_REVIEW'::text, 'INFO_REQUESTED'::text, 'APPROVED'::text, 'REJECTED'::text])))
);
-- cauris_app may insert, select, update

create table ledger_corrections (
  tenant_id uuid not null,
  id uuid not null,
  merchant_no integer not null,
  mode text not null,
  wallet_id uuid not null,
  direction text not null,
  amount bigint not null,
  currency character(3) not null,
  reason text not null,
  evidence text,
  status text not null,
  proposed_by uuid not null,
  decided_by uuid,
  version integer not null default 1,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint ledger_corrections_pkey PRIMARY KEY (merchant_no, id),
  constraint ledger_corrections_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint ledger_corrections_merchant_no_wallet_id_fkey FOREIGN KEY (merchant_no, wallet_id) REFERENCES wallets(merchant_no, id),
  constraint ledger_corrections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint ledger_corrections_amount_check CHECK ((amount > 0)),
  constraint ledger_corrections_check CHECK (((status = 'PROPOSED'::text) = (decided_at IS NULL))),
  constraint ledger_corrections_check1 CHECK (((status = 'PROPOSED'::text) = (decided_by IS NULL))),
  constraint ledger_corrections_check2 CHECK (((status <> 'POSTED'::text) OR (decided_by <> proposed_by))),
  constraint ledger_corrections_direction_check CHECK ((direction = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text]))),
  constraint ledger_corrections_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint ledger_corrections_status_check CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'POSTED'::text, 'REJECTED'::text])))
);
CREATE INDEX ledger_corrections_tenant ON public.ledger_corrections USING btree (tenant_id, id);
-- cauris_app may insert, select, update

create table ledger_detachments (
  merchant_no integer not null,
  wallet_id uuid not null,
  first_position bigint not null,
  last_position bigint not null,
  last_at timestamp with time zone not null,
  seal_number integer not null,
  seal_hash bytea not null,
  file_name text not null,
  file_sha256 bytea not null,
  removed_through bigint not null,
  detached_at timestamp with time zone not null,
  constraint ledger_detachments_pkey PRIMARY KEY (merchant_no, wallet_id, last_position),
  constraint ledger_detachments_check CHECK ((last_position >= first_position)),
  constraint ledger_detachments_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint ledger_detachments_seal_hash_check CHECK ((length(seal_hash) = 32))
);
-- cauris_app may select

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
-- cauris_app may select

create table ledger_seals (
  merchant_no integer not null,
  wallet_id uuid not null,
  first_position bigint not null,
  last_position bigint not null,
  number integer not null,
  balances text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint ledger_seals_pkey PRIMARY KEY (merchant_no, wallet_id, first_position),
  constraint ledger_seals_check CHECK ((last_position >= first_position)),
  constraint ledger_seals_first_position_check CHECK ((first_position > 0)),
  constraint ledger_seals_hash_check CHECK ((length(hash) = 32)),
  constraint ledger_seals_number_check CHECK ((number > 0))
);
-- cauris_app may insert, select

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
  "position" bigint not null,
  constraint ledger_transfers_pkey PRIMARY KEY (merchant_no, wallet_id, "position"),
  constraint ledger_transfers_amount_check CHECK ((amount > 0)),
  constraint ledger_transfers_check CHECK ((to_account <> from_account)),
  constraint ledger_transfers_from_account_check CHECK (((from_account = ANY (ARRAY['available'::text, 'pending'::text, 'held'::text, 'reserved'::text, 'fees'::text, 'adjustment'::text])) OR (from_account ~~ 'clearing:________-____-____-____-____________'::text))),
  constraint ledger_transfers_position_check CHECK (("position" > 0)),
  constraint ledger_transfers_to_account_check CHECK (((to_account = ANY (ARRAY['available'::text, 'pending'::text, 'held'::text, 'reserved'::text, 'fees'::text, 'adjustment'::text])) OR (to_account ~~ 'clearing:________-____-____-____-____________'::text))),
  constraint ledger_transfers_type_check CHECK ((type = ANY (ARRAY['CHARGE'::text, 'FEE'::text, 'REFUND'::text, 'PAYOUT'::text, 'PAYOUT_REVERSAL'::text, 'HOLD'::text, 'RELEASE'::text, 'ADJUSTMENT'::text, 'SETTLEMENT'::text])))
);
CREATE INDEX ledger_transfers_held ON public.ledger_transfers USING btree (merchant_no, source_id) WHERE ((from_account = 'held'::text) OR (to_account = 'held'::text));
CREATE INDEX ledger_transfers_rare ON public.ledger_transfers USING btree (merchant_no, wallet_id, source_type, type, "position") WHERE (NOT ((source_type = 'charge'::text) AND (type = ANY (ARRAY['CHARGE'::text, 'FEE'::text]))));
CREATE INDEX ledger_transfers_time ON public.ledger_transfers USING brin (id, created_at) WITH (autosummarize='on', pages_per_range='16');
-- cauris_app may insert, select

create view left_merchants as
 SELECT id AS move_id,
    merchant_id,
    numbers,
    other_cell,
    planned_at,
    step,
    thawed_at,
    cleared_at
   FROM merchant_moves m
  WHERE ((direction = 'OUT'::text) AND (step = ANY (ARRAY['SWITCHED'::text, 'THAWED'::text])) AND (NOT (EXISTS ( SELECT
           FROM merchant_moves b
          WHERE ((b.merchant_id = m.merchant_id) AND (b.direction = 'IN'::text) AND (b.step = 'THAWED'::text) AND (b.planned_at > m.planned_at))))));
-- cauris_app may select

create table link_slugs (
  slug text not null,
  merchant_no integer not null,
  link_id uuid not null,
  constraint link_slugs_pkey PRIMARY KEY (slug)
);
-- cauris_app may insert, select, update

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
-- cauris_app may insert, select, update

create table log_in_addresses (
  audience text not null,
  account_id uuid not null,
  address text not null,
  last_at timestamp with time zone not null,
  constraint log_in_addresses_pkey PRIMARY KEY (audience, account_id, address),
  constraint log_in_addresses_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text])))
);
CREATE INDEX log_in_addresses_age ON public.log_in_addresses USING btree (last_at);
-- cauris_app may delete, insert, select, update

create table log_in_attempts (
  subject bytea not null,
  account bytea not null,
  attempts integer not null,
  last_at timestamp with time zone not null,
  constraint log_in_attempts_pkey PRIMARY KEY (subject),
  constraint log_in_attempts_account_check CHECK ((length(account) = 32)),
  constraint log_in_attempts_subject_check CHECK ((length(subject) = 32))
);
CREATE INDEX log_in_attempts_account ON public.log_in_attempts USING btree (account);
-- cauris_app may delete, insert, select, update

create table log_in_links (
  hash bytea not null,
  audience text not null,
  account_id uuid not null,
  purpose text not null,
  issued_by_kind text,
  issued_by uuid,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint log_in_links_pkey PRIMARY KEY (hash),
  constraint log_in_links_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint log_in_links_check CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint log_in_links_check1 CHECK (((issued_by IS NULL) = (issued_by_kind IS NULL))),
  constraint log_in_links_check2 CHECK (((issued_by IS NULL) OR (issued_by <> account_id))),
  constraint log_in_links_hash_check CHECK ((length(hash) = 32)),
  constraint log_in_links_issued_by_kind_check CHECK ((issued_by_kind = ANY (ARRAY['person'::text, 'operator'::text]))),
  constraint log_in_links_purpose_check CHECK ((purpose = ANY (ARRAY['INVITATION'::text, 'RESET'::text, 'UNLOCK'::text])))
);
CREATE UNIQUE INDEX log_in_links_open ON public.log_in_links USING btree (audience, account_id, purpose) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
-- cauris_app may insert, select, update

create table log_in_sessions (
  id uuid not null,
  hash bytea not null,
  audience text not null,
  account_id uuid not null,
  carrier text not null,
  ip text not null,
  device text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  stepped_up_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint log_in_sessions_hash_key UNIQUE (hash),
  constraint log_in_sessions_pkey PRIMARY KEY (id),
  constraint log_in_sessions_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint log_in_sessions_carrier_check CHECK ((carrier = ANY (ARRAY['COOKIE'::text, 'BEARER'::text]))),
  constraint log_in_sessions_device_check CHECK ((length(device) <= 100)),
  constraint log_in_sessions_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX log_in_sessions_account ON public.log_in_sessions USING btree (audience, account_id);
CREATE INDEX log_in_sessions_expiry ON public.log_in_sessions USING btree (expires_at);
-- cauris_app may delete, insert, select, update

create table mails (
  id uuid not null,
  tenant_id uuid not null,
  kind text not null,
  status text not null,
  content bytea,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  useful_until timestamp with time zone,
  problem text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint mails_attempts_check CHECK ((attempts >= 0)),
  constraint mails_check CHECK (((status = 'SENT'::text) OR (content IS NOT NULL))),
  constraint mails_check1 CHECK (((status = 'WAITING'::text) = (ended_at IS NULL))),
  constraint mails_problem_check CHECK ((length(problem) <= 300)),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'FAILED'::text])))
);
CREATE INDEX mails_age ON public.mails USING btree (created_at);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (status = 'WAITING'::text);
CREATE INDEX mails_failed ON public.mails USING btree (ended_at) WHERE (status = 'FAILED'::text);
CREATE INDEX mails_tenant ON public.mails USING btree (tenant_id, id);
-- cauris_app may delete, insert, select, update

create table member_invitations (
  id uuid not null,
  hash bytea not null,
  merchant_id uuid not null,
  tenant_id uuid not null,
  email text not null,
  live_role text,
  live_permissions text[],
  sandbox_role text,
  sandbox_permissions text[],
  refund_limits jsonb not null default '{}'::jsonb,
  invited_by_kind text not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  constraint member_invitations_hash_key UNIQUE (hash),
  constraint member_invitations_pkey PRIMARY KEY (id),
  constraint member_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES persons(id),
  constraint member_invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint member_invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint member_invitations_check CHECK (((live_role IS NOT NULL) OR (sandbox_role IS NOT NULL))),
  constraint member_invitations_check1 CHECK (((COALESCE(live_role, ''::text) = 'OWNER'::text) = (COALESCE(sandbox_role, ''::text) = 'OWNER'::text))),
  constraint member_invitations_check2 CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  constraint member_invitations_check3 CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint member_invitations_email_check CHECK ((email = lower(email))),
  constraint member_invitations_hash_check CHECK ((length(hash) = 32)),
  constraint member_invitations_invited_by_kind_check CHECK ((invited_by_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text]))),
  constraint member_invitations_live_role_check CHECK ((live_role = ANY (ARRAY['OWNER'::text, 'ADMINISTRATOR'::text, 'ACCOUNTANT'::text, 'APPROVER'::text, 'DEVELOPER'::text, 'SUPPORT'::text, 'VIEWER'::text]))),
  constraint member_invitations_refund_limits_check CHECK ((jsonb_typeof(refund_limits) = 'object'::text)),
  constraint member_invitations_sandbox_role_check CHECK ((sandbox_role = ANY (ARRAY['OWNER'::text, 'ADMINISTRATOR'::text, 'ACCOUNTANT'::text, 'APPROVER'::text, 'DEVELOPER'::text, 'SUPPORT'::text, 'VIEWER'::text])))
);
CREATE UNIQUE INDEX member_invitations_open ON public.member_invitations USING btree (merchant_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
-- cauris_app may insert, select, update

create table members (
  merchant_id uuid not null,
  person_id uuid not null,
  tenant_id uuid not null,
  live_role text,
  live_permissions text[],
  sandbox_role text,
  sandbox_permissions text[],
  refund_limits jsonb not null default '{}'::jsonb,
  invited_by_kind text,
  invited_by uuid,
  version integer not null default 1,
  joined_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint members_pkey PRIMARY KEY (merchant_id, person_id),
  constraint members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint members_tenant_id_person_id_fkey FOREIGN KEY (tenant_id, person_id) REFERENCES persons(tenant_id, id),
  constraint members_check CHECK (((live_role IS NOT NULL) OR (sandbox_role IS NOT NULL))),
  constraint members_check1 CHECK (((COALESCE(live_role, ''::text) = 'OWNER'::text) = (COALESCE(sandbox_role, ''::text) = 'OWNER'::text))),
  constraint members_check2 CHECK (((COALESCE(live_role, ''::text) <> 'OWNER'::text) OR ((live_permissions IS NULL) AND (sandbox_permissions IS NULL)))),
  constraint members_check3 CHECK (((live_role IS NOT NULL) OR (live_permissions IS NULL))),
  constraint members_check4 CHECK (((sandbox_role IS NOT NULL) OR (sandbox_permissions IS NULL))),
  constraint members_check5 CHECK (((invited_by IS NULL) = (invited_by_kind IS NULL))),
  constraint members_invited_by_kind_check CHECK ((invited_by_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text]))),
  constraint members_live_role_check CHECK ((live_role = ANY (ARRAY['OWNER'::text, 'ADMINISTRATOR'::text, 'ACCOUNTANT'::text, 'APPROVER'::text, 'DEVELOPER'::text, 'SUPPORT'::text, 'VIEWER'::text]))),
  constraint members_refund_limits_check CHECK ((jsonb_typeof(refund_limits) = 'object'::text)),
  constraint members_sandbox_role_check CHECK ((sandbox_role = ANY (ARRAY['OWNER'::text, 'ADMINISTRATOR'::text, 'ACCOUNTANT'::text, 'APPROVER'::text, 'DEVELOPER'::text, 'SUPPORT'::text, 'VIEWER'::text])))
);
CREATE INDEX members_person ON public.members USING btree (person_id);
-- cauris_app may insert, select, update

create table merchant_fences (
  merchant_id uuid not null,
  ends_at timestamp with time zone not null,
  constraint merchant_fences_pkey PRIMARY KEY (merchant_id)
);
-- cauris_app may select

create table merchant_logos (
  merchant_no integer not null,
  source_url text not null,
  digest text,
  picture bytea,
  width integer,
  height integer,
  problem text,
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone not null,
  tries smallint not null default 0,
  constraint merchant_logos_pkey PRIMARY KEY (merchant_no),
  constraint merchant_logos_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint merchant_logos_check CHECK (((picture IS NULL) = (digest IS NULL))),
  constraint merchant_logos_check1 CHECK (((picture IS NULL) = (width IS NULL))),
  constraint merchant_logos_check2 CHECK (((picture IS NULL) = (height IS NULL))),
  constraint merchant_logos_digest_check CHECK ((digest ~ '^[0-9a-f]{16}$'::text)),
  constraint merchant_logos_picture_check CHECK ((length(picture) <= 65536)),
  constraint merchant_logos_tries_check CHECK ((tries >= 0))
);
CREATE INDEX merchant_logos_due ON public.merchant_logos USING btree (next_check_at);
-- cauris_app may insert, select, update

create table merchant_moves (
  id uuid not null,
  merchant_id uuid not null,
  direction text not null,
  other_cell text,
  numbers integer[] not null,
  other_numbers integer[] not null,
  step text not null,
  attempt integer not null,
  digest text,
  moved_by text not null,
  planned_at timestamp with time zone not null default clock_timestamp(),
  verified_at timestamp with time zone,
  switched_at timestamp with time zone,
  thawed_at timestamp with time zone,
  given_up_at timestamp with time zone,
  id_key bytea,
  former_ids bytea,
  cleared_at timestamp with time zone,
  constraint merchant_moves_pkey PRIMARY KEY (id),
  constraint merchant_moves_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint merchant_moves_direction_check CHECK ((direction = ANY (ARRAY['OUT'::text, 'IN'::text]))),
  constraint merchant_moves_numbers_check CHECK ((cardinality(numbers) = cardinality(other_numbers))),
  constraint merchant_moves_step_check CHECK (
CASE step
    WHEN 'PLANNED'::text THEN true
    WHEN 'VERIFIED'::text THEN ((direction = 'IN'::text) AND (digest IS NOT NULL) AND (verified_at IS NOT NULL))
    WHEN 'SWITCHED'::text THEN ((direction = 'OUT'::text) AND (digest IS NOT NULL) AND (switched_at IS NOT NULL))
    WHEN 'THAWED'::text THEN ((digest IS NOT NULL) AND (thawed_at IS NOT NULL))
    WHEN 'GIVEN_UP'::text THEN (given_up_at IS NOT NULL)
    ELSE false
END)
);
CREATE UNIQUE INDEX merchant_moves_under_way ON public.merchant_moves USING btree (merchant_id) WHERE (step = ANY (ARRAY['PLANNED'::text, 'VERIFIED'::text, 'SWITCHED'::text]));
-- cauris_app may select

create table merchant_news (
  merchant_no integer not null,
  kind text not null,
  id bigint not null generated always as identity,
  subject uuid,
  detail text,
  actor_kind text not null,
  actor_id uuid,
  happened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint merchant_news_pkey PRIMARY KEY (merchant_no, kind, id),
  constraint merchant_news_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint merchant_news_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text, 'system'::text, 'provider'::text]))),
  constraint merchant_news_check CHECK (((actor_id IS NULL) = (actor_kind = ANY (ARRAY['system'::text, 'provider'::text])))),
  constraint merchant_news_detail_check CHECK ((length(detail) <= 40))
);
CREATE INDEX merchant_news_due ON public.merchant_news USING btree (due_at);
-- cauris_app may delete, insert, select, update

create sequence merchant_news_id_seq;
-- cauris_app may select, usage

create table merchant_news_told (
  merchant_no integer not null,
  kind text not null,
  told_at timestamp with time zone not null,
  constraint merchant_news_told_pkey PRIMARY KEY (merchant_no, kind),
  constraint merchant_news_told_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no)
);
-- cauris_app may insert, select, update

create table merchant_numbers (
  merchant_no integer not null generated always as identity,
  merchant_id uuid not null,
  mode text not null,
  display_name text,
  legal_name text,
  logo_url text,
  primary_color text,
  locale text not null default 'fr'::text,
  contact text not null default '{}'::text,
  event_sequence integer not null default 0,
  version integer not null default 1,
  updated_at timestamp with time zone,
  requests_per_second_max integer,
  archived_from uuid,
  constraint merchant_numbers_merchant_id_mode_key UNIQUE (merchant_id, mode),
  constraint merchant_numbers_pkey PRIMARY KEY (merchant_no),
  constraint merchant_numbers_archived_from_fkey FOREIGN KEY (archived_from) REFERENCES merchants(id),
  constraint merchant_numbers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint merchant_numbers_locale_check CHECK ((locale = ANY (ARRAY['fr'::text, 'en'::text, 'pt'::text]))),
  constraint merchant_numbers_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint merchant_numbers_requests_per_second_max_check CHECK (((requests_per_second_max >= 1) AND (requests_per_second_max <= 10000)))
);
-- cauris_app may insert, select, update

create sequence merchant_numbers_merchant_no_seq;
-- cauris_app may select, usage

create view merchant_sessions as
 SELECT merchant_no,
    id,
    status,
    amount,
    currency,
    title,
    allowed_methods,
    detail,
    customer,
    reference,
    payment_link_id,
    max_attempts,
    attempt_count,
    late_payment_policy,
    payment_intent_id,
    charge_id,
    failure_code,
    retryable,
    paid_late,
    event_sequence,
    version,
    expires_at,
    completed_at,
    created_at,
    updated_at
   FROM checkout_sessions
  WHERE (id < '80000000-0000-0000-0000-000000000000'::uuid);
-- cauris_app may select

create table merchants (
  id uuid not null,
  tenant_id uuid not null,
  status text not null,
  legal_name text not null,
  display_name text not null,
  country_code character(2) not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  archive_of uuid,
  message_to_merchant text,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_archive_of_fkey FOREIGN KEY (archive_of) REFERENCES merchants(id),
  constraint merchants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint merchants_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text])))
);
CREATE INDEX merchants_tenant ON public.merchants USING btree (tenant_id, id);
-- cauris_app may insert, select, update

create table money_decisions (
  tenant_id uuid not null,
  id uuid not null,
  merchant_no integer not null,
  mode text not null,
  subject_type text not null,
  subject_id uuid not null,
  kind text not null,
  status text not null,
  held_because text not null,
  amount bigint not null,
  currency character(3) not null,
  reason text not null,
  evidence text,
  transaction_id text,
  refund_route text,
  refund_id uuid,
  four_eyes boolean not null,
  proposed_by uuid not null,
  decided_by uuid,
  version integer not null default 1,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint money_decisions_pkey PRIMARY KEY (merchant_no, id),
  constraint money_decisions_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint money_decisions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint money_decisions_amount_check CHECK ((amount > 0)),
  constraint money_decisions_check CHECK (((status = 'PROPOSED'::text) = (decided_at IS NULL))),
  constraint money_decisions_check1 CHECK (((status = 'PROPOSED'::text) = (decided_by IS NULL))),
  constraint money_decisions_check2 CHECK (((NOT four_eyes) OR (status <> 'DONE'::text) OR (decided_by <> proposed_by))),
  constraint money_decisions_kind_check CHECK ((kind = ANY (ARRAY['RELEASE'::text, 'REFUND'::text, 'SETTLE_SUCCEEDED'::text, 'SETTLE_FAILED'::text, 'REVERSE'::text]))),
  constraint money_decisions_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint money_decisions_refund_route_check CHECK ((refund_route = ANY (ARRAY['ORIGINAL_RAIL'::text, 'PAYOUT_TO_PAYER'::text]))),
  constraint money_decisions_status_check CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'DONE'::text, 'REJECTED'::text]))),
  constraint money_decisions_subject_type_check CHECK ((subject_type = ANY (ARRAY['CHARGE'::text, 'REFUND'::text, 'PAYOUT'::text])))
);
CREATE INDEX money_decisions_subject ON public.money_decisions USING btree (merchant_no, subject_id);
CREATE INDEX money_decisions_tenant ON public.money_decisions USING btree (tenant_id, id);
CREATE UNIQUE INDEX money_decisions_one_open ON public.money_decisions USING btree (merchant_no, subject_id) WHERE (status = 'PROPOSED'::text);
-- cauris_app may insert, select, update

create table note_mentions (
  merchant_no integer not null,
  person_id uuid not null,
  note_id uuid not null,
  subject_id uuid not null,
  subject text not null,
  done_at timestamp with time zone,
  constraint note_mentions_pkey PRIMARY KEY (merchant_no, person_id, note_id),
  constraint note_mentions_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint note_mentions_merchant_no_subject_id_note_id_fkey FOREIGN KEY (merchant_no, subject_id, note_id) REFERENCES notes(merchant_no, subject_id, id),
  constraint note_mentions_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX note_mentions_of_note ON public.note_mentions USING btree (merchant_no, note_id);
-- cauris_app may insert, select, update

create table notes (
  merchant_no integer not null,
  subject_id uuid not null,
  id uuid not null,
  author_kind text not null,
  author_id uuid not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint notes_pkey PRIMARY KEY (merchant_no, subject_id, id),
  constraint notes_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint notes_author_kind_check CHECK ((author_kind = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text])))
);
CREATE INDEX notes_newest ON public.notes USING btree (merchant_no, id);
-- cauris_app may insert, select

create table notification_settings (
  merchant_id uuid not null,
  person_id uuid not null,
  mode text not null,
  kind text not null,
  is_on boolean not null,
  updated_at timestamp with time zone not null,
  constraint notification_settings_pkey PRIMARY KEY (merchant_id, person_id, mode, kind),
  constraint notification_settings_merchant_id_person_id_fkey FOREIGN KEY (merchant_id, person_id) REFERENCES members(merchant_id, person_id),
  constraint notification_settings_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
CREATE INDEX notification_settings_daily ON public.notification_settings USING btree (merchant_id, mode) WHERE ((kind = 'DAILY_SUMMARY'::text) AND is_on);
-- cauris_app may insert, select, update

create table operator_digests (
  operator_id uuid not null,
  is_on boolean not null,
  chosen_at timestamp with time zone not null,
  told_on date,
  constraint operator_digests_pkey PRIMARY KEY (operator_id),
  constraint operator_digests_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE INDEX operator_digests_on ON public.operator_digests USING btree (operator_id) WHERE is_on;
-- cauris_app may insert, select, update

create table operators (
  id uuid not null,
  tenant_id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  password_is_temporary boolean not null default false,
  permissions text[] not null,
  status text not null,
  last_login_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  created_by uuid,
  unlocked_until timestamp with time zone,
  locale text not null default 'fr'::text,
  time_zone text not null default 'Africa/Abidjan'::text,
  constraint operators_email_key UNIQUE (email),
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  constraint operators_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint operators_email_check CHECK ((email = lower(email))),
  constraint operators_locale_check CHECK ((locale = ANY (ARRAY['fr'::text, 'en'::text, 'pt'::text]))),
  constraint operators_password_check CHECK (((status <> 'INVITED'::text) OR (password_hash IS NULL))),
  constraint operators_status_check CHECK ((status = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'DISABLED'::text])))
);
CREATE INDEX operators_tenant ON public.operators USING btree (tenant_id, id);
-- cauris_app may insert, select, update

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
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint outages_check CHECK ((ends_at >= starts_at)),
  constraint outages_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint outages_status_check CHECK ((status = ANY (ARRAY['DEGRADED'::text, 'CLOSED'::text])))
);
CREATE INDEX outages_by_tenant ON public.outages USING btree (tenant_id, id);
-- cauris_app may insert, select, update

create table passkey_challenges (
  challenge bytea not null,
  audience text not null,
  purpose text not null,
  account_id uuid,
  expires_at timestamp with time zone not null,
  link bytea,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint passkey_challenges_challenge_check CHECK ((length(challenge) = 32)),
  constraint passkey_challenges_check CHECK (((account_id IS NULL) = (purpose = 'LOG_IN'::text))),
  constraint passkey_challenges_join_check CHECK (((link IS NOT NULL) = (purpose = 'JOIN'::text))),
  constraint passkey_challenges_link_check CHECK ((length(link) = 32)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'LOG_IN'::text, 'STEP_UP'::text, 'JOIN'::text])))
);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);
-- cauris_app may delete, insert, select, update

create table passkeys (
  id uuid not null,
  audience text not null,
  account_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_sign_count_check CHECK ((sign_count >= 0))
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (audience, account_id);
-- cauris_app may delete, insert, select, update

create table payer_email_progress (
  merchant_no integer not null,
  sessions_through uuid not null,
  guards_through uuid not null,
  constraint payer_email_progress_pkey PRIMARY KEY (merchant_no),
  constraint payer_email_progress_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no)
);
-- cauris_app may delete, insert, select, update

create table payer_emails (
  merchant_no integer not null,
  email_mac bytea not null,
  payment_intent_id uuid not null,
  session_id uuid not null,
  constraint payer_emails_pkey PRIMARY KEY (merchant_no, email_mac, payment_intent_id)
);
-- cauris_app may delete, insert, select, update

create table payment_intents (
  merchant_no integer not null,
  id uuid not null,
  session_id uuid not null,
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
  version integer not null default 1,
  succeeded_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  description text,
  expires_at timestamp with time zone,
  constraint payment_intents_pkey PRIMARY KEY (merchant_no, id),
  constraint payment_intents_amount_check CHECK ((amount > 0)),
  constraint payment_intents_status_check CHECK ((status = ANY (ARRAY['REQUIRES_PAYMENT_METHOD'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX payment_intents_reference ON public.payment_intents USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
-- cauris_app may insert, select, update

create table payment_links (
  merchant_no integer not null,
  id uuid not null,
  slug text not null,
  status text not null,
  amount bigint,
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
  abused_at timestamp with time zone,
  amount_min bigint,
  amount_max bigint,
  amount_suggestions bigint[],
  quantity_min integer,
  quantity_max integer,
  constraint payment_links_pkey PRIMARY KEY (merchant_no, id),
  constraint payment_links_amount_check CHECK ((amount > 0)),
  constraint payment_links_amount_min_check CHECK ((amount_min > 0)),
  constraint payment_links_check CHECK ((amount_max >= amount_min)),
  constraint payment_links_check1 CHECK ((quantity_max >= quantity_min)),
  constraint payment_links_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 1000000))),
  constraint payment_links_price CHECK (
CASE
    WHEN (amount IS NULL) THEN ((quantity_min IS NULL) AND (quantity_max IS NULL))
    ELSE ((amount_min IS NULL) AND (amount_max IS NULL) AND (amount_suggestions IS NULL))
END),
  constraint payment_links_quantity CHECK (((quantity_min IS NULL) = (quantity_max IS NULL))),
  constraint payment_links_quantity_min_check CHECK ((quantity_min >= 1)),
  constraint payment_links_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'EXHAUSTED'::text, 'EXPIRED'::text, 'CANCELLED'::text]))),
  constraint payment_links_uses_reserved_check CHECK ((uses_reserved >= 0))
) with (fillfactor=60);
CREATE INDEX payment_links_expiry ON public.payment_links USING btree (expires_at) WHERE (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text]));
CREATE INDEX payment_links_reference ON public.payment_links USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
-- cauris_app may insert, select, update

create partitioned table payment_steps (
  merchant_no integer not null,
  payment_intent_id uuid not null,
  id uuid not null,
  steps text not null,
  constraint payment_steps_pkey PRIMARY KEY (merchant_no, payment_intent_id, id)
);
-- cauris_app may delete, insert, select, update

create table payout_approval_proposals (
  merchant_no integer not null,
  wallet_id uuid not null,
  above bigint,
  proposed_by_kind text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint payout_approval_proposals_pkey PRIMARY KEY (merchant_no, wallet_id),
  constraint payout_approval_proposals_merchant_no_wallet_id_fkey FOREIGN KEY (merchant_no, wallet_id) REFERENCES wallets(merchant_no, id),
  constraint payout_approval_proposals_above_check CHECK ((above >= 0)),
  constraint payout_approval_proposals_proposed_by_kind_check CHECK ((proposed_by_kind = ANY (ARRAY['key'::text, 'person'::text])))
);
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
-- cauris_app may insert, select, update

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
  created_by_kind text not null default 'key'::text,
  constraint payout_batches_pkey PRIMARY KEY (merchant_no, id),
  constraint payout_batches_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint payout_batches_check CHECK (((accepted_count + refused_count) <= row_count)),
  constraint payout_batches_check1 CHECK (((status = 'COMPLETED'::text) = ((accepted_count + refused_count) = row_count))),
  constraint payout_batches_created_by_kind_check CHECK ((created_by_kind = ANY (ARRAY['key'::text, 'person'::text]))),
  constraint payout_batches_row_count_check CHECK (((row_count >= 1) AND (row_count <= 1000))),
  constraint payout_batches_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text])))
);
CREATE INDEX payout_batches_due ON public.payout_batches USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payout_batches_reference ON public.payout_batches USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
-- cauris_app may insert, select, update

create table payout_files (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  message_id text not null,
  currency character(3) not null,
  status text not null,
  delivery text,
  content bytea,
  digest bytea,
  prepared_by uuid,
  released_by uuid,
  released_at timestamp with time zone,
  delivered_at timestamp with time zone,
  refused_by uuid,
  refused_at timestamp with time zone,
  note text,
  bank_status text,
  bank_reason text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payout_files_pkey PRIMARY KEY (tenant_id, id),
  constraint payout_files_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint payout_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint payout_files_check CHECK (((content IS NULL) = (status = ANY (ARRAY['PREPARED'::text, 'REFUSED'::text])))),
  constraint payout_files_check1 CHECK ((((content IS NULL) = (digest IS NULL)) AND ((content IS NULL) = (delivery IS NULL)))),
  constraint payout_files_check2 CHECK (((released_at IS NULL) = (content IS NULL))),
  constraint payout_files_check3 CHECK (((refused_at IS NOT NULL) = (status = 'REFUSED'::text))),
  constraint payout_files_check4 CHECK (((delivered_at IS NOT NULL) = (status = ANY (ARRAY['WRITTEN'::text, 'DOWNLOADED'::text])))),
  constraint payout_files_delivery_check CHECK ((delivery = ANY (ARRAY['FOLDER'::text, 'DOWNLOAD'::text]))),
  constraint payout_files_digest_check CHECK ((length(digest) = 32)),
  constraint payout_files_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 35))),
  constraint payout_files_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint payout_files_status_check CHECK ((status = ANY (ARRAY['PREPARED'::text, 'RELEASED'::text, 'WRITING'::text, 'WRITTEN'::text, 'DOWNLOADED'::text, 'REFUSED'::text])))
);
CREATE INDEX payout_files_to_write ON public.payout_files USING btree (id) WHERE (status = ANY (ARRAY['RELEASED'::text, 'WRITING'::text]));
CREATE UNIQUE INDEX payout_files_message ON public.payout_files USING btree (provider_account_id, message_id);
-- cauris_app may insert, select, update

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
  scenario text,
  created_by_kind text not null default 'key'::text,
  approved_by_kind text not null default 'key'::text,
  provider_reference text,
  provider_handle bytea,
  constraint payouts_pkey PRIMARY KEY (merchant_no, id),
  constraint payouts_merchant_no_beneficiary_id_fkey FOREIGN KEY (merchant_no, beneficiary_id) REFERENCES beneficiaries(merchant_no, id),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_approved_by_kind_check CHECK ((approved_by_kind = ANY (ARRAY['key'::text, 'person'::text]))),
  constraint payouts_check CHECK ((approved_by <> created_by)),
  constraint payouts_check1 CHECK (((NOT approval_required) OR (approved_by IS NOT NULL) OR (status = ANY (ARRAY['PENDING_APPROVAL'::text, 'CANCELLED'::text])))),
  constraint payouts_check2 CHECK (((status <> ALL (ARRAY['PROCESSING'::text, 'IN_RECONCILIATION'::text, 'PAID'::text, 'REVERSED'::text])) OR (provider_account_id IS NOT NULL))),
  constraint payouts_created_by_kind_check CHECK ((created_by_kind = ANY (ARRAY['key'::text, 'person'::text]))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['PENDING_APPROVAL'::text, 'PENDING'::text, 'QUEUED'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'PAID'::text, 'FAILED'::text, 'REVERSED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX payouts_beneficiary ON public.payouts USING btree (merchant_no, beneficiary_id, created_at);
CREATE INDEX payouts_due ON public.payouts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payouts_reference ON public.payouts USING btree (merchant_no, reference, id) WHERE (reference IS NOT NULL);
CREATE INDEX payouts_reversed ON public.payouts USING btree (reversed_at) WHERE (status = 'REVERSED'::text);
CREATE INDEX payouts_sent ON public.payouts USING btree (provider_account_id, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX payouts_transaction ON public.payouts USING btree (merchant_no, provider_transaction_id) WHERE (provider_transaction_id IS NOT NULL);
CREATE INDEX payouts_under_way ON public.payouts USING btree (merchant_no, id) WHERE (status = ANY (ARRAY['PROCESSING'::text, 'IN_RECONCILIATION'::text]));
CREATE UNIQUE INDEX payouts_provider_reference ON public.payouts USING btree (provider_account_id, provider_reference) WHERE (provider_reference IS NOT NULL);
-- cauris_app may insert, select, update

create table persons (
  id uuid not null,
  tenant_id uuid not null,
  email text not null,
  name text not null,
  locale text not null default 'fr'::text,
  time_zone text not null default 'Africa/Abidjan'::text,
  password_hash text,
  status text not null,
  unlocked_until timestamp with time zone,
  last_login_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint persons_email_key UNIQUE (email),
  constraint persons_tenant_id_id_key UNIQUE (tenant_id, id),
  constraint persons_pkey PRIMARY KEY (id),
  constraint persons_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint persons_email_check CHECK ((email = lower(email))),
  constraint persons_locale_check CHECK ((locale = ANY (ARRAY['fr'::text, 'en'::text, 'pt'::text]))),
  constraint persons_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);
-- cauris_app may insert, select, update

create table provider_account_reservations (
  merchant_no integer not null,
  charge_id uuid not null,
  provider_account_id uuid not null,
  currency character(3) not null,
  day date not null,
  amount bigint not null,
  reserved_at timestamp with time zone not null,
  constraint provider_account_reservations_pkey PRIMARY KEY (merchant_no, charge_id, provider_account_id),
  constraint provider_account_reservations_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint provider_account_reservations_amount_check CHECK ((amount > 0))
);
CREATE INDEX provider_account_reservations_day ON public.provider_account_reservations USING btree (provider_account_id, currency, day);
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
  version integer not null default 1,
  test_passed_at timestamp with time zone,
  limits jsonb not null default '[]'::jsonb,
  automatic_suspension boolean not null default true,
  suspended_at timestamp with time zone,
  next_trial_at timestamp with time zone,
  returned_at timestamp with time zone,
  balance_tolerances jsonb not null default '[]'::jsonb,
  constraint provider_accounts_tenant_id_mode_provider_name_key UNIQUE (tenant_id, mode, provider, name),
  constraint provider_accounts_pkey PRIMARY KEY (id),
  constraint provider_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint provider_accounts_tenant_id_sub_tenant_id_fkey FOREIGN KEY (tenant_id, sub_tenant_id) REFERENCES sub_tenants(tenant_id, id),
  constraint provider_accounts_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint provider_accounts_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))),
  constraint provider_accounts_suspension CHECK (((suspended_at IS NULL) = (next_trial_at IS NULL)))
);
-- cauris_app may insert, select, update

create table provider_alarms (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  code text not null,
  action text,
  failure_code text,
  reference text,
  occurrences bigint not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  opened_at timestamp with time zone,
  constraint provider_alarms_account_id_kind_code_key UNIQUE (account_id, kind, code),
  constraint provider_alarms_pkey PRIMARY KEY (tenant_id, id),
  constraint provider_alarms_account_id_fkey FOREIGN KEY (account_id) REFERENCES provider_accounts(id),
  constraint provider_alarms_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES operators(id),
  constraint provider_alarms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint provider_alarms_check CHECK (((acknowledged_at IS NULL) = (acknowledged_by IS NULL))),
  constraint provider_alarms_kind_check CHECK ((kind = ANY (ARRAY['CONFIGURATION'::text, 'UNKNOWN_CODE'::text, 'SUSPENDED'::text])))
);
-- cauris_app may insert, select, update

create table provider_balances (
  tenant_id uuid not null,
  provider_account_id uuid not null,
  currency character(3) not null,
  day date not null,
  id uuid not null,
  told bigint not null,
  expected bigint not null,
  created_at timestamp with time zone not null,
  incoming bigint not null default 0,
  outgoing bigint not null default 0,
  constraint provider_balances_pkey PRIMARY KEY (provider_account_id, currency, day),
  constraint provider_balances_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint provider_balances_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint provider_balances_incoming_check CHECK ((incoming >= 0)),
  constraint provider_balances_outgoing_check CHECK ((outgoing >= 0))
);
-- cauris_app may insert, select

create table provider_call_counts (
  account_id uuid not null,
  slot timestamp with time zone not null,
  calls integer not null,
  faults integer not null,
  timeouts integer not null,
  duration_ms bigint not null,
  slowest_ms integer not null,
  constraint provider_call_counts_pkey PRIMARY KEY (account_id, slot),
  constraint provider_call_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES provider_accounts(id),
  constraint provider_call_counts_check CHECK (((timeouts <= faults) AND (faults <= calls)))
);
-- cauris_app may delete, insert, select, update

create table provider_calls (
  account_id uuid not null,
  id uuid not null,
  action text not null,
  reference text,
  outcome text not null,
  failure_code text,
  code text,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  exchanges json not null,
  constraint provider_calls_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX provider_calls_reference ON public.provider_calls USING btree (reference) WHERE (reference IS NOT NULL);
-- cauris_app may delete, insert, select, update

create table provider_statement_lines (
  tenant_id uuid not null,
  statement_id uuid not null,
  line_no integer not null,
  provider_account_id uuid not null,
  type text not null,
  reference text not null,
  transaction_id text,
  status text not null,
  amount bigint not null,
  currency character(3) not null,
  occurred_at timestamp with time zone not null,
  fee bigint,
  constraint provider_statement_lines_pkey PRIMARY KEY (tenant_id, statement_id, line_no),
  constraint provider_statement_lines_tenant_id_statement_id_fkey FOREIGN KEY (tenant_id, statement_id) REFERENCES provider_statements(tenant_id, id),
  constraint provider_statement_lines_type_check CHECK ((type = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text, 'FEE'::text, 'SETTLEMENT'::text, 'ADJUSTMENT'::text])))
);
CREATE INDEX provider_statement_lines_reference ON public.provider_statement_lines USING btree (provider_account_id, reference);
-- cauris_app may insert, select, update

create table provider_statements (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  source text not null,
  digest bytea not null,
  line_count integer not null,
  matched_count integer not null,
  ignored_count integer not null,
  difference_count integer not null,
  open_count integer not null,
  summary text not null,
  uploaded_by uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint provider_statements_pkey PRIMARY KEY (tenant_id, id),
  constraint provider_statements_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint provider_statements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint provider_statements_check CHECK ((period_to > period_from)),
  constraint provider_statements_check1 CHECK (((open_count >= 0) AND (open_count <= difference_count))),
  constraint provider_statements_digest_check CHECK ((length(digest) = 32)),
  constraint provider_statements_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint provider_statements_source_check CHECK ((source = ANY (ARRAY['CSV'::text, 'LINES'::text, 'PROVIDER'::text, 'QUERIES'::text])))
);
CREATE UNIQUE INDEX provider_statements_once ON public.provider_statements USING btree (provider_account_id, period_from, period_to, digest);
-- cauris_app may insert, select, update

create table queue_ages (
  tenant_id uuid,
  mode text,
  queue text not null,
  read_at timestamp with time zone not null,
  oldest_seconds integer not null,
  constraint queue_ages_read_at_queue_tenant_id_mode_key UNIQUE NULLS NOT DISTINCT (read_at, queue, tenant_id, mode),
  constraint queue_ages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint queue_ages_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint queue_ages_oldest_seconds_check CHECK ((oldest_seconds >= 0))
);
-- cauris_app may delete, insert, select, update

create table rail_arrivals (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  currency character(3) not null,
  amount bigint not null,
  reference text not null,
  settlement_key text,
  bank_entry_id uuid,
  matched_by text not null,
  booked_by uuid,
  created_at timestamp with time zone not null,
  constraint rail_arrivals_pkey PRIMARY KEY (tenant_id, id),
  constraint rail_arrivals_provider_account_id_currency_fkey FOREIGN KEY (provider_account_id, currency) REFERENCES rail_books(provider_account_id, currency),
  constraint rail_arrivals_tenant_id_bank_entry_id_fkey FOREIGN KEY (tenant_id, bank_entry_id) REFERENCES bank_entries(tenant_id, id),
  constraint rail_arrivals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint rail_arrivals_amount_check CHECK ((amount > 0)),
  constraint rail_arrivals_check CHECK (((matched_by = 'OPERATOR'::text) OR ((settlement_key IS NOT NULL) AND (bank_entry_id IS NOT NULL)))),
  constraint rail_arrivals_matched_by_check CHECK ((matched_by = ANY (ARRAY['REFERENCE'::text, 'OPERATOR'::text]))),
  constraint rail_arrivals_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
CREATE UNIQUE INDEX rail_arrivals_entry ON public.rail_arrivals USING btree (tenant_id, bank_entry_id) WHERE (bank_entry_id IS NOT NULL);
CREATE UNIQUE INDEX rail_arrivals_reference ON public.rail_arrivals USING btree (provider_account_id, currency, reference);
-- cauris_app may insert, select

create table rail_books (
  provider_account_id uuid not null,
  currency character(3) not null,
  tenant_id uuid not null,
  mode text not null,
  clearing bigint not null default 0,
  provider_balance bigint not null default 0,
  provider_fees bigint not null default 0,
  in_transit bigint not null default 0,
  bank bigint not null default 0,
  adjustment bigint not null default 0,
  transfer_count bigint not null default 0,
  seal_count integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint rail_books_pkey PRIMARY KEY (provider_account_id, currency),
  constraint rail_books_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint rail_books_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint rail_books_check CHECK (((((((clearing + provider_balance) + provider_fees) + in_transit) + bank) + adjustment) = 0)),
  constraint rail_books_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint rail_books_seal_count_check CHECK ((seal_count >= 0)),
  constraint rail_books_transfer_count_check CHECK ((transfer_count >= 0))
);
CREATE INDEX rail_books_tenant ON public.rail_books USING btree (tenant_id, mode);
-- cauris_app may insert, select, update

create table rail_corrections (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  currency character(3) not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null,
  reason text not null,
  settlement_key text,
  difference_id uuid,
  created_at timestamp with time zone not null,
  bank_entry_id uuid,
  constraint rail_corrections_pkey PRIMARY KEY (tenant_id, id),
  constraint rail_corrections_provider_account_id_currency_fkey FOREIGN KEY (provider_account_id, currency) REFERENCES rail_books(provider_account_id, currency),
  constraint rail_corrections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint rail_corrections_amount_check CHECK ((amount > 0)),
  constraint rail_corrections_check CHECK ((debit_account <> credit_account)),
  constraint rail_corrections_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
CREATE INDEX rail_corrections_book ON public.rail_corrections USING btree (provider_account_id, currency);
CREATE UNIQUE INDEX rail_corrections_bank_entry ON public.rail_corrections USING btree (tenant_id, bank_entry_id) WHERE (bank_entry_id IS NOT NULL);
-- cauris_app may insert, select

create table rail_seals (
  provider_account_id uuid not null,
  currency character(3) not null,
  number integer not null,
  first_position bigint not null,
  last_position bigint not null,
  balances text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint rail_seals_pkey PRIMARY KEY (provider_account_id, currency, number),
  constraint rail_seals_provider_account_id_currency_fkey FOREIGN KEY (provider_account_id, currency) REFERENCES rail_books(provider_account_id, currency),
  constraint rail_seals_check CHECK ((last_position >= first_position)),
  constraint rail_seals_first_position_check CHECK ((first_position > 0)),
  constraint rail_seals_hash_check CHECK ((length(hash) = 32)),
  constraint rail_seals_number_check CHECK ((number > 0))
);
-- cauris_app may insert, select

create table rail_transfers (
  provider_account_id uuid not null,
  currency character(3) not null,
  "position" bigint not null,
  id uuid not null,
  transaction_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null,
  type text not null,
  source_type text not null,
  source_id uuid not null,
  line_key text,
  line_type text,
  reference text,
  created_at timestamp with time zone not null,
  constraint rail_transfers_pkey PRIMARY KEY (provider_account_id, currency, "position"),
  constraint rail_transfers_provider_account_id_currency_fkey FOREIGN KEY (provider_account_id, currency) REFERENCES rail_books(provider_account_id, currency),
  constraint rail_transfers_amount_check CHECK ((amount > 0)),
  constraint rail_transfers_check CHECK ((debit_account <> credit_account)),
  constraint rail_transfers_check1 CHECK (((line_key IS NULL) = (reference IS NULL))),
  constraint rail_transfers_check2 CHECK (((line_key IS NULL) = (line_type IS NULL))),
  constraint rail_transfers_credit_account_check CHECK ((credit_account = ANY (ARRAY['clearing'::text, 'provider_balance'::text, 'provider_fees'::text, 'in_transit'::text, 'bank'::text, 'adjustment'::text]))),
  constraint rail_transfers_debit_account_check CHECK ((debit_account = ANY (ARRAY['clearing'::text, 'provider_balance'::text, 'provider_fees'::text, 'in_transit'::text, 'bank'::text, 'adjustment'::text]))),
  constraint rail_transfers_position_check CHECK (("position" > 0)),
  constraint rail_transfers_source_type_check CHECK ((source_type = ANY (ARRAY['STATEMENT'::text, 'ARRIVAL'::text, 'BALANCE'::text, 'CORRECTION'::text]))),
  constraint rail_transfers_type_check CHECK ((type = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text, 'FEE'::text, 'SETTLEMENT'::text, 'ADJUSTMENT'::text, 'ARRIVAL'::text, 'OPENING'::text, 'CORRECTION'::text])))
);
CREATE INDEX rail_transfers_reference ON public.rail_transfers USING btree (provider_account_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX rail_transfers_settlements ON public.rail_transfers USING btree (provider_account_id, currency) WHERE (type = 'SETTLEMENT'::text);
-- cauris_app may insert, select

create table rate_buckets (
  key bytea not null,
  tokens double precision not null,
  counted_at timestamp with time zone not null,
  granted integer not null,
  forget_at timestamp with time zone not null,
  constraint rate_buckets_pkey PRIMARY KEY (key)
) with (fillfactor=50);
-- cauris_app may delete, insert, select, update

create table rate_windows (
  key bytea not null,
  hits timestamp with time zone[] not null,
  admitted boolean not null,
  forget_at timestamp with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
) with (fillfactor=50);
-- cauris_app may delete, insert, select, update

create table reconciliation_answers (
  provider_account_id uuid not null,
  day date not null,
  type text not null,
  reference text not null,
  status text,
  transaction_id text,
  amount bigint not null,
  currency character(3) not null,
  occurred_at timestamp with time zone not null,
  constraint reconciliation_answers_pkey PRIMARY KEY (provider_account_id, day, type, reference),
  constraint reconciliation_answers_provider_account_id_day_fkey FOREIGN KEY (provider_account_id, day) REFERENCES reconciliation_days(provider_account_id, day),
  constraint reconciliation_answers_status_check CHECK ((status = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text, 'PENDING'::text]))),
  constraint reconciliation_answers_type_check CHECK ((type = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text])))
);
-- cauris_app may delete, insert, select, update

create table reconciliation_days (
  tenant_id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  day date not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  method text not null,
  status text not null,
  statement_id uuid,
  problem text,
  attempt_count integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  leased_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint reconciliation_days_pkey PRIMARY KEY (provider_account_id, day),
  constraint reconciliation_days_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint reconciliation_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint reconciliation_days_tenant_id_statement_id_fkey FOREIGN KEY (tenant_id, statement_id) REFERENCES provider_statements(tenant_id, id),
  constraint reconciliation_days_check CHECK ((period_to > period_from)),
  constraint reconciliation_days_check1 CHECK (((status = ANY (ARRAY['WAITING'::text, 'GIVEN_UP'::text])) OR (statement_id IS NOT NULL))),
  constraint reconciliation_days_method_check CHECK ((method = ANY (ARRAY['STATEMENT'::text, 'QUERIES'::text]))),
  constraint reconciliation_days_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint reconciliation_days_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'BALANCE'::text, 'DONE'::text, 'GIVEN_UP'::text])))
);
CREATE INDEX reconciliation_days_due ON public.reconciliation_days USING btree (next_attempt_at) WHERE (status = ANY (ARRAY['WAITING'::text, 'BALANCE'::text]));
CREATE INDEX reconciliation_days_tenant ON public.reconciliation_days USING btree (tenant_id, mode, day);
-- cauris_app may insert, select, update

create table reconciliation_differences (
  tenant_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  mode text not null,
  kind text not null,
  type text not null,
  status text not null,
  line_no integer,
  reference text,
  transaction_id text,
  merchant_no integer,
  subject_type text,
  subject_id uuid,
  our_status text,
  our_amount bigint,
  our_currency character(3),
  their_status text,
  their_amount bigint,
  their_currency character(3),
  occurred_at timestamp with time zone not null,
  note text,
  resolved_by uuid,
  resolved_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint reconciliation_differences_pkey PRIMARY KEY (tenant_id, id),
  constraint reconciliation_differences_tenant_id_statement_id_fkey FOREIGN KEY (tenant_id, statement_id) REFERENCES provider_statements(tenant_id, id),
  constraint reconciliation_differences_check CHECK (((status = 'RESOLVED'::text) = (resolved_at IS NOT NULL))),
  constraint reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['MISSING_HERE'::text, 'MISSING_THERE'::text, 'AMOUNT'::text, 'STATUS'::text, 'TWICE'::text, 'BALANCE'::text]))),
  constraint reconciliation_differences_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint reconciliation_differences_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'RESOLVED'::text]))),
  constraint reconciliation_differences_subject_type_check CHECK ((subject_type = ANY (ARRAY['CHARGE'::text, 'REFUND'::text, 'PAYOUT'::text]))),
  constraint reconciliation_differences_type_check CHECK ((type = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text, 'BALANCE'::text])))
);
CREATE INDEX reconciliation_differences_statement ON public.reconciliation_differences USING btree (tenant_id, statement_id, id);
-- cauris_app may insert, select, update

create table recovery_codes (
  audience text not null,
  account_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (audience, account_id, hash),
  constraint recovery_codes_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint recovery_codes_hash_check CHECK ((length(hash) = 32))
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
  scenario text,
  provider_reference text,
  provider_handle bytea,
  review_reason text,
  recipient bytea,
  account_needed boolean not null default false,
  created_by uuid,
  created_by_kind text,
  constraint refunds_pkey PRIMARY KEY (merchant_no, id),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_created_by_check CHECK (((created_by IS NULL) = (created_by_kind IS NULL))),
  constraint refunds_fee_refunded_check CHECK ((fee_refunded >= 0)),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['REQUESTED_BY_PAYER'::text, 'DUPLICATE'::text, 'FRAUD'::text, 'LATE_PAYMENT'::text, 'OTHER'::text]))),
  constraint refunds_review_reason_check CHECK ((review_reason = 'REVERSED'::text)),
  constraint refunds_route_check CHECK ((route = ANY (ARRAY['ORIGINAL_RAIL'::text, 'PAYOUT_TO_PAYER'::text]))),
  constraint refunds_source_account_check CHECK ((source_account = ANY (ARRAY['held'::text, 'reserved'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=60);
CREATE INDEX refunds_charge ON public.refunds USING btree (merchant_no, charge_id);
CREATE INDEX refunds_due ON public.refunds USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX refunds_from_held ON public.refunds USING btree (merchant_no, charge_id) WHERE ((source_account = 'held'::text) AND (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'IN_RECONCILIATION'::text])));
CREATE INDEX refunds_transaction ON public.refunds USING btree (merchant_no, provider_transaction_id) WHERE (provider_transaction_id IS NOT NULL);
CREATE INDEX refunds_under_review ON public.refunds USING btree (merchant_no, id) WHERE (review_reason IS NOT NULL);
CREATE INDEX refunds_under_way ON public.refunds USING btree (merchant_no, id) WHERE (status = ANY (ARRAY['PROCESSING'::text, 'IN_RECONCILIATION'::text]));
CREATE UNIQUE INDEX refunds_provider_reference ON public.refunds USING btree (provider_account_id, provider_reference) WHERE (provider_reference IS NOT NULL);
-- cauris_app may insert, select, update

create table refused_credentials (
  provider_account_id uuid not null,
  fingerprint text not null,
  refused_at timestamp with time zone not null,
  constraint refused_credentials_pkey PRIMARY KEY (provider_account_id, fingerprint),
  constraint refused_credentials_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint refused_credentials_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text))
);
-- cauris_app may delete, insert, select, update

create table report_attempts (
  merchant_no integer not null,
  hour timestamp with time zone not null,
  currency character(3) not null,
  status text not null,
  payment_method text not null,
  operator text,
  country character(2),
  provider_account_id uuid,
  failure_code text,
  truth_bucket smallint,
  n bigint not null,
  first_count bigint not null,
  paid_count bigint not null,
  amount bigint not null,
  constraint report_attempts_merchant_no_hour_currency_status_payment_me_key UNIQUE NULLS NOT DISTINCT (merchant_no, hour, currency, status, payment_method, operator, country, provider_account_id, failure_code, truth_bucket),
  constraint report_attempts_hour_check CHECK ((((EXTRACT(epoch FROM hour))::bigint % (3600)::bigint) = 0)),
  constraint report_attempts_n_check CHECK ((n > 0)),
  constraint report_attempts_status_check CHECK ((status = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
-- cauris_app may delete, insert, select, update

create table report_bookings (
  merchant_no integer not null,
  wallet_id uuid not null,
  hour timestamp with time zone not null,
  currency character(3) not null,
  type text not null,
  source_type text not null,
  from_account text not null,
  to_account text not null,
  provider_account_id uuid,
  payment_method text,
  operator text,
  country character(2),
  n bigint not null,
  amount bigint not null,
  constraint report_bookings_merchant_no_hour_wallet_id_currency_type_so_key UNIQUE NULLS NOT DISTINCT (merchant_no, hour, wallet_id, currency, type, source_type, from_account, to_account, provider_account_id, payment_method, operator, country),
  constraint report_bookings_hour_check CHECK ((((EXTRACT(epoch FROM hour))::bigint % (3600)::bigint) = 0)),
  constraint report_bookings_n_check CHECK ((n > 0))
);
-- cauris_app may delete, insert, select, update

create table report_open_charges (
  merchant_no integer not null,
  charge_id uuid not null,
  hour timestamp with time zone not null,
  constraint report_open_charges_pkey PRIMARY KEY (merchant_no, charge_id)
);
-- cauris_app may delete, insert, select, update

create table report_progress (
  merchant_no integer not null,
  charges_through uuid not null,
  sessions_through uuid not null,
  compared_before uuid not null,
  constraint report_progress_pkey PRIMARY KEY (merchant_no),
  constraint report_progress_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no)
);
-- cauris_app may delete, insert, select, update

create table report_sessions (
  merchant_no integer not null,
  hour timestamp with time zone not null,
  currency character(3) not null,
  n bigint not null,
  constraint report_sessions_pkey PRIMARY KEY (merchant_no, hour, currency),
  constraint report_sessions_n_check CHECK ((n > 0))
);
-- cauris_app may delete, insert, select, update

create table report_stale_hours (
  merchant_no integer not null,
  hour timestamp with time zone not null,
  constraint report_stale_hours_pkey PRIMARY KEY (merchant_no, hour)
);
-- cauris_app may delete, insert, select, update

create table report_wallets (
  merchant_no integer not null,
  wallet_id uuid not null,
  "position" bigint not null,
  constraint report_wallets_pkey PRIMARY KEY (merchant_no, wallet_id),
  constraint report_wallets_position_check CHECK (("position" >= 0))
);
-- cauris_app may delete, insert, select, update

create partitioned table request_log (
  merchant_no integer not null,
  id uuid not null,
  operation_id text not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  actor_kind text not null,
  actor_id uuid not null,
  ip text not null,
  is_replay boolean not null,
  error_code text,
  refusal text,
  not_kept integer not null default 0,
  constraint request_log_pkey PRIMARY KEY (merchant_no, id),
  constraint request_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['key'::text, 'person'::text])))
);
CREATE INDEX request_log_refused ON ONLY public.request_log USING btree (merchant_no, id) WHERE (status >= 400);
-- cauris_app may delete, insert, select, update

create table restores (
  id uuid not null,
  restored_to timestamp with time zone not null,
  lost_until timestamp with time zone not null,
  declared_at timestamp with time zone not null,
  released_at timestamp with time zone,
  note text,
  constraint restores_pkey PRIMARY KEY (id),
  constraint restores_check CHECK ((lost_until >= restored_to)),
  constraint restores_check1 CHECK ((declared_at >= lost_until)),
  constraint restores_check2 CHECK ((released_at >= declared_at)),
  constraint restores_check3 CHECK (((released_at IS NOT NULL) OR (note IS NULL)))
);
CREATE UNIQUE INDEX restores_open ON public.restores USING btree ((true)) WHERE (released_at IS NULL);
-- cauris_app may insert, select, update

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
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  constraint routing_rules_pkey PRIMARY KEY (id),
  constraint routing_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint routing_rules_tenant_id_sub_tenant_id_fkey FOREIGN KEY (tenant_id, sub_tenant_id) REFERENCES sub_tenants(tenant_id, id),
  constraint routing_rules_check CHECK (((amount_min IS NULL) OR (currency IS NOT NULL))),
  constraint routing_rules_check1 CHECK (((amount_max IS NULL) OR ((currency IS NOT NULL) AND (amount_max >= COALESCE(amount_min, (0)::bigint))))),
  constraint routing_rules_method_check CHECK ((method = ANY (ARRAY['WALLET'::text, 'MOBILE_MONEY'::text, 'CARD'::text, 'BANK_TRANSFER'::text, 'QR'::text]))),
  constraint routing_rules_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
-- cauris_app may delete, insert, select, update

create table sandbox_clocks (
  merchant_no integer not null,
  advanced_seconds bigint not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sandbox_clocks_pkey PRIMARY KEY (merchant_no),
  constraint sandbox_clocks_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint sandbox_clocks_advanced_seconds_check CHECK ((advanced_seconds >= 0))
);
-- cauris_app may insert, select, update

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
-- cauris_app may select

create table second_factors (
  audience text not null,
  account_id uuid not null,
  secret bytea,
  confirmed_at timestamp with time zone,
  last_step bigint,
  pending_secret bytea,
  pending_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (audience, account_id),
  constraint second_factors_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint second_factors_check CHECK (((secret IS NULL) = (confirmed_at IS NULL))),
  constraint second_factors_check1 CHECK (((pending_secret IS NULL) = (pending_at IS NULL)))
);
-- cauris_app may delete, insert, select, update

create table session_retention (
  merchant_no integer not null,
  through uuid not null,
  constraint session_retention_pkey PRIMARY KEY (merchant_no),
  constraint session_retention_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no)
);
-- cauris_app may insert, select, update

create table settlement_messages (
  provider_account_id uuid not null,
  message_id text not null,
  own_id text not null,
  status text not null,
  amount bigint not null,
  currency character(3) not null,
  transaction_id text,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint settlement_messages_pkey PRIMARY KEY (provider_account_id, message_id),
  constraint settlement_messages_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint settlement_messages_amount_check CHECK ((amount > 0)),
  constraint settlement_messages_check CHECK (((status = 'REJECTED'::text) OR (transaction_id IS NOT NULL))),
  constraint settlement_messages_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 100))),
  constraint settlement_messages_status_check CHECK ((status = ANY (ARRAY['SETTLED'::text, 'REJECTED'::text]))),
  constraint settlement_messages_transaction_id_check CHECK (((length(transaction_id) >= 1) AND (length(transaction_id) <= 100)))
);
CREATE INDEX settlement_messages_payment ON public.settlement_messages USING btree (provider_account_id, own_id);
-- cauris_app may insert, select

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
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  constraint sub_tenants_tenant_id_id_key UNIQUE (tenant_id, id),
  constraint sub_tenants_pkey PRIMARY KEY (id),
  constraint sub_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint sub_tenants_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
);
-- cauris_app may insert, select, update

create table sweeps (
  name text not null,
  swept_until timestamp with time zone not null,
  constraint sweeps_pkey PRIMARY KEY (name)
);
-- cauris_app may insert, select, update

create table tenant_payer_pages (
  tenant_id uuid not null,
  mode text not null,
  name text,
  licence text,
  terms_url text,
  privacy_url text,
  version integer not null,
  updated_at timestamp with time zone not null,
  constraint tenant_payer_pages_pkey PRIMARY KEY (tenant_id, mode),
  constraint tenant_payer_pages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint tenant_payer_pages_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);
-- cauris_app may insert, select, update

create table tenants (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  refund_fee_policy text not null default 'KEEP'::text,
  tenant_no integer not null generated always as identity,
  constraint tenants_tenant_no_key UNIQUE (tenant_no),
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_refund_fee_policy_check CHECK ((refund_fee_policy = ANY (ARRAY['KEEP'::text, 'RETURN'::text])))
);
-- cauris_app may insert, select, update

create sequence tenants_tenant_no_seq;
-- cauris_app may select, usage

create table transfer_orders (
  tenant_id uuid not null,
  id uuid not null,
  mode text not null,
  provider_account_id uuid not null,
  kind text not null,
  own_id text not null,
  amount bigint not null,
  currency character(3) not null,
  details bytea not null,
  status text not null,
  file_id uuid,
  reason text,
  bank_status text,
  bank_reference text,
  is_told boolean not null,
  note text,
  queued_at timestamp with time zone not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint transfer_orders_pkey PRIMARY KEY (tenant_id, id),
  constraint transfer_orders_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES provider_accounts(id),
  constraint transfer_orders_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES payout_files(tenant_id, id),
  constraint transfer_orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint transfer_orders_amount_check CHECK ((amount > 0)),
  constraint transfer_orders_check CHECK (((status <> ALL (ARRAY['IN_FILE'::text, 'RELEASED'::text])) OR (file_id IS NOT NULL))),
  constraint transfer_orders_check1 CHECK (((status <> ALL (ARRAY['QUEUED'::text, 'WITHDRAWN'::text])) OR (file_id IS NULL))),
  constraint transfer_orders_kind_check CHECK ((kind = ANY (ARRAY['PAYOUT'::text, 'REFUND'::text]))),
  constraint transfer_orders_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint transfer_orders_own_id_check CHECK (((length(own_id) >= 1) AND (length(own_id) <= 35))),
  constraint transfer_orders_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'IN_FILE'::text, 'RELEASED'::text, 'PAID'::text, 'REJECTED'::text, 'RETURNED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX transfer_orders_file ON public.transfer_orders USING btree (tenant_id, file_id, id);
CREATE INDEX transfer_orders_queue ON public.transfer_orders USING btree (provider_account_id, id) WHERE (status = 'QUEUED'::text);
CREATE INDEX transfer_orders_untold ON public.transfer_orders USING btree (id) WHERE (NOT is_told);
CREATE UNIQUE INDEX transfer_orders_operation ON public.transfer_orders USING btree (provider_account_id, own_id);
-- cauris_app may insert, select, update

create table truth_delays (
  tenant_id uuid not null,
  mode text not null,
  subject_type text not null,
  operator text not null,
  day date not null,
  bucket smallint not null,
  n bigint not null,
  constraint truth_delays_pkey PRIMARY KEY (tenant_id, mode, subject_type, operator, day, bucket),
  constraint truth_delays_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint truth_delays_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text]))),
  constraint truth_delays_subject_type_check CHECK ((subject_type = ANY (ARRAY['CHARGE'::text, 'REFUND'::text, 'PAYOUT'::text])))
);
-- cauris_app may insert, select, update

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
  transfer_count bigint not null default 0,
  constraint wallets_merchant_no_currency_key UNIQUE (merchant_no, currency),
  constraint wallets_pkey PRIMARY KEY (merchant_no, id),
  constraint wallets_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint wallets_available_check CHECK ((available >= 0)),
  constraint wallets_held_check CHECK ((held >= 0)),
  constraint wallets_payout_approval_above_check CHECK ((payout_approval_above >= 0)),
  constraint wallets_pending_check CHECK ((pending >= 0)),
  constraint wallets_reserved_check CHECK ((reserved >= 0)),
  constraint wallets_transfer_count_check CHECK ((transfer_count >= 0))
) with (fillfactor=20);
-- cauris_app may insert, select, update

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
  constraint webhook_attempts_pkey PRIMARY KEY (merchant_no, delivery_id, attempt_number)
);
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
  leased boolean not null default false,
  due_at timestamp with time zone generated always as (
CASE
    WHEN ((status = 'PENDING'::text) AND (NOT leased)) THEN next_attempt_at
    ELSE NULL::timestamp with time zone
END) stored,
  unaccepted boolean not null generated always as ((status = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text]))) stored,
  constraint webhook_deliveries_pkey PRIMARY KEY (merchant_no, endpoint_id, id),
  constraint webhook_deliveries_check CHECK (((status = 'PENDING'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
) with (fillfactor=50);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_deliveries_ordered ON public.webhook_deliveries USING btree (endpoint_id, subject_id, sequence) WHERE ordered;
CREATE INDEX webhook_deliveries_pings ON public.webhook_deliveries USING btree (endpoint_id, due_at) WHERE ((due_at IS NOT NULL) AND (event_type = 'endpoint.ping'::text));
CREATE INDEX webhook_deliveries_unaccepted ON public.webhook_deliveries USING btree (merchant_no, endpoint_id, event_id) WHERE unaccepted;
CREATE INDEX webhook_deliveries_written ON public.webhook_deliveries USING brin (created_at) WITH (autosummarize='on', pages_per_range='16');
-- cauris_app may insert, select, update

create table webhook_endpoints (
  merchant_no integer not null,
  id uuid not null,
  url text,
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
  proved_at timestamp with time zone,
  budget_full_at timestamp with time zone,
  paused_at timestamp with time zone,
  sealed_url bytea,
  constraint webhook_endpoints_pkey PRIMARY KEY (merchant_no, id),
  constraint webhook_endpoints_merchant_no_fkey FOREIGN KEY (merchant_no) REFERENCES merchant_numbers(merchant_no),
  constraint webhook_endpoints_address_check CHECK ((num_nonnulls(url, sealed_url) = 1)),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])))
) with (fillfactor=60);
CREATE INDEX webhook_endpoints_failing ON public.webhook_endpoints USING btree (failing_since) WHERE ((status = 'ACTIVE'::text) AND (failing_since IS NOT NULL));
CREATE INDEX webhook_endpoints_unsealed ON public.webhook_endpoints USING btree (merchant_no, id) WHERE (url IS NOT NULL);
-- cauris_app may insert, select, update

create table work_marks (
  tenant_id uuid not null,
  item text not null,
  taken_by uuid,
  taken_at timestamp with time zone,
  done_by uuid,
  done_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint work_marks_pkey PRIMARY KEY (tenant_id, item),
  constraint work_marks_done_by_fkey FOREIGN KEY (done_by) REFERENCES operators(id),
  constraint work_marks_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES operators(id),
  constraint work_marks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint work_marks_check CHECK (((taken_by IS NULL) = (taken_at IS NULL))),
  constraint work_marks_check1 CHECK (((done_by IS NULL) = (done_at IS NULL)))
);
CREATE INDEX work_marks_updated ON public.work_marks USING btree (updated_at);
-- cauris_app may delete, insert, select, update

create table work_note_mentions (
  tenant_id uuid not null,
  operator_id uuid not null,
  note_id uuid not null,
  item text not null,
  done_at timestamp with time zone,
  constraint work_note_mentions_pkey PRIMARY KEY (tenant_id, operator_id, note_id),
  constraint work_note_mentions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint work_note_mentions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint work_note_mentions_tenant_id_item_note_id_fkey FOREIGN KEY (tenant_id, item, note_id) REFERENCES work_notes(tenant_id, item, id)
);
CREATE INDEX work_note_mentions_of_note ON public.work_note_mentions USING btree (tenant_id, note_id);
-- cauris_app may insert, select, update

create table work_notes (
  tenant_id uuid not null,
  item text not null,
  id uuid not null,
  written_by uuid not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  constraint work_notes_pkey PRIMARY KEY (tenant_id, item, id),
  constraint work_notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint work_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES operators(id)
);
CREATE INDEX work_notes_newest ON public.work_notes USING btree (tenant_id, id);
-- cauris_app may insert, select

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
  merchant_name text not null default ''::text,
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
  pin_failures smallint not null default 0,
  pin_locked_until timestamp with time zone,
  constraint wallets_account_id_phone_mac_currency_key UNIQUE (account_id, phone_mac, currency),
  constraint wallets_pkey PRIMARY KEY (id),
  constraint wallets_account_id_fkey FOREIGN KEY (account_id) REFERENCES simulator.accounts(id),
  constraint wallets_balance_check CHECK ((balance >= 0))
);
-- cauris_app may delete, insert, select, update
