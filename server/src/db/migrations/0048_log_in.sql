-- One set of credentials for the two kinds of people who log in: the persons of merchants, and operators. Each row names
-- its audience, and nothing of one audience is ever found under the other. docs/decisions/0028 says why.
set local lock_timeout = '2s';

-- People who work for merchants. They belong to one tenant, and to any number of its merchants.
create table persons (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  -- As it is compared: lower case. One address, one person, whatever the tenant.
  email text not null unique check (email = lower(email)),
  name text not null,
  locale text not null default 'fr' check (locale in ('fr', 'en', 'pt')),
  -- A name of the IANA time zone database.
  time_zone text not null default 'Africa/Abidjan',
  -- argon2id. Null: the person logs in with a passkey alone.
  password_hash text,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  -- Unlocked by hand: until then wrong passwords of other addresses cause no delay.
  unlocked_until timestamptz,
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, id)
);

alter table operators
  add column locale text not null default 'fr' check (locale in ('fr', 'en', 'pt')),
  add column time_zone text not null default 'Africa/Abidjan';

create table log_in_sessions (
  id uuid primary key,
  -- SHA-256 of the token.
  hash bytea not null unique check (length(hash) = 32),
  audience text not null check (audience in ('merchant', 'operator')),
  -- Of a person or an operator, whose rows are never removed.
  account_id uuid not null,
  -- A browser's cookie, or the bearer token of a program.
  carrier text not null check (carrier in ('COOKIE', 'BEARER')),
  ip text not null,
  -- Browser and system in a few words, as its holder recognises them. Null where the request named none.
  device text check (length(device) <= 100),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  -- When the holder last proved to be present; null when the log-in lacked a factor that the account should have.
  stepped_up_at timestamptz,
  -- The end of the log-in however much it is used.
  expires_at timestamptz not null
);
create index log_in_sessions_account on log_in_sessions (audience, account_id);
create index log_in_sessions_expiry on log_in_sessions (expires_at);
insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at, expires_at)
  select id, hash, 'operator', operator_id, 'BEARER', ip, created_at, last_seen_at, expires_at from operator_sessions;
drop table operator_sessions;

-- Attempts that have not succeeded: an account that does not exist locks like one that does.
create table log_in_attempts (
  -- SHA-256 of audience and e-mail address, and of the network address where one address is counted.
  subject bytea primary key check (length(subject) = 32),
  -- SHA-256 of audience and e-mail address.
  account bytea not null check (length(account) = 32),
  attempts int not null,
  last_at timestamptz not null
);
create index log_in_attempts_account on log_in_attempts (account);
-- Counts lapse after an hour, and their hashes did not contain the audience.
drop table operator_login_attempts;

-- Where somebody has logged in before: strangers who try the account elsewhere do not shut it there.
create table log_in_addresses (
  audience text not null check (audience in ('merchant', 'operator')),
  account_id uuid not null,
  -- An IPv4 address, or a /64 of IPv6.
  address text not null,
  last_at timestamptz not null,
  primary key (audience, account_id, address)
);
create index log_in_addresses_age on log_in_addresses (last_at);
insert into log_in_addresses (audience, account_id, address, last_at)
  select 'operator', operator_id, address, last_at from operator_known_addresses;
drop table operator_known_addresses;

-- Links that work once. They are kept: who opened an account for whom is part of its history.
create table log_in_links (
  -- SHA-256 of the token.
  hash bytea primary key check (length(hash) = 32),
  audience text not null check (audience in ('merchant', 'operator')),
  account_id uuid not null,
  -- INVITATION opens the account, or opens it again without its second factor. RESET sets a password and leaves the second
  -- factor. UNLOCK ends the delays after wrong passwords.
  purpose text not null check (purpose in ('INVITATION', 'RESET', 'UNLOCK')),
  -- Null: by the command on the machine, or by the holder.
  issued_by_kind text check (issued_by_kind in ('person', 'operator')),
  issued_by uuid,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- Taken back, or replaced by a newer one.
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null),
  check ((issued_by is null) = (issued_by_kind is null)),
  check (issued_by is null or issued_by <> account_id)
);
create unique index log_in_links_open on log_in_links (audience, account_id, purpose)
  where accepted_at is null and revoked_at is null;
insert into log_in_links (hash, audience, account_id, purpose, issued_by_kind, issued_by, issued_at, expires_at,
    accepted_at, revoked_at)
  select hash, 'operator', operator_id, 'INVITATION', case when issued_by is not null then 'operator' end, issued_by,
      issued_at, expires_at, accepted_at, revoked_at
    from operator_invitations;
drop table operator_invitations;

create table second_factors (
  audience text not null check (audience in ('merchant', 'operator')),
  account_id uuid not null,
  -- Sealed. Null until the first one is confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- Step of the last code that was used: none counts twice.
  last_step bigint,
  -- Sealed: a secret that was shown and not yet confirmed.
  pending_secret bytea,
  pending_at timestamptz,
  primary key (audience, account_id),
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);
insert into second_factors (audience, account_id, secret, confirmed_at, last_step, pending_secret, pending_at)
  select 'operator', operator_id, secret, confirmed_at, last_step, pending_secret, pending_at
    from operator_second_factors;
drop table operator_second_factors;

create table recovery_codes (
  audience text not null check (audience in ('merchant', 'operator')),
  account_id uuid not null,
  -- SHA-256 of 80 random bits.
  hash bytea not null check (length(hash) = 32),
  used_at timestamptz,
  primary key (audience, account_id, hash)
);
insert into recovery_codes (audience, account_id, hash, used_at)
  select 'operator', operator_id, hash, used_at from operator_recovery_codes;
drop table operator_recovery_codes;

-- Public keys of passkeys (WebAuthn), by which their holders log in without a password.
create table passkeys (
  id uuid primary key,
  audience text not null check (audience in ('merchant', 'operator')),
  account_id uuid not null,
  -- The id by which the authenticator knows it.
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE.
  public_key bytea not null,
  -- The authenticator's own count; 0 where it does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null,
  -- Whether it is copied to other devices of its holder.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (audience, account_id);

-- Questions that a passkey has to sign. Each is answered once.
create table passkey_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  audience text not null check (audience in ('merchant', 'operator')),
  purpose text not null check (purpose in ('REGISTER', 'LOG_IN', 'STEP_UP')),
  -- Null before log-in.
  account_id uuid,
  expires_at timestamptz not null,
  check ((account_id is null) = (purpose = 'LOG_IN'))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
