-- The first key of a merchant: it gives what it does not have itself, and its text is fetched by a link that works once.
set local lock_timeout = '2s';

alter table api_keys
  -- May give the keys that it makes every permission of a merchant's key.
  add column owner boolean not null default false,
  add column event_sequence integer not null default 0,
  -- The operator who ended it; null: a key did, or the service.
  add column revoked_by uuid;

create table key_claims (
  -- SHA-256 of what stands in the link.
  hash bytea primary key check (length(hash) = 32),
  key_id uuid not null unique references api_keys (id),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  claimed_at timestamptz
);
