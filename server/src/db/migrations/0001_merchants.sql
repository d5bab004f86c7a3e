-- Who is here: tenants, their processing entities, merchants, keys. Rare writes, cached reads.

create table tenants (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

-- A tenant's processing entity: it owns the provider accounts.
create table sub_tenants (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null
);

create table merchants (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  status text not null check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
  kyb_status text not null
    check (kyb_status in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'INFO_REQUESTED', 'APPROVED', 'REJECTED')),
  legal_name text not null,
  display_name text not null,
  logo_url text,
  primary_color text,
  locale text not null default 'fr' check (locale in ('fr', 'en', 'pt')),
  country_code char(2) not null,
  -- Counts the events about the merchant itself.
  event_sequence int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One number per merchant and mode. It leads every key of merchant data: two merchants, and sandbox and live, cannot
-- meet in a query.
create table merchant_numbers (
  merchant_no int generated always as identity primary key,
  merchant_id uuid not null references merchants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  unique (merchant_id, mode)
);

create table api_keys (
  id uuid primary key,
  -- SHA-256 of the key: the key itself is shown once and kept nowhere.
  hash bytea not null unique check (length(hash) = 32),
  merchant_id uuid not null references merchants (id),
  merchant_no int not null references merchant_numbers (merchant_no),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  name text not null,
  last4 text not null,
  permissions text[] not null,
  -- Merchants of the tenant that the key may act for; its own merchant when empty.
  merchant_ids uuid[] not null default '{}',
  ip_allowlist text[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index api_keys_merchant on api_keys (merchant_no);

-- Data keys, wrapped by the master key. Rotating the master key wraps these again and touches nothing else.
create table data_keys (
  id uuid primary key,
  purpose text not null unique,
  wrapped bytea not null,
  created_at timestamptz not null
);

-- Every privileged act: who, what, before, after. Written, never changed.
create table audit_log (
  id uuid primary key,
  tenant_id uuid,
  merchant_no int,
  actor text not null,
  action text not null,
  subject text not null,
  before text,
  after text,
  request_id text,
  created_at timestamptz not null
);
