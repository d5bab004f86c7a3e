-- People of a tenant who run the platform, and their log-ins.
set local lock_timeout = '2s';

-- Scope of a tenant's own Idempotency-Keys: stored as its negative, which no merchant has.
alter table tenants add column tenant_no int generated always as identity unique;

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
