-- Sessions, intents, charges. Sessions are the guard of their intent and charges: whoever changes any of the three first
-- locks the session row at the version it has read.
--
-- A payment that a merchant's server asks for itself has no checkout session. Its guard is a row among checkout_sessions
-- with the intent's id, its highest bit set, that is never shown (kit/guard-id.ts); what merchants say and read stands on
-- the intent and its charges.

create table checkout_sessions (
  merchant_no int not null,
  id uuid not null,
  status text not null
    check (status in ('OPEN', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  title text not null,
  allowed_methods text[],
  -- What the merchant said at creation and no query asks for: JSON text.
  detail text not null,
  -- The payer's name, e-mail and phone, sealed.
  customer bytea,
  reference text,
  payment_link_id uuid,
  max_attempts smallint not null,
  attempt_count smallint not null default 0,
  late_payment_policy text not null check (late_payment_policy in ('ACCEPT', 'REFUND', 'REVIEW')),
  -- The intent's id is made with the session; its row is written at the first attempt.
  payment_intent_id uuid not null,
  -- The attempt that is under way or was the last; the one that paid once SUCCEEDED.
  charge_id uuid,
  failure_code text,
  -- FAILED only: whether the payer may try again.
  retryable boolean not null default true,
  paid_late boolean not null default false,
  -- Counts the events of this session and its intent.
  event_sequence int not null default 0,
  version int not null default 1,
  expires_at timestamptz not null,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id)
) with (fillfactor = 60);
-- Never part of an update, so that status changes stay in the page.
create index checkout_sessions_expiry on checkout_sessions using brin (expires_at) with (autosummarize = on, pages_per_range = 16);
create index checkout_sessions_reference on checkout_sessions (merchant_no, reference, id) where reference is not null;
create index checkout_sessions_link on checkout_sessions (merchant_no, payment_link_id, id) where payment_link_id is not null;

create table payment_intents (
  merchant_no int not null,
  id uuid not null,
  session_id uuid not null,
  payment_link_id uuid,
  status text not null check
    (status in ('REQUIRES_PAYMENT_METHOD', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  amount bigint not null check (amount > 0),
  amount_received bigint not null default 0,
  amount_refunded bigint not null default 0,
  currency char(3) not null,
  allowed_methods text[],
  charge_ids uuid[] not null default '{}',
  latest_charge_id uuid,
  failure_code text,
  customer bytea,
  reference text,
  metadata text not null default '{}',
  version int not null default 1,
  succeeded_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  description text,
  -- When an intent without a session ends by itself. With a session, the session's time counts.
  expires_at timestamptz,
  primary key (merchant_no, id)
) with (fillfactor = 60);
create index payment_intents_reference on payment_intents (merchant_no, reference, id) where reference is not null;
comment on column payment_intents.session_id is 'The row that guards the payment: a session, or a guard that is none.';

create table charges (
  merchant_no int not null,
  id uuid not null,
  payment_intent_id uuid not null,
  session_id uuid not null,
  payment_link_id uuid,
  attempt_number smallint not null,
  status text not null check
    (status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  amount bigint not null check (amount > 0),
  -- What the provider says it took, when it is not the amount asked for.
  amount_confirmed bigint,
  fee bigint not null default 0,
  amount_refunded bigint not null default 0,
  currency char(3) not null,
  wallet_id uuid not null,
  payment_method text not null check (payment_method in ('WALLET', 'MOBILE_MONEY', 'CARD', 'BANK_TRANSFER', 'QR')),
  -- Masked and public: phone, operator, country, brand, last4, scheme. JSON text.
  method_details text not null,
  -- Who pays, as the provider needs it, sealed: a start whose answer was lost is sent again with the same reference.
  payer bytea not null,
  payer_phone_mac bytea,
  -- SHA-256 of method and details: the same again is the same attempt.
  request_fingerprint bytea not null,
  -- Null when our own rules refused the attempt before any provider was asked.
  provider_account_id uuid,
  provider text,
  provider_transaction_id text,
  provider_code text,
  -- The payer's next step as the provider gave it. JSON text.
  next_step text,
  failure_code text,
  -- Confirmed after the attempt or its session had ended; after another attempt had paid it.
  late boolean not null default false,
  duplicate boolean not null default false,
  -- Whether this is the charge that pays the intent: at most one does.
  pays boolean not null default false,
  -- Why confirmed money is held: null once nobody has to decide.
  review_reason text,
  reference text,
  metadata text not null default '{}',
  -- The first moment the provider's answer was unknown; null while we know what is going on.
  unknown_since timestamptz,
  version int not null default 1,
  succeeded_at timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  description text,
  primary key (merchant_no, id)
) with (fillfactor = 60);
-- The last judges: one live attempt and one payment per intent.
create unique index charges_one_alive on charges (merchant_no, payment_intent_id)
  where status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION');
create unique index charges_one_paid on charges (merchant_no, payment_intent_id)
  where pays;
create index charges_transaction on charges (merchant_no, provider_transaction_id) where provider_transaction_id is not null;
create index charges_phone on charges (merchant_no, payer_phone_mac, id) where payer_phone_mac is not null;
create index charges_reference on charges (merchant_no, reference, id) where reference is not null;
create index charges_link on charges (merchant_no, payment_link_id, id) where payment_link_id is not null;
-- Changed only where money is held or a decision frees it: an ordinary payment never touches it.
create index charges_in_review on charges (merchant_no, id) where review_reason is not null;
comment on column charges.session_id is 'The row that guards the payment: a session, or a guard that is none.';

-- When to ask the provider about a charge again. A table of its own, so that a charge changes only under its session's
-- lock: a row left behind by a race is found to be settled and dropped.
create table charge_checks (
  merchant_no int not null,
  charge_id uuid not null,
  session_id uuid not null,
  next_check_at timestamptz not null,
  check_count int not null default 0,
  primary key (merchant_no, charge_id)
) with (fillfactor = 50);
create index charge_checks_due on charge_checks (next_check_at);

create table refunds (
  merchant_no int not null,
  id uuid not null,
  charge_id uuid not null,
  payment_intent_id uuid not null,
  wallet_id uuid not null,
  status text not null
    check (status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reason text not null check (reason in ('REQUESTED_BY_PAYER', 'DUPLICATE', 'FRAUD', 'LATE_PAYMENT', 'OTHER')),
  route text not null check (route in ('ORIGINAL_RAIL', 'PAYOUT_TO_PAYER')),
  note text,
  metadata text not null default '{}',
  provider_account_id uuid not null,
  provider_transaction_id text,
  provider_code text,
  failure_code text,
  next_check_at timestamptz,
  check_count int not null default 0,
  unknown_since timestamptz,
  version int not null default 1,
  succeeded_at timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Where the money waits until the payer has it: 'held' for money that was never the merchant's (the refund is ours, and
  -- nobody cancels it), 'reserved' for what a merchant gives back out of its own.
  source_account text not null check (source_account in ('held', 'reserved')),
  -- Minor units of the charge's fee that the merchant got back with this refund.
  fee_refunded bigint not null default 0 check (fee_refunded >= 0),
  cancelled_at timestamptz,
  -- Sandbox only: what the provider simulator is to do, by name; null: what the digits say. A charge keeps it with its payer.
  scenario text,
  primary key (merchant_no, id)
) with (fillfactor = 60);
create index refunds_charge on refunds (merchant_no, charge_id);
create index refunds_due on refunds (next_check_at) where next_check_at is not null;
-- What was sent and has not ended: few at any time.
create index refunds_under_way on refunds (merchant_no, id) where status in ('PROCESSING', 'IN_RECONCILIATION');
create index refunds_from_held on refunds (merchant_no, charge_id)
  where source_account = 'held' and status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION');

create table payment_links (
  merchant_no int not null,
  id uuid not null,
  slug text not null,
  status text not null check (status in ('ACTIVE', 'PAUSED', 'EXHAUSTED', 'EXPIRED', 'CANCELLED')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  title text,
  description text,
  reference text,
  max_uses int check (max_uses between 1 and 1000000),
  reusable boolean not null,
  -- Successful payments, and attempts under way that hold a use: an attempt is admitted only while their sum is below
  -- max_uses. A late confirmation is booked and counted all the same.
  uses_count int not null default 0,
  uses_reserved int not null default 0 check (uses_reserved >= 0),
  allowed_methods text[],
  -- successUrl, cancelUrl, customFields, metadata, inactiveMessage: JSON text.
  detail text not null,
  expires_at timestamptz,
  event_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id)
) with (fillfactor = 60);
create index payment_links_expiry on payment_links (expires_at) where status in ('ACTIVE', 'PAUSED');

-- A slug is taken once and for all merchants, and never freed.
create table link_slugs (
  slug text primary key,
  merchant_no int not null,
  link_id uuid not null
);

-- The key's row is written with its effect. `body` is the sealed answer.
create table idempotency_keys (
  merchant_no int not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  -- The row the key belongs to: tells two equal keys of one batch apart.
  owner uuid not null,
  status smallint not null,
  body bytea not null,
  created_at timestamptz not null,
  primary key (merchant_no, route, key)
);
create index idempotency_keys_age on idempotency_keys using brin (created_at) with (autosummarize = on);

-- How far each sweep over a table has come: what ended before is written down, or looked at.
create table sweeps (
  name text primary key,
  swept_until timestamptz not null
);

-- Totals of the lists per day of creation, kept by the statements that write the rows: one row a merchant and day, so
-- that a payment costs one update however many lists it moves through.
create table list_counters (
  merchant_no int not null,
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
  primary key (merchant_no, day)
) with (fillfactor = 50);
