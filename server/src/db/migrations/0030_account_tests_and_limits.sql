-- A live account is enabled only after its test has passed, and may be limited while trust is being built.
set local lock_timeout = '2s';

alter table provider_accounts
  -- When the test last passed with the present settings; null: not since they were changed.
  add column test_passed_at timestamptz,
  -- What it may take: [{"currency": "XOF", "perPayment": "100000", "perDay": null}], in minor units, null for no limit.
  add column limits jsonb not null default '[]';

-- What attempts of a day were given of an account's daily limit. An attempt that failed no longer counts: its charge says so.
create table provider_account_reservations (
  merchant_no integer not null,
  charge_id uuid not null,
  provider_account_id uuid not null references provider_accounts (id),
  currency char(3) not null,
  -- UTC.
  day date not null,
  amount bigint not null check (amount > 0),
  reserved_at timestamptz not null,
  primary key (merchant_no, charge_id, provider_account_id)
);
create index provider_account_reservations_day on provider_account_reservations (provider_account_id, currency, day);
