-- Reconciliation by itself: each day of each account at a provider, fetched and compared once for all processes.
set local lock_timeout = '2s';

create table reconciliation_days (
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider_account_id uuid not null references provider_accounts (id),
  -- The day in the time zone of the account's bank, or UTC.
  day date not null,
  period_from timestamptz not null,
  period_to timestamptz not null check (period_to > period_from),
  -- STATEMENT: the provider tells its book. QUERIES: it is asked about each operation of the day.
  method text not null check (method in ('STATEMENT', 'QUERIES')),
  -- WAITING for the comparison, then for the BALANCE where the provider tells one.
  status text not null check (status in ('WAITING', 'BALANCE', 'DONE', 'GIVEN_UP')),
  statement_id uuid,
  -- Why the last attempt brought nothing: without a secret.
  problem text,
  attempt_count int not null default 0,
  next_attempt_at timestamptz not null,
  -- A process that works on it keeps others away until then.
  leased_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (provider_account_id, day),
  foreign key (tenant_id, statement_id) references provider_statements (tenant_id, id),
  check (status in ('WAITING', 'GIVEN_UP') or statement_id is not null)
);
create index reconciliation_days_due on reconciliation_days (next_attempt_at) where status in ('WAITING', 'BALANCE');
create index reconciliation_days_tenant on reconciliation_days (tenant_id, mode, day);

-- Answers to the questions about a day's operations, until the day is compared: a process that stops in the middle loses none.
create table reconciliation_answers (
  provider_account_id uuid not null,
  day date not null,
  type text not null check (type in ('PAYMENT', 'REFUND', 'PAYOUT')),
  reference text not null,
  -- Null: the provider does not know it.
  status text check (status in ('SUCCEEDED', 'FAILED', 'PENDING')),
  transaction_id text,
  amount bigint not null,
  currency char(3) not null,
  occurred_at timestamptz not null,
  primary key (provider_account_id, day, type, reference),
  foreign key (provider_account_id, day) references reconciliation_days (provider_account_id, day)
);

-- What providers said their accounts hold, and what our books said at that moment: minor units.
create table provider_balances (
  tenant_id uuid not null references tenants (id),
  provider_account_id uuid not null references provider_accounts (id),
  currency char(3) not null,
  day date not null,
  id uuid not null,
  told bigint not null,
  expected bigint not null,
  created_at timestamptz not null,
  primary key (provider_account_id, currency, day)
);
