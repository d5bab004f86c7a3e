-- Who runs an installation: tenants, their processing entities, the people who work for them, and the log of what they do.
-- Rows are written rarely and read through caches.
--
-- Migrations 0001 to 0011 are one set: they build a database from nothing. A file that has landed is never edited; what
-- changes from here on is a new file. docs/decisions/0002 says why.

create table tenants (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  -- What becomes of a charge's fee when the charge is refunded: the platform keeps it, or gives it back pro rata.
  refund_fee_policy text not null default 'KEEP' check (refund_fee_policy in ('KEEP', 'RETURN')),
  -- Scope of a tenant's own Idempotency-Keys: stored as its negative, which no merchant has.
  tenant_no int generated always as identity unique
);

-- A tenant's processing entity: it owns the provider accounts.
create table sub_tenants (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  version int not null default 1,
  updated_at timestamptz not null,
  -- What an account or a rule refers to: it belongs to the tenant of its sub-tenant, whoever writes it.
  unique (tenant_id, id)
);

create table operators (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  -- As it is compared: lower case. One person, one account, whatever the tenant.
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id; the password itself is kept nowhere.
  password_hash text not null,
  -- Set by somebody else: its holder changes it before anything else.
  password_is_temporary boolean not null,
  permissions text[] not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index operators_tenant on operators (tenant_id, id);

create table operator_sessions (
  -- SHA-256 of the token.
  hash bytea primary key check (length(hash) = 32),
  operator_id uuid not null references operators (id),
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_operator on operator_sessions (operator_id);
create index operator_sessions_expiry on operator_sessions (expires_at);

-- Log-ins that have not succeeded, per account and address: an account that does not exist locks like one that does.
create table operator_login_attempts (
  -- SHA-256 of e-mail address and network address.
  subject bytea primary key check (length(subject) = 32),
  attempts int not null,
  last_at timestamptz not null
);

-- Data keys, wrapped by the master key. Rotating the master key wraps these again and touches nothing else.
create table data_keys (
  id uuid primary key,
  purpose text not null unique,
  wrapped bytea not null,
  created_at timestamptz not null
);

-- Every privileged act: who, what, before, after, from where. Written, never changed. Each act belongs to a tenant and is
-- chained to the act before it; the text that is hashed is described in db/hash-chain.ts.
create table audit_log (
  id uuid primary key,
  tenant_id uuid not null,
  merchant_no int,
  actor text not null,
  action text not null,
  subject text not null,
  before text,
  after text,
  request_id text,
  created_at timestamptz not null,
  sequence bigint not null,
  ip text,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  unique (tenant_id, sequence)
);
create index audit_log_actor on audit_log (tenant_id, actor, sequence);
create index audit_log_action on audit_log (tenant_id, action, sequence);
create index audit_log_subject on audit_log (tenant_id, subject, sequence);
create index audit_log_created on audit_log (tenant_id, created_at);

-- The end of each tenant's chain: locked last by every transaction that acts, so that acts follow each other.
create table audit_heads (
  tenant_id uuid primary key references tenants (id),
  sequence bigint not null check (sequence >= 0),
  hash bytea not null check (length(hash) = 32)
);
