-- Who runs the payer's page: what the tenant says of itself there, in each mode.
set local lock_timeout = '2s';

create table tenant_payer_pages (
  tenant_id uuid not null references tenants (id),
  mode text not null check (mode in ('SANDBOX', 'LIVE')),
  -- Null: the tenant's own name.
  name text,
  licence text,
  terms_url text,
  privacy_url text,
  version integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, mode)
);
