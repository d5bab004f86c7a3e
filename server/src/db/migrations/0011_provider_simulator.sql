-- The outside world of the sandbox: what a real provider would keep in its own database. Nothing outside
-- `providers/simulator` reads or writes these tables, and no table here refers to ours.

create schema simulator;

-- Who may call the simulator: one row per provider account that points at it.
create table simulator.accounts (
  id uuid primary key,
  -- SHA-256 of the bearer key.
  api_key_hash bytea not null unique,
  -- Signs the callbacks; sealed.
  callback_secret bytea not null,
  created_at timestamptz not null
);

-- Payers' wallets. The phone is kept as a keyed hash, to be found by, and as its masked form, to be shown.
create table simulator.wallets (
  id uuid primary key,
  account_id uuid not null references simulator.accounts (id),
  phone_mac bytea not null,
  phone_masked text not null,
  currency char(3) not null,
  balance bigint not null check (balance >= 0),
  frozen boolean not null default false,
  pin_salt bytea not null,
  pin_hash bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, phone_mac, currency)
);

-- Payments, refunds and payouts asked of us, each under the caller's reference.
create table simulator.operations (
  account_id uuid not null references simulator.accounts (id),
  kind text not null check (kind in ('PAYMENT', 'REFUND', 'PAYOUT')),
  reference text not null,
  id uuid not null unique,
  -- Keyed hash of the request: the same reference with another body is refused.
  request_mac bytea not null,
  -- LOST: the first request broke off before we took it. WAITING: the payer has a page open. PENDING: it runs by itself.
  status text not null check (status in ('LOST', 'WAITING', 'PENDING', 'SUCCEEDED', 'FAILED')),
  code text,
  method text,
  operator text,
  country char(2),
  phone_masked text,
  phone_last3 text,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  -- What was really taken, once it was; differs from `amount` where a scenario or a transfer says so.
  amount_taken bigint check (amount_taken > 0),
  -- Given back or on its way back: payments only.
  amount_refunded bigint not null default 0 check (amount_refunded >= 0 and amount_refunded <= coalesce(amount_taken, 0)),
  transaction_id text,
  -- The payment that a refund gives back.
  parent_reference text,
  scenario text not null,
  -- The scenario's next step and when it comes; while WAITING, when the payer's time is over.
  step smallint not null default 0,
  begun_at timestamptz not null,
  next_step_at timestamptz,
  -- Calls still to be answered with 503.
  busy_answers_left smallint not null default 0,
  page text check (page in ('APPROVAL', 'CARD', 'THREE_D_SECURE', 'WALLET', 'QR', 'BANK')),
  qr_payload text,
  transfer_reference text unique,
  wallet_id uuid references simulator.wallets (id),
  pin_failures smallint not null default 0,
  card_brand text,
  card_last4 text,
  -- What the card's bank will say once the payer has authenticated; null is yes.
  card_code text,
  title text not null default '',
  locale text not null default 'fr',
  -- Sealed: it carries the session's bearer id.
  return_url bytea,
  -- Null when the caller wants no report.
  callback_url text,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, kind, reference),
  check (status <> 'SUCCEEDED' or (amount_taken is not null and transaction_id is not null))
) with (fillfactor = 60);
create index operations_due on simulator.operations (next_step_at) where next_step_at is not null;

-- The book: money that moved, written once per operation. Reconciliation compares ours with this one.
create table simulator.book (
  account_id uuid not null,
  kind text not null check (kind in ('PAYMENT', 'REFUND', 'PAYOUT')),
  reference text not null,
  transaction_id text not null unique,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  booked_at timestamptz not null,
  primary key (account_id, kind, reference)
);

-- Transfers as they reach the simulated bank account. The bank's own number of an entry tells it from a repetition.
create table simulator.bank_entries (
  account_id uuid not null,
  servicer_reference text not null,
  remittance text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reversal boolean not null,
  -- The payment it was matched to; null waits for someone to look.
  payment_reference text,
  booked_at timestamptz not null,
  primary key (account_id, servicer_reference, reversal)
);

-- Reports to the caller: gone once delivered, kept without a due time once given up.
create table simulator.callbacks (
  id uuid primary key,
  account_id uuid not null references simulator.accounts (id),
  url text not null,
  body text not null,
  attempt_count smallint not null default 0,
  last_status_code int,
  due_at timestamptz,
  created_at timestamptz not null
);
create index callbacks_due on simulator.callbacks (due_at) where due_at is not null;

grant usage on schema simulator to cauris_app;
grant select, insert, update, delete on all tables in schema simulator to cauris_app;
-- The book is written once.
revoke update, delete on simulator.book from cauris_app;
