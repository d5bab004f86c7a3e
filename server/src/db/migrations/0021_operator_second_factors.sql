-- A second factor of operators: one-time passwords by time, and codes for the day on which the phone is gone.
set local lock_timeout = '2s';

create table operator_second_factors (
  operator_id uuid primary key references operators (id),
  -- Sealed. Null until the first one is confirmed.
  secret bytea,
  confirmed_at timestamptz,
  -- Step of the last code that was used: none counts twice.
  last_step bigint,
  -- Sealed: a secret that was shown and not yet confirmed.
  pending_secret bytea,
  pending_at timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);

create table operator_recovery_codes (
  operator_id uuid not null references operators (id),
  -- SHA-256 of 80 random bits.
  hash bytea not null check (length(hash) = 32),
  used_at timestamptz,
  primary key (operator_id, hash)
);
