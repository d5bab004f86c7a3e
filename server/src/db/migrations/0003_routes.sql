-- Where a payment goes, as data: accounts at providers, rules, bounds, outages, fees. Operators edit them: each row says how
-- often and when it changed, so that of two who edit at once one is told.

create table provider_accounts (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  sub_tenant_id uuid not null,
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  provider text not null,
  name text not null,
  status text not null check (status in ('ENABLED', 'DISABLED')),
  -- What the account can carry. An empty array of countries, operators or currencies means any.
  methods text[] not null,
  currencies text[] not null default '{}',
  countries text[] not null default '{}',
  operators text[] not null default '{}',
  -- Sealed JSON: addresses and credentials, read by the connector alone.
  settings bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  unique (tenant_id, mode, provider, name),
  foreign key (tenant_id, sub_tenant_id) references sub_tenants (tenant_id, id)
);

-- Enabled rules that match are tried by priority, the lowest number first; the first whose sub-tenant can carry the
-- payment takes it. Null matches anything; amounts are minor units, both ends included.
create table routing_rules (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  priority int not null,
  method text not null check (method in ('WALLET', 'MOBILE_MONEY', 'CARD', 'BANK_TRANSFER', 'QR')),
  currency char(3),
  country char(2),
  operator text,
  amount_min bigint,
  amount_max bigint,
  sub_tenant_id uuid not null,
  enabled boolean not null default true,
  created_at timestamptz not null,
  version int not null default 1,
  updated_at timestamptz not null,
  check (amount_min is null or currency is not null),
  check (amount_max is null or (currency is not null and amount_max >= coalesce(amount_min, 0))),
  foreign key (tenant_id, sub_tenant_id) references sub_tenants (tenant_id, id)
);

-- Minor units. `step`: the amount is a multiple of it. Null operator or country matches any; the most specific row holds.
create table amount_bounds (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  method text not null,
  operator text,
  country char(2),
  currency char(3) not null,
  min bigint not null check (min > 0),
  max bigint not null check (max >= min),
  step bigint not null default 1 check (step > 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (tenant_id, mode, method, operator, country, currency)
);

create table outages (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  method text not null,
  operator text,
  country char(2),
  status text not null check (status in ('DEGRADED', 'CLOSED')),
  reason text not null,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at >= starts_at),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index outages_by_tenant on outages (tenant_id, id);

-- fee = round half up (amount × basis_points / 10 000) + fixed, then held within [minimum, maximum], never above the amount.
-- A schedule is never changed: the next version takes over, and a payment is charged by the one it began under.
create table fee_schedules (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  method text not null,
  currency char(3) not null,
  basis_points int not null check (basis_points between 0 and 10000),
  fixed bigint not null default 0 check (fixed >= 0),
  minimum bigint not null default 0 check (minimum >= 0),
  maximum bigint check (maximum is null or maximum >= minimum),
  -- How long confirmed money stays pending before it is available.
  settlement_delay_seconds int not null default 0 check (settlement_delay_seconds >= 0),
  version int not null default 1,
  effective_from timestamptz not null,
  unique (tenant_id, mode, method, currency, version)
);
