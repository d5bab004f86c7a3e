-- Sums for reports, per merchant and hour. A background loop makes them from rows that payments have written; nothing of
-- a payment is written here. They can be made again at any time.
set local lock_timeout = '2s';

-- How far each merchant's rows are counted. Its row is locked while sums of this merchant are written.
create table report_progress (
  merchant_no integer primary key references merchant_numbers (merchant_no),
  -- All charges and sessions up to these ids are counted.
  charges_through uuid not null,
  sessions_through uuid not null,
  -- Hours whose ids come before this one were compared with their rows after they had ended.
  compared_before uuid not null
);

-- The transfers of a wallet up to this position are counted.
create table report_wallets (
  merchant_no integer not null,
  wallet_id uuid not null,
  position bigint not null check (position >= 0),
  primary key (merchant_no, wallet_id)
);

-- Attempts to pay that have ended, by the hour in which they began, UTC.
create table report_attempts (
  merchant_no integer not null,
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  currency char(3) not null,
  status text not null check (status in ('SUCCEEDED', 'FAILED', 'CANCELLED')),
  payment_method text not null,
  -- The mobile-money operator, or the network of a card, a QR code or a wallet.
  operator text,
  country char(2),
  provider_account_id uuid,
  failure_code text,
  -- The number of the range in which the time to the outcome lies; null: there is no such time.
  truth_bucket smallint,
  n bigint not null check (n > 0),
  -- Those that were the first of their session.
  first_count bigint not null,
  -- Those that pay their payment.
  paid_count bigint not null,
  -- Minor units.
  amount bigint not null,
  unique nulls not distinct (merchant_no, hour, currency, status, payment_method, operator, country,
    provider_account_id, failure_code, truth_bucket)
);

-- Attempts that had not ended when they were counted.
create table report_open_charges (
  merchant_no integer not null,
  charge_id uuid not null,
  hour timestamptz not null,
  primary key (merchant_no, charge_id)
);

-- Sessions by the hour in which they were made.
create table report_sessions (
  merchant_no integer not null,
  hour timestamptz not null,
  currency char(3) not null,
  n bigint not null check (n > 0),
  primary key (merchant_no, hour, currency)
);

-- Ledger transfers by the hour in which they were booked.
create table report_bookings (
  merchant_no integer not null,
  wallet_id uuid not null,
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  currency char(3) not null,
  type text not null,
  source_type text not null,
  -- As in the ledger; the account at a provider is `clearing`, and named below.
  from_account text not null,
  to_account text not null,
  provider_account_id uuid,
  payment_method text,
  operator text,
  country char(2),
  n bigint not null check (n > 0),
  amount bigint not null,
  unique nulls not distinct (merchant_no, hour, wallet_id, currency, type, source_type, from_account, to_account,
    provider_account_id, payment_method, operator, country)
);

-- Hours whose attempts and sessions must be counted again.
create table report_stale_hours (
  merchant_no integer not null,
  hour timestamptz not null,
  primary key (merchant_no, hour)
);
