-- Merchants, their numbers, their keys, and what their payers see of them.

create table merchants (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  status text not null check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
  legal_name text not null,
  display_name text not null,
  country_code char(2) not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A reset gives the sandbox a new number; the old one, with its books, goes to a closed merchant that stands for it.
  archive_of uuid references merchants (id)
);
-- What an operator's list runs along.
create index merchants_tenant on merchants (tenant_id, id);

-- One number per merchant and mode. It leads every key of merchant data: two merchants, and sandbox and live, cannot
-- meet in a query. What payers of one mode see, and the events about the merchant in it, stand here for the same reason.
create table merchant_numbers (
  merchant_no int generated always as identity primary key,
  merchant_id uuid not null references merchants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  -- Null, as the next: the name that the merchant was made with. The legal one is that of the approved dossier.
  display_name text,
  legal_name text,
  logo_url text,
  primary_color text,
  locale text not null default 'fr' check (locale in ('fr', 'en', 'pt')),
  -- How payers reach the merchant: JSON text.
  contact text not null default '{}',
  -- Counts the events about the merchant itself.
  event_sequence int not null default 0,
  version int not null default 1,
  updated_at timestamptz,
  -- What an operator allows each key of the merchant in this mode; null: the service's own limit.
  requests_per_second_max int check (requests_per_second_max between 1 and 10000),
  -- Whose number it was before a reset: the audit log goes on to name that merchant, since its hashes do.
  archived_from uuid references merchants (id),
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
  updated_at timestamptz not null,
  -- The key that a rolled one stands in for.
  replaces uuid references api_keys (id),
  -- Requests a second of this key; null: what its merchant's keys may do.
  requests_per_second int check (requests_per_second between 1 and 10000)
);
create index api_keys_merchant on api_keys (merchant_no, id);

-- Logos as the payer's page shows them: fetched once, drawn anew, served from our own address.
create table merchant_logos (
  merchant_no int primary key references merchant_numbers (merchant_no),
  -- What the picture was made of, or is to be made of: the merchant's own address of it.
  source_url text not null,
  -- First 16 hex digits of the picture's SHA-256: part of its address, which therefore never changes its bytes.
  digest text check (digest ~ '^[0-9a-f]{16}$'),
  picture bytea check (length(picture) <= 65536),
  width int,
  height int,
  -- Why the last look at the source brought no picture; an earlier picture of the same source stays.
  problem text,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  check ((picture is null) = (digest is null)),
  check ((picture is null) = (width is null)),
  check ((picture is null) = (height is null))
);
create index merchant_logos_due on merchant_logos (next_check_at);

-- Sandbox only. How far a merchant has moved its sandbox on: everything that waits was moved, and this only tells of it.
create table sandbox_clocks (
  merchant_no int primary key references merchant_numbers (merchant_no),
  advanced_seconds bigint not null check (advanced_seconds >= 0),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
