-- What was asked of providers, how their accounts fare, and what operators have to look at.
set local lock_timeout = '2s';

-- One row per call of a connector, with its requests; no bodies. It is written in batches after the call, so a killed process
-- loses those of its last second. Deleted after 90 days. No foreign key: a batch would check each of its rows, and accounts are
-- never deleted.
create table provider_calls (
  account_id uuid not null,
  id uuid not null,
  action text not null,
  -- Our reference of the charge, refund or payout; null: the call is about none. It begins with the operation's id.
  reference text collate "C",
  outcome text not null,
  failure_code text,
  -- The provider's own code, or why nothing is known.
  code text,
  started_at timestamptz not null,
  duration_ms int not null,
  exchanges json not null,
  primary key (account_id, id)
);
create index provider_calls_reference on provider_calls (reference) where reference is not null;

-- Calls per account and 10 s, added up by all processes once a second.
create table provider_call_counts (
  account_id uuid not null references provider_accounts (id),
  slot timestamptz not null,
  calls int not null,
  faults int not null,
  timeouts int not null,
  duration_ms bigint not null,
  slowest_ms int not null,
  primary key (account_id, slot),
  check (timeouts <= faults and faults <= calls)
);

-- One row per account, kind and code: the same trouble is one alarm that is counted.
create table provider_alarms (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  account_id uuid not null references provider_accounts (id),
  kind text not null check (kind in ('CONFIGURATION', 'UNKNOWN_CODE', 'SUSPENDED')),
  code text not null,
  action text,
  failure_code text,
  -- The last operation that it concerned.
  reference text,
  occurrences bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by uuid references operators (id),
  primary key (tenant_id, id),
  unique (account_id, kind, code),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
